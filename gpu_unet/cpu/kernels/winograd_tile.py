"""The transforms of Winograd's F(4x4, 3x3) on one tile and one vector of channels.

           [ 4  0 -5  0  1  0 ]
           [ 0 -4 -4  1  1  0 ]
    B^T =  [ 0  4 -4 -1  1  0 ]          [ 1  1  1  1  1  0 ]
           [ 0 -2 -1  2  1  0 ]   A^T =  [ 0  1 -1  2 -2  0 ]
           [ 0  2 -1 -2  1  0 ]          [ 0  1  1  4  4  0 ]
           [ 0  4  0 -5  0  1 ]          [ 0  1 -1  8 -8  1 ]

A transform is a product with one of them from the left and its transpose from the right: first each
column of the tile, then each row, by additions and a few multiplications. Rows of equal absolute
values share their sums (even, odd). All values stay in registers. `arena` is float32, flat; places
and distances are int64, in floats.

Source: Lavin & Gray 2015, https://arxiv.org/abs/1509.09308, section 4.3.
"""

from __future__ import annotations

import numba
import numpy as np

from gpu_unet.cpu.vector import load, maximum, splat, store, store_first

TWO = np.float32(2.0)
FOUR = np.float32(4.0)
FIVE = np.float32(5.0)
EIGHT = np.float32(8.0)


@numba.njit(nogil=True)
def _input_line(a, b, c, d, e, f):
    """B^T times six values of a line."""
    two, four, five = splat(TWO), splat(FOUR), splat(FIVE)
    even = e - four * c
    odd = d - four * b
    far_even = e - c
    far_odd = two * (d - b)
    return (
        four * a - five * c + e,
        even + odd,
        even - odd,
        far_even + far_odd,
        far_even - far_odd,
        four * b - five * d + f,
    )


@numba.njit(nogil=True)
def _load_line(arena, x, step):
    return _input_line(
        load(arena, x),
        load(arena, x + step),
        load(arena, x + 2 * step),
        load(arena, x + 3 * step),
        load(arena, x + 4 * step),
        load(arena, x + 5 * step),
    )


@numba.njit(nogil=True)
def transform_input(arena, x, x_row, x_pixel, y, y_point):
    """V = B^T d B of a 6x6 tile, one vector of channels.

    x: place of the tile's first pixel. x_row, x_pixel: distances in x. y: place of the first point
    of V. y_point: distance between its 36 points.
    """
    # Letter: row of B^T d. Number: column of the tile.
    a0, b0, c0, d0, e0, f0 = _load_line(arena, x, x_row)
    a1, b1, c1, d1, e1, f1 = _load_line(arena, x + x_pixel, x_row)
    a2, b2, c2, d2, e2, f2 = _load_line(arena, x + 2 * x_pixel, x_row)
    a3, b3, c3, d3, e3, f3 = _load_line(arena, x + 3 * x_pixel, x_row)
    a4, b4, c4, d4, e4, f4 = _load_line(arena, x + 4 * x_pixel, x_row)
    a5, b5, c5, d5, e5, f5 = _load_line(arena, x + 5 * x_pixel, x_row)
    _store_input_line(arena, y, y_point, a0, a1, a2, a3, a4, a5)
    _store_input_line(arena, y + 6 * y_point, y_point, b0, b1, b2, b3, b4, b5)
    _store_input_line(arena, y + 12 * y_point, y_point, c0, c1, c2, c3, c4, c5)
    _store_input_line(arena, y + 18 * y_point, y_point, d0, d1, d2, d3, d4, d5)
    _store_input_line(arena, y + 24 * y_point, y_point, e0, e1, e2, e3, e4, e5)
    _store_input_line(arena, y + 30 * y_point, y_point, f0, f1, f2, f3, f4, f5)


@numba.njit(nogil=True)
def _store_input_line(arena, y, step, a, b, c, d, e, f):
    a, b, c, d, e, f = _input_line(a, b, c, d, e, f)
    store(arena, y, a)
    store(arena, y + step, b)
    store(arena, y + 2 * step, c)
    store(arena, y + 3 * step, d)
    store(arena, y + 4 * step, e)
    store(arena, y + 5 * step, f)


@numba.njit(nogil=True)
def _output_line(m0, m1, m2, m3, m4, m5):
    """A^T times six values of a line."""
    two, four, eight = splat(TWO), splat(FOUR), splat(EIGHT)
    near_sum = m1 + m2
    near_difference = m1 - m2
    far_sum = m3 + m4
    far_difference = m3 - m4
    return (
        m0 + near_sum + far_sum,
        near_difference + two * far_difference,
        near_sum + four * far_sum,
        near_difference + eight * far_difference + m5,
    )


@numba.njit(nogil=True)
def transform_output(arena, m, point, bias, lowest, y, y_row, y_pixel, rows, cols, lanes):
    """max(lowest, A^T M A + bias) of one vector of channels, of which `lanes` are stored.

    m, point: place of M's first point, distance between its 36. bias: place. lowest: float32, 0 for
    ReLU, -inf for none. y: place of the tile's first pixel. y_row, y_pixel: distances in y.
    rows, cols: pixels to store, 1 to 4.
    """
    offset = load(arena, bias)
    floor = splat(lowest)
    # Letter: output column. Number: row of M.
    a0, b0, c0, d0 = _m_line(arena, m, point)
    a1, b1, c1, d1 = _m_line(arena, m + 6 * point, point)
    a2, b2, c2, d2 = _m_line(arena, m + 12 * point, point)
    a3, b3, c3, d3 = _m_line(arena, m + 18 * point, point)
    a4, b4, c4, d4 = _m_line(arena, m + 24 * point, point)
    a5, b5, c5, d5 = _m_line(arena, m + 30 * point, point)
    _store_output_line(arena, y, y_row, rows, lanes, offset, floor, a0, a1, a2, a3, a4, a5)
    if cols > 1:
        _store_output_line(
            arena, y + y_pixel, y_row, rows, lanes, offset, floor, b0, b1, b2, b3, b4, b5
        )
    if cols > 2:
        _store_output_line(
            arena, y + 2 * y_pixel, y_row, rows, lanes, offset, floor, c0, c1, c2, c3, c4, c5
        )
    if cols > 3:
        _store_output_line(
            arena, y + 3 * y_pixel, y_row, rows, lanes, offset, floor, d0, d1, d2, d3, d4, d5
        )


@numba.njit(nogil=True)
def _store_output_line(arena, y, y_row, rows, lanes, offset, floor, a, b, c, d, e, f):
    a, b, c, d = _output_line(a, b, c, d, e, f)
    store_first(arena, y, maximum(a + offset, floor), lanes)
    if rows > 1:
        store_first(arena, y + y_row, maximum(b + offset, floor), lanes)
    if rows > 2:
        store_first(arena, y + 2 * y_row, maximum(c + offset, floor), lanes)
    if rows > 3:
        store_first(arena, y + 3 * y_row, maximum(d + offset, floor), lanes)


@numba.njit(nogil=True)
def _m_line(arena, m, point):
    return _output_line(
        load(arena, m),
        load(arena, m + point),
        load(arena, m + 2 * point),
        load(arena, m + 3 * point),
        load(arena, m + 4 * point),
        load(arena, m + 5 * point),
    )
