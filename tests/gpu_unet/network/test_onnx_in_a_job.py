"""A job whose card crashes in the middle of a batch: the CPU goes on from the same frame."""

import sys
from pathlib import Path

import av
import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="it runs the network here")

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import OpenedEngine
from app.pipeline.jobs.events import Done, JobNotice
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from gpu_unet import load_weights
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.onnx.engine import OnnxEngine
from gpu_unet.onnx.network import OnnxNetwork

WEIGHTS = Path(__file__).parents[3] / "weights" / "fast.json"
DOUBLE = Path(__file__).with_name("card_double.py")


@pytest.mark.parametrize("kind", ["crashes", "nan"])
def test_no_frame_is_lost_when_the_card_fails(tmp_path, rng, kind, monkeypatch):
    from gpu_unet.onnx import engine, providers

    row = providers.Provider("double", "Double", "onnxruntime", "DoubleExecutionProvider")
    monkeypatch.setattr(providers, "PROVIDERS", (*providers.PROVIDERS, row))
    monkeypatch.setattr(engine, "strike", lambda: None)
    monkeypatch.setattr(OnnxNetwork, "worker", (sys.executable, str(DOUBLE), kind, "10"))
    clip = tmp_path / "in.mp4"
    with av.open(str(clip), "w") as container:
        stream = container.add_stream("libx264", rate=30)
        stream.height, stream.width, stream.pix_fmt = 48, 80, "yuv420p"
        for _ in range(30):
            picture = rng.integers(0, 256, (48, 80, 3), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode(None))
    weights, devices = load_weights(WEIGHTS), []

    def engine_factory(settings, frame_format, *, batch_size, notify):
        devices.append(settings.device)
        options = {"batch_size": batch_size, "input_pixels": 48 * 80, "warms_up": False}
        if settings.device == "cpu":
            return OpenedEngine(CpuEngine(weights, frame_format, **options), "fast")
        on_card = OnnxEngine(weights, frame_format, provider="double", **options)
        return OpenedEngine(on_card, "fast")

    events = []
    settings = Settings(background=BackgroundSpec("colour", colour=(0, 200, 0)))
    spec = JobSpec(clip, tmp_path / "out.mp4", settings)
    final = Job(spec, events.append, engine_factory=engine_factory).run()
    assert isinstance(final, Done), final
    assert final.report.frames_out == 30
    assert devices == ["auto", "cpu"]
    (notice,) = [event.message for event in events if isinstance(event, JobNotice)]
    assert "Continuing on the CPU from the same frame." in notice
