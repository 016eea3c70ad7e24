"""The folder for compiled code: absolute, of this user's own, closed to others, no link."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gpu_unet import cache_folder
from gpu_unet.cache_folder import OwnFolder

ROOT = Path(__file__).resolve().parents[3]
VARIABLES = (*cache_folder.WISHES, "XDG_CACHE_HOME", "HOME", *cache_folder.TEMPORARY)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no owners and modes")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A machine of its own: `home` of the user, `temp` of everybody, started in `here`."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for name in ("home", "temp", "here", "shared"):
        (tmp_path / name).mkdir()
    (tmp_path / "temp").chmod(0o1777)
    (tmp_path / "shared").chmod(0o777)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temp"))
    import pwd

    user = SimpleNamespace(pw_dir=str(tmp_path / "home"))
    monkeypatch.setattr(pwd, "getpwuid", lambda number: user)
    cache_folder.cache_folder.cache_clear()
    yield tmp_path
    cache_folder.cache_folder.cache_clear()


def decided() -> Path:
    cache_folder.cache_folder.cache_clear()
    found = cache_folder.cache_folder()
    assert found is not None
    status = found.lstat()
    assert stat.S_ISDIR(status.st_mode)
    assert stat.S_IMODE(status.st_mode) == 0o700
    assert status.st_uid == os.geteuid()
    return found


def test_the_folder_is_in_the_users_caches(place):
    assert decided() == place / "home" / ".cache" / "backdrop"


@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize("value", ["", ".", "relative", "./cache"])
def test_an_empty_or_relative_variable_never_leads_to_the_working_folder(
    place, monkeypatch, variable, value
):
    monkeypatch.setenv(variable, value)
    assert decided() == place / "home" / ".cache" / "backdrop"
    # Not by way of the temporary folder either, when home cannot be had.
    (place / "home" / ".cache" / "backdrop").rmdir()
    (place / "home" / ".cache").rmdir()
    (place / "home" / ".cache").write_text("in the way")
    assert place / "here" not in decided().parents
    assert not list((place / "here").iterdir())


def test_a_user_whom_the_system_does_not_know_has_a_folder_too(place, monkeypatch):
    import pwd

    def unknown(number):
        raise KeyError(f"uid not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("HOME")
    assert decided() == place / "temp" / f"backdrop-{os.geteuid()}"


def test_without_home_and_passwd_entry_the_engine_can_be_imported(tmp_path):
    program = (
        "import pwd\n"
        "def unknown(number): raise KeyError(number)\n"
        "pwd.getpwuid = unknown\n"
        "import gpu_unet.cpu.engine, gpu_unet.cuda.machine_code\n"
    )
    without = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    environment = {**without, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, check=True)
    assert {path.name for path in tmp_path.iterdir()} <= {f"backdrop-{os.geteuid()}"}


def test_a_shared_folder_gets_a_folder_of_the_users_own_inside(place, monkeypatch):
    for variable in cache_folder.WISHES:
        monkeypatch.setenv(variable, str(place / "shared"))
        assert decided() == place / "shared" / f"backdrop-{os.geteuid()}"
        assert stat.S_IMODE((place / "shared").stat().st_mode) == 0o777, "is not ours to change"


def test_a_link_is_not_followed(place):
    (place / "home" / ".cache").mkdir()
    (place / "home" / ".cache" / "backdrop").symlink_to(place / "shared")
    assert decided() == place / "temp" / f"backdrop-{os.geteuid()}"
    assert not list((place / "shared").iterdir())


def test_another_users_folder_is_not_used(place, monkeypatch):
    planted = place / "shared" / "backdrop"
    planted.mkdir()
    me = os.geteuid()
    assert OwnFolder.made(planted)
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert OwnFolder.made(planted) is None


def test_a_folder_that_was_open_to_others_is_closed(place):
    (place / "home" / ".cache" / "backdrop").mkdir(parents=True)
    (place / "home" / ".cache" / "backdrop").chmod(0o777)
    assert decided() == place / "home" / ".cache" / "backdrop"


def test_nowhere_to_keep_anything_is_said_and_no_error(place, monkeypatch, caplog):
    monkeypatch.setattr(cache_folder, "_places", lambda: iter([(place / "x", "backdrop")]))
    (place / "x").write_text("a file where the folder should be")
    cache_folder.cache_folder.cache_clear()
    assert cache_folder.cache_folder() is None
    assert "every start compiles again" in caplog.text


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_beside_it(
    tmp_path, monkeypatch
):
    OwnFolder(tmp_path).write("file", b"old")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600

    def refuse(one, other):
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refuse)
        with pytest.raises(OSError, match="full"):
            OwnFolder(tmp_path).write("file", b"new")
    assert OwnFolder(tmp_path).read("file") == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
