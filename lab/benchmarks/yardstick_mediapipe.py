"""The script that a user would write today: PyAV, MediaPipe's selfie network, NumPy, libx264.

One frame after the other, nothing overlapped, the matte enlarged by bilinear interpolation, no
sound. It is the yardstick of bench_pipeline, and is kept as a reader would write it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

import av
import cv2
import numpy as np
import numpy.typing as npt

from gpu_unet.frame_format import Image

Alpha = npt.NDArray[np.float32]

USUAL_ENCODER = {"preset": "veryfast", "crf": "20"}


def composite_numpy(frame: Image, background: Image, alpha: Alpha) -> Image:
    """The obvious line; uint8 (H, W, 3) twice and float32 (H, W)."""
    weight = alpha[..., None]
    return (frame * weight + background * (1 - weight)).astype(np.uint8)


def composite_opencv(frame: Image, background: Image, alpha: Alpha) -> Image:
    """The fastest that OpenCV has to offer."""
    return cv2.blendLinear(frame, background, alpha, 1 - alpha)


def replace_background(
    clip: Path,
    out: Path,
    background_path: Path,
    network_path: Path,
    *,
    threads: int = 2,
    composite: Callable[[Image, Image, Alpha], Image] = composite_numpy,
    encoder: Mapping[str, str] = USUAL_ENCODER,
) -> dict[str, float]:
    """Do the whole job; returns the seconds of each stage, "frames" and "seconds"."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(
        str(network_path), options, providers=["CPUExecutionProvider"]
    )
    input_name = session.get_inputs()[0].name
    spent = dict.fromkeys(("decode", "network", "composite", "encode"), 0.0)
    frames = 0
    began_s = perf_counter()
    with av.open(str(clip)) as source, av.open(str(out), "w") as sink:
        video = source.streams.video[0]
        video.thread_type = "AUTO"
        stream = sink.add_stream("libx264", rate=video.average_rate)
        stream.height, stream.width, stream.pix_fmt = video.height, video.width, "yuv420p"
        stream.options = dict(encoder)
        background = cv2.resize(
            cv2.cvtColor(cv2.imread(str(background_path)), cv2.COLOR_BGR2RGB),
            (video.width, video.height),
        )
        decoder = source.decode(video)
        while True:
            times_s = [perf_counter()]
            decoded = next(decoder, None)
            if decoded is None:
                break
            frame = decoded.to_ndarray(format="rgb24")
            times_s.append(perf_counter())
            small = cv2.resize(frame, (256, 256), interpolation=cv2.INTER_AREA)
            mask = session.run(None, {input_name: small[None].astype(np.float32) / 255})[0]
            times_s.append(perf_counter())
            alpha = cv2.resize(np.asarray(mask).reshape(256, 256), (video.width, video.height))
            picture = composite(frame, background, alpha)
            times_s.append(perf_counter())
            sink.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
            times_s.append(perf_counter())
            for stage, start, stop in zip(spent, times_s[:-1], times_s[1:], strict=True):
                spent[stage] += stop - start
            frames += 1
        sink.mux(stream.encode(None))
    return {**spent, "frames": frames, "seconds": perf_counter() - began_s}
