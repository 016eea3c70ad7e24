"""Small networks with the answers that PyTorch gave, for engines and their yardsticks."""

import json
from pathlib import Path

import numpy as np

from gpu_unet.model_card import architecture_of
from gpu_unet.weights import Weights, load_weights, save_weights

NAMES = ("unet_plain", "unet_separable", "unet_mobile")
GOLDEN = Path(__file__).parent / "gpu_unet" / "golden"


class GoldenNetwork:
    """A small network as PyTorch computed it: `weights`, input `x`, `blocks`, `alpha`, all NHWC."""

    def __init__(self, name, folder):
        with np.load(GOLDEN / f"{name}.npz") as stored:
            content = dict(stored)
        self.x = content.pop("x").astype(np.float32)
        self.alpha = content.pop("alpha")
        self.blocks = {
            key.removeprefix("block."): value
            for key, value in content.items()
            if key.startswith("block.")
        }
        shape = json.loads(str(content["architecture"]))
        _, height, width, _ = self.x.shape
        card = architecture_of(shape, Path(name))
        self.architecture = card.at_size(height=height, width=width)
        tensors = {
            key.removeprefix("tensor."): value.astype(np.float32)
            for key, value in content.items()
            if key.startswith("tensor.")
        }
        self.weights = saved_and_loaded(tensors, self.architecture, folder)


def saved_and_loaded(tensors, architecture, folder) -> Weights:
    return load_weights(
        save_weights(
            folder / "network",
            tensors,
            architecture,
            input_pixels=1,
            title="",
            description="",
            origin="",
            licence="",
            half=False,
        )
    )
