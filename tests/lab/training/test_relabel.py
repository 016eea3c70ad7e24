"""Packs whose pseudo-labels are made anew, and everything else in them as it was."""

import io

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="OpenCV reads the pictures")
pytest.importorskip("torch", reason="training needs PyTorch")

from lab.training.labels.labelling import Label, Labeller  # noqa: E402
from lab.training.pack import Entry, lossless_webp, read_pack, write_pack  # noqa: E402
from lab.training.relabel import relabel  # noqa: E402

HEIGHT, WIDTH = 40, 60


def left(columns):
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    mask[:, :columns] = 255
    return mask


@pytest.fixture
def packs(tmp_path, rng):
    """One pack: a label of networks that is nearly right, one far off, and what is not theirs."""
    entries, content = [], io.BytesIO()

    def add(name, role, dataset, split, planes):
        parts = [lossless_webp(plane) for plane in planes] + [b""] * (3 - len(planes))
        sizes = (len(parts[0]), len(parts[1]), len(parts[2]))
        entries.append(Entry(name, role, dataset, split, sizes))
        content.write(b"".join(parts))

    def picture():
        return rng.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)

    sure = np.full((HEIGHT, WIDTH), 255, np.uint8)
    add("near", "person", "w3_desk", "train", (picture(), left(28), sure))
    add("far", "person", "w3_desk", "train", (picture(), left(6), sure))
    add("clip", "person", "clips", "train", (picture(), left(30)))
    add("by hand", "person", "ccp", "train", (picture(), left(28)))
    add("mended", "person", "w4_chair_mended", "train", (picture(), left(28), sure))
    add("measured", "person", "w3_desk", "val", (picture(), left(28), sure))
    add("room", "room", "room", "train", (picture(),))
    folder = tmp_path / "packs"
    folder.mkdir()
    return [write_pack(folder / "pack-0.npz", entries, content)]


class HalfIsPerson:
    def __init__(self):
        self.asked = 0

    def __call__(self, pixels):
        assert pixels.shape == (HEIGHT, WIDTH, 3)
        self.asked += 1
        confidence = np.full((HEIGHT, WIDTH), 96, np.uint8)
        return Label(left(30), confidence, agreement=1.0, objections=0)


def test_only_what_networks_said_of_training_pictures_is_said_anew(packs, tmp_path):
    counts = relabel(packs, tmp_path / "new", HalfIsPerson())
    assert counts == {"new": 2, "kept": 1, "left": 4}
    before = {entry.name: (entry, parts) for entry, parts in read_pack(packs[0])}
    after = {entry.name: (entry, parts) for entry, parts in read_pack(tmp_path / "new/pack-0.npz")}
    assert list(after) == list(before)
    for name, (entry, parts) in after.items():
        assert parts[0] == before[name][1][0]
        assert (entry.role, entry.dataset, entry.split) == (
            before[name][0].role,
            before[name][0].dataset,
            before[name][0].split,
        )
        if name not in ("near", "clip"):
            assert parts == before[name][1], name
            continue
        mask, confidence = (
            cv2.imdecode(np.frombuffer(part, np.uint8), cv2.IMREAD_GRAYSCALE) for part in parts[1:]
        )
        np.testing.assert_array_equal(mask, left(30))
        assert np.unique(confidence).tolist() == [96]


def test_a_run_that_was_broken_off_goes_on_with_the_next_pack(packs, tmp_path):
    ask = HalfIsPerson()
    relabel(packs, tmp_path / "new", ask)
    assert ask.asked == 3
    relabel(packs, tmp_path / "new", ask)
    assert ask.asked == 3


def test_without_the_peer_the_committee_says_what_is_missing(tmp_path):
    with pytest.raises(ValueError, match="Robust Video Matting cannot be run"):
        Labeller(tmp_path, [])
