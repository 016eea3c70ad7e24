"""Which engine is opened, and what is said when the GPU gives way to the CPU."""

import pytest

from frames.frame import FrameFormat
from gpu_unet.errors import GpuLostError, GpuMemoryError, GpuUnavailableError
from pipeline import engines
from pipeline.engines import open_engine_for
from pipeline.settings import Settings

ERRORS = [
    GpuUnavailableError("no NVIDIA driver"),
    GpuMemoryError("too little GPU memory"),
    GpuLostError("the GPU stopped answering"),
]


@pytest.fixture
def opened(monkeypatch):
    """Devices that were asked for; a GPU fails with `opened.error`."""

    class Opened(list):
        error = ERRORS[0]

    asked = Opened()

    def open_engine(weights, frame_format, *, device, **options):
        asked.append(device)
        if device == "cuda":
            raise asked.error
        return "the CPU engine"

    monkeypatch.setattr(engines, "open_engine", open_engine)
    return asked


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_with_device_auto_the_cpu_takes_over(opened, error):
    opened.error = error
    told = []
    made = open_engine_for(
        Settings(device="auto"), FrameFormat(9, 16), batch_size=1, notify=told.append
    )
    assert (made.engine, made.model, opened) == ("the CPU engine", "fast", ["cuda", "cpu"])
    if isinstance(error, GpuUnavailableError):
        assert not told  # most computers have none: no news
    else:
        assert told == [f"{error} Continuing on the CPU."]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_with_device_cuda_nothing_takes_over(opened, error):
    opened.error = error
    with pytest.raises(type(error)):
        open_engine_for(
            Settings(device="cuda"), FrameFormat(9, 16), batch_size=1, notify=lambda text: None
        )
    assert opened == ["cuda"]
