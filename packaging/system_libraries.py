"""Adds the shared libraries that the bundle needs on Linux from the build's system.

The bundle brings what a system may lack or have in another version. It leaves out what must fit the
system's kernel, driver or desktop: the C library, graphics, X11's and Wayland's own, fonts. Those
are the ones that the AppImage project lists as present on every desktop, and that the .deb names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

OF_THE_SYSTEM = """
ld-linux libc.so libm.so libmvec.so libdl.so libpthread.so librt.so libutil.so libresolv.so
libgcc_s.so libstdc++.so libGL.so libEGL.so libGLX.so libOpenGL.so libGLdispatch.so libdrm.so
libgbm.so libX11.so libX11-xcb.so libxcb.so libxcb-dri libwayland- libfontconfig.so libfreetype.so
libharfbuzz.so libexpat.so libz.so libglib-2.0 libgthread-2.0 libgio-2.0 libgobject-2.0 libgtk-3
libgdk-3 libpango libcairo libatk libgdk_pixbuf libdbus-1 libasound libpulse libjack
"""
PREFIXES = tuple(OF_THE_SYSTEM.split())
ELF = b"\x7fELF"


def take_in_libraries(folder: Path) -> None:
    """Copy the system's libraries that the bundle needs into it, and set the run paths to them.

    Raises:
        FileNotFoundError: One is not on this system; the sentence names the Debian command.
    """
    place = folder / "python" / "lib"
    elves = [path for path in folder.rglob("*") if is_elf(path)]
    present = {path.name for path in elves}
    known = system_libraries()
    waiting = list(elves)
    for path in elves:  # pyenv and others refer to the folder that they were built in
        if "$ORIGIN" not in run_path(path) and run_path(path):
            set_run_path(path, relative(path, place))
    while waiting:
        user = waiting.pop()
        missing = []
        for name in needed_libraries(user):
            if name.startswith(PREFIXES):
                continue
            if name not in present:
                if name not in known:
                    raise FileNotFoundError(
                        f"{user.name} needs {name}, which this system lacks; "
                        "install what packages-debian.txt lists"
                    )
                shutil.copy2(known[name], place / name, follow_symlinks=True)
                present.add(name)
                waiting.append(place / name)
            if (place / name).exists() and user.parent != place:
                missing.append(name)
        if missing:
            found = run_path(user)
            ours = relative(user, place)
            if ours not in found.split(":"):
                set_run_path(user, ":".join(filter(None, (found, ours))))
        elif user.parent == place and not run_path(user):
            set_run_path(user, "$ORIGIN")


def relative(user: Path, place: Path) -> str:
    """The run path from `user` to `place`."""
    return f"$ORIGIN/{os.path.relpath(place, user.parent)}"


def system_libraries() -> dict[str, Path]:
    """Every shared library that the loader knows, by name."""
    text = subprocess.run(
        ["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for line in text.splitlines()[1:]:
        name, _, path = line.strip().partition(" ")
        if "x86-64" in line or "AArch64" in line:
            found.setdefault(name, Path(path.rpartition("=> ")[2]))
    return found


def is_elf(path: Path) -> bool:
    """Whether it is a program or a shared library, and no link to one."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == ELF


def needed_libraries(path: Path) -> list[str]:
    """Names of the libraries that it needs."""
    return _patchelf("--print-needed", path).split()


def run_path(path: Path) -> str:
    """Its run path, where the loader looks first."""
    return _patchelf("--print-rpath", path).strip()


def set_run_path(path: Path, value: str) -> None:
    """Set its run path."""
    _patchelf("--set-rpath", value, path)


def _patchelf(*arguments: str | Path) -> str:
    done = subprocess.run(["patchelf", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        return ""  # an object file, or a static program
    return done.stdout
