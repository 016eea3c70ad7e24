"""`main.py camera`: live from a camera to the window, a recording, or a virtual camera."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import plain_console, say_error
from app.cli.settings_flags import add_settings_arguments, check_framing, given_settings
from app.pipeline.end_signals import CANCELLED, FAILED, OK, USAGE
from app.pipeline.installation import COMMAND

if TYPE_CHECKING:
    from app.pipeline.live.source_request import StartOptions

HELP = "show a camera on a new background, record it, or use it as a virtual camera"
USUAL_BACKGROUND = "blur"
LONGEST_S = 2_000_000  # 23 days: the window's timers count milliseconds in 31 bits
HIGHEST_FPS = 16_384  # the limit of cameras
LOWEST_FPS = 0.01  # lower rates: a second picture never came, and the session never ended
EXAMPLES = f"""\
examples:
  {COMMAND} camera                                              the first camera, in the window
  {COMMAND} camera --source synthetic                           no camera: the built-in sample
  {COMMAND} camera --list                                       cameras with their modes
  {COMMAND} camera --background beach.jpg --virtual-camera --no-window
  {COMMAND} camera --background transparent --send ndi
  {COMMAND} camera --source rtsp://192.168.0.20/live --record me.mp4 --no-window --stats
"""


class _FilesAlone(argparse.Action):
    """Refuses an option of `process` that a live picture cannot have."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        """See `argparse.Action`."""
        parser.error(f"{self.option_strings[0]} is for files: use it with process")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = EXAMPLES
    add_switch = partial(parser.add_argument, action="store_true")
    parser.add_argument(
        "--source",
        metavar="SOURCE",
        default="0",
        help="a camera's number or name, rtsp://... or http://..., synthetic, or a video file "
        "(default: %(default)s, the first camera)",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another host that a network camera may load its pictures from; may be repeated "
        "(default: none)",
    )
    add_switch("--list", help="list the cameras and microphones, and exit")
    parser.add_argument(
        "--size", metavar="WxH", help="camera resolution (default: 1280x720 if available)"
    )
    parser.add_argument(
        "--fps", metavar="N", type=float, help="camera frame rate (default: 30 if available)"
    )
    parser.add_argument(
        "--background",
        metavar="SPEC",
        help="path of a picture, video or PDF, a colour such as '#1e90ff', blur, blur:0.6 "
        f"(default: the last one in the window, else {USUAL_BACKGROUND})",
    )
    add_switch(
        "--virtual-camera", help="start a virtual camera for Zoom, Meet and OBS (default: off)"
    )
    parser.add_argument(
        "--send",
        metavar="NAME",
        action="append",
        default=[],
        help="also send the picture, with transparency, to other programs: ndi (every computer in "
        "your network can watch), spout or unity (Windows), syphon (macOS); may be repeated "
        "(default: off)",
    )
    parser.add_argument(
        "--record", metavar="OUT.mp4", type=Path, help="record to this file (default: off)"
    )
    parser.add_argument(
        "--microphone",
        metavar="NAME",
        nargs="?",
        const="default",
        help="record audio from this microphone; without NAME the default (default: no audio)",
    )
    add_switch("--overwrite", help="replace OUT.mp4 if it exists (default: refuse)")
    add_switch(
        "--constant-rate",
        help="record at a constant frame rate, as some editing programs need "
        "(default: each frame keeps its time)",
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        help="stop after S seconds of video; without a window, also if no video arrives for that "
        "long (at least 10 s) (default: until Ctrl-C, or until the window closes)",
    )
    parser.add_argument("--no-window", action="store_true", help="run without a window")
    parser.add_argument("--person", action=_FilesAlone, help=argparse.SUPPRESS)
    parser.add_argument("--strokes", action=_FilesAlone, help=argparse.SUPPRESS)
    add_switch("--stats", help="print frame rates, delay per stage and dropped frames")
    parser.add_argument(
        "--fps-limit",
        metavar="N",
        type=float,
        help="process at most N frames per second, to reduce load (default: every frame)",
    )
    add_switch(
        "--no-pace",
        help="keep frame rate and network input as they are: a slow computer drops frames instead, "
        "a fast one takes no larger input (default: off)",
    )
    add_settings_arguments(parser, is_live=True)


def wants_window(arguments: argparse.Namespace) -> bool:
    """Whether to show the session in a window."""
    return not (arguments.no_window or arguments.list)


def options_of(arguments: argparse.Namespace) -> StartOptions:
    """The options that a command line asks for.

    Raises:
        ValueError: A value out of range; the message says which.
    """
    from app.pipeline.live.source_request import SourceRequest, StartOptions
    from app.pipeline.settings import Settings
    from app.video.typed_path import typed_path

    if arguments.microphone and not arguments.record and not wants_window(arguments):
        raise ValueError("--microphone needs --record OUT.mp4: there is nothing else to hear it in")
    height, width = _size_of(arguments.size)
    for name, value, most in (
        ("seconds", arguments.seconds, LONGEST_S),
        ("fps-limit", arguments.fps_limit, HIGHEST_FPS),
    ):
        if value is not None and not 0 < value <= most:
            raise ValueError(f"--{name} is {value:g}, expected more than 0 and at most {most:,}")
    if arguments.fps_limit is not None and arguments.fps_limit < LOWEST_FPS:
        raise ValueError(f"--fps-limit is {arguments.fps_limit:g}, expected at least {LOWEST_FPS}")
    request = SourceRequest.parse(
        arguments.source,
        height=height,
        width=width,
        frame_rate=arguments.fps,
        allowed_hosts=tuple(arguments.allow_host),
    )
    given = given_settings(arguments)
    settings = Settings().changed(given)
    if not wants_window(arguments) or arguments.background is not None:
        check_framing(settings)  # the window has a background of its own
    if arguments.record is not None:
        source = typed_path(request.target) if request.kind == "file" else None
        _check_not_read(arguments.record, "source", source)
        _check_not_read(arguments.record, "background", settings.background.path)
        _check_not_read(arguments.record, "picture of the empty room", settings.empty_room)
    return StartOptions(
        request=request,
        settings=settings,
        given=frozenset(given),
        record=arguments.record,
        overwrite=arguments.overwrite,
        has_constant_rate=arguments.constant_rate,
        microphone=arguments.microphone,
        senders=_senders_of(arguments),
        seconds=arguments.seconds,
        frame_limit=arguments.fps_limit,
        has_automatic_pace=not arguments.no_pace,
        wants_statistics=arguments.stats,
    )


def _senders_of(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Names of the senders to start with."""
    from app.video.cameras.senders import VIRTUAL_CAMERA, senders_here

    names = [kind.name for kind in senders_here() if kind.has_alpha]
    for name in arguments.send:
        if name not in names:
            raise ValueError(f"--send is {name}, expected {' or '.join(names)} on this system")
    camera = (VIRTUAL_CAMERA.name,) if arguments.virtual_camera else ()
    return (*camera, *dict.fromkeys(arguments.send))


