"""Tries with damaged files: as input, as background, in folders and sequences, and live.

Beside them stand those of `surfaces.py`, whose files are whole, and of `studio.py`.
"""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import av
from PIL import Image

from attack.damage import damaged
from attack.program import Call
from attack.studio import STUDIO
from attack.surfaces import SURFACES
from attack.tries import CAMERA, COLOURS, PROCESS, Supplies, Try, usual_options
from attack.verdict import Promise
from attack.victims import blank_png, write_film_of

FOREIGN = b"not to be touched"
WITH_ALPHA = (".mov", ".webm", ".png", ".exr")
# Of HDR and log; some fit no other output.
_OF_FILMS = (
    ("--log", "slog3"),
    ("--log", "vlog"),
    ("--codec", "hevc"),
    ("--bits", "8"),
    ("--output", "layers"),
)
LARGE = ((3000, 4000), (8000, 8000), (12288, 12288), (13300, 13300), (2, 65_000))
LARGE_LIMIT_S = 1200.0
FRESH_SHARE = 0.05  # in a process of its own: ten times as slow


def carries_alpha(path: Path) -> bool:
    """Whether a file, damaged as it may be, brings an alpha along: then it says who is kept.

    Args:
        path: Or a pattern of numbered files.
    """
    paths = sorted(path.parent.glob(f"*{path.suffix}")) if "%" in path.name else [path]
    return any(_says_alpha(each) for each in paths if each.is_file())


def _says_alpha(path: Path) -> bool:
    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(path) as picture:
            return picture.has_transparency_data
    with suppress(Exception), av.open(str(path)) as container:
        kinds = (stream.codec_context.format for stream in container.streams.video)
        tags = (stream.metadata.get("alpha_mode") for stream in container.streams.video)
        return any(k is not None and any(c.is_alpha for c in k.components) for k in kinds) or any(
            tags
        )
    return False


def make_input_try(rng: Random, supplies: Supplies) -> Try:
    """A try with a damaged file, in a role and with options that `rng` decides."""
    role = rng.choices(ROLES, WEIGHTS)[0]
    (supplies.folder / "foreign.txt").write_bytes(FOREIGN)
    return role(rng, supplies)


def _as_input(rng: Random, supplies: Supplies) -> Try:
    path, words = _damaged_file(rng, supplies, supplies.folder / "in")
    return _process(rng, supplies, path, f"{path.suffix[1:]} as input", words)


def _as_disguise(rng: Random, supplies: Supplies) -> Try:
    """A file that names other files or addresses, under the name of a video or picture."""
    suffix = rng.choice((".mp4", ".mkv", ".webm", ".avi", ".ts", ".gif", ".mov", ".png", ".jpg"))
    path = supplies.folder / f"in/list{suffix}"
    path.parent.mkdir()
    target = supplies.folder / "in/other.mp4"
    target.write_bytes(supplies.victims["plain.mp4"].read_bytes())
    name = rng.choices(tuple(LISTS), (5, 5, 2, 1, 1, 1, 1, 1))[0]
    address = f"http://127.0.0.1:{supplies.blocked_port}/a"
    named = rng.choices((target.name, str(target), f"file:{target}", address), (4, 1, 1, 2))[0]
    path.write_text(LISTS[name].format(name=named, port=supplies.blocked_port))
    is_background = rng.random() < 0.3
    words = f"{name} that names {named}, as {path.name}"
    if is_background:
        return _with_background(rng, supplies, path, "list in disguise", words, refuses=True)
    return _process(rng, supplies, path, "list in disguise", words, refuses=True)


def _as_background(rng: Random, supplies: Supplies) -> Try:
    path, words = _damaged_file(rng, supplies, supplies.folder / "behind")
    return _with_background(rng, supplies, path, f"{path.suffix[1:]} as background", words)


def _as_member(rng: Random, supplies: Supplies) -> Try:
    """One picture of a numbered sequence."""
    folder = supplies.folder / "in"
    folder.mkdir()
    name = rng.choice(
        [
            name
            for name in supplies.victims
            if name.endswith((".png", ".jpg", ".bmp", ".exr", ".dpx"))
        ]
    )
    whole = supplies.victims[name].read_bytes()
    suffix = Path(name).suffix
    for number in range(12):
        (folder / f"f_{number:02}{suffix}").write_bytes(whole)
    number = rng.randrange(12)
    content, words = damaged(whole, rng, _others(supplies))
    (folder / f"f_{number:02}{suffix}").write_bytes(content)
    pattern = folder / f"f_%02d{suffix}"
    words = f"{name}: {words}; number {number} of 12"
    return _process(rng, supplies, pattern, "member of a sequence", words)


