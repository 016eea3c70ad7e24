"""What a hostile address makes the program do: nothing but say so, in one sentence."""

from __future__ import annotations

import hashlib
import logging
import re
import socket
import threading
from contextlib import suppress
from pathlib import Path

import av
import numpy as np
import pytest
from attack.hostile_servers import (
    BOUNDARY,
    HTTP_ATTACKS,
    LEADING_AWAY,
    LISTS,
    M3U8,
    RTSP_ATTACKS,
    RTSP_LEADING_AWAY,
    Bystander,
    DamagingLine,
    HostileServer,
    answers,
    description,
    jpeg,
    part,
    playlist,
    redirect,
    rtsp_reply,
    site,
)
from rtsp_camera import RtspCamera

from app.video.cameras import network_camera
from app.video.cameras.network_camera import NetworkCamera, Pacer
from app.video.network.access import LoginRefusedError
from app.video.network.connection import MOST_CONNECTIONS, Allowance, BrokenError
from app.video.source import SourceError

SECRET = "s3cret"
# For those that never end; what answers at once gets the usual time, on a busy machine too.
QUICK = {"open_timeout_s": 1.5, "read_timeout_s": 0.7}


@pytest.fixture
def bystander():
    try:
        with Bystander() as server:
            yield server
    except OSError as error:
        pytest.skip(f"this system has no second loopback address ({error})")


def read_on(address: str, **options) -> None:
    with NetworkCamera(address, **options) as camera:
        while camera.read() is not None:
            pass
    raise SourceError("it ended")


def sentence_of(address: str, **options) -> str:
    """What is said about an address that shows no picture."""
    with pytest.raises(SourceError) as caught:
        read_on(address, **options)
    sentence = str(caught.value)
    assert SECRET not in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400
    return sentence


@pytest.mark.parametrize("name", LEADING_AWAY)
def test_an_address_leads_to_no_other_host_and_to_no_file(name, bystander):
    with HostileServer(LEADING_AWAY[name], other=bystander.place) as server:
        sentence = sentence_of(f"http://me:{SECRET}@{server.place}/live.m3u8")
    assert bystander.connections == 0
    if "host" in name:
        assert "127.0.0.1 wants pictures from 127.0.0.2; allow it with" in sentence
    elif "redirect" in name:
        assert re.search("127.0.0.1 (redirects to|asks for the file)", sentence)
    else:  # libav has no such segments by itself
        assert "not with a video" in sentence


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_no_camera_sends_is_no_video(name, bystander):
    with HostileServer(LISTS[name], other=bystander.place) as server:
        sentence = sentence_of(f"http://{server.place}/live")
    assert "answers, but not with a video" in sentence
    assert bystander.connections == 0


@pytest.mark.parametrize("name", RTSP_LEADING_AWAY)
def test_an_rtsp_camera_leads_to_no_other_host(name, bystander):
    with HostileServer(RTSP_LEADING_AWAY[name], other=bystander.place) as server:
        sentence = sentence_of(f"rtsp://me:{SECRET}@{server.place}/live")
    assert bystander.connections == 0
    assert re.search("wants pictures from 127.0.0.2; allow it with|redirects to", sentence)


@pytest.mark.parametrize("name", sorted(HTTP_ATTACKS.keys() - LEADING_AWAY.keys() - LISTS.keys()))
def test_a_hostile_web_server_is_given_up_with_a_sentence(name, bystander):
    with HostileServer(HTTP_ATTACKS[name], other=bystander.place) as server:
        sentence_of(f"http://me:{SECRET}@{server.place}/live", **QUICK)
        if "password" in name:
            assert server.connections < 12
    assert bystander.connections == 0


@pytest.mark.parametrize("name", sorted(RTSP_ATTACKS.keys() - RTSP_LEADING_AWAY.keys()))
def test_a_hostile_rtsp_server_is_given_up_with_a_sentence(name, bystander):
    with HostileServer(RTSP_ATTACKS[name], other=bystander.place) as server:
        sentence_of(f"rtsp://me:{SECRET}@{server.place}/live", **QUICK)
    assert bystander.connections == 0


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_line_is_a_picture_or_a_sentence(tmp_path, seed):
    files = playlist_site(tmp_path)
    with (
        HostileServer(site(files)) as server,
        DamagingLine(server.port, seed=seed, spare_bytes=100 * seed, every_bytes=2000) as line,
        suppress(SourceError),
        NetworkCamera(f"http://{line.place}/live.m3u8", **QUICK) as camera,
    ):
        while camera.read() is not None:
            pass


# What works goes on working


