"""A video whose background is blurred, frame by frame; needs OpenCV.

Run `python -m gpu_unet.examples.video weights/fast.safetensors talk.mp4 blurred.mp4`.
"""

import sys

import cv2
import numpy as np

import gpu_unet


def main(model: str, video: str, output: str) -> None:
    """Blur the background of the file `video`."""
    source = cv2.VideoCapture(video)
    if not source.isOpened():
        sys.exit(f"{video} is no video that OpenCV reads")
    width, height = (int(source.get(key)) for key in (cv2.CAP_PROP_FRAME_WIDTH, 4))
    rate = source.get(cv2.CAP_PROP_FPS) or 30
    sink = cv2.VideoWriter(output, cv2.VideoWriter.fourcc(*"mp4v"), rate, (width, height))
    if not sink.isOpened():
        sys.exit(f"{output} cannot be written by OpenCV")
    frame_format = gpu_unet.FrameFormat(height=height, width=width)
    settings = gpu_unet.EngineSettings("blur", blur_strength=0.7)
    with gpu_unet.open_engine(gpu_unet.load_weights(model), frame_format, notify=print) as engine:
        bgr = source.read()[1]
        while bgr is not None or engine.in_flight:
            if bgr is not None:
                frame = np.ascontiguousarray(bgr[..., ::-1], np.uint8)
                engine.submit(gpu_unet.Batch([frame], None, settings, elapsed_s=[1 / rate]))
                bgr = source.read()[1]
            # A GPU works on one frame while the next is read.
            if bgr is None or engine.in_flight == engine.max_in_flight:
                sink.write(np.ascontiguousarray(engine.collect().frames[0][..., ::-1]))
    sink.release()


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 4 else sys.exit(__doc__)