def _in_a_folder(rng: Random, supplies: Supplies) -> Try:
    folder = supplies.folder / "in"
    said = []
    for index in range(rng.randint(2, 4)):
        path, words = _damaged_file(rng, supplies, folder, stem=f"v{index}")
        said.append(f"{path.name} ({words})")
    (folder / "whole.mp4").write_bytes(supplies.victims["plain.mp4"].read_bytes())
    out = supplies.folder / "done"
    colour = rng.choice(tuple(COLOURS))
    outputs = tuple(
        out / f"{path.stem}{suffix}"
        for path in folder.iterdir()
        for suffix in (".mp4", ".png", ".mkv", ".mov", ".webm", ".exr")
    )
    call = _call(
        rng, supplies,
        ["process", str(folder), "-o", f"{out}/", *usual_options(supplies, background=colour)],
    )  # fmt: skip
    # Which of them become files depends on the damage: only what is there is looked at.
    shown = None if any(map(carries_alpha, folder.iterdir())) else COLOURS[colour]
    promise = Promise(PROCESS, outputs, outputs_are_due=False, colour=shown)
    return Try("files in a folder", "; ".join(said), ((call, promise),))


def _live(rng: Random, supplies: Supplies) -> Try:
    """A damaged file instead of a camera, or behind one."""
    path, words = _damaged_file(rng, supplies, supplies.folder / "in")
    out = supplies.folder / "out.mp4"
    colour = rng.choice(tuple(COLOURS))
    if rng.random() < 0.5:
        source, background, what = path, colour, "damaged file, live"
    else:
        source = supplies.folder / "in/source.mp4"
        source.write_bytes(supplies.sources["source.mp4"].read_bytes())
        background, what = str(path), "damaged background, live"
    call = _call(
        rng, supplies,
        ["camera", "--source", str(source), "--no-window", "--record", str(out), "--seconds", "1",
         *usual_options(supplies, background=background)],
    )  # fmt: skip
    shown = None if carries_alpha(path) else COLOURS.get(background)
    promise = Promise(CAMERA, (out,), colour=shown, hides_room=background not in COLOURS)
    return Try(what, f"{path.name}: {words}", ((call, promise),))


def _large(rng: Random, supplies: Supplies) -> Try:
    """Valid, small on disk, and so many pixels that no one should decode them all at once."""
    height, width = rng.choice(LARGE)
    suffix = rng.choice((".png", ".gif", ".mov"))
    folder = supplies.folder / "in"
    folder.mkdir()
    path = folder / f"large{suffix}"
    if suffix == ".gif":  # a canvas of any size around a picture of a few pixels
        gif = supplies.victims["single.gif"].read_bytes()
        size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
        path.write_bytes(gif[:6] + size + gif[10:])
    else:
        picture = blank_png(height=height, width=width)
        path.write_bytes(picture) if suffix == ".png" else write_film_of(picture, path)
    words = f"{width}x{height}, {path.stat().st_size} bytes"
    make = _with_background if rng.random() < 0.4 else _process
    attempt = make(rng, supplies, path, "many pixels", words)
    ((call, promise),) = attempt.steps
    return replace(attempt, steps=((replace(call, limit_s=LARGE_LIMIT_S), promise),))


def _odd(rng: Random, supplies: Supplies) -> Try:
    """Things that are no files of any kind."""
    folder = supplies.folder / "in"
    folder.mkdir()
    path = folder / f"odd{rng.choice(('.mp4', '.png', '.gif', '.avif'))}"
    kind = rng.choice(("empty", "folder", "pipe", "dangling link", "circle", "device", "text"))
    if kind == "empty":
        path.touch()
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "dangling link":
        path.symlink_to(folder / "nowhere.mp4")
    elif kind == "circle":
        path.symlink_to(path)
    elif kind == "device":
        path.symlink_to(rng.choice(("/dev/zero", "/dev/null", "/dev/random")))
    else:
        path.write_text("hello")
    if rng.random() < 0.4:
        return _with_background(rng, supplies, path, "no file of any kind", kind, refuses=True)
    return _process(rng, supplies, path, "no file of any kind", kind, refuses=True)


def _process(
    rng: Random, supplies: Supplies, path: Path, what: str, words: str, *, refuses: bool = False
) -> Try:
    """`process` on `path`, to any kind of output."""
    out, occupied = _output(rng, supplies)
    is_hdr = words.startswith(("hdr.", "hlg."))
    background = rng.choice(tuple(COLOURS) if rng.random() < 0.85 else ("blur", "transparent"))
    colour = (0, 0, 0) if background == "transparent" else COLOURS.get(background)
    arguments = [
        "process",
        str(path),
        "-o",
        str(out),
        *usual_options(supplies, background=background),
    ]
    is_matte = rng.random() < 0.05
    if is_matte:
        arguments += ["--output", "matte"]
        colour = (0, 0, 0)
    start, end = 0.0, 1e9
    if rng.random() < 0.1:
        start = rng.choice((0, 0.1, 0.3, 10))
        arguments += ["--start", str(start)]
    if rng.random() < 0.1:
        end = rng.choice((0.05, 0.2, 1, 1e9))
        arguments += ["--end", str(end)]
    if occupied == "overwrite":
        arguments += ["--overwrite"]
    if not is_matte and rng.random() < (0.5 if is_hdr else 0.05):
        arguments += rng.choice(_OF_FILMS)
    if (is_hdr or "--log" in arguments) and ("hevc" in arguments or out.suffix in (".exr", ".mov")):
        colour = None  # in the film's own code, or of its own primaries
    wants_alpha = background == "transparent" and not is_matte
    cannot_be_meant = start >= end or (wants_alpha and out.suffix not in WITH_ALPHA)
    promise = Promise(
        PROCESS, (out,),
        colour=None if carries_alpha(path) else colour, may_replace=occupied == "overwrite",
        refuses=refuses or cannot_be_meant or occupied == "refuse",
    )  # fmt: skip
    return Try(what, words, ((_call(rng, supplies, arguments), promise),))


