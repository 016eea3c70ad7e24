"""Inputs at web addresses, and addresses that lead elsewhere or nowhere: a file or a sentence."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
from pathlib import Path

import pytest
from attack.hostile_servers import Bystander, HostileServer, answers, redirect
from recordings_to_cut import clip

import main
from app.cluster import stores
from app.cluster.stores import fetch
from app.pipeline.end_signals import FAILED, OK
from app.video.source import SourceError

SECRET = "s3cret"

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


@pytest.fixture
def film(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return clip(tmp_path / "film.mp4", frame_count=8).read_bytes()


@pytest.fixture
def process(capfd):
    """`process(...)`: status and all that was printed; never a password, never a traceback."""

    def run(*arguments):
        status = main.main(["process", *arguments, "--json"])
        printed = "".join(capfd.readouterr())
        assert SECRET not in printed
        assert "Traceback" not in printed
        return status, printed

    return run


def test_a_film_of_a_web_server_is_fetched_without_a_package(film, process, tmp_path, monkeypatch):
    monkeypatch.setattr("app.cluster.addresses.find_spec", lambda name: None)
    with HostileServer(answers(film, "video/mp4")) as server:
        address = f"http://me:{SECRET}@{server.place}/talk.mp4?pwd={SECRET}"
        status, printed = process(address, "-o", "new.mp4")
        assert status == OK, printed
        assert process(address, "-o", "done/")[0] == OK
    assert (tmp_path / "new.mp4").exists()
    assert (tmp_path / "done" / "talk.mp4").exists()
    assert f"pwd={SECRET}" in server.heads[0], "the server gets all of it"


def test_a_redirect_to_another_host_is_not_followed(film, process):
    try:
        with Bystander() as bystander:
            target = redirect(f"http://{bystander.place}/talk.mp4")
            with HostileServer(lambda visit: visit.send(target)) as server:
                status, printed = process(f"http://{server.place}/talk.mp4", "-o", "new.mp4")
    except OSError as error:
        pytest.skip(f"this system has no second loopback address ({error})")
    assert status == FAILED
    assert "redirects to 127.0.0.2, another host; give the address there" in printed
    assert bystander.connections == 0


def test_a_redirect_to_another_port_is_followed_without_the_password(film, tmp_path):
    def ask(visit):
        visit.send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")

    with HostileServer(answers(film, "video/mp4")) as other:

        def lead(visit):
            if "Authorization" in visit.head:
                visit.send(redirect(f"http://{other.place}/x.mp4"))
            else:
                ask(visit)

        with HostileServer(lead) as server:
            fetch(f"http://me:{SECRET}@{server.place}/talk.mp4", tmp_path / "got.mp4")
    assert (tmp_path / "got.mp4").read_bytes() == film
    assert "Authorization" not in "".join(other.heads)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", r"refuses \(404 Not Found\)"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf", "ended after 4 of 500 bytes"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", "cannot be fetched"),
        ("SSH-2.0-OpenSSH\r\n", "not as a web server does"),
        (redirect("file:///etc/passwd"), "asks for the file"),
        (redirect("ftp://127.0.0.1/x"), "redirects to ftp"),
    ],
    ids=["404", "half", "half a part", "no web server", "a file", "another protocol"],
)
def test_what_is_no_whole_file_is_a_sentence(tmp_path, answer, sentence):
    with (
        HostileServer(lambda visit: visit.send(answer)) as server,
        pytest.raises(SourceError, match=sentence) as error,
    ):
        fetch(f"http://me:{SECRET}@{server.place}/x.mp4", tmp_path / "got.mp4")
    assert SECRET not in str(error.value)


def test_a_server_that_says_no_more_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "READ_TIMEOUT_S", 0.2)

    def stall(visit):
        visit.send("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf")
        visit.wait()

    with HostileServer(stall) as server, pytest.raises(SourceError, match="did not answer in time"):
        fetch(f"http://{server.place}/x.mp4", tmp_path / "got.mp4")


def test_somebody_vouches_for_an_encrypted_server(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, which makes certificates")
    words = "req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -subj /CN=127.0.0.1"
    subprocess.run(["openssl", *words.split()], cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "c.pem", tmp_path / "k.pem")
    with (
        HostileServer(answers(b"film"), tls=context) as server,
        pytest.raises(SourceError, match="certificate_verify_failed"),
    ):
        fetch(f"https://{server.place}/x.mp4", tmp_path / "got.mp4")
    assert not server.heads


@pytest.mark.parametrize(
    "address",
    [
        "reference://a",
        "reference:///etc/passwd",
        "dir://a",
        "generic://a",
        "zip://a.mp4",
        "tar://a.mp4",
        "zip://a.mp4::PLAIN",
        "tar://a.mp4::PLAIN",
        "zip://a.mp4::http://127.0.0.1:9/x.zip",
        "simplecache://a",
        "unheard://a",
        f"ftp://me:{SECRET}@127.0.0.1:9/a.mp4",
        f"ftp://me:{SECRET}@127.0.0.1:x/a.mp4",
        f"sftp://me:{SECRET}@127.0.0.1:9/a.mp4",
        f"http://me:{SECRET}@127.0.0.1:9/a.mp4",
        f"http://me:{SECRET}@127.0.0.1:x/a.mp4",
        f"http://me:{SECRET}@127.0.0.1:9/",
    ],
)
@pytest.mark.parametrize("role", ["input", "output"])
def test_an_address_that_leads_to_nothing_is_a_sentence(film, process, tmp_path, address, role):
    pytest.importorskip("fsspec", reason="requirements-cluster.txt is not installed")
    (tmp_path / "plain").write_bytes(b"neither a zip nor a tar")
    address = address.replace("PLAIN", f"file://{tmp_path}/plain")
    words = (address, "-o", "out.mp4") if role == "input" else ("film.mp4", "-o", address)
    status, printed = process(*words)
    assert status != OK
    message = json.loads(printed.splitlines()[-1])["message"]
    assert "internal error" not in message
    assert "\n" not in message
    assert not Path("out.mp4").exists()
