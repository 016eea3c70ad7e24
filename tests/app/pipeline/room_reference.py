"""What `gpu_unet.cpu.kernels.room` computes, in OpenCV and NumPy, picture by picture."""

from __future__ import annotations

import numpy as np

from app.pipeline.clean_plate.comparison import at_least, differs, edges, texture_of
from app.video.opencv import untyped_cv2 as cv2


def apart(rows):
    """A kernel's picture (h, 3 w) as OpenCV takes it."""
    return rows.reshape(len(rows), -1, 3)


def near_people(rgb, newest, alpha, possible, radius, blocked, numbers, scratch):
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (2 * radius + 1, 2 * radius + 1))
    blocked[:] = cv2.dilate(at_least(alpha, possible), kernel)
    numbers[0] = np.array_equal(rgb, newest)


def compare(
    rgb, colour, learnt, ticks, least, blocked, judged, limit, fit, is_compared, is_texture_due,
    nudge, texture, contrasty, light, trusted, frame, numbers, scratch,
):  # fmt: skip
    numbers[:] = 0
    trusted[:] = cv2.bitwise_and(at_least(ticks, least), ~blocked)
    numbers[0] = cv2.countNonZero(trusted) / trusted.size
    is_judged = numbers[0] >= judged
    if is_judged and (found := fitted(apart(colour), apart(rgb), trusted, *fit)) is not None:
        light[:], numbers[1] = found, 1
    gain = 1 / light[0]
    relit, numbers[2] = mapped(apart(rgb), gain, -light[1] * gain)
    if numbers[2]:
        frame[:] = relit.reshape(frame.shape)
    if not (is_judged and is_compared):
        return
    if is_texture_due:
        texture[:], contrasty[:] = texture_of(apart(learnt))
    wrong = cv2.bitwise_and(differs(relit, apart(learnt), limit, texture), trusted)
    sharp = cv2.bitwise_and(contrasty, trusted)
    numbers[3] = cv2.countNonZero(wrong) / max(1, cv2.countNonZero(trusted))
    count = cv2.countNonZero(sharp)
    if count >= max(20, 0.002 * sharp.size):
        numbers[4] = cv2.countNonZero(cv2.bitwise_and(wrong, sharp)) / count


def mapped(pixels, gain, offset):
    """Pixels of each channel times gain plus offset; and whether that changes any value."""
    values = np.arange(256)[:, None] * gain + offset
    if np.abs(values - np.arange(256)[:, None]).max() < 1:
        return pixels, False
    return cv2.LUT(pixels, np.clip(np.rint(values), 0, 255).astype(np.uint8)[None]), True


def fitted(
    learnt, seen, where, step, dark, bright, fewest, least_gain, most_gain, rounds, reach,
    least_deviation, prior,
):  # fmt: skip
    mask = where[::step, ::step] != 0
    x = learnt[::step, ::step][mask].T.astype(np.float64)
    y = seen[::step, ::step][mask].T.astype(np.float64)
    fits = (np.minimum(x, y).min(axis=0) > dark) & (np.maximum(x, y).max(axis=0) < bright)
    x, y = x[:, fits], y[:, fits]
    if x.shape[1] < fewest:
        return None
    gain = middle(y / x)
    offset = np.zeros_like(gain)
    for _ in range(rounds):
        residual = np.abs(y - gain * x - offset)
        deviation = np.maximum(1.48 * middle(residual), least_deviation)
        weight = np.square(np.maximum(1 - np.square(residual / (reach * deviation)), 0))
        total = weight.sum(axis=1, keepdims=True) + 1e-6
        mean_x = (weight * x).sum(axis=1, keepdims=True) / total
        mean_y = (weight * y).sum(axis=1, keepdims=True) / total
        plain = mean_y / np.maximum(mean_x, 1)
        weighted = weight * (x - mean_x)
        variance = (weighted * x).sum(axis=1, keepdims=True) / total
        covariance = (weighted * y).sum(axis=1, keepdims=True) / total
        gain = (covariance + prior * plain) / (variance + prior)
        offset = mean_y - gain * mean_x
    if not ((gain > least_gain) & (gain < most_gain)).all():
        return None
    return np.stack([gain[:, 0], offset[:, 0]])


