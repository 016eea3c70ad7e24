"""bootstrap.py: what it decides, without installing anything."""

import subprocess
import sys
from types import SimpleNamespace

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


@pytest.fixture
def checks(monkeypatch):
    """`run_checks` with runs that only happen on paper: their commands, and who shall fail."""
    made = SimpleNamespace(commands=[], beside=[], failing=set())

    def run(*arguments, folder):
        made.commands.append(arguments)
        return int(not made.failing.isdisjoint(arguments))

    def run_kept(tests, **environment):
        made.beside.append((tests, environment))
        return int(tests in made.failing), f"what {tests} said\n"

    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(bootstrap, "run_kept", run_kept)
    return made


def test_every_test_is_run_though_some_are_run_beside_the_others(checks):
    assert bootstrap.run_checks([]) == 0
    (tests,) = [command for command in checks.commands if "pytest" in command]
    left_out = [part.removeprefix("--ignore=") for part in tests if part.startswith("--ignore")]
    assert list(tests) == ["-m", "pytest", "-q", *(f"--ignore={part}" for part in left_out)]
    assert [part for part, environment in checks.beside if not environment] == left_out
    assert all((bootstrap.HERE / part).is_dir() for part, _ in checks.beside)
    simulated = {part: environment for part, environment in checks.beside if environment}
    assert simulated == {"tests/kernels/cuda": {"NUMBA_ENABLE_CUDASIM": "1"}}


@pytest.mark.parametrize(
    "failing", ["ruff", "pyright", "pytest", "tests/gui", "tests/kernels/cuda", "tests/attack"]
)
def test_one_check_that_fails_is_a_failure_and_hides_no_other(checks, capsys, failing):
    checks.failing.add(failing)
    assert bootstrap.run_checks([]) == 1
    said = capsys.readouterr()
    beside = ("tests/kernels/cuda", "tests/gui", "tests/attack")
    assert said.out == "".join(f"what {tests} said\n" for tests in beside)
    assert "FAILED" in said.err
    assert len(checks.commands) == 5


def test_a_run_beside_the_others_has_its_own_environment(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    (tmp_path / "test_a.py").write_text(
        "import os\ndef test_it(): assert os.environ['ONLY_HERE'] == '1', 'not here'\n"
    )
    assert bootstrap.run_kept("test_a.py", ONLY_HERE="1")[0] == 0
    assert "ONLY_HERE" not in bootstrap.os.environ
    status, output = bootstrap.run_kept("test_a.py")
    assert status == 1
    assert "ONLY_HERE" in output


def test_bootstrap_needs_nothing_but_the_standard_library():
    # -I and -S: no site-packages, as on a fresh system.
    command = "import sys; sys.path.insert(0, sys.argv[1]); import bootstrap"
    subprocess.run([sys.executable, "-I", "-S", "-c", command, bootstrap.HERE], check=True)
