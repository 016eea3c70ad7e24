"""Averaging finished nets: the mean of the tensors, BatchNorm measured anew."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")

from lab.training.average import average  # noqa: E402
from lab.training.export import export_model, load_file_model  # noqa: E402
from lab.training.network.model import UNet  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402

RECIPE = RECIPES["tiny"]


@pytest.fixture
def paths(tmp_path):
    """Weights files of two nets that began apart."""
    written = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        out = tmp_path / str(seed) / "tiny"
        written.append(export_model(UNet(RECIPE.architecture), RECIPE, out))
    return written


def test_the_mean_of_two_nets_lies_between_them_by_their_shares(paths):
    first, second = (load_file_model(path, torch.device("cpu")) for path in paths)
    mean = average(RECIPE, paths, [0.25, 0.75])
    assert not mean.training
    for a, b, m in zip(first.parameters(), second.parameters(), mean.parameters(), strict=True):
        torch.testing.assert_close(0.25 * a + 0.75 * b, m)


def test_shares_that_do_not_sum_to_one_are_refused(tmp_path):
    with pytest.raises(ValueError, match="the shares sum to 100, expected 1"):
        average(RECIPE, [tmp_path / "a", tmp_path / "b"], [50, 50])


def test_a_layer_has_shares_of_its_own(paths):
    first, second = (load_file_model(path, torch.device("cpu")) for path in paths)
    mean = average(
        RECIPE, paths, [0.5, 0.5], {"head": [1, 0], "down1": [0.2, 0.8], "down1.conv1": [0, 1]}
    )
    a, b, m = (
        {
            name.removeprefix("layers.").replace("/", "."): tensor
            for name, tensor in net.named_parameters()
        }
        for net in (first, second, mean)
    )
    taken = {name: 0.5 for name in m}
    taken |= {name: 0.2 for name in m if name.startswith("down1.")}
    taken |= {name: 0.0 for name in m if name.startswith("down1.conv1.")}
    taken |= {name: 1.0 for name in m if name.startswith("head.")}
    assert len(set(taken.values())) == 4
    for name, share in taken.items():
        torch.testing.assert_close(share * a[name] + (1 - share) * b[name], m[name])


@pytest.mark.parametrize(
    ("layers", "sentence"),
    [
        ({"down5": [0.5, 0.2]}, "the shares sum to 0.7, expected 1"),
        ({"head": [1.0]}, "1 shares for 2 files; give one for each file"),
        ({"hea": [0.5, 0.5]}, "no tensor is in a layer 'hea'; the network has down1, "),
    ],
)
def test_layers_that_fit_nothing_are_refused(paths, layers, sentence):
    with pytest.raises(ValueError, match=sentence):
        average(RECIPE, paths, None, layers)