def middle(values):
    return np.sort(values, axis=1)[:, values.shape[1] // 2][:, None]


def learn(
    frame, previous, alpha, blocked, learnt, colour, evidence, watched, watched_ticks, doubt, seen,
    texture, noise, ticks, empty_ticks, is_brighter, person, times, weights, tolerance, motion,
    disagrees, numbers, scratch,
):  # fmt: skip
    frame, previous, learnt, colour, watched, seen = map(
        apart, (frame, previous, learnt, colour, watched, seen)
    )
    possible, sure, empty_share = person
    still_ticks, after, growth, most_doubt, full, relearn = times
    deviations, still_slack, agree_slack, bounds, burnt = tolerance

    noise = noise_after(frame, previous, blocked, noise, *bounds)
    limit = deviations * noise + still_slack
    moves = differs(frame, cv2.convertScaleAbs(watched), limit)
    if is_camera_moving(frame, cv2.bitwise_and(moves, ~blocked), blocked, *motion):
        moves = np.full_like(moves, 255)
    cv2.accumulateWeighted(frame, watched, weights[0], mask=~moves)
    cv2.accumulateWeighted(frame, watched, 1.0, mask=moves)
    watched_ticks[:] = cv2.bitwise_and(cv2.add(watched_ticks, ticks), ~moves)

    may_be = at_least(alpha, possible)
    cv2.copyTo(frame, may_be, seen)
    waits = cv2.subtract(doubt, ~may_be & ticks)
    waits = cv2.min(cv2.add(waits, may_be & (growth * ticks)), most_doubt)
    gone = cv2.bitwise_and(differs(frame, seen, limit, edges(seen)), ~may_be)
    waits = cv2.min(waits, ~gone | after)
    doubt[:] = cv2.max(waits, blocked & after)

    wrong = differs(frame, learnt, deviations * noise + agree_slack, texture)
    known = at_least(evidence, 1)
    wrong = cv2.bitwise_and(wrong, known)
    free = cv2.bitwise_and(~blocked, ~at_least(doubt, 1))
    ready = cv2.bitwise_and(free, at_least(watched_ticks, still_ticks))
    if is_brighter:
        ready = cv2.bitwise_and(ready, ~at_least(frame.max(axis=2), burnt))
    agreeing = cv2.bitwise_and(ready, ~wrong)
    cv2.accumulateWeighted(frame, colour, weights[1], mask=cv2.bitwise_and(agreeing, known))
    loses = cv2.bitwise_and(ready, wrong) & min(255, relearn * ticks)
    restless = cv2.bitwise_and(cv2.bitwise_and(free, ~ready), wrong) & ticks
    disputed = cv2.bitwise_and(at_least(alpha, sure), ~wrong)
    disputed = cv2.bitwise_and(disputed, ~at_least(evidence, full)) & ticks
    left = cv2.subtract(evidence, cv2.add(cv2.add(loses, restless), disputed))
    fresh = cv2.bitwise_and(ready, ~at_least(left, 1))
    cv2.copyTo(watched, fresh, colour)
    left = cv2.min(cv2.add(left, (agreeing | fresh) & ticks), full)
    is_empty = cv2.countNonZero(may_be) < empty_share * may_be.size
    empty_ticks = empty_ticks + ticks if is_empty else 0
    if empty_ticks >= still_ticks and cv2.countNonZero(ready) > 0.5 * ready.size:
        left = cv2.max(left, agreeing & full)
    evidence[:] = left
    disagrees[:] = cv2.bitwise_and(wrong, ~fresh)
    ghosts = cv2.countNonZero(cv2.bitwise_and(may_be, disagrees))
    numbers[:3] = noise, empty_ticks, ghosts


def noise_after(frame, previous, blocked, noise, least, most):
    step = max(1, frame.shape[1] // 64)
    free = blocked[::step, ::step] == 0
    if np.count_nonzero(free) < 200:
        return noise
    apart_by = cv2.absdiff(frame[::step, ::step].copy(), previous[::step, ::step].copy())[free]
    counts = np.bincount(apart_by.ravel(), minlength=64).cumsum()
    half = counts[-1] / 2
    index = int(np.searchsorted(counts, half))
    below = counts[index - 1] if index else 0
    median = index + (half - below) / max(1, counts[index] - below) - 0.5
    measured = float(np.clip(median / 0.954, least, most))
    return noise + (measured - noise) * (0.05 if measured > noise else 0.3)


def is_camera_moving(frame, moves, blocked, nudge, least_texture, fewest, share):
    contrasty = cv2.bitwise_and(at_least(edges(frame), nudge), ~blocked)
    texture, moving = (
        cv2.resize(mask, (8, 6), interpolation=cv2.INTER_AREA).astype(np.float32)
        for mask in (contrasty, cv2.bitwise_and(moves, contrasty))
    )
    textured = texture > least_texture
    if np.count_nonzero(textured) < fewest:
        return False
    return bool(np.mean((moving > 0.5 * texture)[textured]) > share)


def tell(
    colour, evidence, disagrees, blocked, confidence, light, known_ticks, sure_ticks, full_ticks,
    learnt, relit, told, numbers, scratch,
):  # fmt: skip
    known = cv2.bitwise_and(evidence, at_least(evidence, known_ticks))
    wrong = cv2.bitwise_and(disagrees, ~blocked)
    now = cv2.bitwise_and(cv2.convertScaleAbs(known, alpha=255 / full_ticks), ~wrong)
    confidence[:] = cv2.addWeighted(confidence, 0.5, now, 0.5, 0)
    told[:] = cv2.bitwise_and(confidence, at_least(known, 1))
    learnt[:] = cv2.convertScaleAbs(colour)
    pixels, numbers[0] = mapped(apart(learnt), light[0], light[1])
    if numbers[0]:
        relit[:] = pixels.reshape(relit.shape)
    numbers[1] = np.count_nonzero(evidence >= sure_ticks)
    numbers[2] = cv2.countNonZero(told)
