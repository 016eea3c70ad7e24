"""bootstrap.py: what it decides, without installing anything."""

import functools
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
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


@pytest.fixture
def setup(monkeypatch, tmp_path):
    """A checkout and an environment on paper: what is run in them, in order."""
    made = SimpleNamespace(done=[], status={})

    def run(*arguments, folder):
        made.done.append(" ".join(arguments[arguments.index("-m") + 1 :]))
        return made.status.get(arguments[1], 0)

    class Popen:
        def __init__(self, command, **options):
            made.done.append(f"begin {command[-1]}")

        def __enter__(self):
            return self

        def __exit__(self, *exc_info):
            made.done.append("wait")

        def terminate(self):
            made.done.append("terminate")

    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(bootstrap, "make_environment", lambda *, is_agreed: None)
    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(bootstrap, "fingerprint", lambda: "of Python and the requirements")
    monkeypatch.setattr(bootstrap.platform, "processor", lambda: "")  # it asks another process
    monkeypatch.setattr(bootstrap.subprocess, "Popen", Popen)
    (tmp_path / "gpu_unet").mkdir()
    (tmp_path / "gpu_unet" / "kernel.py").write_text("one")
    return made


def test_kernels_are_compiled_beside_the_downloads_once_for_these_sources(setup):
    bootstrap.set_up("requirements.txt", is_agreed=True)
    engine, begun, others, waited, checked = setup.done
    assert "numba" in engine
    assert begun == "begin gpu_unet.cpu.compile_ahead"
    assert others.endswith("-r requirements.txt")
    assert waited == "wait"
    assert checked == "gpu_unet.cpu.compile_ahead"
    setup.done.clear()
    bootstrap.set_up("requirements.txt", is_agreed=True)
    assert setup.done == []
    (bootstrap.HERE / "gpu_unet" / "kernel.py").write_text("two")
    bootstrap.set_up("requirements.txt", is_agreed=True)
    assert setup.done == ["gpu_unet.cpu.compile_ahead"]


def test_an_installation_that_fails_stops_the_compiling(setup):
    def run(*arguments, folder):
        return int("-r" in arguments)

    bootstrap.run = run  # the fixture puts the real one back
    with pytest.raises(bootstrap.SetupError, match="pip could not install"):
        bootstrap.set_up("requirements.txt", is_agreed=True)
    assert setup.done[-2:] == ["terminate", "wait"]
    assert not (bootstrap.HERE / "compiled-kernels").exists()


def test_kernels_that_could_not_be_compiled_end_no_setup_and_are_tried_again(setup):
    setup.status["gpu_unet.cpu.compile_ahead"] = 1
    bootstrap.set_up("requirements.txt", is_agreed=True)
    setup.done.clear()
    bootstrap.set_up("requirements.txt", is_agreed=True)
    assert setup.done == ["gpu_unet.cpu.compile_ahead"]


def test_the_kernels_are_compiled_with_what_the_engine_needs():
    root = Path(bootstrap.__file__).parent
    project = tomllib.loads((root / "gpu_unet" / "pyproject.toml").read_text())["project"]
    names = [entry.partition(">")[0] for entry in project["dependencies"]]
    assert sorted(names) == sorted(bootstrap.ENGINE_PACKAGES)


def test_arguments_go_to_main_and_its_status_comes_back(monkeypatch):
    monkeypatch.setattr(bootstrap, "set_up", lambda requirements, is_agreed: None)
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    assert bootstrap.main(["process", "--help"]) == 0
    assert bootstrap.main(["process"]) == 2


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("assert 1 == 2", ["FAILED ", "test_it.py::test - assert 1 == 2", "exit status 1"]),
        ("faulthandler._sigsegv()", ["Segmentation fault", "test_it.py", "exit status"]),
        ("os._exit(3)", ["exit status 3"]),
    ],
)
def test_what_failed_is_said_last(body, said, tmp_path, monkeypatch, capfd):
    """A log that is cut shows its end, so the end names the tests that failed."""
    tests = tmp_path / "test_it.py"
    tests.write_text(f"import faulthandler, os\n\ndef test():\n    {body}\n")
    (tmp_path / "pytest.ini").write_text("[pytest]")
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    monkeypatch.setattr(bootstrap, "LANES", 2)
    monkeypatch.setattr(bootstrap, "parts_of", lambda wanted: [("films", [str(tests)])] * 3)
    monkeypatch.setattr(bootstrap, "run", lambda *arguments, folder: 0)
    assert bootstrap.run_checks([]) == 1
    *_, end = capfd.readouterr().err.partition("--- FAILED: films\n")
    assert [text for text in said if text not in end] == []
    assert end.endswith("FAILED: films\n")


