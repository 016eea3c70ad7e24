"""Other projects' networks, run by the runtimes that they were made for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np

from lab.evaluation.nets import TIMED_FRAME, Alpha, Net, Pixels


class PeerNet(Net):
    """Another project's network: picture squashed to its input, output enlarged bilinearly.

    Args:
        name: In tables.
        run: Takes float32 RGB (height, width, 3) in [0, 1], returns alpha (height', width').
        height: Height of its input.
        width: Width of its input.
        where: What runs it.
    """

    is_ours = False

    def __init__(
        self, name: str, run: Callable[[Alpha], Alpha], *, height: int, width: int, where: str
    ) -> None:
        self.name = name
        self.where = where
        self.input_size = (height, width)
        self._run = run

    def alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.alpha`."""
        height, width = self.input_size
        small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
        alpha = self._run(small.astype(np.float32) / 255)
        rows, columns = pixels.shape[:2]
        return np.clip(cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_LINEAR), 0, 1)

    def timed(self) -> Callable[[], float]:
        """See `Net.timed`: the wall clock around the runtime's call and its input scaling."""
        height, width = self.input_size
        x = np.random.default_rng(1).random((height, width, 3), np.float32)

        def once() -> float:
            start = perf_counter()
            self._run(x)
            return 1e3 * (perf_counter() - start)

        return once


