"""Removes what the bundle does not need: parts of the interpreter and of the wheels.

For Qt a list says what stays, with everything that it needs; so a new part of a wheel stays out
until it is listed. The smoke test says whether the program still runs.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from system_libraries import needed_libraries

INTERPRETER = """
test idlelib tkinter turtledemo turtle.py lib2to3 ensurepip pydoc_data config-* distutils/tests
unittest/test sqlite3/test ctypes/test __phello__ lib-dynload/_tkinter* lib-dynload/_test*
lib-dynload/_ctypes_test* lib-dynload/_xxtestfuzz* lib-dynload/xx* lib-dynload/nis.*
lib-dynload/readline.* lib-dynload/_curses* lib-dynload/_dbm.* lib-dynload/_gdbm.* curses
lib-dynload/_sqlite3.* sqlite3 lib-dynload/_uuid.* lib-dynload/_crypt.* lib-dynload/spwd.*
lib-dynload/ossaudiodev.*
""".split()
# Thread pools that need a library of the system go, too: with the one that Numba brings itself, the
# program is the same on every machine.
PACKAGES = """
numba/tests numba/cuda/tests numba/cuda/cudadrv/tests llvmlite/tests numpy/*/tests/test_*
numpy/f2py numpy/_core/include numpy/_core/lib/*.a numpy/random/lib cv2/data/*.xml
numba_cuda/numba/cuda/tests cuda/core/cu12 cuda/bindings/*cufile.* cuda/bindings/*cudla.*
cuda/bindings/_internal/cufile.* cuda/bindings/_internal/cudla.* bin numba/np/ufunc/omppool.*
numba/np/ufunc/tbbpool.* onnx/backend/test
""".split()
# Files that ship with debug symbols: 36 MB, 8 of a download.
UNSTRIPPED = ("llvmlite/binding/libllvmlite.so", "../../libpython3*.so.*")
QT_MODULES = {"QtCore", "QtGui", "QtWidgets", "QtSvg", "QtDBus"}
# Plugins that Qt loads by itself; other plugins and folders go.
QT_PLUGINS = {
    "platforms": ("xcb", "wayland", "offscreen", "windows", "cocoa"),
    "platformthemes": ("",),
    "platforminputcontexts": ("compose", "ibus"),
    "xcbglintegrations": ("",),
    "wayland-decoration-client": ("",),
    "wayland-graphics-integration-client": ("",),
    "wayland-shell-integration": ("xdg",),
    "imageformats": ("svg", "jpeg", "gif", "ico", "webp"),
    "iconengines": ("svg",),
    "styles": ("",),
}
QT_TRANSLATIONS = ("qtbase_",)
# On Windows and macOS by name; on Linux their dependencies are read from the files.
QT_LIBRARIES = {"Core", "Gui", "Widgets", "Svg", "DBus", "Network", "OpenGL"}


def trim_interpreter(python: Path) -> None:
    """Drop parts of the standard library."""
    library = next(path for path in (python / "Lib", *python.glob("lib/python3*")) if path.is_dir())
    remove(library, INTERPRETER)


def trim_packages(packages: Path) -> None:
    """Drop tests, headers, stubs, and the parts of Qt that the window does not use."""
    remove(packages, PACKAGES)
    for pattern in ("*.pyi", "*.pxd", "*.h", "*.hpp", "*.c", "*.cpp"):
        for path in packages.rglob(pattern):
            path.unlink()
    trim_qt(packages / "PySide6")
    if sys.platform == "linux":
        libraries = [path for pattern in UNSTRIPPED for path in packages.glob(pattern)]
        subprocess.run(["strip", "--strip-unneeded", *libraries], check=True)


def trim_qt(qt: Path) -> None:
    """Keep what `QT_MODULES` and `QT_PLUGINS` name, and the libraries that those need."""
    inner = qt / "Qt" if (qt / "Qt").is_dir() else qt  # on Windows both are in one folder
    remove(inner, ["qml", "libexec", "metatypes", "resources", "modules", "phrasebooks"])
    remove(qt, ["doc", "glue", "include", "scripts", "support/generate*", "typesystems", "*.exe"])
    for path in qt.iterdir():
        is_program = path.is_file() and not path.suffix and path.name != "py.typed"
        is_module = path.name.startswith("Qt") and path.suffix in (".so", ".pyd")
        is_bundle = path.suffix == ".app"
        if is_program or is_bundle or (is_module and path.name.split(".")[0] not in QT_MODULES):
            remove(qt, [path.name])
    for folder in (inner / "plugins").iterdir():
        wanted = QT_PLUGINS.get(folder.name)
        if wanted is None:
            shutil.rmtree(folder)
            continue
        for path in folder.iterdir():
            name = path.name.removeprefix("lib").removeprefix("q")
            if not name.startswith(wanted):
                path.unlink()
    for path in (inner / "translations").glob("*"):
        if not path.name.startswith(QT_TRANSLATIONS):
            path.unlink()
    if sys.platform == "linux":
        drop_unneeded(qt)
        return
    for path in (*qt.glob("Qt6*.dll"), *inner.glob("lib/Qt*.framework")):
        name = path.name.split(".")[0].removeprefix("Qt6").removeprefix("Qt")
        if name not in QT_LIBRARIES:
            remove(path.parent, [path.name])
    remove(qt, ["opengl32sw.dll", "d3dcompiler_*.dll", "av*.dll", "sw*.dll"])


def drop_unneeded(qt: Path) -> None:
    """Remove the libraries of Qt that none of the remaining modules and plugins needs."""
    libraries = {path.name: path for path in (qt / "Qt" / "lib").iterdir() if path.is_file()}
    libraries |= {path.name: path for path in qt.glob("libpyside6*")}
    waiting = [*qt.glob("*.so"), *(qt / "Qt" / "plugins").rglob("*.so")]
    waiting += qt.parent.glob("shiboken6/*.so")
    kept: set[str] = set()
    while waiting:
        for name in needed_libraries(waiting.pop()):
            if name in libraries and name not in kept:
                kept.add(name)
                waiting.append(libraries[name])
    for name, path in libraries.items():
        if name not in kept:
            path.unlink()


def remove(folder: Path, patterns: Sequence[str]) -> None:
    """Remove files and folders by pattern; a pattern may match nothing."""
    for pattern in patterns:
        for path in folder.glob(pattern):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
