"""Moving pictures with truth, and what is measured on them."""

import numpy as np
import pytest

from lab.benchmarks.quality.sequence_figures import (
    connectivity_error,
    gradient_error,
    mean_figures,
    sequence_figures,
)

cv2 = pytest.importorskip("cv2", reason="OpenCV makes the pictures")

from lab.benchmarks.quality import sequences  # noqa: E402

HEIGHT, WIDTH = 90, 160


def _walker(t: int) -> np.ndarray:
    """Somebody of 40 x 60 px who moves two px a frame."""
    alpha = np.zeros((HEIGHT, WIDTH), np.float32)
    alpha[30:, 40 + 2 * t : 80 + 2 * t] = 1.0
    return cv2.GaussianBlur(alpha, (0, 0), 1.0)


@pytest.fixture
def truths():
    return [_walker(t) for t in range(8)]


def test_a_perfect_matte_costs_nothing(truths):
    figures = sequence_figures(truths, truths)
    assert figures.iou == figures.iou_worst == figures.boundary_f == 1
    costs = (figures.mad, figures.mse, figures.gradient, figures.connectivity, figures.dtssd)
    assert costs == (0, 0, 0, 0, 0)
    assert figures.dropouts_percent == figures.blobs_percent == figures.heal_frames == 0


def test_a_matte_that_stands_still_is_no_steadier_than_the_truth(truths):
    still = sequence_figures([truths[0]] * 8, truths)
    flickering = sequence_figures(
        [np.clip(a + 0.2 * (n % 2), 0, 1) for n, a in enumerate(truths)], truths
    )
    assert still.dtssd > 3, "what does not move with the truth is as wrong as what flickers"
    assert flickering.dtssd > 3
    assert flickering.mad > 0


def test_the_square_of_an_error_is_what_mse_says(truths):
    half = [a * 0.5 for a in truths]
    figures = sequence_figures(half, truths)
    expected = np.mean([(0.25 * a**2).mean() for a in truths])
    assert figures.mse == pytest.approx(1e3 * expected, rel=1e-5)


def test_a_hole_and_a_blob_are_seen_while_they_last(truths):
    alphas = [a.copy() for a in truths]
    for t in (2, 3, 4):
        alphas[t][45:65, 50 + 2 * t : 70 + 2 * t] = 0.0
    alphas[6][5:15, 5:20] = 1.0
    figures = sequence_figures(alphas, truths)
    assert figures.dropouts_percent == pytest.approx(100 * 3 / 8)
    assert figures.blobs_percent == pytest.approx(100 / 8)
    assert figures.heal_frames == 3


def test_a_soft_edge_is_neither_hole_nor_blob(truths):
    softened = [cv2.GaussianBlur(a, (0, 0), 2.5) for a in truths]
    figures = sequence_figures(softened, truths)
    assert figures.dropouts_percent == figures.blobs_percent == 0
    assert figures.gradient > 0


def test_an_island_costs_connection_but_a_wider_body_little(truths):
    island, wider = truths[0].copy(), truths[0].copy()
    island[5:25, 120:140] = 1.0  # 400 px apart from the body
    wider[10:30, 45:65] = 1.0  # as many that hang together with it
    assert connectivity_error(island, truths[0]) == pytest.approx(0.4, abs=0.1)
    assert gradient_error(island, truths[0]) > 0
    assert connectivity_error(truths[0], truths[0]) == 0
    assert connectivity_error(wider, truths[0]) <= connectivity_error(island, truths[0]) + 1e-6


def test_the_worst_frame_and_the_longest_fault_are_of_all_sequences(truths):
    good = sequence_figures(truths, truths)
    bad = sequence_figures([a * 0 for a in truths], truths)
    mean = mean_figures([good, bad])
    assert mean.iou == 0.5
    assert mean.iou_worst == 0
    assert mean.heal_frames == 8


def test_two_planes_are_the_least(truths):
    with pytest.raises(ValueError, match="1 mattes and 1 truths"):
        sequence_figures(truths[:1], truths[:1])


def test_there_are_forty_sequences_and_a_row_for_what_nets_stumble_over():
    assert len(sequences.PLANS) == 40
    assert {"chairs", "hands", "outdoors", "children", "two people", "dim light"} <= set(
        sequences.ROWS
    )


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Two data folders with all the people that the plans name, drawn, and a few places."""
    from PIL import Image

    monkeypatch.setattr(sequences, "FRAMES", 3)
    monkeypatch.setattr(sequences, "is_held_out", lambda name: True)
    data, more = tmp_path / "data", tmp_path / "data2"
    for folder in (data / "cutouts", data / "backgrounds", more / "backgrounds"):
        folder.mkdir(parents=True)
    for folder in (more / "images", more / "masks"):
        folder.mkdir()
    rng = np.random.default_rng(3)
    body = np.zeros((120, 60), np.uint8)
    cv2.ellipse(body, (30, 60), (20, 55), 0, 0, 360, 255, -1)
    colour = rng.integers(0, 255, (120, 60, 3), np.uint8)
    for name in {name for plan in sequences.PLANS for name in plan.people}:
        if name.isdigit():
            Image.fromarray(np.dstack((colour, body))).save(data / "cutouts" / f"{name}.png")
        else:
            Image.fromarray(colour).save(more / "images" / f"{name}.avif", quality=90)
            Image.fromarray(body).save(more / "masks" / f"{name}.webp", lossless=True)
    place = Image.fromarray(rng.integers(0, 255, (100, 150, 3), np.uint8))
    place.save(data / "backgrounds" / "rooms_1.jpg")
    place.save(more / "backgrounds" / "wide_wild_1.avif")
    return data, more


def test_sequences_are_the_same_in_every_run_and_show_their_people(folders):
    first = next(sequences.sequences(*folders))
    again = next(sequences.sequences(*folders))
    for one, other in zip(first.frames, again.frames, strict=True):
        np.testing.assert_array_equal(one, other)
    assert len(first.frames) == len(first.alphas) == 3
    for frame, alpha in zip(first.frames, first.alphas, strict=True):
        assert frame.shape == (sequences.HEIGHT, sequences.WIDTH, 3)
        assert frame.dtype == np.uint8
        assert alpha.dtype == np.float32
        assert 0 <= alpha.min() <= alpha.max() <= 1
        assert 0.03 < alpha.mean() < 0.6
    moved = np.abs(first.alphas[2] - first.alphas[0]).mean()
    assert moved > 1e-4, "people move"
    free = (first.alphas[0] == 0) & (first.alphas[1] == 0)
    seen = first.frames[0].astype(int) - first.room
    assert np.abs(seen[free]).mean() < 4, "where nobody is, the frame shows the room as learnt"
