"""The same network with and without the channels of a clean plate: what does reading one cost?"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from gpu_unet.clean_plate import PLATE_CHANNELS, takes_clean_plate
from gpu_unet.weights import Layer, Weights


def counterpart(weights: Weights) -> Weights:
    """`weights` with zeros for the plate's channels, or without them where it reads a plate.

    With zeros it computes what it did; without them what it would if nothing were known.
    """
    name, first = next(iter(weights.layers.items()))
    if first.spec.kind != "conv":
        raise ValueError(f"{weights.name} begins with a {first.spec.kind} layer, expected a conv")
    if takes_clean_plate(weights.architecture):
        weight, channels, words = first.weight[:, :-PLATE_CHANNELS], 3, "without a clean plate"
    else:
        weight = np.pad(first.weight, ((0, 0), (0, PLATE_CHANNELS), (0, 0), (0, 0)))
        channels, words = 3 + PLATE_CHANNELS, "with a clean plate"
    layer = Layer(
        replace(first.spec, in_channels=channels), np.ascontiguousarray(weight), first.bias
    )
    return replace(
        weights,
        title=f"{weights.title}, {words}",
        architecture=replace(weights.architecture, in_channels=channels),
        layers=MappingProxyType({**weights.layers, name: layer}),
    )
