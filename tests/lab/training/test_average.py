"""Averaging finished nets: the mean of the tensors, BatchNorm measured anew."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")

from lab.training.average import average  # noqa: E402
from lab.training.export import export_model, load_file_model  # noqa: E402
from lab.training.network.model import UNet  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402

RECIPE = RECIPES["tiny"]


def test_the_mean_of_two_nets_lies_between_them_by_their_shares(tmp_path):
    paths = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        paths.append(export_model(UNet(RECIPE.architecture), RECIPE, tmp_path / str(seed) / "tiny"))
    first, second = (load_file_model(path, torch.device("cpu")) for path in paths)
    mean = average(RECIPE, paths, [0.25, 0.75])
    assert not mean.training
    for a, b, m in zip(first.parameters(), second.parameters(), mean.parameters(), strict=True):
        torch.testing.assert_close(0.25 * a + 0.75 * b, m)


def test_shares_that_do_not_sum_to_one_are_refused(tmp_path):
    with pytest.raises(ValueError, match="the shares sum to 100, expected 1"):
        average(RECIPE, [tmp_path / "a", tmp_path / "b"], [50, 50])
