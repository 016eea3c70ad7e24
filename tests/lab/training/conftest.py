"""A small data folder of the real one's shape, and its packs."""

import numpy as np
import pytest


@pytest.fixture
def data(tmp_path, rng):
    """A data folder of the real one's shape: six people, twenty rooms, 41 cut-outs."""
    cv2 = pytest.importorskip("cv2", reason="OpenCV writes the pictures")
    root = tmp_path / "data"
    for name in ("images", "masks", "confidence", "cutouts", "backgrounds"):
        (root / name).mkdir(parents=True)
    rows = ["image,mask,confidence,dataset,split,kind,width,height,alpha,agreement,license,source"]
    mask = np.zeros((120, 100), np.uint8)
    mask[30:, 25:75] = 255
    for n in range(6):
        pixels = rng.integers(0, 256, (120, 100, 3), np.uint8)
        cv2.imwrite(str(root / f"images/p{n}.jpg"), pixels)
        cv2.imwrite(str(root / f"masks/p{n}.png"), mask)
        cv2.imwrite(str(root / f"confidence/p{n}.png"), np.full_like(mask, 200))
        confidence = f"confidence/p{n}.png" if n % 2 else ""
        split = "val" if n == 5 else "train"
        rows.append(f"images/p{n}.jpg,masks/p{n}.png,{confidence},vikram,{split},x,100,120,0,,,")
    (root / "index.csv").write_text("\n".join(rows) + "\n")
    for n in range(20):
        room = rng.integers(0, 256, (90, 110, 3), np.uint8)
        cv2.imwrite(str(root / f"backgrounds/r{n}.jpg"), room)
    for n in range(41):
        rgba = np.dstack(
            (rng.integers(0, 256, (60, 40, 3), np.uint8), np.full((60, 40), 255, np.uint8))
        )
        cv2.imwrite(str(root / f"cutouts/c{n:02d}.png"), rgba)
    return root


@pytest.fixture
def more_data(data, tmp_path, rng):
    """A second data folder: one person more, a clip of seven frames, a chair and a lamp."""
    import cv2

    root = tmp_path / "more"
    for name in ("images", "masks", "backgrounds", "things", "clips/talk", "clips/unsure"):
        (root / name).mkdir(parents=True)
    pixels = rng.integers(0, 256, (120, 100, 3), np.uint8)
    mask = cv2.imread(str(data / "masks/p0.png"))
    cv2.imwrite(str(root / "images/q.webp"), pixels)
    cv2.imwrite(str(root / "masks/q.webp"), mask)
    heading = (data / "index.csv").read_text().splitlines()[0]
    row = "images/q.webp,masks/q.webp,,wide_photo,train,x,100,120,0,,,"
    (root / "index.csv").write_text(f"{heading}\n{row}\n")
    for n in range(7):
        for clip in ("talk", "unsure"):
            cv2.imwrite(str(root / f"clips/{clip}/{n:02d}.webp"), pixels)
            cv2.imwrite(str(root / f"clips/{clip}/mask_{n:02d}.webp"), mask)
    (root / "clips/clips.tsv").write_text(
        "clip\tagreement\tsplit\ntalk\t0.95\ttrain\nunsure\t0.5\ttrain\n"
    )
    things = ["image,kind"]
    for name, kind in (("a", "arm chair"), ("b", "lamp")):
        rgba = np.dstack((pixels, mask[..., 0]))
        cv2.imwrite(str(root / f"things/{name}.webp"), rgba)
        things.append(f"things/{name}.webp,{kind}")
    (root / "things.csv").write_text("\n".join(things) + "\n")
    return root


@pytest.fixture
def packs(data, tmp_path):
    """Its packs, for training alone."""
    from lab.training.pack import pack

    return pack([data], tmp_path / "packs")
