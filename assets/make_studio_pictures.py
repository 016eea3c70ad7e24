"""Make the pictures of docs/studio.md: `python -m assets.make_studio_pictures [NAME ...]`.

Each shows what `main.py process` wrote, enlarged, from our own sample and from what is drawn here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

ASSETS = Path(__file__).parent
SAMPLE = ASSETS / "sample.mp4"
FOLDER = ASSETS / "studio"
START_S, END_S = 1.0, 1.5  # a few frames, so that the matte has settled
HEIGHT, WIDTH, RATE = 720, 1280, 30
GAP = 6  # pixels between panels

Pixels = npt.NDArray[np.uint8]


def main() -> None:
    """Make those that are named, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or MAKERS:
        with tempfile.TemporaryDirectory() as folder:
            picture = MAKERS[name](Path(folder))
        path = FOLDER / f"{name}.png"
        Image.fromarray(picture).quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def hair(folder: Path) -> Pixels:
    """Hair before a bright background: mixed in coded values, and in linear light."""
    panels = []
    for blend in ("gamma", "linear"):
        out = folder / f"{blend}.mkv"
        process(SAMPLE, out, "--blend", blend, "--background", "#30f0c8", *PART)
        part = last_frame(out)[62:142, 372:480]
        panels.append(enlarged(part, 4))
    return side_by_side(panels)


def gradient(folder: Path) -> Pixels:
    """A slow gradient behind the person, in 8 and in 10 bits, with its contrast raised."""
    behind = folder / "gradient.mkv"
    ramp = np.linspace(400, 448, WIDTH)[None].repeat(HEIGHT, 0)
    write(behind, [ramp.round().astype(np.uint16)] * round(RATE * (END_S - START_S)), "gray10le")
    panels = []
    for bits in ("8", "10"):
        out = folder / f"{bits}.mkv"
        process(SAMPLE, out, "--bits", bits, "--codec", "ffv1", "--background", behind, *PART)
        grey = last_frame(out, "gray16le").astype(np.float32) / 65535
        raised = (grey[40:200, 720:] - 400 / 1023) * 1023 / 48
        panels.append(np.clip(255 * raised, 0, 255).astype(np.uint8)[..., None].repeat(3, 2))
    return np.concatenate([panels[0], np.full_like(panels[0][:GAP], 255), panels[1]])


def strokes(folder: Path) -> Pixels:
    """An arm rest before the person: the stroke, and half a second on without it and with it."""
    film = folder / "rest.mkv"
    with av.open(str(SAMPLE)) as container:
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    shown = [with_rest(frame) for frame in frames[round(START_S * RATE) : round(2 * RATE)]]
    write(film, shown, "rgb24")
    line = [[x / WIDTH, rest_row(x) / HEIGHT] for x in np.linspace(*REST, 12)]
    drawn = {"kind": "remove", "time_s": 0.5, "width": THICK / WIDTH, "points": line}
    (folder / "strokes.json").write_text(json.dumps([drawn]))
    ways = {"before": (), "after": ("--strokes", folder / "strokes.json")}
    results = []
    for name, options in ways.items():
        out = folder / f"{name}.mkv"
        process(film, out, "--background", "#204060", *options)
        results.append(last_frame(out))
    at = shown[round(0.5 * RATE)].copy()
    corners = (np.array(line) * (WIDTH, HEIGHT)).round().astype(np.int32)
    cv2.polylines(at, [corners], False, (255, 70, 70), THICK, cv2.LINE_AA)
    return side_by_side([part[::2, 100:1000:2] for part in (at, *results)])


MAKERS: dict[str, Callable[[Path], Pixels]] = {
    "hair": hair,
    "gradient": gradient,
    "strokes": strokes,
}
PART = ("--start", str(START_S), "--end", str(END_S))
REST, THICK = (560, 900), 44  # columns of an arm rest, and its thickness, in pixels


def rest_row(x: float) -> float:
    """Middle of the arm rest in a column."""
    return 560 + 0.1 * (x - REST[0])


def with_rest(frame: Pixels) -> Pixels:
    """A wooden arm rest before the person, which the network takes for a part of them."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    beyond = np.maximum(np.maximum(REST[0] - columns, columns - REST[1]), 0)
    inside = THICK / 2 - np.hypot(beyond, rows - (560 + 0.1 * (columns - REST[0])))
    light = 1.2 - 0.02 * (rows - 560) + 0.08 * np.sin(0.6 * rows + 3 * np.sin(0.02 * columns))
    wood = np.clip(light[..., None] * np.array((120, 78, 48)), 0, 255)
    cover = np.clip(inside + 0.5, 0, 1)[..., None]
    return (frame + cover * (wood - frame)).round().astype(np.uint8)


def process(film: Path, out: Path, *options: str | Path) -> None:
    """`main.py process`; its exit status counts."""
    command = [sys.executable, ASSETS.parent / "main.py", "process", film, "-o", out, *options]
    subprocess.run(command, check=True)


def write(path: Path, frames: list[npt.NDArray], pixel_format: str) -> None:
    """A film without loss."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("ffv1", rate=Fraction(RATE))
        stream.height, stream.width = HEIGHT, WIDTH
        stream.pix_fmt = {"rgb24": "bgr0"}.get(pixel_format, pixel_format)
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, pixel_format)))
        container.mux(stream.encode(None))


def last_frame(path: Path, pixel_format: str = "rgb24") -> npt.NDArray:
    """The last frame of a film."""
    with av.open(str(path)) as container:
        *_, last = container.decode(video=0)
    return last.to_ndarray(format=pixel_format)


def enlarged(part: Pixels, times: int) -> Pixels:
    """With each pixel as a square."""
    return part.repeat(times, 0).repeat(times, 1)


def side_by_side(panels: list[Pixels]) -> Pixels:
    """With a white gap between them."""
    gap = np.full((len(panels[0]), GAP, 3), 255, np.uint8)
    parts = [part for panel in panels for part in (gap, panel)]
    return np.concatenate(parts[1:], axis=1)


if __name__ == "__main__":
    main()
