"""Anybody's pictures and masks: every way that they may be stored, every way to be wrong."""

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("cv2")

from lab.benchmarks.quality.folder import LONGEST_PX, PictureError, find_pairs, read_pair
from lab.benchmarks.quality.pictures import folder_samples


@pytest.fixture
def folder(tmp_path):
    for name in ("images", "masks"):
        (tmp_path / name).mkdir()
    return tmp_path


def half(height=12, width=16) -> np.ndarray:
    """A mask of the left half, uint8 0 and 255."""
    mask = np.zeros((height, width), np.uint8)
    mask[:, : width // 2] = 255
    return mask


def palette(colours: bool) -> Image.Image:
    picture = Image.fromarray(half() // 255, "P")
    picture.putpalette([0, 0, 0, *((192, 0, 0) if colours else (255, 255, 255))])
    return picture


def rgba(alpha: np.ndarray | int, grey: np.ndarray | int = 90) -> Image.Image:
    planes = np.zeros((12, 16, 4), np.uint8)
    planes[..., :3] = grey[..., None] if isinstance(grey, np.ndarray) else grey
    planes[..., 3] = alpha
    return Image.fromarray(planes)


MASKS = {
    "grey": Image.fromarray(half()),
    "zero and one": Image.fromarray(half() // 255),
    "zero and 128": Image.fromarray(half() // 255 * 128),
    "16 bits": Image.fromarray(half().astype(np.uint16) * 257),
    "one bit": Image.fromarray(half() > 0),
    "rgb": Image.fromarray(np.repeat(half()[..., None], 3, 2)),
    "rgba, cut out": rgba(half()),
    "rgba, opaque": rgba(255, half()),
    "grey and alpha": Image.fromarray(np.dstack((half(), np.full_like(half(), 255))), "LA"),
    "grey palette": palette(False),
    "coloured classes": palette(True),
    "twice as large": Image.fromarray(half(24, 32)),
}


@pytest.mark.parametrize("kind", MASKS)
def test_a_mask_is_understood_however_it_is_stored(folder, kind):
    Image.new("RGB", (16, 12), (10, 20, 30)).save(folder / "images/a.jpg")
    MASKS[kind].save(folder / "masks/a.png")
    (pair,), wrong = find_pairs(folder)
    pixels, truth = read_pair(pair.image, pair.mask)
    assert not wrong
    assert pixels.shape == (12, 16, 3)
    assert truth.dtype == np.float32
    np.testing.assert_allclose(truth, half() / 255, atol=0.01)


def test_large_pictures_are_shrunk(folder):
    Image.new("RGB", (2 * LONGEST_PX, LONGEST_PX)).save(folder / "images/a.png")
    Image.new("L", (400, 200), 255).save(folder / "masks/a.png")
    pixels, truth = read_pair(folder / "images/a.png", folder / "masks/a.png")
    assert pixels.shape[:2] == truth.shape == (LONGEST_PX // 2, LONGEST_PX)


@pytest.mark.parametrize(("mask_size", "shape"), [((16, 12), (16, 12)), ((12, 16), (12, 16))])
def test_a_turned_picture_fits_masks_of_either_way(folder, mask_size, shape):
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (16, 12)).save(folder / "images/a.jpg", exif=exif)
    Image.new("L", mask_size, 255).save(folder / "masks/a.png")
    pixels, _ = read_pair(folder / "images/a.jpg", folder / "masks/a.png")
    assert pixels.shape[1::-1] == shape


def test_everything_wrong_has_its_sentence_and_the_rest_is_measured(folder, capsys):
    good, mask = Image.new("RGB", (16, 12)), Image.fromarray(half())
    for stem in ("good", "alone", "twice", "broken_mask", "other_shape"):
        good.save(folder / f"images/{stem}.png")
    good.save(folder / "images/twice.jpg")
    (folder / "images/broken.jpg").write_bytes(b"no picture")
    for stem in ("good", "twice", "broken", "maskless_picture"):
        mask.save(folder / f"masks/{stem}.png")
    (folder / "masks/broken_mask.png").write_bytes(b"no picture")
    Image.new("L", (12, 30)).save(folder / "masks/other_shape.png")
    pairs, wrong = find_pairs(folder)
    samples = list(folder_samples(pairs, group="x"))
    assert [sample.name for sample in samples] == ["good"]
    said = "\n".join(wrong) + capsys.readouterr().out
    for part in (
        "alone.png: no mask",
        "maskless_picture.png: no picture",
        "several files of one stem",
        "images/broken.jpg: not a readable picture",
        "masks/broken_mask.png: not a readable picture",
        "masks/other_shape.png is 12x30, the picture 16x12",
    ):
        assert part in said, part


def test_a_folder_without_pairs_says_what_was_found(folder):
    Image.new("RGB", (4, 4)).save(folder / "images/a.png")
    with pytest.raises(PictureError, match="1 pictures and 0 masks, no pair"):
        find_pairs(folder)


def test_a_folder_of_another_layout_says_what_is_expected(tmp_path):
    with pytest.raises(PictureError, match="is no folder; expected images/ and masks/"):
        find_pairs(tmp_path)
