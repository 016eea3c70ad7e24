"""A data set made anew from a list and a tiny clone, and labels mended by polygons."""

import csv
import hashlib
import json
import subprocess

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="OpenCV reads the pictures")

from lab.training.gather import SOURCES, gather, list_names, read_sources  # noqa: E402
from lab.training.labels.clones import CloneError, decoded, open_clone  # noqa: E402
from lab.training.labels.corrections import Correction, mend, read_corrections  # noqa: E402
from lab.training.labels.labelling import Label, combine, guided  # noqa: E402
from lab.training.labels.plain_ground import cut_from_white  # noqa: E402
from lab.training.pack import pack, read_pack  # noqa: E402


class HalfIsPerson:
    """Labels the left half of every picture; counts how often it was asked."""

    def __init__(self):
        self.asked = 0

    def label(self, pixels):
        self.asked += 1
        mask = np.zeros(pixels.shape[:2], np.uint8)
        mask[:, : mask.shape[1] // 2] = 255
        return Label(mask, np.full_like(mask, 192), agreement=0.95, objections=0)


def _git(folder, *arguments):
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clones(tmp_path, rng):
    """A folder with one clone, and the lines of a list that names its three pictures."""
    work = tmp_path / "clones" / "owner+name"
    work.mkdir(parents=True)
    _git(work, "init", "-q")
    pictures = {
        "a person.jpg": rng.integers(0, 256, (400, 600, 3), np.uint8),
        "room.png": rng.integers(0, 256, (90, 120, 3), np.uint8),
        "chair.png": np.full((80, 60, 3), 255, np.uint8),
    }
    pictures["chair.png"][20:70, 10:40] = (30, 60, 90)
    rows = []
    roles = {"a person.jpg": "person", "room.png": "room", "chair.png": "thing"}
    for name, pixels in pictures.items():
        cv2.imwrite(str(work / name), pixels)
    _git(work, "add", ".")
    _git(work, "commit", "-q", "-m", "pictures")
    commit = _git(work, "rev-parse", "HEAD")
    for name, role in roles.items():
        digest = hashlib.sha256((work / name).read_bytes()).hexdigest()
        dataset = {"person": "w3_desk", "room": "w3_room", "thing": "chair"}[role]
        agreement = "0.95" if role == "person" else ""
        fields = ["owner/name", commit, name, "", digest, role, dataset, "train", agreement]
        rows.append(",".join(fields))
    return tmp_path / "clones", rows


def _listed(path, rows):
    header = "repository,commit,path,frame,sha256,role,dataset,split,agreement"
    path.write_text("\n".join([header, *rows]) + "\n")
    return read_sources(path)


def test_a_list_and_a_clone_make_a_data_set_that_packs(clones, tmp_path):
    folder, rows = clones
    sources = _listed(tmp_path / "list.csv", rows)
    person = next(s for s in sources if s.role == "person")
    seat = Correction(remove=(((0.0, 0.0), (0.2, 0.0), (0.2, 1.0), (0.0, 1.0)),))
    out = tmp_path / "data3"

    assert gather(sources, {person.key: seat}, folder, out, HalfIsPerson) == []

    with (out / "index.csv").open() as file:
        [row] = csv.DictReader(file)
    assert (row["dataset"], row["split"], row["width"]) == ("w3_desk", "train", "384")
    mask = cv2.imread(str(out / row["mask"]), cv2.IMREAD_GRAYSCALE)
    assert mask.shape == (256, 384)
    assert not mask[:, :70].any()
    assert (mask[:, 90:180] == 255).all()
    entries = [e for path in pack([out], tmp_path / "packs") for e, _ in read_pack(path)]
    assert sorted((e.role, e.dataset) for e in entries) == [
        ("person", "w3_desk"), ("room", "room"), ("thing", "chair"),
    ]  # fmt: skip


def test_a_second_run_labels_nothing_again_and_writes_the_same_bytes(clones, tmp_path):
    folder, rows = clones
    sources = _listed(tmp_path / "list.csv", rows)
    first, labeller = tmp_path / "first", HalfIsPerson()
    gather(sources, {}, folder, first, lambda: labeller)
    before = {p: p.read_bytes() for p in first.rglob("*") if p.is_file()}
    gather(sources, {}, folder, first, lambda: labeller)
    gather(sources, {}, folder, tmp_path / "second", HalfIsPerson)

    assert labeller.asked == 1
    for path, content in before.items():
        assert path.read_bytes() == content, path
        assert (tmp_path / "second" / path.relative_to(first)).read_bytes() == content, path


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        (0, "owner/gone", "no clone of owner/gone"),
        (2, "gone.jpg", "gone.jpg is not there at commit"),
        (4, "0" * 64, "another picture than the one that was looked at"),
        (8, "1.06", "look at it again"),
    ],
)
def test_what_is_not_what_was_listed_is_left_out_and_said(clones, tmp_path, field, value, said):
    folder, rows = clones
    fields = rows[0].split(",")
    fields[field] = value
    sources = _listed(tmp_path / "list.csv", [",".join(fields), *rows[1:]])
    left_out = gather(sources, {}, folder, tmp_path / "data3", HalfIsPerson)

    assert len(left_out) == 1
    assert said in left_out[0]
    assert len((tmp_path / "data3" / "index.csv").read_text().splitlines()) == 1
    assert len(list((tmp_path / "data3" / "backgrounds").iterdir())) == 1


