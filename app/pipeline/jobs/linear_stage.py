"""LinearStage: the compute stage of a job that writes scene-linear pictures.

They are made in float32 of an engine's matte. The engine sees a film's frames, or an 8-bit view of
pictures; its colours are used where it changed them, so that what it left alone keeps the file's
own values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from app.pipeline.jobs.compute_stage import JobBatch, JobFrame, StageAfter
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.opening import output_primaries
from app.pipeline.own_alpha import BLUR_ROWS, mirrored
from app.video.files.picture_reader import eight_bit_alpha
from app.video.linear_picture import REC709, RGB, LinearPicture, Plane
from app.video.pixels.light import Floats, View, in_primaries, straight_rgb
from app.video.pixels.linear_view import Codes, LinearView, background_format
from gpu_unet import Composites, FrameFormat, Image

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """The person of one frame.

    Attributes:
        alpha: Float32 (height, width), 0 to 1.
        straight, premultiplied: R, G and B, float32; 0 where alpha is 0.
        is_stored: Where the file's own colours and alpha are kept as they are.
        stored_alpha: The file's own alpha; None if it has none.
    """

    alpha: Floats
    straight: list[Floats]
    premultiplied: list[Floats]
    is_stored: Mask
    stored_alpha: Plane | None


def cut_out(
    picture: LinearPicture,
    seen: Codes,
    person: Codes,
    matte: Image,
    *,
    light: Callable[[Codes], Floats] | None,
    trusts_own_alpha: bool,
) -> Cut:
    """Cut the person out.

    Args:
        seen: R, G and B of what the engine saw, (3, height, width).
        person: The person in it as the engine returned it, likewise; counts where the matte is
            above 0.
        matte: uint8 (height, width), 255 = person. Where it is the file's own alpha, rounded, that
            alpha itself is used.
        light: Linear light of such codes; None: they are the picture's 8-bit view, see
            `pixels.light.seen`.
        trusts_own_alpha: Whether that also goes for the least alphas, of which 8 bits make 0.
    """
    own = _own_alpha(picture)
    is_own = eight_bit_alpha(own) == matte
    if not trusts_own_alpha:
        is_own &= matte > 0
    alpha = np.where(is_own, own, matte * np.float32(1 / 255)).astype(np.float32)
    data = np.zeros(alpha.shape, bool)
    data[picture.data.within(picture.canvas)] = True
    alpha[~data] = 0
    is_there = alpha > 0
    straight = straight_rgb(picture)
    is_changed = is_there & (matte > 0) & (seen != person).any(axis=0)
    if is_changed.any():
        if light is not None:
            changed = light(person[:, is_changed])
        else:
            changed = _recoloured(picture, straight, seen, person, is_changed)
        for plane, colours in zip(straight, changed, strict=True):
            plane[is_changed] = colours
    is_stored = is_own & is_there & ~is_changed
    with np.errstate(all="ignore"):
        premultiplied = [np.where(is_there, plane * alpha, np.float32(0)) for plane in straight]
    for plane in straight:
        plane[~is_there] = 0
    if picture.is_premultiplied:
        for plane, name in zip(premultiplied, RGB, strict=True):
            np.copyto(plane, picture.planes[name], where=is_stored, casting="same_kind")
    return Cut(alpha, straight, premultiplied, is_stored, picture.planes.get("A"))


def _own_alpha(picture: LinearPicture) -> Floats:
    """The file's alpha in [0, 1], 1 where it has none."""
    if "A" not in picture.planes:
        return np.ones((picture.canvas.height, picture.canvas.width), np.float32)
    return np.nan_to_num(picture.planes["A"].astype(np.float32), nan=0.0).clip(0, 1)


def _recoloured(
    picture: LinearPicture, straight: Sequence[Floats], view: Codes, person: Codes, where: Mask
) -> list[Floats]:
    """The colours of the pixels in `where`, changed as the engine changed their view.

    What 8 bits and the roll-off of highlights took from the view is added again, as far as the
    engine kept the light that it belongs to.
    """
    shown = View.of(rolls_off=picture.rolls_off)
    colours = [plane[where] for plane in straight]
    linear = in_primaries(colours, picture.primaries, REC709)
    changed = []
    for channel, value in enumerate(linear):
        before, after = shown.values(view[channel, where]), shown.values(person[channel, where])
        kept = np.minimum(1, after / np.maximum(before, np.float32(1e-6)))
        changed.append(np.where(after == before, value, after + (value - before) * kept))
    return in_primaries(changed, REC709, picture.primaries)


