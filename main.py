"""Backdrop: `python main.py` opens the window, `python main.py COMMAND` works without one."""

from __future__ import annotations

import gc
import os
import signal
import sys


def end_before_anything_began(*_: object) -> None:
    """Handle Ctrl-C, `kill` or a closed terminal before any work: print one word and end."""
    try:
        os.write(2, b"Cancelled.\n")
    finally:  # the terminal may be gone
        os._exit(130)


if __name__ == "__main__":  # first of all: the imports below take long enough for a Ctrl-C
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        # Ignored by nohup, say.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end_before_anything_began)

import argparse
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from app.cli import camera, cluster, doctor, export_onnx, finish, hosts, process
from app.pipeline import end_signals
from app.pipeline.compute import is_busy
from app.pipeline.end_signals import answer_end_signals
from app.pipeline.installation import COMMAND
from app.pipeline.memory import keep_few_heaps, too_little_memory
from app.video.placing.work_folder import remove_unfinished

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from app.pipeline.live.source_request import StartOptions

COMMANDS = {
    "process": process,
    "cluster": cluster,
    "camera": camera,
    "finish": finish,
    "hosts": hosts,
    "doctor": doctor,
    "export-onnx": export_onnx,
}

NUMBA_SETTINGS = ".numba_config.yaml"


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in a sentence, and reports a text that was not written.

    Attributes:
        prints_json: That sentence is an event of `process --json`, on standard output.
    """

    prints_json = False

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # argparse's own ignores errors: a text longer than the buffer, on a full disk.
        if message:
            (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """End with one sentence; argparse's own prints every option of the command before it."""
        if self.prints_json:
            # Late: they take a while to load.
            from app.cli.console import JsonReporter
            from app.pipeline.jobs.events import Failed

            JsonReporter().write(Failed(Path(), message))
            self.exit(end_signals.USAGE)
        self.exit(end_signals.USAGE, f"error: {message}\n")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """A value of an option; an empty one, as of an unset variable of a script, is refused.

        `Path("")` would be the working folder. An option whose default is empty may be empty.
        """
        # Commands come with all of their words, which their own parser sees again.
        if not arg_string and action.default != "" and action.nargs != argparse.PARSER:
            options = action.option_strings
            self.error(
                f"{options[-1]} is empty; give it a value, or leave it out"
                if options
                else f"{action.metavar} is empty; give its name"
            )
        return super()._get_value(action, arg_string)

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        """End, because these words of a command line are neither options nor their values."""
        option = words[0].partition("=")[0]
        if not option.startswith("-"):
            self.error(f"{words[0]!r} is one word too many; `{self.prog} --help` lists what fits")
        if os.path.exists(option):
            self.error(f"{option} is taken for an option; write ./{option} for the file")
        close = get_close_matches(option, self._option_string_actions, n=1, cutoff=0.8)
        meant = f"did you mean {close[0]}?" if close else f"`{self.prog} --help` lists all"
        self.error(f"there is no option {option}; {meant}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line and run the command; returns the exit status."""
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
        epilog=end_signals.EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for name, command in COMMANDS.items():
        command.add_arguments(
            commands.add_parser(
                name,
                help=command.HELP,
                description=command.HELP[0].upper() + command.HELP[1:] + ".",
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
        )
    commands.choices["process"].prints_json = "--json" in words
    if words and words[0] not in COMMANDS and not words[0].startswith("-"):
        parser.error(
            f"there is no command and no file {words[0]!r}; check the path, "
            f"or take one of the commands {', '.join(COMMANDS)}"
        )
    parsed, unknown = parser.parse_known_args(words)
    if unknown:
        commands.choices.get(parsed.command, parser).refuse_unknown(unknown)
    if parsed.version:
        from app.pipeline.about import describe

        print(describe())
        return end_signals.OK
    if sentence := too_little_memory() or _settings_of_others():  # before large imports
        print(f"error: {sentence}", file=sys.stderr)
        return end_signals.FAILED
    keep_few_heaps()
    if parsed.command is None:
        return open_window()
    if parsed.command == "camera" and camera.wants_window(parsed):
        try:
            options = camera.options_of(parsed)
        except ValueError as error:
            print(f"error: {error}", file=sys.stderr)
            return end_signals.USAGE
        return open_window(options)
    return COMMANDS[parsed.command].run(parsed)


def _settings_of_others() -> str:
    """What is wrong with the working folder; "": nothing.

    Numba reads its settings there where PyYAML is installed. They name libraries to load, and the
    folder may hold files of others.
    """
    if not os.path.isfile(NUMBA_SETTINGS) or find_spec("yaml") is None:
        return ""
    return (
        f"Numba would load what {NUMBA_SETTINGS} in this folder names; start from another folder, "
        "or remove that file"
    )


def open_window(options: StartOptions | None = None) -> int:
    """Run the window until it is closed; without options it shows what it showed last."""
    gc.disable()  # the window collects by itself; during imports it would take a tenth of a second
    try:
        from gui.app import run
        from gui.display import DisplayError
    # Qt's own libraries are missing; the rest of the program works without them
    except ImportError as error:
        print(
            f"error: the window cannot open ({error}); `{COMMAND} doctor` says what to install, "
            f"and `{COMMAND} process` needs no window",
            file=sys.stderr,
        )
        return end_signals.FAILED
    try:
        if options is None or not options.wants_statistics:
            return run(options=options)
        from app.cli.headless import print_statistics

        return run(options=options, printer=print_statistics)
    except DisplayError as error:
        print(f"error: {error}", file=sys.stderr)
        return end_signals.FAILED


def end_unwritten(error: OSError) -> NoReturn:
    """End with a sentence: standard output could not be written, on a full disk say.

    This skips Python's own end, which would try again and print an error of its own.
    """
    place = error.filename or "standard output"
    with suppress(OSError):
        print(f"error: {place} could not be written ({error.strerror or error})", file=sys.stderr)
        sys.stderr.flush()
    os._exit(end_signals.FAILED)


def leave(status: int) -> NoReturn:
    """End the process without waiting for running computations; leaves nothing behind.

    Once no work can be lost, a request to end ends the process at once: with its status, or, where
    only the interpreter and libraries are left to end, by the system's own handler.
    """
    if status == end_signals.CANCELLED:
        # The remaining steps are short and must not be interrupted.
        answer_end_signals(lambda *_: None)
        remove_unfinished()
    answer_end_signals(lambda *_: os._exit(status))
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(end_signals.FAILED)
    except OSError as error:
        end_unwritten(error)
    with suppress(OSError):
        sys.stderr.flush()
    # A plain exit would wait for a compilation that is no longer needed.
    if status == end_signals.CANCELLED or is_busy():
        os._exit(status)
    answer_end_signals(signal.SIG_DFL)
    sys.exit(status)


if __name__ == "__main__":
    # Python leaves these None where the program was started without them (pythonw, `>&-`). An
    # output file that took their place would receive the messages of libraries.
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - for good
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115 - for good
    try:
        status = main()
    except SystemExit as end:  # argparse, after its help or its error
        status = end.code if isinstance(end.code, int) else end_signals.OK
    except BrokenPipeError:  # the reader of our output has gone
        os._exit(end_signals.FAILED)
    except OSError as error:  # all other errors are handled where they are raised
        end_unwritten(error)
    leave(status)
