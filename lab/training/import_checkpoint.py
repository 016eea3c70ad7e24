"""Turns a PyTorch checkpoint of a plain U-Net into a model of this app.

    python -m lab.training.import_checkpoint unet.pth weights/mine --title "Mine"

Whatever the layers are called, they are found by their order and shape. In a state-dict, which
PyTorch keeps in the order in which the layers were made, the script expects

| what | recognised by | becomes |
| --- | --- | --- |
| 4 L - 2 convolutions 3x3, d1..d5 before u1..u4 | `weight` 3x3 | `downK.convI`, `upJ.convI` |
| as many BatchNorms, in the same order | `running_mean` beside `weight` | `downK.bnI`, `upJ.bnI` |
| L - 1 transposed convolutions 2x2, deepest first | `weight` 2x2 | `upJ.transpose` |
| one convolution 1x1 to one channel | `weight` 1x1 | `head` |

for L levels. Encoder, decoder and transposed convolutions may be listed in any order among each
other as long as each kind is in order; where the listed order does not fit, the natural order
of the names (d1, d2, ..., u1, u2, ..., with numbers as numbers) is tried. A bias of a convolution
before a BatchNorm is moved into the BatchNorm's mean. A checkpoint that holds the state-dict under
"state_dict", "model_state_dict" or "model" is unpacked, and the prefix "module." of data-parallel
training does not matter. The network must join skip first, upsampled second (`--upsampled-first`
for the other way round), take RGB in [0, 1] and use PyTorch's epsilon of 1e-5 (`--epsilon`).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.errors import WeightsError
from gpu_unet.weights import load_weights, save_weights

NORM = {"weight": "gamma", "bias": "beta", "running_mean": "mean", "running_var": "variance"}
Tensors = dict[str, np.ndarray]


def read_checkpoint(path: Path) -> Tensors:
    """The tensors of a `.pt`/`.pth` file by name, in the file's order; runs none of its code.

    Raises:
        WeightsError: Not readable without running code, no state-dict, or a tensor without plain
            values.
    """
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise WeightsError(f"{path}: no such file; give the path of a .pt or .pth file") from error
    except Exception as error:  # a damaged pickle raises anything, KeyError and IndexError too
        raise WeightsError(
            f"{path.name}: cannot be read as plain tensors ({type(error).__name__}); "
            "save it with torch.save(model.state_dict(), path)"
        ) from error
    for key in ("state_dict", "model_state_dict", "model"):
        if isinstance(content, Mapping) and isinstance(content.get(key), Mapping):
            content = content[key]
    tensors = {
        str(name): _values(str(name), tensor)
        for name, tensor in (content.items() if isinstance(content, Mapping) else ())
        if isinstance(tensor, torch.Tensor) and tensor.is_floating_point()
    }
    if not tensors:
        raise WeightsError(
            f"{path.name}: holds no tensors by name; "
            "save it with torch.save(model.state_dict(), path)"
        )
    return tensors


def _values(name: str, tensor: torch.Tensor) -> np.ndarray:
    if tensor.is_meta:
        raise WeightsError(f"{name} holds no values (device meta); load the model before saving it")
    if tensor.layout != torch.strided:
        raise WeightsError(f"{name} is sparse ({tensor.layout}); save it as tensor.to_dense()")
    return tensor.detach().float().numpy()


def map_layers(
    tensors: Tensors, *, upsampled_first: bool = False
) -> tuple[UNetArchitecture, Tensors]:
    """Rename and check the tensors of a plain U-Net; see the module's first lines.

    Returns:
        The architecture and the tensors under our names, PyTorch order, float32.

    Raises:
        WeightsError: The layers are not those of a plain U-Net; says what was found.
    """
    found = []
    for names in (list(tensors), sorted(tensors, key=_natural)):
        try:
            return _map_in_order({name: tensors[name] for name in names}, upsampled_first)
        except WeightsError as error:
            found.append(error)
    raise found[0]


def _natural(name: str) -> list[tuple[int, int, str]]:
    parts = re.findall(r"\d+|\D+", name)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


def _map_in_order(tensors: Tensors, upsampled_first: bool) -> tuple[UNetArchitecture, Tensors]:
    convs, transposes, heads, norms = _sort(tensors)
    levels = len(transposes) + 1
    if len(convs) != 4 * levels - 2 or len(norms) != len(convs) or len(heads) != 1 or levels < 2:
        raise WeightsError(
            f"found {len(convs)} convolutions 3x3, {len(norms)} BatchNorms, {len(transposes)} "
            f"transposed convolutions 2x2 and {len(heads)} convolutions 1x1; a plain U-Net of "
            "L levels has 4 L - 2, as many, L - 1 and 1 (L = 5: 18, 18, 4, 1)"
        )
    widths = tuple(tensors[f"{convs[2 * level]}weight"].shape[0] for level in range(levels))
    in_channels = tensors[f"{convs[0]}weight"].shape[1]
    step = 2 ** (levels - 1)
    architecture = UNetArchitecture(
        widths=widths,
        blocks=("plain",) * levels,
        convs=(2,) * levels,
        in_channels=in_channels,
        height=step,
        width=step,
    )
    blocks = [f"down{level + 1}" for level in range(levels)]
    blocks += [f"up{join + 1}" for join in range(levels - 1)]
    for name in (f"{norm}{part}" for norm in norms for part in NORM):
        if name not in tensors:
            raise WeightsError(
                f"{name} is missing; save all of it with torch.save(model.state_dict(), path)"
            )
    mapped: Tensors = {}
    for index, (conv, norm) in enumerate(zip(convs, norms, strict=True)):
        block, place = blocks[index // 2], index % 2 + 1
        weight = tensors[f"{conv}weight"]
        if upsampled_first and block.startswith("up") and place == 1:
            half = weight.shape[1] // 2
            weight = np.concatenate([weight[:, half:], weight[:, :half]], axis=1)
        mapped[f"{block}.conv{place}.weight"] = weight
        for theirs, ours in NORM.items():
            mapped[f"{block}.bn{place}.{ours}"] = tensors[f"{norm}{theirs}"]
        bias = tensors.get(f"{conv}bias")
        if bias is not None:
            if bias.shape != weight.shape[:1]:
                raise WeightsError(f"{conv}bias is {bias.shape}, expected {weight.shape[:1]}")
            mean = mapped[f"{block}.bn{place}.mean"]
            if mean.shape == bias.shape:
                mapped[f"{block}.bn{place}.mean"] = mean - bias
    for join, transpose in enumerate(transposes, start=1):
        mapped[f"up{join}.transpose.weight"] = tensors[f"{transpose}weight"]
        mapped[f"up{join}.transpose.bias"] = _bias(tensors, transpose, widths[levels - 1 - join])
    mapped["head.weight"] = tensors[f"{heads[0]}weight"]
    mapped["head.bias"] = _bias(tensors, heads[0], 1)
    _check_shapes(mapped, architecture, convs, blocks)
    return architecture, mapped


def _sort(tensors: Tensors) -> tuple[list[str], list[str], list[str], list[str]]:
    """Prefixes ("d1.conv1.") of 3x3, 2x2 and 1x1 convolutions and of BatchNorms, in order."""
    kinds: dict[int, list[str]] = {3: [], 2: [], 1: []}
    norms = []
    for name, tensor in tensors.items():
        prefix = name.removesuffix("weight")
        if prefix == name:
            continue
        if 0 in tensor.shape:
            raise WeightsError(f"{name} is {tensor.shape}; each layer needs at least one channel")
        if f"{prefix}running_mean" in tensors:
            norms.append(prefix)
        elif tensor.ndim == 4 and tensor.shape[2] == tensor.shape[3] and tensor.shape[2] in kinds:
            kinds[tensor.shape[2]].append(prefix)
        else:
            raise WeightsError(
                f"{name} is {tensor.shape}; a plain U-Net has convolutions 3x3, 2x2 and 1x1 only"
            )
    return kinds[3], kinds[2], kinds[1], norms


def _bias(tensors: Tensors, prefix: str, channels: int) -> np.ndarray:
    return tensors.get(f"{prefix}bias", np.zeros(channels, np.float32))


def _check_shapes(
    mapped: Tensors, architecture: UNetArchitecture, convs: Sequence[str], blocks: Sequence[str]
) -> None:
    """Say it in the checkpoint's own names if a convolution is not where a U-Net has it."""
    theirs = {
        f"{blocks[index // 2]}.conv{index % 2 + 1}": conv.rstrip(".")
        for index, conv in enumerate(convs)
    }
    for spec in architecture.layers():
        shape = mapped[f"{spec.name}.weight"].shape
        if shape != spec.weight_shape:
            raise WeightsError(
                f"{theirs.get(spec.name, spec.name)} (taken for {spec.name}) is {shape}, expected "
                f"{spec.weight_shape}; the layers are not listed in the order of a plain U-Net"
            )


