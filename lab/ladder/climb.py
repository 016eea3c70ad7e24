"""All rungs, one after the other: `python -m lab.ladder.climb [--only 2 7] [--expected]`.

On a GPU everything is checked, timed and written to `results/ladder_*.json`, from where
`lab.benchmarks.report` takes the tables of README.md, and the roofline is drawn. Compiling and
NumPy's values take a hundred times as long as the GPU does, so `--workers` processes do both side
by side, and one at a time holds the GPU. `--expected` needs no GPU: it writes bytes, FLOP, what
both allow and the notebooks' figures for every rung that is not measured yet, and leaves the
measured ones alone.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager
from typing import Any

from gpu_unet.cores import SHARE_VARIABLE, available_cores
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.launch import is_simulated
from lab.benchmarks.report import RESULTS
from lab.ladder import (
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
from lab.ladder.measuring import (
    BY_THEMSELVES,
    H200,
    Ceilings,
    Figure,
    Rung,
    alone,
    compiling_anew,
    gpu_missing,
    not_measured,
    save,
)

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
        if is_measured(rung.name):
            print(f"{rung.name}: measured, left as it is")
        else:
            save(rung, rung.expected(H200), None, H200)
            print(f"{rung.name}: written without a measurement")
    roofline.main()


def number_of(rung: Rung) -> int:
    """As README.md numbers it; the story's two layers belong to rung 1."""
    return next((int(part) for part in rung.name.split("_") if part.isdigit()), 1)


_turn: list[AbstractContextManager[Any]] = []  # of a worker: to be held while the GPU computes


def _begin(turn: AbstractContextManager[Any]) -> None:
    _turn.append(turn)
    if not is_simulated():
        current_gpu()


def _tiny(rung: int) -> dict[str, float]:
    """In a worker: check edges of tiles that whole layers do not have; seconds to compile."""
    compiled_s: dict[str, float] = {}
    RUNGS[rung].check_tiny(compiled_s)
    return compiled_s


def _of_problem(rung: int, index: int, top: Ceilings, compiled_s: dict[str, float]) -> list[Figure]:
    """In a worker: all who compute one problem, but those who need the computer for themselves."""
    ours = RUNGS[rung]
    return [
        ours.measured(
            ours.problems[index], contender, top,
            compiled_s=compiled_s.get(contender.name), turn=_turn[0],
        )
        for contender in ours.contenders
        if contender.where not in BY_THEMSELVES
    ]  # fmt: skip


@contextlib.contextmanager
def _workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that take turns at the GPU, each with its share of the cores."""
    apart = multiprocessing.get_context("spawn")
    share = str(max(1, available_cores() // count))
    before = {name: os.environ.get(name) for name in (SHARE_VARIABLE, "OPENBLAS_NUM_THREADS")}
    os.environ.update(dict.fromkeys(before, share))
    try:
        with ProcessPoolExecutor(count, apart, _begin, (apart.Lock(),)) as pool:
            yield pool
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def measure_side_by_side(numbers: Sequence[int], top: Ceilings, count: int) -> None:
    """Measure these rungs, without the ceilings, in several processes, and write the results."""
    from lab.benchmarks.gpu import describe_gpu

    wanted = [index for index, rung in enumerate(RUNGS) if number_of(rung) in numbers]
    with _workers(count) as pool:
        compiled = dict(zip(wanted, pool.map(_tiny, wanted), strict=True))
        running: dict[int, list[Future[list[Figure]]]] = {
            rung: [
                pool.submit(_of_problem, rung, index, top, compiled[rung])
                for index in range(len(RUNGS[rung].problems))
            ]
            for rung in wanted
        }
        found = {
            rung: [f for part in parts for f in part.result()] for rung, parts in running.items()
        }
    for index, figures in found.items():
        rung = RUNGS[index]
        known = {(f.problem, f.contender): f for f in figures}
        ordered = [
            known.get((problem.label, contender.name))
            or rung.measured(
                problem, contender, top, compiled_s=compiled[index].get(contender.name)
            )
            for problem, contender in rung.pairs(rung.problems)
        ]
        save(rung, ordered, describe_gpu(), top)


def measure(numbers: Sequence[int], workers: int) -> None:
    """Climb these rungs; each one's result is written when it is done."""
    from lab.benchmarks.gpu import describe_gpu

    with compiling_anew():
        top = rung0_ceilings.measured_ceilings()
        print(top, flush=True)
        if 0 in numbers:  # the ceilings themselves: while nothing else moves a byte
            save(RUNGS[0], RUNGS[0].measure(top), describe_gpu(), top)
        measure_side_by_side([n for n in numbers if n], top, workers)
        if 8 in numbers:
            rung8_network.compare_all()
    roofline.main()


def main(arguments: Sequence[str] | None = None) -> int:
    """Climb as far as this machine allows; returns the status."""
    parser = argparse.ArgumentParser(description="Check and time every rung of the ladder.")
    parser.add_argument("--expected", action="store_true", help="without a GPU: what is known")
    every = sorted({number_of(rung) for rung in RUNGS})
    parser.add_argument("--only", nargs="+", type=int, choices=every, default=every, metavar="N")
    parser.add_argument(
        "--workers", type=int, default=max(1, available_cores() - 2), help="that compile and check"
    )
    given = parser.parse_args(arguments)
    if given.expected:
        write_expected()
    elif is_simulated():
        for rung in RUNGS:
            if number_of(rung) in given.only:
                alone(rung)
    elif missing := gpu_missing():
        print(not_measured("The ladder", missing))
    else:
        measure(given.only, max(1, given.workers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