def test_a_room_that_is_no_longer_listed_is_said(clones, tmp_path):
    folder, rows = clones
    out = tmp_path / "data3"
    gather(_listed(tmp_path / "list.csv", rows), {}, folder, out, HalfIsPerson)
    [line] = gather(_listed(tmp_path / "less.csv", rows[:1]), {}, folder, out, HalfIsPerson)
    assert "w3_room" in line
    assert "not in the list" in line


def test_a_line_with_an_unknown_role_is_refused(clones, tmp_path):
    _, rows = clones
    with pytest.raises(ValueError, match="line 2: role 'dog'"):
        _listed(tmp_path / "list.csv", [rows[0].replace("person,", "dog,")])


def test_no_file_is_listed_twice_and_every_correction_has_its_picture():
    listed = []
    for name in list_names():
        sources = read_sources(SOURCES / f"{name}.csv")
        people = {s.key for s in sources if s.role == "person"}
        assert read_corrections(SOURCES / f"{name}_corrections.json").keys() <= people, name
        listed += [s.key for s in sources]
    assert len(listed) == len(set(listed))


def test_what_the_fourth_list_measures_with_comes_from_repositories_of_its_own():
    sources = {name: read_sources(SOURCES / f"{name}.csv") for name in list_names()}
    measured = {s.repository for s in sources["data4"] if s.split == "val"}
    learnt = {s.repository for rows in sources.values() for s in rows if s.split == "train"}
    assert measured
    assert not measured & learnt


def test_the_talkers_are_for_measuring_only_and_from_repositories_of_their_own():
    sources = {name: read_sources(SOURCES / f"{name}.csv") for name in list_names()}
    talkers = sources.pop("talkers")
    assert {(s.role, s.split) for s in talkers} == {("person", "val")}
    others = {s.repository for rows in sources.values() for s in rows}
    assert not {s.repository for s in talkers} & others
    clips = [s.sha256 for s in talkers]
    assert max(map(clips.count, clips)) <= 5


def test_a_set_for_measuring_only_is_never_packed(clones, tmp_path):
    folder, rows = clones
    person = next(row for row in rows if ",person," in row).replace(",train,", ",val,")
    out = tmp_path / "talkers"
    gather(_listed(tmp_path / "list.csv", [person]), {}, folder, out, HalfIsPerson)
    with pytest.raises(ValueError, match="for measuring only; leave it out"):
        pack([out], tmp_path / "packs")
    assert not list(tmp_path.glob("packs/*.npz"))


def test_the_fourth_lists_mended_labels_are_in_sets_that_training_knows_as_such():
    data = pytest.importorskip("lab.training.scenes.data", reason="needs PyTorch")
    sources = read_sources(SOURCES / "data4.csv")
    mended = {s.key for s in sources if s.dataset in data.CORRECTED}
    assert mended == read_corrections(SOURCES / "data4_corrections.json").keys()
    assert {s.dataset for s in sources} <= data.DATASET_WEIGHTS.keys()


def test_polygons_remove_add_and_ignore():
    mask = np.zeros((100, 100), np.uint8)
    mask[20:, 20:60] = 255
    confidence = np.full_like(mask, 128)
    square = ((0.2, 0.5), (0.4, 0.5), (0.4, 1.0), (0.2, 1.0))
    arm = ((0.6, 0.3), (0.9, 0.3), (0.9, 0.4), (0.6, 0.4))
    rest = ((0.0, 0.0), (0.1, 0.0), (0.1, 0.1))
    mended, believed = mend(mask, confidence, Correction((square,), (arm,), (rest,)))

    assert not mended[50:, 20:40].any()
    assert mended[35, 75] == 255
    assert believed[75, 30] == 255, "the change is believed"
    assert believed[35, 90] == 0, "its drawn edge is not"
    assert believed[1, 6] == 0
    assert believed[75, 55] == 128


