"""The U-Net in PyTorch, for training: any UNetArchitecture, with the file's own layer names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F
from torch import nn

from gpu_unet.architecture import STEM, padding_of
from gpu_unet.model_card import expected_tensors
from gpu_unet.network_input import CLEAN_PLATE, takes_clean_plate
from lab.training.network.batch_norm import batch_norm_then
from lab.training.network.resampling import doubled_beside, kept_and_halved

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from gpu_unet.architecture import LayerSpec, UNetArchitecture, Unit

BATCH_NORM_EPSILON = 1e-5  # of the weights file
ENCODER_EPSILON = 1e-3  # of a mobile encoder's BatchNorm, as ImageNet taught it
_BATCH_NORM_NAMES = {
    "gamma": "weight",
    "beta": "bias",
    "mean": "running_mean",
    "variance": "running_var",
}


class UNet(nn.Module):
    """A U-Net that returns logits.

    Args:
        architecture: Its height and width do not matter here.

    Attributes:
        is_fused: Whether training uses this project's own kernels where they run.

    Modules are kept in a ModuleDict under the layer's name in the file, with "." as "/", because
    a module's name may hold no dot.
    """

    def __init__(self, architecture: UNetArchitecture) -> None:
        super().__init__()
        self.architecture = architecture
        self.is_fused = True
        self.layers = nn.ModuleDict()
        for spec in architecture.layers():
            self.layers[_key(spec.name)] = _layer(spec)
            if spec.has_batch_norm:
                epsilon = ENCODER_EPSILON if is_mobile(spec) else BATCH_NORM_EPSILON
                self.layers[_key(spec.batch_norm_name)] = nn.BatchNorm2d(
                    spec.out_channels, eps=epsilon
                )
        begin_calmly(self.layers["head"])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Float (N, in_channels, H, W) in [0, 1] to logits (N, 1, H, W); sides fit the depth.

        A net that takes a clean plate may be given R, G, B alone: it then knows of none.
        """
        x = with_plate_channels(x, self.architecture)
        depth = self.architecture.depth
        skips, x = self._mobile(x) if self.architecture.stages else self._pooled(x)
        for join in range(1, depth + 1):
            skip = skips[depth - join]
            up, units = self.architecture.decoder(join)
            x = self.layers[_key(up.name)](x)
            if up.kind == "transpose":
                x = torch.cat((skip, x), dim=1)
            else:
                x = doubled_beside(skip, x, fused=self.is_fused)
            x = self._computed(units, x)
        return self.layers["head"](x)

    def encoder_parameters(self) -> list[nn.Parameter]:
        """Those of a mobile encoder, which may begin with ImageNet's; else none."""
        mobile = [spec for spec in self.architecture.layers() if is_mobile(spec)]
        names = [_key(name) for spec in mobile for name in (spec.name, spec.batch_norm_name)]
        return [parameter for name in names for parameter in self.layers[name].parameters()]

    def _pooled(self, x: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        """The encoder's skips, level 1 first, and what it puts out at the lowest level."""
        skips = []
        for level in range(1, self.architecture.depth + 1):
            x = self._computed(self.architecture.encoder(level), x)
            skip, x = kept_and_halved(x, fused=self.is_fused)
            skips.append(skip)
        return skips, self._computed(self.architecture.encoder(len(skips) + 1), x)

    def _mobile(self, x: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        skips = [self._computed(self.architecture.encoder(1), x)]
        for level in range(2, self.architecture.depth + 2):
            x = self._computed(self.architecture.encoder(level), x)
            skips.append(x)
        return skips[:-1], skips[-1]

    def _computed(self, units: Sequence[Unit], x: torch.Tensor) -> torch.Tensor:
        """The layers of units one after the other."""
        for unit in units:
            read = x
            for spec in unit:
                x = self._convolved(spec, x)
                if spec.adds_input:
                    x = x + read
        return x

    def _convolved(self, spec: LayerSpec, x: torch.Tensor) -> torch.Tensor:
        """Convolution, BatchNorm, activation."""
        if spec.stride > 1:
            before, after = padding_of(spec.kernel, spec.stride)
            x = F.pad(x, (before, after, before, after))
        x = self.layers[_key(spec.name)](x)
        norm: nn.BatchNorm2d = self.layers[_key(spec.batch_norm_name)]  # type: ignore[assignment]
        return batch_norm_then(spec.activation, norm, x, fused=self.is_fused)


def is_mobile(spec: LayerSpec) -> bool:
    """Whether a layer belongs to a mobile encoder."""
    return spec.name == STEM or ".block" in spec.name


def begin_calmly(head: nn.Module) -> None:
    """Let an untrained net say "mostly background", so that the first steps are calm."""
    nn.init.zeros_(head.weight)  # type: ignore[arg-type]
    nn.init.constant_(head.bias, -0.5)  # type: ignore[arg-type]


def with_plate_channels(x: torch.Tensor, architecture: UNetArchitecture) -> torch.Tensor:
    """R, G, B alone, (N, 3, H, W), as input of a net that takes a clean plate and knows of none."""
    missing = architecture.in_channels - x.shape[1]
    if not missing or not takes_clean_plate(architecture):
        return x
    x = F.pad(x, (0, 0, 0, 0, 0, missing))
    return x.contiguous(memory_format=torch.channels_last)


def file_tensors(model: UNet) -> dict[str, npt.NDArray[np.float32]]:
    """The model's tensors under the names of the weights file, float32, before folding.

    A file has one epsilon for all of BatchNorm, `BATCH_NORM_EPSILON`: what a layer's own is above
    it is added to its variance.
    """
    return {
        name: (_tensor(model, name) + _more_variance(model, name))
        .detach()
        .float()
        .cpu()
        .numpy()
        .copy()
        for name in expected_tensors(model.architecture)
    }


@torch.no_grad()
def load_file_tensors(model: UNet, tensors: dict[str, npt.NDArray[np.floating]]) -> None:
    """Put a weights file's tensors (as safetensors returns them) into the model.

    A file without a clean plate may begin a net that takes one: nothing of the plate counts then,
    so that the net answers as it did.

    Raises:
        ValueError: A layer of the model is not in the file.
    """
    expected = expected_tensors(model.architecture)
    missing = next((name for name in expected if name not in tensors), None)
    if missing is not None:
        raise ValueError(f"the file has no {missing}; give one of this recipe")
    reads_input = ("down1.conv1.weight", "down1.depthwise1.weight", f"{STEM}.weight")
    for name in expected:
        target = _tensor(model, name)
        given = torch.from_numpy(tensors[name].astype("float32"))
        with_plate = takes_clean_plate(model.architecture)
        if name in reads_input and with_plate and given.shape[1] == 3:
            given = F.pad(given, (0, 0, 0, 0, 0, CLEAN_PLATE.channels))
        target.copy_(given.view_as(target) - _more_variance(model, name))


def _more_variance(model: UNet, name: str) -> float:
    """What the file's tensor has more than the model's."""
    layer, _, part = name.rpartition(".")
    if part != "variance":
        return 0.0
    return model.layers[_key(layer)].eps - BATCH_NORM_EPSILON  # type: ignore[operator,return-value]


def _tensor(model: UNet, name: str) -> torch.Tensor:
    layer, _, part = name.rpartition(".")
    module = model.layers[_key(layer)]
    return getattr(module, _BATCH_NORM_NAMES.get(part, part))


def _key(name: str) -> str:
    return name.replace(".", "/")


def _layer(spec: LayerSpec) -> nn.Module:
    i, o = spec.in_channels, spec.out_channels
    if spec.kind == "transpose":
        return nn.ConvTranspose2d(i, o, 2, stride=2)
    if spec.kind in ("project", "head"):
        return nn.Conv2d(i, o, 1)
    if spec.kind == "pointwise":
        layer = nn.Conv2d(i, o, 1, bias=False)
    else:
        groups = i if spec.kind == "depthwise" else 1
        # A stride's padding differs at either side, so `forward` pads.
        padding = spec.kernel // 2 if spec.stride == 1 else 0
        layer = nn.Conv2d(i, o, spec.kernel, spec.stride, padding, groups=groups, bias=False)
    nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    return layer
