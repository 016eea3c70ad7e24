"""Makes the downloads for Windows from the bundle: an installer, and a zip that needs none.

    python packaging/windows/make_packages.py build/backdrop dist --cuda build/cuda \
        --graphics-cards build/graphics-cards

Needs Inno Setup 6.3 and the package distlib, whose launchers start a Python by a path that is
relative to themselves, so that the folder can be moved.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from distlib.resources import finder

HERE = Path(__file__).resolve().parent
# What part.iss makes an installer of: `Id` never changes; `Folder` is removed with it.
PARTS = {
    "cuda": {
        "Id": "D0A4B0A9-2E52-4B1C-8E0F-6B7F0C0D1A77",
        "Title": "Backdrop for NVIDIA graphics cards",
        "Suffix": "nvidia",
        "Folder": "nvidia",
    },
    "graphics_cards": {
        "Id": "7C0D6A52-93B4-4C5E-9E0B-2B8C1F6D4E30",
        "Title": "Backdrop for any graphics card",
        "Suffix": "graphics-cards",
        "Folder": "onnx*",
    },
}
ROOT = HERE.parents[1]
START = """\
import os
os.environ["PYTHONNOUSERSITE"] = "1"
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
for name in ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP"):
    os.environ.pop(name, None)
from backdrop.__main__ import run
run()
"""


def main() -> None:
    """Make the downloads for the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--cuda", type=Path, help="the part for NVIDIA's cards")
    parser.add_argument("--graphics-cards", type=Path, help="the part for any card")
    arguments = parser.parse_args()
    bundle, out = arguments.bundle.resolve(), arguments.out.resolve()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    out.mkdir(parents=True, exist_ok=True)
    lay_launchers(bundle)
    make_icon(bundle / "backdrop.ico", bundle / "python" / "python.exe")
    made_before = set(out.iterdir())
    shutil.make_archive(
        str(out / f"Backdrop-{version}-windows-x86_64-portable"), "zip", bundle.parent, bundle.name
    )
    compile_installer("backdrop.iss", Version=version, Bundle=bundle, Out=out)
    for name, described in PARTS.items():
        part = getattr(arguments, name)
        if part is not None:
            defined = {"Version": version, "Part": part.resolve(), "Out": out, **described}
            compile_installer("part.iss", **defined)
    for path in sorted(set(out.iterdir()) - made_before):
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


def lay_launchers(bundle: Path) -> None:
    """Write `Backdrop.exe`, which opens the window, and `backdrop.exe` in `bin` for terminals."""
    (bundle / "bin").mkdir(exist_ok=True)
    # -I would do the same, but child processes would not inherit it.
    (bundle / "Backdrop.exe").write_bytes(launcher("w64.exe", r"python\pythonw.exe"))
    (bundle / "bin" / "backdrop.exe").write_bytes(launcher("t64.exe", r"..\python\python.exe"))


def launcher(name: str, python: str) -> bytes:
    """A program that runs `START` by the Python at the path `python`, relative to itself."""
    stub = finder("distlib").find(name)
    if stub is None:
        raise FileNotFoundError(f"distlib has no {name}; install distlib 0.3.8 or newer")
    script = io.BytesIO()
    with zipfile.ZipFile(script, "w") as archive:
        archive.writestr("__main__.py", START)
    return stub.bytes + f"#!<launcher_dir>\\{python} -E\n".encode() + script.getvalue()


def make_icon(path: Path, python: Path) -> None:
    """Make the icon in the sizes that Windows shows, by the bundle's own Qt and Pillow."""
    code = (
        "import io, sys; from PIL import Image; from PySide6.QtCore import QBuffer; "
        "from PySide6.QtGui import QGuiApplication, QIcon; app = QGuiApplication([]); "
        "picture = QIcon(sys.argv[1]).pixmap(256, 256); buffer = QBuffer(); "
        "buffer.open(QBuffer.OpenModeFlag.WriteOnly); picture.save(buffer, 'PNG'); "
        "Image.open(io.BytesIO(bytes(buffer.data()))).resize((256, 256)).save(sys.argv[2], "
        "sizes=[(16, 16), (24, 24), (32, 32), (48, 48), (64, 64), (256, 256)])"
    )
    subprocess.run(
        [python, "-c", code, ROOT / "assets" / "icons" / "backdrop.svg", path],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
    )


def compile_installer(script: str, **defined: object) -> None:
    """Compile an installer with Inno Setup."""
    place = Path(os.environ.get("PROGRAMFILES(X86)", "C:\\")) / "Inno Setup 6" / "ISCC.exe"
    compiler = shutil.which("ISCC") or str(place)
    words = [f"/D{name}={value}" for name, value in defined.items()]
    subprocess.run([compiler, "/Qp", *words, HERE / script], check=True)


if __name__ == "__main__":
    main()
