"""The plan of the stages: without flaws for all settings, true on both devices, its memory safe."""

import inspect
import itertools
from collections import deque
from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np
import pytest
from frame_path_cases import AREAS, SETTINGS, network_alpha, picture

from gpu_unet.cpu.engine import read_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.stages import LAUNCHERS, CpuPlanes
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import CPU_SETTINGS, PARTS, STAGES, Stage, steps_of
from gpu_unet.frame_planes import ALIGNMENT, FramePlanes, Sizes, buffers_of, lay_out
from gpu_unet.setting_parameters import edge_parameters, layer_parameters
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings
from gpu_unet.small_areas import AREA_PLANES, small_areas

GIVEN = {"frames", "backgrounds", "areas", "network_alpha"}
RESULTS = {"network_input", "out", "out_alpha"}
NAMES = {field.name for field in fields(FramePlanes)}
CARRIED = {name for name, buffer in buffers_of(FramePlanes).items() if buffer.is_carried}
SIZES = Sizes.of(FrameFormat(46, 82, "yuv420"), height=32, width=48)
BY_NAME = {stage.name: stage for stage in STAGES}


def all_settings():
    """One of every combination that decides which stages run."""
    flags = itertools.product((False, True), repeat=7)
    for background, (guided, colour, wrap, areas, placed, light, shadow) in itertools.product(
        ("image", "blur", "transparent"), flags
    ):
        yield EngineSettings(
            background,
            edges=EdgeSettings(guided=guided, foreground_colour=colour, light_wrap=float(wrap)),
            areas=AREAS if areas else (),
            layer=LayerSettings(
                person_size=50.0 if placed else 100.0,
                match_light=float(light),
                shadow=float(shadow),
            ),
        )


def flaws(stages: Sequence[Stage]) -> list[str]:
    """Errors in stages in the order in which they run, a sentence each."""
    found: list[str] = []
    there = set(GIVEN)
    written = {name for stage in stages for name in stage.writes.split()}
    keepers: dict[str, str] = {}
    for stage in stages:
        for name in sorted(stage.planes - NAMES):
            found.append(f"{stage.name} names {name}, which is no plane")
        for name in stage.reads.split():
            if name not in there:
                found.append(f"{stage.name} reads {name}, which nothing before it has written")
        for name in stage.carries.split():
            if name not in CARRIED:
                found.append(f"{stage.name} carries {name}, whose memory others share")
            if name in written or name in keepers:
                found.append(f"{stage.name} carries {name}, which another stage overwrites")
            keepers[name] = stage.name
        there |= {*stage.writes.split()}
    return found


def test_no_settings_make_a_stage_read_what_none_has_written():
    ways = set()
    for settings in all_settings():
        stages = [step.stage for step in steps_of(settings)]
        assert flaws(stages) == []
        parts = [PARTS.index(stage.part) for stage in stages]
        assert parts == sorted(parts)
        written = {name for stage in stages for name in stage.writes.split()}
        assert written >= RESULTS
        ways.add(tuple(stage.name for stage in stages))
    assert {name for way in ways for name in way} == set(BY_NAME)


def test_every_plane_is_some_stage_s():
    used = set().union(*(stage.planes for stage in STAGES))
    assert used == NAMES
    assert {name for stage in STAGES for name in stage.carries.split()} == CARRIED


def test_flaws_are_found_and_named():
    shrink, smooth, specks = BY_NAME["shrink_frames"], BY_NAME["smooth_over_time"], STAGES[4]
    assert flaws([shrink, smooth, specks]) == []
    (sentence,) = flaws([smooth])
    assert sentence == "smooth_over_time reads planes, which nothing before it has written"
    assert "wobble, which is no plane" in flaws([Stage("a", "refine", writes="wobble")])[0]
    early = Stage("early", "refine", writes="kept_alpha")
    (sentence,) = flaws([early, shrink, smooth])
    assert sentence == "smooth_over_time carries kept_alpha, which another stage overwrites"
    late = Stage("late", "refine", carries="hole_age")
    assert flaws([shrink, smooth, specks, late]) == [
        "late carries hole_age, which another stage overwrites"
    ]
    (sentence,) = flaws([Stage("a", "refine", carries="ramped")])
    assert sentence == "a carries ramped, whose memory others share"


