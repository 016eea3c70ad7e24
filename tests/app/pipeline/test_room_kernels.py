"""The compiled learning of a room, against its definition in OpenCV, over whole lives."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import room_reference
from plate_life import HEIGHT, WIDTH, Life, Person

from app.pipeline.clean_plate.survey import Survey
from gpu_unet import CleanPlate, Engine, Observation
from gpu_unet.cpu.compile import Kernel
from gpu_unet.cpu.kernels import room

KERNELS = ("near_people", "compare", "learn", "tell")
SIZES = [(HEIGHT, WIDTH), (96, 128), (192, 192)]  # 6 x 8 cells divide them


def copied(value):
    if isinstance(value, tuple):
        return tuple(map(copied, value))
    return value.copy() if isinstance(value, np.ndarray) else value


def beside_the_definition(name, counts):
    """A kernel that checks every call against `room_reference`."""

    def call(*arguments):
        expected = copied(arguments)
        getattr(room_reference, name)(*expected)
        getattr(room, name)(*arguments)
        counts[name] = counts.get(name, 0) + 1
        for number, (one, other) in enumerate(zip(arguments[:-1], expected[:-1], strict=True)):
            if not isinstance(one, np.ndarray):
                continue
            where = f"argument {number} of {name}, call {counts[name]}"
            if one.dtype == np.float64:  # light and numbers: sums in another order, in float32
                np.testing.assert_allclose(one, other, rtol=1e-3, atol=2e-2, err_msg=where)
            elif one.dtype == np.float32:  # a multiplication and an addition may be one
                np.testing.assert_allclose(one, other, rtol=0, atol=1e-3, err_msg=where)
            elif set(np.unique(other)) <= {0, 255}:  # a mask follows a light at few pixels
                assert (one != other).mean() < 0.0005, where
            else:  # in float32, a light rounds a half the other way: .2 % on some processors
                assert (one != other).mean() < 0.004, where
                assert np.abs(one.astype(int) - other).max() <= 1, where

    return call


@pytest.fixture
def counts(monkeypatch):
    """How often each kernel was called; each call is checked."""
    counts = {}
    Engine.room_kernels()
    checked = {name: beside_the_definition(name, counts) for name in KERNELS}
    kernels = SimpleNamespace(Scratch=room.Scratch, **checked)
    monkeypatch.setattr(Engine, "room_kernels", staticmethod(lambda: kernels))
    return counts


def eventful(**options):
    """A life in which all is there: people, lamps, a chair, a curtain, a nudge, another view."""
    life = Life(seed=4, mistakes=0.1, **options)
    yield life
    life.run(4)
    life.person = Person()
    yield life
    life.things = [(slice(80, 130), slice(20, 60), (90.0, 60.0, 40.0))]
    yield life
    life.gain, life.offset = (1.25, 1.1, 1.3), 4.0
    yield life
    life.moving = lambda inner, at_s: inner.__setitem__(
        np.s_[:, 180:230], 90 + 60 * np.sin(3 * at_s)
    )
    life.person = None
    yield life
    life.moving, life.shift = None, (4.0, 2.0)
    yield life
    life.shift = (80.0, 0.0)
    yield life
    life.shift = (4.0, 2.0)
    yield life


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_every_step_computes_what_its_definition_says(counts, height, width):
    for life in eventful(height=height, width=width, aspect=width / height):
        life.run(3)
    assert counts["learn"] == counts["tell"] == counts["near_people"] > 130
    assert counts["compare"] > counts["learn"], "shelved plates are compared, too"
    assert life.plate is not None


def test_what_is_loaded_ahead_is_all_that_learning_runs():
    """A signature of its own would be compiled during the job, which holds Python's lock."""
    Engine.room_kernels()
    kernels = [value for value in vars(room).values() if isinstance(value, Kernel)]
    assert len(kernels) == len(KERNELS)
    before = [list(kernel.signatures) for kernel in kernels]
    survey = Survey()
    for life in eventful():
        life.run(2)
        rgb, alpha = life.bare().astype(np.uint8), np.zeros((HEIGHT, WIDTH), np.uint8)
        rgb.flags.writeable = alpha.flags.writeable = False
        survey.add(Observation(rgb, alpha))
        life.keeper.observe(Observation(rgb[:, ::-1], alpha), life.at_s)
        life.keeper.offer(CleanPlate(rgb[::-1], alpha | 255))
    assert [list(kernel.signatures) for kernel in kernels] == before
