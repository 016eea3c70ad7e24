"""Names of exports: name patterns, numbered pictures, and unused names."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from app.messages.message import marked
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import OutputKind
from app.video.files.sequence_source import is_pattern, numbered, numbered_files, plain_name
from app.video.placing.placing import cut_to_bytes
from gui.shared.language import tr

FIELDS = ("name", "background", "date", "time", "content")
HELP = marked(
    "{name}: source file, {background}, {date}, {time}, {content}: backdrop, cutout or "
    "matte; plus any text"
)
LONGEST_NAME = 236  # bytes; systems allow 255, and a suffix and a number follow
_UNUSABLE = re.compile(r'[\x00-\x1f<>:"/\\|?*]')


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the pictures of a film are numbered.

    Attributes:
        first: Number of the first.
        digits: Minimum digits.
    """

    first: int
    digits: int

    @property
    def mark(self) -> str:
        """Suffix of the first picture's name."""
        return f"_{self.first:0{self.digits}d}"

    def pattern(self, path: Path) -> Path:
        """The pattern of the row of pictures whose first one, or whose plain name, is `path`."""
        if is_pattern(path):
            return path
        stem = path.stem.removesuffix(self.mark)
        return path.with_name(f"{stem}_%0{self.digits}d{path.suffix}")

    def first_of(self, pattern: Path) -> Path:
        """The first picture of a row."""
        return numbered(pattern, self.first)


def filled(
    pattern: str, source: Path, background: BackgroundSpec, kind: OutputKind, now: datetime
) -> str:
    """The name, without ending, that `pattern` gives an export of `source`, cut to LONGEST_NAME."""
    values = {
        "name": plain_name(source) if is_pattern(source) else source.stem,
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
    for field in FIELDS:
        pattern = pattern.replace("{" + field + "}", values[field])
    return pattern


def trouble_of(pattern: str) -> str:
    """What is wrong with a pattern of names; empty if nothing is."""
    unknown = [word for word in re.findall(r"\{([^{}]*)\}", pattern) if word not in FIELDS]
    if unknown:
        known = " ".join("{" + field + "}" for field in FIELDS)
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
    for other in _kin(path, is_folder=is_folder):
        if other not in taken and not _is_there(other):
            return other
    raise AssertionError("there is always another number")


def _kin(path: Path, *, is_folder: bool) -> Iterator[Path]:
    yield path
    stem, ending = (path.name, "") if is_folder else (path.stem, path.suffix)
    for number in count(2):
        if is_pattern(path):
            begin, mark, rest = stem.rpartition("_%")
            yield path.with_name(f"{begin} ({number}){mark}{rest}{ending}")
        else:
            yield path.with_name(f"{stem} ({number}){ending}")


def _is_there(path: Path) -> bool:
    return bool(numbered_files(path)) if is_pattern(path) else os.path.lexists(path)


def _content(kind: OutputKind, background: BackgroundSpec) -> str:
    """What the file holds: a cut-out has no backdrop."""
    if kind == "matte":
        return "matte"
    return "cutout" if background.kind == "transparent" else "backdrop"


def _background_name(background: BackgroundSpec) -> str:
    if background.path is not None:
        return background.path.stem
    return "blur" if background.kind == "blur" else str(background).lstrip("#")
