"""Triton kernels that halve and double channels-last planes, forwards and backwards.

One program takes a tile of pixels of the smaller plane and a block of channels. Pixels of all
pictures are numbered through: as both sides are doubled, small pixel q stands over the large pixels
2 * (q // w) * 2w + 2 * (q % w) and its three neighbours, whatever picture it is of.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def halve_kernel(x, out, m, w, c, block_m: tl.constexpr, block_c: tl.constexpr):
    """Largest of every 2x2 pixels; not-a-number wins.

    x: (4m, c).  out: (m, c).  w: width of `out`.
    """
    q = (tl.program_id(0) * block_m + tl.arange(0, block_m))[:, None]
    col = (tl.program_id(1) * block_c + tl.arange(0, block_c))[None, :]
    inside = (q < m) & (col < c)
    at = (q // w * 4 * w + q % w * 2) * c + col
    v00 = tl.load(x + at, mask=inside, other=0.0)
    v01 = tl.load(x + at + c, mask=inside, other=0.0)
    v10 = tl.load(x + at + 2 * w * c, mask=inside, other=0.0)
    v11 = tl.load(x + at + (2 * w + 1) * c, mask=inside, other=0.0)
    above = tl.maximum(v00, v01, propagate_nan=tl.PropagateNan.ALL)
    below = tl.maximum(v10, v11, propagate_nan=tl.PropagateNan.ALL)
    largest = tl.maximum(above, below, propagate_nan=tl.PropagateNan.ALL)
    tl.store(out + q * c + col, largest, mask=inside)


@triton.jit
def halve_gradient_kernel(
    x, of_skip, of_halved, dx, m, w, c, skip_stride, block_m: tl.constexpr, block_c: tl.constexpr
):
    """Gradient of a plane that was both halved and kept: the first largest of four gets more.

    x, dx: (4m, c).  of_skip: (4m, c), `skip_stride` values from pixel to pixel.  of_halved: (m, c).
    """
    q = (tl.program_id(0) * block_m + tl.arange(0, block_m))[:, None]
    col = (tl.program_id(1) * block_c + tl.arange(0, block_c))[None, :]
    inside = (q < m) & (col < c)
    pixel = q // w * 4 * w + q % w * 2
    at = pixel * c + col
    v00 = tl.load(x + at, mask=inside, other=0.0)
    v01 = tl.load(x + at + c, mask=inside, other=0.0)
    v10 = tl.load(x + at + 2 * w * c, mask=inside, other=0.0)
    v11 = tl.load(x + at + (2 * w + 1) * c, mask=inside, other=0.0)
    halved = tl.load(of_halved + q * c + col, mask=inside, other=0.0).to(tl.float32)
    largest = tl.maximum(tl.maximum(v00, v01), tl.maximum(v10, v11))
    is00 = v00 == largest
    is01 = (v01 == largest) & ~is00
    is10 = (v10 == largest) & ~(is00 | is01)
    is11 = ~(is00 | is01 | is10)
    skip = of_skip + pixel * skip_stride + col
    d00 = tl.load(skip, mask=inside, other=0.0).to(tl.float32)
    d01 = tl.load(skip + skip_stride, mask=inside, other=0.0).to(tl.float32)
    d10 = tl.load(skip + 2 * w * skip_stride, mask=inside, other=0.0).to(tl.float32)
    d11 = tl.load(skip + (2 * w + 1) * skip_stride, mask=inside, other=0.0).to(tl.float32)
    kind = dx.dtype.element_ty
    tl.store(dx + at, (d00 + tl.where(is00, halved, 0.0)).to(kind), mask=inside)
    tl.store(dx + at + c, (d01 + tl.where(is01, halved, 0.0)).to(kind), mask=inside)
    tl.store(dx + at + 2 * w * c, (d10 + tl.where(is10, halved, 0.0)).to(kind), mask=inside)
    tl.store(dx + at + (2 * w + 1) * c, (d11 + tl.where(is11, halved, 0.0)).to(kind), mask=inside)


@triton.jit
def _blended_row(x, row, left, here, right, col, c, inside):
    """A row's pixel blended with its left and its right neighbour, a quarter of each."""
    before = tl.load(x + (row + left) * c + col, mask=inside, other=0.0).to(tl.float32)
    middle = tl.load(x + (row + here) * c + col, mask=inside, other=0.0).to(tl.float32)
    after = tl.load(x + (row + right) * c + col, mask=inside, other=0.0).to(tl.float32)
    return 0.75 * middle + 0.25 * before, 0.75 * middle + 0.25 * after


