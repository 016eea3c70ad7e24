"""Tries with what no damaged byte leads to: lost alpha, strips, times that jump, addresses."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random

import av
import numpy as np
from video_clips import make_clip

from attack.program import Call, Signals
from attack.stores import FOLDER, TEMPORARY
from attack.tries import COLOURS, PROCESS, Supplies, Try, usual_options
from attack.verdict import Break, Promise
from attack.victims import HEIGHT, SIZE, WIDTH, source_room

STORES = Path(__file__).with_name("stores.py")
WHOLE = frozenset({0, 3})
FRAMES = 12
RATE = 25
LONGEST_STEP_S = 0.2  # between two frames of 25 a second, sound between them or not
# Of ProRes, in a packet: its size, "icpf", and at this place of the header the kind of alpha.
_ALPHA_KIND = 8 + 17
_LIMIT_S = 120.0
_NO_FSSPEC = "requirements-cluster.txt is not installed"


def lost_alpha(rng: Random, supplies: Supplies) -> Try:
    """A cut-out that keeps a few pixels; some frames say nothing of what is to be kept."""
    suffix = rng.choice((".webm", ".mov"))
    lost = sorted(rng.sample(range(FRAMES), rng.choice((1, 1, 2, 3))))
    path = supplies.folder / f"cut{suffix}"
    write_cut_out(path, lost)
    out = supplies.folder / rng.choice(("out.mp4", "out.mkv", "out_%02d.png"))
    colour = rng.choice(tuple(COLOURS))
    call = _call(rng, supplies, ["process", str(path), "-o", str(out)], colour)
    promise = Promise(
        frozenset({3}), (out,), colour=COLOURS[colour], hides_room=True, most_kib=2**20
    )
    return Try(f"alpha is lost, {suffix[1:]}", f"frames {lost}", ((call, promise),))


def write_cut_out(path: Path, lost: list[int]) -> None:
    """The sources' room, all of it clear but for a corner; the frames `lost` have no alpha."""
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    alpha[:4, :6] = 255
    rgba = np.dstack([source_room(), alpha])
    rgba[:4, :6, :3] = 128
    is_webm = path.suffix == ".webm"
    codec, pixel_format = ("libvpx-vp9", "yuva420p") if is_webm else ("prores_ks", "yuva444p10le")
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=RATE)
        stream.height, stream.width, stream.pix_fmt = HEIGHT, WIDTH, pixel_format
        stream.codec_context.options = {"lag-in-frames": "0"} if is_webm else {}
        number = 0
        for index in (*range(FRAMES), None):
            frame = None
            if index is not None:
                frame = av.VideoFrame.from_ndarray(rgba, "rgba").reformat(format=pixel_format)
                frame.pts, frame.time_base = index, Fraction(1, RATE)
            for packet in stream.encode(frame):
                container.mux(_bare(packet, is_webm=is_webm) if number in lost else packet)
                number += 1


def _bare(packet: av.Packet, *, is_webm: bool) -> av.Packet:
    """The same picture, without what says how much of it is there."""
    content = bytearray(bytes(packet))
    if not is_webm:
        content[_ALPHA_KIND] &= 0xF0
    plain = av.Packet(bytes(content))
    for name in ("pts", "dts", "duration", "time_base", "is_keyframe", "stream"):
        setattr(plain, name, getattr(packet, name))
    return plain


def strip(rng: Random, supplies: Supplies) -> Try:
    """A film that is much longer than high, or the other way."""
    sides = [rng.choice((2, 4, 8, 16, 24, 32, 34)), rng.choice((16, 64, 258, 640, 1280, 3840))]
    if rng.random() < 0.3:
        sides.reverse()
    height, width = sides
    path, out = supplies.folder / "strip.mkv", supplies.folder / "out.mkv"
    make_clip(
        path,
        height=height,
        width=width,
        frame_count=FRAMES,
        codec="ffv1",
        options={
            "level": "1"
        },  # later ones cut a picture into slices, for which two columns are few
        picture=source_room,
    )
    colour = rng.choice(tuple(COLOURS))
    words = ["process", str(path), "-o", str(out), "--frames-ahead", rng.choice(("on", "auto"))]
    promise = Promise(PROCESS, (out,), colour=COLOURS[colour], succeeds=True)
    call = _call(rng, supplies, words, colour)
    return Try("a film that is a strip", f"{width}x{height}", ((call, promise),))


def jumping(rng: Random, supplies: Supplies) -> Try:
    """Two recordings or three in one file, each with times of its own."""
    suffix = rng.choice((".ts", ".mkv", ".mpg"))
    codec = "mpeg2video" if suffix == ".mpg" else "libx264"
    audio = rng.choice(((), ("mp2",)))
    counts = [rng.randint(12, 40) for _ in range(rng.choice((2, 2, 3)))]
    content = b""
    has_clock = suffix != ".mkv"
    for index, count in enumerate(counts):
        part = supplies.folder / f"part{index}{suffix}"
        # Forward only a broadcast's clock is set, and `make_clip` begins sound with 0.
        begin = rng.choice((0, 0, 700)) * RATE if has_clock and not audio else 0
        make_clip(
            part, pts=range(begin, begin + count), codec=codec, audio=audio, picture=source_room,
            audio_s=count / RATE, **SIZE,
        )  # fmt: skip
        content += part.read_bytes()
        part.unlink()
    path = supplies.folder / f"joined{suffix}"
    path.write_bytes(content)
    out = supplies.folder / rng.choice(("out.mp4", "out.mkv"))
    colour = rng.choice(tuple(COLOURS))
    call = _call(rng, supplies, ["process", str(path), "-o", str(out)], colour)
    promise = Promise(WHOLE, (out,), colour=COLOURS[colour])
    words = f"{suffix[1:]} of {counts} frames, sound {audio}"
    return Try("times that jump", words, ((call, promise),), look=_steps(out))


