"""Addresses as people and logs see them: never with a password, however they were typed."""

from __future__ import annotations

import pytest

import main
from app.pipeline.live.source_request import SourceRequest
from app.video.network.address import CameraAddress, without_password


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("rtsp://me:hunter2@cam/live", "rtsp://cam/live"),
        ("me:hunter2@cam/", "cam/"),
        ("http:/me:hunter2@cam/x", "http:/cam/x"),
        ("http:///me:hunter2@cam", "http:///cam"),
        ("rtsp:me:hunter2@cam", "cam"),
        ("ftp://me:hunter2@cam/a.mp4", "ftp://cam/a.mp4"),
        ("http://me:hun/ter2@cam/", "http://cam/"),
        ("tcp://me:hunt@er2@127.0.0.1:9", "tcp://127.0.0.1:9"),
        ("http://cam/x.cgi?channel=1&pwd=hunter2&x=2", "http://cam/x.cgi?channel=1&pwd=...&x=2"),
        (
            "http://cam/x.cgi?loginuse=me&loginpas=hunter2",
            "http://cam/x.cgi?loginuse=...&loginpas=...",
        ),
        ("no file s3://me:hunter2@there/x today", "no file s3://there/x today"),
    ],
)
def test_a_login_is_left_out_also_where_the_address_is_not_whole(typed, shown):
    assert without_password(typed) == shown


@pytest.mark.parametrize(
    "name",
    ["holiday@home.mp4", r"C:\films\a@b.mp4", "/films/9:15@home.mp4", "x:/films/a@b.mp4", "me@cam"],
)
def test_the_name_of_a_file_stays_as_it_is(name):
    assert without_password(name) == name


@pytest.mark.parametrize(
    "typed",
    [
        "me:hunter2@127.0.0.1/",
        "http:/me:hunter2@127.0.0.1/x",
        "http:/me:hunter2@127.0.0.1/x.jpg",
        "http://127.0.0.1:9/x?pwd=hunter2",
        "ftp://me:hunter2@127.0.0.1/",
    ],
)
def test_the_command_prints_no_password(typed, capfd):
    main.main(["camera", "--source", typed, "--no-window", "--seconds", "0.1"])
    printed = capfd.readouterr()
    assert printed.err
    assert "hunter2" not in printed.out + printed.err


def test_what_is_remembered_and_resolved_against_keeps_its_query():
    address = CameraAddress.parse("http://me:hunter2@cam/x?channel=1&pwd=hunter2")
    assert address.base == "http://cam/x?channel=1&pwd=hunter2"
    assert "hunter2" not in address.shown
    assert "hunter2" not in str(SourceRequest.parse("http://me:hunter2@cam/x"))
