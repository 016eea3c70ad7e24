"""The mutator: every format, in every way, and the same again for the same seed."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("the attack asks Linux how a process ended", allow_module_level=True)

from collections import Counter
from dataclasses import replace
from random import Random

from attack import inputs, kills, program
from attack.damage import WAYS, damaged
from attack.parts import parts_of
from attack.tries import Supplies
from attack.verdict import ROOM_LIKENESS, likeness_to_room, pictures_of, strays
from attack.victims import (
    BLOCK,
    HEIGHT,
    WIDTH,
    _blocks,
    make_blind_model,
    make_sources,
    make_victims,
    room,
    source_room,
)


@pytest.fixture(scope="module")
def victims(tmp_path_factory):
    return make_victims(tmp_path_factory.mktemp("victims"))


def test_every_format_is_there_and_is_taken_apart(victims):
    suffixes = {path.suffix for path in victims.values()}
    assert suffixes >= {".mp4", ".mov", ".mkv", ".webm", ".avi", ".ts", ".gif"}
    assert suffixes >= {".png", ".jpg", ".tiff", ".bmp", ".tga", ".ppm"}
    for name, path in victims.items():
        if path.suffix not in (".tga", ".ppm"):  # which have no parts
            assert len(parts_of(path.read_bytes())) >= 2, name


def test_the_same_seed_damages_in_the_same_way_and_another_one_in_another(victims):
    contents = [path.read_bytes() for path in victims.values()]
    for number, content in enumerate(contents):
        one, other = (damaged(content, Random(f"1:{number}"), contents) for _ in range(2))
        assert one == other
    made = {damaged(contents[0], Random(f"{seed}"), contents)[0] for seed in range(200)}
    assert len(made) > 150


def test_every_way_damages_every_format_without_an_error(victims):
    contents = [path.read_bytes() for path in victims.values()]
    unchanged = Counter()
    for content in contents:
        for number, way in enumerate(WAYS):
            unchanged[way.__name__] += way(content, Random(number), contents) == content
            way(way(content[:10], Random(number), contents), Random(number), contents)
    assert max(unchanged.values()) < len(contents) / 2, unchanged


def test_every_way_takes_files_of_less_than_a_header(victims):
    contents = [path.read_bytes() for path in victims.values()]
    for content in contents:
        for length in (3, 7, 12):
            for way in WAYS:
                for seed in range(8):
                    way(content[:length], Random(seed), contents)


@pytest.fixture
def supplies(victims, tmp_path):
    folder = tmp_path / "supplies"
    sources = make_sources(folder, frame_count=4)
    return Supplies(victims, sources, make_blind_model(folder), tmp_path, is_short=True)


def test_a_job_may_end_by_any_of_the_signals_that_it_gets(supplies, tmp_path):
    """Once its work is done, a polite signal before SIGKILL ends it as the system does."""
    for number in range(40):
        place = tmp_path / f"{number}"
        place.mkdir()
        attempt = kills.make_kill_try(Random(number), replace(supplies, folder=place))
        call, promise = attempt.steps[0]
        if call.signals is not None:
            assert promise.may_end_by == {signal.Signals[name] for name in call.signals.names}


def test_a_round_takes_every_role_and_every_scenario(supplies, tmp_path):
    for make, least in ((inputs.make_input_try, 25), (kills.make_kill_try, 25)):
        rows = set()
        for number in range(300):
            place = tmp_path / f"{least}-{make.__name__}-{number}"
            place.mkdir()
            attempt = make(Random(number), replace(supplies, folder=place))
            attempt.close()
            rows.add(attempt.what)
        assert len(rows) >= least, rows


def test_a_black_bar_is_no_stray_and_the_room_at_the_border_or_a_black_picture_is():
    picture = np.full((48, 64, 3), (127, 0, 255), np.uint8)
    picture[:, 62:], picture[:1] = 0, 2
    assert strays(picture, (127, 0, 255)) == 0
    picture[:, 62:] = source_room(height=48, width=64)[:, 62:]
    assert strays(picture, (127, 0, 255)) > 0.02
    assert strays(np.zeros_like(picture), (127, 0, 255)) == 1


def test_the_source_s_room_is_recognised_and_no_other_picture_is(victims, tmp_path):
    assert likeness_to_room(source_room()) > 0.99
    assert likeness_to_room(room()) < 0.3
    source = make_sources(tmp_path, frame_count=4)["source.mp4"]
    assert likeness_to_room(pictures_of(source)[0]) > 0.9


def test_what_takes_long_on_a_crowded_machine_does_not_hang(tmp_path, monkeypatch):
    call = program.Call((), tmp_path, limit_s=0.2)
    for load, seconds, is_over in ((0.0, 1000, False), (1e6, 1, True)):
        monkeypatch.setattr(program.os, "getloadavg", lambda load=load: (load, load, load))
        process = subprocess.Popen(["sleep", str(seconds)])
        handle = os.pidfd_open(process.pid)
        assert program._accompany(process.pid, handle, call)[0] == is_over
        os.close(handle)
        process.kill()
        process.wait()


def test_no_other_picture_looks_like_the_room_by_chance():
    others = [_blocks(1000 + seed, BLOCK, height=HEIGHT, width=WIDTH) for seed in range(3000)]
    assert max(map(likeness_to_room, others)) < ROOM_LIKENESS - 0.1
    assert likeness_to_room(source_room()) > 0.99
