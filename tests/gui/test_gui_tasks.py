"""BackgroundTasks: what the window does not wait for when it is closed."""

import threading
from types import SimpleNamespace

from gui.shared.background_tasks import BackgroundTasks


def test_closing_does_not_wait_for_a_model_that_is_being_compiled(qapp, monkeypatch):
    is_compiling, is_compiled = threading.Event(), threading.Event()

    def measure(model, *, device):
        is_compiling.set()
        is_compiled.wait()
        return SimpleNamespace(frame_ms=1.0)

    monkeypatch.setattr("gui.shared.background_tasks.measure_cost", measure)
    tasks = BackgroundTasks()
    told = []
    tasks.cost_measured.connect(lambda *values: told.append(values))
    tasks.measure_models("cpu")
    assert is_compiling.wait()
    tasks.stop()  # the model is still being compiled
    is_compiled.set()
    tasks.stop()
    for thread in threading.enumerate():
        if thread.name.startswith("tasks"):
            thread.join()
    qapp.processEvents()
    assert not told, "the window has closed"
