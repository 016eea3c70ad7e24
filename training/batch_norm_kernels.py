"""Triton kernels of BatchNorm in training with ReLU behind it, for channels-last pictures.

Every plane is a matrix here: M rows (pixels of all pictures) of C channels, contiguous. Sums are
taken in float32 by a fixed number of programs, each of which leaves one partial sum a channel;
a small kernel then adds those up, always in the same order, so a run repeats itself bit for bit.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def partial_sums_kernel(
    x, running_mean, partial, M, C, P, BLOCK_M: tl.constexpr, BLOCK_C: tl.constexpr
):
    """Sum x - shift and its square; the shift keeps the square from losing the variance.

    x: (M, C).  running_mean: float32 (C,), the shift.  partial: float32 (2, C, P), written.
    Program (p, k) takes the tiles p, p + P, ... of rows, and the k-th block of channels.
    """
    program = tl.program_id(0)
    col = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    has_col = col < C
    shift = tl.load(running_mean + col, mask=has_col, other=0.0)
    first = tl.zeros((BLOCK_M, BLOCK_C), tl.float32)
    second = tl.zeros((BLOCK_M, BLOCK_C), tl.float32)
    for start in range(program * BLOCK_M, M, P * BLOCK_M):
        row = start + tl.arange(0, BLOCK_M)
        inside = (row < M)[:, None] & has_col[None, :]
        value = tl.load(x + row[:, None] * C + col[None, :], mask=inside, other=0.0)
        value = tl.where(inside, value.to(tl.float32) - shift[None, :], 0.0)
        first += value
        second += value * value
    at = col * P + program
    tl.store(partial + at, tl.sum(first, 0), mask=has_col)
    tl.store(partial + C * P + at, tl.sum(second, 0), mask=has_col)


@triton.jit
def finish_statistics_kernel(
    partial,
    gamma,
    beta,
    running_mean,
    running_var,
    seen,
    vectors,
    M,
    C,
    P,
    epsilon,
    momentum,
    BLOCK_P: tl.constexpr,
):
    """One program a channel: partial sums to mean, 1 / deviation, scale and offset.

    partial: float32 (2, C, P).  gamma, beta, running_mean, running_var: float32 (C,); the last
    two are moved on.  seen: int64 (1,), counted up.  vectors: float32 (4, C), written: mean,
    1 / deviation, a and b of y = x * a + b.
    """
    channel = tl.program_id(0)
    p = tl.arange(0, BLOCK_P)
    first = tl.sum(tl.load(partial + channel * P + p, mask=p < P, other=0.0), 0)
    second = tl.sum(tl.load(partial + (C + channel) * P + p, mask=p < P, other=0.0), 0)
    shift = tl.load(running_mean + channel)
    moved = first / M
    mean = shift + moved
    variance = tl.maximum(second / M - moved * moved, 0.0)
    rstd = 1.0 / tl.sqrt(variance + epsilon)
    a = tl.load(gamma + channel) * rstd
    b = tl.load(beta + channel) - mean * a
    tl.store(vectors + channel, mean)
    tl.store(vectors + C + channel, rstd)
    tl.store(vectors + 2 * C + channel, a)
    tl.store(vectors + 3 * C + channel, b)
    old = tl.load(running_var + channel)
    unbiased = variance * (M / (M - 1.0))
    tl.store(running_mean + channel, shift + momentum * moved)
    tl.store(running_var + channel, old + momentum * (unbiased - old))
    if channel == 0:
        tl.store(seen, tl.load(seen) + 1)


@triton.jit
def normalise_relu_kernel(x, vectors, y, M, C, P, BLOCK_M: tl.constexpr, BLOCK_C: tl.constexpr):
    """y = max(x * a + b, 0); not-a-number stays what it is.

    x, y: (M, C).  vectors: float32 (4, C).  Programs share the tiles as in the sums.
    """
    col = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    has_col = col < C
    a = tl.load(vectors + 2 * C + col, mask=has_col, other=0.0)[None, :]
    b = tl.load(vectors + 3 * C + col, mask=has_col, other=0.0)[None, :]
    for start in range(tl.program_id(0) * BLOCK_M, M, P * BLOCK_M):
        row = start + tl.arange(0, BLOCK_M)
        inside = (row < M)[:, None] & has_col[None, :]
        at = row[:, None] * C + col[None, :]
        z = tl.load(x + at, mask=inside, other=0.0).to(tl.float32) * a + b
        # Not maximum(): it would turn a diverged net's NaN into a calm 0.
        tl.store(y + at, tl.where(z <= 0.0, 0.0, z).to(y.dtype.element_ty), mask=inside)


@triton.jit
def partial_gradients_kernel(
    x, dy, vectors, partial, M, C, P, BLOCK_M: tl.constexpr, BLOCK_C: tl.constexpr
):
    """Sum dz and dz * (x - mean) / deviation, where dz is dy where ReLU let pass.

    x, dy: (M, C).  vectors: float32 (4, C).  partial: float32 (2, C, P), written.
    """
    program = tl.program_id(0)
    col = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    has_col = col < C
    mean = tl.load(vectors + col, mask=has_col, other=0.0)[None, :]
    rstd = tl.load(vectors + C + col, mask=has_col, other=0.0)
    a = tl.load(vectors + 2 * C + col, mask=has_col, other=0.0)[None, :]
    b = tl.load(vectors + 3 * C + col, mask=has_col, other=0.0)[None, :]
    first = tl.zeros((BLOCK_M, BLOCK_C), tl.float32)
    second = tl.zeros((BLOCK_M, BLOCK_C), tl.float32)
    for start in range(program * BLOCK_M, M, P * BLOCK_M):
        row = start + tl.arange(0, BLOCK_M)
        inside = (row < M)[:, None] & has_col[None, :]
        at = row[:, None] * C + col[None, :]
        value = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
        dz = tl.load(dy + at, mask=inside, other=0.0).to(tl.float32)
        dz = tl.where(value * a + b <= 0.0, 0.0, dz)
        first += dz
        second += dz * (value - mean)
    at = col * P + program
    tl.store(partial + at, tl.sum(first, 0), mask=has_col)
    tl.store(partial + C * P + at, tl.sum(second, 0) * rstd, mask=has_col)


@triton.jit
def finish_gradients_kernel(partial, vectors, gradients, factors, M, C, P, BLOCK_P: tl.constexpr):
    """One program a channel: partial sums to the parameters' gradients and dx's two factors.

    partial: float32 (2, C, P).  vectors: float32 (4, C).  gradients: float32 (2, C), written: of
    beta and gamma.  factors: float32 (2, C), written: dx = a * dz + f0 + f1 * (x - mean).
    """
    channel = tl.program_id(0)
    p = tl.arange(0, BLOCK_P)
    of_beta = tl.sum(tl.load(partial + channel * P + p, mask=p < P, other=0.0), 0)
    of_gamma = tl.sum(tl.load(partial + (C + channel) * P + p, mask=p < P, other=0.0), 0)
    rstd = tl.load(vectors + C + channel)
    a = tl.load(vectors + 2 * C + channel)
    tl.store(gradients + channel, of_beta)
    tl.store(gradients + C + channel, of_gamma)
    tl.store(factors + channel, -a * (of_beta / M))
    tl.store(factors + C + channel, -a * rstd * (of_gamma / M))


@triton.jit
def input_gradient_kernel(
    x, dy, vectors, factors, dx, M, C, P, BLOCK_M: tl.constexpr, BLOCK_C: tl.constexpr
):
    """dx = a * dz + f0 + f1 * (x - mean).

    x, dy, dx: (M, C).  vectors: float32 (4, C).  factors: float32 (2, C).
    """
    col = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    has_col = col < C
    mean = tl.load(vectors + col, mask=has_col, other=0.0)[None, :]
    a = tl.load(vectors + 2 * C + col, mask=has_col, other=0.0)[None, :]
    b = tl.load(vectors + 3 * C + col, mask=has_col, other=0.0)[None, :]
    f0 = tl.load(factors + col, mask=has_col, other=0.0)[None, :]
    f1 = tl.load(factors + C + col, mask=has_col, other=0.0)[None, :]
    for start in range(tl.program_id(0) * BLOCK_M, M, P * BLOCK_M):
        row = start + tl.arange(0, BLOCK_M)
        inside = (row < M)[:, None] & has_col[None, :]
        at = row[:, None] * C + col[None, :]
        value = tl.load(x + at, mask=inside, other=0.0).to(tl.float32)
        dz = tl.load(dy + at, mask=inside, other=0.0).to(tl.float32)
        dz = tl.where(value * a + b <= 0.0, 0.0, dz)
        out = a * dz + f0 + f1 * (value - mean)
        tl.store(dx + at, out.to(dx.dtype.element_ty), mask=inside)
