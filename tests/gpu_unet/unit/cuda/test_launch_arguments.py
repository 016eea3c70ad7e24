"""What an engine launches fits its kernels' signatures, whatever the settings; no card is needed.

The engine runs whole, on a driver that does nothing: `_flatten` asserts number and types of the
arguments of each launch, as it does on a card.
"""

import dataclasses
import itertools
from pathlib import Path

import numpy as np
import pytest

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.areas import Area
from gpu_unet.cuda import driver, engine, launch, usual_kernels
from gpu_unet.cuda.kernels import ahead
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.engine import Batch, to_the_end
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import CleanPlate
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings
from gpu_unet.weights import Layer, load_weights

real = pytest.importorskip("cuda.bindings.driver", reason="needs requirements-cuda.txt")
pytestmark = pytest.mark.skipif(is_simulated(), reason="the simulator launches in its own way")

AREAS = (
    Area("keep", ((0.0, 0.0), (0.1, 0.0), (0.1, 0.1))),
    Area("garbage", ((0.5, 0.0), (0.6, 0.0), (0.6, 0.1))),
    Area("soft", ((0.5, 0.0), (0.6, 0.0), (0.6, 0.1))),
)
MOVED = LayerSettings(person_size=50.0, match_light=1.0, shadow=1.0)


FAST = Path(__file__).parents[4] / "weights" / "fast.safetensors"


class IdleDriver(usual_kernels._Driver):
    """As for finding kernels, and launches and copies are counted."""

    launches = 0
    copies = 0
    captured = 0  # kernels of the newest graph

    def __getattr__(self, name):
        if name.startswith("cuuint") or not name.startswith("cu"):
            return getattr(real, name)
        return super().__getattr__(name)

    def _call(self, name, *arguments):
        if name == "cuStreamEndCapture":
            self.captured += self.launches
        if name in ("cuGraphInstantiate", "cuStreamEndCapture"):
            return self.CUresult.CUDA_SUCCESS, object()
        if name == "cuEventElapsedTime":
            return self.CUresult.CUDA_SUCCESS, 1.0
        self.launches += name.startswith("cuLaunchKernel")
        self.copies += name.startswith("cuMemcpy") and name.endswith("Async")
        if name == "cuStreamBeginCapture":
            self.captured = -self.launches
        return super()._call(name, *arguments)


@pytest.fixture
def idle_card(monkeypatch):
    """Makes engines on a card that there is not; kernels are as before afterwards."""
    allowed = {}

    def load(kernel, target):
        allowed.setdefault(kernel, kernel._shared_allowed)
        return object()

    def install(capability):
        gpu = usual_kernels.usual_cards(capability)[-1]
        idle = IdleDriver()
        monkeypatch.setattr(driver, "api", idle)
        monkeypatch.setattr("gpu_unet.cuda.device._thread.gpu", gpu, raising=False)
        monkeypatch.setattr(engine, "current_gpu", lambda: gpu)
        monkeypatch.setattr(launch.Kernel, "load", load)
        monkeypatch.setattr(launch.Kernel, "is_kept", lambda self, target: True)
        return idle

    yield install
    for kernel, shared_bytes in allowed.items():
        kernel._shared_allowed = shared_bytes


def all_settings():
    either = (False, True)
    for background, areas, layer, wrap, *flags in itertools.product(
        ("image", "blur", "transparent"), ((), AREAS), (LayerSettings(), MOVED), (0.0, 1.0),
        either, either, either, either,
    ):  # fmt: skip
        largest_only, guided, colour, mirror = flags
        edges = EdgeSettings(
            light_wrap=wrap, largest_only=largest_only, guided=guided, foreground_colour=colour,
            linear_light=colour,
        )  # fmt: skip
        yield EngineSettings(background, areas=areas, layer=layer, mirror=mirror, edges=edges)


@pytest.mark.parametrize("layout", ["yuv420", "rgb"])
@pytest.mark.parametrize("capability", [(7, 5), (8, 9), (9, 0)], ids=["7.5", "8.9", "9.0"])
def test_every_launch_fits_its_kernel(idle_card, capability, layout):
    idle = idle_card(capability)
    weights = load_weights(FAST)
    frame_format = FrameFormat(72, 128, layout)
    frame = np.zeros(frame_format.shape, np.uint8)
    opened = engine.CudaEngine(weights, frame_format, batch_size=2, tune=False)
    size = opened.architecture.height, opened.architecture.width
    # Every fifth of the 384: any four of the settings meet in every way.
    chosen = list(itertools.islice(all_settings(), 0, None, 5))
    for number, settings in enumerate(chosen):
        if number == len(chosen) // 3:
            plate = np.zeros((*size, 3), np.uint8), np.full(size, 255, np.uint8)
            opened.set_clean_plate(CleanPlate(*plate))
        backgrounds = [frame, frame] if settings.background == "image" else None
        opened.process(
            Batch([frame, frame], backgrounds, settings, want_alpha=True, observe=[0, 1])
        )
    opened.close()
    assert idle.launches > len(chosen) * 10