def picture_of_cut(source: LinearPicture, cut: Cut, *, premultiplies: bool) -> LinearPicture:
    """The person with alpha, in the windows of the source.

    Args:
        source: Gives the windows, the header, and the values that are kept as they are.
        cut: From `cut_out` of `source`.
        premultiplies: Whether colours are multiplied by alpha.
    """
    planes = dict(zip(RGB, cut.premultiplied if premultiplies else cut.straight, strict=True))
    alpha = np.asarray(cut.alpha)
    same = premultiplies == source.is_premultiplied
    exact = cut.is_stored if same else cut.is_stored & (cut.alpha == 1)
    kept: dict[str, Plane] = {
        name: _with_stored(plane, source.planes[name], exact) for name, plane in planes.items()
    }
    kept["A"] = (
        alpha if cut.stored_alpha is None else _with_stored(alpha, cut.stored_alpha, cut.is_stored)
    )
    return replace(source, planes=kept, is_premultiplied=premultiplies)


def composite(source: LinearPicture, cut: Cut, behind: Sequence[Floats]) -> LinearPicture:
    """The person over a background: premultiplied person + (1 - alpha) * background; opaque.

    Args:
        source, cut: As for `picture_of_cut`.
        behind: R, G and B of the background, float32, in the source's primaries.
    """
    exact = cut.is_stored & (cut.alpha == 1)
    rest = np.float32(1) - cut.alpha
    planes: dict[str, Plane] = {
        name: _with_stored(person + rest * back, source.planes[name], exact)
        for name, person, back in zip(RGB, cut.premultiplied, behind, strict=True)
    }
    planes["A"] = np.ones_like(cut.alpha)
    return replace(source, planes=planes, data=source.canvas, is_premultiplied=True)


def with_layers(
    picture: LinearPicture,
    source: LinearPicture,
    cut: Cut,
    behind: Sequence[Floats] | None,
    *,
    premultiplies: bool,
) -> LinearPicture:
    """`picture` with layers: "foreground", "background" and "holdout".

    The holdout is the background with the person's hole in it: premultiplied foreground plus
    holdout is the composite.

    Args:
        picture: From `composite`, or from `picture_of_cut` if there is no background.
        source, cut: As for `picture_of_cut`.
        behind: As for `composite`; None: no background.
        premultiplies: Of the layer "foreground".
    """
    foreground = picture_of_cut(source, cut, premultiplies=premultiplies)
    planes = dict(picture.planes)
    planes |= {f"foreground.{name}": plane for name, plane in foreground.planes.items()}
    rest = np.float32(1) - cut.alpha
    for name, back in zip(RGB, behind or (), strict=False):
        planes[f"background.{name}"] = back
        planes[f"holdout.{name}"] = back * rest
    planes["holdout.A"] = rest
    # What the file states goes for the foreground: an opaque composite is either.
    return replace(picture, planes=planes, is_premultiplied=premultiplies)


def in_output_primaries(
    picture: LinearPicture, primaries: tuple[float, ...] | None
) -> LinearPicture:
    """All colours of a picture in other primaries, its layers among them; None: unchanged."""
    if primaries is None or primaries == picture.primaries:
        return picture
    planes = dict(picture.planes)
    for layer in ("", "foreground.", "background.", "holdout."):
        names = [f"{layer}{channel}" for channel in RGB]
        if names[0] in planes:
            colours = [np.asarray(planes[name], np.float32) for name in names]
            changed = in_primaries(colours, picture.primaries, primaries)
            planes |= zip(names, changed, strict=True)
    header = {key: value for key, value in picture.header.items() if key != "chromaticities"}
    return replace(picture, planes=planes, primaries=primaries, header=header)


def matte_picture(source: LinearPicture, alpha: Floats) -> LinearPicture:
    """The alpha as a picture of four equal channels.

    Args:
        source: Gives the windows and the header.
        alpha: Float32 (height, width).
    """
    planes: dict[str, Plane] = dict.fromkeys((*RGB, "A"), alpha)
    return replace(source, planes=planes, is_premultiplied=True)


