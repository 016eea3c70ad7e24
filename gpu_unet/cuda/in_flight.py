"""InFlight: buffers and events of each of two batches in flight, laid out for one copy each way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda import graph
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.device_picture import DevicePicture
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.planes import BatchBuffers
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import Steps
from gpu_unet.kernels.parameters import length_of_params
from gpu_unet.network_input import PICTURE, Observation
from gpu_unet.small_areas import AREA_PLANES

# Work of a batch between its two copies. "whole": all stages of its frames. "film": the network for
# incoming frames, and the composite of due ones; "came" and "due": only one of the two.
Kind = Literal["whole", "film", "came", "due"]
MOST_IN_FLIGHT = 2  # batches in flight: one is computed while its neighbours are copied
_EVENTS = (
    "start", "uploaded", "begun", "resized", "inferred", "steadied", "computed", "fetched",
    "downloaded",
)  # fmt: skip


def plan_copies(
    frame_format: FrameFormat, architecture: UNetArchitecture, batch_size: int
) -> ArenaPlan:
    """Layout of all copied arrays, the same on host and device, so that one copy moves a span.

        |areas given params background_index frames| backgrounds |frames .. params given areas|
                       upload of batch 0  ------>   <------  upload of batch 1
        | observations faults out out_alpha of batch 0 | the same of batch 1 |

    The second batch has the opposite order, so that all backgrounds lie side by side. Arrays that
    are not always copied lie at the ends of a span.
    """
    size = (architecture.height, architecture.width)
    pictures, sample = (batch_size, *frame_format.shape), frame_format.dtype
    count = architecture.in_channels - PICTURE.channels
    uploaded: dict[str, tuple[tuple[int, ...], Any]] = {
        "areas": ((AREA_PLANES, *size), np.uint8),
        **({"given": ((*size, count), np.uint8)} if count else {}),
        "params": ((length_of_params(batch_size),), np.float32),
        "background_index": ((batch_size,), np.int32),
        "frames": (pictures, sample),
    }
    plan = ArenaPlan()
    for name in uploaded:
        plan.add(f"batch0.{name}", *uploaded[name])
    plan.add("backgrounds", (MOST_IN_FLIGHT * batch_size, *frame_format.shape), sample)
    for name in reversed(uploaded):
        plan.add(f"batch1.{name}", *uploaded[name])
    for number in range(MOST_IN_FLIGHT):
        plan.add(f"batch{number}.observations", (batch_size, *size, 4), np.uint8)
        plan.add(f"batch{number}.faults", (2,), np.int32)
        plan.add(f"batch{number}.out", pictures, sample)
        alphas = (batch_size, frame_format.height, frame_format.width)
        plan.add(f"batch{number}.out_alpha", alphas, np.uint8)
    return plan


@dataclass(slots=True, kw_only=True)
class InFlight(BatchBuffers[npt.NDArray[Any]]):
    """One of the batches in flight, with its pinned memory.

    `params`, `background_index` and `frames` are uploaded, `given` and `areas` when they are new,
    `faults`, `out` and `out_alpha` are downloaded, `observations` when asked for.

    Attributes:
        number: 0 or 1.
        device: Its device memory.
        areas_of: The planes that `areas` and their copy on the device hold; None: none yet.
        events: By name, in the order of `_EVENTS`.
        count: Frames that it composites.
        came: Frames that come in with it: the same ones, but of a film.
        observe: As `Batch` has it; if any, all observations are made and downloaded.
        has_new_given: Whether `given` is uploaded, for this batch and those after it.
        sources: Frames that lie on the device already, by row; copied after the upload.
        keeps_results: Composites and alphas stay on the device.
        kind, steps: What the batch goes through, and with it which of its graphs it replays.
    """

    number: int
    device: BatchBuffers[DeviceArray]
    events: dict[str, Any]
    count: int = 0
    came: int = 0
    wants_alpha: bool = False
    observe: Sequence[int] = ()
    has_new_given: bool = False
    has_new_areas: bool = False
    areas_of: npt.NDArray[np.uint8] | None = None
    sources: Mapping[int, DevicePicture] = field(default_factory=dict)
    keeps_results: bool = False
    kind: Kind = "whole"
    steps: Steps = ()

    @classmethod
    def make(
        cls, number: int, device: Mapping[str, DeviceArray], host: Mapping[str, npt.NDArray[Any]]
    ) -> InFlight:
        """Number `number` in arenas that hold `plan_copies`."""
        return cls(
            **BatchBuffers.arrays_of(number, host),
            number=number,
            device=BatchBuffers(**BatchBuffers.arrays_of(number, device)),
            events={name: graph.make_event() for name in _EVENTS},
        )

    def take_areas(self, planes: npt.NDArray[np.uint8] | None) -> None:
        """Upload these areas with this batch, unless the device has them already."""
        self.has_new_areas = planes is not None and planes is not self.areas_of
        if planes is not None and self.has_new_areas:
            np.copyto(self.areas, planes)
            self.areas_of = planes

    def upload_span(self, new_rows: range) -> tuple[int, int]:
        """(begin, end) host addresses of this batch's single upload.

        Args:
            new_rows: Changed rows of the backgrounds, next to this batch's frames; may be empty.
        """
        row_bytes = self.backgrounds[0].nbytes
        rows_at = self.backgrounds.ctypes.data
        frames_at = self.frames.ctypes.data
        # Areas lie outermost, what callers gave next: an upload of areas includes it in between,
        # with the values that this batch uploaded last.
        outer = self.given if self.has_new_given else None
        if self.has_new_areas:
            outer = self.areas
        # Frames that all lie on the device are left out where nothing behind them is sent.
        has_frames = len(self.sources) < self.came or not self.came
        if self.number == 0:
            end = frames_at + self.frames[0].nbytes * self.came * has_frames
            if new_rows:
                end = rows_at + new_rows.stop * row_bytes
            return (self.params if outer is None else outer).ctypes.data, end
        begin = frames_at if has_frames else self.background_index.ctypes.data
        if new_rows:
            begin = rows_at + new_rows.start * row_bytes
        last = self.params if outer is None else outer
        return begin, last.ctypes.data + last.nbytes

    def download_span(self) -> tuple[int, int]:
        """(begin, end) host addresses of this batch's single download."""
        begin = (self.observations if self.observe else self.faults).ctypes.data
        if not self.count or self.keeps_results:
            return begin, self.faults.ctypes.data + self.faults.nbytes
        if self.wants_alpha:
            return begin, self.out_alpha.ctypes.data + self.out_alpha[0].nbytes * self.count
        return begin, self.out.ctypes.data + self.out[0].nbytes * self.count

    def observed(self) -> list[Observation]:
        """The network's input and output of a downloaded batch, of the frames in `observe`.

        Views of a new array each: splitting colours and alpha costs a few milliseconds, which the
        thread that uses an observation spends.
        """
        planes = (self.observations[n].copy() for n in self.observe)
        return [Observation(seen[..., :3], seen[..., 3]) for seen in planes]

    @property
    def is_broken(self) -> bool:
        """Whether the network's alpha had a NaN or left [0, 1]; of a downloaded batch."""
        of_film = self.kind != "whole" and self.came  # without frames nothing clears the flag
        return bool((self.count and self.faults[0]) or (of_film and self.faults[1]))

    def stage_ms(self) -> dict[str, float]:
        """Device time of each stage of a downloaded batch, in milliseconds."""
        e = self.events
        steady_ms = {"steady": graph.elapsed_ms(e["inferred"], e["steadied"])}
        return {
            "upload": graph.elapsed_ms(e["start"], e["uploaded"]),
            "resize": graph.elapsed_ms(e["begun"], e["resized"]),
            "network": graph.elapsed_ms(e["resized"], e["inferred"]),
            **({} if self.kind == "whole" else steady_ms),
            "composite": graph.elapsed_ms(e["steadied"], e["computed"]),
            "download": graph.elapsed_ms(e["fetched"], e["downloaded"]),
        }

    def close(self) -> None:
        """Release the events."""
        for event in self.events.values():
            call("cuEventDestroy", event)
        self.events = {}
