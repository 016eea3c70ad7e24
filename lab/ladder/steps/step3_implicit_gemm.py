"""Step 3: implicit GEMM: the im2col matrix is never stored; each thread sums an 8x8 tile.

To read beside it: `gpu_unet/cuda/kernels/conv_float32.py`, from `for k_tile` on; `multiply` is
`outer_products` of `gpu_unet/cuda/ptx.py`.
"""

from __future__ import annotations

import sys

from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float32_cost, step_alone

CONTENDER = Contender(
    "3 implicit GEMM, 8x8 sums a thread, float32",
    engine(
        FloatTile(128, 128),
        FloatTile(64, 64),
    ),
    float32_cost,
    Where.GPU,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
