"""The GPU engine over a driver that does nothing: every launch is checked, none is run."""

import ctypes
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda import arena, convolution, graph, in_flight, launch, parameters, workspace
from gpu_unet.cuda import engine as engine_module
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.driver import OutOfDeviceMemoryError
from gpu_unet.cuda.engine import CudaEngine
from gpu_unet.engine import Batch
from gpu_unet.errors import EngineError, GpuLostError, GpuMemoryError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.kernel_settings import USUAL_SETTINGS
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import Layer

pytestmark = pytest.mark.skipif(launch.is_simulated(), reason="the simulator launches for real")

HOPPER = Gpu(0, "a Hopper", (9, 0), 132, 232448, 1 << 37)
ADA = Gpu(0, "an Ada", (8, 9), 24, 101376, 8 << 30)
TURING = Gpu(0, "a Turing", (7, 5), 24, 65536, 8 << 30)
ARCHITECTURES = [
    UNetArchitecture.plain(base_width=16, depth=2),
    UNetArchitecture((12, 24, 40), ("plain", "separable", "separable"), (1, 2, 1), "bilinear"),
]
SETTINGS = [
    EngineSettings(),
    EngineSettings("blur", mirror=True),
    EngineSettings("transparent"),
    EngineSettings(
        edges=EdgeSettings(
            guided=False,
            foreground_colour=False,
            light_wrap=0.5,
            largest_only=True,
            linear_light=False,
        )
    ),
]


class DriverThatDoesNothing:
    """Answers every call, remembers its name, and fails those it is told to."""

    def __init__(self):
        self.names = []
        self.copied = []
        self.broken = {}
        self.memory_bytes = 1 << 40

    def __call__(self, name, *arguments):
        self.names.append(name)
        if name.startswith("cuMemcpy"):
            self.copied.append((name, *arguments))
        if name in self.broken:
            raise self.broken[name]
        if name == "cuMemAlloc":
            if arguments[0] > self.memory_bytes:
                raise OutOfDeviceMemoryError("cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY")
            return 1 << 40
        if name == "cuMemGetInfo":
            return self.memory_bytes, 8 << 30
        if name == "cuMemHostAlloc":
            self.host = ctypes.create_string_buffer(arguments[0])
            return ctypes.addressof(self.host)
        return 1.0 if name == "cuEventElapsedTime" else 0


class RecordedOnce:
    """Stands for a graph: enqueues when it is made."""

    made = 0

    def __init__(self, stream, enqueue):
        type(self).made += 1
        enqueue()

    def launch(self, stream):
        pass

    def close(self):
        pass


@pytest.fixture
def driver(monkeypatch, empty_cache):
    fake = DriverThatDoesNothing()
    for module in (arena, engine_module, graph, in_flight, workspace):
        monkeypatch.setattr(module, "call", fake)
    monkeypatch.setattr(graph, "Graph", RecordedOnce)
    monkeypatch.setattr(graph, "record_inside", lambda event, stream: None)
    monkeypatch.setattr(arena.DeviceArray, "upload", lambda self, values: None)
    monkeypatch.setattr(
        convolution, "encode_tensor_map", lambda array, tile: np.zeros(128, np.uint8)
    )
    fake.launched = []

    def check(kernel, grid, block, stream, shared_bytes, *arguments):
        if launch._preparing:
            launch._preparing[-1].append(kernel)
            return
        launch._flatten(arguments, kernel._argument_kinds)  # asserts numbers and types
        assert 0 < grid[0] < 2**31
        assert 0 < max(grid[1:]) < 2**16
        fake.launched.append(kernel.name)

    monkeypatch.setattr(launch.Kernel, "_launch", check)
    fake.compiled = set()

    def compile_ahead(self, kernels):
        fake.compiled.update(kernel.name for kernel in kernels)

    monkeypatch.setattr(engine_module.CompileAhead, "__call__", compile_ahead)
    return fake


def weights_of(architecture):
    layers = {
        spec.name: Layer(
            spec, np.zeros(spec.weight_shape, np.float32), np.zeros(spec.out_channels, np.float32)
        )
        for spec in architecture.layers()
    }
    return SimpleNamespace(
        layers=MappingProxyType(layers), architecture=architecture, name="zero", input_pixels=1024
    )


def make(monkeypatch, gpu, architecture, frame_format, **options):
    monkeypatch.setattr(engine_module, "current_gpu", lambda: gpu)
    return CudaEngine(weights_of(architecture), frame_format, tune=False, **options)


@pytest.mark.parametrize("gpu", [HOPPER, ADA, TURING], ids=lambda gpu: gpu.name)
@pytest.mark.parametrize("architecture", ARCHITECTURES, ids=lambda a: a.up)
@pytest.mark.parametrize("frame_format", [FrameFormat(37, 51), FrameFormat(36, 64, "yuv420")])
def test_every_structure_is_enqueued(driver, monkeypatch, gpu, architecture, frame_format):
    frames = [np.zeros(frame_format.shape, np.uint8)] * 2
    with make(monkeypatch, gpu, architecture, frame_format, batch_size=2) as engine:
        assert engine.precision == ("float16" if gpu.has_tensor_cores else "float32")
        for settings in SETTINGS:
            backgrounds = frames if settings.background == "image" else None
            result = engine.process(Batch(frames, backgrounds, settings, want_alpha=True))
            assert len(result.frames) == len(result.alphas) == 2
        assert engine.copies == 2 * engine.batches
    wgmma = any("conv_warpgroup" in name for name in driver.launched)
    assert wgmma == gpu.has_wgmma


