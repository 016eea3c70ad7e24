"""BackgroundTasks: what the window does not wait for when it is closed."""

import threading
from types import SimpleNamespace

from gui.shared.background_tasks import BackgroundTasks


def test_closing_does_not_wait_for_a_model_that_is_being_compiled(qapp, monkeypatch):
    is_compiling, is_compiled = threading.Event(), threading.Event()

    def measure(model, *, device):
        is_compiling.set()
        is_compiled.wait(20)
        return SimpleNamespace(frame_ms=1.0)

    monkeypatch.setattr("gui.shared.background_tasks.measure_cost", measure)
    tasks = BackgroundTasks()
    tasks.measure_models("cpu")
    assert is_compiling.wait(20)
    compiler = threading.Timer(15, is_compiled.set)  # else a mistake would hang
    compiler.start()
    tasks.stop()
    was_early = not is_compiled.is_set()
    is_compiled.set()
    compiler.cancel()
    tasks.stop()
    assert was_early
