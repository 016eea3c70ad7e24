"""Step 11: as step 10 in clusters of two blocks, which load half of the weights for both."""

from __future__ import annotations

import sys

from benchmarks.ladder.measuring import Contender, Where
from benchmarks.ladder.steps.layer import engine, float16_cost, step_alone
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile

CONTENDER = Contender(
    "11 weights multicast to pairs of blocks",
    engine(
        WarpgroupTile(128, 2, 2, tma_tiles=1, weight_stages=8, cluster=2),
        WarpgroupTile(64, 2, 2, tma_tiles=1, cluster=2),
    ),
    float16_cost,
    Where.GPU,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
