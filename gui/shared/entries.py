"""Writes the fields of `Saved` as JSON, and reads them even if they are damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import convert

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.person.pick import PersonPick
from app.pipeline.plain_data import areas_of, plain_of, read_as
from app.pipeline.settings import OTHERS, PARTS, Settings
from app.pipeline.strokes.stroke import strokes_of
from app.video.cameras.camera_list import CameraMode
from app.video.network.address import CameraAddress
from gpu_unet import Row
from gui.shared.keys import combination
from gui.shared.saved import LISTS, Moment, Preset, Saved

MOST_KEY_LETTERS = 40

T = TypeVar("T")


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
