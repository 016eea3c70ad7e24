"""Average the weights of finished nets of one recipe, begun from the same start.

    python -m training.average weights/quality a.safetensors b.safetensors --packs training/packs

Runs that differ in seed or loss end in one valley; their mean is often better than each. The
statistics of BatchNorm belong to weights that no longer are: with `--packs` they are measured anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file as load_safetensors

from training.augment import SceneMaker
from training.data import load_train
from training.degrade import Degrader
from training.export import export_model
from training.model import UNet, load_file_tensors
from training.recipes import RECIPES, Recipe

CALIBRATION_SIZE = (320, 256)  # height, width


def average(recipe: Recipe, paths: Sequence[Path], shares: Sequence[float] | None = None) -> UNet:
    """The model of averaged tensors, on the CPU, in eval mode.

    Args:
        recipe: Of all of them.
        paths: Weights files.
        shares: Of each, summing to 1; None takes equal shares.
    """
    shares = shares or [1 / len(paths)] * len(paths)
    files = [load_safetensors(path) for path in paths]
    mean = {
        name: sum(
            share * file[name].astype(np.float32) for share, file in zip(shares, files, strict=True)
        )
        for name in files[0]
    }
    model = UNet(recipe.architecture)
    load_file_tensors(model, mean)  # type: ignore[arg-type]
    return model.eval()


@torch.no_grad()
def calibrate(
    model: UNet, recipe: Recipe, packs: Sequence[Path], *, batches: int, count: int
) -> None:
    """Measure BatchNorm's means and variances anew, over scenes as they are trained on.

    Args:
        model: Changed in place; left in eval mode.
        recipe: For the mix of scenes and their damage.
        packs: Of `training.pack`.
        batches: To average over, equally.
        count: Pictures of a batch.
    """
    people, rooms = load_train(packs, torch.device("cpu"))
    generator = torch.Generator().manual_seed(11)
    scenes = SceneMaker(people, rooms, generator, recipe.mix)
    degrade = Degrader(generator, strength=recipe.degrade)
    norms = [m for m in model.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # a plain mean over all batches
        norm.train()
    height, width = CALIBRATION_SIZE
    for _ in range(batches):
        model(degrade(scenes.draw(count, height=height, width=width).pixels))
    model.eval()


def main() -> None:
    """Command line: weights files in, one weights file out."""
    parser = argparse.ArgumentParser(description="Average finished nets of one recipe.")
    parser.add_argument(
        "out", type=Path, help="for example weights/quality; its stem is the recipe"
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="*")
    parser.add_argument("--packs", type=Path, help="folder of packs: measure BatchNorm anew")
    parser.add_argument("--batches", type=int, default=16)
    parser.add_argument("--count", type=int, default=24)
    arguments = parser.parse_args()
    recipe = RECIPES[arguments.out.stem]
    model = average(recipe, arguments.files, arguments.shares)
    if arguments.packs:
        packs = sorted(arguments.packs.glob("pack-*.npz"))
        calibrate(model, recipe, packs, batches=arguments.batches, count=arguments.count)
    print(export_model(model, recipe, arguments.out))


if __name__ == "__main__":
    main()
