"""Tensor cores from Python: the ladder's first page, as a program.

`lab/ladder/notebooks.py` makes a notebook and a page of this file: comments below `# %% [markdown]`
are text, what stands below `# %%` is code. It needs NumPy and numba-cuda, nothing of this project.

`python -m lab.ladder.tensor_cores`; with NUMBA_ENABLE_CUDASIM=1 without a GPU.
"""

# %% [markdown]
# # Tensor cores from Python
#
# A tensor core multiplies two small matrices in one instruction. By its data sheet an H200 does
# 15 times as much arithmetic on tensor cores as in float32 without them. Numba has no function
# for them; people have asked for one [since 2020](https://github.com/numba/numba/issues/5899).
# You can reach them today, with Numba as it is:
#
# 1. An *intrinsic* is a Python function that tells Numba which code to emit for a call.
# 2. That code can be one line of *inline PTX*, the assembly language of NVIDIA's GPUs.
# 3. The line is `mma.sync`: 32 threads, a *warp*, multiply 16x16 by 16x8 values together.
#
# This page builds a kernel that multiplies one such tile, then one that multiplies matrices of
# any size, each checked against NumPy. It ends with what is different about `wgmma`, the
# instruction of Hopper. It needs `pip install "numba-cuda[cu13]"` (`[cu12]` with a driver older
# than CUDA 13) and nothing of this project. All facts about instructions come from NVIDIA's [PTX
# ISA](https://docs.nvidia.com/cuda/parallel-thread-execution/), chapters "Warp-level matrix
# instructions" and "Asynchronous warpgroup-level matrix instructions".
#
# | card | compute capability | instruction of this page |
# | --- | --- | --- |
# | T4, RTX 20 | 7.5 | `mma.sync.m16n8k8` |
# | A100, RTX 30, L4 and later | from 8.0 on | `mma.sync.m16n8k16` |
# | H100, H200 | 9.0 | the same; `wgmma` is twice as fast |
# | none | | NumPy in Numba's simulator: the same kernels, slowly |

# %%
import os
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import cuda, float32, uint32
from numba.cuda import types
from numba.cuda.extending import intrinsic

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
# %% [markdown]
# ## One instruction
#
# `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32` computes D = A B + C. A is 16x16 and B 16x8,
# in float16; C and D are 16x8, in float32. Each of the 32 threads holds a part of every matrix in
# its registers: its *fragment*. A register has 32 bits, so it holds two float16.
#
# The name says it part by part: `sync` has the threads of the warp wait for each other, `aligned`
# demands that all of them execute this very instruction; `m16n8k16` is the shape, 16 rows of A, 8
# columns of B, 16 values of K that each result sums over; `row.col` means that A is given by rows
# and B by columns, so that the two float16 of a register are neighbours along K; then come the
# types of D, A, B and C.
#
# The intrinsic has two parts. The signature says what goes in and what comes out: four sums, four
# registers of A, two of B; four sums. `codegen` emits the call. In the template `$0` to `$3` are
# the results. The constraints give each operand its kind, in order: `=f` is a float32 result, `0`
# to `3` mean "the same register as that result", `r` is a 32-bit integer.
#
# A T4 has `m16n8k8` only, half as deep. It takes the first half of the same registers, so two of
# them add up the same product.


# %%
def tensor_core(shape: str, a_count: int, b_count: int) -> Any:
    """The codegen of `mma.sync` of a shape whose fragments have so many registers."""
    f32, i32 = ir.FloatType(), ir.IntType(32)
    four = ir.LiteralStructType([f32] * 4)
    registers = [f"${8 + k}" for k in range(a_count + b_count)]
    template = (
        f"mma.sync.aligned.{shape}.row.col.f32.f16.f16.f32 {{$0, $1, $2, $3}}, "
        f"{{{', '.join(registers[:a_count])}}}, {{{', '.join(registers[a_count:])}}}, "
        "{$4, $5, $6, $7};"
    )
    constraints = ",".join(["=f"] * 4 + ["0", "1", "2", "3"] + ["r"] * len(registers))
    kind = ir.FunctionType(four, [f32] * 4 + [i32] * len(registers))

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        instruction = ir.InlineAsm(kind, template, constraints, side_effect=True)
        sums = builder.call(instruction, values)
        parts = [builder.extract_value(sums, k) for k in range(4)]
        return context.make_tuple(builder, signature.return_type, parts)

    return codegen


