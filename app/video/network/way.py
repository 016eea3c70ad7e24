"""Way: how libav reaches a camera, by the scheme of its address, and what it may open there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.video.network.access import Access
from app.video.network.address import CameraAddress
from app.video.network.connection import Allowance, Connection, RawStream, reason_of, unanswered
from app.video.network.http_stream import HttpOpener
from app.video.network.rtsp_relay import RtspRelay
from app.video.source import SourceError

# Formats that carry pictures themselves. Lists of other addresses (concat, sdp, dash, image
# sequences) are left out; cameras send none.
_STREAMS = (
    "mpjpeg,mjpeg,jpeg_pipe,png_pipe,webp_pipe,mpegts,mpeg,h264,hevc,m4v,mpegvideo,av1,obu,ivf,"
    "flv,live_flv,matroska,mov,ogg,asf,avi,nut,gif"
)
# libav checks each connection's protocol against this list; no protocol has this name.
_NO_PROTOCOL = "none"
# PyAV cannot close a connection that a playlist keeps open.
_PLAYLIST_OPTIONS = {"http_persistent": "0", "http_multiple": "0"}


@dataclass(slots=True)
class Way:
    """Arguments for `av.open`.

    Attributes:
        target: An address, or an object to read from.
        format: libav's name; None leaves it to the first bytes, within `options`.
        options: Above all, what may be opened.
        io_open: Opens a playlist's entries; None where nothing is opened.
        close: Ends all connections; may be called twice.
        moved_to: Where the camera redirects to, None if it does not; to be called after `av.open`
            failed. Raises `RefusedError` if that host is not allowed.
        comes_in_bursts: Pictures come as fast as the line allows, to be shown in their own time.
    """

    target: Any
    format: str | None
    options: dict[str, str]
    io_open: Callable[[str, int, Mapping[str, str]], Any] | None = None
    close: Callable[[], None] = field(default=lambda: None)
    moved_to: Callable[[], CameraAddress | None] = field(default=lambda: None)
    comes_in_bursts: bool = False


def find_way(camera: CameraAddress, access: Access, allowance: Allowance) -> Way:
    """The way to `camera`; connects, unless libav does so itself.

    Raises:
        SourceError: It cannot be reached.
    """
    if camera.scheme in ("http", "https"):
        return _over_http(camera, access, allowance)
    if camera.scheme in ("rtsp", "rtsps"):
        return _over_rtsp(camera, access, allowance)
    if camera.scheme == "tcp":
        return _over_tcp(camera, access, allowance)
    return _by_libav(camera, access)


def _over_http(camera: CameraAddress, access: Access, allowance: Allowance) -> Way:
    opener = HttpOpener(camera, access, allowance)
    stream = opener.open()
    options = {"protocol_whitelist": _NO_PROTOCOL, "format_whitelist": f"hls,{_STREAMS}"}
    return Way(
        stream,
        stream.format,
        options | _PLAYLIST_OPTIONS,
        opener.io_open,
        opener.close,
        comes_in_bursts=stream.is_finite or stream.format == "hls",
    )


def _over_tcp(camera: CameraAddress, access: Access, allowance: Allowance) -> Way:
    try:
        connected = access.connect(camera, is_encrypted=False)
    except SourceError:  # our own, with its sentence, which is an OSError, too
        raise
    except OSError as error:
        raise unanswered(camera.shown, reason_of(error)) from error
    # Without the address's suffix, which must not choose a format.
    stream = RawStream(Connection(connected, allowance), allowance, f"tcp://{camera.place}")
    options = {"protocol_whitelist": _NO_PROTOCOL, "format_whitelist": _STREAMS}
    return Way(stream, None, options, close=stream.close)


def _over_rtsp(camera: CameraAddress, access: Access, allowance: Allowance) -> Way:
    relay = RtspRelay(camera, access, allowance)

    def moved_to() -> CameraAddress | None:
        relay.close()  # the relay knows everything only after it is closed
        return None if relay.redirect is None else _onward(camera, relay.redirect, access)

    options = {
        # To the relay. RTP outside the connection would need udp and rtp.
        "protocol_whitelist": "tcp",
        "format_whitelist": "rtsp",
        "rtsp_transport": "tcp",
        "allowed_media_types": "video",
    }
    return Way(relay.address, "rtsp", options, None, relay.close, moved_to)


def _onward(camera: CameraAddress, location: str, access: Access) -> CameraAddress:
    """Where an RTSP camera redirects to; the password goes along to the same port only."""
    schemes = ("rtsps",) if camera.scheme == "rtsps" else ("rtsp", "rtsps")
    onward = access.led_on(location, schemes)
    return replace(onward, login=camera.login if onward.is_at_port_of(camera) else "")


def _by_libav(camera: CameraAddress, access: Access) -> Way:
    """Rtmp and udp name no other hosts, and their formats open nothing."""
    if camera.host:  # look the host up with our limit first: libav's own look-up has none
        try:
            access.look_up(camera)
        except SourceError:  # our own, with its sentence, which is an OSError, too
            raise
        except OSError as error:
            raise unanswered(camera.shown, reason_of(error)) from error
    login = f"{camera.login}@" if camera.login else ""
    protocols, formats = {
        "rtmp": ("rtmp,tcp", "flv,live_flv"),
        "udp": ("udp", _STREAMS),
    }[camera.scheme]
    options = {"protocol_whitelist": protocols, "format_whitelist": formats}
    return Way(f"{camera.scheme}://{login}{camera.place}{camera.target}", None, options)
