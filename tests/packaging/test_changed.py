"""tests/changed.py: which tests a change needs."""

import subprocess
from pathlib import Path

import changed
import pytest

ROOT = Path(changed.__file__).parents[1]
FILES = {
    "main.py": "from app.cli.process import main\n\ndef window():\n    from gui.app import run\n",
    "gpu_unet/__init__.py": "",
    "gpu_unet/cpu/engine.py": "import numpy\n",
    "app/hosts/nuke.py": "",
    "app/video/frame.py": "from gpu_unet import engine\n",
    "app/pipeline/job.py": "def run():\n    from app.video import frame\n",
    "app/cli/process.py": '"""Not app.hosts.nuke."""\nimport app.pipeline.job\n',
    "gui/app.py": "import app.pipeline.job\n",
    "lab/training/train.py": "import gpu_unet\n",
    "tests/conftest.py": "",
    "tests/doubles.py": "",
    "tests/gpu_unet/test_engine.py": "from gpu_unet.cpu import engine\n",
    "tests/gpu_unet/test_film.py": "from app.pipeline.job import run\n",
    "tests/app/video/clips.py": "",
    "tests/app/video/test_frame.py": "import clips\n",
    "tests/app/pipeline/test_job.py": "import doubles\n",
    "tests/app/live/test_live.py": "",
    "tests/app/end_to_end/test_process.py": "from clips import make_clip\n",
    "tests/gui/conftest.py": "",
    "tests/gui/test_about.py": "",
    "tests/gui/test_start.py": "import subprocess\nRUN = ['python', 'main.py']\n",
    "tests/lab/training/test_train.py": "",
    "tests/packaging/test_wheel.py": "",
    "tests/attack/test_round.py": "",
}
ON_JOB = [
    "tests/app/end_to_end",
    "tests/app/live",
    "tests/app/pipeline",
    "tests/attack",
    "tests/gpu_unet/test_film.py",
    "tests/gui",
    "tests/packaging",
]
ON_FRAME = ["tests/app", *(name for name in ON_JOB if not name.startswith("tests/app/"))]
ON_PROGRAM = [
    "tests/app/end_to_end",
    "tests/attack",
    "tests/gui/test_start.py",
    "tests/packaging",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("path", "needed"),
    [
        ("app/pipeline/job.py", ON_JOB),
        ("app/pipeline/deleted.py", ON_JOB),
        ("app/video/frame.py", ON_FRAME),
        ("app/__init__.py", ON_FRAME),
        ("app/hosts/nuke.py", []),
        ("app/cli/process.py", ON_PROGRAM),
        ("gui/theme.qss", [*ON_PROGRAM[:2], "tests/gui", "tests/packaging"]),
        ("lab/training/train.py", ["tests/lab"]),
        ("tests/gui/test_about.py", ["tests/gui/test_about.py"]),
        ("tests/gui/conftest.py", ["tests/gui"]),
        ("tests/gui/picture.png", ["tests/gui"]),
        ("tests/doubles.py", ["tests/app/pipeline"]),
        ("tests/app/video/clips.py", ["tests/app/end_to_end", "tests/app/video"]),
        ("tests/attack/README.md", ["tests/packaging"]),
        ("gpu_unet/README.md", ["tests/packaging"]),
        ("docs/install.md", ["tests/packaging"]),
        ("packaging/bundle.py", ["tests/packaging"]),
        ("typings/numba/__init__.pyi", ["tests/packaging"]),
    ],
)
def test_what_changed_and_what_stands_on_it_is_tested(project, path, needed):
    assert changed.needed_tests([path], project) == needed


@pytest.mark.parametrize(
    "path",
    ["gpu_unet/cpu/engine.py", "weights/fast.json", "tests/conftest.py", "pyproject.toml", "new"],
)
def test_all_stands_on_the_library_and_what_no_rule_knows_may_be_read_by_all(project, path):
    everything = changed.needed_tests([path], project)
    assert everything == ["tests"]


def test_two_changes_need_the_tests_of_both(project):
    both = changed.needed_tests(["lab/training/train.py", "app/cli/process.py"], project)
    assert both == sorted(["tests/lab", *ON_PROGRAM])
    assert changed.needed_tests([], project) == []


def test_a_change_of_the_librarys_kernels_needs_every_test_of_this_project():
    assert changed.needed_tests(["gpu_unet/cpu/engine.py"]) == ["tests"]


def test_each_folder_of_code_has_tests_that_its_change_needs():
    files = changed.python_files(ROOT)
    needs = changed.edges(files, ROOT)
    tests = {name for name in files if changed.is_test(name)}
    for code in {changed.unit(name) for name in files if not name.startswith("tests/")}:
        assert tests & changed.standing_on([code], needs), code


@pytest.fixture
def repository(tmp_path):
    def git(*arguments):
        names = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *names, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def write(name):
        (tmp_path / name).write_text(name)

    git("init", "--initial-branch", "main")
    for name in ("a.py", "b.py", "c.py", "d.py"):
        write(name)
    (tmp_path / ".gitignore").write_text("*.log\n")
    git("add", ".")
    git("commit", "-m", "start")
    return tmp_path, git, write


def test_what_git_says_since_the_branch_left_main_has_changed(repository):
    folder, git, write = repository
    git("checkout", "-b", "branch")
    (folder / "a.py").write_text("committed")
    git("commit", "-a", "-m", "change")
    git("checkout", "main")
    (folder / "d.py").write_text("by somebody else, later")
    git("commit", "-a", "-m", "not of the branch")
    git("checkout", "branch")
    git("mv", "b.py", "renamed.py")
    (folder / "c.py").unlink()
    write("new file.py")
    write("ignored.log")
    paths = ["a.py", "b.py", "c.py", "new file.py", "renamed.py"]
    assert changed.changed_files(folder=folder) == paths


def test_on_main_it_is_what_is_not_committed(repository):
    folder, git, write = repository
    write("new.py")
    assert changed.changed_files(folder=folder) == ["new.py"]
    git("branch", "-m", "main", "trunk")  # as where there is no `main` at all
    assert changed.changed_files(folder=folder) == ["new.py"]


def test_without_git_nobody_can_say(tmp_path):
    with pytest.raises(subprocess.CalledProcessError):
        changed.changed_files(folder=tmp_path)
