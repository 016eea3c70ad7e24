"""What is learnt from a batch: the same whether captured or not. Skips without PyTorch."""

import copy

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")

from gpu_unet.architecture import UNetArchitecture  # noqa: E402
from lab.training.learning.learning_step import EAGER_FIRST, Batch, LearningStep  # noqa: E402
from lab.training.learning.losses import LossWeights, steadiness_loss  # noqa: E402
from lab.training.learning.parallel import Ranks  # noqa: E402
from lab.training.network.model import UNet  # noqa: E402

SMALL = UNetArchitecture(
    widths=(8, 16, 16),
    blocks=("plain", "plain", "separable"),
    convs=(1, 2, 2),
    up="bilinear",
    height=16,
    width=16,
)


def batch(seed, device, *, height=32, width=48, taught=False):
    generator = torch.Generator().manual_seed(seed)

    def drawn(channels):
        return torch.rand((6, channels, height, width), generator=generator).to(device)

    x = drawn(3).contiguous(memory_format=torch.channels_last)
    alpha = (drawn(1) > 0.5).float()
    is_exact = torch.tensor([False, True] * 3, device=device)
    told = drawn(1) if taught else None
    return Batch(x, alpha, drawn(1), is_exact, told, 2, seed % 7 - 3, seed % 5 - 2)


def learner(device, *, graphs, fused=True):
    torch.manual_seed(0)
    model = UNet(SMALL).to(device, memory_format=torch.channels_last)
    model.is_fused = fused
    return LearningStep(
        model,
        LossWeights(distil=1.0),
        Ranks(device),
        device,
        learning_rate=1e-3,
        weight_decay=0.02,
        graphs=graphs,
    ), model


def test_a_shift_on_the_device_is_a_shift():
    logits, moved = torch.randn((2, 3, 1, 40, 30))
    for y, x, mirrored in ((0, 0, 0), (3, -2, 1), (-3, 1, 0)):
        shifts = {"shift_y": y, "shift_x": x, "mirrored": mirrored}
        expected = steadiness_loss(logits, moved, **shifts)
        on_device = {name: torch.tensor(value) for name, value in shifts.items()}
        assert torch.equal(steadiness_loss(logits, moved, **on_device), expected)
    rolled = torch.roll(logits, (3, -2), (2, 3))
    assert steadiness_loss(logits, rolled, shift_y=3, shift_x=-2) == 0


def test_a_copied_batch_takes_another_over_and_keeps_its_memory():
    first, second = (batch(seed, torch.device("cpu"), taught=True) for seed in (1, 2))
    copied = first.copied()
    before = copied.x.data_ptr()
    copied.take(second)
    assert copied.x.data_ptr() == before != first.x.data_ptr()
    assert copied.x.is_contiguous(memory_format=torch.channels_last)
    for name in ("x", "alpha", "confidence", "is_exact", "told"):
        assert torch.equal(getattr(copied, name), getattr(second, name)), name
    assert (int(copied.shift_y), int(copied.shift_x)) == (second.shift_y, second.shift_x)
    assert copied.kind == second.kind != batch(1, torch.device("cpu")).kind


def test_learning_moves_every_parameter_by_its_own_rate():
    cpu = torch.device("cpu")
    learn, model = learner(cpu, graphs=True)
    before = copy.deepcopy(list(model.parameters()))
    learn.set_learning_rate(0.0)
    learn(batch(0, cpu))
    assert all(torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))
    learn.set_learning_rate(1e-2)
    terms, logits = learn(batch(1, cpu, taught=True))
    assert {"cross_entropy", "region", "alpha", "slope", "steady", "distil"} == set(terms)
    assert logits.shape == (6, 1, 32, 48)
    learn(batch(2, cpu))  # the head begins at zero: what is before it moves from the second on
    assert not any(torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="CUDA graphs need an NVIDIA GPU")
@pytest.mark.parametrize("fused", [False, True])
def test_a_captured_step_learns_what_an_eager_one_does(fused, capsys):
    device = torch.device("cuda")
    captured, plain = (learner(device, graphs=graphs, fused=fused) for graphs in (True, False))
    steps = EAGER_FIRST + 4
    for step in range(4 * steps):
        kind = {"height": 32, "width": 48} if step % 2 else {"height": 48, "width": 32}
        for learn, _ in (captured, plain):
            learn.set_learning_rate(1e-4)
        terms, logits = captured[0](batch(step, device, taught=step % 4 > 1, **kind))
        expected, true_logits = plain[0](batch(step, device, taught=step % 4 > 1, **kind))
        for name, term in expected.items():
            torch.testing.assert_close(terms[name], term, rtol=2e-2, atol=2e-3, msg=name)
        torch.testing.assert_close(logits, true_logits, rtol=0.05, atol=0.05)
    assert len(captured[0]._captured) == 4
    assert "no CUDA graph" not in capsys.readouterr().out
