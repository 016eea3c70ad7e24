"""Make assets/readme/before_after.jpg: the sample's room beside what Backdrop makes of it.

    python assets/make_readme_picture.py [--model NAME]

The pictures are frames that `main.py process` wrote, untouched.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import av
from PIL import Image

ASSETS = Path(__file__).parent
SAMPLE = ASSETS / "sample.mp4"
OUT = ASSETS / "readme" / "before_after.jpg"
BACKGROUNDS = ("dusk", "bookshelf", "hills")
START_S, END_S = 1.0, 1.3  # a few frames, so that the matte has settled
PANEL_HEIGHT, PANEL_WIDTH, GAP = 360, 480, 6


def main() -> None:
    """Process the sample once per background and lay the last frames side by side."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="auto")
    model = parser.parse_args().model
    pictures = [last_frame(SAMPLE)]
    with tempfile.TemporaryDirectory() as folder:
        for name in BACKGROUNDS:
            out = Path(folder) / f"{name}.mp4"
            command = [sys.executable, ASSETS.parent / "main.py", "process", SAMPLE, "-o", out]
            command += ["--start", str(START_S), "--end", str(END_S), "--model", model]
            command += ["--crf", "12", "--background", ASSETS / "backgrounds" / f"{name}.jpg"]
            subprocess.run(command, check=True)
            pictures.append(last_frame(out))
    count = len(pictures)
    strip = Image.new("RGB", (count * PANEL_WIDTH + (count - 1) * GAP, PANEL_HEIGHT), "white")
    for index, picture in enumerate(pictures):
        strip.paste(panel(picture), (index * (PANEL_WIDTH + GAP), 0))
    OUT.parent.mkdir(exist_ok=True)
    strip.save(OUT, quality=88, optimize=True, progressive=True)


def last_frame(path: Path) -> Image.Image:
    """The last frame before END_S of the sample, or the last one of a part of it."""
    with av.open(str(path)) as container:
        frames = [f for f in container.decode(video=0) if path != SAMPLE or f.time < END_S]
    return frames[-1].to_image()


def panel(picture: Image.Image) -> Image.Image:
    """The middle of a frame at the size of a panel."""
    width = picture.height * PANEL_WIDTH // PANEL_HEIGHT
    left = (picture.width - width) // 4  # the person sits left of the middle
    part = picture.crop((left, 0, left + width, picture.height))
    return part.resize((PANEL_WIDTH, PANEL_HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
