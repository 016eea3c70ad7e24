"""The definition of a second look: the mean of what a network says of a picture and of its mirror.

Known as flip augmentation at test time. What differs between the two answers is no knowledge, and
of a mirrored picture the mean is the mirrored alpha, whatever the network has learnt.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpu_unet.reference.layers import Array


def look_twice(x: Array, network: Callable[[Array], Array]) -> Array:
    """Alpha of a batch of pictures, each looked at as it is and mirrored.

    Args:
        x: (N, H, W, in_channels), all that the network reads: the clean plate is mirrored too.
        network: Alpha (N, H, W) of such a batch, in its dtype.

    Returns:
        (N, H, W), dtype of the network's; see `mean_of_looks`.
    """
    return mean_of_looks(network(x), network(x[:, :, ::-1])[:, :, ::-1])


def mean_of_looks(first: Array, second: Array) -> Array:
    """The mean of two alphas of the same picture; NaN where either is no number from 0 to 1.

    A broken answer must not hide behind a sound one. The sum is rounded once, and halving rounds
    nothing: both orders give the same.
    """
    is_sound = (first >= 0) & (first <= 1) & (second >= 0) & (second <= 1)
    return np.where(is_sound, (first + second) * first.dtype.type(0.5), first.dtype.type(np.nan))
