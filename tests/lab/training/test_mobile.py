"""The network with a mobile encoder: sizes, ImageNet, its own rate. Skips without PyTorch."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")

from gpu_unet.clean_plate import PLATE_CHANNELS  # noqa: E402
from lab.training.learning.learning_step import ENCODER_RATE, LearningStep  # noqa: E402
from lab.training.learning.losses import LossWeights  # noqa: E402
from lab.training.learning.parallel import Ranks  # noqa: E402
from lab.training.network import mobile  # noqa: E402
from lab.training.network.mobile import (  # noqa: E402
    MobileBlock,
    MobileShape,
    MobileUNet,
    scaled_channels,
)

CPU = torch.device("cpu")
SHAPE = MobileShape(width=0.5, depth=1.0, decoder=(4, 6, 8, 8, 8))


@pytest.fixture
def network():
    torch.manual_seed(3)
    return MobileUNet(SHAPE, 3 + PLATE_CHANNELS).eval()


def imagenet(network):
    """Tensors named as in `efficientnet_lite_pytorch`, of the sizes of a network."""
    found = {"_conv_stem.weight": torch.randn_like(network.stem.weight[:, :3])}
    norms = {"_bn0": network.stem_norm}
    for number, block in enumerate(block for stage in network.stages for block in stage):
        head = f"_blocks.{number}."
        for index, name in enumerate(("expand", "depthwise", "project")):
            convolution = getattr(block, name)
            if convolution is not None:
                found[f"{head}_{name}_conv.weight"] = torch.randn_like(convolution.weight)
                norms[f"{head}_bn{index}"] = getattr(block, f"{name}_norm")
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


def test_a_block_adds_its_input_where_shapes_allow(network):
    block = MobileBlock(8, 8, kernel=5, stride=1, expand=6).eval()
    torch.nn.init.zeros_(block.project.weight)
    x = torch.rand(1, 8, 6, 6)
    with torch.no_grad():
        assert torch.equal(block(x), x)
        assert MobileBlock(8, 8, kernel=3, stride=2, expand=6).eval()(x).shape == (1, 8, 3, 3)


def test_a_run_without_fused_kernels_has_none(network, monkeypatch):
    asked = []
    relu = mobile.batch_norm_relu

    def noting(norm, x, *, fused):
        asked.append(fused)
        return relu(norm, x, fused=fused)

    monkeypatch.setattr(mobile, "batch_norm_relu", noting)
    network.is_fused = False
    with torch.no_grad():
        network(torch.rand(1, 7, 32, 32))
    assert asked == [False] * 10, "one at full size, two at each of four joins, one at the last"


def test_the_encoder_begins_with_imagenet_and_ignores_the_plate(network):
    tensors = imagenet(network)
    network.load_pretrained(tensors)
    assert torch.equal(network.stem.weight[:, :3], tensors["_conv_stem.weight"])
    assert not network.stem.weight[:, 3:].any()
    last = network.stages[-1][-1]
    number = sum(len(stage) for stage in network.stages) - 1
    assert torch.equal(last.project.weight, tensors[f"_blocks.{number}._project_conv.weight"])
    first = network.stages[0][0]
    assert first.expand is None
    assert torch.equal(first.depthwise_norm.running_var, tensors["_blocks.0._bn1.running_var"])


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
