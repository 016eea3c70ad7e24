"""What installers are made with, as far as it can be seen without building one."""

import importlib.util
import os
import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gpu_unet import shipped_code

ROOT = Path(__file__).parents[2]
LINUX = ROOT / "packaging" / "linux"


def module(name):
    """A script of packaging/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "packaging" / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_code_is_compiled_for_levels_that_are_looked_for():
    levels = [name for group in module("compiled_levels").LEVELS.values() for name in group]
    assert sorted(levels) == sorted(shipped_code._LEVELS)


def test_code_is_compiled_for_cards_that_are_described():
    from gpu_unet.cuda.usual_kernels import USUAL_CARDS

    named = [tuple(map(int, name.split("."))) for name in module("compiled_cards").CAPABILITIES]
    assert named == list(USUAL_CARDS)


def test_the_compilers_for_cards_stay_out_of_the_bundle(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    bundle = module("bundle")
    cards, packages = tmp_path / "cards", tmp_path / "packages"
    for name in ("nvidia/cu13", "cuda_toolkit-13.dist-info", "cuda/bindings", "numpy", "bin"):
        (cards / name).mkdir(parents=True)
        (cards / name / "file").write_text(name)
    (cards / "redirect.pth").write_text("import x")
    (packages / "numpy").mkdir(parents=True)
    bundle.take_in_cards(cards, packages)
    assert sorted(path.name for path in packages.iterdir()) == ["cuda", "numpy", "redirect.pth"]
    assert not list((packages / "numpy").iterdir())  # the bundle's own
    with bundle.lent_compilers(cards, packages):
        assert (packages / "nvidia" / "cu13" / "file").is_file()
    assert sorted(path.name for path in packages.iterdir()) == ["cuda", "numpy", "redirect.pth"]


def test_every_licence_of_a_wheel_is_collected_and_one_without_is_refused(tmp_path):
    licences = module("licences")
    info = tmp_path / "site" / "thing-1.2.dist-info"
    (info / "licenses").mkdir(parents=True)
    (info / "METADATA").write_text("Name: thing\nVersion: 1.2\nLicense-Expression: MIT\n\nWords.")
    (info / "licenses" / "LICENSE.txt").write_text("You may.")
    licences.collect_licences(tmp_path / "site", tmp_path / "python", tmp_path / "out")
    assert (tmp_path / "out" / "thing" / "licenses" / "LICENSE.txt").read_text() == "You may."
    page = (tmp_path / "out" / "README.md").read_text()
    assert "GNU General Public License, version 3" in page
    assert "| thing | 1.2 | MIT |" in page
    (info / "METADATA").write_text("Name: thing\nVersion: 1.2\n\nWords.")
    shutil.rmtree(info / "licenses")
    with pytest.raises(ValueError, match=r"thing-1\.2.*says nothing of its licence"):
        licences.collect_licences(tmp_path / "site", tmp_path / "python", tmp_path / "out2")


@pytest.mark.skipif(sys.platform == "win32", reason="a script for Linux")
class TestTheArchivesScript:
    @pytest.fixture
    def home(self, tmp_path):
        unpacked = tmp_path / "unpacked with a space"
        (unpacked / "bin").mkdir(parents=True)
        (unpacked / "bin" / "backdrop").write_text("#!/bin/sh\necho version ${VERSION:-1}\n")
        (unpacked / "bin" / "backdrop").chmod(0o755)
        shutil.copy(LINUX / "install.sh", unpacked)
        for name, source in (
            ("applications/backdrop.desktop", LINUX / "backdrop.desktop"),
            (
                "icons/hicolor/scalable/apps/backdrop.svg",
                ROOT / "assets" / "icons" / "backdrop.svg",
            ),
        ):
            (unpacked / "share" / name).parent.mkdir(parents=True)
            shutil.copy(source, unpacked / "share" / name)
        home = tmp_path / "home"
        (home / ".config" / "Backdrop").mkdir(parents=True)
        (home / ".config" / "Backdrop" / "backdrop.ini").write_text("mine")
        return home

    def run(self, home, script, *words):
        environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
        return subprocess.run(
            ["sh", script, *words], env=environment, capture_output=True, text=True, check=False
        )

    def test_it_lays_everything_and_takes_all_of_it_away_but_the_settings(self, home):
        before = set(home.rglob("*"))
        script = home.parent / "unpacked with a space" / "install.sh"
        for _ in range(2):  # the second is an upgrade
            assert self.run(home, script).returncode == 0
        command = home / ".local/bin/backdrop"
        assert subprocess.run([command], capture_output=True).stdout == b"version 1\n"
        entry = home / ".local/share/applications/backdrop.desktop"
        assert f'Exec="{command}" %f' in entry.read_text()
        done = self.run(home, home / ".local/share/backdrop-app/install.sh", "--uninstall")
        assert done.returncode == 0
        assert f"stay, in {home}/.config/Backdrop" in done.stdout
        left = {path for path in set(home.rglob("*")) - before if not path.is_dir()}
        assert {path.name for path in left} <= {"mimeinfo.cache"}  # the desktop's own
        assert (home / ".config/Backdrop/backdrop.ini").read_text() == "mine"

    def test_a_command_of_that_name_that_is_not_ours_stays(self, home):
        theirs = home / ".local/bin/backdrop"
        theirs.parent.mkdir(parents=True)
        theirs.write_text("theirs")
        script = home.parent / "unpacked with a space" / "install.sh"
        done = self.run(home, script)
        assert done.returncode == 1
        assert "is something else already" in done.stderr
        assert self.run(home, script, "--uninstall").returncode == 0
        assert theirs.read_text() == "theirs"


def test_every_language_of_the_window_is_packed():
    """Its own words come with gui/; Qt's, and what a system has to know, are named elsewhere."""
    from gui.shared.language import LANGUAGES

    description = plistlib.loads((ROOT / "packaging" / "macos" / "Info.plist").read_bytes())
    assert description["CFBundleLocalizations"] == list(LANGUAGES)
    kept = re.search(r'QT_TRANSLATIONS = \("(.*)",\)', (ROOT / "packaging/trim.py").read_text())
    assert kept is not None
    assert "qtbase_".startswith(kept[1])
    entry = (LINUX / "backdrop.desktop").read_text(encoding="utf-8")
    for language in set(LANGUAGES) - {"en"}:
        assert f"Comment[{language}]=" in entry


def test_the_part_for_any_card_has_what_the_bundle_lacks(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    wheels, packages, part = tmp_path / "wheels", tmp_path / "packages", tmp_path / "part"
    for name in ("onnx/backend/test", "onnxruntime/numpy", "onnxruntime_ep_webgpu", "numpy", "bin"):
        (wheels / name).mkdir(parents=True)
        (wheels / name / "file").write_text(name)
    (packages / "numpy").mkdir(parents=True)
    module("bundle").make_graphics_cards_part(part, wheels, packages)
    found = sorted(path.name for path in part.iterdir())
    assert found == ["onnx", "onnxruntime", "onnxruntime_ep_webgpu"]
    assert not (part / "onnx" / "backend" / "test").exists()
    assert (part / "onnxruntime" / "numpy" / "file").is_file()
    assert (part / "onnxruntime" / "licences" / "README.md").is_file()


def test_each_installer_of_a_part_has_an_identity_of_its_own():
    source = (ROOT / "packaging" / "windows" / "make_packages.py").read_text()
    ids = re.findall(r'"Id": "([0-9A-F-]{36})"', source)
    assert len(ids) == len(set(ids)) == 2
    assert not any(one in (ROOT / "packaging/windows/backdrop.iss").read_text() for one in ids)
