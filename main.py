"""Backdrop: `python main.py` opens the window, `python main.py COMMAND` works without one."""

from __future__ import annotations

import os
import signal
import sys


def end_before_anything_began(*_: object) -> None:
    """Ctrl-C, `kill` or a closed terminal while nothing is at work yet: one word, and the end."""
    try:
        os.write(2, b"Cancelled.\n")
    finally:  # the terminal may be gone
        os._exit(130)


if __name__ == "__main__":  # first of all: the imports below take longer than an impatient finger
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as nohup asks for
            signal.signal(number, end_before_anything_began)

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from app.cli import camera, cluster, doctor, finish, process
from app.pipeline import exit_status
from app.pipeline.address_space import why_too_small
from app.pipeline.compute import is_busy
from app.pipeline.end_signals import answer_end_signals
from app.pipeline.installation import COMMAND
from app.pipeline.memory import keep_few_heaps
from app.video.placing.work_folder import remove_unfinished

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from app.pipeline.live.start_options import StartOptions

COMMANDS = {
    "process": process,
    "cluster": cluster,
    "camera": camera,
    "finish": finish,
    "doctor": doctor,
}


class Parser(argparse.ArgumentParser):
    """One that does not take a help nobody could read for one that was given."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # The usual one passes over errors: a text longer than the buffer, on a full disk.
        if message:
            (file or sys.stderr).write(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line and hand over; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words and words[0].startswith("--") and words[0] not in ("--help", "--version"):
        words.insert(0, "camera")  # `main.py --source synthetic`: the window, with options
    elif words and words[0] not in COMMANDS and os.path.isfile(words[0]):
        words[:0] = ["camera", "--source"]  # `main.py talk.mp4`, as file managers start programs
    parser = Parser(
        prog=COMMAND,
        description="Replace the background behind people in video.\n"
        "Frames never leave this computer. "
        "Without a command the window opens; it accepts a file, or the options of `camera`.",
        epilog=exit_status.EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for name, command in COMMANDS.items():
        command.add_arguments(
            commands.add_parser(
                name,
                help=command.HELP,
                description=command.HELP.capitalize() + ".",
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
        )
    if words and words[0] not in COMMANDS and not words[0].startswith("-"):
        parser.error(
            f"there is no command and no file {words[0]!r}; check the path, "
            f"or take one of the commands {', '.join(COMMANDS)}"
        )
    parsed = parser.parse_args(words)
    if parsed.version:
        from app.pipeline.about import describe

        print(describe())
        return exit_status.OK
    if sentence := why_too_small():  # before anything large is imported
        print(f"error: {sentence}", file=sys.stderr)
        return exit_status.FAILED
    keep_few_heaps()
    if parsed.command is None:
        return open_window()
    if parsed.command == "camera" and camera.wants_window(parsed):
        try:
            options = camera.options_of(parsed)
        except ValueError as error:
            print(f"error: {error}", file=sys.stderr)
            return exit_status.USAGE
        return open_window(options)
    return COMMANDS[parsed.command].run(parsed)


def open_window(options: StartOptions | None = None) -> int:
    """Run the window until it is closed; without options it shows what it showed last."""
    try:
        from gui.app import run
        from gui.display import DisplayError
    except ImportError as error:  # Qt's own libraries; the rest of the program needs none of them
        print(
            f"error: the window cannot open ({error}); `{COMMAND} doctor` says what to install, "
            f"and `{COMMAND} process` needs no window",
            file=sys.stderr,
        )
        return exit_status.FAILED
    try:
        if options is None or not options.wants_statistics:
            return run(options=options)
        from app.cli.statistics import StatisticsPrinter

        return run(options=options, printer=StatisticsPrinter())
    except DisplayError as error:
        print(f"error: {error}", file=sys.stderr)
        return exit_status.FAILED


def end_unwritten(error: OSError) -> NoReturn:
    """What goes to standard output could not be written, on a full disk say: a sentence, the end.

    Not by way of Python's own end, which would try once more and complain in its own words.
    """
    place = error.filename or "standard output"
    with suppress(OSError):
        print(f"error: {place} could not be written ({error.strerror or error})", file=sys.stderr)
        sys.stderr.flush()
    os._exit(exit_status.FAILED)


def leave(status: int) -> NoReturn:
    """End the process; what still computes is not waited for, and leaves nothing behind.

    Once nothing is left to lose a request to end ends it at once: with its status, and with the
    system's own answer where only the interpreter and libraries are left to end.
    """
    if status == exit_status.CANCELLED:
        answer_end_signals(lambda *_: None)  # what is left to do is short and wants no disturbance
        remove_unfinished()
    answer_end_signals(lambda *_: os._exit(status))
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(exit_status.FAILED)
    except OSError as error:
        end_unwritten(error)
    with suppress(OSError):
        sys.stderr.flush()
    # A compilation that nobody needs any more would hold up a plain exit.
    if status == exit_status.CANCELLED or is_busy():
        os._exit(status)
    answer_end_signals(signal.SIG_DFL)
    sys.exit(status)


if __name__ == "__main__":
    # Python leaves these None where the program was started without them (pythonw, `>&-`); and an
    # output file that took their place would receive what libraries have to say.
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - for good
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115 - for good
    try:
        status = main()
    except SystemExit as end:  # argparse, after its help or its complaint
        status = end.code if isinstance(end.code, int) else exit_status.OK
    except BrokenPipeError:  # whoever read our output has gone, and wants no more of it
        os._exit(exit_status.FAILED)
    except OSError as error:  # all others are told by whoever knows what to do about them
        end_unwritten(error)
    leave(status)
