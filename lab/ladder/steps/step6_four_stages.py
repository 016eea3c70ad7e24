"""Step 6: as step 5 with four K tiles, three of them under way, to hide more of the latency."""

from __future__ import annotations

import sys

from gpu_unet.cuda.tensor_tile import TensorTile
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import engine, float16_cost, step_alone

CONTENDER = Contender(
    "6 mma.sync, 4 stages of cp.async",
    engine(
        TensorTile(128, 64, 4, 64, 4),
    ),
    float16_cost,
    Where.GPU,
    Needs.CP_ASYNC,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