def clip(path, *, options=None, frame_count=30, container="") -> bytes:
    """A short H.264 clip; each picture brighter than the one before."""
    with av.open(str(path), "w", format=container or None, options=options or {}) as file:
        stream = file.add_stream("libx264", rate=30, options={"g": "10", "preset": "ultrafast"})
        stream.height, stream.width, stream.pix_fmt = 48, 64, "yuv420p"
        for index in range(frame_count):
            picture = np.full((48, 64, 3), (40 + 6 * index) % 256, np.uint8)
            file.mux(stream.encode(av.VideoFrame.from_ndarray(picture)))
        file.mux(stream.encode())
    return path.read_bytes()


def playlist_site(folder, **options) -> dict[str, tuple[str, bytes]]:
    """A playlist with its segments, as files of a `site`."""
    wishes = {"hls_time": "0.3", "hls_list_size": "0", **options}
    clip(folder / "live.m3u8", options=wishes, container="hls")
    return {
        f"/{file.name}": (M3U8 if file.suffix == ".m3u8" else "video/mp2t", file.read_bytes())
        for file in folder.iterdir()
    }


def count_frames(address: str, **options) -> int:
    with NetworkCamera(address, **options) as camera:
        count = 0
        while camera.read() is not None:
            count += 1
    return count


@pytest.mark.parametrize(
    "options", [{}, {"hls_flags": "single_file"}, {"hls_segment_type": "fmp4"}]
)
def test_a_playlist_of_the_same_host_plays_to_its_end(tmp_path, options):
    with HostileServer(site(playlist_site(tmp_path, **options))) as server:
        assert count_frames(f"http://{server.place}/live.m3u8") == 30
        assert server.connections > 2


def test_a_playlist_may_lead_to_a_host_that_was_allowed_but_the_password_goes_not_along(
    tmp_path, bystander
):
    segment = clip(tmp_path / "a.ts")
    bystander.answer = site({"/a.ts": ("video/mp2t", segment)})
    locked = _locked(answers(playlist(f"http://{bystander.place}/a.ts"), M3U8), 'Basic realm="x"')
    with HostileServer(locked) as server:
        address = f"http://me:{SECRET}@{server.place}/live.m3u8"
        assert "allow it with --allow-host 127.0.0.2" in sentence_of(address)
        assert bystander.connections == 0
        assert count_frames(address, allowed_hosts=["127.0.0.2"]) == 30
    assert bystander.heads
    assert "Authorization" not in "".join(bystander.heads)
    assert "Authorization" in "".join(server.heads)


def test_a_redirect_on_the_same_host_is_followed_without_its_cookie():
    def answer(visit):
        if visit.path == "/live":
            visit.send(redirect("/new/place"))
        else:
            answers(part(jpeg()) * 3, BOUNDARY)(visit)

    with HostileServer(answer) as server:
        assert count_frames(f"http://{server.place}/live") == 3
    assert [head.split()[1] for head in server.heads] == ["/live", "/new/place"]
    assert "ookie" not in "".join(server.heads)


def test_an_encrypted_camera_leads_to_no_plain_address():
    # Without encryption here: what follows an address is decided before anything is opened.
    from app.video.network.access import Access, RefusedError

    allowance = Allowance("cam")
    access = Access("cam", (), allowance)
    with pytest.raises(RefusedError, match="redirects to http://cam/, expected https"):
        access.led_on("http://cam/", ("https",))
    assert access.led_on("https://CAM./x", ("https",)).host == "cam"


def _locked(inside, challenge: str, is_right=lambda line: True):
    """Asks for a password first."""

    def answer(visit):
        line = re.search("(?m)^Authorization: (.*)$", visit.head)
        if line and is_right(line[1]):
            inside(visit)
        else:
            visit.send(
                f"HTTP/1.1 401 No\r\nWWW-Authenticate: {challenge}\r\nContent-Length: 0\r\n\r\n"
            )

    return answer


