"""What every test gets: a seeded generator, GPU skips with a reason, and no mess left behind."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import nightly
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # also when started as plain `pytest`
sys.path.insert(0, str(ROOT / "tests" / "app" / "video"))  # video_clips, for others too
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# What runs in the background of a shell, or after nohup, inherits that it is ignored: a test that
# sends it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LASTING_THREADS = ("compute", "pytest", "Dummy")  # by design, or not ours
LEFT_OUT = pytest.StashKey[int]()
THREAD_END_S = 600.0  # on a busy machine; it takes milliseconds


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run what tests/nightly.py leaves out")


def pytest_itemcollected(item: pytest.Item) -> None:
    if nightly.is_nightly(item.nodeid):
        item.add_marker(pytest.mark.nightly)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    is_named = any("::" in argument for argument in config.args)
    if not is_named and (unused := nightly.unused(item.nodeid for item in items)):
        raise pytest.UsageError(
            f"tests/nightly.py: {', '.join(unused)}: such a test leaves out no case here, or all; "
            "correct the row, or remove it"
        )
    yield  # what `-k` and `--deselect` leave out is not counted
    if is_named or config.option.markexpr or config.getoption("--nightly"):
        return
    left_out = [item for item in items if item.get_closest_marker("nightly")]
    if left_out:
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = len(left_out)


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    if count := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{count} nightly tests were left out; --nightly runs them")


@pytest.fixture(scope="session")
def is_nightly_round(request) -> bool:
    """Whether random rounds may take their time."""
    return request.config.getoption("--nightly")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20240229)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Pictures, clips and peers' networks that are not ours to pass on; beside the checkout."""
    folder = Path(os.environ.get("BACKDROP_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here: the shared test data is not part of the repository")
    return folder


@pytest.fixture
def empty_cache(tmp_path, monkeypatch) -> Iterator[Path]:
    """A folder of this test's own for compiled code and what else is kept; nothing is in it."""
    from gpu_unet import cache_folder, compiled_code

    monkeypatch.setenv("BACKDROP_CACHE", str(tmp_path / "cache"))
    decisions = (cache_folder.cache_folder, compiled_code.folder)
    for decision in decisions:
        decision.cache_clear()
    place = compiled_code.folder()
    assert place is not None
    yield place
    for decision in decisions:
        decision.cache_clear()


@pytest.fixture
def kept_strokes(tmp_path_factory, monkeypatch) -> Path:
    """A folder of this test's own, in which strokes that were followed are kept."""
    from app.pipeline.strokes import kept_tracks
    from gpu_unet import OwnFolder

    folder = tmp_path_factory.mktemp("kept") / "strokes"
    monkeypatch.setattr(kept_tracks, "_folder", lambda: OwnFolder.made(folder))
    return folder


@pytest.fixture(scope="session")
def why_no_gpu() -> str:
    """Empty if an NVIDIA GPU can be used."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        return "the CUDA simulator is no GPU"
    from gpu_unet.cuda.device import Gpu
    from gpu_unet.errors import GpuUnavailableError

    try:
        Gpu.find()
    except GpuUnavailableError as error:
        return str(error)
    return ""


@pytest.fixture(autouse=True)
def _notes_of_its_own(tmp_path_factory, monkeypatch):
    """What one test leaves unfinished is neither offered to another one nor to the user."""
    of_windows = "WIN_PD_OVERRIDE_LOCAL_APPDATA"  # platformdirs asks the system there
    where = {"win32": of_windows, "darwin": "HOME"}.get(sys.platform, "XDG_STATE_HOME")
    monkeypatch.setenv(where, str(tmp_path_factory.mktemp("state")))


@pytest.fixture(autouse=True)
def _skip_without_gpu(request):
    if request.node.get_closest_marker("gpu") is not None:
        reason = request.getfixturevalue("why_no_gpu")
        if reason:
            pytest.skip(reason)


@pytest.fixture(autouse=True)
def _no_leftover_threads():
    before = set(threading.enumerate())
    yield
    until_s = time.monotonic() + THREAD_END_S
    while left := [
        thread.name
        for thread in threading.enumerate()
        if thread not in before and not thread.name.startswith(LASTING_THREADS)
    ]:
        assert time.monotonic() < until_s, f"threads still run after the test: {left}"
        time.sleep(0.01)


class _ErrorCollector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@pytest.fixture
def expected_error_logs():
    """Ask for this in a test whose subject logs errors on purpose."""


@pytest.fixture(autouse=True)
def _no_unexpected_error_logs(request):
    collector = _ErrorCollector()
    logging.getLogger().addHandler(collector)
    yield
    logging.getLogger().removeHandler(collector)
    if "expected_error_logs" not in request.fixturenames:
        assert not collector.messages, f"errors were logged: {collector.messages}"
