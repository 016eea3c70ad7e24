"""The U-Net in PyTorch, for training: any UNetArchitecture, with the file's own layer names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F
from torch import nn

from gpu_unet.clean_plate import PLATE_CHANNELS, takes_clean_plate
from gpu_unet.weights import expected_tensors
from lab.training.network.batch_norm import batch_norm_relu
from lab.training.network.resampling import doubled_beside, kept_and_halved

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gpu_unet.architecture import LayerSpec, UNetArchitecture

BATCH_NORM_EPSILON = 1e-5
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
                self.layers[_key(spec.batch_norm_name)] = nn.BatchNorm2d(
                    spec.out_channels, eps=BATCH_NORM_EPSILON
                )
        begin_calmly(self.layers["head"])
        self._specs = {spec.name: spec for spec in architecture.layers()}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Float (N, in_channels, H, W) in [0, 1] to logits (N, 1, H, W); sides fit the depth.

        A net that takes a clean plate may be given R, G, B alone: it then knows of none.
        """
        x = with_plate_channels(x, self.architecture)
        depth = self.architecture.depth
        skips = []
        for level in range(1, depth + 2):
            x = self._block(f"down{level}", level, x)
            if level <= depth:
                skip, x = kept_and_halved(x, fused=self.is_fused)
                skips.append(skip)
        for join in range(1, depth + 1):
            level = depth + 1 - join
            skip = skips[level - 1]
            if self.architecture.up == "transpose":
                x = torch.cat((skip, self.layers[_key(f"up{join}.transpose")](x)), dim=1)
            else:
                x = self.layers[_key(f"up{join}.project")](x)
                x = doubled_beside(skip, x, fused=self.is_fused)
            x = self._block(f"up{join}", level, x)
        return self.layers["head"](x)

    def _block(self, name: str, level: int, x: torch.Tensor) -> torch.Tensor:
        kinds = (
            ("conv",)
            if self.architecture.blocks[level - 1] == "plain"
            else ("depthwise", "pointwise")
        )
        for index in range(1, self.architecture.convs[level - 1] + 1):
            for kind in kinds:
                spec = self._specs[f"{name}.{kind}{index}"]
                x = self.layers[_key(spec.name)](x)
                norm = self.layers[_key(spec.batch_norm_name)]
                x = batch_norm_relu(norm, x, fused=self.is_fused)  # type: ignore[arg-type]
        return x


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
    """The model's tensors under the names of the weights file, float32, before folding."""
    return {
        name: _tensor(model, name).detach().float().cpu().numpy().copy()
        for name in expected_tensors(model.architecture)
    }


@torch.no_grad()
def load_file_tensors(model: UNet, tensors: dict[str, npt.NDArray[np.floating]]) -> None:
    """Put a weights file's tensors (as safetensors returns them) into the model.

    A file that knows of no clean plate may begin a net that takes one: nothing of the plate
    counts then, so that the net answers as it did.
    """
    first = f"{model.architecture.layers()[0].name}.weight"
    for name in expected_tensors(model.architecture):
        target = _tensor(model, name)
        given = torch.from_numpy(tensors[name].astype("float32"))
        if name == first and takes_clean_plate(model.architecture) and given.shape[1] == 3:
            given = F.pad(given, (0, 0, 0, 0, 0, PLATE_CHANNELS))
        target.copy_(given.view_as(target))


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
    elif spec.kind == "depthwise":
        layer = nn.Conv2d(i, o, 3, padding=1, groups=i, bias=False)
    else:
        layer = nn.Conv2d(i, o, 3, padding=1, bias=False)
    nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    return layer
