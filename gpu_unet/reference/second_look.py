"""Reference of the mean of two alphas, of two networks or of a picture and its mirror image.

The mean is one of logits: sigmoid((logit(a) + logit(b)) / 2). Where one answer is sure and the
other doubts, the sure one has the say. Without logits:

    p = sqrt(a * b),   q = sqrt((1 - a) * (1 - b)),   mean = p / (p + q)

Also known as logarithmic opinion pool (Genest and Zidek 1986).

Flip-test averaging, or test-time flip augmentation, takes it of alpha(x) and
flip(alpha(flip(x))). The result is equivariant: a mirrored picture gives the mirrored alpha, for
any network. Differences between the two alphas are errors, and averaging reduces them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpu_unet.architecture import NEAREST, OVERSHOOT
from gpu_unet.reference.layers import Array


def look_twice(x: Array, network: Callable[[Array], Array]) -> Array:
    """Alpha of a batch of pictures by flip-test averaging.

    Args:
        x: (N, H, W, in_channels), the network's whole input: the clean plate is mirrored too.
        network: Maps such a batch to alpha (N, H, W), in its dtype.

    Returns:
        (N, H, W), in the network's dtype; see `mean_by_logits`.
    """
    return mean_by_logits(network(x), network(x[:, :, ::-1])[:, :, ::-1])


def mean_by_logits(first: Array, second: Array) -> Array:
    """The mean of two alphas of the same picture, by their logits.

    The order of the two does not matter, to the last bit.

    Args:
        first: Alpha of any shape, float32 or float64.
        second: Another one of the same shape and dtype.

    Returns:
        In [0, 1], 0 and 1 included, in their dtype; NaN where either is NaN or outside [0, 1], so
        that a fault stays visible.
    """
    number = first.dtype.type
    nearest, overshoot, one = number(NEAREST), number(OVERSHOOT), number(1)
    a, b = (np.clip(alpha, nearest, one - nearest) for alpha in (first, second))
    p, q = np.sqrt(a * b), np.sqrt((one - a) * (one - b))
    mean = np.clip(number(1 + 2 * OVERSHOOT) * p / (p + q) - overshoot, 0, 1)
    is_sound = (first >= 0) & (first <= 1) & (second >= 0) & (second <= 1)
    return np.where(is_sound, mean, number(np.nan))
