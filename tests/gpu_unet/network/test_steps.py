"""Work in steps gives what work in one go gives, and kernels are ready before they are run."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gpu_unet.cpu import compile_ahead as module
from gpu_unet.cpu.compile import Kernel, loading_only
from gpu_unet.cpu.compile_worker import SESSION, SESSION_NICENESS
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.kernels.composite import COMPOSITE
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.cpu.program import PART_MACS, count_macs, cut_into_parts
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights
from lab.benchmarks.plate_channels import counterpart

ROOT = Path(__file__).parents[3]
FORMAT = FrameFormat(48, 80)


@pytest.fixture(scope="module")
def weights():
    return load_weights(ROOT / "weights" / "fast.json")


def test_a_network_in_parts_computes_what_it_computes_in_one_go(weights, rng, monkeypatch):
    architecture = weights.architecture.fitted_to(
        frame_height=48, frame_width=80, input_pixels=48 * 80
    )
    monkeypatch.setattr("gpu_unet.cpu.program.PART_MACS", 1e6)
    network = CpuNetwork(weights, architecture)
    network.input[:] = rng.random(network.input.shape, np.float32)
    whole = network.infer(1).copy()
    network.alpha[:] = 0.5
    pauses = sum(1 for _ in network.infer_parts(1))
    assert pauses > 3
    np.testing.assert_array_equal(network.alpha, whole)


def test_the_parts_are_the_program_in_order_and_none_is_long_without_need():
    weights = load_weights(ROOT / "weights" / "quality.json")
    architecture = weights.architecture.fitted_to(
        frame_height=720, frame_width=1280, input_pixels=weights.input_pixels
    )
    program = CpuNetwork(weights, architecture, runs_first=False)._program
    parts = cut_into_parts(program)
    np.testing.assert_array_equal(np.concatenate(parts), program)
    assert len(parts) > 5
    for part in parts:  # long is a part only by its last operation
        assert sum(count_macs(operation) for operation in part[:-1]) < PART_MACS


def test_a_batch_in_steps_is_the_batch_and_others_have_their_turn_in_between(weights, rng):
    frames = [rng.integers(0, 256, FORMAT.shape, dtype=np.uint8) for _ in range(3)]
    settings = EngineSettings()
    with (
        CpuEngine(weights, FORMAT, batch_size=2, input_pixels=48 * 80) as engine,
        CpuEngine(weights, FORMAT, input_pixels=48 * 80) as other,
    ):
        whole = engine.process(Batch(frames[:2], frames[2:] * 2, settings, want_alpha=True))
        engine.reset()
        alone = other.process(Batch(frames[2:], frames[:1], settings))
        other.reset()
        pauses = 0
        for _ in engine.submit_steps(Batch(frames[:2], frames[2:] * 2, settings, want_alpha=True)):
            pauses += 1
            assert not engine.in_flight
            between = other.process(Batch(frames[2:], frames[:1], settings))
            np.testing.assert_array_equal(between.frames[0], alone.frames[0])
            other.reset()
        stepped = engine.collect()
    assert pauses > 10
    for index in range(2):
        np.testing.assert_array_equal(stepped.frames[index], whole.frames[index])
        np.testing.assert_array_equal(stepped.alphas[index], whole.alphas[index])


@pytest.mark.parametrize("layout", ["rgb", "yuv420"])
def test_what_is_loaded_ahead_is_all_that_an_engine_runs(weights, layout):
    module.load_network_kernels()
    module.load_frame_kernels(layout)
    kernels = [
        value
        for name, owner in list(sys.modules.items())
        if name.startswith("gpu_unet.cpu.")
        for value in vars(owner).values()
        if isinstance(value, Kernel)
    ]
    before = {kernel.py_func: set(kernel.signatures) for kernel in kernels}
    assert len(before) > 20
    frame_format = FrameFormat(48, 80, layout)
    for model in (weights, counterpart(weights)):  # one of them reads a clean plate
        engine = CpuEngine(model, frame_format, input_pixels=48 * 80, warms_up=False)
        assert list(engine.warm_up_steps())
        engine.close()
    assert {kernel.py_func: set(kernel.signatures) for kernel in kernels} == before


def test_a_kernel_that_is_only_loaded_does_not_run():
    path = CpuFramePath(FORMAT, height=16, width=16)
    path.planes.planes[:] = 7.0
    frame = np.zeros(FORMAT.shape, np.uint8)
    frame.flags.writeable = False
    with loading_only():
        path.preprocess(frame, np.zeros((18, 18, 3), np.float32)[1:-1, 1:-1])
    assert (path.planes.planes == 7.0).all()


class Processes(list):
    """In the place of `subprocess.Popen`."""

    stdin: io.BytesIO
    returncode = 0
    error: OSError | None = None

    def __call__(self, command, **options):
        if self.error is not None:
            raise self.error
        self.append(command[-1])
        return self

    def wait(self):
        return self.returncode


@pytest.fixture
def processes(monkeypatch):
    made = Processes()
    made.stdin = io.BytesIO()
    monkeypatch.setattr(module.subprocess, "Popen", made)
    return made


def test_only_what_is_missing_on_disk_is_compiled_and_announced(processes, monkeypatch):
    told = []
    monkeypatch.setattr(module, "is_compiled", lambda kernel: kernel is not COMPOSITE["rgb"])
    module.compile_ahead("yuv420", told.append)
    assert (processes, told) == ([], [])
    module.compile_ahead("rgb", told.append)
    assert processes == ["rgb"]
    assert told[0].startswith("Compiling")
    monkeypatch.setattr(module, "is_compiled", lambda kernel: False)
    module.compile_ahead("rgb")
    assert processes[1:] == ["network", "rgb"]


def test_without_other_processes_the_kernels_are_compiled_here_later(processes, monkeypatch):
    monkeypatch.setattr(module, "is_compiled", lambda kernel: False)
    processes.error = OSError("no more processes")
    module.compile_ahead("rgb")
    processes.error, processes.returncode = None, 1
    module.compile_ahead("rgb")


def test_no_process_compiles_what_nobody_could_keep(processes, monkeypatch):
    monkeypatch.setattr(module, "is_compiled", lambda kernel: False)
    monkeypatch.setattr(module.compiled_code, "folder", lambda: None)
    told = []
    module.compile_ahead("rgb", told.append)
    assert processes == []
    assert told[0].startswith("Compiling")


@pytest.mark.skipif(not SESSION.exists(), reason="this system does not share by sessions")
def test_a_process_that_compiles_gives_way_in_a_session_of_its_own():
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "from gpu_unet.cpu.compile_worker import SESSION, give_way\n"
            "give_way()\nprint(SESSION.read_text())",
        ],
        cwd=ROOT,
        start_new_session=True,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    assert told.split()[-2:] == ["nice", str(SESSION_NICENESS)]


def test_a_process_that_compiles_ends_with_its_input(tmp_path):
    worker = subprocess.Popen(
        [sys.executable, "-m", "gpu_unet.cpu.compile_worker", "rgb"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        env={**module.os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},  # nothing is compiled there
    )
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait() == 1