@pytest.mark.parametrize("gpu", [HOPPER, TURING], ids=lambda gpu: gpu.name)
def test_what_people_switch_between_is_compiled_before_the_first_frame(driver, monkeypatch, gpu):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)]
    with make(monkeypatch, gpu, ARCHITECTURES[1], frame_format) as engine:
        assert not driver.launched
        for settings in USUAL_SETTINGS:
            engine.process(
                Batch(frames, frames if settings.background == "image" else None, settings)
            )
    assert driver.launched
    assert set(driver.launched) <= driver.compiled


def test_one_copy_holds_values_frames_and_new_backgrounds(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)] * 2
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=2) as engine:
        shift = engine._work.device.base - engine._work.host.base
        for number in (0, 1, 0, 1):
            new = [np.zeros(frame_format.shape, np.uint8) for _ in frames]
            engine.process(Batch(frames, new, EngineSettings(), want_alpha=True))
            (_, target, source, nbytes, _), down = driver.copied[-2:]
            assert target - source == shift
            batch = engine._work.in_flight[number]
            rows = [batch.backgrounds[n] for n in batch.background_index]
            for part in (batch.params, batch.background_index, batch.frames, *rows):
                assert source <= part.ctypes.data
                assert part.ctypes.data + part.nbytes <= source + nbytes
            _, target, source, nbytes, _ = down
            assert source - target == shift
            for part in (batch.faults, batch.out, batch.out_alpha):
                assert target <= part.ctypes.data
                assert part.ctypes.data + part.nbytes <= target + nbytes


def test_values_do_not_make_a_graph_anew(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)]
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format) as engine:
        before = RecordedOnce.made
        for threshold in (0.2, 0.4, 0.6, 0.8):
            edges = EdgeSettings(threshold=threshold)
            engine.process(Batch(frames, frames, EngineSettings(edges=edges)))
        assert RecordedOnce.made - before == 2  # one for each batch in flight


def test_a_lost_gpu_is_named_and_closing_stays_quiet(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)]
    engine = make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format)
    engine.submit(Batch(frames, frames, EngineSettings()))
    driver.broken = {
        name: GpuLostError("the GPU stopped answering")
        for name in ("cuEventSynchronize", "cuCtxSynchronize")
    }
    with pytest.raises(GpuLostError):
        engine.collect()
    engine.close()


def test_a_broken_matte_ends_in_an_error_and_is_not_gone_on_from(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)]
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format) as engine:
        engine.submit(Batch(frames, frames, EngineSettings()))
        batch = engine._work.in_flight[0]
        batch.faults[0] = 1
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            engine.collect()
        engine.submit(Batch(frames, frames, EngineSettings()))
        assert engine._work.in_flight[1].params[parameters.FRESH] == 1


def test_a_batch_that_does_not_fit_is_halved_and_the_sizes_are_named(driver, monkeypatch, caplog):
    frame_format = FrameFormat(36, 64, "yuv420")
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=3) as engine:
        driver.memory_bytes = engine._work.device.nbytes
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=12) as engine:
        assert engine.batch_size == 3
    assert driver.names.count("cuStreamDestroy") == 6  # nothing of the larger ones is left
    halved = [r.getMessage() for r in caplog.records if "going on with batches of" in r.message]
    assert [message.rsplit(" ", 1)[1] for message in halved] == ["6", "3"]
    for words in ("12 frames of 64x36", "network input of 44x24 (zero)", "of 8192 MiB are free"):
        assert words in halved[0]


def test_a_gpu_too_small_for_one_frame_says_what_to_do(driver, monkeypatch):
    driver.memory_bytes = 1000
    with pytest.raises(GpuMemoryError, match=r"1 frames of 64x36 .* or use --device cpu"):
        make(monkeypatch, HOPPER, ARCHITECTURES[0], FrameFormat(36, 64, "yuv420"), batch_size=4)


def test_no_third_batch_in_flight(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)]
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format) as engine:
        for _ in range(engine.max_in_flight):
            engine.submit(Batch(frames, frames, EngineSettings()))
        with pytest.raises(EngineError, match="2 batches are in flight"):
            engine.submit(Batch(frames, frames, EngineSettings()))
        engine.collect()
        engine.submit(Batch(frames, frames, EngineSettings()))


def test_float16_on_an_old_card_is_refused(driver, monkeypatch):
    with pytest.raises(EngineError, match="use --precision float32"):
        make(monkeypatch, TURING, ARCHITECTURES[0], FrameFormat(9, 9), precision="float16")
