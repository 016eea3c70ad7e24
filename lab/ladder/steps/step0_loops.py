"""Before the steps: Python's own loops over every output value, timed on a slice."""

from __future__ import annotations

import sys

import numpy as np

from lab.ladder.measuring import SINGLE, Contender, Memory, Run, Where
from lab.ladder.steps.layer import ConvLayer, data_of, float32_cost, step_alone

SLICE_ROWS = 2  # of the first channel of the first image; the whole takes minutes a layer


def prepare(layer: ConvLayer, memory: Memory) -> Run:
    """One pass over the slice: for each pixel the sum of a window times the weights."""
    data = data_of(layer)
    height, width = layer.shape
    rows = min(SLICE_ROWS, height)
    x = np.pad(data.x[0], ((0, 0), (1, 1), (1, 1)))
    out = np.full((rows, width), np.nan, np.float32)

    def launch(stream: object) -> None:
        for row in range(rows):
            for col in range(width):
                window = x[:, row : row + 3, col : col + 3]
                out[row, col] = max(np.sum(window * data.weight[0]) + data.bias[0], 0)

    share = rows / (height * layer.channels_out * layer.batch)
    return Run(launch, lambda: out, data.expected[0, 0, :rows], SINGLE, share)


CONTENDER = Contender("0 loops in Python, from a slice", prepare, float32_cost, Where.HOST)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
