"""A file is recognised by whatever name it is called."""

import pytest
from file_names import WAYS, other_name

from app.video.files.file_identity import file_identities


@pytest.mark.parametrize("way", WAYS)
def test_every_name_of_a_file_has_one_identity(tmp_path, way):
    path = tmp_path / "clip.mp4"
    path.touch()
    (tmp_path / "else.mp4").touch()
    assert len(file_identities(path)) == 1
    assert file_identities(other_name(path, way)) == file_identities(path)
    assert not file_identities(path) & file_identities(tmp_path / "else.mp4")


def test_what_does_not_exist_or_cannot_has_no_identity(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "nowhere.mp4").symlink_to(tmp_path / "gone")
    names = ("gone.mp4", "gone/clip.mp4", "file/clip.mp4", "nowhere.mp4", "n" * 300, "nul\0")
    assert file_identities(*(tmp_path / name for name in names), None) == set()


def test_a_pattern_stands_for_its_files(tmp_path):
    for number in (7, 12):
        (tmp_path / f"in_{number:03}.png").touch()
    both = file_identities(tmp_path / "in_%03d.png")
    assert len(both) == 2
    assert file_identities(tmp_path / "in_%d.png") == file_identities(tmp_path / "in_12.png") < both
