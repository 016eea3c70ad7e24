"""Calls Backdrop's command line from another program's Python, 3.6 or later.

The installer copies this text into each script, so that a script is one file. It imports the
standard library alone.
"""

import json
import os
import queue
import re
import shutil
import subprocess
import threading
from typing import Any, Callable, Dict, List, Optional, Sequence

COMMAND: List[str] = []  # the installer writes how Backdrop starts here
FOLDER = "backdrop_mattes"  # beside the source
WAIT_S = 0.2
_PICTURES = "avif bmp dpx exr heic heif jfif jpeg jpg png ppm tga tif tiff webp"

# Receives a few words, and the share that is done, 0 to 1, if it is known; True asks to stop.
Tell = Callable[[str, Optional[float]], bool]


class BackdropError(Exception):
    """A sentence for the user: why there is no matte."""


def matte_of(source: str, folder: str = "") -> str:
    """Where Backdrop puts the matte of a film, a picture, or a pattern such as shot_%04d.png.

    Args:
        source: The absolute path of the source.
        folder: Where mattes go; empty: `FOLDER` beside the source.
    """
    stem, suffix = os.path.splitext(os.path.basename(source))
    is_picture = suffix.lower()[1:] in _PICTURES.split()
    is_pattern = is_picture and len(re.findall(r"%(?:0\d+)?d", stem)) == 1
    if is_pattern and os.path.exists(source):  # one picture, a%dog.png
        stem = stem.replace("%", "-")
    number = re.search(r"_?%0?\d*d$", stem)
    begin, mark = (stem, "") if number is None else (stem[: number.start()], number.group())
    name = begin + "_matte" + mark + (".png" if is_picture else ".mov")
    return os.path.join(folder or os.path.join(os.path.dirname(source), FOLDER), name)


def make_matte(source: str, tell: Tell, folder: str = "", options: Sequence[str] = ()) -> str:
    """Make the matte of a source, and wait for it.

    Args:
        tell: Called every 0.2 s, on this thread.
        options: Further options of `process`.

    Returns:
        The absolute path of the matte, or its pattern.

    Raises:
        BackdropError: There is none; the sentence says why.
    """
    if not os.path.isabs(source):
        raise BackdropError(f"{source} is no whole path; save the project first.")
    folder = folder or os.path.join(os.path.dirname(source), FOLDER)
    command = _command()
    try:
        os.makedirs(folder, exist_ok=True)
        process = subprocess.Popen(
            [*command, *arguments_for(source, folder), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=_environment(),
            creationflags=0x0800_0000 if os.name == "nt" else 0,  # no window of a terminal
        )
    except OSError as error:
        raise BackdropError(f"Backdrop could not be started: {error}.") from error
    with process:
        return _followed(process, tell, os.path.basename(source))


def arguments_for(source: str, folder: str) -> List[str]:
    """Backdrop's arguments for the matte of a source in a folder."""
    out = os.path.join(folder, "")  # a slash at its end: a folder
    return [
        *["process", source, "-o", out],
        *["--output", "matte", "--match-source-name", "--json"],
    ]


def _command() -> List[str]:
    if COMMAND and os.path.exists(COMMAND[0]):
        return list(COMMAND)
    found = shutil.which("backdrop")
    if found is None:
        place = COMMAND[0] if COMMAND else "the PATH"
        raise BackdropError(
            f"Backdrop was not found ({place}). Install it, then run `backdrop hosts install` "
            "again."
        )
    return [found]


def _environment() -> Dict[str, str]:
    """This program's environment, without what is meant for its own Python."""
    return {
        name: value for name, value in os.environ.items() if not name.upper().startswith("PYTHON")
    }


def _followed(process: Any, tell: Tell, name: str) -> str:
    """Follow the events of a running Backdrop until it ends; returns the path of the matte."""
    lines: queue.Queue[Optional[bytes]] = queue.Queue()

    def read() -> None:
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    reader = threading.Thread(target=read, name="backdrop-events", daemon=True)
    reader.start()
    words = "preparing"
    share: Optional[float] = None
    result = reason = ""
    is_stopped = False
    while True:
        try:
            line = lines.get(timeout=WAIT_S)
        except queue.Empty:
            line = b""
        if line is None:
            break
        event = _event(line)
        kind = event.get("event")
        if kind == "progress":
            count = event.get("frame_count")
            words = f"{event['frames']} of {count or '?'} frames"
            share = event["frames"] / count if count else None
        elif kind in ("preparing", "look-ahead"):
            words = "preparing" if kind == "preparing" else "looking ahead"
        elif kind == "done":
            result = event.get("output") or ""
        elif kind == "error":
            reason = event.get("message") or ""
        elif kind is None and line.strip():  # words that are no event: keep the last ones
            reason = line.decode("utf-8", "replace").strip()
        if tell(f"{name}: {words}", share) and not is_stopped:
            is_stopped = True
            process.terminate()
    status = process.wait()
    if is_stopped:
        raise BackdropError(f"{name}: stopped.")
    if not result or status not in (0, 3):  # 3: done, of a damaged source
        raise BackdropError(f"{name}: {reason or f'Backdrop ended with {status}.'}")
    return os.path.abspath(result)


def _event(line: bytes) -> Dict[str, Any]:
    try:
        event = json.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return {}
    return event if isinstance(event, dict) else {}
