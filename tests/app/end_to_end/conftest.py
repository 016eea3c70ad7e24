"""Clips to work on, and `main.py` called in this process with an engine that a test holds."""

import json
from types import SimpleNamespace

import pytest
from doubles import FakeEngineFactory, FilmEngineFactory
from video_clips import make_clip

import main


@pytest.fixture
def clip(tmp_path):
    """Eight frames of 64x48 with a sound track."""
    make_clip(tmp_path / "clip.mp4", audio=("aac",))
    return tmp_path / "clip.mp4"


@pytest.fixture
def engine_factory(monkeypatch):
    """The engine of `command`: a box in the middle is the person."""
    return _made_by(FakeEngineFactory(), monkeypatch)


@pytest.fixture
def film_engine_factory(monkeypatch):
    """Another engine of `command`: one that takes films."""
    return _made_by(FilmEngineFactory(), monkeypatch)


def _made_by(fake, monkeypatch):
    monkeypatch.setattr(
        "app.pipeline.engines._open",
        lambda settings, device, frame_format, batch_size, notify: fake(
            settings, frame_format, batch_size=batch_size, notify=notify
        ),
    )
    return fake


@pytest.fixture
def command(engine_factory, capsys, monkeypatch, tmp_path):
    """`command("process", ...)` in tmp_path: status, what was said, and the JSON events."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        before = set(tmp_path.rglob("*"))
        status = main.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return SimpleNamespace(
            status=status,
            out=out,
            err=err,
            events=[json.loads(line) for line in out.splitlines()] if "--json" in arguments else [],
            new_files=sorted(
                path.relative_to(tmp_path).as_posix() for path in set(tmp_path.rglob("*")) - before
            ),
        )

    return run
