"""Flags of settings: one for each row of the tables, for every command that shows a person.

`process`, `camera` and the window's command line share them.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.plain_data import parse_area, read_areas
from app.pipeline.settings import BACKDROP, LAYER, LOOK, OTHERS, Settings
from gpu_unet import Area, Row


def add_settings_arguments(parser: argparse.ArgumentParser, *, is_live: bool = False) -> None:
    """Define an option for each row of the settings; other commands use them, too.

    Args:
        is_live: Leave out options for films.
    """
    engine = parser.add_argument_group("engine")
    films = None if is_live else parser.add_argument_group("films")
    look = parser.add_argument_group("look")
    for row in (*OTHERS, *LOOK):
        group = films if row.of_files else engine if row.needs_engine else look
        if group is not None:
            _add_flag(group, row)
    look.add_argument(
        "--blend",
        metavar="linear|gamma",
        dest="linear_light",
        type=is_linear,
        help="what soft edges are mixed in: linear light, or coded values (default: linear)",
    )
    layer = parser.add_argument_group("the person on the background")
    backdrop = parser.add_argument_group("a picture or video as the background")
    for group, table in ((layer, LAYER), (backdrop, BACKDROP)):
        for row in table:
            _add_flag(group, row)
    engine.add_argument(
        "--learn-room",
        metavar="auto|off|FILE",
        help="learn the room behind the person, for models that use it: auto learns from the "
        "video, FILE is a picture or video of the empty room from the same camera "
        "(default: auto)",
    )
    areas = parser.add_argument_group(
        "areas",
        "AREA is a box as left,top,right,bottom, or corners as 'x,y x,y x,y', as fractions of "
        "the upright, unmirrored picture; each option may be repeated",
    )
    for kind, words in (
        ("person", "replace everything outside this area"),
        ("garbage", "always replace this area"),
        ("keep", "always keep this area, such as a microphone or a chair"),
        ("soft", "soften edges in this area, such as hair or fast hands"),
    ):
        areas.add_argument(
            f"--{kind}-area",
            metavar="AREA",
            action="append",
            default=[],
            help=f"{words} (default: none)",
        )
    areas.add_argument(
        "--areas",
        metavar="FILE",
        help='JSON file of areas: [{"kind": "keep", "points": [[0.1, 0.5], [0.3, 0.5], '
        "[0.2, 0.9]]}] (default: none)",
    )


def _add_flag(group: argparse._ArgumentGroup, row: Row) -> None:
    """Define one option; None means "not given", which differs from the default."""
    if not row.help:
        return
    shown = ("on" if row.default else "off") if isinstance(row.default, bool) else row.default
    kind: dict[str, Any] = {"metavar": row.name.upper()}
    if isinstance(row.default, bool):
        kind = {"action": argparse.BooleanOptionalAction}
    elif isinstance(row.default, float):
        kind = {"metavar": "X", "type": float}
    elif row.choices:
        kind = {"choices": row.choices}
    group.add_argument(
        *_flags(row), dest=row.name, default=None, help=f"{row.help} (default: {shown})", **kind
    )


def _flags(row: Row) -> list[str]:
    """The window's word for it, and the setting's own name, which scripts may use."""
    own = f"--{row.name.replace('_', '-')}"
    if row not in LOOK or not row.label:
        return [own]
    shown = f"--{row.label.lower().replace(' ', '-')}"
    return [shown] if shown == own else [shown, own]


def is_linear(text: str) -> bool:
    """Parse --blend."""
    if text not in ("linear", "gamma"):
        raise argparse.ArgumentTypeError(f"{text!r} is neither linear nor gamma")
    return text == "linear"


def room_of(text: str) -> tuple[bool, Path | None]:
    """Parse --learn-room: whether to learn the clean plate, and from which file.

    Raises:
        ValueError: It is neither auto nor off nor an existing file.
    """
    from app.video.typed_path import typed_path

    if text in ("auto", "off"):
        return text == "auto", None
    path = typed_path(text)
    if not path.is_file():
        raise ValueError(
            f"--learn-room is {text}, which is not a file; give auto, off, or a picture or video "
            "of the empty room"
        )
    return True, path


def given_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings that a command line gives, by their names; those left open are missing.

    Raises:
        ValueError: A background that makes no sense.
    """
    table = (*OTHERS, *LOOK, *LAYER, *BACKDROP)
    given = {row.name: getattr(arguments, row.name, None) for row in table if row.help}
    for row in table:
        if given.get(row.name) is not None:
            _check_flag(row, given[row.name])
    if arguments.background is not None:
        given["background"] = BackgroundSpec.parse(arguments.background)
    if arguments.learn_room is not None:
        given["learns_room"], empty_room = room_of(arguments.learn_room)
        given |= {"empty_room": empty_room} if empty_room is not None else {}
    areas = areas_given(arguments)
    given |= {"areas": areas} if areas else {}
    return {name: value for name, value in given.items() if value is not None}


def check_framing(settings: Settings) -> None:
    """Refuse auto-framing where the person has no place of their own.

    Raises:
        ValueError: The background is a blur.
    """
    if settings.auto_frame and not settings.frames_person:
        raise ValueError(
            "--auto-frame does not work over a blurred background; give --background a picture, "
            "a video, a colour or transparent"
        )


def _check_flag(row: Row, value: object) -> None:
    """Check a value by its row; a `ValueError` of a range names the typed flag."""
    try:
        row.check(value)
    except ValueError:
        if not isinstance(value, float):
            raise
        raise ValueError(
            f"{_flags(row)[0]} is {value:g}, expected {row.low:g} to {row.high:g}"
        ) from None


def areas_given(arguments: argparse.Namespace) -> tuple[Area, ...]:
    """The areas of a command line, those of a file first.

    Raises:
        ValueError: One of them is malformed, or the file holds none.
        OSError: The file cannot be read.
    """
    from app.video.typed_path import typed_path

    areas = () if arguments.areas is None else read_areas(typed_path(arguments.areas))
    drawn = [
        parse_area(kind, text) for kind in Area.KINDS for text in getattr(arguments, f"{kind}_area")
    ]
    return (*areas, *drawn)