def test_a_strip_that_a_hand_left_over_goes_with_what_it_removed():
    mask = np.zeros((200, 200), np.uint8)
    mask[:, 40:120] = 255
    seat = ((0.22, 0.0), (0.4, 0.0), (0.4, 1.0), (0.22, 1.0))  # four columns too narrow
    mended, _ = mend(mask, np.full_like(mask, 255), Correction(remove=(seat,)))
    assert not mended[:, :80].any()
    assert (mended[:, 84:120] == 255).all()


@pytest.mark.parametrize("corners", [[[0, 0], [1, 1]], [[0, 0], [1, 0], [1, 1.2]]])
def test_a_polygon_that_is_none_is_refused(tmp_path, corners):
    path = tmp_path / "corrections.json"
    path.write_text(json.dumps({"ab": {"remove": [corners]}}))
    with pytest.raises(ValueError, match="no polygon within the picture"):
        read_corrections(path)


def test_a_network_that_objects_counts_little_and_lowers_confidence(rng):
    pixels = np.full((64, 64, 3), 128, np.uint8)
    pixels[:, 32:] = 20
    right = np.zeros((64, 64), np.float32)
    right[:, 32:] = 1
    odd = 1 - right
    label = combine(pixels, [right, right, right, odd], [1, 1, 1, 1])
    assert (label.mask[:, 40:] > 230).all()
    assert (label.mask[:, :24] < 25).all()
    assert label.objections == 1
    alone = combine(pixels, [right] * 4, [1] * 4)
    assert alone.agreement > label.agreement
    shifted = np.roll(right, 2, axis=1)
    fitted = combine(pixels, [shifted], [1]).mask[30]
    assert fitted[32] > 20, "fitted to the picture's own edge"
    assert (alone.confidence[:, :24] > label.confidence[:, :24]).all()


def test_the_guided_filter_moves_a_soft_edge_to_the_pictures():
    pixels = np.full((64, 64, 3), 200, np.uint8)
    pixels[:, 32:] = 40
    step = np.zeros((64, 64), np.float32)
    step[:, 32:] = 1
    soft = cv2.blur(step, (9, 1))
    fitted = guided(soft, pixels)
    assert fitted[30, 32] - fitted[30, 31] > 0.3 > soft[30, 32] - soft[30, 31]


def test_a_thing_on_white_is_cut_out_with_its_holes():
    pixels = np.full((120, 120, 3), 255, np.uint8)
    pixels[30:90, 30:90] = (200, 30, 30)
    pixels[50:70, 50:70] = 255  # between the bars of a back
    pixels[40:42, 40:42] = 255  # a glint
    rgba = cut_from_white(pixels)
    assert rgba.shape == (60, 60, 4)
    assert (rgba[10:12, 10:12, 3] == 255).all()
    assert not rgba[25:35, 25:35, 3].any()
    assert rgba[5, 30].tolist() == [200, 30, 30, 255]


def test_a_frame_of_a_video_is_the_one_that_is_named(tmp_path):
    path = tmp_path / "video.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (64, 48))
    for level in (40, 120, 200):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    content = path.read_bytes()
    assert abs(decoded(content, frame=1, name="video.avi").mean() - 120) < 4
    with pytest.raises(ValueError, match=r"video\.avi: has no frame 3"):
        decoded(content, frame=3, name="video.avi")
    with pytest.raises(ValueError, match=r"video\.avi: not a readable video"):
        decoded(b"no video", frame=0, name="video.avi")


def test_files_whose_content_a_clone_lacks_are_left_out(clones):
    folder, _ = clones
    work = next(folder.iterdir())
    commit, lacking = _git(work, "rev-parse", "HEAD"), _git(work, "rev-parse", "HEAD:room.png")
    (work / ".git" / "objects" / lacking[:2] / lacking[2:]).unlink()
    with open_clone(folder, "owner/name") as clone:
        assert [path for path, _ in clone.files(commit)] == ["a person.jpg", "chair.png"]
        with pytest.raises(CloneError, match="is not there"):
            clone.files("0" * 40)
