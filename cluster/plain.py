"""What goes from one process to another, as plain data: dictionaries of the types that JSON has.

Nothing here is pickled, and nothing that comes in is called: a specification is checked row by row,
as one that was typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from pipeline.area_text import areas_of, data_of
from pipeline.background_spec import BackgroundSpec
from pipeline.jobs.events import NAMES, Event, Report
from pipeline.jobs.job_spec import JobSpec
from pipeline.settings import OTHERS, PARTS, Settings
from video.files.segment_source import Segment

Plain = dict[str, Any]

_ROWS = (*OTHERS, *(row for table in PARTS.values() for row in table))
_EVENTS = {name: kind for kind, name in NAMES.items()}


def plain_spec(spec: JobSpec) -> Plain:
    """A job, with the settings by the names of their rows."""
    settings, background = spec.settings, spec.settings.background
    return {
        **{item.name: getattr(spec, item.name) for item in fields(spec)},
        "input": str(spec.input),
        "output": str(spec.output),
        "frame_rate": None if spec.frame_rate is None else str(spec.frame_rate),
        "settings": {
            **{row.name: settings.value(row.name) for row in _ROWS},
            "areas": data_of(settings.areas),
            "input_pixels": settings.input_pixels,
            "empty_room": None if settings.empty_room is None else str(settings.empty_room),
        },
        "background": {
            "kind": background.kind,
            "blur_strength": background.blur_strength,
            "colour": None if background.colour is None else list(background.colour),
            "path": None if background.path is None else str(background.path),
        },
    }


def spec_of(plain: Plain) -> JobSpec:
    """The job that `plain_spec` described.

    Raises:
        ValueError, TypeError: A value that cannot be meant.
    """
    values, background = dict(plain), plain["background"]
    settings = dict(values.pop("settings"))
    del values["background"]
    room = settings.pop("empty_room")
    colour, path = background["colour"], background["path"]
    settings |= {
        "empty_room": None if room is None else Path(room),
        "areas": areas_of(settings["areas"]),
        "background": BackgroundSpec(
            background["kind"],
            blur_strength=background["blur_strength"],
            colour=None if colour is None else tuple(colour),
            path=None if path is None else Path(path),
        ),
    }
    values |= {
        "input": Path(values["input"]),
        "output": Path(values["output"]),
        "frame_rate": None if values["frame_rate"] is None else Fraction(values["frame_rate"]),
        "settings": Settings().changed(settings),
    }
    return JobSpec(**values)


def plain_segment(segment: Segment) -> Plain:
    """A segment."""
    return asdict(segment)


def segment_of(plain: Plain) -> Segment:
    """The segment that `plain_segment` described."""
    return Segment(**plain)


def plain_event(event: Event) -> Plain:
    """An event with its name under "event"."""
    values = {item.name: _plain(getattr(event, item.name)) for item in fields(event)}
    return {"event": NAMES[type(event)], **values}


def event_of(plain: Plain) -> Event:
    """The event that `plain_event` described."""
    values = dict(plain)
    kind = _EVENTS[values.pop("event")]
    if values.get("report") is not None:
        values["report"] = report_of(values["report"])
    return kind(**_with_paths(values))


def plain_report(report: Report) -> Plain:
    """What became of an input."""
    return {item.name: _plain(getattr(report, item.name)) for item in fields(report)}


def report_of(plain: Plain) -> Report:
    """The report that `plain_report` described."""
    values = _with_paths(plain)
    values |= {name: tuple(values[name]) for name in ("audio", "notes", "losses")}
    return Report(**values)


def _with_paths(values: Plain) -> Plain:
    paths = {
        name: Path(values[name]) for name in ("input", "output") if values.get(name) is not None
    }
    return {**values, **paths}


def _plain(value: object) -> Any:
    if isinstance(value, Report):
        return plain_report(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
