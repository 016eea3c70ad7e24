"""MatteBeside: writes the picture and its matte in one pass, both files or neither."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from app.messages import Message
from app.video.files.sequence_source import is_pattern
from app.video.linear_picture import LinearPicture
from app.video.placing.placing import cut_to_bytes, place_free
from app.video.sink import FrameTime, OutputError, VideoSink, WriteReport
from gpu_unet import Image

ENDING = "_matte"
STEM_BYTES = 230  # systems allow 255 for the whole name
_NUMBER = re.compile(r"_?%0?\d*d$")


def matte_path(output: Path) -> Path:
    """Path of the matte of `output`: talk_matte.mp4; of a sequence, talk_matte_%04d.png.

    Args:
        output: A file, or a pattern.
    """
    stem, mark = short_stem(output.stem)
    return output.with_name(f"{stem}{ENDING}{mark}{output.suffix}")


def short_stem(stem: str) -> tuple[str, str]:
    """A stem, shortened so that words may follow, and its number placeholder, if any."""
    number = _NUMBER.search(stem)
    begin, mark = (stem, "") if number is None else (stem[: number.start()], number.group())
    return cut_to_bytes(begin, STEM_BYTES), mark


class MatteBeside(VideoSink):
    """Hands each frame to two sinks, and renames their files when both are complete.

    Args:
        picture: Writes the composite, or the person cut out.
        matte: Writes the alpha alone.
        has_alpha: Whether the picture's sink takes the alpha, too.
    """

    def __init__(self, picture: VideoSink, matte: VideoSink, *, has_alpha: bool) -> None:
        self._picture, self._matte = picture, matte
        self._has_alpha = has_alpha

    @property
    def written_bytes(self) -> int:  # type: ignore[override]
        """Of both files."""
        return self._picture.written_bytes + self._matte.written_bytes

    def write(
        self, pixels: Image | LinearPicture | None, alpha: Image | None = None, *, time: FrameTime
    ) -> None:
        """See `VideoSink.write`; both arrays are needed."""
        own = alpha if self._has_alpha else None
        self._picture.write(pixels, own, time=time)
        self._matte.write(None, alpha, time=time)

    def complete(self) -> None:  # noqa: D102
        self._picture.complete()
        self._matte.complete()

    def finish(self) -> WriteReport:
        """See `VideoSink.finish`.

        If one of the names was taken meanwhile, both files are kept under other names.
        """
        self.complete()
        matte = self._matte.finish()
        try:
            picture = self._picture.finish()
        except OutputError as error:
            kept = matte.path
            if error.kept is not None and not is_pattern(matte.path):
                kept = place_free(matte.path, matte_path(error.kept))
            raise OutputError(
                "{error} Its matte is {name}.", error=error, name=kept.name, kept=error.kept
            ) from error
        return _with_matte(picture, matte)

    def finish_partial(self) -> WriteReport:  # noqa: D102
        self.complete()
        matte = self._matte.finish_partial()
        return _with_matte(self._picture.finish_partial(), matte)

    def abort(self) -> None:  # noqa: D102
        self._picture.abort()
        self._matte.abort()


def _with_matte(picture: WriteReport, matte: WriteReport) -> WriteReport:
    note = Message("Its matte is {name}, beside it.", name=matte.path.name)
    return replace(picture, notes=(*picture.notes, note))
