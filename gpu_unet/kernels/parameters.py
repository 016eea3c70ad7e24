"""Parameters of a batch: the settings as numbers that kernels read, and their places.

    params   | PARAM_COUNT values of the batch | FRAME_PARAMS of frame 0 | of frame 1 | ..

One float32 array; a change of a setting changes its values, and no launch and no CUDA graph. A card
gets it in front of each batch's frames. The CPU's kernels of full-size frames read its first part,
the others take their few numbers as arguments.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_planes import Sizes
from gpu_unet.frames_ahead import REACH, Turn, slot_count, whole_count
from gpu_unet.setting_parameters import (
    EdgeParameters,
    LayerParameters,
    edge_parameters,
    layer_parameters,
)
from gpu_unet.settings import EngineSettings

PARAM_COUNT = 64  # float32 values of a batch; those of its frames follow, one after the other


class Sources(NamedTuple):
    """What the parameters are computed from."""

    settings: EngineSettings
    sizes: Sizes
    edges: EdgeParameters
    layer: LayerParameters


Value = Callable[[Sources], Any]
_places = itertools.count()
_values: list[tuple[slice, Value]] = []


def _slot(value: Value | None = None, *, size: int = 1) -> int:
    """The next free place, for `size` values; None: `pack` or `pack_turn` writes it by its name."""
    place, *_ = (next(_places) for _ in range(size))
    assert place + size <= PARAM_COUNT
    if value is not None:
        _values.append((slice(place, place + size), value))
    return place


# A new parameter is one line here.
FRAME_COUNT = _slot()  # frames of this batch that are real
FRESH = _slot()  # 1 when nothing earlier may be remembered
RAMP_LOW = _slot(lambda of: of.edges.ramp_low)
RAMP_SLOPE = _slot(lambda of: of.edges.ramp_slope)
GUIDE_EPSILON = _slot(lambda of: of.edges.guide_epsilon)
WRAP_STRENGTH = _slot(lambda of: of.edges.wrap_strength)
MOTION_LOW = _slot(lambda of: of.edges.motion_low)
MOTION_HIGH = _slot(lambda of: of.edges.motion_high)
SPECK_AREA = _slot(lambda of: of.edges.speck_area)
HOLE_AREA = _slot(lambda of: of.edges.hole_area)
# Each Gaussian's three: its radius in pixels, -1 / (2 sigma^2), 1 / the sum of its taps.
BLUR = _slot(lambda of: gaussian_values(of.edges.blur_sigma), size=3)
WRAP = _slot(lambda of: gaussian_values(of.edges.wrap_sigma), size=3)
# Flags of the composite, 0 or 1.
HAS_COLOURS = _slot(lambda of: of.settings.edges.foreground_colour)
HAS_WRAP = _slot(lambda of: of.settings.has_light_wrap)
LINEAR_LIGHT = _slot(lambda of: of.settings.edges.linear_light)
HAS_PICTURE = _slot(lambda of: of.settings.background == "image")
IS_MIRRORED = _slot(lambda of: of.settings.mirror)
# The layer's: left, top, step, reach; strength and offsets of the shadow, the radius of its plane's
# margin; how light is followed; flags.
WHERE = _slot(lambda of: (of.layer.left, of.layer.top, of.layer.step, of.layer.reach), size=4)
CAST = _slot(lambda of: (of.layer.shadow, of.layer.shadow_across, of.layer.shadow_down), size=3)
SHADOW_RADIUS = _slot(lambda of: of.layer.shadow_radius)
MATCH = _slot(lambda of: of.layer.match)
IS_PLACED = _slot(lambda of: of.settings.layer.is_placed)
HAS_LIGHT = _slot(lambda of: of.settings.matches_light)
HAS_SHADOW = _slot(lambda of: of.settings.has_shadow)
# Pixels of the network's input per pixel of the frame, across and down.
SMALL_ACROSS = _slot(lambda of: of.sizes.width / of.sizes.frame_width)
SMALL_DOWN = _slot(lambda of: of.sizes.height / of.sizes.frame_height)
# A film's: frames that come in, where the first of them is remembered, and whole; whether there is
# none before it. The same of those that are due, which FRAME_COUNT counts; what lies around them.
CAME_COUNT = _slot()
CAME_SLOT = _slot()
CAME_WHOLE = _slot()
IS_FIRST = _slot()
DUE_SLOT = _slot()
DUE_WHOLE = _slot()
DUE_BEFORE = _slot()
DUE_AFTER = _slot()
IS_HDR = _slot(lambda of: of.sizes.is_hdr)  # of the frames: a flag of the composite
RADIUS, EXPONENT, SCALE = 0, 1, 2
# Three values of each frame, which depend on the time since the frame before.
TICKS, KEEP_STILL, GAIN_STEP = 0, 1, 2
FRAME_PARAMS = 3


def length_of_params(batch_size: int) -> int:
    """Length of `pack`'s result."""
    return PARAM_COUNT + FRAME_PARAMS * batch_size


def pack(
    settings: EngineSettings,
    sizes: Sizes,
    *,
    ticks: Sequence[int],
    batch_size: int,
    is_fresh: bool,
) -> npt.NDArray[np.float32]:
    """Parameters of a batch: float32 (`length_of_params`,).

    Args:
        sizes: Sizes of frames and of the network's input.
        ticks: Ticks since the frame before, for each real frame of the batch.
        batch_size: Most frames of a batch.
        is_fresh: Whether to ignore all state of earlier frames.
    """
    size = {"height": sizes.height, "width": sizes.width}
    edges = edge_parameters(settings, **size)
    full = {"frame_height": sizes.frame_height, "frame_width": sizes.frame_width}
    layer = layer_parameters(settings, **size, **full)
    params = np.zeros(length_of_params(batch_size), np.float32)
    params[FRAME_COUNT], params[FRESH] = len(ticks), is_fresh
    write_settings(params, Sources(settings, sizes, edges, layer))
    of_frames = params[PARAM_COUNT:].reshape(batch_size, FRAME_PARAMS)
    for of_frame, since in zip(of_frames, ticks, strict=False):
        of_frame[TICKS] = since
        of_frame[KEEP_STILL] = edge_parameters(settings, **size, ticks=since).keep_still
        of_frame[GAIN_STEP] = layer_parameters(settings, **size, **full, ticks=since).gain_step
    return params


def write_settings(params: npt.NDArray[np.float32], sources: Sources) -> None:
    """Write the values that follow from settings and sizes into `params`, from `pack` or zeros."""
    for places, value in _values:
        params[places] = value(sources)


def pack_turn(params: npt.NDArray[np.float32], turn: Turn, *, batch_size: int) -> None:
    """Write the slots of a film's call.

    Args:
        params: From `pack`, changed.
        turn: The call.
        batch_size: Most frames of a batch.
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
    """Radius of a Gaussian's window, as in `reference.edges.gaussian_taps`."""
    return math.ceil(3.0 * sigma)


@functools.lru_cache(maxsize=32)
def gaussian_values(sigma: float) -> tuple[float, float, float]:
    """A Gaussian's values in `params`: radius, exponent, scale."""
    radius = gaussian_radius(sigma)
    exponent = -0.5 / sigma**2
    total = sum(math.exp(exponent * k * k) for k in range(-radius, radius + 1))
    return radius, exponent, 1.0 / total
