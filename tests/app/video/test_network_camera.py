"""Addresses that lead to no camera: each is told apart, and no password is shown."""

import io
import socket
import threading
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer

import av
import numpy as np
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


@pytest.fixture
def film_server():
    """Serves the bytes of a film; call it with them, which gives the address."""
    with ExitStack() as stack:

        def serve(content):
            class Handler(BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)

                def log_message(self, *args):
                    pass

            server = HTTPServer(("127.0.0.1", 0), Handler)
            stack.callback(server.server_close)
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_address[1]}/film.ts"

        yield serve


@pytest.mark.parametrize(
    ("path", "words"),
    [("/", "answers, but not with a video"), ("/live", "refuses (401 Unauthorized); check")],
)
def test_a_web_server_that_is_no_camera(web_server, path, words):
    with pytest.raises(SourceError) as caught:
        NetworkCamera(f"http://{web_server}{path}")
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("color_range", [1, 2])
def test_grey_of_either_range_keeps_its_black_and_white(film_server, color_range):
    """HEVC without colour, of which swscale takes any for full range."""
    codes = (16, 235) if color_range == 1 else (0, 255)
    content = io.BytesIO()
    with av.open(content, "w", format="mpegts") as container:
        stream = container.add_stream("libx265", rate=25)
        stream.height, stream.width, stream.pix_fmt = 48, 64, "gray"
        stream.codec_context.color_range = color_range
        stream.codec_context.options = {"x265-params": "log-level=none:bframes=0:lossless=1"}
        plane = np.repeat(np.array(codes, np.uint8), 32)[None].repeat(48, 0)
        for _ in range(20):
            frame = av.VideoFrame(64, 48, "gray")
            frame.color_range = color_range
            frame.planes[0].update(plane.tobytes())
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    with NetworkCamera(film_server(content.getvalue())) as source:
        frame = source.read()
        assert source.format.full_range == (color_range == 2)
        assert np.abs(frame.pixels[:48].astype(int) - plane).max() <= 2
        assert (frame.pixels[48:] == 128).all()


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
