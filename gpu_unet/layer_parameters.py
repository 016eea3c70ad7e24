"""LayerParameters: the layer settings (place, light, shadow) as numbers that kernels take."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_unet.settings import EngineSettings
from gpu_unet.ticks import USUAL_TICKS, share_after

# Limits of the light match's factor of a channel.
LEAST_GAIN, MOST_GAIN = 0.6, 1.35
# Weight of a new frame's gains after `USUAL_TICKS`, so that things that move through the picture do
# not make the light flicker.
GAIN_STEP = 0.1
# With fewer pixels of person, as a share of the picture, the gains stay as they are.
LEAST_PERSON = 0.002
# Lower limit of a channel's mean, so that noise in a dark channel is not amplified.
LEAST_MEAN = 0.02
# Offset of the shadow, as shares of the picture's height, and its darkness at full strength.
SHADOW_ACROSS, SHADOW_DOWN = 0.020, 0.015
DARKEST = 0.8
# Radius of the shadow's soft edge, in network pixels at 256x144.
SHADOW_REACH = 10


@dataclass(frozen=True, slots=True)
class LayerParameters:
    """Numbers for the kernels of the layer.

    Attributes:
        left, top: Corner of the person's frame in the composite, in pixels.
        step: Pixels of the person's frame per pixel of the composite.
        reach: Half width of the tent filter that samples the person, in the frame's pixels.
        match: Strength of the light match, in [0, 1].
        gain_step: Weight of this frame's gains in their moving average, in [0, 1].
        shadow: Share of light that the shadow takes at its darkest, in [0, 1].
        shadow_across, shadow_down: Offset of the shadow, in pixels of the person's frame.
        shadow_radius: Radius of its soft edge, in network pixels; fixed by the network's size.
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

    `ticks` have passed since the frame before. A scaled person is centred at the bottom edge, where
    frames cut people; `person_across` and `person_down` move them from there.
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
