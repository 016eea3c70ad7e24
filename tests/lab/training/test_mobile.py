"""Networks with a mobile encoder in training: the engines' layers, ImageNet, a rate of their own.

Skips without PyTorch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")

from gpu_unet.network_input import CLEAN_PLATE  # noqa: E402
from gpu_unet.reference.unet import unet  # noqa: E402
from gpu_unet.weights import load_weights  # noqa: E402
from lab.training.export import export_model  # noqa: E402
from lab.training.learning.learning_step import ENCODER_RATE, LearningStep  # noqa: E402
from lab.training.learning.losses import LossWeights  # noqa: E402
from lab.training.learning.parallel import Ranks  # noqa: E402
from lab.training.network import model as network_model  # noqa: E402
from lab.training.network.mobile import load_imagenet, mobile_architecture, scaled_channels  # noqa: E402
from lab.training.network.model import UNet, file_tensors, load_file_tensors  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402

CPU = torch.device("cpu")
ARCHITECTURE = mobile_architecture(
    width=0.5, depth=1.0, decoder=(4, 6, 8, 8, 8), in_channels=3 + CLEAN_PLATE.channels
)


@pytest.fixture
def network():
    torch.manual_seed(3)
    network = UNet(ARCHITECTURE).eval()
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.running_var, 0.5, 1.5)
            torch.nn.init.normal_(module.running_mean, 0, 0.2)
    torch.nn.init.normal_(network.layers["head"].weight)
    return network


def blocks_of(network):
    levels = range(2, network.architecture.depth + 2)
    return [block for level in levels for block in network.architecture.encoder(level)]


def layer(network, name):
    return network.layers[name.replace(".", "/")]


def imagenet(network):
    """Tensors named as in `efficientnet_lite_pytorch`, of the sizes of a network."""
    stem, *blocks = blocks_of(network)
    found = {"_conv_stem.weight": torch.randn_like(layer(network, stem[0].name).weight[:, :3])}
    norms = {"_bn0": layer(network, stem[0].batch_norm_name)}
    for number, block in enumerate(blocks):
        for spec in block:
            name = spec.name.rpartition(".")[2]
            found[f"_blocks.{number}._{name}_conv.weight"] = torch.randn_like(
                layer(network, spec.name).weight
            )
            place = ("expand", "depthwise", "project").index(name)
            norms[f"_blocks.{number}._bn{place}"] = layer(network, spec.batch_norm_name)
    for name, norm in norms.items():
        for part in ("weight", "bias", "running_mean", "running_var"):
            found[f"{name}.{part}"] = torch.rand_like(getattr(norm, part)) + 0.5
    return found


def test_channels_are_rounded_as_they_were_for_imagenet():
    assert [scaled_channels(c, 1.1) for c in (16, 24, 40, 80, 112, 192, 320)] == [
        16, 24, 48, 88, 120, 208, 352,
    ]  # fmt: skip
    assert scaled_channels(20, 0.6) == 16, "12 rounds to 16: 8 would be a third less"


@pytest.mark.parametrize(("height", "width"), [(64, 96), (160, 32)])
def test_logits_have_the_size_of_the_frame(network, height, width):
    with torch.no_grad():
        assert network(torch.rand(2, 7, height, width)).shape == (2, 1, height, width)
        assert network(torch.rand(1, 3, height, width)).shape == (1, 1, height, width)


def test_an_exported_network_is_what_was_trained(network, tmp_path):
    x = torch.rand(2, 7, 64, 96)
    path = export_model(network, RECIPES["quality"], tmp_path / "small")
    weights = load_weights(path)
    with torch.no_grad():
        wanted = torch.sigmoid(network(x))[:, 0].numpy()
    found = unet(x.permute(0, 2, 3, 1).numpy(), weights.architecture, weights.layers)
    assert wanted.std() > 0.01
    np.testing.assert_allclose(found, wanted, atol=5e-3)  # weights are stored in float16


def test_a_run_begins_with_what_another_has_written(network):
    other = UNet(ARCHITECTURE).eval()
    load_file_tensors(other, file_tensors(network))
    x = torch.rand(1, 7, 64, 64)
    with torch.no_grad():
        torch.testing.assert_close(other(x), network(x))


def test_a_run_without_fused_kernels_has_none(network, monkeypatch):
    asked = []
    then = network_model.batch_norm_then

    def noting(activation, norm, x, *, fused):
        asked.append(fused)
        return then(activation, norm, x, fused=fused)

    monkeypatch.setattr(network_model, "batch_norm_then", noting)
    network.is_fused = False
    with torch.no_grad():
        network(torch.rand(1, 7, 32, 32))
    assert asked == [False] * sum(spec.has_batch_norm for spec in network.architecture.layers())


def test_the_encoder_begins_with_imagenet_and_ignores_the_plate(network):
    tensors = imagenet(network)
    load_imagenet(network, tensors)
    stem, *blocks = blocks_of(network)
    weight = layer(network, stem[0].name).weight
    assert not weight[:, 3:].any()
    x = torch.rand(1, 3, 8, 8)
    with torch.no_grad():
        found = layer(network, stem[0].batch_norm_name)(
            torch.nn.functional.conv2d(x, weight[:, :3], stride=2)
        )
        given = torch.nn.functional.conv2d(2 * x - 1, tensors["_conv_stem.weight"], stride=2)
        wanted = torch.nn.functional.batch_norm(
            given, *(tensors[f"_bn0.{part}"] for part in ("running_mean", "running_var")),
            tensors["_bn0.weight"], tensors["_bn0.bias"], eps=1e-3,
        )  # fmt: skip
    torch.testing.assert_close(found, wanted)
    last, number = blocks[-1][-1], len(blocks) - 1
    assert torch.equal(
        layer(network, last.name).weight, tensors[f"_blocks.{number}._project_conv.weight"]
    )
    assert [spec.name for spec in blocks[0]] == ["down2.block1.depthwise", "down2.block1.project"]
    first = layer(network, blocks[0][0].batch_norm_name)
    assert torch.equal(first.running_var, tensors["_blocks.0._bn1.running_var"])


def test_the_encoder_learns_at_a_rate_of_its_own(network):
    step = LearningStep(
        network, LossWeights(), Ranks(CPU), CPU, learning_rate=1.0, weight_decay=0.1, graphs=False
    )
    step.set_learning_rate(0.5)
    encoder = {id(p) for p in network.encoder_parameters()}
    rates = {id(p): g["lr"] for g in step.optimizer.param_groups for p in g["params"]}
    assert len(rates) == len(list(network.parameters()))
    assert all(rates[p] == pytest.approx(0.5 * ENCODER_RATE) for p in encoder)
    assert {rate for p, rate in rates.items() if p not in encoder} == {0.5}
    assert len(encoder) == 3 * (len(ARCHITECTURE.layers()) - 16)