def blurred(source: LinearPicture, cut: Cut, strength: float) -> list[Floats]:
    """The picture's own background, blurred; the person's share is left out of it.

    Args:
        strength: In [0, 1].
    """
    from app.video.opencv import cv2  # late: it takes a while to load

    height, width = cut.alpha.shape
    rows = max(4, round(BLUR_ROWS * (1.05 - strength)))
    small = (max(4, rows * width // height), rows)

    def soft(plane: Floats) -> Floats:
        least = cv2.resize(plane, small, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(least, (0, 0), 2.0), np.float32)

    rest = np.float32(1) - cut.alpha
    weight = np.maximum(soft(rest), np.float32(1e-4))
    own = _own_alpha(source)
    planes = []
    for plane in straight_rgb(source):
        finite = np.nan_to_num(plane, nan=0.0, posinf=0.0, neginf=0.0)
        mean = soft((finite * own * rest).astype(np.float32)) / weight
        planes.append(cv2.resize(mean, (width, height), interpolation=cv2.INTER_LINEAR))
    return planes


def _with_stored(plane: Plane, stored: Plane, where: Mask) -> Plane:
    """`plane` in the type of `stored`, with its very values in `where`."""
    if stored.dtype == np.float16:
        most = np.float32(np.finfo(np.float16).max)
        with np.errstate(all="ignore"):
            plane = np.where(np.isfinite(plane), plane.clip(-most, most), plane).astype(np.float16)
    np.copyto(plane, stored, where=where)
    return plane


@dataclass(eq=False)
class LinearStage(StageAfter):
    """Composites in scene-linear light what another stage cut out.

    The frames that it yields have the composites in `linear`. Frames without scene-linear values
    have those of their pixels, and backgrounds are in `background_format`.

    Args:
        spec: The job: what it writes, and background, mirror and areas of its settings are used.
        stage: Cuts the person out: its settings' background is "transparent", and it returns
            alphas.
        uses_own_alpha: Whether the frames' own alpha is used in place of the model.
        primaries: As for `LinearView`.
    """

    spec: JobSpec
    frame_format: FrameFormat
    uses_own_alpha: bool
    primaries: int = 0

    def __post_init__(self) -> None:
        self._view = LinearView(self.frame_format, self.primaries)
        self._view_behind = LinearView(background_format(self.frame_format))
        self._trusts_own_alpha = self.uses_own_alpha and not self.spec.settings.areas
        self._primaries = output_primaries(self.spec)
        self._background: tuple[Image, tuple[float, ...], list[Floats]] | None = None

    def _changed(self, batch: JobBatch, made: Composites | None) -> tuple[JobBatch, Composites]:
        assert made is not None
        assert made.alphas is not None
        parts = zip(batch, made.frames, made.alphas, strict=True)
        return [replace(part[0], linear=self._picture(*part)) for part in parts], made

    def _picture(self, frame: JobFrame, person: Image, matte: Image) -> LinearPicture:
        seen = self._view.codes(frame.pixels)
        source = frame.linear or self._view.picture(seen, frame.alpha)
        if self.spec.settings.mirror:
            seen = self._view.codes(mirrored(frame.pixels, self.frame_format))
            source = _mirrored(source)
        cut = cut_out(
            source,
            seen,
            self._view.codes(person),
            matte,
            light=self._view.light if frame.linear is None else None,
            trusts_own_alpha=self._trusts_own_alpha,
        )
        if self.spec.content == "matte":
            return matte_picture(source, cut.alpha)
        behind = self._behind(source, cut, frame.background)
        premultiplies = self.spec.exr.alpha == "premultiplied"
        if behind is None:
            done = picture_of_cut(source, cut, premultiplies=premultiplies)
        else:
            done = composite(source, cut, behind)
        if self.spec.output_kind == "layers":
            done = with_layers(done, source, cut, behind, premultiplies=premultiplies)
        return in_output_primaries(done, self._primaries)

    def _behind(
        self, source: LinearPicture, cut: Cut, background: Image | None
    ) -> Sequence[Floats] | None:
        if background is None:
            wanted = self.spec.settings.background
            return blurred(source, cut, wanted.blur_strength) if wanted.kind == "blur" else None
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
