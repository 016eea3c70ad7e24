"""Tasks of this process get an engine that remembers."""

import pytest
import worker_doubles

from app.cluster import tasks
from app.pipeline.engines import open_engine_for
from app.pipeline.kept_engines import KeptEngines


@pytest.fixture
def engine_that_remembers(monkeypatch):
    """For tasks and jobs of this process."""
    monkeypatch.setattr(tasks, "engines", KeptEngines(open_engine_for))
    worker_doubles.install()
