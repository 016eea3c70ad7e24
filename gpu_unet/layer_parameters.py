"""LayerParameters: where the person stands as a layer, and their light and shadow, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_unet.settings import EngineSettings
from gpu_unet.ticks import USUAL_TICKS, share_after

# How far a colour is moved at most towards the background's, to either side, by its whole channel.
LEAST_GAIN, MOST_GAIN = 0.6, 1.35
# Share of a new frame's gains `USUAL_TICKS` after the last: what moves through the picture does not
# make the light flicker.
GAIN_STEP = 0.1
# A person of fewer pixels, as a share of the picture, says nothing about their light.
LEAST_PERSON = 0.002
# What a mean of a dark channel is at least, so that noise is not multiplied.
LEAST_MEAN = 0.02
# Where the shadow falls, as shares of the picture's height, and how dark it is at full strength.
SHADOW_ACROSS, SHADOW_DOWN = 0.020, 0.015
DARKEST = 0.8
# Reach of the shadow's soft edge, in network pixels at 256x144.
SHADOW_REACH = 10


@dataclass(frozen=True, slots=True)
class LayerParameters:
    """What kernels compute a layer with.

    Attributes:
        left, top: Of the person's frame in the composite, in pixels.
        step: Pixels of the person's frame for one of the composite.
        reach: Half the width of the window that a pixel is gathered from, in the frame's pixels.
        match: How far the person's light follows the background's, in [0, 1].
        gain_step: Share of this frame's own gains in what is followed, in [0, 1].
        shadow: How much light the shadow takes where it is whole, in [0, 1].
        shadow_across, shadow_down: Where it falls, in pixels of the person's frame.
        shadow_radius: Of its soft edge, in network pixels; fixed by the network's size.
    """

    left: float
    top: float
    step: float
    reach: float
    match: float
    gain_step: float
    shadow: float
    shadow_across: float
    shadow_down: float
    shadow_radius: int


def layer_parameters(
    settings: EngineSettings,
    *,
    frame_height: int,
    frame_width: int,
    height: int,
    width: int,
    ticks: int = USUAL_TICKS,
) -> LayerParameters:
    """Parameters for frames of one size and a network input of height x width.

    `ticks` have passed since the frame before. A smaller person stands in the middle at the bottom,
    where frames cut people; `person_across` and `person_down` move them from there.
    """
    layer = settings.layer
    size = layer.person_size / 100.0
    unit = (height * width / (256.0 * 144.0)) ** 0.5
    return LayerParameters(
        left=frame_width * ((1.0 - size) / 2.0 + layer.person_across / 100.0),
        top=frame_height * ((1.0 - size) + layer.person_down / 100.0),
        step=1.0 / size,
        reach=max(1.0, 1.0 / size),
        match=layer.match_light,
        gain_step=share_after(GAIN_STEP, ticks),
        shadow=layer.shadow * DARKEST,
        shadow_across=SHADOW_ACROSS * frame_height,
        shadow_down=SHADOW_DOWN * frame_height,
        shadow_radius=max(2, round(SHADOW_REACH * unit)),
    )