def _check_not_read(record: Path, role: str, path: Path | None) -> None:
    from app.video.files.file_identity import file_identities

    if file_identities(record) & file_identities(path):
        raise ValueError(f"{record} is the {role} and cannot be overwritten; choose another name")


def run(arguments: argparse.Namespace) -> int:
    """Run without a window (`main.py` opens one otherwise); returns the exit status."""
    from app.messages import sentence_of

    try:
        if arguments.list:
            return _list_devices()
        try:
            options = options_of(arguments)
        except ValueError as error:
            say_error(sentence_of(error))
            return USAGE
        from app.cli.finish import sentences_at_start
        from app.cli.headless import HeadlessSession

        console = plain_console()
        for sentence in sentences_at_start():
            console.print(sentence)
        outcome = HeadlessSession(options, console).run()
        return {"done": OK, "failed": FAILED, "cut": CANCELLED}[outcome]
    except (OSError, ValueError) as error:
        say_error(sentence_of(error))
        return FAILED


def _list_devices() -> int:
    from app.video.cameras.camera_list import list_cameras, list_modes
    from app.video.cameras.senders import senders_here
    from app.video.recording.microphone import list_microphones
    from app.video.source import SourceError

    out = plain_console(stderr=False)
    cameras = list_cameras()
    if not cameras:
        out.print("No camera is plugged in; --source synthetic plays the built-in sample.")
    for camera in cameras:
        out.print(f"{camera.index}  {camera.name}  ({camera.backend})")
        try:
            for mode in list_modes(camera):
                out.print(f"     {mode}")
        except SourceError as error:
            out.print(f"     {error}")
    microphones = list_microphones()
    for name in microphones:
        out.print(f"microphone  {name}")
    if not microphones:
        out.print("microphone  none that this system lists")
    for kind in senders_here():
        status = kind.status()
        ready = f"ready. {status.sentence}" if status.sentence else "ready"
        words = ready if status.is_available else status.sentence
        out.print(f"{kind.name.replace('_', ' ')}  {words}")
    return OK


def _size_of(text: str | None) -> tuple[int | None, int | None]:
    """Height and width of "1280x720"."""
    if text is None:
        return None, None
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise ValueError(f"--size is {text}, expected width x height as in 1280x720")
    return int(height), int(width)
