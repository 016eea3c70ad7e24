"""Makes one folder with everything that Backdrop needs; every installer contains it.

    python packaging/bundle.py build/backdrop

To be run by the interpreter that goes into the bundle, which must be relocatable: on Linux any, on
Windows and macOS one of the python-build-standalone project, as `uv python install` brings. Needs
hatchling, and patchelf on Linux. The result:

    python/      the interpreter, the wheels and, below site-packages/backdrop, the program
    bin/         `backdrop`, which starts it
    licences/    those of everything in here, and what they mean for distributors

Decision 0025 says why the bundle holds an interpreter and not a frozen program.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import os
import py_compile
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from compiled_cards import compile_cards
from compiled_levels import compile_levels
from licences import collect_licences
from system_libraries import take_in_libraries
from trim import PACKAGES, remove, trim_interpreter, trim_packages

ROOT = Path(__file__).resolve().parents[1]

IS_WINDOWS = os.name == "nt"
# The large parts of what NVIDIA's cards need; with shipped kernels the rest is enough.
COMPILERS = ("nvidia*",)
NOTHING = ("bin", "cuda_toolkit*")  # scripts, and a wheel that holds nothing, not even its licence
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


def main() -> None:
    """Make the bundle for the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="made anew; what is there is deleted")
    parser.add_argument(
        "--cuda",
        type=Path,
        metavar="FOLDER",
        help="also what NVIDIA's cards need, as a part of its own",
    )
    parser.add_argument(
        "--graphics-cards",
        type=Path,
        metavar="FOLDER",
        help="also ONNX Runtime for any card, as a part of its own; on macOS it is in the bundle",
    )
    parser.add_argument("--no-compiled", action="store_true", help="without compiled kernels")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    with tempfile.TemporaryDirectory() as work:
        cards = None
        if sys.platform != "darwin":
            cards = Path(work) / "cuda"
            install_extra("cuda", cards)
        make_bundle(folder, cards=cards, is_compiled=not arguments.no_compiled)
        if arguments.cuda is not None and cards is not None:
            make_cuda_part(arguments.cuda.resolve(), cards)
        if arguments.graphics_cards is not None:
            wheels = Path(work) / "graphics-cards"
            install_extra("graphics-cards", wheels)
            part = arguments.graphics_cards.resolve()
            make_graphics_cards_part(part, wheels, site_packages(folder / "python"))


def make_bundle(folder: Path, *, cards: Path | None, is_compiled: bool) -> None:
    """Make the bundle in `folder`; `cards` is the folder that `install_extra` filled."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    python = folder / "python"
    say("copying the interpreter")
    copy_interpreter(python)
    packages = site_packages(python)
    say("installing the wheels")
    install(packages)
    if cards is not None:
        take_in_cards(cards, packages)
    collect_licences(packages, Path(sys.base_prefix), folder / "licences")
    trim_interpreter(python)
    trim_packages(packages)
    if sys.platform == "linux":
        say("taking in libraries of the system")
        take_in_libraries(folder)
    write_launcher(folder)
    if is_compiled:
        say("compiling the kernels for the usual processors")
        compile_levels(interpreter(python), packages / "backdrop")
    if is_compiled and cards is not None:
        say("compiling the kernels for NVIDIA's usual cards")
        with lent_compilers(cards, packages):
            compile_cards(interpreter(python), packages / "backdrop")
    say("compiling Python's files")
    # Unchecked hashes: a changed time or place of a file does not invalidate them.
    compileall.compile_dir(
        python,
        quiet=2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        stripdir=str(folder),
        workers=0,
    )
    size = sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
    say(f"{folder}: {size / 1e6:.0f} MB")


def copy_interpreter(python: Path) -> None:
    """Copy the base of this process's interpreter, without what was installed into it."""
    ignored = shutil.ignore_patterns("site-packages", "__pycache__", "*.a", "*.whl", "test")
    base = Path(sys.base_prefix)
    if IS_WINDOWS:
        shutil.copytree(
            base, python, ignore=shutil.ignore_patterns("__pycache__", "*.lib", "*.pdb")
        )
        shutil.rmtree(site_packages(python))
        site_packages(python).mkdir()
        return
    (python / "bin").mkdir(parents=True)
    shutil.copy2(base / "bin" / f"python{VERSION}", python / "bin")
    (python / "bin" / "python3").symlink_to(f"python{VERSION}")
    library = Path("lib") / f"python{VERSION}"
    shutil.copytree(base / library, python / library, ignore=ignored, symlinks=True)
    for path in (base / "lib").glob("libpython3*.*"):
        if path.suffix != ".a":
            shutil.copy2(path, python / "lib", follow_symlinks=False)
    site_packages(python).mkdir()


