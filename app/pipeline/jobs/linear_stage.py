"""LinearStage: the compute stage of a job that writes scene-linear pictures."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from app.pipeline.jobs.compute_stage import ComputeStage, JobBatch
from app.pipeline.jobs.own_alpha_stage import OwnAlphaStage
from app.pipeline.linear_composite import (
    Cut,
    blurred,
    composite,
    cut_out,
    in_output_primaries,
    matte_picture,
    picture_of_cut,
    with_layers,
)
from app.pipeline.no_matte import NoMatte
from app.pipeline.own_alpha import mirrored
from app.pipeline.settings import Settings
from app.video.linear_picture import LinearPicture
from app.video.pixels.light import Floats, in_primaries
from app.video.pixels.linear_view import LinearView, background_format
from app.video.sink import Content
from gpu_unet import Composites, FrameFormat, Image

Tag = TypeVar("Tag")


class _Held(NamedTuple):
    """What waits for a frame to come back from the inner stage.

    Attributes:
        linear: The frame's scene-linear values; None: those of its pixels.
        background: The picture behind it, in `background_format`; None for blur and transparent.
    """

    linear: LinearPicture | None
    background: Image | None


@dataclass(frozen=True, slots=True)
class LinearOutput:
    """What is written.

    Attributes:
        content: See `JobSpec.content`.
        has_layers: Whether the parts of the composite are written as well.
        premultiplies: Whether a cut-out's colours are multiplied by its alpha.
        primaries: Of the written colours; None: the source's.
    """

    content: Content
    has_layers: bool
    premultiplies: bool
    primaries: tuple[float, ...] | None = None


class LinearStage(Generic[Tag]):
    """Takes the place of another stage, and composites in scene-linear light what that cut out.

    The batches that it yields hold the composites in `linear`; the frames are the inner stage's.

    Args:
        settings: Settings of the job: background, mirror and areas are used.
        frame_format: Format of every frame.
        output: What is written.
        stage: Cuts the person out: its settings' background is "transparent", and it returns
            alphas.
        uses_own_alpha: Whether the frames' own alpha is used in place of the model.
        primaries: As for `LinearView`.
    """

    def __init__(
        self,
        settings: Settings,
        frame_format: FrameFormat,
        output: LinearOutput,
        *,
        stage: ComputeStage[Tag] | OwnAlphaStage[Tag],
        uses_own_alpha: bool,
        primaries: int = 0,
    ) -> None:
        self._settings = settings
        self._output = output
        self._stage = stage
        self._frame_format = frame_format
        self._view = LinearView(frame_format, primaries)
        self._view_behind = LinearView(background_format(frame_format))
        self._trusts_own_alpha = uses_own_alpha and not settings.areas
        self._held: deque[_Held] = deque()
        self._background: tuple[Image, tuple[float, ...], list[Floats]] | None = None

    @property
    def without_matte(self) -> Counter[NoMatte]:
        """See `OwnAlphaStage`."""
        stage = self._stage
        return stage.without_matte if isinstance(stage, OwnAlphaStage) else Counter()

    @property
    def device_name(self) -> str:
        """See `ComputeStage`."""
        return self._stage.device_name

    @property
    def model(self) -> str:
        """See `ComputeStage`."""
        return self._stage.model

    @property
    def looks_twice(self) -> bool:
        """See `ComputeStage`."""
        return self._stage.looks_twice

    def push(self, batch: JobBatch[Tag]) -> Iterator[tuple[JobBatch[Tag], Composites]]:
        """See `ComputeStage.push`."""
        nothing = [None] * len(batch.frames)
        pairs = zip(batch.linear or nothing, batch.backgrounds or nothing, strict=True)
        self._held.extend(_Held(*pair) for pair in pairs)
        for done, composites in self._stage.push(replace(batch, backgrounds=None, linear=())):
            yield self._composed(done, composites)

    def drain(self) -> Iterator[tuple[JobBatch[Tag], Composites]]:
        """See `ComputeStage.drain`."""
        for done, composites in self._stage.drain():
            yield self._composed(done, composites)

    def __enter__(self) -> LinearStage[Tag]:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._stage.__exit__(*exc_info)

    def _composed(
        self, batch: JobBatch[Tag], composites: Composites
    ) -> tuple[JobBatch[Tag], Composites]:
        assert composites.alphas is not None
        own_alphas = batch.alphas or [None] * len(batch.frames)
        pictures = [
            self._picture(self._held.popleft(), *parts)
            for parts in zip(
                batch.frames, own_alphas, composites.frames, composites.alphas, strict=True
            )
        ]
        return replace(batch, linear=pictures), composites

    def _picture(
        self, held: _Held, frame: Image, own_alpha: Image | None, person: Image, matte: Image
    ) -> LinearPicture:
        seen = self._view.codes(frame)
        source = held.linear or self._view.picture(seen, own_alpha)
        if self._settings.mirror:
            seen = self._view.codes(mirrored(frame, self._frame_format))
            source = _mirrored(source)
        cut = cut_out(
            source,
            seen,
            self._view.codes(person),
            matte,
            light=self._view.light if held.linear is None else None,
            trusts_own_alpha=self._trusts_own_alpha,
        )
        output = self._output
        if output.content == "matte":
            return matte_picture(source, cut.alpha)
        behind = self._behind(source, cut, held.background)
        if behind is None:
            done = picture_of_cut(source, cut, premultiplies=output.premultiplies)
        else:
            done = composite(source, cut, behind)
        if output.has_layers:
            done = with_layers(done, source, cut, behind, premultiplies=output.premultiplies)
        return in_output_primaries(done, output.primaries)

    def _behind(
        self, source: LinearPicture, cut: Cut, background: Image | None
    ) -> Sequence[Floats] | None:
        if background is None:
            spec = self._settings.background
            return blurred(source, cut, spec.blur_strength) if spec.kind == "blur" else None
        known = self._background
        if known is None or known[0] is not background or known[1] != source.primaries:
            view = self._view_behind
            planes = in_primaries(view.planes(background), view.primaries, source.primaries)
            known = self._background = (background, source.primaries, planes)
        return known[2]


def _mirrored(picture: LinearPicture) -> LinearPicture:
    """Flipped left to right within its canvas; the windows go with it."""
    canvas, data = picture.canvas, picture.data
    total = canvas.left + canvas.right
    return replace(
        picture,
        planes={name: np.ascontiguousarray(p[:, ::-1]) for name, p in picture.planes.items()},
        data=data._replace(left=total - data.right, right=total - data.left),
    )
