"""Step 10: as step 9 with two 64-pixel tiles a warpgroup; the producer hands its registers over."""

from __future__ import annotations

import sys

from benchmarks.ladder.measuring import Contender, Where
from benchmarks.ladder.steps.layer import engine, float16_cost, step_alone
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile

CONTENDER = Contender(
    "10 256 pixels, setmaxnreg",
    engine(
        WarpgroupTile(128, 2, 2, tma_tiles=1, weight_stages=8),
        WarpgroupTile(64, 2, 2, tma_tiles=1),
    ),
    float16_cost,
    Where.GPU,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
