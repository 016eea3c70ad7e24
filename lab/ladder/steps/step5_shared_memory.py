"""Step 5: tensor cores fed from shared memory: one K tile is copied, the other multiplied.

To read beside it: `gpu_unet/cuda/kernels/conv_tensor.py`: `cp.async` in, `ldmatrix` out, and the
XOR that keeps banks apart.
"""

from __future__ import annotations

import sys

from gpu_unet.cuda.tensor_tile import TensorTile
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float16_cost, step_alone

CONTENDER = Contender(
    "5 mma.sync, shared memory, 2 stages",
    engine(
        TensorTile(128, 64, 4, 64, 2),
    ),
    float16_cost,
    Where.GPU,
    Needs.CP_ASYNC,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
