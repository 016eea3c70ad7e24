"""Step 12: all weights stay in shared memory, and each warpgroup has a tile of its own.

To read beside it: what `weight_stationary` turns on in `gpu_unet/cuda/kernels/conv_warpgroup.py`.
"""

from __future__ import annotations

import sys

from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float16_cost, step_alone

CONTENDER = Contender(
    "12 weight-stationary, a tile a warpgroup",
    engine(
        WarpgroupTile(
            64, 2, 3, tma_tiles=1, input_stages=6, weight_stages=9, weight_stationary=True
        ),
    ),
    float16_cost,
    Where.GPU,
    Needs.WGMMA,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
