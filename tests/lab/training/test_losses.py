"""What costs how much. Skips without PyTorch."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
pytest.importorskip("cv2", reason="OpenCV reads the packs")

from lab.training.learning.losses import (  # noqa: E402
    LossWeights,
    edge_band,
    matte_losses,
    slope_loss,
    steadiness_loss,
)


def test_perfect_logits_cost_nearly_nothing_and_doubtful_pixels_nothing():
    alpha = torch.zeros((2, 1, 32, 32))
    alpha[:, :, 8:24, 8:24] = 1
    exact = torch.tensor([True, False])
    sure = torch.ones_like(alpha)
    good = matte_losses((alpha - 0.5) * 40, alpha, sure, exact, LossWeights())
    assert sum(good.values()) < 1e-3
    bad = matte_losses((0.5 - alpha) * 40, alpha, sure, exact, LossWeights())
    assert bad["cross_entropy"] > 10
    nowhere = torch.zeros_like(alpha)
    photos = torch.tensor([False, False])
    unsure = matte_losses((0.5 - alpha) * 40, alpha, nowhere, photos, LossWeights())
    assert sum(unsure.values()) < 1e-6


def test_false_foreground_in_an_empty_room_is_dear():
    alpha = torch.zeros((1, 1, 64, 64))
    logits = torch.full_like(alpha, -20)
    logits[:, :, :13, :13] = 20  # four per cent of the picture
    terms = matte_losses(logits, alpha, torch.ones_like(alpha), torch.tensor([True]), LossWeights())
    assert terms["region"] > 0.35


def test_edge_band_follows_the_edge():
    alpha = torch.zeros((1, 1, 9, 9))
    alpha[..., 5:] = 1
    band = edge_band(alpha, radius_px=1)
    assert band[0, 0, 4].tolist() == [0, 0, 0, 0, 1, 1, 0, 0, 0]


def test_texture_in_alpha_costs_more_than_an_even_doubt():
    alpha = torch.zeros((1, 1, 64, 64))
    alpha[..., 20:44, 20:44] = 1
    sure = torch.ones_like(alpha)
    assert slope_loss(alpha, alpha, sure) == 0
    even = alpha.clone()
    even[..., :16, :16] = 0.5
    ragged = alpha.clone()
    ragged[..., :16, :16] = (torch.arange(16) % 2).float()
    assert slope_loss(ragged, alpha, sure) > 2 * slope_loss(even, alpha, sure) > 0
    unsure = sure.clone()
    unsure[..., :20, :20] = 0
    assert slope_loss(ragged, alpha, unsure) == 0


def test_steadiness_sees_through_the_shift():
    logits = torch.randn((2, 1, 40, 40))
    moved = torch.roll(logits, (2, -3), (2, 3))
    assert steadiness_loss(logits, moved, shift_y=2, shift_x=-3) < 1e-6
    assert steadiness_loss(logits, moved, shift_y=0, shift_x=0) > 0.05
    shifts = {"shift_y": 2, "shift_x": -3}
    assert steadiness_loss(logits, moved.flip(3), **shifts, mirrored=1) < 1e-6
    assert steadiness_loss(logits, moved.flip(3), **shifts) > 0.05
    assert steadiness_loss(logits, moved, **shifts, mirrored=1) > 0.05