def test_values_that_change_freely_are_no_part_of_the_key():
    one, other = (
        EngineSettings(edges=EdgeSettings(threshold=t, softness=t, smoothing=t, light_wrap=t))
        for t in (0.3, 0.6)
    )
    assert steps_of(one) == steps_of(other)
    assert hash(steps_of(one)) == hash(steps_of(other))
    keys = {steps_of(settings) for settings in SETTINGS.values()}
    assert len(keys) == len(SETTINGS) - 2  # "hard" runs as "defaults", "layer, blur" as "blur"
    assert steps_of(replace(one, mirror=True)) != steps_of(one)


def overlapping(layout):
    """Pairs of planes that share bytes."""
    pairs = set()
    for (one, a), (other, b) in itertools.combinations(layout.places.items(), 2):
        if a.offset < b.offset + b.nbytes and b.offset < a.offset + a.nbytes:
            pairs.add(frozenset((one, other)))
    return pairs


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize("batch_size", [None, 3])
def test_planes_share_memory_only_while_one_is_not_needed(is_late, batch_size):
    layout = lay_out(CpuPlanes, SIZES, batch_size=batch_size, is_late=is_late)
    buffers = buffers_of(CpuPlanes)
    pairs = overlapping(layout)
    for pair in pairs:
        assert not pair & CARRIED
    for place in layout.places.values():
        assert place.offset % ALIGNMENT == 0
        assert place.offset + place.nbytes <= layout.nbytes
    # Walked through as frames are: what a stage needs lies apart, until its last reader.
    for index, stage in enumerate(STAGES):
        scratch = {n for n in layout.places if stage.name in buffers[n].stages.split()}
        needed = scratch | stage.planes & layout.places.keys()
        for name in layout.places:
            users = [i for i, s in enumerate(STAGES) if name in s.planes]
            if users and min(users) <= index <= max(users):
                needed.add(name)
        assert not any(pair <= needed for pair in pairs), stage.name
    alone = lay_out(CpuPlanes, SIZES, batch_size=batch_size, is_late=is_late, shares=False)
    assert overlapping(alone) == set()
    assert alone.places.keys() == layout.places.keys()
    if not is_late:
        assert layout.nbytes < 0.55 * alone.nbytes


def test_every_stage_has_a_launcher_that_takes_its_options():
    for stage in STAGES:
        options = {path.rpartition(".")[2] for path in stage.options.split()}
        keywords = inspect.signature(LAUNCHERS[stage.name]).parameters.values()
        named = {k.name for k in keywords if k.kind is k.KEYWORD_ONLY}
        takes_all = any(k.kind is k.VAR_KEYWORD for k in keywords)
        assert named <= options if takes_all else named == options


def test_every_stage_is_compiled_before_the_first_frame():
    ready = {step.stage.name for settings in CPU_SETTINGS for step in steps_of(settings)}
    assert BY_NAME.keys() - ready == {"plain_coefficients"}  # it has no kernel of its own


class Watched:
    """Planes, and which of them were asked for by name."""

    def __init__(self, planes):
        self.__dict__["planes_of"] = planes
        self.__dict__["asked"] = set()

    def __getattr__(self, name):
        self.asked.add(name)
        return getattr(self.planes_of, name)

    def __setattr__(self, name, value):
        setattr(self.planes_of, name, value)


def watched_frame(path, settings, frame, background, alpha, monkeypatch):
    """The planes that each launcher has asked for, of two frames."""
    asked = {}

    def watch(name):
        launcher = LAUNCHERS[name]

        def run(planes, **options):
            watched = Watched(planes)
            launcher(watched, **options)
            asked.setdefault(name, set()).update(watched.asked)

        return run

    monkeypatch.setattr("gpu_unet.cpu.frame_path.LAUNCHERS", {n: watch(n) for n in LAUNCHERS})
    run_frame(path, settings, frame, background, alpha)
    run_frame(path, settings, frame, background, alpha, wants_alpha=False)
    return asked


def run_frame(path, settings, frame, background, alpha, *, wants_alpha=True):
    height, width = alpha.shape
    parameters = edge_parameters(settings, height=height, width=width)
    path.areas = small_areas(settings.areas, height=height, width=width) if settings.areas else None
    path.preprocess(read_only(frame), np.empty((height, width, 3), np.float32))
    behind = read_only(background) if settings.background == "image" else None
    deque(path.refine_steps(alpha, behind, settings, parameters))
    out = np.zeros_like(frame)
    out_alpha = np.zeros((SIZES.frame_height, SIZES.frame_width), np.uint8)
    wanted = out_alpha if wants_alpha else None
    path.composite(read_only(frame), behind, settings, parameters, out, wanted)
    return out, out_alpha


