"""Small blocks for the ladder's kernels in the simulator.

The simulator makes a Python thread of every thread: small blocks, and more of them, are quicker and
cross more edges. Each set of constants belongs together as in its module.
"""

from typing import Any

SMALL: dict[str, dict[str, Any]] = {
    "lab.ladder.rung0_ceilings": {"THREADS": 64},
    "lab.ladder.steps.step1_naive": {"BLOCK": (8, 4)},
    "lab.ladder.steps.step2_tiled": {"TILE": 4, "HALO": 6},
    "lab.ladder.rung2_elementwise": {"THREADS": 16, "POOL_BLOCK": (8, 4)},
    "lab.ladder.launches": {"THREADS": 16},
    "lab.ladder.rung5_resampling": {"THREADS": 32, "BLOCK": (8, 4)},
    "lab.ladder.rung6_matrix_product": {"SIDE": 4, "TILE": 16, "A_ROW": 17, "THREADS": 16},
}
