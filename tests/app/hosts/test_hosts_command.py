"""`main.py hosts`: single files, in the right folder, that replace and remove nothing of others."""

import ast
import sys
from pathlib import Path

import pytest

import main
from app.hosts.host_call import FOLDER, matte_of
from app.hosts.installing import scripts, scripts_folder
from app.pipeline.jobs.plan import matte_names
from app.video.files.inputs import VIDEO_SUFFIXES
from app.video.files.still import PICTURE_SUFFIXES

FILES = {
    "resolve": [
        "Backdrop Matte (Clip at Playhead).py",
        "Backdrop Matte (Selected in Media Pool).py",
    ],
    "nuke": ["backdrop/backdrop_matte.py", "backdrop/menu.py", "init.py"],
}


def files(folder):
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


@pytest.fixture
def hosts(tmp_path, capsys):
    """`hosts("install", "nuke")`: the status and what was said; in the folder `there`."""

    def run(*words):
        status = main.main(["hosts", *words, "--folder", str(tmp_path / "there")])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


@pytest.mark.parametrize("host", FILES)
def test_it_writes_says_where_and_takes_all_away(hosts, tmp_path, host):
    status, said = hosts("install", host)
    assert status == 0
    folder = tmp_path / "there"
    assert files(folder) == FILES[host]
    assert all(f"{folder / name} was written." in said for name in FILES[host])
    assert hosts("install", host)[0] == 0  # again, after an update say
    (folder / "of others.py").touch()
    status, said = hosts("remove", host)
    assert status == 0
    assert all(f"{folder / name} was removed." in said for name in FILES[host])
    assert files(folder) == ["of others.py"]
    assert "Nothing of Backdrop" in hosts("remove", host)[1]


@pytest.mark.parametrize("host", FILES)
@pytest.mark.parametrize("foreign", ["print('mine')\n", ""])
def test_a_file_of_others_is_neither_replaced_nor_removed(hosts, tmp_path, host, foreign):
    path = tmp_path / "there" / FILES[host][0]
    path.parent.mkdir(parents=True)
    path.write_text(foreign)
    status, said = hosts("install", host)
    assert status == 1
    assert "is not as Backdrop wrote it" in said
    assert files(tmp_path / "there") == [FILES[host][0]]
    assert hosts("remove", host)[0] == 0
    assert path.read_text() == foreign
    assert hosts("install", host, "--overwrite")[0] == 0
    assert path.read_text() != foreign


def test_a_script_that_somebody_changed_is_of_others(hosts, tmp_path):
    hosts("install", "resolve")
    path = tmp_path / "there" / FILES["resolve"][0]
    path.write_text(path.read_text() + "# mine\n")
    assert hosts("install", "resolve")[0] == 1
    status, said = hosts("remove", "resolve")
    assert (status, path.exists()) == (0, True)
    assert f"{path} was changed since, and was left alone." in said


def test_nuke_s_own_init_stays_and_the_user_is_told_the_line(hosts, tmp_path):
    start = tmp_path / "there" / "init.py"
    start.parent.mkdir()
    start.write_text("import nuke\n")
    status, said = hosts("install", "nuke", "--overwrite")
    assert status == 0
    line = 'nuke.pluginAddPath("./backdrop")'
    assert f"Add this line to {start}: {line}" in said
    assert start.read_text() == "import nuke\n"
    start.write_text("import nuke\nnuke.pluginAddPath('./backdrop')\n")
    assert "Add this line" not in hosts("install", "nuke")[1]
    assert f"Take this line out of {start}" in hosts("remove", "nuke")[1]
    assert files(tmp_path / "there") == ["init.py"]


@pytest.mark.parametrize("host", FILES)
def test_each_is_one_file_for_an_old_python_that_imports_nothing_of_ours(host):
    for name, text in scripts(host, ["python", "main.py"]).items():
        tree = ast.parse(text, feature_version=(3, 6))
        found = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        modules = {
            alias.name if isinstance(node, ast.Import) else node.module
            for node in found
            for alias in node.names
        }
        own = {"nuke", "backdrop_matte", "DaVinciResolveScript"}
        assert modules - own <= sys.stdlib_module_names, name


def test_the_folders_are_those_that_the_programs_document(monkeypatch):
    home = Path("/home/me")
    monkeypatch.setattr(Path, "home", lambda: home)
    assert scripts_folder("nuke") == home / ".nuke"
    for platform, place in (
        ("linux", home / ".local/share/DaVinciResolve/Fusion/Scripts/Utility"),
        (
            "darwin",
            home / "Library/Application Support/Blackmagic Design/DaVinci Resolve"
            "/Fusion/Scripts/Utility",
        ),
        (
            "win32",
            home / "AppData/Roaming/Blackmagic Design/DaVinci Resolve/Support"
            "/Fusion/Scripts/Utility",
        ),
    ):
        monkeypatch.setattr("app.hosts.installing.sys.platform", platform)
        monkeypatch.delenv("APPDATA", raising=False)
        assert scripts_folder("resolve") == place


def test_the_scripts_know_the_names_that_the_command_gives():
    folder = Path("/clips/backdrop_mattes")
    sources = [f"/clips/a.b{suffix}" for suffix in sorted(VIDEO_SUFFIXES | PICTURE_SUFFIXES)]
    sources += ["/clips/shot_%04d.png", "/clips/shot.%04d.jpg", "/clips/%d.png", "/clips/A.MOV"]
    for source in sources:
        (name,) = matte_names([Path(source)], folder, None)
        assert Path(matte_of(source)) == name
    assert Path(matte_of("/clips/a.mov", "/mattes")) == Path("/mattes/a_matte.mov")


@pytest.mark.parametrize("name", ["a%dog.png", "a%d.png", "shot_%04d.png", "%d%d.jpg", "a%d.mov"])
def test_they_know_the_name_for_one_picture_with_a_percent_sign(tmp_path, name):
    source = tmp_path / name
    source.write_bytes(b"picture")
    (matte,) = matte_names([source], tmp_path / FOLDER, None)
    assert Path(matte_of(str(source))) == matte
