"""The GPU engine over a driver that does nothing: every launch is checked, none is run."""

import ctypes
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda import arena, convolution, device_picture, graph, in_flight, launch, workspace
from gpu_unet.cuda import engine as engine_module
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.driver import OutOfDeviceMemoryError
from gpu_unet.cuda.engine import CudaEngine
from gpu_unet.engine import Batch
from gpu_unet.errors import EngineError, GpuLostError, GpuMemoryError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import USUAL_SETTINGS
from gpu_unet.kernels import parameters
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
        self.arguments = []
        self.broken = {}
        self.memory_bytes = 1 << 40

    def __call__(self, name, *arguments):
        self.names.append(name)
        self.arguments.append((name, *arguments))
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
    for module in (arena, device_picture, engine_module, graph, in_flight, workspace):
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
        launch.flatten(arguments, kernel.argument_kinds)  # asserts numbers and types
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
        layers=MappingProxyType(layers),
        architecture=architecture,
        name="zero",
        input_pixels=1024,
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
        shift = engine.work.device.base - engine.work.host.base
        for number in (0, 1, 0, 1):
            new = [np.zeros(frame_format.shape, np.uint8) for _ in frames]
            engine.process(Batch(frames, new, EngineSettings(), want_alpha=True))
            (_, target, source, nbytes, _), down = driver.copied[-2:]
            assert target - source == shift
            batch = engine.work.in_flight[number]
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
        batch = engine.work.in_flight[0]
        batch.faults[0] = 1
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            engine.collect()
        engine.submit(Batch(frames, frames, EngineSettings()))
        assert engine.work.in_flight[1].params[parameters.FRESH] == 1


def test_a_batch_that_does_not_fit_is_halved_and_the_sizes_are_named(driver, monkeypatch, caplog):
    frame_format = FrameFormat(36, 64, "yuv420")
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=3) as engine:
        driver.memory_bytes = engine.work.device.nbytes
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=12) as engine:
        assert engine.batch_size == 3
    assert driver.names.count("cuStreamDestroy") == 6  # nothing of the larger ones is left
    halved = [r.getMessage() for r in caplog.records if "going on with batches of" in r.message]
    assert [message.rsplit(" ", 1)[1] for message in halved] == ["6", "3"]
    for words in ("12 frames of 64x36", "network input of 44x24 (zero)", "of 8192 MiB are free"):
        assert words in halved[0]


def test_a_gpu_too_small_for_one_frame_says_what_to_do(driver, monkeypatch):
    driver.memory_bytes = 1000
    with pytest.raises(GpuMemoryError, match=r"1 frames of 64x36 .* or choose the device cpu"):
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
    with pytest.raises(EngineError, match="choose the precision float32"):
        make(monkeypatch, TURING, ARCHITECTURES[0], FrameFormat(9, 9), precision="float16")


class DeviceFrame:
    """As CuPy's arrays are, at an address where nothing is."""

    def __init__(self, ptr, shape, *, stream=7, strides=None, typestr="|u1"):
        self.__cuda_array_interface__ = {
            "shape": shape,
            "typestr": typestr,
            "data": (ptr, False),
            "strides": strides,
            "stream": stream,
            "version": 3,
        }


class DeviceTensor:
    """As PyTorch's tensors are: a host array's DLPack that says it lies on a device."""

    dtype = "torch.uint8"

    def __init__(self, array, *, device=0):
        self.array, self.shape, self.device, self.asked_by = array, array.shape, device, []

    def __dlpack_device__(self):
        return (2, self.device)

    def __dlpack__(self, *, stream):
        self.asked_by.append(stream)
        capsule = self.array.__dlpack__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        tensor = device_picture._Tensor.from_address(pointer(capsule, b"dltensor"))
        tensor.device_type, tensor.device_id = 2, self.device
        return capsule


def copies(driver, kind):
    return [copy for copy in driver.copied if copy[0] == kind]


def test_frames_on_the_device_are_copied_there_alone(driver, monkeypatch):
    frame_format = FrameFormat(36, 64)
    shape = frame_format.shape
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=2) as engine:
        for number in (0, 1, 0):
            driver.copied.clear()
            frames = [DeviceFrame(4096, shape), DeviceFrame(1 << 20, shape)]
            engine.process(Batch(frames, None, EngineSettings("blur")))
            batch = engine.work.in_flight[number]
            nbytes = batch.frames[0].nbytes
            assert copies(driver, "cuMemcpyDtoDAsync") == [
                (
                    "cuMemcpyDtoDAsync",
                    batch.device.frames.row(row).ptr,
                    ptr,
                    nbytes,
                    engine.work.up,
                )
                for row, ptr in enumerate((4096, 1 << 20))
            ]
            ((_, _, source, sent, _),) = copies(driver, "cuMemcpyHtoDAsync")
            frames_at = batch.frames.ctypes.data
            assert not source < frames_at + batch.frames.nbytes <= source + sent
            assert source <= batch.params.ctypes.data < source + sent
            assert source <= batch.background_index.ctypes.data < source + sent
        waited = [call for call in driver.arguments if call[0] == "cuEventRecord" and call[2] == 7]
        assert len(waited) == 6  # what wrote the frames is waited for


