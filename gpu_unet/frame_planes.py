"""FramePlanes: the planes that the stages of `gpu_unet.frame_plan` read and write.

The planes of both devices and their shapes are declared here once; a device adds the scratch of its
own kernels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import STAGES
from gpu_unet.setting_parameters import UNKNOWN_PAST, layer_parameters
from gpu_unet.settings import EngineSettings

ALIGNMENT = 256  # bytes: whole cache lines on both devices, and enough for a GPU's vector loads


class Sizes(NamedTuple):
    """Sizes that determine the shapes of planes, in pixels.

    Attributes:
        height, width: Size of the network's input.
        frame_shape: Shape of a frame's array; see `FrameFormat.shape`.
        frame_dtype: Type of its samples.
        shadow_radius: Radius of the shadow's soft edge: the margin of its plane on every side.
        is_hdr: Whether frames are HDR; no shape depends on it.
    """

    height: int
    width: int
    frame_shape: tuple[int, ...]
    frame_dtype: np.dtype[Any]
    frame_height: int
    frame_width: int
    shadow_radius: int
    is_hdr: bool

    @classmethod
    def of(cls, frame_format: FrameFormat, *, height: int, width: int) -> Sizes:
        """Sizes for frames of a format and a network input of height x width."""
        full = {"frame_height": frame_format.height, "frame_width": frame_format.width}
        layer = layer_parameters(EngineSettings(), height=height, width=width, **full)
        frame = (frame_format.shape, frame_format.dtype)
        return cls(
            height,
            width,
            *frame,
            **full,
            shadow_radius=layer.shadow_radius,
            is_hdr=frame_format.is_hdr,
        )


Shape = Callable[[Sizes], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Buffer:
    """The memory of a plane.

    Attributes:
        dtype: As NumPy's; None: that of a frame's samples.
        stages: For scratch: the stages that use it. Empty: `STAGES` says which stages do.
        is_per_frame: Whether each frame of a batch has one; a batch of the CPU is one frame.
        initial: Its value before the first frame if it is carried; the CPU fills it in, the GPU's
            kernels learn from each batch whether it is fresh.
    """

    shape: Shape
    dtype: npt.DTypeLike | None = np.float32
    stages: str = ""
    is_per_frame: bool = True
    is_carried: bool = False
    initial: int = 0


def plane(planes: int | Shape | None = None, **buffer: Any) -> Any:
    """A field of `FramePlanes` with memory of its own; None until that is allocated.

    Args:
        planes: Number of planes of the network's size, or a shape; None is a single (h, w).
        buffer: The other attributes of its `Buffer`.
    """
    return field(default=None, metadata={"buffer": Buffer(_shape(planes), **buffer)})


def carried(planes: int | Shape | None = None, **buffer: Any) -> Any:
    """A plane that carries state from frame to frame."""
    return plane(planes, is_per_frame=False, is_carried=True, **buffer)


def given() -> Any:
    """A field of `FramePlanes` that the frame path sets before it runs the stages."""
    return field(default=None)


def flat(s: Sizes) -> tuple[int, ...]:
    """Shape (h * w,): a value for each pixel of the network's input, as labels are."""
    return (s.height * s.width,)


def numbers(*shape: int) -> Shape:
    """A constant shape."""
    return lambda _: shape


def _shape(planes: int | Shape | None) -> Shape:
    if planes is None:
        return lambda s: (s.height, s.width)
    if callable(planes):
        return planes
    return lambda s: (planes, s.height, s.width)


def _full(s: Sizes) -> tuple[int, ...]:
    return (s.frame_height, s.frame_width)


def _with_margin(s: Sizes) -> tuple[int, ...]:
    return (s.height + 2 * s.shadow_radius, s.width + 2 * s.shadow_radius)