def _check_free(model: Path) -> None:
    """Refuse a folder that is not there, and the name of a model that is."""
    if not model.parent.is_dir():
        raise WeightsError(f"{model.parent}: no such folder; make it first, or give another one")
    name = model.name.removesuffix(".json").removesuffix(".safetensors")
    for path in (model.with_name(f"{name}{suffix}") for suffix in (".safetensors", ".json")):
        if path.exists():
            raise WeightsError(f"{path}: exists already; give another name, or delete it first")


def main(arguments: Sequence[str] | None = None) -> int:
    """Import one checkpoint; returns the exit status."""
    parser = argparse.ArgumentParser(description="Import a PyTorch U-Net checkpoint.")
    parser.add_argument("checkpoint", type=Path, help="state-dict saved by torch.save")
    parser.add_argument("model", type=Path, help="where to write: weights/NAME")
    parser.add_argument("--title", help="for people; default: the name")
    parser.add_argument("--input-pixels", type=int, default=256 * 144, help="default: 256x144")
    parser.add_argument("--epsilon", type=float, default=1e-5, help="of BatchNorm; default: 1e-5")
    parser.add_argument("--licence", default="unknown")
    parser.add_argument("--upsampled-first", action="store_true", help="order of concatenation")
    options = parser.parse_args(arguments)
    try:
        _check_free(options.model)
        architecture, tensors = map_layers(
            read_checkpoint(options.checkpoint), upsampled_first=options.upsampled_first
        )
        path = save_weights(
            options.model,
            tensors,
            architecture,
            input_pixels=options.input_pixels,
            title=options.title or options.model.stem.capitalize(),
            description=f"Imported from {options.checkpoint.name}.",
            origin=f"Imported from {options.checkpoint.name}.",
            licence=options.licence,
            batch_norm_epsilon=options.epsilon,
            half=False,
        )
        weights = load_weights(path)
    except WeightsError as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"{path} and {path.with_suffix('.json').name} written: widths {architecture.widths}, "
        f"{len(weights.layers)} layers, {path.stat().st_size / 2**20:.1f} MiB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
