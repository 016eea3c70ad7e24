"""Writes the golden files of this folder with PyTorch.

    python tests/gpu_unet/golden/make_golden.py

The tests read them without PyTorch. Run it again only when an operation or the file format changes;
needs `lab/training/requirements.txt`.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parents[2]))

from gpu_unet.architecture import MobileStage, UNetArchitecture  # noqa: E402
from gpu_unet.model_card import described_network  # noqa: E402
from gpu_unet.weights import expected_tensors  # noqa: E402

# name: x shape NCHW, weight shape, stride, padding, dilation
CONVOLUTIONS = {
    "3x3": ((2, 3, 7, 6), (5, 3, 3, 3), (1, 1), (1, 1), (1, 1)),
    "1x1": ((1, 4, 5, 3), (6, 4, 1, 1), (1, 1), (0, 0), (1, 1)),
    "3x5": ((1, 2, 9, 11), (3, 2, 3, 5), (1, 1), (1, 2), (1, 1)),
    "5x1_stride_2x1": ((2, 3, 11, 6), (4, 3, 5, 1), (2, 1), (2, 0), (1, 1)),
    "2x4_stride_3x2_padding_0x3": ((1, 3, 10, 9), (2, 3, 2, 4), (3, 2), (0, 3), (1, 1)),
    "3x2_dilation_2x3": ((1, 3, 12, 11), (4, 3, 3, 2), (1, 1), (2, 1), (2, 3)),
    "everything": ((2, 2, 13, 14), (3, 2, 3, 3), (2, 3), (2, 1), (3, 2)),
}
TRANSPOSED = {
    "2x2": ((2, 4, 3, 5), (4, 3, 2, 2), (2, 2)),
    "3x2_stride_2x1": ((1, 3, 4, 3), (3, 2, 3, 2), (2, 1)),
}
POOLS = {"2x2": ((2, 2), (2, 2)), "2x1": ((2, 1), (2, 1)), "3x2_stride_1x2": ((3, 2), (1, 2))}

PLAIN = UNetArchitecture.plain(base_width=4, depth=4, height=16, width=32)
SEPARABLE = UNetArchitecture(
    widths=(5, 8, 12),
    blocks=("plain", "separable", "separable"),
    convs=(1, 2, 1),
    up="bilinear",
    height=12,
    width=8,
)
MOBILE = UNetArchitecture(
    widths=(5, 7, 9, 12),
    blocks=("plain",) * 4,
    convs=(1, 2, 2, 1),
    up="bilinear",
    height=24,
    width=40,
    stem=9,
    stages=(
        MobileStage(kernel=3, stride=1, expansion=1, channels=6, blocks=1),
        MobileStage(kernel=5, stride=2, expansion=3, channels=10, blocks=2),
        MobileStage(kernel=3, stride=2, expansion=2, channels=11, blocks=1),
        MobileStage(kernel=5, stride=1, expansion=2, channels=12, blocks=2),
    ),
)
CLIPPED = 5  # times larger before a ReLU6, so that some of it is above 6


def normal(generator, shape):
    return torch.randn(shape, generator=generator)


def nhwc(x):
    return np.ascontiguousarray(x.permute(0, 2, 3, 1).numpy())


def make_layers():
    """Every plain layer at odd sizes; activations are stored NHWC, weights as PyTorch has them."""
    generator = torch.Generator().manual_seed(1)
    out = {}
    for name, (x_shape, w_shape, stride, padding, dilation) in CONVOLUTIONS.items():
        x, weight, bias = (normal(generator, s) for s in (x_shape, w_shape, w_shape[:1]))
        y = F.conv2d(x, weight, bias, stride=stride, padding=padding, dilation=dilation)
        out |= {
            f"conv.{name}.x": nhwc(x),
            f"conv.{name}.weight": weight.numpy(),
            f"conv.{name}.bias": bias.numpy(),
            f"conv.{name}.arguments": np.array([stride, padding, dilation]),
            f"conv.{name}.y": nhwc(y),
        }
    for name, (x_shape, w_shape, stride) in TRANSPOSED.items():
        x, weight, bias = (normal(generator, s) for s in (x_shape, w_shape, w_shape[1:2]))
        out |= {
            f"transposed.{name}.x": nhwc(x),
            f"transposed.{name}.weight": weight.numpy(),
            f"transposed.{name}.bias": bias.numpy(),
            f"transposed.{name}.arguments": np.array(stride),
            f"transposed.{name}.y": nhwc(F.conv_transpose2d(x, weight, bias, stride=stride)),
        }
    x = normal(generator, (2, 3, 7, 6))
    out["x"] = nhwc(x)
    for name, (window, stride) in POOLS.items():
        out[f"pool.{name}.arguments"] = np.array([window, stride])
        out[f"pool.{name}.y"] = nhwc(F.max_pool2d(x, window, stride))
    weight, bias = normal(generator, (3, 1, 3, 3)), normal(generator, (3,))
    out |= {
        "depthwise.weight": weight.numpy(),
        "depthwise.bias": bias.numpy(),
        "depthwise.y": nhwc(F.conv2d(x, weight, bias, padding=1, groups=3)),
    }
    gamma, beta, mean = (normal(generator, (3,)) for _ in range(3))
    variance = normal(generator, (3,)).abs() + 0.1
    y = F.batch_norm(x, mean, variance, gamma, beta, eps=1e-3)
    for name, value in (("gamma", gamma), ("beta", beta), ("mean", mean), ("variance", variance)):
        out[f"batch_norm.{name}"] = value.numpy()
    out["batch_norm.y"] = nhwc(y)
    out["relu.y"] = nhwc(F.relu(x))
    out["sigmoid.y"] = nhwc(torch.sigmoid(30 * x))
    out["bilinear.y"] = nhwc(F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False))
    np.savez_compressed(FOLDER / "layers.npz", **out)


def torch_unet(x, architecture, tensors):
    """The network in PyTorch, BatchNorm not folded; yields (block name, NCHW output)."""

    def conv_bn(x, weight, norm, **arguments):
        gamma, beta, mean, variance = (
            tensors[f"{norm}.{part}"] for part in ("gamma", "beta", "mean", "variance")
        )
        x = F.conv2d(x, tensors[f"{weight}.weight"], **arguments)
        return F.batch_norm(x, mean, variance, gamma, beta, eps=1e-5)

    def conv_bn_relu(x, weight, norm, **arguments):
        return F.relu(conv_bn(x, weight, norm, **arguments))

    def padded(x, kernel, stride):
        """By TensorFlow's rule: the odd pixel of a stride stands at the lower and right edge."""
        missing = kernel - stride
        before = missing // 2
        return F.pad(x, (before, missing - before, before, missing - before))

    def mobile_block(x, name, stage, stride):
        y = x
        if stage.expansion > 1:
            y = F.relu6(conv_bn(y, f"{name}.expand", f"{name}.bn_expand"))
        y = padded(y, stage.kernel, stride)
        arguments = {"stride": stride, "groups": y.shape[1]}
        y = F.relu6(conv_bn(y, f"{name}.depthwise", f"{name}.bn_depthwise", **arguments))
        y = conv_bn(y, f"{name}.project", f"{name}.bn_project")
        return y + x if y.shape == x.shape else y

    def mobile_levels(x):
        """What each level below the first puts out."""
        x = F.relu6(conv_bn(padded(x, 3, 2), "down2.stem", "down2.bn_stem", stride=2))
        level, count = 2, 0
        for stage in architecture.stages:
            if stage.stride == 2:
                yield x
                level, count = level + 1, 0
            for index in range(stage.blocks):
                count += 1
                name = f"down{level}.block{count}"
                x = mobile_block(x, name, stage, 1 if index else stage.stride)
        yield x

    def block(x, name, level):
        for i in range(1, architecture.convs[level - 1] + 1):
            if architecture.blocks[level - 1] == "plain":
                x = conv_bn_relu(x, f"{name}.conv{i}", f"{name}.bn{i}", padding=1)
            else:
                x = conv_bn_relu(
                    x,
                    f"{name}.depthwise{i}",
                    f"{name}.bn_depthwise{i}",
                    padding=1,
                    groups=x.shape[1],
                )
                x = conv_bn_relu(x, f"{name}.pointwise{i}", f"{name}.bn{i}")
        return x

    levels = architecture.depth + 1
    skips = []
    lower = mobile_levels(x)
    for level in range(1, levels + 1):
        if level > 1 and architecture.stages:
            x = next(lower)
        else:
            x = block(x if level == 1 else F.max_pool2d(x, 2), f"down{level}", level)
        skips.append(x)
        yield f"down{level}", x
    for join in range(1, levels):
        level = levels - join
        if architecture.up == "transpose":
            name = f"up{join}.transpose"
            x = F.conv_transpose2d(x, tensors[f"{name}.weight"], tensors[f"{name}.bias"], stride=2)
        else:
            name = f"up{join}.project"
            x = F.conv2d(x, tensors[f"{name}.weight"], tensors[f"{name}.bias"])
            x = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
        x = block(torch.cat([skips[level - 1], x], dim=1), f"up{join}", level)
        yield f"up{join}", x
    yield "head", F.conv2d(x, tensors["head.weight"], tensors["head.bias"])


