"""Step 8: four warps multiply straight from shared memory, one thread loads by TMA.

To read beside it: `gpu_unet/cuda/kernels/conv_warpgroup.py`: the producer is the warp
behind the warpgroups, a consumer what waits for `input_full` and `weight_full`.
"""

from __future__ import annotations

import sys

from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float16_cost, step_alone

CONTENDER = Contender(
    "8 wgmma, TMA, 128 pixels",
    engine(
        WarpgroupTile(128, 1, 2, weight_stages=9),
        WarpgroupTile(64, 1, 2),
    ),
    float16_cost,
    Where.GPU,
    Needs.WGMMA,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
