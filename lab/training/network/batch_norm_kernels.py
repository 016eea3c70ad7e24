"""Triton kernels of BatchNorm in training with its activation, for channels-last pictures.

Every plane is a matrix here: m rows (pixels of all pictures) of c channels, contiguous. Sums are
taken in float32 by a fixed number of programs, each of which leaves one partial sum a channel;
a small kernel then adds those up, always in the same order, so a run repeats itself bit for bit.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def partial_sums_kernel(
    x, running_mean, partial, m, c, p, block_m: tl.constexpr, block_c: tl.constexpr
):
    """Sum x - shift and its square; the shift keeps the square from losing the variance.

    x: (m, c).  running_mean: float32 (c,), the shift.  partial: float32 (2, c, p), written.
    Program (i, k) takes the tiles i, i + p, ... of rows, and the k-th block of channels.
    """
    program = tl.program_id(0)
    col = tl.program_id(1) * block_c + tl.arange(0, block_c)
    has_col = col < c
    shift = tl.load(running_mean + col, mask=has_col, other=0.0)
    first = tl.zeros((block_m, block_c), tl.float32)
    second = tl.zeros((block_m, block_c), tl.float32)
    for start in range(program * block_m, m, p * block_m):
        row = start + tl.arange(0, block_m)
        inside = (row < m)[:, None] & has_col[None, :]
        value = tl.load(x + row[:, None] * c + col[None, :], mask=inside, other=0.0)
        value = tl.where(inside, value.to(tl.float32) - shift[None, :], 0.0)
        first += value
        second += value * value
    at = col * p + program
    tl.store(partial + at, tl.sum(first, 0), mask=has_col)
    tl.store(partial + c * p + at, tl.sum(second, 0), mask=has_col)


@triton.jit
def finish_statistics_kernel(
    partial,
    gamma,
    beta,
    running_mean,
    running_var,
    seen,
    vectors,
    m,
    c,
    p,
    epsilon,
    momentum,
    block_p: tl.constexpr,
):
    """One program a channel: partial sums to mean, 1 / deviation, scale and offset.

    partial: float32 (2, c, p).  gamma, beta, running_mean, running_var: float32 (c,); the last
    two are moved on.  seen: int64 (1,), counted up.  vectors: float32 (4, c), written: mean,
    1 / deviation, a and b of y = x * a + b.
    """
    channel = tl.program_id(0)
    index = tl.arange(0, block_p)
    first = tl.sum(tl.load(partial + channel * p + index, mask=index < p, other=0.0), 0)
    second = tl.sum(tl.load(partial + (c + channel) * p + index, mask=index < p, other=0.0), 0)
    shift = tl.load(running_mean + channel)
    moved = first / m
    mean = shift + moved
    variance = tl.maximum(second / m - moved * moved, 0.0)
    rstd = 1.0 / tl.sqrt(variance + epsilon)
    a = tl.load(gamma + channel) * rstd
    b = tl.load(beta + channel) - mean * a
    tl.store(vectors + channel, mean)
    tl.store(vectors + c + channel, rstd)
    tl.store(vectors + 2 * c + channel, a)
    tl.store(vectors + 3 * c + channel, b)
    old = tl.load(running_var + channel)
    unbiased = variance * (m / (m - 1.0))
    tl.store(running_mean + channel, shift + momentum * moved)
    tl.store(running_var + channel, old + momentum * (unbiased - old))
    if channel == 0:
        tl.store(seen, tl.load(seen) + 1)


@triton.jit
def normalise_kernel(
    x, vectors, y, low, high, m, c, p, block_m: tl.constexpr, block_c: tl.constexpr
):
    """Write y = x * a + b, kept within low and high; not-a-number stays what it is.

    x, y: (m, c).  vectors: float32 (4, c).  Programs share the tiles as in the sums.
    """
    col = tl.program_id(1) * block_c + tl.arange(0, block_c)
    has_col = col < c
    a = tl.load(vectors + 2 * c + col, mask=has_col, other=0.0)[None, :]
    b = tl.load(vectors + 3 * c + col, mask=has_col, other=0.0)[None, :]
    for start in range(tl.program_id(0) * block_m, m, p * block_m):
        row = start + tl.arange(0, block_m)
        inside = (row < m)[:, None] & has_col[None, :]
        at = row[:, None] * c + col[None, :]
        z = tl.load(x + at, mask=inside, other=0.0).to(tl.float32) * a + b
        # Not maximum(): it would turn a diverged net's NaN into a calm 0.
        z = tl.where(z <= low, low, tl.where(z >= high, high, z))
        tl.store(y + at, z.to(y.dtype.element_ty), mask=inside)


@triton.jit
def partial_gradients_kernel(
    x, dy, vectors, partial, low, high, m, c, p, block_m: tl.constexpr, block_c: tl.constexpr
):
    """Sum dz and dz * (x - mean) / deviation, where dz is dy where x * a + b lay between bounds.

    x, dy: (m, c).  vectors: float32 (4, c).  partial: float32 (2, c, p), written.
    """
    program = tl.program_id(0)
    col = tl.program_id(1) * block_c + tl.arange(0, block_c)
    has_col = col < c
    mean = tl.load(vectors + col, mask=has_col, other=0.0)[None, :]
    rstd = tl.load(vectors + c + col, mask=has_col, other=0.0)
    a = tl.load(vectors + 2 * c + col, mask=has_col, other=0.0)[None, :]
    b = tl.load(vectors + 3 * c + col, mask=has_col, other=0.0)[None, :]
    first = tl.zeros((block_m, block_c), tl.float32)
    second = tl.zeros((block_m, block_c), tl.float32)
    for start in range(program * block_m, m, p * block_m):
        row = start + tl.arange(0, block_m)
        inside = (row < m)[:, None] & has_col[None, :]
        at = row[:, None] * c + col[None, :]
        value = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
        dz = tl.load(dy + at, mask=inside, other=0.0).to(tl.float32)
        z = value * a + b
        dz = tl.where((z <= low) | (z >= high), 0.0, dz)
        first += dz
        second += dz * (value - mean)
    at = col * p + program
    tl.store(partial + at, tl.sum(first, 0), mask=has_col)
    tl.store(partial + c * p + at, tl.sum(second, 0) * rstd, mask=has_col)


@triton.jit
def finish_gradients_kernel(partial, vectors, gradients, factors, m, c, p, block_p: tl.constexpr):
    """One program a channel: partial sums to the parameters' gradients and dx's two factors.

    partial: float32 (2, c, p).  vectors: float32 (4, c).  gradients: float32 (2, c), written: of
    beta and gamma.  factors: float32 (2, c), written: dx = a * dz + f0 + f1 * (x - mean).
    """
    channel = tl.program_id(0)
    index = tl.arange(0, block_p)
    of_beta = tl.sum(tl.load(partial + channel * p + index, mask=index < p, other=0.0), 0)
    of_gamma = tl.sum(tl.load(partial + (c + channel) * p + index, mask=index < p, other=0.0), 0)
    rstd = tl.load(vectors + c + channel)
    a = tl.load(vectors + 2 * c + channel)
    tl.store(gradients + channel, of_beta)
    tl.store(gradients + c + channel, of_gamma)
    tl.store(factors + channel, -a * (of_beta / m))
    tl.store(factors + c + channel, -a * rstd * (of_gamma / m))


@triton.jit
def input_gradient_kernel(
    x, dy, vectors, factors, dx, low, high, m, c, p, block_m: tl.constexpr, block_c: tl.constexpr
):
    """Write dx = a * dz + f0 + f1 * (x - mean).

    x, dy, dx: (m, c).  vectors: float32 (4, c).  factors: float32 (2, c).
    """
    col = tl.program_id(1) * block_c + tl.arange(0, block_c)
    has_col = col < c
    mean = tl.load(vectors + col, mask=has_col, other=0.0)[None, :]
    a = tl.load(vectors + 2 * c + col, mask=has_col, other=0.0)[None, :]
    b = tl.load(vectors + 3 * c + col, mask=has_col, other=0.0)[None, :]
    f0 = tl.load(factors + col, mask=has_col, other=0.0)[None, :]
    f1 = tl.load(factors + c + col, mask=has_col, other=0.0)[None, :]
    for start in range(tl.program_id(0) * block_m, m, p * block_m):
        row = start + tl.arange(0, block_m)
        inside = (row < m)[:, None] & has_col[None, :]
        at = row[:, None] * c + col[None, :]
        value = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
        dz = tl.load(dy + at, mask=inside, other=0.0).to(tl.float32)
        z = value * a + b
        dz = tl.where((z <= low) | (z >= high), 0.0, dz)
        out = a * dz + f0 + f1 * (value - mean)
        tl.store(dx + at, out.to(dx.dtype.element_ty), mask=inside)
