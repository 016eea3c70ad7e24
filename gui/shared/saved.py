"""Saved: everything that survives a restart of the window; written as JSON, and read if damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, convert

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.person.pick import PersonPick
from app.pipeline.plain_data import areas_of, plain_of, read_as
from app.pipeline.settings import OTHERS, PARTS, Settings
from app.pipeline.strokes.stroke import Stroke, strokes_of
from app.video.backgrounds.backdrop import BackdropSettings
from app.video.cameras.camera_list import CameraMode
from app.video.network.address import CameraAddress
from app.video.reading import Log
from gpu_unet import Area, EdgeSettings, LayerSettings, Row
from gui.shared.keys import combination
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
        name: Pattern of names; see `gui.export.choices`.
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
    first_number: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)] = USUAL_FIRST_NUMBER
    digits: Annotated[int, Meta(ge=1, le=MOST_DIGITS)] = USUAL_DIGITS


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

    @classmethod
    def of(cls, settings: Settings) -> Preset:
        """What a preset keeps of these settings."""
        kept = {item.name: getattr(settings, item.name) for item in fields(cls)}
        return cls(**{**kept, "background": settings.background.remembered})


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

    def with_values(self, source: str, **values: Any) -> Saved:
        """Set what is kept by source, such as areas, or by path; an empty value is removed."""
        kept: dict[str, dict[str, Any]] = {}
        for name, value in values.items():
            others = {key: other for key, other in getattr(self, name).items() if key != source}
            together = {**others, source: value} if value else others
            most = MOST_RANGES if name == "ranges" else MOST_DRAWN
            kept[name] = dict(list(together.items())[-most:])
        drawn = kept.get("strokes", {})
        while len(drawn) > 1 and sum(len(s.points) for s in chain(*drawn.values())) > MOST_PLACES:
            del drawn[next(iter(drawn))]
        return replace(self, **kept)

    def with_newest(self, name: str, value: Any) -> Saved:
        """`value` becomes the first of a list of `LISTS`."""
        others = tuple(other for other in getattr(self, name) if other != value)
        return replace(self, **{name: (value, *others)[: LISTS[name]]})


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


MOST_KEY_LETTERS = 40


class PartlyDamagedError(ValueError):
    """Some items of an entry cannot be understood; `rest` is the entry without them."""

    def __init__(self, rest: Any, count: int) -> None:
        super().__init__(f"{count} of its items cannot be understood")
        self.rest = rest


def understood(read: Callable[[Any], Any], data: Any) -> tuple[Any, Exception | None]:
    """Parse `data` with `read`; a damaged entry gives the reason instead."""
    try:
        return read(data), None
    # The file may hold anything, and parsing it may raise anything: OverflowError and
    # RecursionError once kept the window from opening.
    except Exception as error:  # noqa: BLE001
        return None, error


def _whole(rest: Any, count: int) -> Any:
    if len(rest) < count:
        raise PartlyDamagedError(rest, count - len(rest))
    return rest


def read_entry(name: str, text: str) -> Any:
    """What the entry of a field holds; of several items each is read on its own.

    Raises:
        PartlyDamagedError: Some of them cannot be understood.
        Exception: None of it can.
    """
    kind, data = FIELDS[name], json.loads(text)
    if get_origin(kind) is Mapping:
        read = _READERS.get(name, partial(read_as, get_args(kind)[1]))
        pairs = [
            understood(lambda pair: (read_as(str, pair[0]), read(pair[1])), pair)
            for pair in convert(data, dict).items()
        ]
        return _whole(dict(pair for pair, error in pairs if error is None), len(data))
    if name in LISTS:
        read = _READERS.get(name, partial(read_as, get_args(kind)[0]))
        items = [understood(read, item) for item in convert(data, list)[: LISTS[name]]]
        return _whole(tuple(value for value, error in items if error is None), len(items))
    return _READERS.get(name, partial(read_as, kind))(data)


def write_entry(name: str, value: Any) -> str:
    """The text of a field's entry."""
    write = _WRITERS.get(name, plain_of)
    if isinstance(value, Mapping):
        return json.dumps({key: write(item) for key, item in value.items()})
    return json.dumps([write(item) for item in value] if name in LISTS else write(value))


