"""What a rung's notebook calls: choose GPU or simulator, check a rung, time it, print its table."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.ladder.measuring import Ceilings, Contender, Rung


def choose_device() -> None:
    """Say which GPU runs the kernels; without one, choose Numba's simulator.

    To be called before Numba is imported, which reads the choice.
    """
    from gpu_unet.cuda.device import current_gpu
    from gpu_unet.errors import GpuUnavailableError
    from lab.ladder.cards import shown, why_without

    reason = "NUMBA_ENABLE_CUDASIM is set"
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") in ("", "0"):
        try:
            gpu = current_gpu()
        except GpuUnavailableError as error:
            reason = why_without(error)
            os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
        else:
            print(f"{gpu.name}, compute capability {shown(gpu.capability)}")
            return
    print(f"The kernels run in Numba's simulator, on tiny shapes and without a clock: {reason}.")
    print("On a hosted notebook, choose a runtime with a GPU and start again.")


def check(rung: Rung) -> None:
    """See `measuring.check`."""
    from lab.ladder import measuring

    measuring.check(rung)


def clock(rung: Rung, problems: Sequence[Any] | None = None) -> None:
    """Check and time every contender on whole shapes, and print the table.

    Args:
        rung: Rung to be timed.
        problems: Some of the rung's problems; None: the first one.
    """
    from gpu_unet.cuda.launch import is_simulated
    from lab.ladder.measuring import long_table

    if is_simulated():
        print("No clock: the simulator runs kernels as Python.")
        return
    figures = [
        rung.measured(problem, contender, _ceilings())
        for problem in problems or rung.problems[:1]
        for contender in rung.contenders
        if not contender.left_out()
    ]
    columns, rows = long_table(figures)
    shown_columns = [n for n, name in enumerate(columns) if name != "the notebooks"]
    print(aligned([[row[n] for n in shown_columns] for row in [columns, *rows]]))


def step(contender: Contender) -> None:
    """Check one step of rung 1 on a tiny layer, and time it on the two layers of the story."""
    from lab.ladder.steps.layer import STORY_LAYERS, rung_of

    rung = rung_of(contender, STORY_LAYERS)
    check(rung)
    if not contender.left_out():
        clock(rung, STORY_LAYERS)


def aligned(rows: Sequence[Sequence[Any]]) -> str:
    """A table as text: the first two columns to the left, figures to the right."""
    texts = [[f"{v:.4g}" if isinstance(v, float) else str(v) for v in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if n < 2 else text.rjust(width)
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in texts
    )


@functools.cache
def _ceilings() -> Ceilings:
    from lab.ladder.rung0_ceilings import measured_ceilings

    return measured_ceilings()
