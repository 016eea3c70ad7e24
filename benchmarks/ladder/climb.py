"""All rungs, one after the other: `python -m benchmarks.ladder.climb [--only 2 7] [--expected]`.

On a GPU everything is checked, timed and written to `results/ladder_*.json`, from where
`benchmarks.report` takes the tables of README.md, and the roofline is drawn. `--expected` needs no
GPU: it writes bytes, FLOP, what both allow and the notebooks' figures for every rung that nobody
has measured yet, and leaves alone those that somebody has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from benchmarks.ladder import (
    roofline,
    rung0_ceilings,
    rung1_convolution,
    rung2_elementwise,
    rung3_fusion,
    rung4_transfers,
    rung5_resampling,
    rung6_matrix_product,
    rung7_plane,
    rung8_network,
)
from benchmarks.ladder.measuring import H200, Rung, alone, compiling_anew, gpu_missing, save
from benchmarks.report import RESULTS
from gpu_unet.cuda.launch import is_simulated

RUNGS: tuple[Rung, ...] = (
    rung0_ceilings.RUNG,
    rung1_convolution.STORY,
    rung1_convolution.RUNG,
    rung2_elementwise.RUNG,
    rung3_fusion.RUNG,
    rung4_transfers.RUNG,
    rung5_resampling.RUNG,
    rung6_matrix_product.RUNG,
    rung7_plane.RUNG,
    rung8_network.RUNG,
)


def is_measured(name: str) -> bool:
    """Whether a run on a GPU wrote this result."""
    path = RESULTS / f"{name}.json"
    return path.is_file() and json.loads(path.read_text())["machine"] is not None


def write_expected() -> None:
    """Write what is known before it is measured."""
    for rung in RUNGS:
        if not is_measured(rung.name):
            save(rung, rung.expected(H200), None, H200)
            print(f"{rung.name}: written without a measurement")
    roofline.main()


def number_of(rung: Rung) -> int:
    """As README.md numbers it; the story's two layers belong to rung 1."""
    return next((int(part) for part in rung.name.split("_") if part.isdigit()), 1)


def measure(numbers: Sequence[int]) -> None:
    """Climb these rungs; each one's result is written when it is done."""
    from benchmarks.gpu import describe_gpu

    with compiling_anew():
        top = rung0_ceilings.measured_ceilings()
        print(top, flush=True)
        for rung in RUNGS:
            if number_of(rung) in numbers:
                save(rung, rung.measure(top), describe_gpu(), top)
        if 8 in numbers:
            rung8_network.compare_all()
    roofline.main()


def main(arguments: Sequence[str] | None = None) -> int:
    """Climb as far as this machine allows; returns the status."""
    parser = argparse.ArgumentParser(description="Check and time every rung of the ladder.")
    parser.add_argument("--expected", action="store_true", help="without a GPU: what is known")
    every = sorted({number_of(rung) for rung in RUNGS})
    parser.add_argument("--only", nargs="+", type=int, choices=every, default=every, metavar="N")
    given = parser.parse_args(arguments)
    if given.expected:
        write_expected()
    elif is_simulated():
        for rung in RUNGS:
            if number_of(rung) in given.only:
                alone(rung)
    elif missing := gpu_missing():
        print(f"The ladder: nothing is measured without an NVIDIA GPU: {missing}.")
    else:
        measure(given.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
