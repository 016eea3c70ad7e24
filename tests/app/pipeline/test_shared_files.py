"""Two jobs overlap only if neither reads or writes what the other writes."""

from dataclasses import replace
from pathlib import Path

import pytest
from file_names import WAYS, other_name

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.turn import share_files
from app.pipeline.settings import Settings


def behind(path):
    return Settings(BackgroundSpec("file", path=Path(path)))


@pytest.mark.parametrize(
    ("shares", "first", "second"),
    [
        (False, {}, {}),
        (False, {"input": "same.mp4"}, {"input": "same.mp4"}),
        (False, {"settings": behind("x.png")}, {"settings": behind("x.png")}),
        (False, {"output_kind": "both"}, {"output_kind": "both"}),
        (True, {"output": "same.mp4"}, {"output": "same.mp4"}),
        (True, {"output": "same.mp4"}, {"output": "Same.MP4"}),
        (True, {"output": "x.mp4"}, {"input": "x.mp4"}),
        (True, {"output": "x.mp4"}, {"input": "../here/x.mp4"}),
        (True, {"output": "x.mp4"}, {"settings": behind("x.mp4")}),
        (True, {"output": "slides/x.png"}, {"settings": behind("slides")}),
        (True, {"output": "x.png"}, {"settings": Settings(empty_room=Path("x.png"))}),
        (True, {"output": "x.mp4", "output_kind": "both"}, {"input": "x_matte.mp4"}),
        (True, {"output": "x.mp4", "output_kind": "both"}, {"output": "x_matte.mp4"}),
        (True, {"output": "out_%04d.png"}, {}),
        (True, {"output": "in_0007.png"}, {"input": "in_%04d.png"}),
        (False, {"output": "made/in_0007.png"}, {"input": "read/in_%04d.png"}),
        (True, {"output": "loop/x.mp4"}, {}),
    ],
)
def test_a_name_in_common(tmp_path, monkeypatch, shares, first, second):
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "loop").symlink_to("loop")
    monkeypatch.chdir(folder)
    specs = [
        replace(
            JobSpec(Path(f"in_{number}.mp4"), Path(f"out_{number}.mp4")),
            **{
                name: Path(value) if name in ("input", "output") else value
                for name, value in changes.items()
            },
        )
        for number, changes in enumerate((first, second))
    ]
    assert share_files(*specs) == share_files(*reversed(specs)) == shares


@pytest.mark.parametrize("way", WAYS)
def test_another_name_of_a_file(tmp_path, way):
    path = tmp_path / "clip.mp4"
    path.touch()
    one = JobSpec(tmp_path / "a.mp4", path, overwrite=True)
    other = JobSpec(tmp_path / "b.mp4", other_name(path, way), overwrite=True)
    assert share_files(one, other)
    assert share_files(one, replace(other, input=other.output, output=tmp_path / "c.mp4"))
