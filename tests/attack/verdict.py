"""What must hold after every try, and what broke.

- It ends, by itself and with a documented status, never by a signal of its own. A request to end
  may end it as the system does once its work is done: then every output is there.
- No traceback; a failure says a sentence, and no password.
- No file that was there is another one now, unless overwriting it was asked for.
- Whatever lies under a final name decodes whole; nothing else is left but, after SIGKILL, the
  hidden work folder and what is in it.
- Nobody is in the pictures and the model finds nobody: so every output is the background alone.
- Less than 1 GiB of memory, but for what docs/command-line.md says takes more.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGTERM

import av
import numpy as np
import numpy.typing as npt
from av.error import FFmpegError
from PIL import Image

from attack.fork_server import ROOT
from attack.program import SECRET, Call, Ending
from attack.victims import source_room

MOST_KIB = 2**20
MOST_LINES = 300  # more are a flood; a file may well have a hundred tracks to tell of
WORK_FOLDER = re.compile(r"\..*\.[0-9a-f]{8}\.part")
PICTURES = (".png", ".jpg")
COLOUR_TOLERANCE = 40  # of 255, after 4:2:0 and a coarse encoder
MOST_SIDE = 512
# A film of odd or changing sizes has bars beside it: black, and at most this part of a side each.
BAR_PART, BLACK = 16, 16
STRAY_SHARE = 0.02  # of the pixels may differ by more: an edge's ringing
ROOM_LIKENESS = 0.4  # correlation of brightness with the room's; of 3000 others none is above 0.3

_FRAME = re.compile(r'File "([^"]+)", line \d+,? in (\S+)')
_EXCEPTION = re.compile(r"^(?:\w+\.)*(\w+(?:Error|Exception|Interrupt|Exit|Warning)\w*)\b", re.M)
_TRACES = ("Traceback (most recent call last)", "Exception ignored", "Fatal Python error",
           "Exception in thread", "terminate called", "double free", "Assertion")  # fmt: skip
# What libraries say, and no sentence for people may hold.
_UNCLEAR = re.compile(
    r"object at 0x|<class '|\[Errno|argument returned \d+|NoneType|Error number -?\d+|"
    r" @ 0x[0-9a-f]{6}"
)


@dataclass(frozen=True, slots=True)
class Break:
    """One thing that did not hold.

    Attributes:
        kind: "traceback", "died", "hang", "status", "no sentence", "unclear sentence", "flood",
            "password told", "changed file", "not whole", "leftover", "missing", "room shown",
            "memory", "network", "list followed".
        cause: What breaks of one kind have in common if they have one reason.
        words: For people.
    """

    kind: str
    cause: str
    words: str


@dataclass(frozen=True, slots=True)
class Promise:
    """What one try must keep.

    Attributes:
        statuses: That it may end with.
        outputs: Paths, or patterns such as `frame_%04d.png`, that it may write.
        outputs_are_due: Where it says that all went well, every one of them is there.
        may_replace: Whether files at these paths, that were there, may become new ones.
        colour: Every pixel of every output has it; None: it is not known.
        hides_room: No output looks like the room.
        may_leave_work: SIGKILL: the work folder may stay, and a recording may have no picture.
        leaves_no_work: Not even an earlier job's work folder is left.
        may_end_by: Signals that it may die of.
        strangers: SHA-256 of files that others may have put there meanwhile.
        refuses: It must not do what it was asked to.
        succeeds: It must.
        says_something: A failure says a sentence; not where nobody can hear it.
        most_kib: Of memory.
    """

    statuses: frozenset[int]
    outputs: tuple[Path, ...] = ()
    outputs_are_due: bool = True
    may_replace: bool = False
    colour: tuple[int, int, int] | None = None
    hides_room: bool = False
    may_leave_work: bool = False
    leaves_no_work: bool = False
    may_end_by: frozenset[int] = frozenset()
    strangers: frozenset[str] = frozenset()
    refuses: bool = False
    succeeds: bool = False
    says_something: bool = True
    most_kib: int = MOST_KIB


def hashes_of(folder: Path) -> dict[Path, str]:
    """What lies in a folder, at any depth; folders, links and pipes by what they are."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path] = f"a link to {path.readlink()}"
        elif path.is_file():
            found[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[path] = "a folder" if path.is_dir() else "a pipe or a device"
    return found


def breaks_of(
    call: Call, ending: Ending, promise: Promise, before: Mapping[Path, str]
) -> list[Break]:
    """Everything that did not hold; empty: it did.

    Args:
        call: What was run.
        ending: How it ended.
        promise: What it must keep.
        before: `hashes_of` the call's folder before.
    """
    found = [*_of_the_ending(ending, promise), *_of_what_was_said(call, ending, promise)]
    after = hashes_of(call.folder)
    if ending.status is None or ending.peak_kib > promise.most_kib:  # we killed it, or may have
        promise = replace(promise, may_leave_work=True)
    if promise.leaves_no_work:
        before = {path: was for path, was in before.items() if not _is_work(path, call.folder)}
    found += _of_files_that_were_there(promise, before, after)
    new = [path for path in after if path not in before or path in _named(promise, after)]
    new = [path for path in new if after[path] not in {before.get(path), *promise.strangers}]
    found += _of_new_files(call, ending, promise, new, after)
    return found


def _of_the_ending(ending: Ending, promise: Promise) -> list[Break]:
    found = []
    if ending.peak_kib > promise.most_kib:
        found.append(Break("memory", "memory", f"{ending.peak_kib / 2**20:.2f} GiB at the most"))
    if ending.status is None:
        place = _place_of(ending.stacks)
        found.append(Break("hang", f"hang in {place}", f"no end after {ending.seconds:.0f} s"))
    elif ending.status < 0 and -ending.status not in promise.may_end_by:
        # Beyond its memory our own guard may have ended it.
        if ending.peak_kib <= promise.most_kib or ending.status != -9:
            place = f" in {_place_of(ending.stacks)}" if ending.stacks else ""
            cause = f"signal {-ending.status}{place}"
            found.append(Break("died", cause, f"ended by signal {-ending.status}"))
    elif ending.status >= 0 and ending.status not in promise.statuses:
        allowed = ", ".join(str(status) for status in sorted(promise.statuses))
        words = f"status {ending.status}, documented here are {allowed}"
        found.append(Break("status", f"status {ending.status}", words))
    if promise.refuses and ending.status in (0, 3):
        found.append(Break("list followed", "list followed", "did what it should refuse"))
    if promise.succeeds and ending.status != 0:
        words = f"should succeed, ended with {ending.status}: {_last_line(ending)}"
        found.append(Break("status", "should succeed", words))
    return found


def _of_what_was_said(call: Call, ending: Ending, promise: Promise) -> list[Break]:
    found = []
    said = ending.err + ending.out
    if trace := next((trace for trace in _TRACES if trace in said), None):
        cause = f"{_exception_in(said)} in {_place_of(said)}"
        found.append(Break("traceback", cause, f"{trace}: {cause}"))
    if len(said.splitlines()) > MOST_LINES and not trace and "--help" not in call.arguments:
        words = f"{len(said.splitlines())} lines such as {_last_line(ending)!r}"
        found.append(Break("flood", "flood", words))
    if SECRET in said:
        line = next((line for line in said.splitlines() if SECRET in line), "")
        found.append(Break("password told", "password told", line[:300]))
    sentences = _sentences_of(ending, is_json="--json" in call.arguments)
    is_said = any(len(sentence.split()) >= 3 for sentence in sentences)
    if ending.status == 1 and promise.says_something and not (trace or is_said):
        found.append(Break("no sentence", "no sentence", "failed without saying why"))
    for sentence in (*sentences, *ending.err.splitlines()):
        if (unclear := _UNCLEAR.search(sentence)) and not trace:
            found.append(Break("unclear sentence", f"says {unclear[0]!r}", sentence[:300]))
            break
    return found


def _of_files_that_were_there(
    promise: Promise, before: Mapping[Path, str], after: Mapping[Path, str]
) -> list[Break]:
    found = []
    replaceable = _named(promise, before) if promise.may_replace else set()
    for path, was in before.items():
        now = after.get(path)
        if now == was:
            continue
        if path in replaceable and now is not None:
            continue  # what it holds now is looked at with the new files
        what = "is gone" if now is None else "was changed"
        found.append(Break("changed file", f"a file {what}", f"{path} {what}"))
    return found


def _named(promise: Promise, paths: Sequence[Path] | Mapping[Path, str]) -> set[Path]:
    """Those of `paths` that are outputs, or files of an output's pattern."""
    named = set()
    for output in promise.outputs:
        expression = re.compile(re.sub(r"%0?\d*d", r"\\d+", re.escape(output.name)))
        named |= {p for p in paths if p.parent == output.parent and expression.fullmatch(p.name)}
    return named


def _is_work(path: Path, folder: Path) -> bool:
    return any(WORK_FOLDER.fullmatch(part) for part in path.relative_to(folder).parts)


def _is_kept_work(path: Path, outputs: Sequence[Path]) -> bool:
    """Whether it has the name of work that did not end whole, or found its own name taken."""
    for output in outputs:
        plain = re.sub(r"[_.-]?%0?\d*d", "", output.stem)
        free = rf"{re.escape(plain[:60])}.*(\.partial(-\d+)?|( \(\d+\)))"
        if path.parent == output.parent and re.match(free, path.name):
            return True
        if "%" in output.name:  # a folder for as many files
            folder = rf"{free}|{re.escape(plain)}"
            kept = path if path.parent == output.parent else path.parent
            if kept.parent == output.parent and re.fullmatch(folder, kept.name):
                return True
    return False


def _of_new_files(
    call: Call, ending: Ending, promise: Promise, new: Sequence[Path], after: Mapping[Path, str]
) -> list[Break]:
    found = []
    left: dict[str, list[Path]] = {}
    named = _named(promise, new)
    for path in new:
        is_work = _is_work(path, call.folder)
        if is_work and promise.may_leave_work:
            continue
        shown = path.relative_to(call.folder)
        is_known = path in named or _is_kept_work(path, promise.outputs)
        is_known |= after[path] == "a folder" and path in {o.parent for o in promise.outputs}
        if not is_known:
            left.setdefault("work folder" if is_work else "unknown file", []).append(shown)
        elif path.is_file():
            found += _of_an_output(path, str(shown), promise)
    for kind, paths in left.items():
        others = f" and {len(paths) - 1} others in the same way" if len(paths) > 1 else ""
        found.append(Break("leftover", f"leftover {kind}", f"{paths[0]}{others}"))
    ended_by = promise.may_end_by & {SIGINT, SIGTERM, SIGHUP}
    is_done = ending.status in (0, 3, *(-number for number in ended_by))
    if is_done and promise.outputs_are_due:
        for output in promise.outputs:
            if not _named(Promise(frozenset(), (output,)), after):
                words = f"status {ending.status}, but there is no {output.name}"
                found.append(Break("missing", "missing output", words))
        found += _of_the_count(call, ending, named)
    return found


def _of_an_output(path: Path, shown: str, promise: Promise) -> list[Break]:
    try:
        pictures = pictures_of(path)
    except (OSError, ValueError, SyntaxError, FFmpegError) as error:
        if promise.may_leave_work and path.suffix == ".mp4" and b"mdat" not in path.read_bytes():
            return []  # a recording whose first second was not over
        return [Break("not whole", "not whole", f"{shown} ({path.stat().st_size} bytes): {error}")]
    for picture in pictures:
        if promise.colour is not None and (share := strays(picture, promise.colour)) > STRAY_SHARE:
            words = f"{share:.0%} of {shown} is not the background"
            return [Break("room shown", "not the background", words)]
        if promise.hides_room and (likeness := likeness_to_room(picture)) > ROOM_LIKENESS:
            words = f"{shown} is like the room ({likeness:.2f})"
            return [Break("room shown", "like the room", words)]
    return []


def _of_the_count(call: Call, ending: Ending, named: set[Path]) -> list[Break]:
    """As many frames as it said that it wrote."""
    if "--json" not in call.arguments or len(named) != 1:
        return []
    said = [event.get("frames_out") for event in _events(ending) if event.get("event") == "done"]
    path = next(iter(named))
    if len(said) != 1 or path.suffix in PICTURES:
        return []
    try:
        with av.open(str(path)) as container:
            count = sum(1 for _ in container.decode(video=0))
    except FFmpegError:
        return []  # said already
    if count == said[0]:
        return []
    words = f"{path.name} has {count} frames, {said[0]} were written"
    return [Break("not whole", "frames are missing", words)]


def pictures_of(path: Path) -> list[npt.NDArray[np.uint8]]:
    """Every picture of a whole file, as small RGB; what is damaged raises."""
    if path.suffix in PICTURES:
        with Image.open(path) as picture:
            picture.load()
            size = (min(picture.width, MOST_SIDE), min(picture.height, MOST_SIDE))
            return [np.asarray(picture.resize(size, Image.Resampling.NEAREST).convert("RGB"))]
    if path.suffix == ".exr":
        return [_of_linear_light(path)]
    pictures = []
    with av.open(str(path)) as container:
        if not container.streams.video:
            raise ValueError("there is no video in it")
        stream = container.streams.video[0]
        stream.thread_count = 1
        for frame in container.decode(stream):
            if frame.is_corrupt:
                raise ValueError(f"frame {len(pictures)} is damaged")
            # Small: what is looked for is not in details, and some are of many megapixels.
            width, height = min(frame.width, MOST_SIDE), min(frame.height, MOST_SIDE)
            small = frame.reformat(format="rgb24", width=width, height=height)
            pictures.append(small.to_ndarray())
    if not pictures:
        raise ValueError("there is no frame in it")
    return pictures


def _of_linear_light(path: Path) -> npt.NDArray[np.uint8]:
    import OpenEXR  # optional: without it no such file is made

    from app.video.linear_picture import REC709
    from app.video.pixels.light import in_primaries, is_usable

    file = OpenEXR.File(str(path))
    light = next(iter(file.channels().values())).pixels[..., :3].astype(np.float32)
    step = -(-max(light.shape) // MOST_SIDE)
    light = light[::step, ::step]
    # A damaged input may state any primaries, and its output has the same.
    primaries = tuple(round(float(value), 5) for value in file.header().get("chromaticities", ()))
    if is_usable(primaries):
        light = np.stack(in_primaries(list(np.moveaxis(light, 2, 0)), primaries, REC709), axis=2)
    shown = np.clip(light, 0, 1) ** np.float32(1 / 2.2)
    return np.rint(shown * 255).astype(np.uint8)


def strays(picture: npt.NDArray[np.uint8], colour: tuple[int, int, int]) -> float:
    """The share of pixels that are not `colour`, black bars beside the picture left out."""
    for _ in range(4):  # each side in its turn
        bar = 0
        while bar < len(picture) // BAR_PART and picture[bar].max() < BLACK:
            bar += 1
        picture = np.rot90(picture[bar:])
    difference = np.abs(picture.astype(np.int16) - np.array(colour, np.int16)).max(axis=2)
    return float((difference > COLOUR_TOLERANCE).mean())


def likeness_to_room(picture: npt.NDArray[np.uint8]) -> float:
    """Correlation of a picture's brightness with that of the room; 0 if nothing varies."""
    height, width = picture.shape[:2]
    one = picture.mean(axis=2)
    other = source_room(height=height, width=width).mean(axis=2)
    if one.std() < 1:
        return 0.0
    return abs(float(np.corrcoef(one.ravel(), other.ravel())[0, 1]))


def _events(ending: Ending) -> list[dict]:
    events = []
    for line in ending.out.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            events.append(event)
    return events


def _sentences_of(ending: Ending, *, is_json: bool) -> list[str]:
    if is_json:
        events = [event for event in _events(ending) if event.get("event") == "error"]
        sentences = [str(event.get("message", "")) for event in events]
        if sentences:
            return sentences
    lines = ending.err.splitlines()
    return [line.partition("error: ")[2] for line in lines if "error: " in line]


def _exception_in(text: str) -> str:
    names = _EXCEPTION.findall(text)
    return names[-1] if names else "an exception"


def _place_of(text: str) -> str:
    """The innermost of the program's own functions in a traceback, or of a stack's first thread."""
    frames = [
        (Path(file).relative_to(ROOT), function)
        for file, function in _FRAME.findall(text)
        if file.startswith(f"{ROOT}/") and "/tests/" not in file
    ]
    if "most recent call first" in text and frames:
        file, function = frames[0]
    elif frames:
        file, function = frames[-1]
    else:
        return "no function of ours"
    return f"{file}:{function}"


def _last_line(ending: Ending) -> str:
    lines = (ending.err or ending.out).strip().splitlines()
    return lines[-1][:200] if lines else "nothing was said"