def test_help_is_given_before_anything_is_installed(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "set_up", lambda *_, **__: pytest.fail("installs"))
    assert bootstrap.main(["--help"]) == 0
    assert "bootstrap.py test" in capsys.readouterr().err


def test_without_root_or_sudo_the_command_to_run_is_said(monkeypatch):
    monkeypatch.setattr(bootstrap, "is_debian", lambda: True)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match="sudo apt-get install python3-venv"):
        bootstrap.install_packages(["python3-venv"], is_agreed=True)


@pytest.fixture
def debian(monkeypatch):
    """A system with apt and sudo, root or not, with somebody at a terminal or not."""
    made = SimpleNamespace(commands=[], status=0, user=1000, answer="", has_terminal=True)

    def run(command, **options):
        assert not {"stdout", "stderr", "capture_output", "input"} & set(options), "hides prompts"
        made.commands.append(command)
        return SimpleNamespace(returncode=made.status)

    def readline():
        if made.answer == "Ctrl-C":
            raise KeyboardInterrupt
        return made.answer

    monkeypatch.setattr(bootstrap, "is_debian", lambda: True)
    monkeypatch.setattr(bootstrap, "is_installed", lambda package: False)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: made.user, raising=False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(bootstrap.subprocess, "run", run)
    monkeypatch.setattr(bootstrap, "has_terminal", lambda: made.has_terminal)
    monkeypatch.setattr(bootstrap.sys, "stdin", SimpleNamespace(readline=readline))
    return made


@pytest.mark.parametrize("user", [0, 1000], ids=["root", "a user"])
@pytest.mark.parametrize("answer", ["y\n", "Yes\n"])
def test_system_packages_are_installed_when_a_person_agrees(debian, user, answer, capsys):
    debian.user, debian.answer = user, answer
    bootstrap.install_packages(["libegl1"], is_agreed=False)
    (command,) = debian.commands
    assert command[-1] == "libegl1"
    assert (command[0] == "/usr/bin/sudo") == (user != 0)
    assert "-n" not in command, "somebody is there to be asked for a password"
    assert "libegl1" in capsys.readouterr().err


@pytest.mark.parametrize("user", [0, 1000], ids=["root", "a user"])
@pytest.mark.parametrize("answer", ["", "\n", "n\n", "Ctrl-C", "no terminal"])
def test_nothing_is_installed_unasked_and_the_line_to_run_is_said(debian, user, answer):
    debian.user, debian.answer, debian.has_terminal = user, answer, answer != "no terminal"
    with pytest.raises(bootstrap.SetupError, match=r"run this.*apt-get install libegl1"):
        bootstrap.install_packages(["libegl1"], is_agreed=False)
    assert not debian.commands


def test_with_yes_nobody_is_asked_for_anything(debian, monkeypatch):
    debian.has_terminal = False
    monkeypatch.setattr(bootstrap, "set_up", lambda requirements, is_agreed: None)
    monkeypatch.setattr(bootstrap, "run_checks", lambda arguments: arguments)
    assert bootstrap.main(["--yes", "test", "-x"]) == ["-x"]
    (command,) = debian.commands
    assert command[:2] == ["/usr/bin/sudo", "-n"], "a password cannot be asked for here"


def test_an_installation_that_fails_says_the_line_to_run(debian):
    debian.status = 100
    with pytest.raises(bootstrap.SetupError, match=r"apt-get failed.*: sudo apt-get install a b"):
        bootstrap.install_packages(["a", "b"], is_agreed=True)


def test_the_window_is_tried_without_the_packages_and_the_tests_are_not(
    debian, monkeypatch, capsys
):
    monkeypatch.setattr(bootstrap, "set_up", lambda requirements, is_agreed: None)
    monkeypatch.setattr(bootstrap, "run", lambda *arguments: 7)
    monkeypatch.setattr(bootstrap, "run_checks", lambda arguments: pytest.fail("runs"))
    assert bootstrap.main([]) == 7
    assert "run this, then try again: sudo apt-get install" in capsys.readouterr().err
    with pytest.raises(bootstrap.SetupError):
        bootstrap.main(["test"])


