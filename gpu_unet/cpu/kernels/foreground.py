"""Colours of person and room around the mixed band, by blur fusion at the network's size."""

from __future__ import annotations

from numba import float32

from gpu_unet.cpu.compile import device_function, serial_kernel

# Planes that are averaged over windows: person's and room's colour times their weight, weights.
SHARES = 8


@serial_kernel
def colour_shares(person, room, alpha, out):
    """Both colours times their weight, and the weights.

    person, room: float32 (3, h, w).  alpha: float32 (h, w), ramped.  out: float32 (SHARES, h, w).
    """
    _, height, width = person.shape
    for row in range(height):
        for x in range(width):
            share = alpha[row, x]
            rest = float32(1.0) - share
            for c in range(3):
                out[c, row, x] = person[c, row, x] * share
                out[3 + c, row, x] = room[c, row, x] * rest
            out[6, row, x] = share
            out[7, row, x] = rest


@serial_kernel
def wide_colours(means, planes, alpha, tiny, out):
    """First estimate: weighted means of a wide window, the unexplained rest given to the person.

    means: float32 (SHARES, h, w).  planes: float32 (3, h, w).  alpha: float32 (h, w).
    out: float32 (7, h, w): person, room; plane 6 is not touched.
    """
    _, height, width = planes.shape
    for row in range(height):
        for x in range(width):
            share = alpha[row, x]
            person_scale = float32(1.0) / (means[6, row, x] + tiny)
            room_scale = float32(1.0) / (means[7, row, x] + tiny)
            for c in range(3):
                pixel = planes[c, row, x]
                person = (means[c, row, x] + tiny * pixel) * person_scale
                room = (means[3 + c, row, x] + tiny * pixel) * room_scale
                rest = pixel - share * person - (float32(1.0) - share) * room
                out[c, row, x] = min(max(person + share * rest, float32(0.0)), float32(1.0))
                out[3 + c, row, x] = room


@device_function
def blend(total, weight, tiny, out):
    """Weighted mean of a line; where no weight is, what stood there before."""
    for x in range(out.shape[0]):
        out[x] = (total[x] + tiny * out[x]) / (weight[x] + tiny)


@serial_kernel
def near_colours(means, tiny, matrix, green_low, green_scale, out):
    """Second estimate: weighted means of a near window; where no weight is, the first stays.

    means: float32 (SHARES, h, w), of the first estimate.  matrix: float32 (3, 4), to RGB.
    out: float32 (7, h, w): the first estimate, replaced; plane 6: how green a screen the room is.
    """
    _, height, width = out.shape
    for row in range(height):
        for c in range(3):
            blend(means[c, row], means[6, row], tiny, out[c, row])
            blend(means[3 + c, row], means[7, row], tiny, out[3 + c, row])
        first = out[3, row]
        second = out[4, row]
        third = out[5, row]
        amount = out[6, row]
        for x in range(width):
            a = first[x]
            b = second[x]
            c = third[x]
            red = matrix[0, 0] * a + matrix[0, 1] * b + matrix[0, 2] * c + matrix[0, 3]
            green = matrix[1, 0] * a + matrix[1, 1] * b + matrix[1, 2] * c + matrix[1, 3]
            blue = matrix[2, 0] * a + matrix[2, 1] * b + matrix[2, 2] * c + matrix[2, 3]
            value = (green - max(red, blue) - green_low) * green_scale
            amount[x] = min(max(value, float32(0.0)), float32(1.0))