def test_host_and_device_frames_share_a_batch(driver, monkeypatch):
    frame_format = FrameFormat(36, 64)
    host = np.full(frame_format.shape, 9, np.uint8)
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=2) as engine:
        engine.process(
            Batch([DeviceFrame(4096, host.shape), host], None, EngineSettings("transparent"))
        )
        batch = engine.work.in_flight[0]
        assert (batch.frames[1] == 9).all()
        names = [name for name, *_ in driver.copied]
        assert names[-3:] == ["cuMemcpyHtoDAsync", "cuMemcpyDtoDAsync", "cuMemcpyDtoHAsync"]


def test_a_background_on_the_device_is_copied_when_it_is_new_or_overwritten(driver, monkeypatch):
    frame_format = FrameFormat(36, 64)
    frames = [np.zeros(frame_format.shape, np.uint8)] * 2
    kept = DeviceFrame(4096, frame_format.shape)
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=2) as engine:

        def process(*behind):
            driver.copied.clear()
            engine.process(Batch(frames, behind, EngineSettings()))
            return [source for _, _, source, *_ in copies(driver, "cuMemcpyDtoDAsync")]

        assert process(kept, kept) == [4096]  # rows 0 and 1 are uploaded with even batches
        assert process(kept, kept) == []
        other = np.zeros(frame_format.shape, np.uint8)
        assert process(kept, other) == [4096]  # the upload of row 1 goes over row 0


def test_a_dlpack_tensor_is_read_once_its_writer_is_done(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    tensor = DeviceTensor(np.zeros(frame_format.shape, np.uint8))
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], frame_format) as engine:
        engine.process(Batch([tensor], None, EngineSettings("blur")))
        assert tensor.asked_by == [int(engine.work.up)]
        ((_, _, source, _, _),) = copies(driver, "cuMemcpyDtoDAsync")
        assert source == tensor.array.ctypes.data
        with pytest.raises(ValueError, match="CUDA device 0"):
            engine.process(
                Batch([DeviceTensor(tensor.array, device=1)], None, EngineSettings("blur"))
            )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"shape": (36, 64, 4)}, r"expected uint8 \(36, 64, 3\)"),
        ({"typestr": "<f4"}, "float32"),
        ({"strides": (3, 108, 1)}, "C-contiguous"),
    ],
)
def test_a_device_array_of_another_kind_is_refused(driver, monkeypatch, change, says):
    frame = DeviceFrame(4096, **{"shape": (36, 64, 3), **change})
    with make(monkeypatch, HOPPER, ARCHITECTURES[0], FrameFormat(36, 64)) as engine:
        with pytest.raises(ValueError, match=says):
            engine.process(Batch([frame], None, EngineSettings("blur")))
        steps = (192, 3, 1)  # as a contiguous array may say it, too
        engine.process(
            Batch([DeviceFrame(4096, (36, 64, 3), strides=steps)], None, EngineSettings("blur"))
        )


def test_results_that_stay_on_the_device_are_not_downloaded(driver, monkeypatch):
    frame_format = FrameFormat(36, 64, "yuv420")
    frames = [np.zeros(frame_format.shape, np.uint8)] * 2
    with make(
        monkeypatch, HOPPER, ARCHITECTURES[0], frame_format, batch_size=2, keeps_results=True
    ) as engine:
        made = engine.process(Batch(frames, frames, EngineSettings(), want_alpha=True))
        batch = engine.work.in_flight[0]
        (_, target, _, nbytes, _) = copies(driver, "cuMemcpyDtoHAsync")[-1]
        assert (target, nbytes) == (batch.faults.ctypes.data, batch.faults.nbytes)
        assert (list(made.frames), made.alphas) == ([], None)
        for rows, found in (
            (batch.device.out, made.d_frames),
            (batch.device.out_alpha, made.d_alphas),
        ):
            assert [a.ptr for a in found] == [rows.row(0).ptr, rows.row(1).ptr]
        assert made.d_alphas[1].__cuda_array_interface__["shape"] == (36, 64)
        batch = engine.work.in_flight[1]
        engine.submit(Batch(frames, frames, EngineSettings()))
        batch.faults[0] = 1
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            engine.collect()
