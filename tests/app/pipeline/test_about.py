"""What this copy of the program is, and what a report says of the computer: nobody's name in it."""

import getpass
from pathlib import Path

import pytest

from app.pipeline import about
from app.pipeline.doctor import Finding

HASH = "0123456789abcdef0123456789abcdef01234567"


def test_the_version_is_the_projects():
    assert about.version()[0].isdigit()
    assert f"Backdrop {about.version()}" in about.describe()


@pytest.mark.parametrize("kind", ["stamp", "branch", "packed", "detached", "worktree"])
def test_the_commit_is_found_where_git_or_an_installer_left_it(tmp_path, kind):
    git = tmp_path / ".git"
    root = tmp_path
    if kind == "stamp":
        (tmp_path / "commit.txt").write_text(HASH + "\n")
    else:
        git.mkdir()
        (git / "HEAD").write_text(f"{HASH}\n" if kind == "detached" else "ref: refs/heads/main\n")
    if kind == "branch":
        (git / "refs/heads").mkdir(parents=True)
        (git / "refs/heads/main").write_text(HASH)
    elif kind in ("packed", "worktree"):
        (git / "packed-refs").write_text(f"# pack-refs\n{HASH} refs/heads/main\n")
    if kind == "worktree":
        root = tmp_path / "beside"
        root.mkdir()
        own = git / "worktrees/beside"
        own.mkdir(parents=True)
        (own / "HEAD").write_text("ref: refs/heads/main\n")
        (own / "commondir").write_text("../..\n")
        (root / ".git").write_text(f"gitdir: {own}\n")
    assert about.commit(root) == HASH[: about.SHORT_COMMIT]


@pytest.mark.parametrize("content", [None, "ref: refs/heads/gone", "nonsense", "\xff"])
def test_without_anything_that_says_so_there_is_no_commit(tmp_path, content):
    if content is not None:
        (tmp_path / ".git").mkdir()
        (tmp_path / ".git/HEAD").write_text(content, encoding="latin-1")
    assert about.commit(tmp_path) == ""


def test_every_model_and_every_library_is_there_with_its_licence():
    models = about.models()
    assert {model.name for model in models} == {"fast", "quality"}
    assert all(len(model.sha256) == 64 and model.licence for model in models)
    parts = {part.name.lower(): part for part in about.parts()}
    assert {"backdrop", "numpy", "numba", "llvmlite", "av", "pillow", "rich"} <= set(parts)
    assert "pytest" not in parts  # in this environment, but not what the program runs with
    assert all(part.version for part in parts.values())
    texts = [part.texts for part in parts.values()]
    assert sum(bool(found) for found in texts) > len(texts) * 2 // 3
    assert all(path.is_file() for found in texts for path in found)


def test_a_report_holds_what_was_found_and_no_names(monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "annabel")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/annabel"))
    report = about.report(
        [
            Finding("Python", "good", "3.11"),
            Finding(
                "Recording",
                "optional",
                "/media/annabel/stick/our wedding.mp4 was cut short",
                'backdrop finish "/home/annabel/Videos/film.mp4"',
                is_about_files=True,
            ),
            Finding("Window", "good", r"Qt from C:\Users\annabel\Secret project\qt.dll"),
            Finding("Window", "good", "Qt in /mnt/stick/lib/qt.so, or /home/annabel/Videos/qt.so"),
            Finding("Cameras", "good", "Annabel's phone at /dev/video0"),
        ],
        more=["screens: 1920x1080 at 1"],
    )
    assert report.startswith("Backdrop ")
    assert "[good] Python: 3.11" in report
    assert "screens: 1920x1080 at 1" in report
    assert "/dev/video0" in report
    assert "Recording: there is one" in report
    for private in ("annabel", "wedding", "Secret", "stick"):
        assert private.lower() not in report.lower(), report
