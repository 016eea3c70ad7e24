"""One recording through `main.py process` on the GPU and on the CPU: are the frames the same?

    python -m lab.benchmarks.check_devices CLIP [--model quality] [--seconds 2] [--background SPEC]

Both write lossless H.264, so that what differs was computed differently. Exit status 0 if the
frames are as many, at the same times, and all but one value in a thousand within one level.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import av
import numpy as np

from lab.benchmarks.compare_files import read_contents

ROOT = Path(__file__).parents[2]
SHARE_WITHIN_ONE = 0.999


def main() -> int:
    """Process twice and compare; 0 if the two agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clip", type=Path)
    parser.add_argument("--model", default="quality")
    parser.add_argument("--seconds", type=float, default=2.0, help="of the clip, from its start")
    parser.add_argument("--background", default=str(ROOT / "assets/backgrounds/dusk.jpg"))
    parser.add_argument("--devices", nargs=2, default=("cuda", "cpu"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outputs = [Path(folder) / f"{n}.mp4" for n in range(2)]
        for device, output in zip(arguments.devices, outputs, strict=True):
            if not process(arguments, device, output):
                return 1
        return 0 if agree(*outputs) else 1


def process(arguments: argparse.Namespace, device: str, output: Path) -> bool:
    """One run of the program; prints what it says of itself."""
    command = [sys.executable, ROOT / "main.py", "process", arguments.clip, "-o", output, "--json"]
    command += ["--device", device, "--model", arguments.model, "--crf", "0", "--no-audio"]
    command += ["--background", arguments.background, "--end", str(arguments.seconds)]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or not events:
        print(f"{device}: exit status {done.returncode}: {events[-1:] or done.stderr}")
        return False
    for event in events:
        if event["event"] in ("notice", "start"):
            print(f"{device}: {event.get('message', event.get('device'))}")
    last = events[-1]
    print(f"{device}: {last['frames_out']} frames, {last['fps']:.1f} frames/s", flush=True)
    return True


def agree(one: Path, other: Path) -> bool:
    """Compare two recordings value by value, Y, U and V as they were stored; prints a line."""
    times = [read_contents(str(path)).times for path in (one, other)]
    values = within = largest = 0
    with av.open(str(one)) as a, av.open(str(other)) as b:
        for frame, twin in zip(a.decode(video=0), b.decode(video=0), strict=False):
            apart = np.abs(frame.to_ndarray().astype(np.int16) - twin.to_ndarray())
            values += apart.size
            within += int((apart <= 1).sum())
            largest = max(largest, int(apart.max()))
    share = within / max(1, values)
    same_times = times[0] == times[1]
    print(
        f"{len(times[0])} and {len(times[1])} frames, times {'' if same_times else 'not '}equal, "
        f"{100 * share:.4f} % of {values} values within one level, largest {largest}"
    )
    return same_times and share >= SHARE_WITHIN_ONE


if __name__ == "__main__":
    sys.exit(main())