SUMS = types.UniTuple(types.float32, 4)
F, U = types.float32, types.uint32


@intrinsic
def mma_m16n8k16(typingctx, c0, c1, c2, c3, a0, a1, a2, a3, b0, b1):
    """Returns the four sums of a 16x16 by 16x8 product, added to c0 to c3."""
    return SUMS(F, F, F, F, U, U, U, U, U, U), tensor_core("m16n8k16", 4, 2)


@intrinsic
def mma_m16n8k8(typingctx, c0, c1, c2, c3, a0, a1, b0):
    """Returns the four sums of a 16x8 by 8x8 product, added to c0 to c3."""
    return SUMS(F, F, F, F, U, U, U), tensor_core("m16n8k8", 2, 1)


@cuda.jit(device=True)
def mma_in_halves(c0, c1, c2, c3, a0, a1, a2, a3, b0, b1):
    """`mma_m16n8k16` for compute capability 7.5: two instructions of half the depth."""
    c0, c1, c2, c3 = mma_m16n8k8(c0, c1, c2, c3, a0, a1, b0)
    return mma_m16n8k8(c0, c1, c2, c3, a2, a3, b1)


# %% [markdown]
# ## Who holds what
#
# Number the threads of a warp, its *lanes*, from 0 to 31. Of lane l let g = l // 4 and q = l % 4.
# The pictures show which lane holds which pair of values, and in which register. The first value
# of a pair is in the lower half of the register; sums are float32 and have a register each.
#
# ```text
# A: 16 rows x 16 values of K
#
#   k =     0,1   2,3   4,5   6,7    8,9  10,11 12,13 14,15
#         +------------------------+------------------------+
# row 0   |  l0    l1    l2    l3  |  l0    l1    l2    l3  |
# row 1   |  l4    l5    l6    l7  |  l4    l5    l6    l7  |
#   ..    |      register a0       |      register a2       |
# row 7   | l28   l29   l30   l31  | l28   l29   l30   l31  |
#         +------------------------+------------------------+
# row 8   |  l0    l1    l2    l3  |  l0    l1    l2    l3  |
#   ..    |      register a1       |      register a3       |
# row 15  | l28   l29   l30   l31  | l28   l29   l30   l31  |
#         +------------------------+------------------------+
#
# B: 16 values of K x 8 columns          C and D: 16 rows x 8 columns
#
#   n =      0     1    ..    7            n =     0,1   2,3   4,5   6,7
#         +---------------------+                +------------------------+
# k 0,1   |  l0    l4   ..  l28 |        row 0   |  l0    l1    l2    l3  |
# k 2,3   |  l1    l5   ..  l29 |          ..    |       c0 and c1        |
# k 4,5   |  l2    l6   ..  l30 |        row 7   | l28   l29   l30   l31  |
# k 6,7   |  l3    l7   ..  l31 |                +------------------------+
#         |     register b0     |        row 8   |  l0    l1    l2    l3  |
#         +---------------------+          ..    |       c2 and c3        |
# k 8,9   |  l0    l4   ..  l28 |        row 15  | l28   l29   l30   l31  |
#   ..    |     register b1     |                +------------------------+
# k 14,15 |  l3    l7   ..  l31 |
#         +---------------------+
# ```
#
# In words: lane l holds rows g and g + 8 of A at K values 2q, 2q + 1, 2q + 8 and 2q + 9; column g
# of B at the same K values; and of the result rows g and g + 8, columns 2q and 2q + 1.
#
# The simulator knows no PTX, so without a GPU the instruction is the function below. It is also
# the exact definition of the pictures: it collects the registers of all lanes and puts them in
# order.

# %%
_registers: dict[tuple[int, int], list[Any]] = {}  # of A and B, by warp and lane
_products: dict[int, npt.NDArray[np.float32]] = {}  # by warp


