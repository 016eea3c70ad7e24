"""bootstrap.py: what it decides, without installing anything."""

import subprocess
import sys

import pytest

import bootstrap


def test_an_old_python_is_told_which_one_is_needed(monkeypatch):
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 10, 4))
    with pytest.raises(bootstrap.SetupError, match=r"at least 3\.11 is needed"):
        bootstrap.main(["process"])


def test_installing_again_depends_on_the_requirement_files(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    (tmp_path / "requirements.txt").write_text("numpy\n")
    before = bootstrap.fingerprint()
    assert bootstrap.fingerprint() == before
    (tmp_path / "requirements.txt").write_text("numpy>=2\n")
    assert bootstrap.fingerprint() != before


def test_arguments_go_to_main_and_its_status_comes_back(monkeypatch):
    monkeypatch.setattr(bootstrap, "set_up", lambda requirements: None)
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    assert bootstrap.main(["process", "--help"]) == 0
    assert bootstrap.main(["process"]) == 2


def test_help_is_given_before_anything_is_installed(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "set_up", lambda requirements: pytest.fail("installs"))
    assert bootstrap.main(["--help"]) == 0
    assert "bootstrap.py test" in capsys.readouterr().err


def test_without_root_or_sudo_the_command_to_run_is_said(monkeypatch):
    monkeypatch.setattr(bootstrap, "is_debian", lambda: True)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match="sudo apt-get install python3-venv"):
        bootstrap.install_packages(["python3-venv"])


def test_the_list_of_debian_packages_holds_names_alone():
    names = (bootstrap.HERE / "packages-debian.txt").read_text().split()
    assert names == sorted(set(names))


def test_bootstrap_needs_nothing_but_the_standard_library():
    # -I and -S: no site-packages, as on a fresh system.
    command = "import sys; sys.path.insert(0, sys.argv[1]); import bootstrap"
    subprocess.run([sys.executable, "-I", "-S", "-c", command, bootstrap.HERE], check=True)
