"""The learning of a room: what the maps of a clean plate become with one more observation.

`app/pipeline/clean_plate/keeper.py` decides; these steps do what costs, in this order. A picture is
uint8 (h, 3 w): R, G, B of each pixel. A map is uint8 (h, w); a mask is one of 0 and 255. A loop
writes one line, and loads before it chooses: else LLVM does not vectorise it.

    near_people    compare                 learn                             tell
    a margin       light; what differs     still? doubt; colour, evidence    plate, confidence

Two pictures differ at a pixel if the mean over 3x3 pixels of the largest of three channels'
differences, rounded, exceeds limit + slack. With the sum of the 3x3 that is, in whole numbers,

    sum >= 9 (limit + slack) + 5
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float32, int32, int64, njit, uint8, uint16

from gpu_unet.cpu.compile import SUMS_ONLY, serial_kernel

NOISE_COLUMNS = 64  # the camera's noise is measured at about as many pixels of a row
FEWEST_NOISE_PIXELS = 200  # below, the noise stays as it was
CELLS = (6, 8)  # rows and columns in which movement all over the picture is counted


def _function(function: Any) -> Any:
    """Decorate a part of a kernel that several kernels call; inlined, it is compiled for each."""
    return njit(fastmath=SUMS_ONLY, error_model="numpy")(function)


@_function
def _largest_differences(one, other, line):
    """The largest of three channels' differences of two rows, uint8 (3 w); line: uint8 (w + 2)."""
    width = line.shape[0] - 2
    inner = line[1 : width + 1]
    for x in range(width):
        i = 3 * x
        red = uint8(max(one[i], other[i]) - min(one[i], other[i]))
        green = uint8(max(one[i + 1], other[i + 1]) - min(one[i + 1], other[i + 1]))
        blue = uint8(max(one[i + 2], other[i + 2]) - min(one[i + 2], other[i + 2]))
        inner[x] = max(red, max(green, blue))
    line[0] = line[2]
    line[width + 1] = line[width - 1]


@_function
def _sums_of_three(line, out):
    """Sums of three neighbours of a line with a margin; out: uint16 (w)."""
    left, middle, right = line[: out.shape[0]], line[1:], line[2:]
    for x in range(out.shape[0]):
        out[x] = uint16(uint16(left[x]) + uint16(middle[x]) + uint16(right[x]))


@_function
def _mark(sums, row, limit, slack, out):
    """255 where a row differs by more than `limit` and `slack`, uint8 (w); 0 elsewhere.

    sums: of `_difference_sums`.
    """
    height = sums.shape[0]
    above = sums[row - 1 if row > 0 else 1]
    here = sums[row]
    below = sums[row + 1 if row < height - 1 else height - 2]
    least = uint16(9 * limit + 5)
    for x in range(out.shape[0]):
        total = uint16(above[x] + here[x] + below[x])
        out[x] = uint8(255) if total >= uint16(least + 9 * slack[x]) else uint8(0)


@_function
def _grey(pixels, out):
    """Luma of a row, as OpenCV rounds it."""
    for x in range(out.shape[0]):
        i = 3 * x
        total = 9798 * int32(pixels[i]) + 19235 * int32(pixels[i + 1]) + 3735 * int32(pixels[i + 2])
        out[x] = uint8(int32(total + 16384) >> 15)


@_function
def _contrast(grey, row, low, high, out):
    """Largest less smallest of 3x3 pixels; low, high: uint8 (w + 2), scratch."""
    height, width = grey.shape
    above, here = grey[max(row - 1, 0)], grey[row]
    below = grey[min(row + 1, height - 1)]
    inner_low, inner_high = low[1 : width + 1], high[1 : width + 1]
    for x in range(width):
        inner_low[x] = min(above[x], min(here[x], below[x]))
        inner_high[x] = max(above[x], max(here[x], below[x]))
    low[0], high[0] = low[1], high[1]
    low[width + 1], high[width + 1] = low[width], high[width]
    for x in range(width):
        least = min(low[x], min(low[x + 1], low[x + 2]))
        most = max(high[x], max(high[x + 1], high[x + 2]))
        out[x] = uint8(most - least)


