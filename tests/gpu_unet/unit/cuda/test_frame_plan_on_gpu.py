"""The plan of the stages on the GPU, without one: launchers, what they touch, and memory."""

import inspect
from dataclasses import fields
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from gpu_unet.areas import Area
from gpu_unet.cuda import frame_path, launch
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray, named_after
from gpu_unet.cuda.frame_path import LAUNCHERS, FramePath
from gpu_unet.cuda.planes import BatchBuffers, CudaPlanes
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import CARD_SETTINGS, PARTS, STAGES, steps_of
from gpu_unet.frame_planes import FramePlanes, Sizes, buffers_of, lay_out
from gpu_unet.kernels.parameters import length_of_params
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings
from gpu_unet.small_areas import AREA_PLANES

pytestmark = pytest.mark.skipif(launch.is_simulated(), reason="the simulator launches for real")

FORMAT = FrameFormat(36, 64, "yuv420")
SIZE = {"height": 16, "width": 32}
BATCH = 3
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
AREAS = (Area("keep", CORNERS), Area("soft", CORNERS))
EVERYTHING = (
    EngineSettings(edges=EdgeSettings(light_wrap=1.0, largest_only=True), areas=AREAS),
    EngineSettings("blur", edges=EdgeSettings(guided=False)),
    EngineSettings(layer=LayerSettings(match_light=1.0, shadow=1.0)),
    EngineSettings("transparent", mirror=True, layer=LayerSettings(person_size=50.0)),
)

# What the plan lets a stage read, and this device's launcher does not: where there is no guide, no
# picture is read; only the CPU asks the coefficients where an edge is.
UNREAD = {"plain_coefficients": {"planes"}, "estimate_colours": {"coefficients"}}


ASKED = set()


class Watched(CudaPlanes):
    """Notes which planes are asked for by name."""

    def __getattribute__(self, name):
        ASKED.add(name)
        return super().__getattribute__(name)


@pytest.fixture
def path():
    path = FramePath(FORMAT, SimpleNamespace(**SIZE), BATCH)
    plan = ArenaPlan()
    path.reserve(plan)
    path.reserve(plan, is_late=True)
    arrays = {
        name: DeviceArray(1 << 30 | offset, shape, dtype)
        for name, offset, shape, dtype in plan.items()
    }
    # No upload: the tables' values are of no matter here.
    path._tables._arrays = {name: arrays[f"tables.{name}"] for name in path._tables._values}
    path._planes = named_after("path.", arrays)
    x = DeviceArray(4096, (BATCH, SIZE["height"] + 2, SIZE["width"] + 2, 8), np.dtype(np.float16))
    alpha = DeviceArray(4096, (BATCH, *SIZE.values()), np.dtype(np.float32))
    path._planes |= {"network_input": x, "network_alpha": alpha}
    return path


@pytest.fixture
def batch():
    shapes = {
        "params": ((length_of_params(BATCH),), np.float32),
        "frames": ((BATCH, *FORMAT.shape), np.uint8),
        "background_index": ((BATCH,), np.int32),
        "backgrounds": ((2 * BATCH, *FORMAT.shape), np.uint8),
        "faults": ((2,), np.int32),
        "out": ((BATCH, *FORMAT.shape), np.uint8),
        "out_alpha": ((BATCH, FORMAT.height, FORMAT.width), np.uint8),
        "observations": ((BATCH, *SIZE.values(), 4), np.uint8),
        "given": ((*SIZE.values(), 4), np.uint8),
        "areas": ((AREA_PLANES, *SIZE.values()), np.uint8),
    }
    return BatchBuffers(**{n: DeviceArray(8192, s, np.dtype(d)) for n, (s, d) in shapes.items()})


def test_every_stage_has_a_launcher_that_takes_its_options():
    assert LAUNCHERS.keys() == {stage.name for stage in STAGES}
    for stage in STAGES:
        options = {path.rpartition(".")[2] for path in stage.options.split()} | {"stream"}
        keywords = inspect.signature(LAUNCHERS[stage.name]).parameters.values()
        named = {k.name for k in keywords if k.kind is k.KEYWORD_ONLY}
        takes_all = any(k.kind is k.VAR_KEYWORD for k in keywords)
        assert named <= options if takes_all else named == options


def test_launchers_touch_what_the_plan_says_and_nothing_else(path, batch, monkeypatch):
    buffers = buffers_of(CudaPlanes)
    planes = {field.name for field in fields(FramePlanes)} | buffers.keys()
    touched = {stage.name: set() for stage in STAGES}
    kinds = []

    def check(kernel, grid, block, stream, shared_bytes, *arguments):
        launch.flatten(arguments, kernel.argument_kinds)  # asserts numbers and types
        kinds.append(kernel.name)

    monkeypatch.setattr(launch.Kernel, "_launch", check)
    monkeypatch.setattr(frame_path, "CudaPlanes", Watched)
    for settings in EVERYTHING:
        for step in steps_of(settings):
            made = len(kinds)
            for part in PARTS:
                ASKED.clear()
                path.enqueue(batch, (step,), part, stream=None)
                if step.stage.part == part:
                    touched[step.stage.name] |= ASKED & planes
            assert len(kinds) > made, step.stage.name
    for stage in STAGES:
        scratch = {name for name in buffers if stage.name in buffers[name].stages.split()}
        unread = UNREAD.get(stage.name, set())
        assert touched[stage.name] ^ (stage.planes | scratch) <= unread, stage.name


def test_every_stage_is_shipped_for_the_usual_cards():
    shipped = {step.stage.name for settings in CARD_SETTINGS for step in steps_of(settings)}
    late = {stage.name for stage in STAGES if stage.is_late}  # by `late_kernels`
    assert {stage.name for stage in STAGES} - shipped <= late


def test_what_is_needed_at_once_lies_apart_on_the_device(path):
    sizes = Sizes.of(FORMAT, **SIZE)
    shared, alone = (
        lay_out(CudaPlanes, sizes, batch_size=BATCH, shares=shares) for shares in (True, False)
    )
    assert shared.nbytes < 0.6 * alone.nbytes
    buffers = buffers_of(CudaPlanes)
    for index, stage in enumerate(STAGES):
        needed = {n for n in shared.places if stage.name in buffers[n].stages.split()}
        for name in shared.places:
            users = [i for i, s in enumerate(STAGES) if name in s.planes]
            if users and min(users) <= index <= max(users):
                needed.add(name)
        spans = sorted((p.offset, p.offset + p.nbytes) for p in map(shared.places.get, needed))
        assert all(one[1] <= next_one[0] for one, next_one in pairwise(spans))


def test_the_memory_that_is_asked_for_is_that_of_the_plan(path):
    plan = ArenaPlan()
    path._tables.reserve(plan)
    before = plan.nbytes
    plan = ArenaPlan()
    path.reserve(plan)
    layout = lay_out(CudaPlanes, Sizes.of(FORMAT, **SIZE), batch_size=BATCH)
    assert plan.nbytes - before == layout.nbytes
