"""SegmentSink: encodes the frames of a segment into a file of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.video.files.file_writer import FileWriter
from app.video.files.output_format import CODECS, CONTAINERS, OutputFormat
from app.video.files.segment_source import SegmentSource
from app.video.placing.folder_name import FolderName
from app.video.sink import FrameTime, VideoSink, WriteReport
from gpu_unet import Image


def segment_format(output_format: OutputFormat) -> OutputFormat:
    """The same codec in a container that keeps its times to the tick, if there is one.

    Only WebM holds the alpha of VP9 and of its substitute for large frames. It counts in
    milliseconds, as every container of VP9 does.
    """
    suffix = CODECS[output_format.codec].segment_suffix
    # The network options are useless in a work file.
    container = replace(CONTAINERS[suffix], options={})
    return replace(output_format, suffix=suffix, container=container)


def keeps_ticks(output_format: OutputFormat) -> bool:
    """Whether a segment's times are ticks from its begin; else they are those of the whole."""
    return not segment_format(output_format).container.counts_milliseconds


class SegmentSink(VideoSink):
    """Leaves out frames around the segment; its own encoder makes the first frame a key frame.

    Args:
        path: In the job's work folder, with the suffix of `segment_format`.
        source: Source of the frames.
        output_format: Format of the whole file.
        threads: For encoding; None for a sensible number.
    """

    def __init__(
        self,
        path: Path,
        source: SegmentSource,
        output_format: OutputFormat,
        *,
        threads: int | None = None,
    ) -> None:
        self._begin, self._until = source.segment.begin, source.segment.until
        self._shift = self._begin if keeps_ticks(output_format) else 0
        self.pts: list[int] = []
        self._writer = FileWriter(
            path,
            segment_format(output_format),
            frame_format=source.format,
            frame_rate=source.frame_rate,
            media=replace(source.media, path=None, start_s=None, end_s=None),
            threads=threads,
            name=FolderName(path),
        )

    def write(self, pixels: Image | None, alpha: Image | None = None, *, time: FrameTime) -> None:
        """See `VideoSink.write`."""
        pts = time.pts
        if pts < self._begin or (self._until is not None and pts >= self._until):
            return
        self.pts.append(pts)
        self._writer.write(pixels, alpha, time=replace(time, pts=pts - self._shift))

    def finish(self) -> WriteReport:
        """See `VideoSink.finish`."""
        return self._writer.finish()

    def finish_partial(self) -> WriteReport:
        """See `VideoSink.finish_partial`."""
        return self._writer.finish_partial()

    def abort(self) -> None:
        """See `VideoSink.abort`."""
        self._writer.abort()
