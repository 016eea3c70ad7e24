"""Step 10: as step 9 with two 64-pixel tiles a warpgroup; `setmaxnreg` moves registers to them.

To read beside it: `pairs.py`.
"""

from __future__ import annotations

import sys

from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import float16_cost, step_alone
from lab.ladder.steps.pairs import PairTile, pairs

CONTENDER = Contender(
    "10 256 pixels, setmaxnreg",
    pairs(PairTile(128, weight_stages=8), PairTile(64)),
    float16_cost,
    Where.GPU,
    Needs.WGMMA,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
