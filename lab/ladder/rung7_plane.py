"""Rung 7, one 1000x2000 plane under a 3x3 filter: nothing but memory.

What was slow: the shared-memory tile, which should have saved loads, took longer than the direct
kernel. The idea: count each version's memory traffic, one change at a time, and reuse values in a
thread's registers, without shared memory and barriers.

`python -m lab.ladder.rung7_plane`; the profiler's counters: `rung7_counters.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda, float32

from gpu_unet.cuda.launch import device_function, device_kernel
from lab.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, Where, alone, torch_run

# A blur that leans, so that a filter laid over the plane upside down is found out.
FILTER = np.array([1, 2, 1, 3, 5, 2, 1, 3, 2], np.float32) / np.float32(20)
BLOCK = (32, 8)  # columns x rows: a warp reads 128 bytes side by side
NOTEBOOK_TILE = 16  # a block's threads, and the inputs it shares; it stores two less a side
STORED = NOTEBOOK_TILE - 2
HALO_ROWS, HALO_COLUMNS = BLOCK[1] + 2, BLOCK[0] + 2
ROWS = 8  # that a thread of the running version computes, one below the other

_LOADED = "void(float32[:,::1], float32[::1], float32[:,::1])"
_GIVEN = f"void(float32[:,::1], {'float32, ' * 9}float32[:,::1])"


@device_function
def _at(x, row, col):
    """`x` at (row, col), zero outside."""
    value = float32(0)
    if row >= 0 and row < x.shape[0] and col >= 0 and col < x.shape[1]:
        value = x[row, col]
    return value


@device_function
def _of_plane(x, row, col, weight):
    """The filter laid over pixel (row, col) of the plane."""
    acc = float32(0)
    for ky in range(3):
        for kx in range(3):
            acc += _at(x, row + ky - 1, col + kx - 1) * weight[3 * ky + kx]
    return acc


@device_function
def _of_tile(tile, top, left, weight):
    """The filter laid over the 3x3 inputs of a tile that begin at (top, left)."""
    acc = float32(0)
    for ky in range(3):
        for kx in range(3):
            acc += tile[top + ky, left + kx] * weight[3 * ky + kx]
    return acc


@device_kernel(_LOADED, threads=256)
def plane_direct_kernel(x, weight, out):
    """One thread per pixel: nine inputs, nine weights, all loaded.

    x, out: float32 (H, W), zeros around. weight: float32 (9,). So for every kernel here.
    """
    col = cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x
    row = cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y
    if row < out.shape[0] and col < out.shape[1]:
        out[row, col] = _of_plane(x, row, col, weight)


@device_kernel(_LOADED, threads=256)
def plane_frozen_kernel(x, weight, out):
    """As the direct kernel, the filter by `cuda.const`: the compiler folds it into the code."""
    frozen = cuda.const.array_like(FILTER)
    col = cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x
    row = cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y
    if row < out.shape[0] and col < out.shape[1]:
        out[row, col] = _of_plane(x, row, col, frozen)


@device_kernel(_GIVEN, threads=256)
def plane_constant_kernel(x, a, b, c, d, e, f, g, h, i, out):
    """As the direct kernel, the weights as arguments: those lie in constant memory."""
    col = cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x
    row = cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y
    if row < out.shape[0] and col < out.shape[1]:
        out[row, col] = _of_plane(x, row, col, (a, b, c, d, e, f, g, h, i))


@device_kernel(_GIVEN, threads=256)
def plane_notebook_kernel(x, a, b, c, d, e, f, g, h, i, out):
    """The notebook's: 16 x 16 threads share their inputs, the inner 14 x 14 of them store."""
    tile = cuda.shared.array((NOTEBOOK_TILE, NOTEBOOK_TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col = cuda.blockIdx.x * STORED + tx - 1
    row = cuda.blockIdx.y * STORED + ty - 1
    tile[ty, tx] = _at(x, row, col)
    cuda.syncthreads()  # the tile is there before anyone reads a neighbour's input
    inner = tx >= 1 and tx <= STORED and ty >= 1 and ty <= STORED
    if inner and row < out.shape[0] and col < out.shape[1]:
        out[row, col] = _of_tile(tile, ty - 1, tx - 1, (a, b, c, d, e, f, g, h, i))


@device_kernel(_GIVEN, threads=256)
def plane_halo_kernel(x, a, b, c, d, e, f, g, h, i, out):
    """A tile of whole warps: 32 x 8 threads fetch 34 x 10 inputs, and all of them store."""
    tile = cuda.shared.array((HALO_ROWS, HALO_COLUMNS), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col0 = cuda.blockIdx.x * BLOCK[0]
    row0 = cuda.blockIdx.y * BLOCK[1]
    for tile_row in range(ty, HALO_ROWS, BLOCK[1]):
        for tile_col in range(tx, HALO_COLUMNS, BLOCK[0]):
            tile[tile_row, tile_col] = _at(x, row0 + tile_row - 1, col0 + tile_col - 1)
    cuda.syncthreads()  # the tile is there before anyone reads a neighbour's input
    if row0 + ty < out.shape[0] and col0 + tx < out.shape[1]:
        out[row0 + ty, col0 + tx] = _of_tile(tile, ty, tx, (a, b, c, d, e, f, g, h, i))


@device_kernel(_GIVEN, threads=256)
def plane_running_kernel(x, a, b, c, d, e, f, g, h, i, out):
    """One thread per column of 8 pixels: each row of three inputs is loaded once, used thrice.

    Input row r belongs to three output rows, whose sums go on from row to row:

        out[r - 1] = above + (g, h, i) . x[r]      complete: stored
        above      = here  + (d, e, f) . x[r]      becomes out[r]
        here       =         (a, b, c) . x[r]      becomes out[r + 1]

    No barrier and no tile: what a thread needs again it keeps, in these two sums.
    """
    col = cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x
    row0 = (cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y) * ROWS
    if row0 < out.shape[0] and col < out.shape[1]:
        above, here = float32(0), float32(0)  # of the output row before this one, and of this one
        for step in range(ROWS + 2):
            row = row0 + step - 1
            left = _at(x, row, col - 1)
            centre = _at(x, row, col)
            right = _at(x, row, col + 1)
            if step >= 2 and row - 1 < out.shape[0]:
                out[row - 1, col] = above + (left * g + centre * h + right * i)
            above = here + (left * d + centre * e + right * f)
            here = left * a + centre * b + right * c


@device_kernel(_GIVEN, threads=256)
def plane_inside_kernel(x, a, b, c, d, e, f, g, h, i, out):
    """As the running kernel, but whether a pixel lies outside is asked once a thread, not per load.

    Threads at the plane's edge do as before; the others, nearly all, load by one address and steps.
    """
    col = cuda.blockIdx.x * BLOCK[0] + cuda.threadIdx.x
    row0 = (cuda.blockIdx.y * BLOCK[1] + cuda.threadIdx.y) * ROWS
    height, width = x.shape
    inside = row0 > 0 and row0 + ROWS < height and col > 0 and col + 1 < width
    if row0 < height and col < width:
        above, here = float32(0), float32(0)
        if inside:
            for step in range(ROWS + 2):
                left = x[row0 + step - 1, col - 1]
                centre = x[row0 + step - 1, col]
                right = x[row0 + step - 1, col + 1]
                if step >= 2:
                    out[row0 + step - 2, col] = above + (left * g + centre * h + right * i)
                above = here + (left * d + centre * e + right * f)
                here = left * a + centre * b + right * c
        else:
            for step in range(ROWS + 2):
                row = row0 + step - 1
                left = _at(x, row, col - 1)
                centre = _at(x, row, col)
                right = _at(x, row, col + 1)
                if step >= 2 and row - 1 < height:
                    out[row - 1, col] = above + (left * g + centre * h + right * i)
                above = here + (left * d + centre * e + right * f)
                here = left * a + centre * b + right * c


@dataclass(frozen=True, slots=True)
class Plane:
    """One channel of so many pixels."""

    height: int
    width: int

    @property
    def label(self) -> str:
        """As in the table."""
        return f"{self.height}x{self.width}"

    def x(self) -> Array:
        """float32 (H, W)."""
        return np.random.default_rng(0).standard_normal((self.height, self.width), np.float32)

    def expected(self) -> Array:
        """float64 (H, W): the filter laid over every pixel, zeros around."""
        x = np.pad(self.x().astype(np.float64), 1)
        height, width = self.height, self.width
        found = np.zeros((height, width))
        for ky, kx in np.ndindex(3, 3):
            found += x[ky : ky + height, kx : kx + width] * FILTER[3 * ky + kx]
        return found


def in_blocks(
    kernel: Any, columns: int, rows: int, block: tuple[int, int] = BLOCK, *, given: bool = True
) -> Callable[[Plane, Memory], Run]:
    """Prepares `kernel`, a block of which stores `columns` x `rows` pixels.

    Its weights are `given` as nine arguments, or one array.
    """

    def prepare(plane: Plane, memory: Memory) -> Run:
        x, out = memory.place(plane.x()), memory.blank(plane.height, plane.width)
        weight = FILTER.tolist() if given else [memory.place(FILTER)]
        grid = (-(-plane.width // columns), -(-plane.height // rows))
        return Run(
            lambda stream: kernel[grid, block, stream](x, *weight, out),
            lambda: memory.fetch(out),
            plane.expected(),
        )

    return prepare


def by_torch(plane: Plane, memory: Memory) -> Run:
    """PyTorch's `conv2d` of one channel."""
    import torch

    x = torch.from_numpy(plane.x())[None, None].cuda()
    weight = torch.from_numpy(FILTER).reshape(1, 1, 3, 3).cuda()
    return torch_run(
        lambda: torch.nn.functional.conv2d(x, weight, padding=1)[0, 0], plane.expected()
    )


def cost(plane: Plane) -> Cost:
    """The plane is read once and written once; 18 FLOP a pixel."""
    pixels = plane.height * plane.width
    return Cost(nbytes=8 * pixels, flop=18 * pixels)


DIRECT, NOTEBOOK, TORCH = "direct", "the notebook's 16x16 tile, constant memory", "PyTorch"
PLANE = Plane(1000, 2000)
SQUARE = (NOTEBOOK_TILE, NOTEBOOK_TILE)
RUNG = Rung(
    name="ladder_7_plane",
    title="Rung 7, one plane",
    problems=(PLANE,),
    tiny=(Plane(9, 33), Plane(33, 66)),
    contenders=(
        Contender(DIRECT, in_blocks(plane_direct_kernel, *BLOCK, given=False), cost),
        Contender(
            "direct, filter frozen into the code",
            in_blocks(plane_frozen_kernel, *BLOCK, given=False),
            cost,
        ),
        Contender(
            "direct, filter in constant memory", in_blocks(plane_constant_kernel, *BLOCK), cost
        ),
        Contender(NOTEBOOK, in_blocks(plane_notebook_kernel, STORED, STORED, SQUARE), cost),
        Contender("32x8 tile with halo", in_blocks(plane_halo_kernel, *BLOCK), cost),
        Contender(
            "a column of 8 pixels a thread",
            in_blocks(plane_running_kernel, BLOCK[0], BLOCK[1] * ROWS),
            cost,
        ),
        Contender(
            "the same, the edge asked for once",
            in_blocks(plane_inside_kernel, BLOCK[0], BLOCK[1] * ROWS),
            cost,
        ),
        Contender(TORCH, by_torch, cost, Where.TORCH),
    ),
    original={
        (DIRECT, PLANE.label): "158 µs",
        (NOTEBOOK, PLANE.label): "183 µs",
        (TORCH, PLANE.label): "113 µs",
    },
    note=(
        "One float32 plane, which stays in the second-level cache between the launches of a graph "
        "where that is larger than 16 MB. The notebooks: RTX 4060 Laptop."
    ),
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