@pytest.mark.parametrize("algorithm", ["MD5", "SHA-256"])
@pytest.mark.parametrize("qop", ['qop="auth,auth-int", ', ""])
def test_a_password_is_proven_and_not_told(algorithm, qop):
    def digest(text):
        return hashlib.new(algorithm.replace("-", ""), text.encode()).hexdigest()

    def is_right(line):
        said = dict(re.findall(r'(\w+)="?([^",]*)"?', line))
        middle = f"{said['nc']}:{said['cnonce']}:auth:" if qop else ""
        wanted = digest(f"me@home:the room:{SECRET}")
        return said["response"] == digest(f"{wanted}:77:{middle}{digest('GET:/a?b=c')}")

    challenge = f'Digest realm="the room", nonce="77", {qop}algorithm={algorithm}'
    with HostileServer(_locked(answers(part(jpeg()) * 2, BOUNDARY), challenge, is_right)) as server:
        assert count_frames(f"http://me%40home:{SECRET}@{server.place}/a?b=c") == 2
        with pytest.raises(SourceError, match=r"refuses \(401 No\)"):
            count_frames(f"http://me%40home:wrong@{server.place}/a?b=c")
    assert server.connections == 4, "a wrong password is tried once: more may lock a camera"
    assert SECRET not in "".join(server.heads)


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_a_password_stays_at_its_port(scheme):
    """At another port of the same computer another program answers, perhaps another user's."""

    def ask(visit):
        challenge = 'WWW-Authenticate: Basic realm="cam"'
        if scheme == "rtsp":
            rtsp_reply(visit, challenge, status="401 Unauthorized")
        else:
            visit.send(f"HTTP/1.1 401 No\r\n{challenge}\r\nContent-Length: 0\r\n\r\n")

    with HostileServer(ask) as thief:
        target = f"{scheme}://{thief.place}/live"

        def lead(visit):
            if "Authorization" not in visit.head:
                ask(visit)
            elif scheme == "rtsp":
                rtsp_reply(visit, f"Location: {target}", status="302 Moved")
            else:
                visit.send(redirect(target))

        with HostileServer(lead) as server:
            sentence_of(f"{scheme}://me:{SECRET}@{server.place}/live")
    assert thief.heads
    assert "Authorization" not in "".join(thief.heads)


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_a_refused_password_is_told_apart_from_one_that_was_not_given(scheme):
    def refuse(visit):
        if scheme == "rtsp":
            challenge = 'WWW-Authenticate: Basic realm="cam"'
            rtsp_reply(visit, challenge, status="401 Unauthorized")
        else:
            visit.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")

    with HostileServer(refuse) as server:
        with pytest.raises(LoginRefusedError, match="refuses"):
            NetworkCamera(f"{scheme}://me:{SECRET}@{server.place}/live")
        with pytest.raises(SourceError, match="refuses") as without:
            NetworkCamera(f"{scheme}://{server.place}/live")
    assert not isinstance(without.value, LoginRefusedError)


def test_an_rtsp_camera_may_lead_to_another_port_of_its_host():
    with RtspCamera(height=48, width=64) as camera:

        def answer(visit):
            rtsp_reply(visit, f"Location: {camera.address}", status="302 Moved")

        with HostileServer(answer) as server, NetworkCamera(f"rtsp://{server.place}/x") as moved:
            assert (moved.height, moved.width) == (48, 64)
            assert moved.read() is not None
            assert moved.read() is not None


def test_a_file_on_a_server_plays_with_its_index_at_the_end(tmp_path):
    data = clip(tmp_path / "a.mp4")
    assert data.index(b"moov") > data.index(b"mdat")
    with HostileServer(site({"/a.mp4": ("video/mp4", data)})) as server:
        assert count_frames(f"http://{server.place}/a.mp4") == 30


def test_what_a_tcp_address_sends_is_a_stream_and_no_list(tmp_path):
    stream = clip(tmp_path / "a.ts")
    with HostileServer(lambda visit: visit.send(stream), speaks_first=True) as server:
        assert count_frames(f"tcp://{server.place}") >= 10  # without what was only looked at
    listed = playlist(f"file://{tmp_path}/a.ts")
    for text in (listed, f"ffconcat version 1.0\nfile '{tmp_path}/a.ts'\n"):
        with HostileServer(lambda visit, t=text: visit.send(t), speaks_first=True) as server:
            assert "not with a video" in sentence_of(f"tcp://{server.place}/x.m3u8")


class GrownContainer:
    """As PyAV's, whose last packets stumble over tracks that came after the opening."""

    def __init__(self, container):
        self._container = container

    def demux(self, stream):
        yield from self._container.demux(stream)
        raise IndexError("list index out of range")

    def __getattr__(self, name):
        return getattr(self._container, name)


def test_a_stream_that_got_more_tracks_on_its_way_just_ends(tmp_path, monkeypatch):
    honest = av.open
    monkeypatch.setattr(av, "open", lambda *a, **options: GrownContainer(honest(*a, **options)))
    with HostileServer(answers(part(jpeg()) * 3, BOUNDARY)) as server:
        assert count_frames(f"http://{server.place}/") == 3


def test_one_damaged_picture_is_left_out_and_the_stream_goes_on():
    whole = part(jpeg())
    stream = whole * 2 + part(b"\xff\xd8 no picture") + whole * 2
    with (
        HostileServer(answers(stream, BOUNDARY)) as server,
        NetworkCamera(f"http://{server.place}/") as camera,
    ):
        count = 0
        while camera.read() is not None:
            count += 1
        assert (count, camera.damaged_count) == (4, 1)


def test_a_picture_without_end_costs_no_more_than_its_allowance():
    with HostileServer(HTTP_ATTACKS["a part of two gigabytes"]) as server:
        assert "sent 64 MB without a picture" in sentence_of(f"http://{server.place}/")


