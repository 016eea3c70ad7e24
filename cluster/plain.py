"""What goes from one process to another, as plain data: dictionaries of the types that JSON has.

Nothing here is pickled, and nothing that comes in is called: a specification is checked row by row,
as one that was typed.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pipeline.jobs.events import NAMES, Event, Report
from pipeline.jobs.job_spec import JobSpec
from pipeline.plain_data import plain_of, read_as
from pipeline.settings import PARTS
from video.files.segment_source import Segment

Plain = dict[str, Any]

_EVENTS = {name: kind for kind, name in NAMES.items()}


def plain_spec(spec: JobSpec) -> Plain:
    """A job, with the settings by the names of their rows."""
    values = plain_of(spec)
    settings = values["settings"]
    background = settings.pop("background")
    del background["window"]  # of the screen, which is shown live alone
    for part in PARTS:
        settings |= settings.pop(part)
    return {**values, "background": background}


def spec_of(plain: Plain) -> JobSpec:
    """The job that `plain_spec` described.

    Raises:
        ValueError, TypeError, KeyError: A value that cannot be meant.
    """
    settings = {**plain["settings"], "background": plain["background"]}
    for part, table in PARTS.items():
        settings[part] = {row.name: settings[row.name] for row in table}
    return read_as(JobSpec, {**plain, "settings": settings})


def plain_segment(segment: Segment) -> Plain:
    """A segment."""
    return asdict(segment)


def segment_of(plain: Plain) -> Segment:
    """The segment that `plain_segment` described."""
    return read_as(Segment, plain)


def plain_event(event: Event) -> Plain:
    """An event with its name under "event"."""
    return {"event": NAMES[type(event)], **plain_of(event)}


def event_of(plain: Plain) -> Event:
    """The event that `plain_event` described."""
    return read_as(_EVENTS[plain["event"]], plain)


def plain_report(report: Report) -> Plain:
    """What became of an input."""
    return plain_of(report)


def report_of(plain: Plain) -> Report:
    """The report that `plain_report` described."""
    return read_as(Report, plain)
