import re

import pytest

from app.pipeline.live.source_request import SourceRequest


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0", "camera"),
        ("Studio Webcam", "camera"),
        ("/dev/video2", "camera"),
        ("rtsp://me:secret@10.0.0.2/live", "network"),
        ("http://10.0.0.2/video.mjpg", "network"),
        ("synthetic", "synthetic"),
    ],
)
def test_a_source_is_what_its_text_says(text, kind):
    request = SourceRequest.parse(text)
    assert request.kind == kind
    assert "secret" not in str(request)


def test_an_existing_file_is_a_file(tmp_path):
    (tmp_path / "clip.mp4").touch()
    assert SourceRequest.parse(str(tmp_path / "clip.mp4")).kind == "file"
    with pytest.raises(ValueError, match="source is empty"):
        SourceRequest.parse("  ")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://[::1/x", "has no valid host; expected one like rtsp://"),
        ("rtsp://", "has no valid host"),
        ("http://me:secret@host:99999/", "has the port 99999, expected 1 to 65535"),
        ("http://me:secret@host:1:2/", "has no valid host"),
        ("rtsp://me:se#secret@host/", "write the # in your password as %23"),
        ("http://host/a\r\nX-Secret: b", "holds a space or a line end"),
        ("tcp://host", "has no port; add one, as in tcp://host:1234"),
        (f"http://{'a' * 300}/", "has no valid host"),
    ],
)
def test_a_malformed_address_is_one_sentence_without_its_password(address, words):
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        SourceRequest.parse(address)
    assert "secret" not in str(caught.value)
    with pytest.raises(ValueError, match=re.escape(words)):
        SourceRequest("network", address)


@pytest.mark.parametrize(
    "address",
    ["http://[::1]:80/x", "http://[fe80::1%25eth0]/", "rtsp://me:[y@host/\u00fc", "udp://@:1234"],
)
def test_an_address_of_an_unusual_form_is_one(address):
    assert SourceRequest.parse(address).kind == "network"


def test_hosts_are_allowed_to_network_cameras_by_name_alone():
    allowed = ("other.example", "::1", "10.0.0.3")
    assert SourceRequest.parse("http://cam/", allowed_hosts=allowed).allowed_hosts == allowed
    with pytest.raises(ValueError, match=r"http://other/ is no host; expected a name or a number"):
        SourceRequest.parse("http://cam/", allowed_hosts=("http://other/",))
    with pytest.raises(
        ValueError, match="only a network camera leads to other hosts, not Camera 0"
    ):
        SourceRequest.parse("0", allowed_hosts=("other.example",))


def test_what_leads_to_no_camera_is_said_at_once():
    with pytest.raises(
        ValueError, match=r"ftp:// is not a camera address; expected rtsp://, rtsps://"
    ):
        SourceRequest.parse("ftp://10.0.0.2/live")
    with pytest.raises(ValueError, match=r"There is no file holiday\.mp4; check the path"):
        SourceRequest.parse("holiday.mp4")


def test_a_file_where_nobody_may_look_is_no_camera(monkeypatch):
    def refuse(path, **options):
        raise PermissionError

    monkeypatch.setattr("pathlib.Path.stat", refuse)
    with pytest.raises(ValueError, match=r"locked/clip\.mp4 may not be read; check its permi"):
        SourceRequest.parse("locked/clip.mp4")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://me:s3cr@t@10.0.0.2/live", "rtsp://10.0.0.2/live"),
        ("http://10.0.0.2?mail=me@home", "http://10.0.0.2?mail=me@home"),
    ],
)
def test_a_password_is_left_out_to_its_end_and_nothing_else(address, shown):
    assert str(SourceRequest.parse(address)) == shown
