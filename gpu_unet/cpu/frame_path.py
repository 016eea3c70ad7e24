"""CpuFramePath: the stages of a frame before and after the network; buffers are made once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.full_size_pass import FullSizePass
from gpu_unet.cpu.kernels import resize
from gpu_unet.cpu.stages import LAUNCHERS, CpuPlanes, Tables
from gpu_unet.engine import Notify
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import Steps, steps_of
from gpu_unet.frame_planes import ALIGNMENT, Sizes, buffers_of, lay_out
from gpu_unet.kernels.parameters import PARAM_COUNT, Sources, write_settings
from gpu_unet.network_input import PICTURE, Observation
from gpu_unet.setting_parameters import EdgeParameters, layer_parameters
from gpu_unet.settings import EngineSettings

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

PREPROCESS = steps_of(EngineSettings())  # its "resize" part is the same for all settings


class CpuFramePath:
    """The stages of one frame format and network size; one thread, nothing allocated per frame.

    Per frame call `preprocess`, the network, `refine_steps`, `composite`, in this order. Call
    `preprocess_given` before the first frame of new values, and `observe` after the network.

    Attributes:
        planes: Planes and tables of the stages.
        areas: uint8 (3, h, w), from `small_areas`, for the next frames; None for none.
    """

    def __init__(
        self,
        frame_format: FrameFormat,
        *,
        height: int,
        width: int,
        notify: Notify | None = None,
        shares: bool = True,
    ) -> None:
        size = {"height": height, "width": width}
        self._sizes = Sizes.of(frame_format, **size)
        self._shares = shares
        self.planes = CpuPlanes(
            tables=Tables(frame_format, **size),
            full_size=FullSizePass(frame_format, **size, notify=notify),
            params=np.zeros(PARAM_COUNT, np.float32),
            **self._allocate(is_late=False),
        )
        self.areas: Bytes | None = None

    def forget(self) -> None:
        """Forget all state of earlier frames."""
        self.planes.is_fresh = True
        self._begin(vars(self.planes))

    @staticmethod
    def _begin(planes: Mapping[str, Any]) -> None:
        """Set the carried planes that have memory to their initial values."""
        for name, buffer in buffers_of(CpuPlanes).items():
            if buffer.is_carried and planes.get(name) is not None:
                planes[name][:] = buffer.initial

    @contextmanager
    def planes_in(self, planes: Floats) -> Iterator[None]:
        """Context in which the stages keep the frame's small planes in `planes`.

        Args:
            planes: float32 (3, h, w), written by `preprocess`, read after the network.
        """
        own = self.planes.planes
        self._take(planes=planes)
        try:
            yield
        finally:
            self._take(planes=own)

    def preprocess(self, frame: Bytes, network_input: Floats) -> None:
        """Resize a frame and write the network's input.

        Args:
            frame: uint8, of the frame format.
            network_input: float32 (h, w, 3 or more), whose first three channels are written.
        """
        self._take(frames=frame, network_input=network_input)
        for _ in self._run(PREPROCESS, "resize"):
            pass
        self._take(frames=None, network_input=None)

    def preprocess_given(self, values: Bytes, network_input: Floats) -> None:
        """Write what the caller gave into the network's input, where it stays for the next frames.

        Args:
            values: uint8 (h, w, channels), from `GivenInputs`.
            network_input: float32 (h, w, in_channels), whose channels behind the picture's are
                written.
        """
        resize.write_given(values, network_input[..., PICTURE.channels :])

    def observe(self, network_input: Floats, network_alpha: Floats) -> Observation:
        """The network's input and output as bytes, in new arrays.

        Args:
            network_input: float32 (h, w, 3 or more), as `preprocess` left it.
            network_alpha: float32 (h, w) in [0, 1].
        """
        rgb = np.empty((self._sizes.height, self._sizes.width, 3), np.uint8)
        alpha = np.empty((self._sizes.height, self._sizes.width), np.uint8)
        resize.observe(network_input, network_alpha, rgb, alpha)
        return Observation(rgb, alpha)

    def refine_steps(
        self,
        network_alpha: Floats,
        background: Bytes | None,
        settings: EngineSettings,
        parameters: EdgeParameters,
    ) -> Iterator[None]:
        """Run all stages at the network's size; an iterator that yields after every stage.

        Args:
            network_alpha: float32 (h, w) in [0, 1].
            background: uint8, of the frame format; for the light wrap and the light match.
        """
        self._take(
            network_alpha=network_alpha, backgrounds=background, areas=self.areas, edges=parameters
        )
        yield from self._run(steps_of(settings), "refine")
        self.planes.is_fresh = False
        self._take(network_alpha=None, backgrounds=None, areas=None)

    def composite(
        self,
        frame: Bytes,
        background: Bytes | None,
        settings: EngineSettings,
        parameters: EdgeParameters,
        out: Bytes,
        out_alpha: Bytes | None,
    ) -> None:
        """Write the composite and, on request, the alpha plane.

        Args:
            frame: uint8, of the frame format.
            background: Likewise; for "image".
            out: uint8, of the frame format, written.
            out_alpha: uint8 (height, width), written; None if it is not wanted.
        """
        s = self._sizes
        layer = layer_parameters(
            settings,
            frame_height=s.frame_height,
            frame_width=s.frame_width,
            height=s.height,
            width=s.width,
            ticks=parameters.ticks,
        )
        write_settings(self.planes.params, Sources(settings, s, parameters, layer))
        self._take(frames=frame, backgrounds=background, edges=parameters, layer=layer)
        self._take(out=out, out_alpha=out_alpha)
        for _ in self._run(steps_of(settings), "composite"):
            pass
        self._take(frames=None, backgrounds=None, out=None, out_alpha=None)

    def release_layer(self) -> None:
        """Free the planes of rarely used stages; `composite` allocates them again when needed."""
        self._take(**dict.fromkeys(lay_out(CpuPlanes, self._sizes, is_late=True).places))

    def _take(self, **given: Any) -> None:
        """Set attributes of `planes`, where the stages find them by name."""
        for name, value in given.items():
            setattr(self.planes, name, value)

    def _run(self, steps: Steps, part: str) -> Iterator[None]:
        for stage, options in steps:
            if stage.part == part:
                if stage.is_late and self.planes.person is None:
                    self._take(**self._allocate(is_late=True))
                LAUNCHERS[stage.name](self.planes, **dict(options))
                yield

    def _allocate(self, *, is_late: bool) -> dict[str, Any]:
        layout = lay_out(CpuPlanes, self._sizes, is_late=is_late, shares=self._shares)
        memory = np.zeros(layout.nbytes + ALIGNMENT, np.uint8)
        memory = memory[-memory.ctypes.data % ALIGNMENT :]
        planes: dict[str, Any] = {}
        for name, place in layout.places.items():
            own = memory[place.offset : place.offset + place.nbytes]
            planes[name] = own.view(place.dtype).reshape(place.shape)
        self._begin(planes)
        return planes
