"""What listens, and what another user of the computer gets: nothing that was not asked for."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from listeners import as_other_user, listening, only_linux, only_root

import main
from app.pipeline.end_signals import USAGE

pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")

from app.cluster import dask_sockets
from app.cluster.dask_runner import Tls, check_address, elsewhere, on_this_computer
from app.cluster.dask_sockets import PrivateFolder

ROOT = Path(__file__).parents[3]

ENTER = """
folder, *names = sys.argv[1:]
for enter in (
    lambda: os.listdir(folder),
    lambda: os.rename(folder, folder + "-moved"),
    *(lambda n=n: socket.socket(socket.AF_UNIX).connect(f"{folder}/{n}") for n in names),
):
    try:
        print("let in", enter())
    except OSError as error:
        print(type(error).__name__)
"""


@pytest.fixture(autouse=True)
def _no_leftover_threads():
    """Dask's client leaves some of its own."""


@pytest.fixture
def certificates(tmp_path):
    """Of an authority, and of two who have one of it and none of it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, which makes certificates")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=tmp_path, check=True, capture_output=True)

    def new(name: str, *more: str) -> None:
        what = ("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}")
        openssl(*what, "-keyout", f"{name}.key", *more)

    new("ca", "-x509", "-out", "ca.pem")
    new("stranger", "-x509", "-out", "stranger.pem")
    new("own", "-out", "own.csr")
    openssl(
        *("x509", "-req", "-in", "own.csr", "-CA", "ca.pem", "-CAkey", "ca.key"),
        *("-CAcreateserial", "-out", "own.pem"),
    )
    openssl("rsa", "-aes128", "-passout", "pass:x", "-in", "own.key", "-out", "locked.key")
    return tmp_path


def tls_flags(folder: Path, key: str = "own.key") -> list[str]:
    return [
        *("--tls-ca", str(folder / "ca.pem"), "--tls-cert", str(folder / "own.pem")),
        *("--tls-key", str(folder / key)),
    ]


@only_linux
@pytest.mark.parametrize("has_tls", [False, True], ids=["plain", "TLS"])
def test_schedulers_and_workers_listen_where_they_were_told_to_and_nowhere_else(
    services, certificates, has_tls
):
    flags = tls_flags(certificates) if has_tls else []
    scheduler, line = services("scheduler", "--port", "0", *flags)
    address = line.split()[2].rstrip(".")
    assert listening(scheduler.pid) == {address.partition("://")[2]}, line
    worker, line = services(
        "worker", "--scheduler", address, "--workers", "1", "--device", "cpu", *flags
    )
    assert "1 workers" in line
    own = listening(worker.pid)
    assert len(own) == 2, "a process that works and the one that starts it again"
    assert all(place.startswith("127.0.0.1:") for place in own), own


@only_linux
def test_a_dashboard_is_for_those_who_ask_for_it(services, certificates):
    pytest.importorskip("bokeh", reason="requirements-cluster.txt is not installed")
    flags = ("--port", "0", "--host", "127.0.0.2", "--dashboard-port", "0")
    for more, host in (((), "127.0.0.2"), (tls_flags(certificates), "127.0.0.1")):
        scheduler, line = services("scheduler", *flags, *more)
        words = line.split()
        place = words[5].removeprefix("http://").removesuffix("/status.")
        assert place.startswith(f"{host}:"), line
        assert listening(scheduler.pid) == {words[2].partition("://")[2].rstrip("."), place}


@only_linux
def test_workers_of_this_computer_open_no_port():
    before = listening(os.getpid())
    runner = on_this_computer(1, device="cpu")
    try:
        assert listening(os.getpid()) == before
    finally:
        runner.close()


def test_a_worker_runs_no_module_that_lies_in_the_working_folder(tmp_path, monkeypatch):
    marker = tmp_path / "ran"
    (tmp_path / "pickle.py").write_text(f"open({str(marker)!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    on_this_computer(1, device="cpu").close()
    assert not marker.exists()


@only_linux
@only_root
def test_another_user_reaches_no_worker_and_hands_it_no_module(monkeypatch):
    shared = Path(tempfile.mkdtemp())
    shared.chmod(0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    # The name that Dask's servers take by themselves, and put before all others of sys.path.
    planted = shared / "dask-scratch-space"
    made = as_other_user("os.mkdir(sys.argv[1])", str(planted))
    assert made == ""
    runner = on_this_computer(1, device="cpu")
    try:
        ways = [sys.path, *runner.client.run(lambda: __import__("sys").path).values()]
        for way in ways:
            theirs = [folder for folder in way if str(folder).startswith(str(planted))]
            assert not theirs, "another user chooses what is imported"
        folder = Path(runner.address.partition("://")[2].rpartition(":")[0])
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        names = [path.name for path in folder.iterdir() if path.is_socket()]
        assert len(names) == 3
        assert set(as_other_user(ENTER, str(folder), *names).splitlines()) == {"PermissionError"}
    finally:
        runner.close()
        left = [path for path in shared.iterdir() if path != planted]
        shutil.rmtree(shared)
    assert not left


def test_who_has_no_certificate_is_not_heard(services, certificates, monkeypatch):
    from app.cluster.runner import RunnerLostError

    _, line = services("scheduler", "--port", "0", *tls_flags(certificates))
    address = line.split()[2].rstrip(".")
    stranger = Tls(
        certificates / "ca.pem", certificates / "stranger.pem", certificates / "stranger.key"
    )
    monkeypatch.setattr("app.cluster.dask_runner.CONNECT_S", 2.0)
    with pytest.raises(RunnerLostError, match="no scheduler answers"):
        elsewhere(address, stranger)
    monkeypatch.setattr("app.cluster.dask_runner.CONNECT_S", 600.0)
    own = Tls(certificates / "ca.pem", certificates / "own.pem", certificates / "own.key")
    with pytest.raises(RunnerLostError, match="has no worker"):
        elsewhere(address, own)


def test_what_is_left_of_a_killed_process_goes_and_what_is_in_use_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(dask_sockets, "_base", lambda: str(tmp_path))
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[1]); from app.cluster import dask_sockets\n"
        "dask_sockets._base = lambda: sys.argv[2]\n"
        "print(dask_sockets.PrivateFolder().path, flush=True); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(ROOT), str(tmp_path)], check=False)
    assert len(list(tmp_path.iterdir())) == 1
    first, second = PrivateFolder(), PrivateFolder()
    assert {*tmp_path.iterdir()} == {first.path, second.path}
    for folder in (first, second):
        folder.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_folder_in_which_others_rename_is_no_place_for_sockets(tmp_path, monkeypatch):
    tmp_path.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = PrivateFolder()
    assert folder.path.parent == Path("/tmp")
    folder.close()
    tmp_path.chmod(0o1777)
    monkeypatch.setattr(dask_sockets, "_MOST_BYTES", 1000)
    folder = PrivateFolder()
    assert folder.path.parent == tmp_path
    folder.close()


def test_an_encrypted_key_is_refused_and_no_terminal_is_asked(certificates, capfd):
    with pytest.raises(ValueError, match=r"locked\.key is encrypted"):
        Tls(certificates / "ca.pem", certificates / "own.pem", certificates / "locked.key")
    with pytest.raises(ValueError, match="cannot be used"):
        Tls(certificates / "ca.pem", certificates / "own.pem", certificates / "own.csr")
    assert "pass" not in "".join(capfd.readouterr()).lower()


@pytest.mark.parametrize(
    "address",
    [
        "tcp://user:hunter2@127.0.0.1:9",
        "tcp://127.0.0.1:70000",
        "tcp://127.0.0.1:0",
        "tcp://[::1:9",
        "tcp://:8786",
        "tcp://a b:8786",
        "tcp://127.0.0.1:8786/?pwd=hunter2",
    ],
)
def test_an_address_that_no_scheduler_has_is_refused_without_its_password(address):
    with pytest.raises(ValueError, match="is no address of a scheduler") as refused:
        check_address(address, Tls())
    assert "hunter2" not in str(refused.value)


def test_ports_that_cannot_be_and_flags_without_effect_are_refused(certificates, capsys, tmp_path):
    for flag in ("--port", "--dashboard-port"):
        assert main.main(["cluster", "scheduler", flag, "70000"]) == USAGE
        assert f"{flag} is 70000; give a number from 0 to 65535" in capsys.readouterr().err
    film = tmp_path / "film.mp4"
    shutil.copy(ROOT / "assets" / "sample.mp4", film)
    for how in (["--workers", "1"], []):
        words = ["process", str(film), "-o", str(tmp_path / "out.mp4"), *how]
        assert main.main([*words, *tls_flags(certificates)]) == USAGE
        assert "are for --cluster; leave them out" in capsys.readouterr().err
