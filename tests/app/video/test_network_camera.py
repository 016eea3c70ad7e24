"""Addresses that lead to no camera: each is told apart, and no password is shown."""

import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import av
import pytest
from mjpeg_camera import MjpegCamera

from app.video.cameras import network_camera
from app.video.cameras.network_camera import NetworkCamera
from app.video.source import SourceError

PAGE = b"<html>hello</html>"


@pytest.fixture
def web_server():
    """Serves a web page at / and refuses everything else; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/" else 401)
            self.send_header("Content-Length", str(len(PAGE)))
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"me:secret@127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "words"),
    [("/", "answers, but not with a video"), ("/live", "refuses (401 Unauthorized); check")],
)
def test_a_web_server_that_is_no_camera(web_server, path, words):
    with pytest.raises(SourceError) as caught:
        NetworkCamera(f"http://{web_server}{path}")
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(SourceError, match=r"does not answer \(Connection refused\)"):
        NetworkCamera(f"rtsp://127.0.0.1:{port}/live")


def test_a_server_that_says_nothing_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(SourceError, match="it did not answer in time"):
            NetworkCamera(f"http://127.0.0.1:{port}/", open_timeout_s=0.3, read_timeout_s=0.3)


def broken(jpeg):
    """A start, and then nothing that a decoder could use."""
    return jpeg[:2] + b"\xff\xc0\x00\x0b\x08" + bytes(range(200))


def test_a_picture_that_cannot_be_decoded_is_no_broken_connection():
    with MjpegCamera(frame_rate=100) as camera:
        camera.damage = lambda number, jpeg: broken(jpeg) if number % 3 else jpeg
        with NetworkCamera(camera.address) as source:
            for _ in range(12):
                assert source.read() is not None


def test_a_camera_of_which_nothing_can_be_decoded_any_more_is_told(monkeypatch):
    monkeypatch.setattr(network_camera, "UNDECODABLE_S", 0.3)
    with MjpegCamera(frame_rate=100) as camera:
        camera.damage = lambda number, jpeg: jpeg if number < 20 else broken(jpeg)
        with (
            NetworkCamera(camera.address) as source,
            pytest.raises(SourceError, match=r"pictures cannot be decoded \(.+\); restart"),
        ):
            all(source.read() for _ in range(1000))


def test_a_picture_that_cannot_be_converted_is_left_out(monkeypatch):
    with MjpegCamera(frame_rate=100) as camera, NetworkCamera(camera.address) as source:
        pixels = source._pixels
        calls = iter(range(100))

        def sometimes(frame):
            if next(calls) % 2:
                raise av.error.PatchWelcomeError(0, "Not yet implemented in FFmpeg")
            return pixels(frame)

        monkeypatch.setattr(source, "_pixels", sometimes)
        for _ in range(6):
            assert source.read() is not None
