"""Average the weights of finished nets of one recipe, begun from the same start.

    python -m lab.training.average weights/quality a.safetensors b.safetensors --shares 0.35 0.65

Known as a model soup (Wortsman et al. 2022): runs from one start that differ in seed or loss end in
the same basin, and their mean is often better than each. BatchNorm's statistics are averaged, too;
computing them anew over training scenes was worse.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file as load_safetensors

from lab.training.export import export_model
from lab.training.network.model import UNet, load_file_tensors
from lab.training.recipes import RECIPES, Recipe


def average(recipe: Recipe, paths: Sequence[Path], shares: Sequence[float] | None = None) -> UNet:
    """The model of averaged tensors, on the CPU, in eval mode.

    Args:
        recipe: Recipe of all of them.
        paths: Weights files.
        shares: Of each, summing to 1; None takes equal shares.

    Raises:
        ValueError: The shares do not sum to 1.
    """
    shares = shares or [1 / len(paths)] * len(paths)
    if abs(sum(shares) - 1) > 1e-3:
        raise ValueError(f"the shares sum to {sum(shares):g}, expected 1: a share of 0.35 is 35 %")
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


def main() -> None:
    """Command line: weights files in, one weights file out."""
    parser = argparse.ArgumentParser(description="Average finished nets of one recipe.")
    parser.add_argument(
        "out", type=Path, help="for example weights/quality; its stem is the recipe"
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="*")
    arguments = parser.parse_args()
    recipe = RECIPES[arguments.out.stem]
    model = average(recipe, arguments.files, arguments.shares)
    print(export_model(model, recipe, arguments.out))


if __name__ == "__main__":
    main()