@pytest.mark.skipif(bootstrap.IS_WINDOWS, reason="links need a privilege there")
@pytest.mark.parametrize("is_there", [True, False])
def test_what_a_link_leads_to_is_not_deleted(monkeypatch, tmp_path, is_there):
    precious = tmp_path / "precious"
    if is_there:
        precious.mkdir()
        (precious / "work.txt").write_text("years of it")
    here = (tmp_path / "checkout").resolve()
    here.mkdir()
    (here / ".venv").symlink_to(precious)
    monkeypatch.setattr(bootstrap, "HERE", here)
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", here / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", here / ".venv" / "bin" / "python")
    with pytest.raises(bootstrap.SetupError, match=r"leads to .*precious.*remove the link"):
        bootstrap.make_environment(is_agreed=True)
    assert not is_there or (precious / "work.txt").read_text() == "years of it"


def test_the_list_of_debian_packages_holds_names_alone():
    names = (bootstrap.HERE / "packages-debian.txt").read_text().split()
    assert names == sorted(set(names))


@pytest.fixture
def checks(monkeypatch):
    """`run_checks` whose runs are noted and not made; those with a word of `failing` fail."""
    made = SimpleNamespace(commands=[], runs=[], beside=[], failing=set(), environments={})

    def run(*arguments, folder):
        made.commands.append(arguments)
        return int(not made.failing.isdisjoint(arguments))

    def run_kept(tests, environment, *, is_shown=False):
        made.runs.append(tests)
        if environment:
            made.environments[tests[-1]] = environment
        if is_shown:
            sys.stdout.write(f"what {tests[0]} said\n")
        else:
            made.beside.append(tests)
        return int(not made.failing.isdisjoint(tests)), f"what {tests[0]} said\n"

    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(bootstrap, "run_kept", run_kept)
    return made


ONE_FOLDER = [part for part in bootstrap.PARTS if part not in (None, bootstrap.WINDOW_TESTS)]


def test_every_test_is_run_though_in_parts(checks):
    assert bootstrap.run_checks([]) == 0
    runs = checks.runs
    [others] = [tests for tests in runs if tests[0] == "tests"]
    left_out = [part.removeprefix("--ignore=") for part in others[1:]]
    assert left_out == [part for part in bootstrap.PARTS if part is not None]
    assert all((bootstrap.HERE / part).is_dir() for part in left_out)
    assert all([part] in runs for part in ONE_FOLDER)
    halves = [tests for tests in runs if tests[0].startswith(f"{bootstrap.WINDOW_TESTS}/")]
    assert len(halves) == 2
    files = [Path(name) for half in halves for name in half]
    assert sorted(file.name for file in files) == sorted(
        path.name for path in (bootstrap.HERE / bootstrap.WINDOW_TESTS).rglob("test_*.py")
    )
    assert len(runs) == len(bootstrap.PARTS) + 1
    assert checks.environments == {bootstrap.SIMULATOR_TESTS: {"NUMBA_ENABLE_CUDASIM": "1"}}


@pytest.mark.parametrize("slow", ["ruff", "tests/gpu_unet/network"])
def test_whichever_lane_is_free_takes_what_is_left(checks, monkeypatch, slow):
    others_are_done = threading.Event()
    real = {"run": bootstrap.run, "run_kept": bootstrap.run_kept}

    def as_fast_as_it_is(name, *arguments, **keywords):
        words = arguments[0] if name == "run_kept" else arguments
        if slow in words:
            others_are_done.wait()
        try:
            return real[name](*arguments, **keywords)
        finally:
            if words[-1] == bootstrap.PARTS[-1]:
                others_are_done.set()

    for name in real:
        monkeypatch.setattr(bootstrap, name, functools.partial(as_fast_as_it_is, name))
    assert bootstrap.run_checks([]) == 0
    assert len(checks.runs) == len(bootstrap.PARTS) + 1
    if slow == "ruff":
        assert len(checks.beside) == len(bootstrap.PARTS) + 1


@pytest.mark.parametrize("failing", ["ruff", "pyright", "tests", *ONE_FOLDER])
def test_one_check_that_fails_is_a_failure_and_hides_no_other(checks, capsys, failing):
    checks.failing.add(failing)
    assert bootstrap.run_checks([]) == 1
    said = capsys.readouterr()
    assert sorted(said.out.splitlines()) == sorted(f"what {tests[0]} said" for tests in checks.runs)
    assert "FAILED" in said.err
    assert len(checks.commands) + len(checks.runs) == 4 + len(bootstrap.PARTS) + 1


