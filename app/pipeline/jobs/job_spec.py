"""JobSpec: one input, one output and all options between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Literal, get_args

from app.pipeline.person.people_filter import MOST_AREAS as MOST_PEOPLE_AREAS
from app.pipeline.person.pick import PersonPick, check_picks
from app.pipeline.settings import Settings
from app.pipeline.strokes.stroke import Stroke, check_count
from app.pipeline.strokes.track import MOST_AREAS
from app.video.files.matte_beside import matte_path
from app.video.files.output_format import (
    CONTAINERS,
    PICTURE_CODECS,
    OutputFormat,
    choose_output_format,
    picture_codec_of,
)
from app.video.limits import FASTEST_RATE, SLOWEST_RATE, SMALLEST_SIDE
from app.video.reading import Depth, ExrOptions, Log, Reading
from app.video.sink import Content
from app.video.typed_path import typed_path
from gpu_unet import Area

OutputKind = Literal["composite", "matte", "both", "layers"]
OUTPUT_KINDS: tuple[OutputKind, ...] = get_args(OutputKind)


@dataclass(frozen=True, slots=True)
class JobSpec:
    """What to do; frozen, so a job can wait in a queue while the window's settings change.

    Attributes:
        input: Video file, still, or numbered sequence such as `frame_%04d.png`.
        output: File or numbered sequence to write; its suffix chooses the container.
        output_kind: "composite"; "matte": the alpha itself, grey; "both": the matte in a second
            file, see `matte_path`; or "layers": OpenEXR files that also hold what the composite
            was made of.
        start_s: Leave out what comes before, in seconds of the input.
        end_s: Leave out what comes from here on.
        codec: One of `output_format.CODECS`; None takes the container's usual one.
        crf: Constant quality of the codec, lower is better; None takes the codec's usual one.
        log: The log curve of the camera that made a film, for the network's eyes; None: none.
        bits: Bits of a film's picture: "auto": the input's, as far as the codec keeps them.
        first_number: First number of a sequence that is written; None: the input's own, else 1.
        height, width: The picture is scaled to fit within this size, keeping its aspect; None: as
            the other one asks, or as the input has it.
        frame_rate: Frames per second of a film; None: the input's own times.
        people: Those who are kept while others are removed; empty: everyone is kept.
        strokes: They mend the matte, and are followed along the film's motion.
    """

    input: Path
    output: Path
    settings: Settings = field(default_factory=Settings)
    output_kind: OutputKind = "composite"
    start_s: float | None = None
    end_s: float | None = None
    codec: str | None = None
    crf: int | None = None
    overwrite: bool = False
    keep_sound: bool = True
    first_number: int | None = None
    height: int | None = None
    width: int | None = None
    frame_rate: Fraction | None = None
    deinterlaces: bool = False
    bits: Depth = "auto"
    log: Log | None = None
    exr: ExrOptions = field(default_factory=ExrOptions)
    people: tuple[PersonPick, ...] = ()
    strokes: tuple[Stroke, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("start", self.start_s), ("end", self.end_s)):
            if value is not None and not 0 <= value < float("inf"):
                raise ValueError(
                    f"{name} is {value:g} s, which is no time of the input; "
                    "give seconds from its beginning, 0 or more"
                )
        start_s = self.start_s or 0.0
        if self.end_s is not None and start_s >= self.end_s:
            raise ValueError(
                f"start is {start_s:g} s and end is {self.end_s:g} s, so nothing lies "
                "between; choose an end after the start"
            )
        if self.settings.background.kind == "room":
            raise ValueError(
                "the background is the room itself, so nothing would be replaced; choose another"
            )
        if self.settings.background.kind == "screen":
            raise ValueError(
                "the background is the screen, which is shown live alone; choose another"
            )
        if self.first_number is not None and self.first_number < 0:
            raise ValueError(f"the first number is {self.first_number}, expected 0 or more")
        for name, side in (("height", self.height), ("width", self.width)):
            if side is not None and side < SMALLEST_SIDE:
                raise ValueError(f"{name} is {side}, expected at least {SMALLEST_SIDE} pixels")
        if self.frame_rate is not None and not SLOWEST_RATE <= self.frame_rate <= FASTEST_RATE:
            raise ValueError(
                f"the frame rate is {float(self.frame_rate):g}, expected "
                f"{SLOWEST_RATE} to {FASTEST_RATE} frames/s"
            )
        if self.people and self.settings.frames_ahead == "off":
            raise ValueError(
                "--person needs the frames ahead, by which a frame is seen before it is "
                "composited; leave out --frames-ahead off"
            )
        check_picks(self.people)
        self._check_strokes()
        is_file = self.output.suffix.lower() in CONTAINERS
        if self.is_linear:
            self._check_linear()
        elif self.exr.output_space and is_file:
            raise ValueError(
                f"{self.output.name} has no colour space by name, only OpenEXR has; leave the "
                "output space out"
            )
        elif self.output_kind == "layers" and is_file:
            raise ValueError(
                f"{self.output.name} holds no layers; name an output such as shot_%04d.exr"
            )

    def _check_strokes(self) -> None:
        """Raise ValueError if there are too many, or no room for their areas."""
        check_count(self.strokes)
        count = len(self.settings.areas)
        most = Area.MOST - sum(MOST_AREAS.values()) - (MOST_PEOPLE_AREAS if self.people else 0)
        if self.strokes and count > most:
            raise ValueError(
                f"there are {count} areas; beside strokes{' and --person' if self.people else ''} "
                f"there may be at most {most}"
            )

    @property
    def is_linear(self) -> bool:
        """Whether scene-linear pictures are written: OpenEXR."""
        return self.output.suffix.lower() == ".exr"

    @property
    def writes_pictures(self) -> bool:
        """Whether pictures are written, one or numbered ones, and no film."""
        return picture_codec_of(self.output.suffix.lower()) is not None

    @property
    def squares_pixels(self) -> bool:
        """Whether outputs have square pixels: PNG and JPEG, which state no other shape.

        A matte alone goes over its source, pixel by pixel.
        """
        return self.writes_pictures and not self.is_linear and self.output_kind != "matte"

    def _check_linear(self) -> None:
        """Raise ValueError for what OpenEXR outputs cannot have."""
        settings = self.settings
        if self.output_kind == "both":
            raise ValueError(
                "OpenEXR holds the matte in the same file; take the output layers in place of both"
            )
        refused = {
            "another size": self.height is not None or self.width is not None,
            "another frame rate": self.frame_rate is not None,
            "light wrap": settings.edges.light_wrap > 0,
            "a shadow": settings.layer.shadow > 0,
            "matched light": settings.layer.match_light > 0,
            "a moved or scaled person": settings.layer.is_placed,
            "auto-framing": settings.frames_person,
        }
        for what, is_asked in refused.items():
            if is_asked:
                raise ValueError(
                    f"{what} is not made in OpenEXR files; leave it to the compositor, or write "
                    "a film"
                )

    def of(self, source: Path, output: Path, *, among_films: bool) -> JobSpec:
        """The same job of another input.

        Args:
            among_films: Other inputs are films: a picture does without their log curve, codec, CRF
                and bits.
        """
        spec = replace(self, input=source, output=output)
        is_picture = picture_codec_of(output.suffix.lower()) is not None
        if not (among_films and is_picture):
            return spec
        spec = replace(spec, log=None)
        if self.codec in PICTURE_CODECS:
            return spec
        return replace(spec, codec=None, crf=None, bits="8" if self.bits == "8" else "auto")

    def with_paths(self, changed: Callable[[Path], Path]) -> JobSpec:
        """A copy in which each path went through `changed`."""
        settings = self.settings
        background, room, model = settings.background, settings.empty_room, settings.model
        if background.path is not None:
            background = replace(background, path=changed(background.path))
        settings = replace(
            settings,
            background=background,
            empty_room=None if room is None else changed(room),
            # A model is a name, or a path if it has a suffix.
            model=str(changed(typed_path(model))) if Path(model).suffix else model,
        )
        exr = self.exr
        if exr.ocio and not exr.ocio.startswith("ocio://"):
            exr = replace(exr, ocio=str(changed(Path(exr.ocio))))
        return replace(
            self,
            input=changed(self.input),
            output=changed(self.output),
            settings=settings,
            exr=exr,
        )

    @property
    def matte(self) -> Path | None:
        """Path of the matte beside the output; None: there is none."""
        return matte_path(self.output) if self.output_kind == "both" else None

    @property
    def output_format(self) -> OutputFormat:
        """Format of the output.

        Raises:
            OutputError: Suffix, codec, quality and bits do not fit together.
        """
        return choose_output_format(
            self.output, content=self.content, codec=self.codec, crf=self.crf, depth=self.bits
        )

    @property
    def reading(self) -> Reading:
        """How the input is read; raises as `output_format` does, which decides the depth."""
        return Reading(
            self.start_s,
            self.end_s,
            deinterlaces=self.deinterlaces,
            depth=self.output_format.depth,
            log=self.log,
            exr=self.exr,
            keeps_linear=self.is_linear,
            # PNG and JPEG files state no primaries.
            keeps_gamut=self.is_linear or not self.writes_pictures,
        )

    @property
    def content(self) -> Content:
        """What the output file holds."""
        if self.output_kind == "matte":
            return "matte"
        return "transparent" if self.settings.background.kind == "transparent" else "composite"
