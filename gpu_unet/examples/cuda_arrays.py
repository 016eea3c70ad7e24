"""A batch of PyTorch tensors that never leaves the GPU; CuPy's arrays go the same way.

    python -m gpu_unet.examples.cuda_arrays weights/quality.safetensors

Needs PyTorch with CUDA, and an NVIDIA GPU.
"""

import sys

import torch

import gpu_unet

BATCH = 4


def main(model: str) -> None:
    """Composite random frames over a grey picture, all of it in device memory."""
    frame_format = gpu_unet.FrameFormat(height=720, width=1280)
    frames = torch.randint(256, (BATCH, 720, 1280, 3), dtype=torch.uint8, device="cuda")
    grey = torch.full((720, 1280, 3), 128, dtype=torch.uint8, device="cuda")
    with gpu_unet.open_engine(
        gpu_unet.load_weights(model),
        frame_format,
        device="cuda",
        batch_size=BATCH,
        keeps_results=True,
    ) as engine:
        # The same object again: the background is copied once, for all frames.
        settings = gpu_unet.EngineSettings()
        made = engine.process(gpu_unet.Batch(list(frames), [grey] * BATCH, settings))
        # Views of the engine's memory, until two more batches were submitted.
        composites = [torch.as_tensor(frame, device="cuda") for frame in made.d_frames or ()]
        print(torch.stack(composites).float().mean(dim=(1, 2, 3)))


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 2 else sys.exit(__doc__)
