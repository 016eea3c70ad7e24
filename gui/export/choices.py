"""ExportChoices: what can be chosen for an export, what is in the way, and the jobs it makes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.jobs.job_spec import JobSpec, OutputKind
from pipeline.settings import Settings
from video.files.file_identity import file_identities
from video.files.output_format import CODECS, CONTAINERS, Codec
from video.files.still import PICTURE_SUFFIXES
from video.placing.placing import cut_to_bytes
from video.typed_path import typed_path

PICTURES = ".png"
LONGEST_NAME = 250  # in bytes; systems take 255, and numbers may grow by a digit
# Steps of constant quality around each codec's own default: about half and twice the size.
QUALITY_STEPS = {"small": 6, "balanced": 0, "best": -5}


@dataclass(frozen=True, slots=True)
class ExportContext:
    """What an export is about.

    Attributes:
        inputs: One file, or several that are written with the same choices.
        settings: Background, look, model and device as they are now.
        duration_s: Of a single video; None for stills and several files.
        folder: Where results go at first; it need not exist yet.
    """

    inputs: list[Path]
    settings: Settings
    duration_s: float | None
    folder: Path

    @property
    def is_single(self) -> bool:
        """Whether a file is named, not a folder."""
        return len(self.inputs) == 1

    @property
    def has_films(self) -> bool:
        """Whether there is anything but stills."""
        return not all(is_still(path) for path in self.inputs)

    def needs_alpha(self, kind: OutputKind) -> bool:
        """Whether what is written has to say where it is transparent."""
        return self.settings.background.kind == "transparent" and kind == "composite"

    def suffixes(self, kind: OutputKind) -> list[str]:
        """The file types that can hold it, the most usual first."""
        suffixes = [
            suffix
            for suffix in CONTAINERS
            if (suffix == PICTURES or self.has_films) and self.codecs(suffix, kind)
        ]
        if self.needs_alpha(kind):  # few programs look for alpha in Matroska
            suffixes.sort(key=lambda suffix: suffix == ".mkv")
        return suffixes

    def codecs(self, suffix: str, kind: OutputKind) -> list[Codec]:
        """What a file type can hold of it."""
        return [
            codec
            for codec in CONTAINERS[suffix].codecs
            if not self.needs_alpha(kind) or CODECS[codec].alpha_format is not None
        ]

    def default_path(self, suffix: str, kind: OutputKind) -> Path:
        """Where it goes unless told otherwise: a file, or a folder for several."""
        if not self.is_single:
            return self.folder
        return self.folder / _name_for(self.inputs[0], suffix, kind)


@dataclass(frozen=True, slots=True)
class ExportChoices:
    """What was chosen.

    Attributes:
        kind: The picture, or the matte alone.
        suffix: File type of films; stills among them stay stills.
        codec: One that the file type can hold.
        quality: A key of `QUALITY_STEPS`.
        part_s: Start and end in seconds; None: all of it.
        keeps_sound: Carry the sound over.
        target: The file as it was typed, or the folder for several.
        replaces: Write over what is there.
    """

    kind: OutputKind
    suffix: str
    codec: Codec
    quality: str
    part_s: tuple[float, float] | None
    keeps_sound: bool
    target: str
    replaces: bool

    def outputs(self, context: ExportContext) -> list[Path]:
        """Where each input would go."""
        # A bare name means the proposed folder: nobody knows in which one the window was started.
        target = context.folder / typed_path(self.target.strip())
        if context.is_single:
            return [target]
        return list(_apart(target / _name_for(p, self.suffix, self.kind) for p in context.inputs))

    def in_the_way(self, context: ExportContext) -> list[Path]:
        """Files that would be written over."""
        if not self._suffix_fits(context):
            return []
        return [path for path in self.outputs(context) if file_identities(path)]

    def trouble(self, context: ExportContext) -> str:
        """Why this cannot be exported; empty if it can."""
        outputs, existing = self.outputs(context), self.in_the_way(context)
        folder = outputs[0].parent
        if not self.target.strip():
            return "Choose where to write."
        if not self._suffix_fits(context):
            return f"The file name must end in {self.suffix} for this file type."
        replaced = file_identities(*outputs)
        if replaced & file_identities(*context.inputs):
            return "That is the file itself; choose another name."
        if replaced & file_identities(context.settings.background.path):
            return "That is the background itself; choose another name."
        if self.part_s is not None and self.part_s[0] >= self.part_s[1]:
            return "The range is empty; let it end later than it starts."
        if not os.path.isdir(folder) and folder != context.folder:
            return f"There is no folder {folder}; choose another."
        if existing and not self.replaces:
            return f"{existing[0].name} is there already; replace it or choose another name."
        return ""

    def specs(self, context: ExportContext) -> list[JobSpec]:
        """One job per input."""
        start_s, end_s = self.part_s or (None, None)
        specs = []
        for path, output in zip(context.inputs, self.outputs(context), strict=True):
            # A still among films is a picture, whatever the films become.
            codec: Codec = "png" if output.suffix.lower() == PICTURES else self.codec
            default_crf = CODECS[codec].default_crf
            step = QUALITY_STEPS[self.quality]
            specs.append(
                JobSpec(
                    input=path,
                    output=output,
                    # A picture of the room is of the camera's, not of these files'.
                    settings=replace(context.settings, empty_room=None),
                    output_kind=self.kind,
                    start_s=start_s,
                    end_s=end_s,
                    codec=codec,
                    crf=None if default_crf is None else default_crf + step,
                    overwrite=self.replaces,
                    keep_sound=self.keeps_sound,
                )
            )
        return specs

    def _suffix_fits(self, context: ExportContext) -> bool:
        return not context.is_single or Path(self.target.strip()).suffix.lower() == self.suffix


def is_still(path: Path) -> bool:
    """Whether it is a picture, by its name."""
    return path.suffix.lower() in PICTURE_SUFFIXES and "%" not in path.name


def has_quality(codec: Codec) -> bool:
    """Whether there is anything to choose between small and good."""
    return CODECS[codec].default_crf is not None


def _name_for(path: Path, suffix: str, kind: OutputKind) -> str:
    end = " matte" if kind == "matte" else " backdrop"
    if is_still(path):
        end += PICTURES
    else:
        # A film as pictures is a numbered row.
        end += f"_%04d{suffix}" if suffix == PICTURES else suffix
    return cut_to_bytes(path.stem, LONGEST_NAME - len(end)) + end


def _apart(paths: Iterator[Path]) -> Iterator[Path]:
    """The same paths; of two alike the second is numbered."""
    seen: set[Path] = set()
    for path in paths:
        apart, number = path, 2
        while apart in seen:
            apart, number = path.with_stem(f"{path.stem} ({number})"), number + 1
        seen.add(apart)
        yield apart
