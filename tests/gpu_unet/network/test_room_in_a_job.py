"""A job whose network reads a plate, on the CPU: what is asked of the engine, it can do."""

import av
import numpy as np

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import OpenedEngine
from app.pipeline.jobs.events import Done, LookingAhead
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import CpuEngine

ARCHITECTURE = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=7, height=24, width=40
)


def test_the_look_ahead_and_the_plate_go_through_a_real_engine(
    tmp_path, rng, random_layers, weights_of
):
    clip = tmp_path / "in.mp4"
    room = rng.integers(40, 200, (48, 80, 3)).astype(float)
    with av.open(str(clip), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"g": "10"})
        stream.height, stream.width, stream.pix_fmt = 48, 80, "yuv420p"
        for _ in range(90):
            noisy = np.clip(room + rng.normal(0, 2, room.shape), 0, 255).astype(np.uint8)
            frame = av.VideoFrame.from_ndarray(noisy, format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    weights = weights_of(ARCHITECTURE, random_layers(ARCHITECTURE))
    plates = []

    def engine_factory(settings, frame_format, *, batch_size, notify):
        engine = CpuEngine(weights, frame_format, batch_size=batch_size)
        take = engine.set_clean_plate
        engine.set_clean_plate = lambda plate: (plates.append(plate), take(plate))
        return OpenedEngine(engine, "random")

    events = []
    settings = Settings(background=BackgroundSpec("colour", colour=(0, 200, 0)))
    spec = JobSpec(clip, tmp_path / "out.mp4", settings)
    final = Job(spec, events.append, engine_factory=engine_factory).run()
    assert isinstance(final, Done), final
    assert final.report.frames_out == 90
    assert len([event for event in events if isinstance(event, LookingAhead)]) >= 8
    assert all(plate is None or plate.confidence.shape == (24, 40) for plate in plates)
