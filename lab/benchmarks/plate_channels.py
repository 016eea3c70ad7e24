"""The same network with and without the channels of a clean plate: what does reading one cost?"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from gpu_unet.architecture import STEM
from gpu_unet.network_input import CLEAN_PLATE, PICTURE, takes_clean_plate
from gpu_unet.weights import Layer, Weights


def counterpart(weights: Weights) -> Weights:
    """`weights` with zeros for the plate's channels, or without them where it reads a plate.

    With zeros it computes what it did; without them what it would if nothing were known.
    """
    name, first = next(iter(weights.layers.items()))
    if first.spec.kind != "conv":
        raise ValueError(f"{weights.name} begins with a {first.spec.kind} layer, expected a conv")
    reads_plate = takes_clean_plate(weights.architecture)
    words = "without a clean plate" if reads_plate else "with a clean plate"
    channels = PICTURE.channels + CLEAN_PLATE.channels * (not reads_plate)
    layers = dict(weights.layers)
    for reader in {name, STEM} & layers.keys():
        layer = layers[reader]
        weight = layer.weight[:, : PICTURE.channels]
        if not reads_plate:
            weight = np.pad(weight, ((0, 0), (0, CLEAN_PLATE.channels), (0, 0), (0, 0)))
        spec = replace(layer.spec, in_channels=channels)
        layers[reader] = Layer(spec, np.ascontiguousarray(weight), layer.bias)
    return replace(
        weights,
        title=f"{weights.title}, {words}",
        architecture=replace(weights.architecture, in_channels=channels),
        layers=MappingProxyType(layers),
    )
