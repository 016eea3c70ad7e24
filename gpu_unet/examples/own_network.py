"""A U-Net of your own, from tensors by name to its first alpha.

    python -m gpu_unet.examples.own_network tensors.npz mine.safetensors

Names and shapes as `lab/training/import_checkpoint.py` makes them of the `.pth` of a trainer.
"""

import sys

import numpy as np

import gpu_unet


def main(tensors: str, output: str) -> None:
    """Write the model, read it back, and ask it for the alpha of a grey frame."""
    with np.load(tensors) as stored:
        layers = dict(stored)
    depth = sum(name.endswith("transpose.weight") for name in layers)
    width = layers["down1.conv1.weight"].shape[0]
    path = gpu_unet.save_weights(
        output,
        layers,
        gpu_unet.UNetArchitecture.plain(base_width=width, depth=depth),
        input_pixels=256 * 144,
        title="Mine",
        description="",
        origin="My trainer",
        licence="Mine",
    )
    frame_format = gpu_unet.FrameFormat(height=144, width=256)
    grey = np.full(frame_format.shape, 128, np.uint8)
    with gpu_unet.open_engine(gpu_unet.load_weights(path), frame_format) as engine:
        settings = gpu_unet.EngineSettings("transparent")
        made = engine.process(gpu_unet.Batch([grey], None, settings, want_alpha=True))
    print(f"{path}: alpha is {np.mean(made.alphas or 0):.0f} on average")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 3 else sys.exit(__doc__)
