"""Reference of flip-test averaging: the mean of a network's alphas of a picture and its mirror.

    alpha(x) = (network(x) + flip(network(flip(x)))) / 2

Also known as test-time flip augmentation. The result is equivariant: a mirrored picture gives the
mirrored alpha, for any network. Differences between the two alphas are errors, and averaging
reduces them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpu_unet.reference.layers import Array


def look_twice(x: Array, network: Callable[[Array], Array]) -> Array:
    """Alpha of a batch of pictures by flip-test averaging.

    Args:
        x: (N, H, W, in_channels), the network's whole input: the clean plate is mirrored too.
        network: Maps such a batch to alpha (N, H, W), in its dtype.

    Returns:
        (N, H, W), in the network's dtype; see `mean_of_looks`.
    """
    return mean_of_looks(network(x), network(x[:, :, ::-1])[:, :, ::-1])


def mean_of_looks(first: Array, second: Array) -> Array:
    """The mean of two alphas of the same picture; NaN where either is NaN or outside [0, 1].

    So a fault stays visible. The sum is rounded once and halving is exact, so the order of the two
    does not matter.
    """
    is_sound = (first >= 0) & (first <= 1) & (second >= 0) & (second <= 1)
    return np.where(is_sound, (first + second) * first.dtype.type(0.5), first.dtype.type(np.nan))
