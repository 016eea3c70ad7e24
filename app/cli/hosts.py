"""`main.py hosts`: puts Backdrop into the menus of other programs."""

from __future__ import annotations

import argparse
import sys

from app.pipeline.end_signals import FAILED, OK
from app.pipeline.installation import COMMAND, IS_INSTALLED, ROOT

HELP = "put Backdrop into the menus of DaVinci Resolve or Nuke"
EXAMPLES = f"""\
examples:
  {COMMAND} hosts install resolve     Workspace, Scripts, Backdrop Matte
  {COMMAND} hosts install nuke        the node BackdropMatte
  {COMMAND} hosts remove nuke
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "action", metavar="ACTION", choices=("install", "remove"), help="install or remove"
    )
    parser.add_argument("host", metavar="HOST", choices=("resolve", "nuke"), help="resolve or nuke")
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        help="folder of the scripts (default: this user's, as the program documents it)",
    )
    parser.add_argument(
        "--overwrite",
        action="store_true",
        help="replace scripts that were changed since (default: refuse)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write or remove the scripts, and say where; fails if one cannot be."""
    from app.hosts.installing import install, remove, scripts_folder
    from app.video.sink import OutputError
    from app.video.typed_path import typed_path

    host = arguments.host
    folder = scripts_folder(host) if arguments.folder is None else typed_path(arguments.folder)
    start = ["-P", "-m", "backdrop"] if IS_INSTALLED else [str(ROOT / "main.py")]
    try:
        if arguments.action == "install":
            done = install(host, folder, [sys.executable, *start], overwrite=arguments.overwrite)
        else:
            done = remove(host, folder)
    except OutputError as error:
        sys.stderr.write(f"error: {error}\n")
        return FAILED
    word = "written" if arguments.action == "install" else "removed"
    lines = [f"{path} was {word}." for path in done.changed]
    lines += [f"{path} was changed since, and was left alone." for path in done.left]
    lines += [done.advice] if done.advice else []
    if arguments.action == "install":
        lines.append(f"Start {host.capitalize()} again to see it.")
    elif not lines:
        lines.append(f"Nothing of Backdrop is in {folder}.")
    sys.stdout.write("".join(line + "\n" for line in lines))
    return OK
