"""Wheels, built as `pip install` builds them."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def build_wheel(tmp_path_factory):
    """`build_wheel(project)` gives the wheel of the project in that folder."""

    def build(project: Path) -> Path:
        if importlib.util.find_spec("hatchling") is None:
            pytest.skip("hatchling is not installed: requirements-dev.txt names it")
        folder = tmp_path_factory.mktemp("wheel")
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
            cwd=project,
            check=True,
            capture_output=True,
        )
        (wheel,) = folder.glob("*.whl")
        return wheel

    return build