def mma_by_numpy(c0, c1, c2, c3, a0, a1, a2, a3, b0, b1):
    """`mma_m16n8k16` in the simulator; all lanes of the block call it."""
    warp, lane = divmod(cuda.threadIdx.x, 32)
    _registers[warp, lane] = [a0, a1, a2, a3, b0, b1]
    cuda.syncthreads()  # every lane has shown its registers
    if lane == 0:
        registers = np.array([_registers[warp, other] for other in range(32)], np.uint32)
        # Axes: g, q, register, half. Register r of A: rows from 8 (r % 2), K from 8 (r // 2) on.
        halves = registers.view(np.float16).reshape(8, 4, 6, 2).astype(np.float32)
        a = halves[:, :, :4].reshape(8, 4, 2, 2, 2).transpose(3, 0, 2, 1, 4).reshape(16, 16)
        b = halves[:, :, 4:].transpose(2, 1, 3, 0).reshape(16, 8)
        _products[warp] = a @ b
    cuda.syncthreads()  # the product is there
    g, q = divmod(lane, 4)
    d = _products[warp]
    upper, lower = d[g, 2 * q : 2 * q + 2], d[g + 8, 2 * q : 2 * q + 2]
    return c0 + upper[0], c1 + upper[1], c2 + lower[0], c3 + lower[1]


# %% [markdown]
# One table says which instruction a card gets, the deepest that it has.

# %%
INSTRUCTIONS = {(8, 0): mma_m16n8k16, (7, 5): mma_in_halves}  # since which capability


def deepest(capability: tuple[int, int]) -> Any:
    """The instruction for a card."""
    found = [mma for since, mma in INSTRUCTIONS.items() if capability >= since]
    if not found:
        raise RuntimeError(f"compute capability {capability} has no mma.sync of float16; 7.5 has")
    return found[0]


if SIMULATED:
    mma = mma_by_numpy
elif cuda.is_available():
    mma = deepest(cuda.get_current_device().compute_capability)
else:
    mma = mma_m16n8k16
# %% [markdown]
# ## One tile on one warp
#
# The kernel gets A and B as arrays of *pairs*: uint32, each two float16 that are neighbours along
# K. So B comes transposed, a row for each column; `view` makes pairs of a float16 array. Six loads
# fill the fragments, one instruction multiplies, four stores write the result.


