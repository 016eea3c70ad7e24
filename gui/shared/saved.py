"""Saved: everything that survives a restart of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import Meta

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.person.pick import PersonPick
from app.pipeline.settings import BackdropSettings, Settings
from app.pipeline.strokes.stroke import Stroke
from app.video.cameras.camera_list import CameraMode
from app.video.depth import Log
from gpu_unet import Area, EdgeSettings, LayerSettings
from gui.shared.theme import Choice

USUAL_NAME = "{name} {content}"
USUAL_FIRST_NUMBER = 1001  # as editing programs count
USUAL_DIGITS = 4
MOST_DIGITS = 9
LARGEST_NUMBER = 99_999_999


@dataclass(frozen=True, slots=True)
class ExportHabits:
    """The export dialog's last choices, which the next one starts with.

    Range and folder belong to each file.

    Attributes:
        kind: "composite", "matte" or "both".
        outline: "fast" or "best"; empty: the window's model.
        look_twice: As in `Settings`.
        suffix: File type of films; empty: the most usual.
        codec: Empty: the file type's own.
        quality: A key of `QUALITY_STEPS`.
        keeps_sound: Carry the sound over.
        name: Pattern of names; see `gui.export.names`.
        first_number: Of numbered pictures.
        digits: Minimum digits of a number.
    """

    kind: str = "composite"
    outline: str = ""
    look_twice: str = "auto"
    suffix: str = ""
    codec: str = ""
    quality: str = "balanced"
    keeps_sound: bool = True
    name: str = USUAL_NAME
    first_number: int = USUAL_FIRST_NUMBER
    digits: int = USUAL_DIGITS

    def __post_init__(self) -> None:
        if not 0 <= self.first_number <= LARGEST_NUMBER:
            raise ValueError(f"first number is {self.first_number}, expected 0 to {LARGEST_NUMBER}")
        if not 1 <= self.digits <= MOST_DIGITS:
            raise ValueError(f"digits is {self.digits}, expected 1 to {MOST_DIGITS}")


MOST_RECENT_FILES = 8
MOST_OWN_BACKGROUNDS = 60
MOST_ADDRESSES = 5
MOST_EXPORTS = 500
MOST_MIXED_COLOURS = 4
MOST_DRAWN = 100  # sources with areas, strokes, or people who are kept
MOST_RANGES = 200
MOST_PLACES = 200_000  # of strokes of all sources but the newest: 4 MB

T = TypeVar("T")
Moment = Annotated[float, Meta(ge=0, le=1e9)]  # of a film, in seconds


@dataclass(frozen=True, slots=True)
class Preset:
    """A named style with its background."""

    background: BackgroundSpec
    edges: EdgeSettings
    mirror: bool
    layer: LayerSettings = field(default_factory=LayerSettings)
    backdrop: BackdropSettings = field(default_factory=BackdropSettings)
    auto_frame: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """All persistent values; frozen and replaced whole, like `Settings`.

    Attributes:
        settings: Background, style, model, device.
        presets: By name, in the order in which they were made.
        own_backgrounds: Pictures and videos that the user added.
        recent_files: Newest first.
        addresses: Of network cameras that answered, without passwords; newest first.
        source: ("camera" | "network" | "sample" | "file", target); empty at the first start.
        camera_mode: What was last asked of that camera; None leaves it to the camera.
        folder: Where recordings and snapshots go; None: the system's own place.
        microphone: Name; empty: no sound.
        volume: Of films that play, 0 to 1.
        is_muted: Whether playback is muted.
        is_looping: Whether files loop.
        has_constant_rate: Whether recordings have a constant frame rate.
        theme: "system", "dark" or "light".
        language: Of the window, "de"; empty: the system's.
        folded: Titles of the side panel's sections that are folded.
        costs_ms: ms per frame measured here, by "model on device".
        geometry: Of the window, as Qt wrote it.
        exports: Unfinished jobs, in order.
        export_habits: The last choices in the export dialog.
        folders: Last folder of each file dialog, by its purpose.
        told: Hints that are shown once only.
        areas: Drawn areas by source; newest last.
        people: Those who are kept, by source; newest last.
        strokes: They mend the matte, by source; newest last.
        logs: Log curves of the cameras, by source; newest last.
        mixed_colours: Custom background colours, "#rrggbb", newest first.
        keys: Changed shortcuts by action.
        global_keys: Global shortcuts by action; none by default.
        ranges: In and Out points of films, in seconds, by path; newest last.
        is_remote_on: Whether programs on this computer may control the window.
        remote_port: Where they find it; 0: a free port, another one each time.
    """

    settings: Settings = field(default_factory=Settings)
    presets: Mapping[str, Preset] = field(default_factory=dict)
    own_backgrounds: tuple[Path, ...] = ()
    recent_files: tuple[Path, ...] = ()
    addresses: tuple[str, ...] = ()
    source: tuple[str, str] = ("", "")
    camera_mode: CameraMode | None = None
    folder: Path | None = None
    microphone: str = ""
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.8
    is_muted: bool = False
    is_looping: bool = True
    has_constant_rate: bool = False
    theme: Choice = "system"
    language: str = ""
    folded: tuple[str, ...] = ()
    costs_ms: Mapping[str, Annotated[float, Meta(ge=0, le=1e6)]] = field(default_factory=dict)
    geometry: bytes = b""
    exports: tuple[JobSpec, ...] = ()
    export_habits: ExportHabits = field(default_factory=ExportHabits)
    folders: Mapping[str, Path] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    mixed_colours: tuple[str, ...] = ()
    areas: Mapping[str, tuple[Area, ...]] = field(default_factory=dict)
    people: Mapping[str, tuple[PersonPick, ...]] = field(default_factory=dict)
    strokes: Mapping[str, tuple[Stroke, ...]] = field(default_factory=dict)
    logs: Mapping[str, Log] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    global_keys: Mapping[str, str] = field(default_factory=dict)
    ranges: Mapping[str, tuple[Moment, Moment]] = field(default_factory=dict)
    is_remote_on: bool = False
    remote_port: Annotated[int, Meta(ge=0, le=65535)] = 28765

    def with_areas(self, source: str, areas: tuple[Area, ...]) -> Saved:
        """Set the areas of `source`; empty removes them."""
        return replace(self, areas=_with_newest(self.areas, source, areas))

    def with_people(self, source: str, people: tuple[PersonPick, ...]) -> Saved:
        """Set those who are kept in `source`; none: everyone."""
        return replace(self, people=_with_newest(self.people, source, people))

    def with_strokes(self, source: str, strokes: tuple[Stroke, ...]) -> Saved:
        """Set the strokes of `source`; empty removes them."""
        drawn = _with_newest(self.strokes, source, strokes)
        while len(drawn) > 1 and sum(map(_places, drawn.values())) > MOST_PLACES:
            del drawn[next(iter(drawn))]
        return replace(self, strokes=drawn)

    def with_log(self, source: str, log: Log | None) -> Saved:
        """Set the log curve of the camera of `source`; None: it is not in log."""
        return replace(self, logs=_with_newest(self.logs, source, log))

    def with_recent(self, path: Path) -> Saved:
        """`path` becomes the newest of the recent files."""
        others = tuple(other for other in self.recent_files if other != path)
        return replace(self, recent_files=(path, *others)[:MOST_RECENT_FILES])

    def with_address(self, address: str) -> Saved:
        """`address` becomes the newest of the network cameras."""
        others = tuple(other for other in self.addresses if other != address)
        return replace(self, addresses=(address, *others)[:MOST_ADDRESSES])

    def with_range(self, path: Path, range_s: tuple[float, float] | None) -> Saved:
        """Set the In and Out points of a film; None removes them."""
        others = [(key, value) for key, value in self.ranges.items() if key != str(path)]
        mine = [] if range_s is None else [(str(path), range_s)]
        return replace(self, ranges=dict((others + mine)[-MOST_RANGES:]))


def _with_newest(by_source: Mapping[str, T], source: str, value: T | None) -> dict[str, T]:
    """With the value of a source as the newest, or without it if it is empty."""
    others = {key: other for key, other in by_source.items() if key != source}
    together = {**others, source: value} if value else others
    return dict(list(together.items())[-MOST_DRAWN:])


def _places(strokes: tuple[Stroke, ...]) -> int:
    return sum(len(stroke.points) for stroke in strokes)


# Fields that are lists of things, each of which comes or goes on its own, and how many are kept.
LISTS: dict[str, int | None] = {
    "own_backgrounds": MOST_OWN_BACKGROUNDS,
    "recent_files": MOST_RECENT_FILES,
    "addresses": MOST_ADDRESSES,
    "folded": None,
    "exports": MOST_EXPORTS,
    "told": None,
    "mixed_colours": MOST_MIXED_COLOURS,
}