@dataclass(kw_only=True)
class FramePlanes:
    """The planes by name; float32 (count, h, w) at the network's size unless stated otherwise.

    A batch adds a first dimension, except to carried planes.

    Attributes:
        frames, backgrounds: Of the frame format.
        areas: uint8 (3, h, w), from `small_areas`.
        network_alpha: (h, w) in [0, 1], the network's output.
        network_input: The network's input; the stages write its RGB.
        out, out_alpha: The composite, of the frame format, and its alpha plane, uint8 (H, W).
        planes: The frame as coded, fractions of the largest code.
        kept_alpha, kept_planes: (h, w) and (3, h, w), alpha and frame smoothed over time.
        smoothed: (h, w), the alpha of this frame, smoothed.
        reset: int32, 1 where the frame uses nothing of the one before: the first, or a cut.
        chosen: uint8 (h, w), 1 where the component lies that `largest_only` keeps.
        hole_age: uint8 (h, w), each pixel's counter of holes; see `setting_parameters`.
        alpha: (h, w), without specks and with holes filled.
        coefficients: Alpha of a full-size pixel is c[0:3] . pixel + c[3].
        ramped: (h, w) in [0, 1], the final alpha at this size.
        colours: Unknown region: the person's colour, the original background's, and how much of a
            green screen that is.
        blurred: The original background without the person, blurred, as coded.
        behind: The new background as coded, fractions.
        wrap: The light wrap: three planes of colour, and its share.
        person, person_alpha: The person cut out, as `out` and `out_alpha`.
        shadow: (h + 2 radius, w + 2 radius) in [0, 1].
        gains, kept_gains: (3,), factors of the person's R, G, B; (4,), the last frame's factors,
            then 1 if there are any.
    """

    frames: Any = given()
    backgrounds: Any = given()
    areas: Any = given()
    network_alpha: Any = given()
    network_input: Any = given()
    out: Any = given()
    out_alpha: Any = given()

    planes: Any = plane(3)
    kept_alpha: Any = carried()
    kept_planes: Any = carried(3)
    smoothed: Any = plane()
    reset: Any = plane(numbers(), dtype=np.int32)
    chosen: Any = carried(dtype=np.uint8)
    hole_age: Any = carried(dtype=np.uint8, initial=UNKNOWN_PAST)
    alpha: Any = plane()
    coefficients: Any = plane(4)
    ramped: Any = plane()
    colours: Any = plane(7)
    blurred: Any = plane(3)
    behind: Any = plane(3)
    wrap: Any = plane(4)
    person: Any = plane(lambda s: s.frame_shape, dtype=None)
    person_alpha: Any = plane(_full, dtype=np.uint8)
    shadow: Any = plane(_with_margin)
    gains: Any = plane(numbers(3))
    kept_gains: Any = carried(numbers(4))


class Place(NamedTuple):
    """A plane's offset in memory, in bytes, with its shape and type."""

    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def nbytes(self) -> int:
        """Bytes from its first to its last value."""
        return math.prod(self.shape) * self.dtype.itemsize


class Layout(NamedTuple):
    """Places of planes by name, and the total bytes."""

    places: dict[str, Place]
    nbytes: int


def buffers_of(planes: type[FramePlanes]) -> dict[str, Buffer]:
    """The planes that have memory of their own, by name."""
    return {f.name: f.metadata["buffer"] for f in fields(planes) if "buffer" in f.metadata}


def lay_out(
    planes: type[FramePlanes],
    sizes: Sizes,
    *,
    batch_size: int | None = None,
    is_late: bool = False,
    shares: bool = True,
) -> Layout:
    """Assign places to a device's planes; planes with disjoint lifetimes share memory.

    A plane lives from the first stage that uses it to the last, scratch within each of its stages,
    a carried plane always. Greedy: largest first, each at the lowest offset that fits.

    Args:
        planes: The device's class of planes.
        sizes: Sizes that determine the shapes.
        batch_size: Frames of a batch, the first dimension; None: no such dimension.
        is_late: Place the planes of rarely used stages, or those of all others.
        shares: If False, no planes overlap, so that all can be inspected afterwards.
    """
    order = {stage.name: index for index, stage in enumerate(STAGES)}
    wanted: list[tuple[Place, str, set[int]]] = []
    for name, buffer in buffers_of(planes).items():
        users = [stage for stage in STAGES if name in stage.planes]
        users += [stage for stage in STAGES if stage.name in buffer.stages.split()]
        if all(stage.is_late for stage in users) != is_late:
            continue
        needed = {order[stage.name] for stage in users}
        if not buffer.stages:
            needed = set(range(min(needed), max(needed) + 1))
        if buffer.is_carried or not shares:
            needed = set(order.values())
        shape = buffer.shape(sizes)
        if batch_size is not None and buffer.is_per_frame:
            shape = (batch_size, *shape)
        dtype = sizes.frame_dtype if buffer.dtype is None else np.dtype(buffer.dtype)
        wanted.append((Place(0, shape, dtype), name, needed))

    taken: list[tuple[int, int, set[int]]] = []
    places: dict[str, Place] = {}
    for place, name, needed in sorted(wanted, key=lambda item: -item[0].nbytes):
        nbytes = -(-place.nbytes // ALIGNMENT) * ALIGNMENT
        offset = 0
        for begin, end, others in sorted(taken, key=lambda item: item[0]):
            if needed & others and begin < offset + nbytes:
                offset = max(offset, end)
        taken.append((offset, offset + nbytes, needed))
        places[name] = place._replace(offset=offset)
    return Layout(places, max((end for _, end, _ in taken), default=0))
