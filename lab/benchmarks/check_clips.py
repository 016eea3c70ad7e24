"""Real clips through `main.py process`, then compared with their inputs: frames, times, sound.

    python -m lab.benchmarks.check_clips [--clips FOLDER] [--keep FOLDER] [--device cpu]

Each clip gets another background and another kind of output. Exit status 0 if every output has as
many frames as its input, at the same times, and the same packets of sound. `--keep` leaves the
outputs there to be looked at.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from lab.benchmarks.compare_files import compare, read_contents

ROOT = Path(__file__).parents[2]
BACKGROUNDS = ROOT / "assets" / "backgrounds"
CLIPS = ROOT.parent / "shared" / "clips"
RUNS = {
    "asl_thanks.mkv": ("thanks.mp4", str(BACKGROUNDS / "bookshelf.jpg")),
    "asl_brother.mkv": ("brother.mkv", "blur:0.7"),
    "talk_d0.mp4": ("d0.mov", "transparent"),
    "talk_s13.mp4": ("s13.mp4", str(BACKGROUNDS / "hills.jpg")),
    "talk_s18.mp4": ("s18.mp4", str(BACKGROUNDS / "dusk.jpg")),
    "talk_s20.mp4": ("s20.mp4", "#1e90ff"),
}


def main() -> int:
    """Process and compare; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clips", type=Path, default=CLIPS)
    parser.add_argument("--keep", type=Path, help="leave the outputs in this folder")
    parser.add_argument("--device", default="cpu")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = arguments.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        results = [
            check(arguments.clips / clip, folder / out, background, arguments.device)
            for clip, (out, background) in RUNS.items()
        ]
    return 0 if all(results) else 1


def check(clip: Path, out: Path, background: str, device: str) -> bool:
    """One clip; prints a line, and what differs."""
    command = [sys.executable, ROOT / "main.py", "process", clip, "-o", out, "--json"]
    command += ["--overwrite", "--background", background, "--device", device]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = json.loads((done.stdout.splitlines() or ["{}"])[-1])
    if done.returncode != 0:
        print(f"{clip.name}: exit status {done.returncode}: {last.get('message', done.stderr)}")
        return False
    rows = compare(read_contents(str(clip)), read_contents(str(out)))
    differing = [f"{what}: {found}" for what, found, is_same in rows if not is_same]
    found = "; ".join(f"{what} {text}" for what, text, _ in rows if what != "size")
    print(f"{clip.name} -> {out.name}, {last['fps']:.1f} frames/s: {found}")
    for line in differing:
        print(f"  DIFFERS {line}")
    return not differing


if __name__ == "__main__":
    sys.exit(main())