class RvmNet(Net):
    """Robust Video Matting (https://github.com/PeterL1n/RobustVideoMatting), which keeps a state.

    As its own inference does it: the picture in its own shape, small inside (the longer side at
    most 512), refined by the picture; a still begins with an empty state. Pictures smaller than
    512 are enlarged, as our engine does.

    Args:
        folder: With `rvm_mobilenetv3_fp32.onnx` as its authors release it, or
            `rvm_mobilenetv3_8bit.onnx`: the 8-bit weights of its branch `tfjs`, turned by tf2onnx,
            or `rvm_mobilenetv3_8bit_ratio1.onnx`: the same without the branch that refines, so
            that a frame is at most 512 and its alpha is enlarged.
        threads: For ONNX Runtime.

    Raises:
        OSError: Neither is there.
        ImportError: ONNX Runtime is not.
    """

    name = "RVM"
    is_ours = False
    where = "ONNX Runtime"
    _STATES = ("r1", "r2", "r3", "r4")
    _INSIDE_PX = 512

    def __init__(self, folder: Path, threads: int) -> None:
        names = [f"rvm_mobilenetv3_{kind}.onnx" for kind in ("fp32", "8bit", "8bit_ratio1")]
        paths = [folder / name for name in names]
        path = next((path for path in paths if path.is_file()), paths[0])
        self._is_unrefined = path.stem.endswith("_ratio1")
        self._session, _ = _onnx(path, threads)
        inputs = self._session.get_inputs()
        self._input_names = {given.name.partition(":")[0]: given.name for given in inputs}
        shapes = {given.name.partition(":")[0]: given.shape for given in inputs}
        self._is_channels_last = shapes["src"][3] == 3
        self._ratio_shape = (1,) * len(shapes["downsample_ratio"])
        self.input_size = (288, 512)
        self._state: list[Alpha] = []

    def alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.alpha`."""
        self.begin_clip()
        return self.clip_alpha(pixels)

    def begin_clip(self, room: Pixels | None = None) -> None:
        """See `Net.begin_clip`; a room is of no use to it."""
        self._state = [np.zeros((1, 1, 1, 1), np.float32)] * len(self._STATES)

    def clip_alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.clip_alpha`."""
        rows, columns = pixels.shape[:2]
        scale = self._INSIDE_PX / max(rows, columns)
        grow, shrink = cv2.INTER_LINEAR, cv2.INTER_AREA
        if scale > 1 or self._is_unrefined:
            size = (round(columns * scale), round(rows * scale))
            pixels = cv2.resize(pixels, size, interpolation=grow if scale > 1 else shrink)
        ratio = 1.0 if self._is_unrefined else min(scale, 1.0)
        found = self._run(pixels.astype(np.float32) / 255, ratio)
        alpha = np.ascontiguousarray(found.reshape(pixels.shape[:2]))
        back = grow if alpha.shape[0] < rows else shrink
        return np.clip(cv2.resize(alpha, (columns, rows), interpolation=back), 0, 1)

    def timed(self) -> Callable[[], float]:
        """See `Net.timed`: a 720p frame, small inside, refined; the state goes on."""
        ratio = self._INSIDE_PX / max(TIMED_FRAME)
        rows, columns = TIMED_FRAME
        if self._is_unrefined:
            rows, columns, ratio = round(rows * ratio), round(columns * ratio), 1.0
        x = np.random.default_rng(1).random((rows, columns, 3), np.float32)
        self.begin_clip()

        def once() -> float:
            start = perf_counter()
            self._run(x, ratio)
            return 1e3 * (perf_counter() - start)

        return once

    def _run(self, x: Alpha, ratio: float) -> Alpha:
        picture = x[None] if self._is_channels_last else x.transpose(2, 0, 1)[None]
        feeds = {
            "src": np.ascontiguousarray(picture),
            "downsample_ratio": np.full(self._ratio_shape, ratio, np.float32),
        }
        for name, state in zip(self._STATES, self._state, strict=True):
            feeds[f"{name}i"] = state
        alpha, *self._state = self._session.run(
            ["pha", *(f"{name}o" for name in self._STATES)],
            {self._input_names[name]: value for name, value in feeds.items()},
        )
        return alpha


def peers(folder: Path, *, threads: int) -> list[Net]:
    """The networks of `folder` whose runtime is installed; says in print which are left out."""
    found: list[Net] = []
    for name, make in (
        ("MediaPipe selfie", _mediapipe),
        ("Meet full", _litert("meet_full_144x256.tflite", 144, 256, _second_of_softmax)),
        ("Meet lite", _litert("meet_lite_96x160.tflite", 96, 160, _second_of_softmax)),
        ("SINet", _sinet),
        ("slim", _litert("slim_512.tflite", 512, 512, lambda y: y.reshape(512, 512))),
        ("mnv3", _litert("mnv3_256.tflite", 256, 256, _second_of_softmax)),
    ):
        try:
            run, height, width, where = make(folder, threads)
        except (ImportError, OSError, ValueError) as error:
            print(f"{name} left out: {error}")
            continue
        found.append(PeerNet(name, run, height=height, width=width, where=where))
    try:
        found.append(RvmNet(folder, threads))
    except (ImportError, OSError) as error:
        print(f"RVM left out: {error}")
    return found


_Made = tuple[Callable[[Alpha], Alpha], int, int, str]


def _onnx(path: Path, threads: int) -> tuple[Any, str]:
    import onnxruntime

    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return session, session.get_inputs()[0].name


def _mediapipe(folder: Path, threads: int) -> _Made:
    session, name = _onnx(folder / "mediapipe_selfie_256.onnx", threads)

    def run(x: Alpha) -> Alpha:
        return session.run(None, {name: x[None]})[0].reshape(256, 256, -1)[..., 0]

    return run, 256, 256, "ONNX Runtime"


def _sinet(folder: Path, threads: int) -> _Made:
    session, name = _onnx(folder / "sinet_320.onnx", threads)
    # Its own convention: BGR levels, minus a mean, over a deviation, over 255.
    mean = np.float32((102.890434, 111.25247, 126.91212))
    deviation = np.float32((62.93292, 62.82138, 66.355705))

    def run(x: Alpha) -> Alpha:
        levels = (x[..., ::-1] * np.float32(255) - mean) / deviation / np.float32(255)
        planes = np.ascontiguousarray(levels.transpose(2, 0, 1)[None])
        return session.run(None, {name: planes})[0][0, 1]

    return run, 320, 320, "ONNX Runtime"


def _litert(
    file_name: str, height: int, width: int, read: Callable[[Alpha], Alpha]
) -> Callable[[Path, int], _Made]:
    def make(folder: Path, threads: int) -> _Made:
        from ai_edge_litert.interpreter import Interpreter

        path = folder / file_name
        if not path.is_file():
            raise FileNotFoundError(f"{path} is missing")
        interpreter = Interpreter(model_path=str(path), num_threads=threads)
        interpreter.allocate_tensors()
        in_index = interpreter.get_input_details()[0]["index"]
        out_index = interpreter.get_output_details()[0]["index"]

        def run(x: Alpha) -> Alpha:
            interpreter.set_tensor(in_index, x[None])
            interpreter.invoke()
            return read(interpreter.get_tensor(out_index)[0])

        return run, height, width, "LiteRT"

    return make


def _second_of_softmax(y: Alpha) -> Alpha:
    return 1 / (1 + np.exp(y[..., 0] - y[..., 1]))
