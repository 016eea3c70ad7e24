"""The library's examples run, with a small network of random weights."""

import contextlib
import runpy
from pathlib import Path

import cv2
import numpy as np
import pytest

import gpu_unet
from gpu_unet.examples import own_network, still, video
from gpu_unet.model_card import expected_tensors

EXAMPLES = Path(still.__file__).parent


@pytest.fixture
def tensors(rng):
    architecture = gpu_unet.UNetArchitecture.plain(base_width=8, depth=2)
    made = {}
    for name, shape in expected_tensors(architecture).items():
        made[name] = rng.standard_normal(shape, np.float32) * np.float32(0.1)
        if name.endswith("variance"):
            made[name] = np.ones(shape, np.float32)
    return architecture, made


@pytest.fixture
def model(tensors, tmp_path):
    architecture, made = tensors
    words = dict.fromkeys(("title", "description", "origin", "licence"), "")
    path = tmp_path / "small.safetensors"
    return gpu_unet.save_weights(path, made, architecture, input_pixels=2304, **words)


def test_each_example_has_at_most_40_lines():
    for path in EXAMPLES.glob("*.py"):
        assert len(path.read_text().splitlines()) <= 40, path


@pytest.mark.parametrize("name", ["still", "video", "own_network"])
def test_an_example_without_its_files_says_what_to_give(name, monkeypatch):
    monkeypatch.setattr("sys.argv", [name])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert f"python -m gpu_unet.examples.{name} " in str(ended.value.code)


def test_a_still_is_cut_out(model, tmp_path, rng):
    photo, cut = tmp_path / "photo.png", tmp_path / "cut.png"
    cv2.imwrite(str(photo), rng.integers(0, 256, (48, 64, 3), np.uint8))
    still.main(str(model), str(photo), str(cut))
    assert cv2.imread(str(cut), cv2.IMREAD_UNCHANGED).shape == (48, 64, 4)


def test_a_video_keeps_its_frames_and_its_size(model, tmp_path, rng):
    clip, blurred = tmp_path / "clip.mp4", tmp_path / "blurred.mp4"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), 25, (64, 48))
    for _ in range(5):
        writer.write(rng.integers(0, 256, (48, 64, 3), np.uint8))
    writer.release()
    video.main(str(model), str(clip), str(blurred))
    made = cv2.VideoCapture(str(blurred))
    frames = []
    while (frame := made.read()[1]) is not None:
        frames.append(frame.shape)
    assert frames == [(48, 64, 3)] * 5


def test_a_video_that_cannot_be_read_is_named(model, tmp_path):
    with pytest.raises(SystemExit, match=r"none\.mp4 is no video that OpenCV reads"):
        video.main(str(model), str(tmp_path / "none.mp4"), str(tmp_path / "blurred.mp4"))
    assert not (tmp_path / "blurred.mp4").exists()


def test_a_video_that_cannot_be_written_is_named(model, tmp_path, rng):
    clip, nowhere = tmp_path / "clip.mp4", tmp_path / "nowhere" / "blurred.mp4"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), 25, (64, 48))
    writer.write(rng.integers(0, 256, (48, 64, 3), np.uint8))
    writer.release()
    with pytest.raises(SystemExit, match=r"blurred\.mp4 cannot be written"):
        video.main(str(model), str(clip), str(nowhere))


def test_a_still_that_cannot_be_written_is_named(model, tmp_path, monkeypatch):
    class Engine(contextlib.nullcontext):
        def process(self, batch):
            (frame,) = batch.frames
            return gpu_unet.Composites([frame], [frame[..., 0]], {})

    monkeypatch.setattr(Engine, "__enter__", lambda engine: engine)
    monkeypatch.setattr(gpu_unet, "open_engine", lambda *_, **__: Engine())
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), np.zeros((48, 64, 3), np.uint8))
    with pytest.raises(SystemExit, match=r"cut\.png cannot be written"):
        still.main(str(model), str(photo), str(tmp_path / "nowhere" / "cut.png"))


def test_a_network_of_ones_own_becomes_a_model(tensors, tmp_path, capsys):
    np.savez(tmp_path / "tensors.npz", **tensors[1])
    own_network.main(str(tmp_path / "tensors.npz"), str(tmp_path / "mine.safetensors"))
    assert "on average" in capsys.readouterr().out
    assert gpu_unet.Weights.card(tmp_path / "mine.safetensors")["title"] == "Mine"


def test_the_cpu_composites_other_libraries_arrays_as_its_own(model, rng):
    class Tensor:
        def __init__(self, array):
            self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__

    frame_format = gpu_unet.FrameFormat(48, 64)
    frame, behind = rng.integers(0, 256, (2, *frame_format.shape), np.uint8)
    settings = gpu_unet.EngineSettings()
    weights = gpu_unet.load_weights(model)
    with gpu_unet.open_engine(weights, frame_format, device="cpu") as engine:
        expected = engine.process(gpu_unet.Batch([frame], [behind], settings)).frames[0]
        engine.reset()
        made = engine.process(gpu_unet.Batch([Tensor(frame)], [Tensor(behind)], settings)).frames[0]
    np.testing.assert_array_equal(made, expected)
