"""ExportChoices: the options of an export, their validation, and the resulting names and jobs."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import cast

from app.messages import marked
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import model_names
from app.pipeline.jobs.job_spec import JobSpec, OutputKind
from app.pipeline.settings import Settings
from app.video.files.file_identity import file_identities
from app.video.files.inputs import is_still
from app.video.files.matte_beside import matte_path
from app.video.files.output_format import CODECS, CONTAINERS, Codec, picture_codec_of
from app.video.files.sequence_source import (
    is_pattern,
    names_sequence,
    numbered,
    numbered_files,
    plain_name,
)
from app.video.limits import parse_rate
from app.video.placing.placing import cut_to_bytes
from app.video.typed_path import typed_path
from gui.shared.language import tr
from gui.shared.saved import ExportHabits

FIELDS = ("name", "background", "date", "time", "content")
HELP = marked(
    "{name}: source file, {background}, {date}, {time}, {content}: backdrop, cutout or "
    "matte; plus any text"
)
LONGEST_NAME = 236  # bytes; systems allow 255, and a suffix and a number follow
_UNUSABLE = re.compile(r'[\x00-\x1f<>:"/\\|?*]')


def filled(pattern: str, source: Path, background: BackgroundSpec, kind: str, now: datetime) -> str:
    """The name, without ending, that `pattern` gives an export of `source`, cut to LONGEST_NAME."""
    values = {
        "name": plain_name(source) if names_sequence(source) else source.stem,
        "background": _background_name(background),
        "date": now.strftime("%Y-%m-%d"),
        "time": now.strftime("%H.%M"),
        "content": _content(kind, background),
    }
    text = _with(pattern, values)
    beyond = len(os.fsencode(text)) - LONGEST_NAME
    if beyond > 0:  # shorten the file's own part, which leaves the distinguishing part
        long = values["name"]
        values["name"] = cut_to_bytes(long, max(1, len(os.fsencode(long)) - beyond))
        text = _with(pattern, values)
    usable = _UNUSABLE.sub("-", text).strip(" .") or "backdrop"
    return usable.replace("%", "-") if is_pattern(usable) else usable


def _with(pattern: str, values: Mapping[str, str]) -> str:
    for name in FIELDS:
        pattern = pattern.replace("{" + name + "}", values[name])
    return pattern


def trouble_of(pattern: str) -> str:
    """What is wrong with a pattern of names; empty if nothing is."""
    unknown = [word for word in re.findall(r"\{([^{}]*)\}", pattern) if word not in FIELDS]
    if unknown:
        known = " ".join("{" + name + "}" for name in FIELDS)
        return tr(
            "{word} is not a placeholder. Use {known}.", word="{" + unknown[0] + "}", known=known
        )
    return ""


def with_ending(name: str, ending: str) -> str:
    """`name` cut to the length that file systems allow, with `ending`."""
    return cut_to_bytes(name, LONGEST_NAME) + ending


def free(path: Path, taken: Collection[Path], *, is_folder: bool = False) -> Path:
    """`path`, or the next numbered variant that is neither in use nor taken.

    Args:
        path: The preferred path; with a number's placeholder it is an image sequence.
        taken: Outputs of other exports.
        is_folder: It is a folder's name, in which a dot begins no ending.
    """
    stem, ending = (path.name, "") if is_folder else (path.stem, path.suffix)
    begin, mark, rest = stem.rpartition("_%") if is_pattern(path) else (stem, "", "")
    for number in count(1):
        name = path.name if number == 1 else f"{begin} ({number}){mark}{rest}{ending}"
        other = path.with_name(name)
        is_there = numbered_files(other) if is_pattern(other) else os.path.lexists(other)
        if other not in taken and not is_there:
            return other
    raise AssertionError("there is always another number")


def _content(kind: str, background: BackgroundSpec) -> str:
    """What the file holds: a cut-out has no backdrop."""
    if kind == "matte":
        return "matte"
    return "cutout" if background.kind == "transparent" else "backdrop"


def _background_name(background: BackgroundSpec) -> str:
    if background.path is not None:
        return background.path.stem
    return "blur" if background.kind == "blur" else str(background).lstrip("#")


PICTURES = (".png", ".jpg")
# Lines of the shorter side, as people name sizes; and rates, as they are written.
SIZES = (2160, 1440, 1080, 720, 540, 480, 360)
RATES = ("23.976", "24", "25", "29.97", "30", "50", "59.94", "60")
# Steps of constant quality around each codec's own default: about half and twice the size.
QUALITY_STEPS = {"small": 6, "balanced": 0, "best": -5}
# The model behind each choice of cut-out.
OUTLINES = {"fast": "fast", "best": "quality"}


@dataclass(frozen=True, slots=True)
class ExportContext:
    """The inputs of an export, and what is known of them.

    Attributes:
        inputs: One file, or several that are written with the same choices.
        settings: Current background, style, model and device.
        duration_s: Of a single video; None for stills and several files.
        ranges_s: In and Out points by input.
        folder: Where results go at first; it need not exist yet.
        habits: What was chosen the last time.
        model: The model that "auto" stands for; empty: unknown.
        frame_count: Of a single video; None: unknown.
        frame_size: Its rows and columns; None likewise.
        frame_rate: Its frames per second; None likewise.
        taken: What exports that wait or run will write.
        now: When it was asked for.
    """

    inputs: list[Path]
    settings: Settings
    duration_s: float | None
    folder: Path
    habits: ExportHabits = field(default_factory=ExportHabits)
    ranges_s: Mapping[Path, tuple[float, float]] = field(default_factory=dict)
    model: str = ""
    frame_count: int | None = None
    frame_size: tuple[int, int] | None = None
    frame_rate: float | None = None
    is_interlaced: bool = False
    taken: frozenset[Path] = frozenset()
    now: datetime = field(default_factory=datetime.now)

    @property
    def is_single(self) -> bool:
        """Whether a file is named, not a folder."""
        return len(self.inputs) == 1

    @property
    def has_films(self) -> bool:
        """Whether there is anything but stills."""
        return not all(is_still(path) for path in self.inputs)

    @property
    def outlines(self) -> list[str]:
        """Keys of `OUTLINES` that there are models for, and "own" for a model of another name."""
        names = model_names()
        known = [key for key, model in OUTLINES.items() if model in names]
        return known if self.own_outline in known else [*known, "own"]

    @property
    def own_outline(self) -> str:
        """What the window draws with at present: a key of `OUTLINES`, or "own"."""
        model = self.settings.model
        if model == "auto":
            model = OUTLINES["fast"] if self.model in ("", "auto") else self.model
        return next((key for key, name in OUTLINES.items() if name == model), "own")

    def scaled_size(self, lines: int) -> tuple[int, int] | None:
        """Rows and columns with this many lines on the shorter side; None: unknown."""
        if self.frame_size is None:
            return None
        height, width = self.frame_size
        scale = lines / min(height, width)
        return round(height * scale / 2) * 2, round(width * scale / 2) * 2

    def needs_alpha(self, kind: OutputKind) -> bool:
        """Whether the output needs an alpha channel."""
        return self.settings.background.kind == "transparent" and kind != "matte"

    def suffixes(self, kind: OutputKind) -> list[str]:
        """File types that can hold this content, the most usual first."""
        suffixes = [
            suffix
            for suffix in CONTAINERS
            if suffix not in (".jpeg", ".exr")
            and (suffix in PICTURES or self.has_films)
            and self.codecs(suffix, kind)
        ]
        if self.needs_alpha(kind):  # few programs look for alpha in Matroska
            suffixes.sort(key=lambda suffix: suffix == ".mkv")
        return suffixes

    def codecs(self, suffix: str, kind: OutputKind) -> list[Codec]:
        """Codecs of a file type that can hold this content."""
        return [
            codec
            for codec in CONTAINERS[suffix].codecs
            if not self.needs_alpha(kind) or CODECS[codec].alpha_format is not None
        ]

    def is_row(self, path: Path, suffix: str) -> bool:
        """Whether an input becomes a row of numbered pictures."""
        return suffix in PICTURES and not is_still(path)

    def default_path(self, wanted: ExportHabits) -> Path:
        """Proposed output: a file that does not exist yet, or a folder."""
        if not self.is_single:
            return self.folder
        target = self._target(self.folder, self.inputs[0], wanted, set())
        return numbered(target, wanted.first_number) if is_pattern(target) else target

    def targets(self, folder: Path, wanted: ExportHabits) -> list[Path]:
        """A distinct output for each of several inputs."""
        given: set[Path] = set()
        return [self._target(folder, path, wanted, given) for path in self.inputs]

    def _target(self, folder: Path, source: Path, wanted: ExportHabits, given: set[Path]) -> Path:
        name, suffix = wanted.name or self.habits.name, wanted.suffix
        plain = filled(name, source, self.settings.background, wanted.kind, self.now)
        if self.is_row(source, suffix):
            # Hundreds of pictures have a folder of their own.
            row = free(folder / with_ending(plain, ""), {*self.taken, *given}, is_folder=True)
            given.add(row)
            return row / with_ending(plain, f"_%0{wanted.digits}d{suffix}")
        ending = suffix if suffix in PICTURES or not is_still(source) else PICTURES[0]
        target = free(folder / with_ending(plain, ending), {*self.taken, *given})
        given.add(target)
        return target


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportChoices(ExportHabits):
    """What was chosen; stills among films stay stills, and only films are numbered.

    Attributes:
        part_s: Start and end in seconds; None: all of it, or of several what was marked.
        takes_marked: Export only between In and Out, for several files.
        target: The file as it was typed, or the folder for several.
        replaces: Overwrite existing files.
        lines: Of the shorter side; 0: as it is.
        rate: Frames per second as in `RATES`; empty: as it is.
    """

    part_s: tuple[float, float] | None
    takes_marked: bool
    target: str
    replaces: bool
    lines: int = 0
    rate: str = ""
    deinterlaces: bool = False

    def habits(self) -> ExportHabits:
        """The choices that the next export starts with."""
        return ExportHabits(*(getattr(self, item.name) for item in fields(ExportHabits)))

    @property
    def _mark(self) -> str:
        """Suffix of the first numbered picture's name."""
        return f"_{self.first_number:0{self.digits}d}"

    def in_format(self, typed: str) -> str:
        """A typed path with the chosen ending; one that ends in no format stays as it is."""
        path = Path(typed)
        if path.suffix.lower() not in CONTAINERS or path.suffix.lower() == self.suffix:
            return typed
        is_film = self.suffix not in PICTURES and path.suffix.lower() in PICTURES
        stem = path.stem.removesuffix(self._mark) if is_film else path.stem
        return str(path.with_name(f"{stem}{self.suffix}"))

    def _pattern(self, path: Path) -> Path:
        """The pattern of the row of pictures whose first one, or whose plain name, is `path`."""
        if is_pattern(path):
            return path
        stem = path.stem.removesuffix(self._mark)
        return path.with_name(f"{stem}_%0{self.digits}d{path.suffix}")

    def outputs(self, context: ExportContext) -> list[Path]:
        """The output of each input."""
        # A bare name means the proposed folder: the working folder of a window is arbitrary.
        target = context.folder / typed_path(self.target.strip())
        if not context.is_single:
            return context.targets(target, self)
        is_row = context.is_row(context.inputs[0], self.suffix) and self._suffix_fits(context)
        return [self._pattern(target) if is_row else target]

    def in_the_way(self, context: ExportContext) -> list[Path]:
        """Existing files that the export would overwrite."""
        if not self._suffix_fits(context):
            return []
        return [path for path in self.written(context) if file_identities(path)]

    def written(self, context: ExportContext) -> list[Path]:
        """All output files, mattes included."""
        outputs = self.outputs(context)
        return outputs + ([matte_path(path) for path in outputs] if self.kind == "both" else [])

    def trouble(self, context: ExportContext) -> str:
        """What prevents the export; empty: nothing."""
        if not self.target.strip():
            return tr("Choose where to save the file.")
        if context.settings.background.kind == "room":
            return tr(
                "The background is set to My room, so nothing would change. Choose another "
                "background."
            )
        if context.settings.background.kind == "screen":
            return tr("A screen can be the background only live. Choose another background.")
        if trouble := trouble_of(self.name):
            return trouble
        if not self._suffix_fits(context):
            return tr("The file name must end in {suffix} for this file type.", suffix=self.suffix)
        outputs, existing = self.outputs(context), self.in_the_way(context)
        replaced = file_identities(*self.written(context))
        if replaced & file_identities(*context.inputs):
            return tr("This would overwrite the source file. Choose another name.")
        if replaced & file_identities(context.settings.background.path):
            return tr("This would overwrite the background. Choose another name.")
        if self.part_s is not None and self.part_s[0] >= self.part_s[1]:
            return tr("The range is empty. Set Out after In.")
        folder = outputs[0].parent
        if context.is_row(context.inputs[0], self.suffix) and not os.path.isdir(folder):
            folder = folder.parent  # a row's own folder is made
        if not os.path.isdir(folder) and folder != context.folder:
            return tr("The folder {folder} does not exist. Choose another.", folder=folder)
        if waiting := [path for path in self.written(context) if path in context.taken]:
            return tr(
                "{name} is being written by another export; choose another name.",
                name=waiting[0].name,
            )
        if len(set(self.written(context))) < len(self.written(context)):
            return tr("A matte would get the name of another file. Change the name pattern.")
        if existing and not self.replaces:
            return tr(
                "{name} already exists. Replace it or choose another name.", name=existing[0].name
            )
        return ""

    def specs(self, context: ExportContext) -> list[JobSpec]:
        """One job per input."""
        settings = context.settings
        if settings.background.kind in ("room", "screen"):
            return []
        # The clean plate belongs to the camera, not to these files.
        settings = replace(
            settings,
            empty_room=None,
            model=OUTLINES.get(self.outline, settings.model),
            look_twice=self.look_twice,
        )
        rows, columns = context.frame_size or (0, 0)
        lines, is_upright = self.lines or None, rows > columns
        specs = []
        for path, output in zip(context.inputs, self.outputs(context), strict=True):
            # A still among films is a picture, whatever the films become.
            codec = picture_codec_of(output.suffix.lower()) or cast(Codec, self.codec)
            default_crf = CODECS[codec].default_crf
            step = QUALITY_STEPS[self.quality]
            # Numbers of pictures that had some stay theirs.
            is_new_row = is_pattern(output) and not is_pattern(path)
            part_s = context.ranges_s.get(path) if self.takes_marked else self.part_s
            start_s, end_s = part_s or (None, None)
            specs.append(
                JobSpec(
                    input=path,
                    output=output,
                    settings=settings,
                    output_kind=cast(OutputKind, self.kind),
                    start_s=start_s,
                    end_s=end_s,
                    codec=codec,
                    crf=None if default_crf is None else default_crf + step,
                    overwrite=self.replaces,
                    keep_sound=self.keeps_sound,
                    first_number=self.first_number if is_new_row else None,
                    height=None if is_upright else lines,
                    width=lines if is_upright else None,
                    frame_rate=parse_rate(self.rate) if self.rate else None,
                    deinterlaces=self.deinterlaces,
                )
            )
        return specs

    def _suffix_fits(self, context: ExportContext) -> bool:
        return not context.is_single or Path(self.target.strip()).suffix.lower() == self.suffix


def has_quality(codec: Codec) -> bool:
    """Whether the codec has a quality setting."""
    return CODECS[codec].default_crf is not None