@triton.jit
def double_beside_kernel(x, skip, out, m, h, w, c, block_m: tl.constexpr, block_c: tl.constexpr):
    """Bilinear doubling (pixel centres at halves), written behind the skip's channels.

    x: (m, c).  skip: (4m, c).  out: (4m, 2c), written: skip, then doubled x.  h, w: sides of x.
    """
    q = (tl.program_id(0) * block_m + tl.arange(0, block_m))[:, None]
    col = (tl.program_id(1) * block_c + tl.arange(0, block_c))[None, :]
    inside = (q < m) & (col < c)
    i = q // w % h
    j = q % w
    row = q - j
    above = tl.where(i > 0, row - w, row)  # beyond the edge stands the edge
    below = tl.where(i < h - 1, row + w, row)
    left = tl.maximum(j - 1, 0)
    right = tl.minimum(j + 1, w - 1)
    above_l, above_r = _blended_row(x, above, left, j, right, col, c, inside)
    here_l, here_r = _blended_row(x, row, left, j, right, col, c, inside)
    below_l, below_r = _blended_row(x, below, left, j, right, col, c, inside)
    pixel = q // w * 4 * w + j * 2
    kind = out.dtype.element_ty
    at = out + pixel * 2 * c + c + col
    down = 4 * w * c
    tl.store(at, (0.75 * here_l + 0.25 * above_l).to(kind), mask=inside)
    tl.store(at + 2 * c, (0.75 * here_r + 0.25 * above_r).to(kind), mask=inside)
    tl.store(at + down, (0.75 * here_l + 0.25 * below_l).to(kind), mask=inside)
    tl.store(at + down + 2 * c, (0.75 * here_r + 0.25 * below_r).to(kind), mask=inside)
    at = out + pixel * 2 * c + col
    kept = skip + pixel * c + col
    tl.store(at, tl.load(kept, mask=inside), mask=inside)
    tl.store(at + 2 * c, tl.load(kept + c, mask=inside), mask=inside)
    tl.store(at + down, tl.load(kept + 2 * w * c, mask=inside), mask=inside)
    tl.store(at + down + 2 * c, tl.load(kept + (2 * w + 1) * c, mask=inside), mask=inside)


@triton.jit
def double_gradient_kernel(of_out, dx, m, h, w, c, block_m: tl.constexpr, block_c: tl.constexpr):
    """Gather the gradient of the doubled plane: a small pixel touches 4x4 large ones at most.

    of_out: (4m, 2c), of which the last c channels count.  dx: (m, c).  h, w: sides of dx.
    """
    q = (tl.program_id(0) * block_m + tl.arange(0, block_m))[:, None]
    col = (tl.program_id(1) * block_c + tl.arange(0, block_c))[None, :]
    inside = (q < m) & (col < c)
    i = q // w % h
    j = q % w
    total = tl.zeros((block_m, block_c), tl.float32)
    corner = of_out + (q // w * 4 * w + j * 2) * 2 * c + c + col
    for y in tl.static_range(-1, 3):
        if y == -1:
            of_row = tl.where(i > 0, 0.25, 0.0)
        elif y == 2:
            of_row = tl.where(i < h - 1, 0.25, 0.0)
        elif y == 0:
            of_row = tl.where(i > 0, 0.75, 1.0)
        else:
            of_row = tl.where(i < h - 1, 0.75, 1.0)
        for z in tl.static_range(-1, 3):
            if z == -1:
                of_col = tl.where(j > 0, 0.25, 0.0)
            elif z == 2:
                of_col = tl.where(j < w - 1, 0.25, 0.0)
            elif z == 0:
                of_col = tl.where(j > 0, 0.75, 1.0)
            else:
                of_col = tl.where(j < w - 1, 0.75, 1.0)
            weight = of_row * of_col
            value = tl.load(
                corner + (y * 2 * w + z) * 2 * c, mask=inside & (weight > 0.0), other=0.0
            )
            total += weight * value.to(tl.float32)
    tl.store(dx + q * c + col, total.to(dx.dtype.element_ty), mask=inside)
