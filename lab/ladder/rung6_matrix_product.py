"""Rung 6, convolution as matrix product, for any height and width of the kernel.

What was slow: a kernel for each size, with redundant loads. The idea: every card is fast at matrix
products. Three ways to make one of a convolution, with the same product below: a sum of one 1x1
convolution per tap, which reads and writes the output once per tap (on a flat padded plane a tap is
a shift); `im2col`, which stores each window as a column; and implicit GEMM, which computes the
address of a window's value when it needs it.

`python -m lab.ladder.rung6_matrix_product`
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.place import divided
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.reference.layers import conv2d_as_matrix_products
from lab.ladder.measuring import Array, Contender, Cost, Memory, Run, Rung, Where, alone, torch_run

SIDE = 16  # threads of a block's side
EACH = 4  # rows and columns of a thread: 8 values loaded for 16 products
SUMS = EACH * EACH
TILE = SIDE * EACH  # of the product, both ways
DEPTH = 16  # of a K tile
# One more than a row has. A warp stores two columns of 16 rows: at most two threads meet on a bank,
# without the padding sixteen would.
A_ROW = TILE + 1
THREADS = SIDE * SIDE

Launcher = Callable[..., None]


@device_function
def plain(x, n, k, column, length, shift, unused_a, unused_b, unused_c):
    """The value of an image's matrix whose rows have `length` columns, `shift` columns on."""
    return x[n, k * length + column + shift]


@device_function
def windowed(x, n, k, column, kernel_height, kernel_width, height, width, out_width):
    """What row `k` (channel, tap row, tap column) has for output pixel `column`.

    height, width: of a padded plane of x.
    """
    line = divided(int32(k), kernel_width)
    c = divided(line, kernel_height)
    row = divided(int32(column), out_width)
    at_row = row + (line - c * kernel_height)
    at_col = (column - row * out_width) + (k - line * kernel_width)
    return x[n, (c * height + at_row) * width + at_col]


