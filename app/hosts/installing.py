"""Writes the scripts for other programs into their folders, and takes them away again."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.video.placing.output_name import FolderName, explain_os_error
from app.video.placing.placing import place_new
from app.video.sink import OutputError

_HERE = Path(__file__).parent
_MARK = "# Written by Backdrop; `backdrop hosts remove {host}` removes it. SHA-256 of the rest: "
_CALL = re.compile(r"^from app\.hosts\.host_call import .*\n", re.MULTILINE)
_LINE_OF_NUKE = 'nuke.pluginAddPath("./backdrop")'


@dataclass(frozen=True, slots=True)
class Done:
    """What was done for one program.

    Attributes:
        changed: Files that were written or removed.
        left: Files that stay as they are, because they are not as Backdrop wrote them.
        advice: What the user has to do; may be empty.
    """

    changed: tuple[Path, ...]
    left: tuple[Path, ...] = ()
    advice: str = ""


def scripts_folder(host: str) -> Path:
    """Where `host`, "resolve" or "nuke", looks for this user's scripts, by its documentation."""
    home = Path.home()
    if host == "nuke":
        return home / ".nuke"
    inner = Path("Fusion", "Scripts", "Utility")
    if sys.platform == "win32":
        support = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
        return support / "Blackmagic Design" / "DaVinci Resolve" / "Support" / inner
    if sys.platform == "darwin":
        support = home / "Library" / "Application Support"
        return support / "Blackmagic Design" / "DaVinci Resolve" / inner
    return home / ".local" / "share" / "DaVinciResolve" / inner


def scripts(host: str, command: Sequence[str]) -> dict[str, str]:
    """The files for `host`: their texts by their paths within its folder.

    Args:
        host: "resolve" or "nuke".
        command: What starts Backdrop: a program and its first arguments.
    """
    if host == "resolve":
        text = _one_file("host_resolve.py", command)
        assert 'TAKES = "playhead"' in text
        return {
            "Backdrop Matte (Clip at Playhead).py": text,
            "Backdrop Matte (Selected in Media Pool).py": text.replace(
                'TAKES = "playhead"', 'TAKES = "selected"'
            ),
        }
    return {
        "backdrop/backdrop_matte.py": _one_file("host_nuke.py", command),
        "backdrop/menu.py": "import backdrop_matte\n\nbackdrop_matte.add_to_menu()\n",
        "init.py": f"import nuke\n\n{_LINE_OF_NUKE}\n",
    }


def install(host: str, folder: Path, command: Sequence[str], *, overwrite: bool = False) -> Done:
    """Write the scripts for `host` into `folder`, which is made if it does not exist.

    A file that is there and not as Backdrop wrote it stays, unless `overwrite` is given; Nuke's own
    init.py always stays.

    Raises:
        OutputError: A file cannot be written, or one would be replaced; none was written then.
    """
    wanted = {folder / name: text for name, text in scripts(host, command).items()}
    start = folder / "init.py"
    advice = ""
    if start in wanted and _is_foreign(start):
        del wanted[start]
        if _LINE_OF_NUKE not in _text(start).replace("'", '"'):
            advice = f"Add this line to {start}: {_LINE_OF_NUKE}"
    foreign = [path for path in wanted if _is_foreign(path)]
    if foreign and not overwrite:
        raise OutputError(
            f"{foreign[0]} is not as Backdrop wrote it, and was not replaced; move it away, or "
            "allow overwriting (--overwrite)"
        )
    for path, text in wanted.items():
        _write(path, _MARK.format(host=host) + _digest(text) + "\n" + text)
    return Done(tuple(wanted), advice=advice)


def remove(host: str, folder: Path) -> Done:
    """Remove the scripts for `host` from `folder`; those that somebody changed stay.

    Raises:
        OutputError: A file cannot be removed.
    """
    there = [folder / name for name in scripts(host, ()) if os.path.lexists(folder / name)]
    start = folder / "init.py"
    left = tuple(path for path in there if _is_foreign(path) and path != start)
    advice = ""
    if start in there and _is_foreign(start) and _LINE_OF_NUKE in _text(start).replace("'", '"'):
        advice = f"Take this line out of {start}: {_LINE_OF_NUKE}"
    gone = tuple(path for path in there if not _is_foreign(path))
    for path in gone:
        try:
            path.unlink()
        except OSError as error:
            raise OutputError(
                f"{path} could not be removed ({error.strerror}); remove it by hand"
            ) from error
    return Done(gone, left, advice)


def _one_file(name: str, command: Sequence[str]) -> str:
    """The text of a script, with that of `host_call` in place of its import."""
    call = _HERE.joinpath("host_call.py").read_text(encoding="utf-8")
    docstring = ast.parse(call).body[0]
    call = "".join(call.splitlines(keepends=True)[docstring.end_lineno :]).strip()
    line = next(line for line in call.splitlines() if line.startswith("COMMAND: "))
    call = call.replace(line, f"COMMAND: List[str] = {[*command]!r}")
    text = _HERE.joinpath(name).read_text(encoding="utf-8")
    made, count = _CALL.subn(lambda found: call + "\n\n", text)
    assert count == 1, name
    return made


def _is_foreign(path: Path) -> bool:
    """Whether a file is there that is not as `install` wrote it."""
    if not os.path.lexists(path):
        return False
    first, _, rest = _text(path).partition("\n")
    begin, _, digest = first.rpartition(" ")
    is_ours = any(begin + " " == _MARK.format(host=host) for host in ("resolve", "nuke"))
    return path.is_symlink() or not is_ours or digest != _digest(rest)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _write(path: Path, text: str) -> None:
    name = FolderName(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        name.temporary.write_text(text, encoding="utf-8", newline="\n")
        if os.path.lexists(path):
            name.commit()
        else:
            place_new(name.temporary, path)
    except OSError as error:
        name.discard()
        raise explain_os_error(path, error) from error