def make_unet(name, architecture, seed):
    """A whole network with random weights, scaled so that activations neither grow nor die."""
    generator = torch.Generator().manual_seed(seed)
    tensors = {}
    for tensor_name, shape in expected_tensors(architecture).items():
        values = normal(generator, shape)
        if tensor_name.endswith("weight"):
            inputs = shape[0] if "transpose" in tensor_name else shape[1] * shape[2] * shape[3]
            values *= (2 / inputs) ** 0.5
        elif tensor_name.endswith(("variance", "gamma")):
            values = 1 + 0.2 * values.abs()
            if tensor_name.endswith(("stem.gamma", "expand.gamma")):
                values *= CLIPPED
        else:
            values *= 0.2
        # Stored as float16, so that the file stays small and the values are exact.
        tensors[tensor_name] = values.half().float()
    x = (
        torch.rand(
            (2, architecture.in_channels, architecture.height, architecture.width),
            generator=generator,
        )
        .half()
        .float()
    )
    out = {f"tensor.{key}": value.numpy().astype(np.float16) for key, value in tensors.items()}
    out["x"] = nhwc(x).astype(np.float16)
    for block, y in torch_unet(x, architecture, tensors):
        out[f"block.{block}"] = nhwc(y)
    out["alpha"] = torch.sigmoid(y)[:, 0].numpy()
    out["architecture"] = np.array(
        json.dumps(
            {
                **described_network(architecture),
            }
        )
    )
    np.savez_compressed(FOLDER / f"{name}.npz", **out)


if __name__ == "__main__":
    with torch.no_grad():
        make_layers()
        make_unet("unet_plain", PLAIN, 2)
        make_unet("unet_separable", SEPARABLE, 3)
        make_unet("unet_mobile", MOBILE, 4)
