"""The last step of every output: it takes a free name, and never another file's by any name."""

import errno
import os
import threading

import pytest
from file_names import WAYS, other_name

from app.video.files.file_identity import file_identities
from app.video.placing import placing
from app.video.placing.output_name import write_safely
from app.video.placing.placing import cut_to_bytes, free_names, place_free, place_new
from app.video.sink import OutputError


@pytest.fixture(params=["a second link", "a reserved name"])
def way(request, monkeypatch):
    """What disks offer, and FAT or a network drive."""
    if request.param == "a reserved name":
        monkeypatch.setattr(placing, "_linked", lambda source, target: False)
    return request.param


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.usefixtures("way")
def test_a_free_name_is_taken(tmp_path):
    (tmp_path / "new").write_text("new")
    place_new(tmp_path / "new", tmp_path / "out")
    assert names(tmp_path) == ["out"]
    assert (tmp_path / "out").read_text() == "new"


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("there", ["file", "folder", "link to nowhere"])
def test_what_has_the_name_is_never_replaced(tmp_path, there):
    out = tmp_path / "out"
    if there == "file":
        out.write_text("mine")
    elif there == "folder":
        out.mkdir()
    else:
        out.symlink_to("nowhere")
    before = os.lstat(out)
    (tmp_path / "new").write_text("new")
    with pytest.raises(FileExistsError):
        place_new(tmp_path / "new", out)
    assert os.path.samestat(os.lstat(out), before)
    assert (tmp_path / "new").read_text() == "new"


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("there", ["file", "folder", "full folder"])
def test_a_folder_replaces_nothing_either(tmp_path, there):
    out = tmp_path / "out"
    out.write_text("mine") if there == "file" else out.mkdir()
    if there == "full folder":
        (out / "frame.png").write_text("mine")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "frame.png").write_text("new")
    with pytest.raises(FileExistsError):
        place_new(tmp_path / "new", out)
    assert place_free(tmp_path / "new", out) == tmp_path / "out (2)"
    assert (tmp_path / "out (2)" / "frame.png").read_text() == "new"
    assert names(tmp_path) == ["out", "out (2)"]


@pytest.mark.usefixtures("way")
def test_of_many_that_want_one_name_at_once_each_is_kept(tmp_path):
    (tmp_path / "done").mkdir()
    everyone = threading.Barrier(8)

    def finish(number):
        source = tmp_path / f"work{number}"
        source.write_text(str(number))
        everyone.wait()
        place_free(source, tmp_path / "done" / "out.mp4")

    threads = [threading.Thread(target=finish, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = list((tmp_path / "done").iterdir())
    assert {path.read_text() for path in kept} == set("01234567")
    assert tmp_path / "done" / "out (8).mp4" in kept


@pytest.mark.usefixtures("way")
def test_a_refusal_of_another_kind_is_told_and_leaves_nothing(tmp_path):
    (tmp_path / "new").write_text("new")
    with pytest.raises(FileNotFoundError):
        place_new(tmp_path / "new", tmp_path / "gone" / "out")
    with pytest.raises(FileNotFoundError):
        place_new(tmp_path / "never", tmp_path / "out")
    assert names(tmp_path) == ["new"]


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_a_disk_without_links_is_told_by_what_it_answers(tmp_path, monkeypatch, number):
    def refuse(source, target):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(placing.os, "link", refuse)
    (tmp_path / "new").write_text("new")
    place_new(tmp_path / "new", tmp_path / "out")
    assert (tmp_path / "out").read_text() == "new"


def test_free_names_stay_within_what_the_system_takes(tmp_path):
    long = tmp_path / ("長" * 83 + ".mp4")
    long.write_text("mine")
    (tmp_path / "new").write_text("new")
    assert place_free(tmp_path / "new", long).name.endswith("長 (2).mp4")
    numbered = free_names(tmp_path / "talk.final.mp4")
    assert [next(numbered).name for _ in range(3)] == [
        "talk.final.mp4",
        "talk.final (2).mp4",
        "talk.final (3).mp4",
    ]


@pytest.mark.parametrize("most", [1, 2, 5, 6, 7, 9, 100])
def test_a_name_is_cut_between_characters_to_so_many_bytes(most):
    cut = cut_to_bytes("Gespräch 会話", most)
    assert "Gespräch 会話".startswith(cut)
    assert most - 3 < len(os.fsencode(cut)) <= most or most == 100


def test_a_name_that_fits_stays_as_the_system_gave_it():
    """Also where its bytes are no characters of this locale: decoded anew it names no file."""
    name = "Gespr\udcc3\udca4ch"
    assert cut_to_bytes(name, 100) == name


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


def test_a_small_file_that_cannot_get_its_name_is_one_sentence_and_leaves_nothing(tmp_path):
    (tmp_path / "out").mkdir()
    with pytest.raises(OutputError) as caught:
        write_safely(tmp_path / "out", b"content")
    assert str(caught.value).count("could not be written") == 1
    assert names(tmp_path) == ["out"]
