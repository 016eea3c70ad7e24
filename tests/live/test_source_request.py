import pytest

from pipeline.live import SourceRequest


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


def test_what_leads_to_no_camera_is_said_at_once():
    with pytest.raises(ValueError, match=r"ftp:// leads to no camera; expected rtsp://, rtsps://"):
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