def test_the_nightly_tests_are_run_where_all_are_asked_for(checks):
    assert bootstrap.run_checks(["all"]) == 0
    runs = checks.runs
    assert all(tests[0] == "--nightly" for tests in runs)
    assert len(runs) == len(bootstrap.PARTS) + 1


@pytest.mark.parametrize(
    ("needed", "parts"),
    [
        ([], []),
        (["tests/gui/test_gui_about.py"], [["tests/gui/test_gui_about.py"]]),
        (["tests/lab", "tests/packaging"], [["tests/lab", "tests/packaging"]]),
        (
            ["tests/gpu_unet"],
            [
                ["tests/gpu_unet"],
                ["tests/gpu_unet/network"],
                ["tests/gpu_unet/unit"],
                [bootstrap.SIMULATOR_TESTS],
            ],
        ),
        (
            ["tests/app/video/test_pulse.py", "tests/app/video/test_still.py"],
            [["tests/app/video/test_pulse.py", "tests/app/video/test_still.py"]],
        ),
    ],
)
def test_of_changes_only_the_tests_that_they_need_are_run(checks, monkeypatch, needed, parts):
    monkeypatch.setattr(bootstrap, "changed_tests", lambda: needed)
    checks.failing.add("pyright")
    assert bootstrap.run_checks(["changed"]) == 1
    modules = [command[1] for command in checks.commands]
    assert modules[:3] == ["ruff", "ruff", "pyright"], "what takes a moment is always run"
    runs = [[word for word in run if not word.startswith("--ignore")] for run in checks.runs]
    assert sorted(runs) == sorted(parts)
    assert checks.environments.keys() <= {bootstrap.SIMULATOR_TESTS}


def test_of_a_folder_the_parts_that_run_apart_run_once(checks, monkeypatch):
    monkeypatch.setattr(bootstrap, "changed_tests", lambda: ["tests/app"])
    assert bootstrap.run_checks(["changed"]) == 0
    [first] = [tests for tests in checks.runs if tests[0] == "tests/app"]
    apart = sorted(tests[0] for tests in checks.runs if tests is not first and len(tests) == 1)
    assert apart == sorted(part for part in ONE_FOLDER if part.startswith("tests/app/"))
    assert {f"--ignore={part}" for part in apart} <= set(first)


def test_what_changed_is_asked_in_the_environment_of_the_tests(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    (tmp_path / "tests").mkdir()
    asked = tmp_path / "tests" / "changed.py"
    asked.write_text("print('tests/a\\ntests/b')")
    assert bootstrap.changed_tests() == ["tests/a", "tests/b"]
    assert "tests/b" in capsys.readouterr().err
    asked.write_text("raise OSError('no git')")
    with pytest.raises(bootstrap.SetupError, match=r"bootstrap.py test"):
        bootstrap.changed_tests()


def test_a_run_beside_the_others_has_its_own_environment(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    (tmp_path / "test_a.py").write_text(
        "import os\ndef test_it(): assert os.environ['ONLY_HERE'] == '1', 'not here'\n"
    )
    assert bootstrap.run_kept(["test_a.py"], {"ONLY_HERE": "1"})[0] == 0
    assert "ONLY_HERE" not in bootstrap.os.environ
    status, output = bootstrap.run_kept(["test_a.py"], {})
    assert status == 1
    assert "ONLY_HERE" in output


def test_bootstrap_needs_nothing_but_the_standard_library():
    # -I and -S: no site-packages, as on a fresh system.
    command = "import sys; sys.path.insert(0, sys.argv[1]); import bootstrap"
    subprocess.run([sys.executable, "-I", "-S", "-c", command, bootstrap.HERE], check=True)


@pytest.mark.parametrize(
    "extra", ["", "cuda", "graphics-cards", "cluster", "virtual-camera", "live-alpha", "exr", "dev"]
)
def test_the_project_table_needs_what_the_requirement_files_say(extra):
    """The files are what is installed, and say why; the table is for tools that read no others."""
    root = Path(bootstrap.__file__).parent
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    in_table = project["optional-dependencies"][extra] if extra else project["dependencies"]
    name = f"requirements-{extra}.txt" if extra else "requirements.txt"
    lines = [line.partition("#")[0].strip() for line in (root / name).read_text().splitlines()]
    in_file = [line for line in lines if line and not line.startswith("-r ")]
    if extra == "dev":  # which names the others
        assert "backdrop[cuda,cluster,virtual-camera,exr]" in in_table
        in_table = [entry for entry in in_table if not entry.startswith("backdrop[")]
    assert sorted(in_table) == sorted(in_file)