def _steps(out: Path) -> Callable[[], list[Break]]:
    """What broke: frames within no time, or far from each other."""

    def look() -> list[Break]:
        if not out.exists():
            return []
        with av.open(str(out)) as container:
            stream = container.streams.video[0]
            times = [frame.time for frame in container.decode(stream) if frame.time is not None]
        steps = [later - earlier for earlier, later in pairwise(times)]
        odd = [step for step in steps if not 0.5 / RATE < step < LONGEST_STEP_S]
        if not odd:
            return []
        return [Break("not whole", "times jump", f"steps of {odd[:5]} s in {out.name}")]

    return look


def store(rng: Random, supplies: Supplies) -> Try:
    """An address as the output, perhaps as the input: free, taken, or taken meanwhile; stopped."""
    if find_spec("fsspec") is None:
        return Try("an address as output", "", skipped=_NO_FSSPEC)
    folder = supplies.folder / FOLDER
    folder.mkdir()
    (supplies.folder / TEMPORARY).mkdir()
    name = rng.choice(("source.mp4", "source.mp4", "source.png"))
    suffix = Path(name).suffix
    place = folder if rng.random() < 0.4 else supplies.folder
    shutil.copy(supplies.sources[name], place / name)
    source = f"store://{name}" if place == folder else name
    out = folder / f"out{suffix}"
    address = rng.choice((f"store://out{suffix}", f"store://out{suffix}", f"file://{out}"))
    words = ["process", source, "-o", address]
    outputs = [out]
    if suffix == ".mp4" and rng.random() < 0.3:
        words += ["--output", "both"]
        outputs.append(folder / "out_matte.mp4")
    there = rng.choice(("", "", "", "out", "out.partial", "overwrite"))
    if there:
        kept = folder / f"{'out' if there == 'overwrite' else there}{suffix}"
        shutil.copy(supplies.victims[f"plain{suffix}"], kept)
        words += ["--overwrite"] if there == "overwrite" else []
    colour = rng.choice(tuple(COLOURS))
    signals = None
    if there != "out" and rng.random() < 0.3:
        after_s = rng.uniform(0.03, 1.0) * supplies.slowness
        signals = Signals((rng.choice(("SIGINT", "SIGTERM", "SIGKILL")),), after_s)
    is_killed = signals is not None and not signals.are_polite
    call = Call(
        (*words, *usual_options(supplies, background=colour)),
        supplies.folder,
        program=STORES,
        signals=signals,
        limit_s=_LIMIT_S,
    )
    promise = Promise(
        PROCESS if signals is None else PROCESS | {130},
        tuple(outputs),
        # A matte of nobody is black; beside a picture it is not looked at.
        colour=COLOURS[colour] if len(outputs) == 1 else None,
        hides_room=True,
        may_replace=there == "overwrite",
        refuses=there == "out",
        succeeds=there != "out" and signals is None,
        may_leave_work=is_killed,
        may_end_by=frozenset(signal.Signals[name] for name in (signals.names if signals else ())),
        says_something=not is_killed,
    )
    said = f"{source} to {address}, there: {there or 'nothing'}, {signals or 'no signal'}"
    return Try("an address as output", said, ((call, promise),))


def unwritable(rng: Random, supplies: Supplies) -> Try:
    """An address that keeps nothing, or that is none."""
    if find_spec("fsspec") is None:
        return Try("an address that keeps nothing", "", skipped=_NO_FSSPEC)
    shutil.copy(supplies.sources["source.mp4"], supplies.folder / "source.mp4")
    address = rng.choice(
        ("memory://x", "memory://x/y.mp4", "file://x.mp4", "store://f_%04d.png", "nothing://a.mp4")
    )
    words = ["process", "source.mp4", "-o", address]
    (supplies.folder / FOLDER).mkdir()
    (supplies.folder / TEMPORARY).mkdir()
    options = usual_options(supplies, background=rng.choice(tuple(COLOURS)))
    call = Call((*words, *options), supplies.folder, program=STORES)
    promise = Promise(frozenset({1, 2}), refuses=True)
    return Try("an address that keeps nothing", address, ((call, promise),))


def _call(rng: Random, supplies: Supplies, words: list[str], colour: str) -> Call:
    words += usual_options(supplies, background=colour)
    if rng.random() < 0.5:
        words.append("--json")
    return Call(tuple(words), supplies.folder, limit_s=_LIMIT_S)


SURFACES = {lost_alpha: 2, strip: 2, jumping: 2, store: 2, unwritable: 0.5}
