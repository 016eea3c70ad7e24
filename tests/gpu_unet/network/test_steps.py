"""Work in steps gives what work in one go gives, and kernels are ready before they are run."""

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from gpu_unet.cpu import compile_ahead as module
from gpu_unet.cpu.compile import Kernel, collecting
from gpu_unet.cpu.compile_ahead import SESSION, SESSION_NICENESS
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.cpu.frame_path import CpuFramePath
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
    whole = network.infer().copy()
    network.alpha[:] = 0.5
    pauses = sum(1 for _ in network.finish(0, in_parts=True))
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
    module.load("network")
    module.load(layout)
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
        engine = CpuEngine(
            model, frame_format, input_pixels=48 * 80, looks_twice=True, warms_up=False
        )
        assert list(engine.warm_up_steps())
        engine.close()
    assert {kernel.py_func: set(kernel.signatures) for kernel in kernels} == before


def test_a_kernel_that_is_only_loaded_does_not_run():
    path = CpuFramePath(FORMAT, height=16, width=16)
    path.planes.planes[:] = 7.0
    frame = np.zeros(FORMAT.shape, np.uint8)
    frame.flags.writeable = False
    with collecting() as codes:
        path.preprocess(frame, np.zeros((18, 18, 3), np.float32)[1:-1, 1:-1])
    for code in codes.values():
        code.load()
    assert codes
    assert (path.planes.planes == 7.0).all()


class Process:
    """In the place of a process that compiles: it makes what its words say, when told to."""

    def __init__(self, words, made):
        self.words = words
        self.stdin = io.BytesIO()
        self.returncode = None
        self._made = made

    def poll(self):
        return self.returncode

    def wait(self, timeout=None):
        """One more file is made: by this process, or while it is stuck by another one."""
        any(process.goes_on() for process in (self, *self._made.processes))

    def goes_on(self):
        """Make one more file, unless that takes for ever; end after the last."""
        for part in self.words:
            for name in CODES[part]:
                if name == self._made.endless:
                    return False
                if name not in self._made.folder:
                    self._made.folder.append(name)
                    return True
        self.returncode = 0
        return True


CODES = {
    "network": ["program"],
    "yuv420": ["smooth", "lay_yuv"],
    "rgb": ["smooth", "lay_rgb"],
    "room": ["learn"],
}


@pytest.fixture
def compiling(monkeypatch):
    """Processes that compile without compiling; `folder` has the names of the finished code."""
    made = SimpleNamespace(
        processes=[], folder=[], endless="", error=None, returncode=None, loaded=[]
    )

    def start(command, **options):
        if made.error is not None:
            raise made.error
        made.processes.append(Process(command[command.index("-m") + 2 :], made))
        made.processes[-1].returncode = made.returncode
        return made.processes[-1]

    monkeypatch.setattr(module.subprocess, "Popen", start)
    monkeypatch.setattr(module, "_workers", module._Workers())
    monkeypatch.setattr(module, "_behind", [])
    monkeypatch.setattr(module.shipped_code, "_of_process", {"is_ignored": False})
    monkeypatch.setattr(module.compiled_code, "names", lambda start: list(made.folder))
    monkeypatch.setattr(
        module.compiled_code, "read", lambda name: b"" if name in made.folder else None
    )
    monkeypatch.setattr(
        module.compiled_code, "write", lambda name, content: made.folder.append(name)
    )
    monkeypatch.setattr(
        module, "load_kept", lambda part: {name for name in CODES[part] if name not in made.folder}
    )
    monkeypatch.setattr(module, "load", made.loaded.append)
    monkeypatch.setattr(
        module,
        "listed",
        lambda part: {name: "kept" if name in made.folder else "missing" for name in CODES[part]},
    )
    made.words = lambda: [process.words for process in made.processes]
    return made


