"""The values that travel in front of each batch, and their places: what needs no new graph."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpu_unet.edge_parameters import edge_parameters
from gpu_unet.frame_planes import Sizes
from gpu_unet.frames_ahead import REACH, Turn, slot_count, whole_count
from gpu_unet.layer_parameters import layer_parameters
from gpu_unet.settings import EngineSettings

PARAM_COUNT = 64  # float32 values of a batch; those of its frames follow, one after the other

FRAME_COUNT = 0  # frames of this batch that are real
FRESH = 1  # 1 when nothing earlier may be remembered
RAMP_LOW = 2
RAMP_SLOPE = 3
GUIDE_EPSILON = 4
WRAP_STRENGTH = 5
MOTION_LOW = 6
MOTION_HIGH = 7
SPECK_AREA = 8
HOLE_AREA = 9
# Each Gaussian's three: its radius in pixels, -1 / (2 sigma^2), 1 / the sum of its taps.
BLUR = 10
WRAP = 13
# The layer's: left, top, step, reach; strength and offsets of the shadow; how light is followed.
WHERE = 16
CAST = 20
MATCH = 23
# A film's: frames that come in, where the first of them is remembered, and whole; whether there is
# none before it. The same of those that are due, which FRAME_COUNT counts; what lies around them.
CAME_COUNT = 24
CAME_SLOT = 25
CAME_WHOLE = 26
IS_FIRST = 27
DUE_SLOT = 28
DUE_WHOLE = 29
DUE_BEFORE = 30
DUE_AFTER = 31
RADIUS, EXPONENT, SCALE = 0, 1, 2
# What hangs on the time since the frame before: a frame's three.
TICKS, KEEP_STILL, GAIN_STEP = 0, 1, 2
FRAME_PARAMS = 3


def length_of_params(batch_size: int) -> int:
    """Of what `pack` makes for a whole batch."""
    return PARAM_COUNT + FRAME_PARAMS * batch_size


def pack(
    settings: EngineSettings,
    sizes: Sizes,
    *,
    ticks: Sequence[int],
    batch_size: int,
    is_fresh: bool,
) -> npt.NDArray[np.float32]:
    """What kernels read of `settings` and of time while they run: float32 (`length_of_params`,).

    Args:
        settings: Of the engine.
        sizes: Of frames and the network's input.
        ticks: Since the frame before, of each frame of the batch that is real.
        batch_size: The most frames of a batch.
        is_fresh: Whether nothing of earlier frames may be used.
    """
    size = {"height": sizes.height, "width": sizes.width}
    edges = edge_parameters(settings, **size)
    full = {"frame_height": sizes.frame_height, "frame_width": sizes.frame_width}
    layer = layer_parameters(settings, **size, **full)
    params = np.zeros(length_of_params(batch_size), np.float32)
    for place, value in (
        (FRAME_COUNT, len(ticks)),
        (FRESH, is_fresh),
        (RAMP_LOW, edges.ramp_low),
        (RAMP_SLOPE, edges.ramp_slope),
        (GUIDE_EPSILON, edges.guide_epsilon),
        (WRAP_STRENGTH, edges.wrap_strength),
        (MOTION_LOW, edges.motion_low),
        (MOTION_HIGH, edges.motion_high),
        (SPECK_AREA, edges.speck_area),
        (HOLE_AREA, edges.hole_area),
        (MATCH, layer.match),
    ):
        params[place] = value
    params[WHERE : WHERE + 4] = layer.left, layer.top, layer.step, layer.reach
    params[CAST : CAST + 3] = layer.shadow, layer.shadow_across, layer.shadow_down
    params[BLUR : BLUR + 3] = gaussian_values(edges.blur_sigma)
    params[WRAP : WRAP + 3] = gaussian_values(edges.wrap_sigma)
    of_frames = params[PARAM_COUNT:].reshape(batch_size, FRAME_PARAMS)
    for of_frame, since in zip(of_frames, ticks, strict=False):
        of_frame[TICKS] = since
        of_frame[KEEP_STILL] = edge_parameters(settings, **size, ticks=since).keep_still
        of_frame[GAIN_STEP] = layer_parameters(settings, **size, **full, ticks=since).gain_step
    return params


def pack_turn(params: npt.NDArray[np.float32], turn: Turn, *, batch_size: int) -> None:
    """Write where the frames of a film's call are remembered.

    Args:
        params: From `pack`, changed.
        turn: The call.
        batch_size: Of the engine.
    """
    slots, whole = slot_count(batch_size), whole_count(batch_size)
    for place, value in (
        (CAME_COUNT, turn.new),
        (CAME_SLOT, turn.before % slots),
        (CAME_WHOLE, turn.before % whole),
        (IS_FIRST, turn.before == 0),
        (DUE_SLOT, turn.done % slots),
        (DUE_WHOLE, turn.done % whole),
        (DUE_BEFORE, min(turn.done, REACH)),
        (DUE_AFTER, turn.seen - turn.done - 1),
    ):
        params[place] = value


def gaussian_radius(sigma: float) -> int:
    """Of the window; as `reference.edges.gaussian_taps` has it."""
    return math.ceil(3.0 * sigma)


def gaussian_values(sigma: float) -> tuple[float, float, float]:
    """What `params` hold of a Gaussian: radius, exponent, scale."""
    radius = gaussian_radius(sigma)
    exponent = -0.5 / sigma**2
    total = sum(math.exp(exponent * k * k) for k in range(-radius, radius + 1))
    return radius, exponent, 1.0 / total
