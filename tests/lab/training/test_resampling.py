"""Halving and doubling by our kernels against PyTorch's own.

Runs on a GPU, or without one in Triton's interpreter: TRITON_INTERPRET=1 pytest THIS_FILE
"""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
F = torch.nn.functional

from gpu_unet.architecture import UNetArchitecture  # noqa: E402
from lab.training.network import resampling  # noqa: E402
from lab.training.network.batch_norm import IS_INTERPRETED  # noqa: E402
from lab.training.network.model import UNet  # noqa: E402

DEVICE = torch.device("cuda" if torch.cuda.is_available() and not IS_INTERPRETED else "cpu")
SHAPES = [(1, 16, 2, 2), (2, 32, 6, 10), (3, 6, 4, 18), (1, 160, 8, 4), (1, 200, 2, 6)]

needs_triton = pytest.mark.skipif(
    resampling.kernels is None or not (IS_INTERPRETED or DEVICE.type == "cuda"),
    reason="needs Triton and a GPU, or TRITON_INTERPRET=1",
)


def planes(*shape, dtype=torch.float32):
    x = torch.randn(shape, device=DEVICE).to(dtype).contiguous(memory_format=torch.channels_last)
    return x.requires_grad_(True)


@needs_triton
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("shape", SHAPES)
def test_halving_agrees_and_adds_both_gradients(shape, dtype):
    torch.manual_seed(0)
    x = torch.relu(planes(*shape, dtype=dtype)).detach().requires_grad_(True)  # with ties at 0
    theirs = x.detach().clone().requires_grad_(True)
    kept, halved = resampling.KeepAndHalve.apply(x)
    expected = F.max_pool2d(theirs, 2)
    assert torch.equal(kept, x)
    assert torch.equal(halved, expected)
    # As in the net: the skip's gradient is a slice of a joined plane's.
    torch.cat((kept, kept * 2), 1).mul(2).sum().add((halved * halved).sum()).backward()
    (theirs * 6).sum().add((expected * expected).sum()).backward()
    torch.testing.assert_close(x.grad, theirs.grad, rtol=1e-2, atol=1e-2)


@needs_triton
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("shape", [(1, 16, 1, 1), (2, 16, 1, 3), *SHAPES])
def test_doubling_agrees_both_ways(shape, dtype):
    torch.manual_seed(0)
    n, c, height, width = shape
    x, skip = planes(*shape, dtype=dtype), planes(n, c, 2 * height, 2 * width, dtype=dtype)
    x2, skip2 = (t.detach().float().requires_grad_(True) for t in (x, skip))
    out = resampling.DoubleBeside.apply(skip, x)
    doubled = F.interpolate(x2, scale_factor=2, mode="bilinear", align_corners=False)
    expected = torch.cat((skip2, doubled), 1)
    # bfloat16 keeps eight bits; sums of sixteen are rounded once.
    wide = {"rtol": 8e-3, "atol": 8e-3} if dtype == torch.bfloat16 else {"rtol": 1e-5, "atol": 1e-6}
    torch.testing.assert_close(out.float(), expected, **wide)
    gradient = torch.randn_like(expected).to(dtype)
    out.backward(gradient)
    expected.backward(gradient.float())
    torch.testing.assert_close(x.grad.float(), x2.grad, **wide)
    torch.testing.assert_close(skip.grad.float(), skip2.grad)


@needs_triton
def test_a_whole_net_learns_alike_with_and_without(monkeypatch):
    # TensorFloat-32 turns differences in the last bit into some in the third digit.
    monkeypatch.setattr(torch.backends.cudnn, "allow_tf32", False)
    architecture = UNetArchitecture(
        widths=(8, 16, 24),
        blocks=("plain", "plain", "separable"),
        convs=(1, 2, 2),
        up="bilinear",
        height=16,
        width=16,
    )
    nets = []
    for is_fused in (True, False):
        torch.manual_seed(3)
        nets.append(UNet(architecture).to(DEVICE, memory_format=torch.channels_last))
        nets[-1].is_fused = is_fused
        torch.nn.init.normal_(nets[-1].layers["head"].weight, 0, 0.3)
    x = torch.rand((2, 3, 16, 24), device=DEVICE).contiguous(memory_format=torch.channels_last)
    logits = [net(x) for net in nets]
    kinds = {node.name() for node in _nodes(logits[0].grad_fn)}
    assert {"FusedBatchNormBackward", "KeepAndHalveBackward", "DoubleBesideBackward"} <= kinds
    torch.testing.assert_close(*logits, rtol=1e-3, atol=1e-4)
    for out in logits:
        (out * torch.linspace(-1, 1, out.shape[-1], device=DEVICE)).sum().backward()
    for (name, mine), theirs in zip(nets[0].named_parameters(), nets[1].parameters(), strict=True):
        torch.testing.assert_close(mine.grad, theirs.grad, rtol=2e-3, atol=2e-3, msg=name)
    for (name, mine), theirs in zip(nets[0].named_buffers(), nets[1].buffers(), strict=True):
        torch.testing.assert_close(mine, theirs, rtol=1e-4, atol=1e-5, msg=name)


def _nodes(node):
    found, waiting = set(), [node]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in found:
            found.add(node)
            waiting += [after for after, _ in node.next_functions]
    return found


def test_elsewhere_pytorch_does_it():
    x, skip = torch.randn(1, 3, 4, 6), torch.randn(1, 5, 8, 12)
    kept, halved = resampling.kept_and_halved(x)
    assert kept is x
    assert torch.equal(halved, F.max_pool2d(x, 2))
    out = resampling.doubled_beside(skip, x)
    assert torch.equal(out[:, :5], skip)
    doubled = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
    assert torch.equal(out[:, 5:], doubled)
