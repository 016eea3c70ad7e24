"""Pictures by the thousand out of clones, and the committee that labels them."""

import io
import subprocess
import sys

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="OpenCV reads the pictures")

from lab.training.gather_many import Folder, gather_many, read_list, without_caption  # noqa: E402
from lab.training.labels.committee import MEMBERS, verdict  # noqa: E402
from lab.training.pack import Entry, read_pack, write_pack  # noqa: E402


def _folder(**changes):
    fields = {
        "source": "talkers", "repository": "owner/name", "commit": "0" * 40, "paths": "^in/",
        "limit": 100, "group": "", "group_limit": 0, "role": "person", "has_seats": True,
        "val_one_in": 0,
    }  # fmt: skip
    return Folder(**{**fields, **changes})


@pytest.fixture
def clones(tmp_path, rng):
    """A clone with four pictures, two of them copies of a third, and what is none."""
    work = tmp_path / "clones" / "owner+name"
    (work / "in").mkdir(parents=True)
    git = ["git", "-C", str(work), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q"], check=True)
    first, second = rng.integers(0, 256, (2, 200, 300, 3), np.uint8)
    files = {
        "in/a_jpg.rf.0123456789ab.jpg": first,
        "in/a_jpg.rf.ba9876543210.jpg": first[:, ::-1],
        "in/looks like a.png": first,
        "in/b.jpg": second,
        "in/small.jpg": rng.integers(0, 256, (100, 300, 3), np.uint8),
        "in/white.png": np.full((300, 300, 3), 255, np.uint8),
        "elsewhere/c.jpg": rng.integers(0, 256, (200, 300, 3), np.uint8),
    }
    for name, pixels in files.items():
        (work / name).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(work / name), pixels)
    (work / "in/broken.jpg").write_bytes(b"no picture" * 1000)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "pictures"], check=True)
    head = [*git, "rev-parse", "HEAD"]
    commit = subprocess.run(head, check=True, capture_output=True, text=True).stdout.strip()
    return tmp_path / "clones", commit


def test_a_folder_of_a_clone_gives_each_picture_once(clones, tmp_path):
    folder, commit = clones
    assert gather_many([_folder(commit=commit)], folder, tmp_path / "out") == []
    (pack,) = (tmp_path / "out").glob("*.npz")
    entries = [entry for entry, _ in read_pack(pack)]
    assert [entry.role for entry in entries] == ["unlabelled"] * 2
    assert {entry.dataset for entry in entries} == {"talkers"}
    again = gather_many([_folder(commit=commit)], folder, tmp_path / "again")
    assert again == []
    assert (tmp_path / "again" / pack.name).read_bytes() == pack.read_bytes()


def test_a_folder_has_its_limits_its_rooms_and_pictures_to_measure_on(clones, tmp_path):
    folder, commit = clones
    wanted = [
        _folder(source="one", commit=commit, limit=1),
        _folder(source="per_scene", commit=commit, paths=".", group="^(in)/", group_limit=1),
        _folder(source="rooms", commit=commit, paths="elsewhere", role="room"),
        _folder(source="val", commit=commit, val_one_in=1),
        _folder(source="gone", repository="no/body"),
    ]
    for row in wanted[:4]:  # each by itself: what one took the next leaves out
        assert gather_many([row], folder, tmp_path / row.source) == []
    count = {
        row.source: len(list(read_pack(tmp_path / row.source / f"{row.source}-0.npz")))
        for row in wanted[:4]
    }
    assert count == {"one": 1, "per_scene": 2, "rooms": 1, "val": 2}
    (room, _), *_ = read_pack(tmp_path / "rooms" / "rooms-0.npz")
    assert (room.role, room.dataset) == ("room", "room")
    assert all(e.split == "val" for e, _ in read_pack(tmp_path / "val" / "val-0.npz"))
    (left_out,) = gather_many(wanted[4:], folder, tmp_path / "gone")
    assert "no/body" in left_out


@pytest.mark.parametrize("colour", [(0, 0, 0), (250, 250, 250), (20, 30, 60)])
def test_a_caption_below_a_photo_is_cut_off(rng, colour):
    photo = rng.integers(0, 256, (200, 300, 3), np.uint8)
    bar = np.full((18, 300, 3), colour, np.uint8)
    bar[6:12, 20:90:3] = 128  # its words
    assert len(without_caption(np.vstack((photo, bar)))) == 200
    assert len(without_caption(photo)) == 200
    photo[150:] = colour  # a table, or a floor
    assert len(without_caption(photo)) == 200
    photo[150:, 100:200] = (90, 120, 160)  # with legs before it
    assert len(without_caption(photo)) == 200


def test_the_list_is_well_formed_and_a_wrong_role_is_told(tmp_path):
    folders = read_list()
    assert len({folder.source for folder in folders}) == len(folders)
    path = tmp_path / "list.csv"
    path.write_text("source,repository,commit,role\na,b/c,abc,dog\n")
    with pytest.raises(ValueError, match=r"line 2: role 'dog', commit 'abc'"):
        read_list(path)


def _opinions(*names):
    """A person on the left half by everybody, and a chair on the right by those named."""
    planes = np.zeros((len(MEMBERS), 20, 40), np.uint8)
    planes[:, :, :20] = 255
    for name in names:
        planes[MEMBERS.index(name), :, 30:] = 255
    return planes