@_function
def _either(one, other, out):
    for i in range(one.shape[0]):
        out[i] = one[i] | other[i]


@_function
def _near(alpha, limit, radius, left, padded, doubled, out):
    """255 within `radius` pixels, across and down, of alpha >= limit.

    left: uint8 (w), scratch.  padded, doubled: uint8, scratch for h rows of w + 2 radius pixels.
    """
    height, width = alpha.shape
    wide = width + 2 * radius
    size = 2 * radius + 1
    least, most = uint8(limit), uint8(radius + 1)
    for i in range(padded.shape[0]):
        padded[i] = uint8(0)
    # Down and up: for how many rows more the person above, or below, counts.
    for is_up in range(2):
        for x in range(width):
            left[x] = uint8(0)
        for step in range(height):
            row = height - 1 - step if is_up else step
            source, line = alpha[row], padded[row * wide + radius : (row + 1) * wide - radius]
            for x in range(width):
                fewer = uint8(max(left[x], uint8(1)) - uint8(1))
                left[x] = most if source[x] >= least else fewer
            for x in range(width):
                line[x] |= left[x]
    # Across by doubling, for all rows at once, which zeros part: a line and itself, shifted by 1,
    # 2, 4, ..
    one, other = padded, doubled
    length, span = height * wide, 1
    while 2 * span <= size:
        _either(one[: length - span], one[span:length], other)
        length -= span
        one, other = other, one
        span *= 2
    for row in range(height):
        line = out[row]
        first, last = one[row * wide :], one[row * wide + size - span :]
        for x in range(width):
            line[x] = uint8(255) if first[x] | last[x] else uint8(0)


@_function
def _place(values, begin, end, index):
    """Reorder float32 values[begin:end] so that values[index] is as if they were sorted."""
    low, high = begin, end - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if index <= j:
            high = j
        elif index >= i:
            low = i
        else:
            return


