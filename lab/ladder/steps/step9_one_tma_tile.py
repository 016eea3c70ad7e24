"""Step 9: as step 8 with one TMA tile and its halo for all nine taps.

To read beside it: what `tma_tiles == 1` does to an operand's address in
`gpu_unet/cuda/kernels/conv_warpgroup.py`.
"""

from __future__ import annotations

import sys

from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float16_cost, step_alone

CONTENDER = Contender(
    "9 one TMA tile for all nine taps",
    engine(
        WarpgroupTile(128, 1, 2, tma_tiles=1, weight_stages=9),
        WarpgroupTile(64, 1, 2, tma_tiles=1),
    ),
    float16_cost,
    Where.GPU,
    Needs.WGMMA,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