def test_where_members_differ_most_votes_decide_and_little_is_believed():
    agreed = verdict(_opinions(), has_seats=False)
    assert agreed.is_agreed
    assert (agreed.mask[:, :20] == 255).all()
    assert (agreed.mask[:, 20:] == 0).all()
    assert (agreed.confidence == 255).all()
    differing = verdict(_opinions("quality", "fast"), has_seats=False)
    assert (differing.mask[:, 30:] == 0).all()
    assert (differing.confidence[:, 30:] < 64).all()
    taken = verdict(_opinions(*MEMBERS[1:]), has_seats=False)
    assert (taken.mask[:, 30:] == 255).all()


def test_three_views_that_see_no_chair_are_believed_where_people_sit():
    ours = _opinions("quality", "fast")
    assert (verdict(ours, has_seats=True).confidence[:, 30:] == 128).all()
    assert (verdict(ours, has_seats=False).confidence[:, 30:] < 64).all()


def test_a_picture_without_an_agreed_person_teaches_nothing():
    empty = np.zeros((len(MEMBERS), 20, 40), np.uint8)
    assert not verdict(empty, has_seats=False).is_agreed
    torn = _opinions()
    torn[2:5, :, :20] = 0
    torn[2, :, 30:] = 255
    assert not verdict(torn, has_seats=False).is_agreed


def test_labelled_packs_hold_people_by_their_votes_and_rooms_as_they_were(tmp_path):
    pytest.importorskip("torch", reason="the committee is PyTorch's")
    from lab.training.label import label_packs

    picture = cv2.imencode(".webp", np.zeros((20, 40, 3), np.uint8))[1].tobytes()
    names = ["sits", "stands", "empty"]
    entries = [Entry(n, "unlabelled", n, "train", (len(picture), 0, 0)) for n in names]
    entries.append(Entry("r", "room", "room", "train", (len(picture), 0, 0)))
    pack = write_pack(tmp_path / "all-0.npz", entries, io.BytesIO(picture * 4))

    def opinions_of(pictures):
        return [_opinions(), _opinions(), np.zeros_like(_opinions())][: len(pictures)]

    counts = label_packs(
        [pack], tmp_path / "out", opinions_of, first=7, with_seats=frozenset({"sits"})
    )
    assert counts == {"kept": 2, "left out": 1, "rooms": 1}
    found = {e.name: (e, parts) for e, parts in read_pack(tmp_path / "out" / "pack-7.npz")}
    assert found["sits"][0].dataset == "teach_seat"
    assert found["stands"][0].dataset == "teach"
    assert found["r"][0].role == "room"
    mask = cv2.imdecode(np.frombuffer(found["sits"][1][1], np.uint8), cv2.IMREAD_GRAYSCALE)
    assert (mask[:, :20] == 255).all()
    assert (mask[:, 20:] == 0).all()


def test_packs_are_labelled_side_by_side_each_process_on_its_card(tmp_path):
    pytest.importorskip("torch", reason="the committee is PyTorch's")
    from lab.training.label import label_side_by_side

    packs = []
    for number, size in enumerate((100, 900, 500, 400)):
        packs.append(tmp_path / f"{number}.npz")
        packs[-1].write_bytes(bytes(size))
    note = (
        "import os, pathlib, sys; pathlib.Path(sys.argv[1]).write_text("
        "' '.join((os.environ['CUDA_VISIBLE_DEVICES'], os.environ['BACKDROP_CORES'], *sys.argv[2:])"
        "))"
    )

    def command_of(share, first):
        names = [path.name for path in share]
        return [sys.executable, "-c", note, str(tmp_path / f"{first}.txt"), *names]

    assert label_side_by_side(packs, 2, command_of, first=100, cards=2) == 0
    told = {path.name: path.read_text().split() for path in tmp_path.glob("*.txt")}
    assert [words[0] for _, words in sorted(told.items())] == ["0", "1"]
    assert sorted(words[2:] for words in told.values()) == [["1.npz", "0.npz"], ["2.npz", "3.npz"]]

    failing = label_side_by_side(
        packs, 3, lambda share, _: [sys.executable, "-c", f"raise SystemExit({len(share)})"],
        first=0, cards=0,
    )  # fmt: skip
    assert failing == 2


def test_the_graph_by_pytorch_answers_as_by_its_own_runtime(tmp_path, rng):
    torch = pytest.importorskip("torch", reason="PyTorch runs the graph")
    pytest.importorskip("onnx", reason="reads the graph")
    runtime = pytest.importorskip("onnxruntime", reason="the yardstick")
    from pathlib import Path

    from lab.training.label import MATTING, ROOT
    from lab.training.labels.onnx_torch import StillMatting

    path = Path(ROOT.parent / "shared" / "peers" / MATTING)
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    smooth = cv2.resize(rng.random((6, 8, 3), np.float32), (128, 96))
    x = np.stack([smooth, smooth[::-1]])
    found = StillMatting(path, "cpu")(torch.from_numpy(x)).numpy()
    session = runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    state = {f"r{level}i:0": np.zeros((1, 1, 1, 1), np.float32) for level in "1234"}
    for picture, alpha in zip(x, found, strict=True):
        feed = {"src": picture[None], "downsample_ratio:0": np.array(1, np.float32), **state}
        expected = np.asarray(session.run(["pha"], feed)[0])[0, ..., 0]
        np.testing.assert_allclose(alpha, expected, atol=1e-3)
