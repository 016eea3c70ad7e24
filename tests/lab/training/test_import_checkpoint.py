"""Anyone's trained U-Net of the original layout runs here with the same output."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="importing a checkpoint needs PyTorch")

from torch import nn  # noqa: E402

from gpu_unet.reference.unet import unet  # noqa: E402
from gpu_unet.weights import load_weights  # noqa: E402
from lab.training import import_checkpoint  # noqa: E402


class Double(nn.Module):
    def __init__(self, i, o, bias):
        super().__init__()
        self.conv1 = nn.Conv2d(i, o, 3, padding=1, bias=bias)
        self.conv2 = nn.Conv2d(o, o, 3, padding=1, bias=bias)
        self.bn1 = nn.BatchNorm2d(o)
        self.bn2 = nn.BatchNorm2d(o)

    def forward(self, x):
        x = torch.relu(self.bn1(self.conv1(x)))
        return torch.relu(self.bn2(self.conv2(x)))


class Original(nn.Module):
    """d1..d5, u1..u4 and out, as in the notebooks; `decoder_first` shuffles the registration."""

    def __init__(self, base=2, *, bias=True, decoder_first=False, upsampled_first=False):
        super().__init__()
        self.upsampled_first = upsampled_first
        w = [base * 2**i for i in range(5)]

        def encoder():
            for i in range(5):
                setattr(self, f"d{i + 1}", Double(w[i - 1] if i else 3, w[i], bias))

        def decoder():
            for i in range(4):
                setattr(self, f"up{i + 1}", nn.ConvTranspose2d(w[4 - i], w[3 - i], 2, 2))
                setattr(self, f"u{i + 1}", Double(2 * w[3 - i], w[3 - i], bias))

        for part in (decoder, encoder) if decoder_first else (encoder, decoder):
            part()
        self.out = nn.Conv2d(w[0], 1, 1)

    def forward(self, x):
        skips = []
        for i in range(5):
            x = getattr(self, f"d{i + 1}")(nn.functional.max_pool2d(x, 2) if i else x)
            skips.append(x)
        for i in range(4):
            x = getattr(self, f"up{i + 1}")(x)
            pair = [x, skips[3 - i]] if self.upsampled_first else [skips[3 - i], x]
            x = getattr(self, f"u{i + 1}")(torch.cat(pair, 1))
        return torch.sigmoid(self.out(x))


def trained_like(**options):
    torch.manual_seed(4)
    model = Original(**options)
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.normal_(module.running_mean, 0, 0.2)
            nn.init.uniform_(module.running_var, 0.5, 2)
            nn.init.uniform_(module.weight, 1.0, 2.0)
            nn.init.normal_(module.bias, 0, 0.2)
    with torch.no_grad():
        model.out.weight *= 20  # so that alpha is far from flat
    return model.eval()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bias": False},
        {"decoder_first": True},
        {"upsampled_first": True},
    ],
    ids=str,
)
def test_an_imported_network_gives_the_same_alpha(tmp_path, options):
    model = trained_like(**options)
    torch.save(model.state_dict(), tmp_path / "unet.pth")
    flags = ["--upsampled-first"] if options.get("upsampled_first") else []
    status = import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine"), *flags])
    assert status == 0
    weights = load_weights(tmp_path / "mine.safetensors")
    x = np.random.default_rng(5).random((1, 16, 32, 3), np.float32)
    with torch.no_grad():
        expected = model(torch.from_numpy(x.transpose(0, 3, 1, 2)))[:, 0].numpy()
    np.testing.assert_allclose(unet(x, weights.architecture, weights.layers), expected, atol=1e-5)
    assert expected.std() > 0.02


def test_a_wrapped_data_parallel_checkpoint_is_unpacked(tmp_path):
    state = {f"module.{name}": value for name, value in trained_like().state_dict().items()}
    torch.save({"epoch": 3, "state_dict": state}, tmp_path / "unet.pth")
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine")]) == 0
    assert load_weights(tmp_path / "mine").architecture.widths == (2, 4, 8, 16, 32)


def test_another_network_is_refused_with_what_was_found(tmp_path, capsys):
    torch.save(
        nn.Sequential(nn.Conv2d(3, 4, 3), nn.Conv2d(4, 1, 1)).state_dict(), tmp_path / "a.pth"
    )
    assert import_checkpoint.main([str(tmp_path / "a.pth"), str(tmp_path / "mine")]) == 1
    assert "found 1 convolutions 3x3, 0 BatchNorms" in capsys.readouterr().err
    assert not (tmp_path / "mine.safetensors").exists()


def test_code_in_a_checkpoint_is_not_run(tmp_path, capsys):
    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "ran"), "w"))

    torch.save({"state_dict": Evil()}, tmp_path / "evil.pth")
    assert import_checkpoint.main([str(tmp_path / "evil.pth"), str(tmp_path / "mine")]) == 1
    assert "cannot be read as plain tensors" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("content", [b"hello world\n", b".\x80rest", b"q\x00"])
def test_what_is_no_checkpoint_is_one_sentence(tmp_path, capsys, content):
    (tmp_path / "text.pth").write_bytes(content)
    assert import_checkpoint.main([str(tmp_path / "text.pth"), str(tmp_path / "mine")]) == 1
    assert "text.pth: cannot be read as plain tensors" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["d1.bn2.running_var", "u2.bn1.bias"])
def test_a_tensor_that_is_missing_is_named(tmp_path, capsys, name):
    state = trained_like().state_dict()
    del state[name]
    torch.save(state, tmp_path / "unet.pth")
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine")]) == 1
    assert f"{name} is missing; save all of it" in capsys.readouterr().err


def test_a_bias_of_another_layer_is_refused(tmp_path, capsys):
    state = trained_like().state_dict()
    state["d1.conv1.bias"] = torch.ones(5)
    torch.save(state, tmp_path / "unet.pth")
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine")]) == 1
    assert "d1.conv1.bias is (5,), expected (2,)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (lambda weight: weight.to_sparse(), "d1.conv1.weight is sparse"),
        (lambda weight: weight.to("meta"), "d1.conv1.weight holds no values"),
        (lambda weight: weight[:0], "d1.conv1.weight is (0, 3, 3, 3)"),
        (lambda weight: weight[:, :0], "d1.conv1.weight is (2, 0, 3, 3)"),
    ],
)
def test_a_weight_without_plain_values_is_named(tmp_path, capsys, other, said):
    state = trained_like().state_dict()
    state["d1.conv1.weight"] = other(state["d1.conv1.weight"])
    torch.save(state, tmp_path / "unet.pth")
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine")]) == 1
    assert said in capsys.readouterr().err


def test_parameters_that_still_learn_are_read(tmp_path):
    torch.save(trained_like().state_dict(keep_vars=True), tmp_path / "unet.pth")
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine")]) == 0


def test_no_model_is_replaced_and_no_folder_made(tmp_path, capsys):
    torch.save(trained_like().state_dict(), tmp_path / "unet.pth")
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "mine")]) == 0
    before = (tmp_path / "mine.safetensors").read_bytes()
    for name in ("mine", "mine.json"):
        assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / name)]) == 1
        assert "mine.safetensors: exists already; give another name" in capsys.readouterr().err
    assert (tmp_path / "mine.safetensors").read_bytes() == before
    assert import_checkpoint.main([str(tmp_path / "unet.pth"), str(tmp_path / "none/mine")]) == 1
    assert "none: no such folder" in capsys.readouterr().err


def test_a_missing_checkpoint_is_one_sentence(tmp_path, capsys):
    assert import_checkpoint.main([str(tmp_path / "none.pth"), str(tmp_path / "mine")]) == 1
    assert "none.pth: no such file" in capsys.readouterr().err