def make_product(load: Any, number: int) -> Launcher:
    """A launcher of `out[n] = a @ values[n]`, whose values `load` finds, or fetches on the way.

    Args:
        load: A device function: (x, image, k, column, five numbers of its own) to float32.
        number: One for each `load`: it names the kernel.
    """

    @device_kernel(
        "void(float32[:,::1], float32[:,::1], float32[:,:,::1], int32, int32, int32, int32, int32, "
        "int32)",
        threads=THREADS,
        made_from=number,
    )
    def product_kernel(a, x, out, accumulate, p, q, r, s, t):
        """A block computes 64 x 64 values, a thread 4 x 4 of them, 16 apart.

        a: float32 (O, K). x: float32 (N, values of an image). out: float32 (N, O, columns).
        accumulate: 1 adds to what is in `out`. p to t: for `load`.
        """
        a_tile = cuda.shared.array((DEPTH, A_ROW), float32)
        x_tile = cuda.shared.array((DEPTH, TILE), float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        thread = ty * SIDE + tx
        n = cuda.blockIdx.z
        o0 = cuda.blockIdx.y * TILE
        column0 = cuda.blockIdx.x * TILE
        acc = cuda.local.array(SUMS, float32)
        for i in range(SUMS):
            acc[i] = float32(0)
        for k0 in range(0, a.shape[1], DEPTH):
            for j in range(DEPTH * TILE // THREADS):
                at = thread + j * THREADS
                k = k0 + at % DEPTH
                o = o0 + at // DEPTH
                value = float32(0)
                if k < a.shape[1] and o < out.shape[1]:
                    value = a[o, k]
                a_tile[at % DEPTH, at // DEPTH] = value
                k = k0 + at // TILE
                column = column0 + at % TILE
                value = float32(0)
                if k < a.shape[1] and column < out.shape[2]:
                    value = load(x, n, k, column, p, q, r, s, t)
                x_tile[at // TILE, at % TILE] = value
            cuda.syncthreads()  # both tiles are there before anyone multiplies them
            for k in range(DEPTH):
                for i in range(EACH):
                    for j in range(EACH):
                        acc[i * EACH + j] += a_tile[k, ty + SIDE * i] * x_tile[k, tx + SIDE * j]
            cuda.syncthreads()  # everyone has read them before the next ones overwrite them
        for i in range(EACH):
            for j in range(EACH):
                o = o0 + ty + SIDE * i
                column = column0 + tx + SIDE * j
                if o < out.shape[1] and column < out.shape[2]:
                    value = acc[i * EACH + j]
                    if accumulate == 1:
                        value += out[n, o, column]
                    out[n, o, column] = value

    def product(
        a: Any, x: Any, out: Any, numbers: tuple[int, ...], *, add: bool = False, stream: Any
    ) -> None:
        """Enqueue it; `numbers` are at most five of `load`'s own."""
        count, rows, columns = out.shape
        grid = (-(-columns // TILE), -(-rows // TILE), count)
        filled = (*numbers, 0, 0, 0, 0, 0)[:5]
        product_kernel[grid, (SIDE, SIDE), stream](a, x, out, int(add), *filled)

    return product


matrix_product = make_product(plain, 1)
implicit_product = make_product(windowed, 2)


@device_kernel(
    "void(float32[:,::1], float32[:,:,::1], int32, int32, int32, int32, int32)", threads=THREADS
)
def im2col_kernel(x, out, kernel_height, kernel_width, height, width, out_width):
    """One thread per value of block (columns, k, image): each window becomes a column.

    x: float32 (N, C padded planes). out: float32 (N, C kernel_height kernel_width, pixels).
    """
    column = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    if column < out.shape[2]:
        n, k = cuda.blockIdx.z, cuda.blockIdx.y
        out[n, k, column] = windowed(
            x, n, k, column, kernel_height, kernel_width, height, width, out_width
        )


@dataclass(frozen=True, slots=True)
class AnyKernel:
    """A convolution that keeps the size: kernel height and width, zeros around as they ask for."""

    kernel_height: int
    kernel_width: int
    channels: int = 128
    channels_out: int = 128
    side: int = 128
    batch: int = 4

    @property
    def label(self) -> str:
        """As in the table."""
        return f"{self.kernel_height}x{self.kernel_width}"

    @property
    def padded(self) -> tuple[int, int]:
        """Height and width of a padded plane."""
        return self.side + self.kernel_height - 1, self.side + self.kernel_width - 1

    @property
    def depth(self) -> int:
        """Products of a sum: the K of the matrix product."""
        return self.channels * self.kernel_height * self.kernel_width


class KernelData(NamedTuple):
    """padded: float32 (N, C, height, width). weight: float32 (O, C, kh, kw). expected: float64."""

    padded: Array
    weight: Array
    expected: Array


@functools.lru_cache(maxsize=1)
def data_of(problem: AnyKernel) -> KernelData:
    """Random values; the padding is done before anything is timed, for all contenders alike."""
    rng = np.random.default_rng(0)
    side, kernel = problem.side, (problem.kernel_height, problem.kernel_width)
    x = rng.standard_normal((problem.batch, problem.channels, side, side), np.float32)
    weight = rng.standard_normal((problem.channels_out, problem.channels, *kernel), np.float32)
    around = [((size - 1) // 2, size // 2) for size in kernel]
    padded = np.pad(x, ((0, 0), (0, 0), *around))
    pixels = np.moveaxis(padded, 1, 3).astype(np.float64)
    return KernelData(padded, weight, np.moveaxis(conv2d_as_matrix_products(pixels, weight), 3, 1))


def numbers_of(problem: AnyKernel) -> tuple[int, ...]:
    """What `windowed` asks for."""
    return (problem.kernel_height, problem.kernel_width, *problem.padded, problem.side)


def sum_of_1x1(problem: AnyKernel, memory: Memory) -> Run:
    """A matrix product a tap, added up in the output, whose rows are as long as padded ones."""
    data = data_of(problem)
    height, width = problem.padded
    taps = [(ky, kx) for ky in range(problem.kernel_height) for kx in range(problem.kernel_width)]
    x = memory.place(data.padded.reshape(problem.batch, -1))
    weights = [memory.place(data.weight[:, :, ky, kx]) for ky, kx in taps]
    # The last row ends with its last pixel: behind it a tap would read the next channel.
    columns = (problem.side - 1) * width + problem.side
    out = memory.blank(problem.batch, problem.channels_out, columns)

    def launch(stream: Any) -> None:
        for index, (ky, kx) in enumerate(taps):
            numbers = (height * width, ky * width + kx)
            matrix_product(weights[index], x, out, numbers, add=index > 0, stream=stream)

    def result() -> Array:
        wide = np.pad(memory.fetch(out), ((0, 0), (0, 0), (0, width - problem.side)))
        return wide.reshape(*wide.shape[:2], problem.side, width)[..., : problem.side]

    return Run(launch, result, data.expected)


def _whole(problem: AnyKernel, memory: Memory, enqueue: Launcher) -> Run:
    """`enqueue` of (weights as one matrix, x, out, *, stream)."""
    data = data_of(problem)
    x = memory.place(data.padded.reshape(problem.batch, -1))
    weight = memory.place(data.weight.reshape(problem.channels_out, -1))
    out = memory.blank(problem.batch, problem.channels_out, problem.side**2)
    return Run(
        lambda stream: enqueue(weight, x, out, stream=stream),
        lambda: memory.fetch(out).reshape(data.expected.shape),
        data.expected,
    )


def by_im2col(problem: AnyKernel, memory: Memory) -> Run:
    """The windows written down, then one matrix product."""
    pixels, depth = problem.side**2, problem.depth
    windows = memory.blank(problem.batch, depth, pixels)
    grid = (-(-pixels // THREADS), depth, problem.batch)

    def enqueue(weight: Any, x: Any, out: Any, *, stream: Any) -> None:
        im2col_kernel[grid, THREADS, stream](x, windows, *numbers_of(problem))
        matrix = windows.reshape((problem.batch, depth * pixels))
        matrix_product(weight, matrix, out, (pixels, 0), stream=stream)

    return _whole(problem, memory, enqueue)


def implicit(problem: AnyKernel, memory: Memory) -> Run:
    """One matrix product that finds its values in the planes."""

    def enqueue(weight: Any, x: Any, out: Any, *, stream: Any) -> None:
        implicit_product(weight, x, out, numbers_of(problem), stream=stream)

    return _whole(problem, memory, enqueue)


def by_torch(problem: AnyKernel, memory: Memory) -> Run:
    """PyTorch's convolution of the padded planes."""
    import torch

    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = False
    data = data_of(problem)
    x, weight = torch.from_numpy(data.padded).cuda(), torch.from_numpy(data.weight).cuda()
    return torch_run(lambda: torch.nn.functional.conv2d(x, weight), data.expected)


def _values(problem: AnyKernel) -> tuple[int, int, int]:
    """(values read, values written, taps); the weights are few beside them."""
    pixels = problem.batch * problem.side**2
    taps = problem.kernel_height * problem.kernel_width
    return pixels * problem.channels, pixels * problem.channels_out, taps


def _flop(problem: AnyKernel) -> int:
    return 2 * _values(problem)[1] * problem.depth


def cost_of_sum(problem: AnyKernel) -> Cost:
    """Each tap reads the input; all but the first read the output before they write it."""
    read, written, taps = _values(problem)
    flop = _flop(problem) // taps
    first, other = Cost(4 * (read + written), flop), Cost(4 * (read + 2 * written), flop)
    return Cost.of_launches(first, *[other] * (taps - 1))


def cost_of_im2col(problem: AnyKernel) -> Cost:
    """The windows hold each input once a tap; they are written, then read."""
    read, written, taps = _values(problem)
    windows = taps * read
    return Cost.of_launches(
        Cost(4 * (read + windows), 0), Cost(4 * (windows + written), _flop(problem))
    )


def cost_once(problem: AnyKernel) -> Cost:
    """Each value once."""
    read, written, _ = _values(problem)
    return Cost(4 * (read + written), _flop(problem))


RUNG = Rung(
    name="ladder_6_matrix_product",
    title="Rung 6, convolution as matrix product",
    problems=(AnyKernel(3, 3), AnyKernel(1, 7), AnyKernel(7, 1), AnyKernel(5, 5)),
    tiny=(
        AnyKernel(2, 3, channels=3, channels_out=3, side=3, batch=1),
        AnyKernel(2, 1, channels=1, channels_out=17, side=2, batch=2),
    ),
    contenders=(
        Contender("a sum of 1x1 products", sum_of_1x1, cost_of_sum),
        Contender("im2col and one product", by_im2col, cost_of_im2col),
        Contender("implicit", implicit, cost_once),
        Contender("PyTorch", by_torch, cost_once, Where.TORCH),
    ),
    note=(
        "Batch 4, 128 to 128 channels at 128x128, float32 NCHW, no bias; bytes are those that each "
        "way has to move."
    ),
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