def test_launchers_touch_what_the_plan_says_and_nothing_else(rng, monkeypatch):
    frame_format = FrameFormat(46, 82, "yuv420")
    frame, background = picture(rng, frame_format), picture(rng, frame_format)
    alpha = network_alpha(rng, height=32, width=48)
    path = CpuFramePath(frame_format, height=32, width=48)
    buffers = buffers_of(CpuPlanes)
    planes = NAMES | buffers.keys()
    touched = {stage.name: set() for stage in STAGES}
    for settings in SETTINGS.values():
        path.forget()
        with monkeypatch.context() as patch:
            asked = watched_frame(path, settings, frame, background, alpha, patch)
        for name, names in asked.items():
            touched[name] |= names & planes
    for stage in STAGES:
        scratch = {name for name in buffers if stage.name in buffers[name].stages.split()}
        assert touched[stage.name] == stage.planes | scratch, stage.name


@pytest.mark.parametrize("layout", ["rgb", "yuv420"])
def test_shared_memory_changes_no_value(rng, layout):
    frame_format = FrameFormat(46, 82, layout)
    frames = [picture(rng, frame_format) for _ in range(2)]
    background = picture(rng, frame_format)
    alpha = network_alpha(rng, height=32, width=48)
    path = CpuFramePath(frame_format, height=32, width=48)
    for settings in SETTINGS.values():  # one after the other: each finds what the last has left
        path.forget()
        alone = CpuFramePath(frame_format, height=32, width=48, shares=False)
        for frame in (*frames, frames[0]):
            results = [run_frame(p, settings, frame, background, alpha) for p in (path, alone)]
            for one, other in zip(*results, strict=True):
                np.testing.assert_array_equal(one, other)


def stages_with_a_border():
    return [s.name for s in STAGES if s.border is not None and s.name != "shrink_backgrounds"]


@pytest.mark.parametrize("name", stages_with_a_border())
def test_a_stage_looks_as_far_around_as_it_says(rng, name):
    stage = BY_NAME[name]
    settings = EngineSettings(
        blur_strength=0.3, edges=EdgeSettings(light_wrap=1.0), layer=LayerSettings(shadow=1.0)
    )
    height, width = 40, 44
    frame_format = FrameFormat(8, 8)
    path = CpuFramePath(frame_format, height=height, width=width)
    path._take(**path._allocate(is_late=True))
    p = path.planes
    p.edges = edge_parameters(settings, height=height, width=width)
    sizes = {"frame_height": 8, "frame_width": 8, "height": height, "width": width}
    p.layer = layer_parameters(settings, **sizes)
    p.network_input = np.zeros((height, width, 3), np.float32)
    p.areas = rng.integers(0, 256, (AREA_PLANES, height, width), np.uint8)
    border = stage.border(p.edges, p.layer)
    row, col = 20, 22
    reached = -1
    read = [n for n in stage.reads.split() if n != "areas"]
    options = dict.fromkeys(stage.options.split(), False)
    for source in read:
        for other in read:
            plane = getattr(p, other)
            plane[...] = rng.random(plane.shape, np.float32)
        before = {n: getattr(p, n).copy() for n in read}
        results = []
        for change in (0.0, 1.0):  # larger than its neighbours
            for other, values in before.items():
                getattr(p, other)[...] = values
            getattr(p, source)[..., row, col] += np.float32(change)
            LAUNCHERS[name](p, **options)
            results.append({n: getattr(p, n).copy() for n in stage.writes.split()})
        for written, values in results[0].items():
            # Sums that are carried on down the rows leave other roundings far away.
            differs = np.abs(values - results[1][written]) > 1e-3 * np.abs(values).max()
            if written == "network_input":
                differs = np.moveaxis(differs, -1, 0)
            differs = differs.reshape(-1, *differs.shape[-2:]).any(axis=0)
            margin = (differs.shape[0] - height) // 2  # of the shadow's plane
            rows, cols = np.nonzero(differs)
            if len(rows):
                far = max(abs(rows - row - margin).max(), abs(cols - col - margin).max())
                reached = max(reached, far)
    assert reached == border


def test_what_is_given_and_made_is_named_once():
    assert NAMES - buffers_of(FramePlanes).keys() == GIVEN | RESULTS