def _write_look(look: Settings | Preset) -> dict[str, Any]:
    """Settings or a preset: the background as its text, and the rows that are remembered."""

    def remembered(part: Any) -> dict[str, Any]:
        return {row.name: getattr(part, row.name) for row in Row.of(part) if row.is_remembered}

    return {
        "background": str(look.background.remembered),
        **{part: remembered(getattr(look, part)) for part in PARTS},
        **(
            remembered(look)
            if isinstance(look, Settings)
            else {"mirror": look.mirror, "auto_frame": look.auto_frame}
        ),
    }


def _read_look(kind: type[T], data: dict[str, Any]) -> T:
    known = {"background", "areas", *PARTS, *(row.name for row in OTHERS if row.is_remembered)}
    kept = {name: value for name, value in data.items() if name in known}
    background = BackgroundSpec.parse(read_as(str, kept["background"]))
    look = {**kept, "edges": kept["edges"], "background": plain_of(background)}
    return read_as(kind, look)


def _write_export(spec: JobSpec) -> dict[str, Any]:
    areas = plain_of(spec.settings.areas)
    return {**plain_of(spec), "settings": {**_write_look(spec.settings), "areas": areas}}


def _read_export(data: dict[str, Any]) -> JobSpec:
    settings = _read_look(Settings, data["settings"])
    spec = read_as(JobSpec, {**data, "settings": {}})
    for number in (spec.crf, spec.first_number, spec.height, spec.width):
        if number is not None and not 0 <= number <= 10**9:
            raise ValueError(f"{number!r:.80} is beyond all that an export asks for")
    return replace(spec, settings=settings)


def _read_address(data: object) -> str:
    address = read_as(str, data)
    CameraAddress.parse(address)
    return address


def _read_source(data: object) -> tuple[str, str]:
    kind, target = read_as(tuple[str, str], data)
    return kind, _read_address(target) if kind == "network" else target


def _read_mode(data: object) -> CameraMode | None:
    if data is None:
        return None
    mode = read_as(CameraMode, data)
    is_of_this_world = 0 < mode.height <= 100_000 and 0 < mode.width <= 100_000
    if not (is_of_this_world and 0 <= mode.frame_rate <= 10_000):
        raise ValueError(f"{data!r:.80} is no mode of a camera")
    return mode


def _read_key(data: object) -> str:
    keys = read_as(str, data)
    if len(keys) > MOST_KEY_LETTERS:
        raise ValueError(f"{keys!r:.80} is no key")
    combination(keys)
    return keys


def _read_people(data: object) -> tuple[PersonPick, ...]:
    picks = read_as(tuple[PersonPick, ...], data)
    numbers = [value for pick in picks for value in (pick.x, pick.y, pick.time_s)]
    if not 0 < len(picks) <= PersonPick.MOST or max(numbers) > 1e9:
        raise ValueError(f"{data!r:.80} says nothing of people in a film")
    return picks


def _read_range(data: object) -> tuple[float, float]:
    start_s, end_s = read_as(tuple[Moment, Moment], data)
    if start_s >= end_s:
        raise ValueError(f"a part from {start_s} s to {end_s} s is empty")
    return start_s, end_s


def _read_colour(data: object) -> str:
    spec = BackgroundSpec.parse(read_as(str, data))
    if spec.colour is None:
        raise ValueError(f"{data!r:.80} is no colour")
    return str(spec)


# A field of `Saved`, or one of its items, is read by its annotation, but for these.
FIELDS: dict[str, Any] = get_type_hints(Saved, include_extras=True)
_READERS: dict[str, Callable[[Any], Any]] = {
    "settings": partial(_read_look, Settings),
    "presets": partial(_read_look, Preset),
    "exports": _read_export,
    "addresses": _read_address,
    "source": _read_source,
    "camera_mode": _read_mode,
    "areas": areas_of,
    "people": _read_people,
    "strokes": strokes_of,
    "keys": _read_key,
    "global_keys": _read_key,
    "ranges": _read_range,
    "mixed_colours": _read_colour,
}
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "settings": _write_look,
    "presets": _write_look,
    "exports": _write_export,
}
