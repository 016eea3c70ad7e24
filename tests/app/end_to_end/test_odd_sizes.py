"""Films that are a strip: wide and low, or narrow and high."""

from __future__ import annotations

import pytest
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource


@pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 16), (640, 8), (3840, 24), (16384, 2)],
)
def test_a_film_of_an_odd_size_is_done(tmp_path, width, height):
    path, out = tmp_path / "strip.mkv", tmp_path / "out.mkv"
    make_clip(path, width=width, height=height, frame_count=5, codec="ffv1")
    settings = Settings(
        background=BackgroundSpec("colour", colour=(0, 200, 0)),
        model="fast",
        device="cpu",
        frames_ahead="on",
    )
    final = Job(JobSpec(path, out, settings)).run()
    assert isinstance(final, Done), final
    assert final.report.frames_out == 5
    with FileSource(out) as source:
        assert len(list(iter(source.read, None))) == 5