def _with_background(
    rng: Random, supplies: Supplies, path: Path, what: str, words: str, *, refuses: bool = False
) -> Try:
    """`process` on a valid input, with `path` behind it."""
    name = rng.choice(("source.mp4", "source.png"))
    source = supplies.folder / name
    source.write_bytes(supplies.sources[name].read_bytes())
    out = supplies.folder / ("out.png" if name.endswith("png") else "out.mp4")
    arguments = ["process", str(source), "-o", str(out)]
    arguments += usual_options(supplies, background=str(path))
    promise = Promise(PROCESS, (out,), hides_room=True, refuses=refuses)
    return Try(what, f"behind {name}: {words}", ((_call(rng, supplies, arguments), promise),))


def _output(rng: Random, supplies: Supplies) -> tuple[Path, str]:
    """A path, and whether something is there already: "", "refuse" or "overwrite"."""
    name = rng.choices(
        ("out.mp4", "out.mkv", "out.mov", "out.webm", "out.png", "out_%03d.png", "out_%03d.exr"),
        (8, 2, 1, 1, 4, 3, "plain.exr" in supplies.victims),
    )[0]
    out = supplies.folder / name
    occupied = rng.choices(("", "refuse", "overwrite"), (17, 1, 2))[0]
    if occupied:
        there = out.with_name(name.replace("%03d", "001"))
        victim = f"plain{out.suffix}" if out.suffix in (".png", ".exr") else "plain.mp4"
        there.write_bytes(supplies.victims[victim].read_bytes())
    return out, occupied


def _call(rng: Random, supplies: Supplies, arguments: list[str]) -> Call:
    if arguments[0] == "process" and rng.random() < 0.5:
        arguments.append("--json")
    return Call(tuple(arguments), supplies.folder, fresh=rng.random() < FRESH_SHARE)


def _damaged_file(
    rng: Random, supplies: Supplies, folder: Path, *, stem: str = "damaged"
) -> tuple[Path, str]:
    name = rng.choice(tuple(supplies.victims))
    victim = supplies.victims[name]
    content, words = damaged(victim.read_bytes(), rng, _others(supplies))
    suffix = victim.suffix
    if rng.random() < 0.03:
        suffix = rng.choice((".mp4", ".png", ".mkv", ".jpg", ".data"))
        words += f", named {suffix}"
    folder.mkdir(exist_ok=True)
    path = folder / f"{stem}{suffix}"
    path.write_bytes(content)
    return path, f"{name}: {words}"


_read: dict[str, list[bytes]] = {}


def _others(supplies: Supplies) -> list[bytes]:
    folder = str(next(iter(supplies.victims.values())).parent)
    if folder not in _read:
        _read[folder] = [path.read_bytes() for path in supplies.victims.values()]
    return _read[folder]


LISTS = {
    "ffconcat": "ffconcat version 1.0\nfile '{name}'\nfile '{name}'\n",
    "m3u8": "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
    "#EXTINF:2,\n{name}\n#EXT-X-ENDLIST\n",
    "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
    "m=video {port} RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    "dash": '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" '
    'mediaPresentationDuration="PT2S"><Period><AdaptationSet mimeType="video/mp4">'
    '<Representation id="1" bandwidth="1000" width="64" height="48"><BaseURL>{name}</BaseURL>'
    "</Representation></AdaptationSet></Period></MPD>",
    "imf": '<?xml version="1.0"?><CompositionPlaylist '
    'xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>{name}</Id></CompositionPlaylist>',
    "mov reference": "\x00\x00\x00\x5crmra{name}",
    "svg": '<svg xmlns="http://www.w3.org/2000/svg"><image href="{name}"/></svg>',
    "vapoursynth": "import os\nopen('{name}')\n",
}
_WEIGHTED = {
    _as_input: 53,
    _as_background: 28,
    _as_disguise: 4,
    _as_member: 4,
    _in_a_folder: 3,
    _live: 6,
    _odd: 2,
    _large: 0.5,
    **SURFACES,
    **STUDIO,
}
ROLES = tuple(_WEIGHTED)
WEIGHTS = tuple(_WEIGHTED.values())
