"""Step 7: as step 5 with tiles that multiply each fetched byte twice as often."""

from __future__ import annotations

import sys

from gpu_unet.cuda.tensor_tile import TensorTile
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float16_cost, step_alone

CONTENDER = Contender(
    "7 mma.sync, larger tile",
    engine(
        TensorTile(256, 128, 4, 64, 3, 1),
        TensorTile(256, 64, 4, 64, 3, 1),
    ),
    float16_cost,
    Where.GPU,
    Needs.CP_ASYNC,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
