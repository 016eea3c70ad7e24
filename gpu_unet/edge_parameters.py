"""EdgeParameters: settings translated into the numbers that the kernels compute with."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_unet.settings import EngineSettings
from gpu_unet.ticks import USUAL_TICKS, share_after

# Alpha of the network below this is background, above 1 - this is person: a sigmoid never reaches
# 0 or 1, and an unsure one leaves a veil over the background and dents in the person. Measured on
# true alpha: 0.02 leaves 2 % less error in the unknown region and 4 % more of all alpha error, 0.1
# the other way round.
SNAP = 0.06
# Width of the ramp at softness 0 and 1.
HARDEST, SOFTEST = 0.04, 0.96
# A pixel counts as solid from this alpha on, when connected components are told apart.
SOLID_ALPHA = 0.5
# Only pixels from this alpha on count towards a component's area: people have a solid core, what
# the network merely wonders about has next to none. At 0.98 faint people at the frame's edge go.
CORE_ALPHA = 0.95
# Share of a component that is core, up to which the whole is a doubt, and from which it is
# none. Measured with both networks on the held-out pictures: 125 of 154 (`fast`) and 50 of 62
# (`quality`) that are no person lie below the first, and 7 of 830 and 14 of 833 that are people;
# the next of those lie above 0.3. At 0.06 and 0.11 a quarter more of what is no person stayed, by
# area. Closer together they would make components come and go suddenly.
DOUBTED_SHARE, TRUSTED_SHARE = 0.15, 0.25
# A hole that is born inside a component is believed after so many ticks (0.4 s); for the first half
# of them it is filled, then it opens softly. The network's mistakes last for up to 0.23 s. What a
# pixel has earned as a hole falls tick by tick once it is solid: a gap that closes for a moment
# opens again at once.
HOLE_TICKS = 12 * USUAL_TICKS
# What was open outside speaks for a hole only while the component around it stays: one side of the
# hole's rim that was not solid in the frame before outweighs so many that were.
RIM_DOUBT = 2
# A pixel's past as a hole, uint8: the age of the hole that it was in, OUTSIDE where it was open and
# in none; a pixel that was solid has what is left of that, and WAS_SOLID is added. UNKNOWN_PAST
# is solid and open at once: it speaks for every hole.
OUTSIDE = HOLE_TICKS + USUAL_TICKS
WAS_SOLID = 128
UNKNOWN_PAST = 255
# Keeps a window without any person (or any original background) from dividing by zero.
TINY_WEIGHT = 1e-4
# What a pixel near the person counts in the blurred background, times its own share of it.
GAP_WEIGHT = 0.01
# The original background is a green screen from this excess of green over red and blue on, wholly
# at the second.
GREEN_LOW, GREEN_HIGH = 0.10, 0.25
# The picture's mean change from which on a frame is taken for a new scene.
SCENE_CUT = 0.15


@dataclass(frozen=True, slots=True)
class EdgeParameters:
    """Everything that the frame path derives from `EngineSettings` and the network's input size.

    Attributes:
        ticks: Since the frame before.
        keep_still: Share of the new alpha where the picture is still; 1 is no smoothing.
        motion_low, motion_high: Change of the picture (fraction of full scale) up to which it
            counts as still and from which it counts as moving.
        speck_area: Components with a core of fewer network pixels fade out; at half of it they are
            gone.
        hole_area: Holes of fewer network pixels are filled wholly at half of it.
        component_reach: Soft alpha farther than this from a solid component is removed, in pixels.
        guide_radius: Of the guided filter's windows, in network pixels.
        guide_epsilon: Variance of the guide below which it is smoothed, fraction of scale squared.
        ramp_low, ramp_slope: Final alpha = clamp((alpha - ramp_low) * ramp_slope).
        wide_radius, near_radius: Windows of the two colour estimates, in network pixels.
        blur_sigma: Of the background's blur, in network pixels.
        wrap_sigma: How far the light wrap reaches, in network pixels.
        wrap_strength: In [0, 1].
    """

    ticks: int
    keep_still: float
    motion_low: float
    motion_high: float
    speck_area: float
    hole_area: float
    component_reach: int
    guide_radius: int
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
    # One "unit" is a network pixel at 256x144, so that every size sees the same part of a frame.
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
        guide_radius=max(1, round(2 * unit)),
        guide_epsilon=2e-4,
        ramp_low=edges.threshold - 0.5 * ramp_width,
        ramp_slope=1.0 / ramp_width,
        wide_radius=max(2, round(4 * unit)),
        near_radius=max(1, round(unit)),
        blur_sigma=(0.8 + 7.2 * settings.blur_strength) * unit,
        wrap_sigma=3.0 * unit,
        wrap_strength=edges.light_wrap,
    )
