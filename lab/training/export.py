"""Turn a checkpoint into `weights/NAME.safetensors` and `.json`.

python -m lab.training.export runs/quality/checkpoint.pt weights/quality
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.numpy import load_file as load_safetensors

from gpu_unet.weights import save_weights
from lab.training.network.model import BATCH_NORM_EPSILON, UNet, file_tensors, load_file_tensors
from lab.training.recipes import RECIPES, Recipe

LICENCE = "MIT for the weights; the training pictures have terms of their own: weights/README.md"


def export_model(
    model: UNet, recipe: Recipe, path: Path, *, metrics: Mapping[str, Any] | None = None
) -> Path:
    """Write the model's tensors as a weights file; returns the `.safetensors` path.

    Args:
        model: Whose weights to write, usually the moving average.
        recipe: For title, description and input budget.
        path: Its stem is the model's name.
        metrics: For the card.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    return save_weights(
        path,
        file_tensors(model),
        model.architecture,
        input_pixels=recipe.input_pixels,
        offline_pixels=recipe.offline_pixels,
        title=recipe.title,
        description=recipe.description,
        origin=recipe.origin,
        licence=LICENCE,
        metrics=metrics,
        batch_norm_epsilon=BATCH_NORM_EPSILON,
    )


def load_checkpoint_model(path: Path, device: torch.device) -> tuple[UNet, Recipe, dict[str, Any]]:
    """The moving average out of a checkpoint, in eval mode, with its recipe and everything else."""
    state = torch.load(path, map_location=device, weights_only=True)
    recipe = RECIPES[state["recipe"]]
    model = UNet(recipe.architecture).to(device, memory_format=torch.channels_last)
    model.load_state_dict(state["average"])
    return model.eval(), recipe, state


def load_file_model(path: Path, device: torch.device) -> UNet:
    """A finished net out of its weights file, in eval mode; the file's stem names its recipe."""
    model = UNet(RECIPES[path.stem].architecture)
    load_file_tensors(model, load_safetensors(path))
    return model.to(device, memory_format=torch.channels_last).eval()


def main() -> None:
    """Command line: checkpoint in, weights file out."""
    parser = argparse.ArgumentParser(description="Turn a checkpoint into a weights file.")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path, help="for example weights/quality")
    arguments = parser.parse_args()
    model, recipe, _ = load_checkpoint_model(arguments.checkpoint, torch.device("cpu"))
    print(export_model(model, recipe, arguments.out))


if __name__ == "__main__":
    main()
