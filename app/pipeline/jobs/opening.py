"""Opening: how a job opens its input and its output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from app.pipeline.jobs.job_spec import JobSpec
from app.video.files.adapted_source import AdaptedSource
from app.video.files.decoder import CardDecoder
from app.video.files.file_identity import file_identities
from app.video.files.file_source import FileSource
from app.video.files.inputs import Source, open_source
from app.video.files.matte_beside import MatteBeside
from app.video.files.output_format import choose_output_format
from app.video.files.outputs import AnySource, check_output, open_sink
from app.video.files.video_track import encoding_threads
from app.video.pixels.colour_spaces import ColourSpaceError, ColourSpaces
from app.video.sink import Content, OutputError, VideoSink
from app.video.source import SourceError
from gpu_unet import CleanPlate


class Opening:
    """How a job opens its input and its output; a subclass does a part of a file.

    Each method is called once, on the job's own thread.

    Attributes:
        may_encode_on_card: Whether a graphics card may encode. Parts that are joined must come from
            the same encoder, whatever card the computer of each has. A card that decodes gives the
            same frames as software, so any part may use it.
        keeps_failed: Whether what a failing job has done becomes a file; False: it is removed,
            since another attempt follows.
        card: What decodes in place of software, as the job has chosen.
        encodes_on_card: Whether the card encodes, likewise.
        computes_on_card: Whether a card may run the network, which leaves the cores to the encoder.
    """

    may_encode_on_card = True
    keeps_failed = True
    card: CardDecoder | None = None
    encodes_on_card = False
    computes_on_card = False

    def check(self, spec: JobSpec) -> None:
        """Refuse what is impossible before anything slow begins.

        Raises:
            OutputError: The output cannot be written in this way.
        """
        check_output(spec.output, spec.output_format, overwrite=spec.overwrite)
        output_primaries(spec)
        matte = spec.matte
        if matte is None:
            return
        of_matte = choose_output_format(matte, content="matte", codec=spec.codec, crf=spec.crf)
        check_output(matte, of_matte, overwrite=spec.overwrite)
        read = (spec.input, spec.settings.background.path, spec.settings.empty_room)
        if file_identities(matte) & file_identities(*read):
            raise OutputError(
                f"the matte {matte} would replace a file that is read; choose another name"
            )

    def source(self, spec: JobSpec) -> Source:
        """Open the input.

        Raises:
            SourceError: It cannot be read.
        """
        source = open_source(spec.input, spec.reading, card=self.card)
        if spec.exr.input_space and isinstance(source, FileSource):
            source.close()
            raise SourceError(
                f"{source.name} is a film, whose colour space its own tags say; leave the input "
                "space out."
            )
        return source

    def sink(self, spec: JobSpec, source: AdaptedSource) -> VideoSink:
        """Open the output for the frames of `source`.

        Raises:
            OutputError: The output cannot be written in this way.
        """
        with ExitStack() as stack:
            sink = stack.enter_context(self._open_sink(spec, spec.output, spec.content, source))
            if spec.matte is not None:
                matte = stack.enter_context(self._open_sink(spec, spec.matte, "matte", source))
                sink = MatteBeside(sink, matte, has_alpha=spec.content == "transparent")
            stack.pop_all()
        return sink

    @property
    def knows_rooms(self) -> bool:
        """Whether `rooms` returns at once, without a first pass."""
        return False

    def rooms(
        self, spec: JobSpec, run_pass: Callable[[], tuple[Sequence[CleanPlate], str]]
    ) -> tuple[Sequence[CleanPlate], str]:
        """The clean plates that a first pass over the file finds; `run_pass` runs it."""
        return run_pass()

    def encoding_threads(self, source: AnySource) -> int:
        """Threads for an encoder of the frames of `source`."""
        return encoding_threads(
            computes_on_card=self.computes_on_card,
            pixels=source.format.height * source.format.width,
        )

    def _open_sink(
        self, spec: JobSpec, path: Path, content: Content, source: AnySource
    ) -> VideoSink:
        return open_sink(
            path,
            source,
            content=content,
            codec=spec.codec,
            crf=spec.crf,
            overwrite=spec.overwrite,
            keep_sound=spec.keep_sound and path == spec.output,
            first_number=spec.first_number,
            threads=self.encoding_threads(source),
            on_card=self.encodes_on_card,
            compression=spec.exr.compression,
            squares_pixels=spec.squares_pixels,
        )


def adapted(opened: Source, spec: JobSpec) -> AdaptedSource:
    """An input in the size and at the rate that a job asks for."""
    return AdaptedSource(
        opened,
        media=opened.media,
        height=spec.height,
        width=spec.width,
        frame_rate=spec.frame_rate,
        keeps_numbers=spec.writes_pictures,
        squares_pixels=spec.squares_pixels,
    )


def output_primaries(spec: JobSpec) -> tuple[float, ...] | None:
    """The primaries that OpenEXR files are written in; None: the source's.

    Raises:
        OutputError: The colour space cannot be used, or is not linear.
    """
    name = spec.exr.output_space
    if not name:
        return None
    try:
        primaries = ColourSpaces.of(spec.exr.ocio).primaries(name)
    except ColourSpaceError as error:
        raise OutputError(f"{spec.output.name} cannot be written: {error}.") from error
    if primaries is None:
        raise OutputError(
            f"{spec.output.name}: {name} is not linear, as values in OpenEXR are; choose a linear "
            "colour space."
        )
    return primaries