def test_pictures_beyond_the_limit_of_films_are_refused_with_their_size(monkeypatch):
    monkeypatch.setattr(network_camera, "MOST_FILM_PIXELS", 64 * 48 - 1)
    with HostileServer(answers(part(jpeg()) * 3, BOUNDARY)) as server:
        assert "megapixels (64x48), and" in sentence_of(f"http://{server.place}/")


def test_pictures_as_large_as_films_may_be_are_decoded_and_far_larger_ones_are_not():
    picture = jpeg(height=4352, width=8192)
    with (
        HostileServer(answers(part(picture) * 2, BOUNDARY)) as server,
        NetworkCamera(f"http://{server.place}/") as camera,
    ):
        assert (camera.height, camera.width) == (4352, 8192)
    picture = jpeg(height=6000, width=9000)
    with HostileServer(answers(part(picture) * 2, BOUNDARY)) as server:
        assert "none of its pictures can be decoded" in sentence_of(f"http://{server.place}/")


@pytest.mark.parametrize("scheme", ["http", "rtsp", "tcp", "rtmp"])
def test_a_name_that_is_never_looked_up_takes_no_more_than_the_time_for_opening(
    monkeypatch, scheme
):
    is_over = threading.Event()

    def hang(*asked, **how):
        is_over.wait()
        raise socket.gaierror(socket.EAI_AGAIN, "the system gave up by itself")

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    sentence = sentence_of(f"{scheme}://camera.example:8080/live", **QUICK)
    is_over.set()
    assert "does not answer (looking up its name took too long)" in sentence


def test_a_name_longer_than_names_may_be_is_refused_in_a_sentence():
    assert "has no valid host" in sentence_of(f"http://{'a' * 64}.example/")


def test_a_playlist_without_end_is_given_up_by_its_size():
    with HostileServer(HTTP_ATTACKS["a playlist without end"]) as server:
        assert "is a playlist of more than 4 MB" in sentence_of(f"http://{server.place}/")


@pytest.mark.skipif(not Path("/proc/net/udp").exists(), reason="only Linux lists its sockets so")
def test_a_description_opens_no_port_on_this_computer():
    seen: list[str] = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(0.01):
            sockets = Path("/proc/net/udp").read_text().splitlines()
            seen.extend(line.split()[1] for line in sockets if f":{50040:04X} " in line)

    looking = threading.Thread(target=look)
    looking.start()
    with HostileServer(answers(description("0.0.0.0", 50040), "application/sdp")) as server:
        sentence = sentence_of(f"http://{server.place}/live")
    is_over.set()
    looking.join()
    assert "not with a video" in sentence
    assert not seen


def test_no_password_is_printed_or_logged(caplog, capfd):
    caplog.set_level(logging.DEBUG)
    for scheme, attacks in (("http", LEADING_AWAY), ("rtsp", RTSP_LEADING_AWAY)):
        for attack in attacks.values():
            with HostileServer(attack, other="127.0.0.9:9") as server:
                sentence_of(f"{scheme}://me:{SECRET}@{server.place}/live")
    printed = capfd.readouterr()
    assert SECRET not in caplog.text + printed.out + printed.err


# The parts


def test_an_allowance_ends_with_its_bytes_its_connections_and_its_time():
    clock = [100.0]
    allowance = Allowance("cam", most_bytes=3 << 20, clock=lambda: clock[0])
    allowance.extend(2.0)
    assert allowance.left_s() == 2.0
    allowance.spend(3 << 20)
    allowance.renew()
    allowance.spend(3 << 20)
    with pytest.raises(SourceError, match="cam sent 3 MB without a picture"):
        allowance.spend(1)
    for _ in range(MOST_CONNECTIONS):
        allowance.connect()
    with pytest.raises(SourceError, match="cam redirects too often"):
        allowance.connect()
    clock[0] += 2.0
    with pytest.raises(BrokenError, match="in time"):
        allowance.left_s()
    with pytest.raises(SourceError, match="3 MB"):  # what came first is the cause
        allowance.check()


def test_pictures_that_come_at_once_are_shown_in_their_own_time():
    pacer = Pacer()
    assert pacer.wait_s(50.0, 7.0) == 0.0
    assert pacer.wait_s(50.5, 7.0) == 0.5
    assert pacer.wait_s(50.5, 7.55) == 0.0, "a little late: at once"
    assert pacer.wait_s(50.6, 7.55) == pytest.approx(0.05)
    assert pacer.wait_s(50.6, 8.0) == 0.0, "late: what follows is as late"
    assert pacer.wait_s(50.7, 8.0) == pytest.approx(0.1)
    assert pacer.wait_s(3.0, 8.0) == 0.0, "its clock began anew"
    assert pacer.wait_s(3.25, 8.0) == 0.25
