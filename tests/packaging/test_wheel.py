"""The wheel: what `pip install .` and the installers are made of."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What is type-checked as the program: one list, so that no package is forgotten in the wheel.
PROGRAM = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pyright"]["include"]
DATA = ("weights", "assets/backgrounds", "assets/icons", "assets/sample.mp4", "packages-debian.txt")


@pytest.fixture(scope="module")
def wheel(build_wheel):
    return build_wheel(ROOT)


def files_below(*names):
    for name in names:
        place = ROOT / name
        yield from [place] if place.is_file() else (p for p in place.rglob("*") if p.is_file())


def test_the_wheel_holds_the_program_with_its_weights_and_assets(wheel):
    wanted = {
        f"backdrop/{path.relative_to(ROOT).as_posix()}"
        for path in files_below(*PROGRAM, *DATA)
        if "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert wanted - held == set()


def test_the_wheel_puts_nothing_but_backdrop_into_site_packages(wheel):
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"backdrop"}


def test_backdrop_of_the_wheel_runs_the_program_from_any_folder(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        entry = archive.read(points).decode()
    assert "backdrop = backdrop.__main__:run" in entry
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "app").mkdir(parents=True)  # a folder of that name is not taken for ours
    site = str(tmp_path / "site")
    run = f"import sys; sys.path.append({site!r}); from backdrop.__main__ import run; "
    done = subprocess.run(
        [sys.executable, "-I", "-c", run + "run()", "process", "--help"],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("usage: backdrop process")
    assert "  backdrop process talk.mp4 -o new.mp4" in done.stdout
