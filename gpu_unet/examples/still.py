"""A photo with the person cut out, as a PNG with alpha.

    python -m gpu_unet.examples.still weights/quality.safetensors photo.jpg cut.png

Needs OpenCV.
"""

import sys

import cv2
import numpy as np

import gpu_unet


def main(model: str, photo: str, output: str) -> None:
    """Cut the person out of the file `photo`."""
    bgr = cv2.imread(photo)
    if bgr is None:
        sys.exit(f"{photo} is no picture that OpenCV reads")
    frame = np.ascontiguousarray(bgr[..., ::-1], np.uint8)
    height, width, _ = frame.shape
    with gpu_unet.open_engine(
        gpu_unet.load_weights(model),
        gpu_unet.FrameFormat(height=height, width=width),
        looks_twice=True,  # once mirrored: better outlines for twice the time
        notify=print,
    ) as engine:
        settings = gpu_unet.EngineSettings("transparent")
        made = engine.process(gpu_unet.Batch([frame], None, settings, want_alpha=True))
    assert made.alphas is not None
    if not cv2.imwrite(output, np.dstack([made.frames[0][..., ::-1], made.alphas[0]])):
        sys.exit(f"{output} cannot be written by OpenCV")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 4 else sys.exit(__doc__)