def site_packages(python: Path) -> Path:
    """The folder of the wheels."""
    return python / ("Lib" if IS_WINDOWS else f"lib/python{VERSION}") / "site-packages"


def interpreter(python: Path) -> Path:
    """The path of the interpreter."""
    return python / ("python.exe" if IS_WINDOWS else f"bin/python{VERSION}")


def install_extra(extra: str, folder: Path) -> None:
    """Install all wheels of an optional part, such as "cuda", into a folder of their own."""
    say(f"installing the wheels of {extra}")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = described["optional-dependencies"][extra]
    versions = ("-c", ROOT / "requirements.txt")  # those of the bundle, where it has a package, too
    run(*pip, "--no-compile", "--only-binary=:all:", *versions, "--target", folder, *wanted)


def take_in_cards(cards: Path, packages: Path) -> None:
    """Add what starts kernels, without the compilers: the shipped code needs no more."""
    unwanted = compilers_of(cards).union(*(cards.glob(pattern) for pattern in NOTHING))
    for path in cards.iterdir():
        target = packages / path.name
        if path in unwanted or target.exists():
            continue
        if path.is_dir():
            shutil.copytree(path, target)
        else:
            shutil.copy2(path, target)


def compilers_of(cards: Path) -> set[Path]:
    """The compilers among the folders of `install_extra`, which are large."""
    return {path for pattern in COMPILERS for path in cards.glob(pattern)}


@contextlib.contextmanager
def lent_compilers(cards: Path, packages: Path) -> Iterator[None]:
    """Put them into site-packages for a while, the only place where they are found."""
    lent = [packages / path.name for path in compilers_of(cards)]
    try:
        for target in lent:
            shutil.copytree(cards / target.name, target)
        yield
    finally:
        for target in lent:
            shutil.rmtree(target, ignore_errors=True)


def make_cuda_part(folder: Path, cards: Path) -> None:
    """The compilers for NVIDIA's cards, to be copied into the bundle's site-packages."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    unneeded = shutil.ignore_patterns("include", "cccl", "*.a", "*.h")  # for C++ developers
    for path in compilers_of(cards):
        shutil.copytree(path, folder / path.name, ignore=unneeded)
    collect_licences(folder, Path(sys.base_prefix), folder / "nvidia" / "licences")


def make_graphics_cards_part(folder: Path, wheels: Path, packages: Path) -> None:
    """What `install_extra` installed and the bundle lacks, to be copied into its site-packages."""
    if folder.exists():
        shutil.rmtree(folder)
    present = {path.name for path in packages.iterdir()} | {"bin"}
    shutil.copytree(
        wheels,
        folder,
        ignore=lambda inside, names: present.intersection(names) if inside == str(wheels) else (),
    )
    remove(folder, PACKAGES)
    collect_licences(folder, Path(sys.base_prefix), folder / "onnxruntime" / "licences")


def install(packages: Path) -> None:
    """Build the program's wheel, and install it with all that it depends on."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
        (wheel,) = Path(folder).glob("*.whl")
        run(
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            # macOS's image has no parts.
            *("--no-compile", "--only-binary=:all:", "--target", packages),
            f"{wheel}[graphics-cards]" if sys.platform == "darwin" else wheel,
        )
    made_of = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    # Without git's files the commit is unknown, and About leaves it out.
    if made_of.returncode == 0:
        (packages / "backdrop" / "commit.txt").write_text(made_of.stdout)


def write_launcher(folder: Path) -> None:
    """`bin/backdrop`; on Windows and macOS the installers make their own."""
    if IS_WINDOWS:
        return
    shutil.rmtree(site_packages(folder / "python") / "bin", ignore_errors=True)  # pip's scripts
    (folder / "bin").mkdir()
    target = folder / "bin" / "backdrop"
    shutil.copy2(ROOT / "packaging" / "backdrop.sh", target)
    target.chmod(0o755)


def run(*command: str | Path, cwd: Path | None = None) -> None:
    """Run a command; the build ends if it fails."""
    subprocess.run(command, cwd=cwd, check=True)


def say(text: str) -> None:
    """Print a line of progress."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        sys.exit("error: the wheels need an interpreter with its lock")
    main()
