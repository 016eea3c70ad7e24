"""EdgeParameters and LayerParameters: the settings as the numbers that kernels compute with."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_unet.settings import EngineSettings
from gpu_unet.ticks import USUAL_TICKS, share_after

# Network alpha below SNAP becomes 0, above 1 - SNAP it becomes 1. A sigmoid never reaches 0 or 1,
# and an uncertain one leaves a veil over the background and dents in the person. Measured against
# true alpha: 0.02 leaves 2 % less error in the unknown region and 4 % more of all alpha error, 0.1
# the other way round.
SNAP = 0.06
# Width of the ramp at softness 0 and 1.
HARDEST, SOFTEST = 0.04, 0.96
# A pixel is solid above this alpha; connected components are those of solid pixels.
SOLID_ALPHA = 0.5
# Pixels from this alpha on are a component's core, and only they count towards its area: a person
# has a solid core, a false detection has almost none. At 0.98 faint people at the frame's edge are
# lost.
CORE_ALPHA = 0.95
# Core's share of a component's pixels: up to the first the component is removed, from the second on
# it is kept, between it fades, so that components do not appear suddenly. Measured with both
# networks on the held-out pictures: below the first lie 125 of 154 (`fast`) and 50 of 62
# (`quality`) false detections, and 7 of 830 and 14 of 833 people; the next people lie above 0.3. At
# 0.06 and 0.11 a quarter more false area stayed.
DOUBTED_SHARE, TRUSTED_SHARE = 0.15, 0.25
# Age in ticks (0.4 s) at which a hole that appears inside a component is fully open. Up to half of
# it the hole is filled, then it opens gradually. The network's false holes last for up to 0.23 s.
# Once a pixel is solid, its age falls by the ticks of each frame, so a gap that closes for a moment
# is open again at once.
HOLE_TICKS = 12 * USUAL_TICKS
# Weight of a side of a hole's rim that was not solid in the frame before, against 1 for a side that
# was. If the sum is negative the component itself is new, and pixels that were outside do not count
# as an old hole.
RIM_DOUBT = 2
# A pixel's counter `hole_age`, uint8: in a hole the hole's age; outside of the component OUTSIDE;
# in a solid pixel WAS_SOLID + what is left of its age. UNKNOWN_PAST, at the start and after a cut,
# counts as solid and as the largest age: every hole is accepted at once.
OUTSIDE = HOLE_TICKS + USUAL_TICKS
WAS_SOLID = 128
UNKNOWN_PAST = 255
# Added to weights, so that a window without person (or without background) divides by no zero.
TINY_WEIGHT = 1e-4
# Variance of alpha that a window of the guided filter leaves unexplained, at which it counts half.
GUIDE_RESIDUAL = 0.005
# Weight, times 1 - alpha, of a pixel near the person in the blurred background.
GAP_WEIGHT = 0.01
# Excess of green over red and blue from which on, and at which fully, a background is a green
# screen.
GREEN_LOW, GREEN_HIGH = 0.10, 0.25
# Mean change of the picture, of full scale, above which a frame starts a new scene.
SCENE_CUT = 0.15


@dataclass(frozen=True, slots=True)
class EdgeParameters:
    """Numbers that the frame path derives from `EngineSettings` and the network's input size.

    Attributes:
        ticks: Ticks since the frame before.
        keep_still: Weight of the new alpha where the picture is still; 1 is no smoothing.
        motion_low, motion_high: Change of the picture (fraction of full scale) up to which it
            counts as still and from which it counts as moving.
        speck_area: Components with a core of fewer network pixels fade out; at half of it they are
            gone.
        hole_area: Holes of fewer network pixels are partly filled, of up to half of it fully.
        component_reach: Soft alpha farther than this from a solid component is removed, in network
            pixels.
        guide_radius: Radius of the guided filter's windows, in network pixels.
        soft_radius: Likewise in soft areas.
        guide_epsilon: Variance of the guide below which it is smoothed, fraction of scale squared.
        ramp_low, ramp_slope: Final alpha = clamp((alpha - ramp_low) * ramp_slope).
        wide_radius, near_radius: Windows of the two colour estimates, in network pixels.
        blur_sigma: Sigma of the background's blur, in network pixels.
        wrap_sigma: Sigma of the light wrap's blur, in network pixels.
        wrap_strength: Strength of the light wrap, in [0, 1].
    """

    ticks: int
    keep_still: float
    motion_low: float
    motion_high: float
    speck_area: float
    hole_area: float
    component_reach: int
    guide_radius: int
    soft_radius: int
    guide_epsilon: float
    ramp_low: float
    ramp_slope: float
    wide_radius: int
    near_radius: int
    blur_sigma: float
    wrap_sigma: float
    wrap_strength: float


def edge_parameters(
    settings: EngineSettings, *, height: int, width: int, ticks: int = USUAL_TICKS
) -> EdgeParameters:
    """Parameters for a network input of height x width pixels, `ticks` after the frame before."""
    edges = settings.edges
    # One unit is a network pixel at 256x144: radii then cover the same part of a frame at any size.
    unit = (height * width / (256.0 * 144.0)) ** 0.5
    ramp_width = HARDEST + (SOFTEST - HARDEST) * edges.softness
    return EdgeParameters(
        ticks=ticks,
        keep_still=share_after(1.0 / (1.0 + 24.0 * edges.smoothing**2), ticks),
        motion_low=0.015,
        motion_high=0.050,
        speck_area=0.0015 * height * width,
        hole_area=0.001 * height * width,
        component_reach=max(2, round(8 * unit)),
        # Small inputs have windows of more units: a window has to hold both sides of a soft edge.
        guide_radius=round(1 + 1.7 * unit),
        # Made pictures of hair and of fast motion have 11 and 22 % less error than without. Larger
        # windows gain a little more, and let the room shine through beside textured edges.
        soft_radius=max(2, round(4 * unit)),
        # Noisy films, `quality`: 1e-3 has 4 % less dtSSD and 2 % more error of alpha, 2e-5 has 1 %
        # more error. Clean cut-outs: 2e-5 has 10 % less error, 1e-3 16 % more.
        guide_epsilon=2e-4,
        ramp_low=edges.threshold - 0.5 * ramp_width,
        ramp_slope=1.0 / ramp_width,
        wide_radius=max(2, round(4 * unit)),
        near_radius=max(1, round(unit)),
        blur_sigma=(0.8 + 7.2 * settings.blur_strength) * unit,
        wrap_sigma=3.0 * unit,
        wrap_strength=edges.light_wrap,
    )


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
