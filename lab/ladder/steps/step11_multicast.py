"""Step 11: as step 10 in clusters of two blocks, which load half of the weights for both.

To read beside it: what `cluster > 1` does in `pairs.py`.
"""

from __future__ import annotations

import sys

from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import float16_cost, step_alone
from lab.ladder.steps.pairs import PairTile, pairs

CONTENDER = Contender(
    "11 weights multicast to pairs of blocks",
    pairs(PairTile(128, weight_stages=8, cluster=2), PairTile(64, cluster=2)),
    float16_cost,
    Where.GPU,
    Needs.WGMMA,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