@_function
def _middle(values, count):
    _place(values, 0, count, count // 2)
    return values[count // 2]


@_function
def _fit(learnt, seen, where, fit, samples, light):
    """Fit gain and offset of each channel; returns False, and writes nothing, if none fits.

    learnt, seen: float32 and uint8 (h, 3 w).  where: mask.  fit: (pixels between two samples, dark,
    bright, fewest samples, least gain, most gain, rounds, reach, least deviation, prior), as
    `app/pipeline/clean_plate/comparison.py` names them.
    samples: float32 (9, at least as many as there may be), scratch.
    light: float64 (2, 3), written: gain and offset of R, G, B.

    Source: iteratively reweighted least squares with Tukey's biweight; Huber & Ronchetti, Robust
    Statistics, 2nd ed., section 7.
    """
    height, width = where.shape
    step, dark, bright, fewest, least_gain, most_gain, rounds, reach, least_deviation, prior = fit
    prior = float32(prior)
    gains, offsets = samples[7, :3], samples[8, :3]
    count = 0
    for row in range(0, height, step):
        for x in range(0, width, step):
            if where[row, x] == 0:
                continue
            low = high = learnt[row, 3 * x]
            for c in range(3):
                samples[c, count] = learnt[row, 3 * x + c]
                samples[3 + c, count] = float32(seen[row, 3 * x + c])
                low = min(low, min(samples[c, count], samples[3 + c, count]))
                high = max(high, max(samples[c, count], samples[3 + c, count]))
            if low > dark and high < bright:
                count += 1
    if count < fewest:
        return False
    work = samples[6]
    for c in range(3):
        xs, ys = samples[c], samples[3 + c]
        for i in range(count):
            work[i] = ys[i] / xs[i]
        gain, offset = _middle(work, count), float32(0.0)
        for _ in range(rounds):
            for i in range(count):
                work[i] = abs(ys[i] - gain * xs[i] - offset)
            deviation = max(float32(1.48) * _middle(work, count), float32(least_deviation))
            scale = float32(1.0) / (float32(reach) * deviation)
            total, sum_x, sum_y = float32(1e-6), float32(0.0), float32(0.0)
            for i in range(count):
                residual = abs(ys[i] - gain * xs[i] - offset) * scale
                weight = max(float32(1.0) - residual * residual, float32(0.0))
                weight *= weight
                work[i] = weight
                total += weight
                sum_x += weight * xs[i]
                sum_y += weight * ys[i]
            mean_x, mean_y = sum_x / total, sum_y / total
            variance, covariance = float32(0.0), float32(0.0)
            for i in range(count):
                weighted = work[i] * (xs[i] - mean_x)
                variance += weighted * xs[i]
                covariance += weighted * ys[i]
            # A prior: as if every picture had a little contrast that follows the plain gain.
            plain = mean_y / max(mean_x, float32(1.0))
            gain = (covariance / total + float32(prior) * plain) / (
                variance / total + float32(prior)
            )
            offset = mean_y - gain * mean_x
        if not (gain > least_gain and gain < most_gain):
            return False
        gains[c] = gain
        offsets[c] = offset
    for c in range(3):
        light[0, c] = gains[c]
        light[1, c] = offsets[c]
    return True


@_function
def _relit(pixels, factors, out):
    """Picture times gain plus offset, of three channels.

    factors: float32 (4, 3 w); three gains and three offsets begin its last two lines, the others
    are scratch.
    """
    height, width = out.shape
    for i in range(width):
        factors[0, i] = factors[2, i % 3]
        factors[1, i] = factors[3, i % 3]
    for row in range(height):
        source, target = pixels[row], out[row]
        for i in range(width):
            value = float32(source[i]) * factors[0, i] + factors[1, i]
            target[i] = uint8(int32(np.rint(min(max(value, float32(0.0)), float32(255.0)))))


@_function
def _changes(factors):
    """Whether gains and offsets, as for `_relit`, change any value by a step of 255 or more."""
    for c in range(3):
        gain, offset = factors[2, c], factors[3, c]
        if abs(offset) >= 1.0 or abs(255.0 * gain + offset - 255.0) >= 1.0:
            return True
    return False


@_function
def _count(mask):
    """How many pixels of a line are 255; others are 0."""
    total = int64(0)
    for x in range(mask.shape[0]):
        total += int64(mask[x] & uint8(1))
    return total


@_function
def _trusted(ticks, least, blocked, out):
    """Mask of what has as many ticks and is far from people; returns its share."""
    height, width = out.shape
    least = uint8(least)
    total = int64(0)
    for row in range(height):
        line, age, near = out[row], ticks[row], blocked[row]
        for x in range(width):
            line[x] = uint8(255) if age[x] >= least else uint8(0)
        for x in range(width):
            line[x] &= ~near[x]
        total += _count(line)
    return total / (height * width)


@_function
def _disagreement(frame, learnt, limit, texture, contrasty, trusted, sums, lines, shares):
    height, width = trusted.shape
    wrong, both = lines[1, :width], lines[2, :width]
    for row in range(height):
        _largest_differences(frame[row], learnt[row], lines[0, : width + 2])
        _sums_of_three(lines[0, : width + 2], sums[row])
    count = count_wrong = count_contrasty = count_both = int64(0)
    for row in range(height):
        _mark(sums, row, limit, texture[row], wrong)
        sure, sharp = trusted[row], contrasty[row]
        for x in range(width):
            wrong[x] &= sure[x]
        for x in range(width):
            both[x] = sharp[x] & sure[x]
        count += _count(sure)
        count_wrong += _count(wrong)
        count_contrasty += _count(both)
        for x in range(width):
            both[x] &= wrong[x]
        count_both += _count(both)
    shares[0] = count_wrong / max(1, count)
    if count_contrasty >= max(20.0, 0.002 * height * width):
        shares[1] = count_both / count_contrasty


@_function
def _texture_of(learnt, contrast_of_nudge, grey, lines, texture, contrasty):
    """Contrast: a quarter is slack, and 255 where it shows a nudge."""
    height, width = texture.shape
    least = uint8(contrast_of_nudge)
    for row in range(height):
        _grey(learnt[row], grey[row])
    contrast = lines[2, :width]
    for row in range(height):
        _contrast(grey, row, lines[0, : width + 2], lines[1, : width + 2], contrast)
        slack, sharp = texture[row], contrasty[row]
        for x in range(width):  # a half to even
            odd = (contrast[x] >> uint8(2)) & uint8(1)
            slack[x] = uint8((uint16(contrast[x]) + uint16(1) + uint16(odd)) >> uint16(2))
        for x in range(width):
            sharp[x] = uint8(255) if contrast[x] >= least else uint8(0)


@serial_kernel
def near_people(rgb, newest, alpha, possible, radius, blocked, numbers, scratch):
    """Mask of where people may be, and of a margin around them.

    rgb, newest: this observation's frame and the one before, uint8 (h, 3 w).  alpha: its alpha.
    possible: alpha of a possible person.  radius: of the margin, in pixels.
    blocked: mask, written.  numbers: float64 (1), written: 1 if the two frames are the same.
    scratch: (bytes, lines).
    """
    height, width = alpha.shape
    work, lines = scratch
    numbers[0] = 1.0
    for row in range(height):
        one, other = rgb[row], newest[row]
        differing = uint8(0)
        for i in range(3 * width):
            differing |= one[i] ^ other[i]
        if differing != 0:
            numbers[0] = 0.0
            break
    size = height * (width + 2 * radius)
    _near(alpha, possible, radius, lines[0, :width], work[:size], work[size : 2 * size], blocked)


@serial_kernel
def compare(
    rgb, colour, learnt, ticks, least, blocked, judged, limit, fit, is_compared, is_texture_due,
    nudge, texture, contrasty, light, trusted, frame, numbers, scratch,
):  # fmt: skip
    """Fit the light of a frame to what was learnt, and compare the two in this light.

    rgb: uint8 (h, 3 w).  colour, learnt: what was learnt, float32 and uint8 (h, 3 w).
    ticks, least: map, and from where on it is trusted.  blocked: mask of where it is not.
    judged: share of the picture; if less is trusted, nothing is fitted nor compared.
    limit: in steps of 255; above it, plus `texture`, two pictures differ.
    fit: as for `_fit`.
    is_compared, is_texture_due: whether to compare, and to make the next two of `learnt` before.
    texture, contrasty: map of the slack, and mask of where the contrast, from `nudge` on, shows a
    nudge of the camera.
    light: float64 (2, 3), gain and offset of R, G, B; replaced if one fits.
    trusted: mask, written.  frame: uint8 (h, 3 w), written where the light changes anything:
    `rgb` in the light of what was learnt.
    numbers: float64 (5), written: share that is trusted; whether a light fits; whether `frame` was
    written; shares of the trusted pixels, and of the contrasty ones among them, that differ.
    scratch: (bytes, sums, lines, factors, samples).
    """
    height, width = blocked.shape
    work, sums, lines, factors, samples = scratch
    numbers[:] = 0.0
    numbers[0] = _trusted(ticks, least, blocked, trusted)
    is_judged = numbers[0] >= judged
    if is_judged and _fit(colour, rgb, trusted, fit, samples, light):
        numbers[1] = 1.0
    for c in range(3):
        factors[2, c] = float32(1.0 / light[0, c])
        factors[3, c] = float32(-light[1, c] / light[0, c])
    is_relit = _changes(factors)
    if is_relit:
        numbers[2] = 1.0
        _relit(rgb, factors, frame)
    if is_judged and is_compared:
        if is_texture_due:
            grey = work[: height * width].reshape((height, width))
            _texture_of(learnt, nudge, grey, lines, texture, contrasty)
        seen = frame if is_relit else rgb
        _disagreement(
            seen, learnt, int64(limit), texture, contrasty, trusted, sums, lines, numbers[3:]
        )


@_function
def _noise_now(frame, previous, blocked, noise, bounds, counts):
    """The camera's noise after one more frame, from how far two frames are apart."""
    least, most = bounds
    height, width = blocked.shape
    step = max(1, width // NOISE_COLUMNS)
    for value in range(256):
        counts[value] = 0
    total = int64(0)
    for row in range(0, height, step):
        one, other, near = frame[row], previous[row], blocked[row]
        for x in range(0, width, step):
            if near[x] == 0:
                total += 1
                for i in range(3 * x, 3 * x + 3):
                    counts[max(one[i], other[i]) - min(one[i], other[i])] += 1
    if total < FEWEST_NOISE_PIXELS:
        return noise
    # The median of two frames' difference is 0.954 deviations of one; interpolated, since the
    # values are whole numbers.
    half = 1.5 * total
    index, below = 0, int64(0)
    while below + counts[index] < half:
        below += counts[index]
        index += 1
    median = index + (half - below) / max(1, counts[index]) - 0.5
    measured = min(max(median / 0.954, least), most)
    # Movement everywhere looks like noise, so the estimate rises slowly and falls fast.
    return noise + (measured - noise) * (0.05 if measured > noise else 0.3)


@_function
def _wide(mask, out):
    """A row's mask for each of three channels."""
    for x in range(mask.shape[0]):
        i = 3 * x
        out[i] = mask[x]
        out[i + 1] = mask[x]
        out[i + 2] = mask[x]


@_function
def _is_camera_moving(moves, contrasts, blocked, contrast_of_nudge, motion, columns, lines):
    """Whether texture moves all over the picture; a curtain moves a part of it only.

    columns: uint16 (2, w), scratch.
    """
    height, width = blocked.shape
    least_texture, fewest, share = motion
    rows, across = CELLS
    least = uint8(contrast_of_nudge)
    textured = moving = int64(0)
    mask = lines[0, :width]
    for cell_row in range(rows):
        begin, end = cell_row * height // rows, (cell_row + 1) * height // rows
        for x in range(width):
            columns[0, x] = uint16(0)
            columns[1, x] = uint16(0)
        for row in range(begin, end):
            contrast, near, move = contrasts[row], blocked[row], moves[row]
            for x in range(width):
                mask[x] = uint8(1) if contrast[x] >= least else uint8(0)
            for x in range(width):
                mask[x] &= ~near[x]
            texture, moved = columns[0], columns[1]
            for x in range(width):
                texture[x] += uint16(mask[x])
            for x in range(width):
                moved[x] += uint16(mask[x] & move[x])
        for cell in range(across):
            first, last = cell * width // across, (cell + 1) * width // across
            scale = 255.0 / max(1, (end - begin) * (last - first))
            texture_sum = moved_sum = int64(0)
            for x in range(first, last):
                texture_sum += columns[0, x]
                moved_sum += columns[1, x]
            mean = np.rint(scale * texture_sum)
            if mean > least_texture:
                textured += 1
                if np.rint(scale * moved_sum) > 0.5 * mean:
                    moving += 1
    return textured >= fewest and moving > share * textured


@serial_kernel
def learn(
    frame, previous, alpha, blocked, learnt, colour, evidence, watched, watched_ticks, doubt, seen,
    texture, noise, ticks, empty_ticks, is_brighter, person, times, weights, tolerance, motion,
    disagrees, numbers, scratch,
):  # fmt: skip
    """Update what is still, the doubt where a person was, and the plate.

    frame, previous: this frame and the one before, in the plate's light, uint8 (h, 3 w).
    blocked, learnt, colour, evidence, watched, watched_ticks, texture: as for `compare`.
    doubt: ticks to wait.  seen: uint8 (h, 3 w), what was seen where a person was last.
    noise: deviation in steps of 255.  ticks: since the observation before.  empty_ticks: for how
    long no person was seen.  is_brighter: whether pixels may be saturated only now.
    person: (possible, sure alpha, share of an empty picture).
    times: (still, after a person, growth of doubt, most doubt, full, lost in relearning).
    weights: of the newest frame in what is watched and in what is learnt.
    tolerance: (deviations, slack of what is still, of what agrees, (least, most noise), burnt).
    motion: (contrast, least texture of a cell, fewest cells, share that moves).
    disagrees: mask, written: where the frame differs from the plate.
    numbers: float64 (3), written: `noise` and `empty_ticks` as they are now, and the pixels of a
    possible person that disagree.
    """
    height, width = alpha.shape
    work, sums, lines, counts = scratch
    possible, sure, empty_share = person
    still, after, growth, most_doubt, full, relearn = times
    deviations, still_slack, agree_slack, noise_bounds, burnt = tolerance
    size = height * width
    grey = work[:size].reshape((height, width))
    moves = work[size : 2 * size].reshape((height, width))
    contrasts = work[2 * size : 3 * size].reshape((height, width))
    agreeing = grey
    wide, wider = lines[3], lines[4]
    margin = lines[0, : width + 2]

    noise = _noise_now(frame, previous, blocked, noise, noise_bounds, counts)
    still_limit = int64(deviations * noise + still_slack)
    agree_limit = int64(deviations * noise + agree_slack)

    # What moves.
    for row in range(height):
        average = watched[row]
        for i in range(3 * width):
            wide[i] = uint8(int32(np.rint(average[i])))
        _largest_differences(frame[row], wide, margin)
        _sums_of_three(margin, sums[0, row])
        _largest_differences(frame[row], learnt[row], margin)
        _sums_of_three(margin, sums[1, row])
        _grey(frame[row], grey[row])
    none = lines[5, :width]
    for x in range(width):
        none[x] = uint8(0)
    for row in range(height):
        _mark(sums[0], row, still_limit, none, moves[row])
        _contrast(grey, row, margin, lines[1, : width + 2], contrasts[row])
    is_moving = _is_camera_moving(
        moves, contrasts, blocked, motion[0], motion[1:], sums[2, :2], lines
    )

    person_pixels = int64(0)
    possible, most_step, u_ticks = uint8(possible), uint8(255 - ticks), uint8(ticks)
    weight = float32(weights[0])
    rest = float32(1.0) - weight
    for row in range(height):
        pixels, average, age, move, last = (
            frame[row], watched[row], watched_ticks[row], moves[row], seen[row],
        )  # fmt: skip
        if is_moving:
            for x in range(width):
                move[x] = uint8(255)  # a bare wall looks still even then
        _wide(move, wide)
        for i in range(3 * width):
            new, old = float32(pixels[i]), average[i]
            mean = old * rest + new * weight
            average[i] = new if wide[i] else mean
        for x in range(width):
            older = uint8(min(age[x], most_step) + u_ticks)
            age[x] = older & ~move[x]
        mask, said = lines[1, :width], alpha[row]
        for x in range(width):
            mask[x] = uint8(255) if said[x] >= possible else uint8(0)
        person_pixels += _count(mask)
        _wide(mask, wide)
        for i in range(3 * width):
            last[i] = (pixels[i] & wide[i]) | (last[i] & ~wide[i])
        _largest_differences(pixels, last, margin)
        _sums_of_three(margin, sums[0, row])
        _grey(last, grey[row])
    # Where a person left, the colour changes; where one only breathes, it stays.
    for row in range(height):
        _contrast(grey, row, margin, lines[1, : width + 2], contrasts[row])

    keep = float32(weights[1])
    rest = float32(1.0) - keep
    u_full, u_after = uint8(full), uint8(after)
    u_still, u_sure, u_burnt = uint8(still), uint8(sure), uint8(burnt)
    u_growth, u_most = uint8(min(255, growth * ticks)), uint8(most_doubt)
    most_growth = uint8(255 - u_growth)
    u_relearn = uint8(min(255, relearn * ticks))
    ready_pixels = ghost_pixels = int64(0)
    ready, gone, known = lines[1, :width], lines[2, :width], lines[5, :width]
    free, fresh, lost = lines[6, :width], lines[7, :width], lines[8, :width]
    for row in range(height):
        pixels, plate, average, near, said = (
            frame[row], colour[row], watched[row], blocked[row], alpha[row],
        )  # fmt: skip
        wait, age, sure_of, agree, wrong = (
            doubt[row], watched_ticks[row], evidence[row], agreeing[row], disagrees[row],
        )  # fmt: skip
        _mark(sums[0], row, still_limit, contrasts[row], gone)
        for x in range(width):
            waited = wait[x]
            more = min(uint8(min(waited, most_growth) + u_growth), u_most)
            fewer = uint8(max(waited, u_ticks) - u_ticks)
            fewer = min(fewer, max(uint8(~gone[x]), u_after))
            value = more if said[x] >= possible else min(fewer, u_most)
            wait[x] = max(value, uint8(near[x] & u_after))
        for x in range(width):
            free[x] = uint8(0) if near[x] | wait[x] else uint8(255)
        for x in range(width):
            ready[x] = uint8(255) if age[x] >= u_still else uint8(0)
        for x in range(width):
            ready[x] &= free[x]
        if is_brighter:  # a pixel saturated only now has an unknown colour in the old light
            for x in range(width):
                i = 3 * x
                brightest = max(pixels[i], max(pixels[i + 1], pixels[i + 2]))
                known[x] = uint8(0) if brightest >= u_burnt else uint8(255)
            for x in range(width):
                ready[x] &= known[x]
        ready_pixels += _count(ready)
        _mark(sums[1], row, agree_limit, texture[row], wrong)
        for x in range(width):
            known[x] = uint8(255) if sure_of[x] else uint8(0)
        for x in range(width):
            wrong[x] &= known[x]
        # Where it is still and free: evidence grows where the frame agrees, else it falls fast.
        for x in range(width):
            agree[x] = ready[x] & ~wrong[x]
        for x in range(width):
            known[x] &= agree[x]
        # A curtain is free, never still, and different from the plate. Pixels with little evidence
        # that the network now calls a person may be one.
        for x in range(width):
            restless = (ready[x] & u_relearn) | (free[x] & ~ready[x] & u_ticks)
            is_sure = uint8(255) if said[x] >= u_sure else uint8(0)
            is_full = uint8(255) if sure_of[x] >= u_full else uint8(0)
            disputed = is_sure & ~is_full & u_ticks
            lost[x] = (wrong[x] & restless) | (~wrong[x] & disputed)
        for x in range(width):
            sure_of[x] = uint8(max(sure_of[x], lost[x]) - lost[x])
        for x in range(width):
            is_unknown = uint8(0) if sure_of[x] else uint8(255)
            fresh[x] = is_unknown & ready[x]
        for x in range(width):
            added = uint8((agree[x] | fresh[x]) & u_ticks)
            grown = uint8(sure_of[x] + added)
            sure_of[x] = min(grown, u_full)
        _wide(known, wide)
        _wide(fresh, wider)
        for i in range(3 * width):
            old, watched_now = plate[i], average[i]
            mean = old * rest + float32(pixels[i]) * keep
            value = mean if wide[i] else old
            plate[i] = watched_now if wider[i] else value
        for x in range(width):
            wrong[x] &= ~fresh[x]
        for x in range(width):
            gone[x] = uint8(255) if said[x] >= possible else uint8(0)
        for x in range(width):
            gone[x] &= wrong[x]
        ghost_pixels += _count(gone)
    # Empty: no person was seen for two seconds and most of the picture is still.
    empty_ticks = empty_ticks + ticks if person_pixels < empty_share * size else 0
    if empty_ticks >= still and ready_pixels > 0.5 * size:
        for row in range(height):
            sure_of, agree = evidence[row], agreeing[row]
            for x in range(width):
                sure_of[x] = max(sure_of[x], agree[x] & u_full)
    numbers[0], numbers[1], numbers[2] = noise, empty_ticks, ghost_pixels


@serial_kernel
def tell(
    colour, evidence, disagrees, blocked, confidence, light, known_ticks, sure_ticks, full_ticks,
    learnt, relit, told, numbers, scratch,
):  # fmt: skip
    """The plate as the engine gets it: without what differs; confidence fades in and out.

    colour, evidence, disagrees, blocked: as for `learn`.  confidence: map, updated.
    learnt: uint8 (h, 3 w), written: `colour` in bytes.  relit: likewise, in `light`.
    told: map, written: the confidence for the engine.
    numbers: float64 (3), written: whether `relit` was written; sure pixels; pixels that are told.
    scratch: (lines, factors).
    """
    height, width = evidence.shape
    lines, factors = scratch
    known, sure = uint8(known_ticks), uint8(sure_ticks)
    scale = float32(255.0 / full_ticks)
    sure_pixels = told_pixels = int64(0)
    mask, wrong, now = lines[0, :width], lines[1, :width], lines[2, :width]
    for row in range(height):
        source, target = colour[row], learnt[row]
        for i in range(3 * width):
            target[i] = uint8(int32(np.rint(source[i])))
        ticks, kept, out = evidence[row], confidence[row], told[row]
        differs, near = disagrees[row], blocked[row]
        for x in range(width):
            mask[x] = uint8(255) if ticks[x] >= sure else uint8(0)
        sure_pixels += _count(mask)
        for x in range(width):
            wrong[x] = differs[x] & ~near[x]
        for x in range(width):
            now[x] = uint8(int32(np.rint(float32(ticks[x]) * scale)))
        for x in range(width):
            mask[x] = uint8(255) if ticks[x] >= known else uint8(0)
        for x in range(width):
            now[x] &= mask[x] & ~wrong[x]
        for x in range(width):  # the mean, a half to even
            total = uint16(uint16(kept[x]) + uint16(now[x]))
            kept[x] = uint8((total + ((total >> uint16(1)) & uint16(1))) >> uint16(1))
        # Fading never gives confidence to an unknown pixel.
        for x in range(width):
            out[x] = kept[x] & mask[x]
        for x in range(width):
            mask[x] = uint8(255) if out[x] else uint8(0)
        told_pixels += _count(mask)
    for c in range(3):
        factors[2, c] = float32(light[0, c])
        factors[3, c] = float32(light[1, c])
    is_relit = _changes(factors)
    if is_relit:
        _relit(learnt, factors, relit)
    numbers[0] = 1.0 if is_relit else 0.0
    numbers[1], numbers[2] = sure_pixels, told_pixels


class Scratch:
    """Scratch of the kernels for maps of one size.

    Args:
        height, width: Of the maps.
        radius: Margin around people, in pixels.
        samples: The most that a light is fitted to.
    """

    def __init__(self, *, height: int, width: int, radius: int, samples: int) -> None:
        work = np.zeros(height * max(3 * width, 2 * (width + 2 * radius)), np.uint8)
        sums = np.zeros((3, height, width), np.uint16)
        lines = np.zeros((9, 3 * width), np.uint8)
        factors = np.zeros((4, 3 * width), np.float32)
        self.of_near_people = (work, lines)
        self.of_compare = (work, sums[0], lines, factors, np.zeros((9, samples), np.float32))
        self.of_learn = (work, sums, lines, np.zeros(256, np.int64))
        self.of_tell = (lines, factors)


def call_all() -> None:
    """Call every kernel with arguments of the types that a keeper has."""
    size = 64
    map_, picture = np.zeros((size, size), np.uint8), np.zeros((size, 3 * size), np.uint8)
    means, light = np.zeros((size, 3 * size), np.float32), np.ones((2, 3), np.float64)
    numbers = np.zeros(5, np.float64)
    scratch = Scratch(height=size, width=size, radius=2, samples=9)
    near_people(picture, picture, map_, 64, 2, map_, numbers, scratch.of_near_people)
    compare(
        picture, means, picture, map_, 40, map_, 0.03, 1.0,
        (1, 4, 250, 60, 0.2, 5.0, 3, 4.5, 1.5, 144.0), True, True, 24, map_, map_, light, map_,
        picture, numbers, scratch.of_compare,
    )  # fmt: skip
    learn(
        picture, picture, map_, map_, picture, means, map_, means, map_, map_, picture, map_, 1.0,
        1, 1, False, (64, 128, 0.002), (20, 20, 4, 200, 80, 8), (0.2, 0.06),
        (2.6, 2.0, 7.0, (0.7, 10.0), 250), (24, 5.0, 4, 0.6), map_, numbers, scratch.of_learn,
    )  # fmt: skip
    tell(
        means, map_, map_, map_, map_, light, 10, 40, 80, picture, picture, map_, numbers,
        scratch.of_tell,
    )  # fmt: skip
