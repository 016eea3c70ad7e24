"""A machine without a screen, without a library of the system, or without fonts: one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gui.display
from gui.display import DisplayError, found_display, missing_fonts

ROOT = Path(__file__).parents[2]
TAKEN = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="X11 and Wayland are Linux's")


def run_window(**changes: str) -> subprocess.CompletedProcess[str]:
    """`main.py` in a process of its own: Qt aborts where it finds no screen."""
    environment = {name: value for name, value in os.environ.items() if name not in TAKEN}
    return subprocess.run(
        [sys.executable, "main.py"],
        cwd=ROOT,
        env={**environment, **changes},
        capture_output=True,
        text=True,
        check=False,
    )


@only_linux
@pytest.mark.parametrize(
    ("changes", "part"),
    [({}, "There is no screen"), ({"DISPLAY": ":4711"}, "The screen :4711 does not answer")],
)
def test_without_a_screen_one_sentence_is_said(changes, part):
    ended = run_window(**changes)
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: ")
    assert ended.stderr.count("\n") == 1
    # A machine that lacks Qt's libraries as well says so first.
    assert part in ended.stderr or "library of the system" in ended.stderr


@only_linux
def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setattr(gui.display, "_missing_library", lambda: "libxcb-cursor.so.0")
    with (
        pytest.raises(DisplayError, match=r"libxcb-cursor\.so\.0"),
        found_display({"DISPLAY": ":0"}),
    ):
        pass


@pytest.mark.parametrize("platform", ["offscreen", "vnc:port=5900", "wayland"])
def test_other_platforms_look_after_themselves(platform):
    with found_display({"QT_QPA_PLATFORM": platform}):
        pass


def test_wayland_needs_no_x11(tmp_path):
    (tmp_path / "wayland-0").touch()
    with found_display({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}):
        pass


def test_a_screen_that_answers_is_enough(x_server):
    code = "from gui.display import found_display\nwith found_display(): print('found')"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={
            "DISPLAY": x_server,
            **{name: value for name, value in os.environ.items() if name not in TAKEN},
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.strip() == "found" or "library of the system" in ended.stderr


@pytest.mark.usefixtures("qapp")
def test_missing_fonts_are_said(monkeypatch):
    monkeypatch.setattr(gui.display.QFontDatabase, "families", lambda: [])
    assert "fonts-dejavu-core" in missing_fonts()
    monkeypatch.setattr(gui.display.QFontDatabase, "families", lambda: ["DejaVu Sans"])
    assert missing_fonts() == ""