def test_kernels_that_are_missing_are_counted_while_they_are_compiled(compiling):
    compiling.folder.append("smooth")
    told, counted = [], []
    module.load_kernels("rgb", told.append, counted.append)
    assert told == ["Compiling the kernels for this processor (once) ..."]
    assert counted == [(1, 3), (2, 3), (3, 3)]
    assert compiling.loaded == ["network", "rgb"]


def test_the_other_layout_is_compiled_after_the_one_that_is_waited_for(compiling):
    compiling.endless = "lay_rgb"
    module.load_kernels("yuv420")  # which does not wait for it
    compiling.endless = ""
    assert compiling.words() == [["network", "rgb"], ["yuv420"]]
    told, counted = [], []
    module.load_kernels("rgb", told.append, counted.append)
    assert len(compiling.processes) == 2, "the first process is at it already"
    assert counted[-1] == (3, 3)
    module.load_kernels("rgb", told.append)
    assert len(told) == 1


def test_what_another_start_left_unfinished_is_compiled_behind_the_work(compiling):
    compiling.folder += ["program", "smooth", "lay_yuv"]
    told = []
    module.load_kernels("yuv420", told.append)
    module.load_kernels("yuv420", told.append)
    assert compiling.words() == [["whenever", "network", "rgb", "yuv420", "room"]]
    assert told == compiling.loaded == []


def test_a_start_that_finds_everything_compiled_starts_no_process(compiling):
    assert module.compile_everything(lambda ready: None)
    compiling.processes.clear()
    for layout in ("yuv420", "rgb"):
        module.load_kernels(layout)
    assert compiling.processes == []


def test_two_engines_that_open_at_once_wait_for_the_same_processes(compiling):
    module._workers.working_on(["network", "yuv420"], ["rgb"])
    module.load_kernels("yuv420")
    assert compiling.words() == [["network", "rgb"], ["yuv420"]]


def test_the_room_is_compiled_by_a_process_of_its_own_and_once(compiling):
    module.load_room()
    module.load_room()
    assert compiling.words() == [["room"]]
    assert compiling.loaded == ["room"]


def test_a_setup_compiles_every_layout_and_the_room(compiling):
    counted = []
    assert module.compile_everything(counted.append)
    assert compiling.words() == [["network", "yuv420", "room"], ["rgb"]]
    assert counted[0] == (0, 5)
    assert counted[-1] == (5, 5)
    assert module.compile_everything(counted.append)
    assert len(compiling.processes) == 2


@pytest.mark.parametrize("fails", ["to start", "at once"])
def test_without_other_processes_the_kernels_are_compiled_here_later(compiling, fails):
    if fails == "to start":
        compiling.error = OSError("no more processes")
    else:
        compiling.returncode = 1
    counted = []
    module.load_kernels("rgb", count=counted.append)
    assert counted == [(0, 3)]
    assert not module.compile_everything(counted.append)


def test_no_process_compiles_what_nobody_could_keep(compiling, monkeypatch):
    monkeypatch.setattr(module.compiled_code, "folder", lambda: None)
    told = []
    module.load_kernels("rgb", told.append)
    assert compiling.processes == []
    assert told[0].startswith("Compiling")


@pytest.mark.parametrize("part", module.PARTS)
def test_what_is_listed_is_what_is_loaded(part):
    """Or the count would never be full, and every start would compile."""
    module.load(part)
    assert module.load_kept(part) == set()
    codes = module.listed(part)
    assert set(codes.values()) == {"kept"}
    assert set(codes) <= set(module.compiled_code.names(""))


@pytest.mark.skipif(not SESSION.exists(), reason="this system does not share by sessions")
def test_a_process_that_compiles_gives_way_in_a_session_of_its_own():
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "from gpu_unet.cpu.compile_ahead import SESSION, give_way\n"
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
        [sys.executable, "-m", "gpu_unet.cpu.compile_ahead", "rgb"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},  # nothing is compiled there
    )
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait() == 1