def mobile_weights():
    """Of a network whose encoder has both kernels, residual blocks, and two stages at one level."""
    stages = (
        MobileStage(3, 1, 1, 16, 1), MobileStage(3, 2, 6, 24, 2), MobileStage(5, 2, 6, 48, 2),
        MobileStage(5, 1, 6, 88, 2),
    )  # fmt: skip
    plain = ("plain",) * 4
    architecture = UNetArchitecture(
        (16, 32, 64, 88), plain, (1, 2, 2, 1), "bilinear", in_channels=7, stages=stages
    )
    layers = {
        spec.name: Layer(
            spec, *(np.zeros(shape, np.float32) for shape in (spec.weight_shape, spec.out_channels))
        )
        for spec in architecture.layers()
    }
    return dataclasses.replace(load_weights(FAST), architecture=architecture, layers=layers)


@pytest.mark.parametrize("capability", [(7, 5), (8, 9), (9, 0)], ids=["7.5", "8.9", "9.0"])
def test_every_launch_of_a_mobile_network_fits_its_kernel(idle_card, capability):
    idle = idle_card(capability)
    frame = np.zeros((720, 1280, 3), np.uint8)
    weights = mobile_weights()
    frame_format = FrameFormat(720, 1280, "rgb")
    with engine.CudaEngine(weights, frame_format, tune=False, looks_twice=True) as opened:
        opened.process(Batch([frame], [frame], EngineSettings()))
        layers = [layer for layer, _ in opened.work.network.launches]
    joins = ["up1.project.join_2x", "up2.project.join_2x", "up3.project.upsample_2x"]
    fused = {"head"} - set(layers)
    assert sorted(layers) == sorted({*weights.layers, *joins} - fused)
    assert idle.captured > 2 * len(layers)


@pytest.mark.parametrize("capability", [(7, 5), (9, 0)], ids=["float32", "float16"])
def test_a_second_look_launches_the_network_once_more_and_copies_nothing_more(
    idle_card, capability, monkeypatch
):
    idle = idle_card(capability)
    frame_format = FrameFormat(72, 128)
    frames = [np.zeros(frame_format.shape, np.uint8)] * 2
    names, captured, copies, nbytes = {}, {}, {}, {}
    real_launch = launch.Kernel._launch
    for looks_twice in (False, True):
        own = names[looks_twice] = []

        def note(kernel, *rest, own=own):
            if not launch.is_preparing():
                own.append(kernel.name)
            real_launch(kernel, *rest)

        monkeypatch.setattr(launch.Kernel, "_launch", note)
        fast = load_weights(FAST)
        options = {"looks_twice": looks_twice, "input_pixels": fast.input_pixels}
        opened = engine.CudaEngine(fast, frame_format, batch_size=2, tune=False, **options)
        inference = len(opened.work.network.launches)
        before = idle.copies
        opened.process(Batch(frames, frames, EngineSettings()))
        captured[looks_twice], copies[looks_twice] = idle.captured, idle.copies - before
        nbytes[looks_twice] = opened.work.device.nbytes
        size = opened.architecture.height * opened.architecture.width
        opened.close()
    assert copies[True] == copies[False] == 2
    once, twice = names[False], names[True]
    assert captured[True] == len(twice)
    assert not [name for name in once if name.startswith("turn_")]
    # Resize and network as with one look, then the network again, then the rest as with one look.
    away = next(i for i, name in enumerate(twice) if name.startswith("turn_away_"))
    back = next(i for i, name in enumerate(twice) if name.startswith("turn_back_"))
    assert twice[:away] == once[:away]
    assert twice[away + 1 : back] == once[away - (back - away - 1) : away]
    assert twice[back + 1 :] == once[away:]
    assert back - away - 1 >= inference
    assert nbytes[True] - nbytes[False] == 2 * size * 4  # the first answer, of both frames


@pytest.mark.parametrize("capability", [(7, 5), (9, 0)], ids=["float32", "float16"])
@pytest.mark.parametrize("looks_twice", [False, True])
def test_a_film_launches_the_network_once_a_frame_and_copies_each_batch_twice(
    idle_card, capability, looks_twice, monkeypatch
):
    idle = idle_card(capability)
    frame_format = FrameFormat(72, 128)
    frames = [np.zeros(frame_format.shape, np.uint8)] * 2
    names = []
    real_launch = launch.Kernel._launch

    def note(kernel, *rest):
        if not launch.is_preparing():
            names.append(kernel.name)
        real_launch(kernel, *rest)

    def launched(work):
        del names[:]
        before = idle.copies
        work()
        assert idle.copies - before == 2
        return [*names]

    def film(opened, *arguments):
        to_the_end(opened.film_steps(Batch(*arguments)))
        opened.collect()

    weights = load_weights(FAST)
    with engine.CudaEngine(
        weights, frame_format, batch_size=2, tune=False, looks_twice=looks_twice
    ) as opened:
        monkeypatch.setattr(launch.Kernel, "_launch", note)
        settings = EngineSettings()
        whole = launched(lambda: opened.process(Batch(frames, frames, settings)))
        came = launched(lambda: film(opened, frames, frames, settings))
        both = launched(lambda: film(opened, frames, frames, settings))
        due = launched(lambda: film(opened, (), (), settings))
    refine = whole.index("change_kernel")
    dtype = "float32" if capability == (7, 5) else "float16"
    assert came[:refine] == both[:refine] == whole[:refine]
    remembered = ["keep_frames_kernel", "begin_kernel", f"remember_{dtype}_kernel"]
    assert came[refine : refine + 3] == remembered
    steady = ["recall_frames_kernel", "follow_kernel", "steady_kernel", *whole[refine:]]
    assert both == [*came, *steady]
    assert due == steady
    films = {kernel.name for kernel in ahead.kernels(dtype)}
    assert set(both) - set(whole) == films