# %%
def pairs(values: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
    """float16 (rows, K) as uint32 (rows, K / 2)."""
    return np.ascontiguousarray(values, np.float16).view(np.uint32)


@cuda.jit
def multiply_one_tile(a, b, c):
    """One warp computes C = A B.

    a: uint32 (16, 8): A, 16 rows of 16 float16. b: uint32 (8, 8): B transposed, 8 columns of 16.
    c: float32 (16, 8).
    """
    lane = cuda.threadIdx.x
    g = lane // 4
    q = lane % 4
    a0 = a[g, q]
    a1 = a[g + 8, q]
    a2 = a[g, q + 4]
    a3 = a[g + 8, q + 4]
    b0 = b[g, q]
    b1 = b[g, q + 4]
    zero = float32(0)
    c0, c1, c2, c3 = mma(zero, zero, zero, zero, a0, a1, a2, a3, b0, b1)
    c[g, 2 * q] = c0
    c[g, 2 * q + 1] = c1
    c[g + 8, 2 * q] = c2
    c[g + 8, 2 * q + 1] = c3


def check_one_tile() -> float:
    """Multiply random matrices and compare with NumPy; returns the largest difference."""
    rng = np.random.default_rng(0)
    a = rng.standard_normal((16, 16)).astype(np.float16)
    b = rng.standard_normal((16, 8)).astype(np.float16)
    c = np.full((16, 8), np.nan, np.float32)
    multiply_one_tile[1, 32](pairs(a), pairs(b.T), c)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(c, expected, rtol=0, atol=1e-5)
    return float(np.abs(c - expected).max())


# %%
if __name__ == "__main__":
    print(f"one tile differs from NumPy by at most {check_one_tile():.1e}")
# %% [markdown]
# float16 goes in, but products and sums are float32: the difference is that of float32's
# rounding.
#
# ## A matrix product
#
# A kernel for whole matrices gives each block of 128 threads a 64x64 piece of C and walks along
# K. The block copies 32 values of K of A and B into shared memory, and its four warps multiply
# from there. A warp holds 2x4 results of 16x8, so it uses each fragment of A four times and each
# fragment of B twice:
#
# ```text
#            64 columns                       a tile in shared memory
#        +--------+--------+                  +----------------+----+
#   64   | warp 0 | warp 1 |  32 x 32 each:   | 16 pairs of K  | 4  |  64 rows of A,
#  rows  +--------+--------+  2 x 4 products  |                |    |  64 columns of B
#        | warp 2 | warp 3 |                  +----------------+----+
#        +--------+--------+                                   unused
# ```
#
# The four unused words at the end of each row matter. Shared memory has 32 banks of 4 bytes, and
# lanes that read different words of one bank wait for each other. Lane (g, q) reads word 20 g +
# q: modulo 32 that is a different bank for each of the 32 lanes. With rows of 16 words four lanes
# would share one.

# %%
SIDE = 64  # rows and columns of C that a block computes
DEPTH = 16  # pairs of K in shared memory at a time
PITCH = DEPTH + 4  # words from one row to the next
THREADS = 128


@cuda.jit
def multiply_matrices(a, b, c):
    """A block computes 64 x 64 of C = A B.

    a: uint32 (M, K / 2): A in pairs. b: uint32 (N, K / 2): B transposed, in pairs.
    c: float32 (M, N). M and N are multiples of 64, K of 32. Grid: (N / 64, M / 64).
    """
    tile_a = cuda.shared.array((SIDE, PITCH), uint32)
    tile_b = cuda.shared.array((SIDE, PITCH), uint32)
    thread = cuda.threadIdx.x
    row0 = cuda.blockIdx.y * SIDE
    column0 = cuda.blockIdx.x * SIDE
    warp = thread // 32
    warp_row = warp // 2 * 32
    warp_column = warp % 2 * 32
    g = thread % 32 // 4
    q = thread % 4

    acc = cuda.local.array((2, 4, 4), float32)  # constant indices only: it stays in registers
    for i in range(2):
        for j in range(4):
            for part in range(4):
                acc[i, j, part] = float32(0)

    for k0 in range(0, a.shape[1], DEPTH):
        cuda.syncthreads()  # every warp is done with the tiles before
        for i in range(thread, SIDE * DEPTH, THREADS):
            row = i // DEPTH
            pair = i % DEPTH
            tile_a[row, pair] = a[row0 + row, k0 + pair]
            tile_b[row, pair] = b[column0 + row, k0 + pair]
        cuda.syncthreads()  # the tiles are complete
        for k in range(0, DEPTH, 8):  # 16 values of K an instruction
            fragments = cuda.local.array((2, 4), uint32)  # of A, each for four products
            for i in range(2):
                upper = warp_row + 16 * i + g
                fragments[i, 0] = tile_a[upper, k + q]
                fragments[i, 1] = tile_a[upper + 8, k + q]
                fragments[i, 2] = tile_a[upper, k + q + 4]
                fragments[i, 3] = tile_a[upper + 8, k + q + 4]
            for j in range(4):
                n = warp_column + 8 * j + g
                b0 = tile_b[n, k + q]  # a fragment of B, for two products
                b1 = tile_b[n, k + q + 4]
                for i in range(2):
                    a0, a1 = fragments[i, 0], fragments[i, 1]
                    a2, a3 = fragments[i, 2], fragments[i, 3]
                    c0, c1, c2, c3 = acc[i, j, 0], acc[i, j, 1], acc[i, j, 2], acc[i, j, 3]
                    c0, c1, c2, c3 = mma(c0, c1, c2, c3, a0, a1, a2, a3, b0, b1)
                    acc[i, j, 0], acc[i, j, 1], acc[i, j, 2], acc[i, j, 3] = c0, c1, c2, c3

    for i in range(2):
        for j in range(4):
            row = row0 + warp_row + 16 * i + g
            column = column0 + warp_column + 8 * j + 2 * q
            c[row, column] = acc[i, j, 0]
            c[row, column + 1] = acc[i, j, 1]
            c[row + 8, column] = acc[i, j, 2]
            c[row + 8, column + 1] = acc[i, j, 3]


# %% [markdown]
# The check takes several blocks and steps along K, in the simulator one block and two steps. The
# clock, which needs a GPU, takes 2048x2048 matrices: the median of ten launches between two events.


# %%
def check_matrices(rows: int, columns: int, depth: int) -> float:
    """Multiply random matrices and compare with NumPy; returns the largest difference."""
    rng = np.random.default_rng(0)
    a = rng.standard_normal((rows, depth)).astype(np.float16)
    b = rng.standard_normal((depth, columns)).astype(np.float16)
    c = np.full((rows, columns), np.nan, np.float32)
    multiply_matrices[(columns // SIDE, rows // SIDE), THREADS](pairs(a), pairs(b.T), c)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(c, expected, rtol=0, atol=1e-4 * depth**0.5)
    return float(np.abs(c - expected).max())


def tflops(side: int = 2048) -> float:
    """The rate of a product of two (side, side) matrices."""
    a, b = (cuda.to_device(np.ones((side, side // 2), np.uint32)) for _ in range(2))
    c = cuda.device_array((side, side), np.float32)
    milliseconds = []
    for _ in range(11):  # the first compiles and warms up
        start, end = cuda.event(), cuda.event()
        start.record()
        multiply_matrices[(side // SIDE, side // SIDE), THREADS](a, b, c)
        end.record()
        end.synchronize()
        milliseconds.append(cuda.event_elapsed_time(start, end))
    return 2 * side**3 / float(np.median(milliseconds[1:])) / 1e9


# %%
if __name__ == "__main__":
    shape = (64, 64, 64) if SIMULATED else (192, 128, 256)
    print(f"matrices differ from NumPy by at most {check_matrices(*shape):.1e}")
    if SIMULATED:
        print("No clock: the simulator runs kernels as Python.")
    else:
        print(f"{tflops():.1f} TFLOP/s")
# %% [markdown]
# ## What the library's kernel adds
#
# `gpu_unet/cuda/kernels/conv_tensor.py` multiplies with the same instruction, for convolutions.
# Three things make it fast, together step 5 of [rung 1](README.md#the-steps):
#
# - **`ldmatrix`** reads a fragment of A, all four registers, in one instruction. Lane l gives the
#   address of one row of 16 bytes; the hardware hands the values to the lanes that need them. It
#   is there from 7.5 on.
# - **`cp.async`** copies 16 bytes from global to shared memory past the registers, while the
#   warps multiply what came before. Two tiles in shared memory are enough: one is copied while the
#   other is multiplied. From 8.0 on.
# - **A swizzle** in place of the unused words: vector v of row r lies at v XOR (r modulo 8). It
#   costs no memory, and copies and `ldmatrix` both read without conflicts.
#
# All inline PTX of the library is in one file, `gpu_unet/cuda/ptx.py`.
#
# ## What is different about wgmma
#
# Hopper's tensor cores reach their rate only through `wgmma.mma_async`: in rung 1 the same
# convolution takes 52 µs at best with `mma.sync` and 28 µs with `wgmma`. Six things change:
#
# | | `mma.sync` | `wgmma.mma_async` |
# | --- | --- | --- |
# | who | a warp, 32 threads | a *warpgroup*, 128 threads: four warps together |
# | shape | 16 x 8 x 16 | 64 x N x 16, N a multiple of 8 up to 256 |
# | A and B | in registers | in shared memory; A may be in registers |
# | how they are named | by the registers | by a 64-bit *descriptor*: address, strides, swizzle |
# | when | the result is there | later: `fence`, multiply, `commit_group`, `wait_group` |
# | where | 7.5 and later | 9.0 alone, target `sm_90a` |
#
# The result is laid out as above: warp w of the warpgroup holds rows 16 w to 16 w + 15, and each
# 8 columns are one `mma.sync` fragment. A thread has N / 2 sums, and the inline PTX names them
# all:
#
# ```text
# wgmma.fence.sync.aligned;
# wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
#     {64 registers}, descriptor_a, descriptor_b, p, 1, 1, 0, 0;
# wgmma.commit_group.sync.aligned;
# wgmma.wait_group.sync.aligned 0;
# ```
#
# - `p` is a predicate: false starts a new sum, true adds to the old one.
# - `1, 1` are the signs of A and B, `0, 0` say that both are stored along K.
# - The registers must pass through `wait_group` as operands, or the compiler reads them too
#   early. `wgmma_wait_all` in `ptx.py` does so.
#
# Shared memory is filled by **TMA**, the tensor memory accelerator. The host describes an array
# once (`cuTensorMapEncodeTiled`, 128 bytes); then one thread asks for a whole tile with one
# `cp.async.bulk.tensor`. The hardware computes the addresses, writes zeros outside the array and
# swizzles as the descriptor says. An **mbarrier** counts the bytes that have arrived: threads
# that wait for it need no `syncthreads`. So a block splits into one producer warp, which asks for
# tiles, and consumer warpgroups, which multiply: `gpu_unet/cuda/kernels/conv_warpgroup.py`.
#
# ## Go on
#
# - [The ladder](README.md): nine rungs from plain loops to the whole network, each measured, each
#   a notebook too.
# - [The library](../../gpu_unet/README.md), whose kernels these are, and [the tests of its
#   kernels](../../tests/gpu_unet/README.md).
