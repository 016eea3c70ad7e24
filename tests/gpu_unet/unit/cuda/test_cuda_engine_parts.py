"""The parts of the GPU engine that need no GPU: plans, rows, choices, launch arguments, errors."""

import ctypes
import math
from collections import deque
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.areas import Area
from gpu_unet.colour import black
from gpu_unet.cuda import device, graph, launch
from gpu_unet.cuda.arena import ALIGNMENT, ArenaPlan, DeviceArena, DeviceArray
from gpu_unet.cuda.backgrounds import BackgroundRows
from gpu_unet.cuda.conv_problem import ConvProblem, weight_matrix
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.engine import CudaEngine
from gpu_unet.cuda.host_copies import SHARED_FROM, HostCopies
from gpu_unet.cuda.in_flight import MOST_IN_FLIGHT, InFlight, plan_copies
from gpu_unet.cuda.kernels.conv_first import pack_first
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.machine_code import Options
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.tile_choices import choices, heuristic_choice
from gpu_unet.cuda.tuner import Tuner
from gpu_unet.cuda.warpgroup_tile import pack_columns
from gpu_unet.cuda.workspace import Workspace
from gpu_unet.engine import Batch, to_the_end
from gpu_unet.errors import EngineError, GpuUnavailableError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import steps_of
from gpu_unet.frames_ahead import Turns
from gpu_unet.kernels.parameters import CAME_COUNT, DUE_AFTER, length_of_params
from gpu_unet.network_input import CleanPlate
from gpu_unet.settings import EngineSettings
from gpu_unet.small_areas import AREA_PLANES

HOPPER = Gpu(0, "a Hopper", (9, 0), 132, 232448, 1 << 37)
ADA = Gpu(0, "an Ada", (8, 9), 24, 101376, 8 << 30)


def array(shape, dtype=np.float32, ptr=4096):
    return DeviceArray(ptr, shape, np.dtype(dtype))


def test_arrays_of_a_plan_are_aligned_and_apart():
    plan = ArenaPlan()
    plan.add("a", (3, 5), np.uint8)
    plan.add("b", (7,), np.float32)
    (_, first, _, _), (_, second, _, _) = plan.items()
    assert first == 0
    assert second % ALIGNMENT == 0
    assert second >= 15
    assert plan.nbytes >= second + 28


def test_what_an_arena_holds_has_arrived_before_a_kernel_can_read_it(monkeypatch):
    calls = []
    monkeypatch.setattr("gpu_unet.cuda.arena.call", lambda name, *_: calls.append(name) or 4096)
    plan = ArenaPlan()
    plan.add("weights", (3,), np.float32)
    arena = DeviceArena(plan, purpose="a test")
    arena.arrays["weights"].upload(np.ones(3))
    # The streams of the kernels do not wait for the default stream, which fills and copies.
    assert calls == [
        "cuMemAlloc", "cuMemsetD8", "cuCtxSynchronize", "cuMemcpyHtoD", "cuCtxSynchronize",
    ]  # fmt: skip


def test_a_row_of_a_device_array():
    row = array((4, 3, 2), np.float16).row(2)
    assert (row.ptr, row.shape) == (4096 + 2 * 12, (3, 2))


class TestHostCopies:
    def test_large_arrays_are_copied_whole_by_several_threads(self):
        rng = np.random.default_rng(0)
        shapes = ((1083, 1920), (2160, 3840), (1, 7), (0, 3))
        sources = [rng.integers(0, 2**16, shape, np.uint16) for shape in shapes]
        assert sum(source.nbytes for source in sources) > SHARED_FROM
        copies = HostCopies()
        made = copies.copies_of([*sources, sources[1][::2, ::3]])  # one with gaps
        copies.close()
        for copy, source in zip(made, [*sources, sources[1][::2, ::3]], strict=True):
            np.testing.assert_array_equal(copy, source)
            assert not np.shares_memory(copy, source)

    def test_a_picture_of_another_size_is_refused_however_large(self):
        large = np.zeros((2160, 3840), np.uint8)
        copies = HostCopies()
        with pytest.raises(ValueError, match="broadcast"):
            copies.copy([(large, np.zeros((2158, 3840), np.uint8))])
        copies.close()


class TestBackgroundRows:
    def rows(self, batch_size=2):
        return BackgroundRows(np.zeros((2 * batch_size, 3), np.uint8), batch_size, 2, HostCopies())

    def picture(self, value):
        return np.full(3, value, np.uint8)

    def test_the_same_picture_is_uploaded_once(self):
        rows, index, a = self.rows(), np.zeros(2, np.int32), self.picture(1)
        assert rows.place(0, [a, a], index) == range(0, 1)
        assert list(index) == [0, 0]
        assert rows.place(1, [a, a], index) == range(0)
        assert list(index) == [0, 0]

    def test_an_equal_picture_in_another_array_is_another_picture(self):
        rows, index = self.rows(), np.zeros(2, np.int32)
        rows.place(0, [self.picture(1)], index)
        assert rows.place(1, [self.picture(1)], index)

    def test_new_pictures_of_the_second_batch_end_at_its_frames(self):
        rows, index = self.rows(), np.zeros(2, np.int32)
        a, b = self.picture(1), self.picture(2)
        assert rows.place(1, [a, b], index) == range(2, 4)
        assert list(index) == [3, 2]

    def test_a_picture_in_use_is_not_overwritten(self):
        rows, index = self.rows(), np.zeros(2, np.int32)
        a, b, c = (self.picture(n) for n in (1, 2, 3))
        rows.place(0, [a, b], index)
        rows.place(0, [a, c], index)
        assert list(index) == [0, 1]

    def test_without_backgrounds_every_index_says_so(self):
        rows, index = self.rows(), np.zeros(2, np.int32)
        assert rows.place(0, None, index) == range(0)
        assert list(index) == [-1, -1]


class TestInFlight:
    """What is copied of a batch, and a batch's way from `submit` to the copies, without a GPU."""

    FORMAT = FrameFormat(6, 10, "rgb")
    BATCH = 2

    @pytest.fixture
    def work(self, monkeypatch):
        """A workspace whose memory is all on the host, for a network that reads a clean plate."""
        monkeypatch.setattr(graph, "make_event", lambda: None)
        architecture = UNetArchitecture.plain(base_width=8, depth=1, height=4, width=6)
        architecture = replace(architecture, in_channels=7)
        return self.workspace(architecture)

    def workspace(self, architecture):
        plan = plan_copies(self.FORMAT, architecture, self.BATCH)
        memory = np.zeros(plan.nbytes, np.uint8)
        host = {
            name: memory[at : at + math.prod(shape) * kind.itemsize].view(kind).reshape(shape)
            for name, at, shape, kind in plan.items()
        }
        device = {name: array(values.shape, values.dtype) for name, values in host.items()}
        return SimpleNamespace(
            architecture=architecture,
            host=host,
            in_flight=[InFlight.make(number, device, host) for number in range(MOST_IN_FLIGHT)],
            rows=BackgroundRows(host["backgrounds"], self.BATCH, MOST_IN_FLIGHT, HostCopies()),
            copies=HostCopies(),
            up=0,
            path=SimpleNamespace(
                pack=lambda settings, ticks, fresh: np.ones(
                    length_of_params(self.BATCH), np.float32
                ),
            ),
        )

    def covered(self, work, span):
        """The names of the arrays that lie wholly within `span`, in order."""
        begin, end = span
        return [
            name
            for name, values in work.host.items()
            if begin <= values.ctypes.data and values.ctypes.data + values.nbytes <= end
        ]

    def test_a_plate_travels_with_the_batch_that_it_is_new_for(self, work):
        own = [
            ["batch0.params", "batch0.background_index", "batch0.frames"],
            ["batch1.frames", "batch1.background_index", "batch1.params"],
        ]
        for batch, without in zip(work.in_flight, own, strict=True):
            batch.count = batch.came = self.BATCH
            assert self.covered(work, batch.upload_span(range(0))) == without
            batch.has_new_given = True
            found = self.covered(work, batch.upload_span(range(0)))
            assert sorted(found) == sorted([*without, f"batch{batch.number}.given"])

    def test_areas_travel_once_to_each_batch(self, work):
        planes, others = np.full((2, AREA_PLANES, 4, 6), [[[[9]]], [[[5]]]], np.uint8)
        for batch in work.in_flight:
            batch.count = batch.came = self.BATCH
            for wanted, travels in (
                (None, False), (planes, True), (planes, False), (None, False), (planes, False),
                (others, True),
            ):  # fmt: skip
                batch.take_areas(wanted)
                found = self.covered(work, batch.upload_span(range(0)))
                assert (f"batch{batch.number}.areas" in found) == travels
                assert f"batch{batch.number}.frames" in found
                assert f"batch{batch.number}.params" in found
            np.testing.assert_array_equal(batch.areas, others)

    def test_where_nothing_is_due_no_composite_is_fetched(self, work):
        for n, batch in enumerate(work.in_flight):
            batch.came, batch.kind = self.BATCH, "came"
            assert self.covered(work, batch.download_span()) == [f"batch{n}.faults"]
            batch.observe, batch.wants_alpha = [0], True
            found = self.covered(work, batch.download_span())
            assert found == [f"batch{n}.observations", f"batch{n}.faults"]

    def test_observations_are_fetched_when_they_are_wanted(self, work):
        for n, batch in enumerate(work.in_flight):
            batch.count = batch.came = self.BATCH
            composites = [f"batch{n}.faults", f"batch{n}.out"]
            assert self.covered(work, batch.download_span()) == composites
            batch.observe = [0]
            found = self.covered(work, batch.download_span())
            assert found == [f"batch{n}.observations", *composites]
            batch.wants_alpha = True
            found = self.covered(work, batch.download_span())
            assert found == [f"batch{n}.observations", *composites, f"batch{n}.out_alpha"]

    def test_the_frames_that_were_named_are_observed(self, work):
        batch = work.in_flight[0]
        batch.came, batch.observe = self.BATCH, [1]
        batch.observations[:] = np.arange(self.BATCH)[:, None, None, None]
        (seen,) = batch.observed()
        batch.observations[:] = 7  # the next batch's
        assert seen.rgb.shape[2] == 3
        assert np.all(seen.rgb == 1)
        assert np.all(seen.alpha == 1)

    def test_a_network_of_three_channels_has_no_memory_for_a_plate(self, monkeypatch):
        monkeypatch.setattr(graph, "make_event", lambda: None)
        work = self.workspace(UNetArchitecture.plain(base_width=8, depth=1, height=4, width=6))
        assert not [name for name in work.host if name.endswith("given")]
        assert all(batch.given is None and batch.device.given is None for batch in work.in_flight)

    @pytest.fixture
    def engine(self, work):
        """A `CudaEngine` of that workspace which notes its batches in the place of computing."""
        made = CudaEngine.__new__(CudaEngine)
        made.frame_format, made.batch_size = self.FORMAT, self.BATCH
        made.architecture, made.device_name = work.architecture, "a card that there is not"
        made.copies = made.batches = 0
        made._fresh, made._pending, made.work = True, deque(), work
        made._keeps_results = False
        made._turns, made._behind, made._ticks_of_film = Turns(self.BATCH), deque(), deque()
        made.noted = []

        def note(work, batch, new_rows):
            plate = batch.given.copy() if batch.has_new_given else None
            made.noted.append((batch.number, plate, list(batch.observe)))
            made.kinds.append((batch.number, batch.kind))

        made.kinds = []
        made._enqueue = note
        return made

    @pytest.fixture
    def waits(self, monkeypatch):
        """The driver's calls while the engine waits for nothing."""
        calls = []
        monkeypatch.setattr("gpu_unet.cuda.engine.call", lambda name, *_: calls.append(name))
        monkeypatch.setattr(InFlight, "stage_ms", lambda batch: {})
        return calls

    def test_a_film_uploads_each_frame_once_and_fetches_what_is_due(self, engine, waits):
        frames = [np.full(self.FORMAT.shape, value, np.uint8) for value in range(7)]
        behind = [np.full(self.FORMAT.shape, 100 + value, np.uint8) for value in range(7)]
        settings = EngineSettings("image")
        came, due, placed, fresh, since = [], [], [], [], []
        engine.work.path.pack = lambda settings, ticks, is_fresh: (
            since.append(ticks)
            or fresh.append(is_fresh)
            or np.ones(length_of_params(self.BATCH), np.float32)
        )
        noting = engine._enqueue

        def note(work, batch, new_rows):
            came.extend(int(row.flat[0]) for row in batch.frames[: batch.came])
            rows = [work.rows._rows[row] for row in batch.background_index[: batch.count]]
            due.append(batch.count)
            placed.extend(int(row.flat[0]) for row in rows)
            noting(work, batch, new_rows)

        engine._enqueue = note
        counts = []
        for begin in (0, 2, 4, 6):
            some = slice(begin, begin + 2)
            elapsed_s = [(10 + n) / 240 for n in range(7)[some]]
            to_the_end(
                engine.film_steps(Batch(frames[some], behind[some], settings, elapsed_s=elapsed_s))
            )
            if engine.in_flight == engine.max_in_flight:
                counts.append(len(engine.collect().frames))
        while engine.waiting:
            to_the_end(engine.film_steps(Batch((), (), settings)))
            counts.append(len(engine.collect().frames))
        while engine.in_flight:
            counts.append(len(engine.collect().frames))
        assert came == list(range(7))
        assert placed == [100 + value for value in range(7)]
        assert due == counts == [0, 1, 2, 1, 2, 1]
        assert since == [[], [10], [11, 12], [13], [14, 15], [16]], "a frame's own, once it is due"
        assert [kind for _, kind in engine.kinds] == ["came", "film", "film", "film", "due", "due"]
        # Fresh until something was composited.
        assert fresh == [True, True, False, False, False, False]
        with pytest.raises(ValueError, match="no frame came and none waits"):
            to_the_end(engine.film_steps(Batch((), (), settings)))

    def test_a_film_s_frames_keep_their_backgrounds_when_the_settings_change(self, engine, waits):
        frames = [np.full(self.FORMAT.shape, value, np.uint8) for value in range(12)]
        behind = [np.full(self.FORMAT.shape, 100 + value, np.uint8) for value in range(12)]
        placed = []
        noting = engine._enqueue

        def note(work, batch, new_rows):
            rows = batch.background_index[: batch.count]
            placed.extend(int(work.rows._rows[row].flat[0]) if row >= 0 else None for row in rows)
            noting(work, batch, new_rows)

        engine._enqueue = note
        for begin, kind in zip(range(0, 12, 2), ("blur", "image", "image") * 2, strict=True):
            some = slice(begin, begin + 2)
            own = behind[some] if kind == "image" else None
            to_the_end(engine.film_steps(Batch(frames[some], own, EngineSettings(kind))))
            engine.collect()
        while engine.waiting:
            to_the_end(engine.film_steps(Batch((), (), EngineSettings())))
            engine.collect()
        dark = int(black(self.FORMAT)[0])
        # 0 and 1 came with "blur", as did 6 and 7; 3 and 4 were due with it.
        assert placed == [dark, dark, 102, None, None, 105, dark, dark, 108, 109, 110, 111]

    @pytest.mark.parametrize("fails", ["picture", "device"])
    def test_what_a_failed_batch_did_not_upload_comes_with_the_next(self, engine, waits, fails):
        frames = [np.zeros(self.FORMAT.shape, np.uint8)] * 2
        first, second = (np.full(self.FORMAT.shape, value, np.uint8) for value in (11, 22))
        settings = EngineSettings(areas=(Area("garbage", ((0, 0), (1, 0), (1, 1))),))
        noted = []

        def note(work, batch, new_rows):
            if fails == "device" and not noted:
                noted.append(None)
                raise EngineError("cuGraphInstantiate: out of memory")
            noted.append((batch.has_new_areas, [work.rows._rows[row].flat[0] for row in new_rows]))

        engine._enqueue = note
        strides = (3, 3 * self.FORMAT.height, 1)  # columns first
        card = {"shape": self.FORMAT.shape, "typestr": "|u1", "data": (4096, True)}
        turned = SimpleNamespace(
            __cuda_array_interface__={**card, "strides": strides, "version": 3}
        )
        behind = [first, turned] if fails == "picture" else [first, second]
        with pytest.raises((ValueError, EngineError), match=r"C-contiguous|out of memory"):
            engine.submit(Batch(frames, behind, settings))
        engine.submit(Batch(frames, [first, second], settings))
        assert noted[-1] == (True, [11, 22])

    @pytest.mark.parametrize("call", ["submit", "film_steps"])
    def test_frames_and_backgrounds_may_be_one_array_each(self, engine, waits, call):
        frames, behind = np.zeros((2, 2, *self.FORMAT.shape), np.uint8)
        behind[:] = 7
        for _ in range(2):  # a film's frames wait
            steps = getattr(engine, call)(Batch(frames, behind, EngineSettings()))
            if steps is not None:
                to_the_end(steps)
            engine.collect()
        last = engine.work.in_flight[1]
        rows = last.background_index[: last.count]
        assert [int(engine.work.rows._rows[row].flat[0]) for row in rows] == [7] * last.count

    def test_a_film_s_frames_are_numbered_for_the_kernels(self, engine, waits):
        frames = [np.zeros(self.FORMAT.shape, np.uint8)] * 2
        params = engine.work.in_flight
        found = []
        for count in (2, 1, 2, 2):
            batch = params[engine.batches % 2]
            to_the_end(
                engine.film_steps(Batch(frames[:count], None, EngineSettings("transparent")))
            )
            found.append([int(value) for value in batch.params[CAME_COUNT : DUE_AFTER + 1]])
            engine.collect()
        # 2 + 2 * 3 frames are remembered, 2 + 3 whole ones.
        assert found == [
            [2, 0, 0, 1, 0, 0, 0, 1],
            [1, 2, 2, 0, 0, 0, 0, 2],
            [2, 3, 3, 0, 0, 0, 0, 4],
            [2, 5, 0, 0, 2, 2, 2, 4],
        ]

    def test_a_reset_forgets_what_waits_of_a_film(self, engine, waits):
        frames = [np.zeros(self.FORMAT.shape, np.uint8)] * 2
        settings = EngineSettings("image")
        to_the_end(engine.film_steps(Batch(frames, frames, settings)))
        engine.reset()
        assert (engine.waiting, len(engine._behind), len(engine._ticks_of_film)) == (0, 0, 0)
        to_the_end(engine.film_steps(Batch(frames, frames, settings)))
        assert engine.waiting == 2

    def test_a_broken_answer_of_a_film_is_found_with_the_frames_that_came(self, engine, waits):
        frames = [np.zeros(self.FORMAT.shape, np.uint8)] * 2
        settings = EngineSettings("transparent")
        engine.work.in_flight[0].faults[1] = 1
        assert engine.process(Batch(frames, None, settings)).alphas is None  # no film: no matter
        for kind in ("came", "film"):
            engine.reset()
            for batch in engine.work.in_flight:
                batch.faults[1] = 0
            if kind == "film":
                for _ in range(2):
                    to_the_end(engine.film_steps(Batch(frames, None, settings)))
                    engine.collect()
            to_the_end(engine.film_steps(Batch(frames, None, settings)))
            newest = engine.work.in_flight[(engine.batches - 1) % engine.max_in_flight]
            newest.faults[1] = 1
            assert newest.kind == kind
            with pytest.raises(EngineError, match="no number from 0 to 1"):
                engine.collect()
            assert engine._fresh
            assert engine.waiting == 0

    def test_bad_calls_of_a_film_are_refused_before_anything_is_written(self, engine):
        frames = [np.ones(self.FORMAT.shape, np.uint8)]
        with pytest.raises(ValueError, match="3 frames were given, expected a list of 0 to 2"):
            to_the_end(engine.film_steps(Batch(frames * 3, None, EngineSettings("transparent"))))
        with pytest.raises(ValueError, match="1 frames came with 0 backgrounds"):
            to_the_end(engine.film_steps(Batch(frames, (), EngineSettings("image"))))
        with pytest.raises(ValueError, match="1 frames came with 2 times"):
            to_the_end(
                engine.film_steps(
                    Batch(frames, None, EngineSettings("transparent"), elapsed_s=[0.1] * 2)
                )
            )
        assert engine.noted == []
        assert not engine.work.in_flight[0].frames.any()
        assert engine.waiting == 0

    def test_each_batch_carries_the_plate_that_was_set_before_it(self, engine, waits):
        frames = [np.zeros(self.FORMAT.shape, np.uint8)]
        settings = EngineSettings("transparent")
        plates = [
            CleanPlate(np.full((4, 6, 3), n, np.uint8), np.full((4, 6), 100 + n, np.uint8))
            for n in range(3)
        ]
        engine.submit(Batch(frames, None, settings))
        engine.set_clean_plate(plates[1])
        engine.submit(Batch(frames, None, settings, observe=range(len(frames))))
        # The second batch waits still: what it is to upload must not change under it.
        engine.set_clean_plate(plates[2])
        assert (engine.work.in_flight[1].given[..., 0] == 1).all()
        engine.collect()
        engine.submit(Batch(frames, None, settings))
        assert (engine.work.in_flight[1].given[..., 0] == 1).all()
        engine.collect()
        engine.submit(Batch(frames, None, settings))
        engine.set_clean_plate(None)
        engine.collect()
        engine.submit(Batch(frames, None, settings))
        numbers, sent, observed = zip(*engine.noted, strict=True)
        assert numbers == (0, 1, 0, 1, 0)
        assert observed == ([], [0], [], [], [])
        assert [None if plate is None else tuple(plate[2, 3]) for plate in sent] == [
            None, (1, 1, 1, 101), (2, 2, 2, 102), None, (0, 0, 0, 0),
        ]  # fmt: skip

    def test_a_batch_that_is_refused_leaves_the_plate_to_the_next(self, engine):
        settings = EngineSettings("transparent")
        engine.set_clean_plate(CleanPlate(np.ones((4, 6, 3), np.uint8), np.ones((4, 6), np.uint8)))
        with pytest.raises(ValueError, match="0 frames"):
            engine.submit(Batch([], None, settings))
        engine.submit(Batch([np.zeros(self.FORMAT.shape, np.uint8)], None, settings))
        ((_, plate, _),) = engine.noted
        assert (plate == 1).all()


def test_what_only_some_batches_have_stands_around_the_graph_in_order(monkeypatch):
    done = []
    work = Workspace.__new__(Workspace)
    work.middle = "middle"
    work.path = SimpleNamespace(
        enqueue_given=lambda device, stream: done.append(("plate", device, stream)),
        enqueue_observations=lambda device, stream: done.append(("observe", device, stream)),
        has_late_memory=False,
    )
    steps = steps_of(EngineSettings())
    batch = SimpleNamespace(
        number=1, kind="whole", steps=steps, device="device", has_new_given=True,
        observe=[0, 1],
    )  # fmt: skip
    launched = SimpleNamespace(launch=lambda stream: done.append(("graph", stream)))
    work._graphs = {(1, "whole", steps): launched}
    work.compute(batch)
    assert done == [
        ("plate", "device", "middle"),
        ("graph", "middle"),
        ("observe", "device", "middle"),
    ]
    batch.has_new_given, batch.observe = False, ()
    work.compute(batch)
    assert done[3:] == [("graph", "middle")]


def test_each_kind_of_batch_has_a_graph_of_its_own(monkeypatch):
    done = []
    work = Workspace.__new__(Workspace)
    work.middle = "middle"
    work._second_look = None
    work._graphs = {}
    work.network = SimpleNamespace(
        enqueue=lambda stream: done.append("network"), input="input", alpha="alpha"
    )
    work.path = SimpleNamespace(
        enqueue=lambda device, steps, part, stream: done.append(part),
        enqueue_observations=lambda device, stream: done.append("observe"),
        has_late_memory=False,
        small_planes="planes",
    )
    work.ahead = SimpleNamespace(
        has_memory=False,
        reserve=None,
        bind=None,
        enqueue_came=lambda device, *arrays, stream: done.append(("came", *arrays)),
        enqueue_due=lambda device, *arrays, stream: done.append(("due", *arrays)),
    )

    def allocate(purpose, reserve, bind):
        work.ahead.has_memory = True

    def capture(stream, enqueue):
        done.append("captured")
        return SimpleNamespace(launch=lambda stream: enqueue())

    monkeypatch.setattr(work, "_allocate_more", allocate)
    monkeypatch.setattr(graph, "Graph", capture)
    monkeypatch.setattr(graph, "record_inside", lambda event, stream: done.append(event))
    events = {name: name for name in ("resized", "inferred", "steadied")}
    batch = SimpleNamespace(
        number=0, steps=steps_of(EngineSettings()), device="device", has_new_given=False,
        events=events, observe=[0, 1],
    )  # fmt: skip
    look = ["resize", "resized", "network", "inferred"]
    came, due = ("came", "input", "alpha", "planes"), ("due", "alpha", "planes")
    rest = ["steadied", "refine", "composite"]
    for kind, expected in (
        ("whole", [*look, *rest, "observe"]),
        ("came", [*look, came, "steadied"]),
        ("film", [*look, came, due, *rest]),
        ("due", ["resized", "inferred", due, *rest]),
    ):
        batch.kind = kind
        done.clear()
        work.compute(batch)
        assert done == ["captured", *expected]
        assert work.ahead.has_memory is (kind != "whole")
        done.clear()
        work.compute(batch)
        assert done == expected


def test_packed_columns_give_each_thread_neighbours(rng):
    weight = rng.standard_normal((2, 64, 3), np.float32)
    packed = pack_columns(weight, group=32)
    for tile in range(4):  # 8-column tiles of the first group of 32
        for column in range(8):
            quad, i = divmod(column, 2)
            expected = weight[:, quad * 8 + tile * 2 + i].astype(np.float16)
            np.testing.assert_array_equal(packed[:, tile * 8 + column], expected)


def test_first_weights_have_zeros_where_there_is_no_colour(rng):
    packed = pack_first(rng.standard_normal((8, 3, 3, 3), np.float32)).reshape(-1, 3, 4, 4)
    assert (packed[:, :, 3] == 0).all()
    assert (packed[:, :, :, 3] == 0).all()
    assert np.count_nonzero(packed) == 8 * 27


def test_first_weights_with_a_plate_have_no_tenth_tap_and_no_eighth_channel(rng):
    packed = pack_first(rng.standard_normal((8, 7, 3, 3), np.float32)).reshape(-1, 10, 8)
    assert (packed[:, 9] == 0).all()
    assert (packed[:, :, 7] == 0).all()
    assert np.count_nonzero(packed) == 8 * 63


def test_the_transposed_convolution_as_a_matrix(rng):
    weight = rng.standard_normal((16, 8, 2, 2), np.float32)
    problem = ConvProblem(1, 4, 4, 16, 8, taps=1, relu=False, upsample=True)
    matrix = weight_matrix(weight, problem)
    assert matrix.shape == (1, 32, 16)
    np.testing.assert_array_equal(matrix[0, 2 * 8 + 3], weight[:, 3, 1, 0])


@pytest.mark.parametrize("gpu", [HOPPER, ADA], ids=lambda gpu: gpu.name)
@pytest.mark.parametrize("channels", [8, 16, 24, 32, 64, 96, 160, 512])
@pytest.mark.parametrize("taps", [9, 1])
def test_every_problem_has_a_tile_and_every_tile_fits(gpu, channels, taps):
    for problem in (
        ConvProblem(1, 18, 32, channels, channels, taps=taps),
        ConvProblem(2, 18, 32, channels, 2 * channels, taps=taps, pool=taps == 9),
        ConvProblem(1, 9, 16, channels, 8, taps=1, relu=False, upsample=True),
    ):
        found = choices(problem, gpu)
        assert found
        for tile, split_k_slices in found:
            plain = replace(problem, pool=False, head=False)
            assert problem.fits(tile) or plain.fits(tile)
            assert tile.shared_bytes <= gpu.shared_bytes
            assert split_k_slices >= 1


@pytest.mark.parametrize("gpu", [HOPPER, ADA], ids=lambda gpu: gpu.name)
@pytest.mark.parametrize("channels", [4, 12, 20])
def test_no_tile_is_offered_whose_vectors_would_start_within_a_pixel(gpu, channels):
    # cp.async of 16 bytes from a pixel of 4 float16 ends the context with a misaligned address.
    problem = ConvProblem(1, 18, 32, channels, 16)
    assert not problem.fits(TensorTile(128, 64))
    with pytest.raises(EngineError, match=f"{channels} channels in and 16 out are not whole"):
        choices(problem, gpu)


@pytest.mark.parametrize("gpu", [HOPPER, ADA], ids=lambda gpu: gpu.name)
@pytest.mark.parametrize("channels", [4, 8, 64])
def test_a_float32_problem_is_computed_by_float32_tiles_alone(gpu, channels, empty_cache):
    def measure(problem, tile, split_k_slices):
        pytest.fail(f"{tile} was measured")

    for problem in (
        ConvProblem(1, 18, 32, channels, 64, dtype="float32"),
        ConvProblem(1, 18, 32, channels, 64, pool=True, dtype="float32"),
    ):
        tile, split_k_slices = Tuner(gpu, measure)(problem)
        assert isinstance(tile, FloatTile)
        assert split_k_slices == 1


def test_tuning_is_done_once_and_remembered(empty_cache):
    problem = ConvProblem(1, 64, 64, 128, 128)
    measured = []

    def measure(p, tile, split_k_slices):
        measured.append(tile)
        return -len(measured)  # the last one measured is the fastest

    best = Tuner(HOPPER, measure)(problem)
    assert best != heuristic_choice(problem, HOPPER)
    count = len(measured)
    assert Tuner(HOPPER, measure)(problem) == best
    assert len(measured) == count
    assert Tuner(HOPPER)(problem) == best


def test_tuners_of_several_processes_keep_each_other_s_tiles(empty_cache, caplog):
    measured = []

    def measure(p, tile, split_k_slices):
        measured.append(p)
        return -len(measured)

    problems = [ConvProblem(1, 64, 64, channels, 128) for channels in (64, 128)]
    tuners = [Tuner(HOPPER, measure) for _ in problems]  # neither knows of the other
    best = [tuner(problem) for tuner, problem in zip(tuners, problems, strict=True)]
    count = len(measured)
    assert [Tuner(HOPPER, measure)(problem) for problem in problems] == best
    assert len(measured) == count, "what the first one measured was lost"
    assert not caplog.records
    assert [path.suffix for path in empty_cache.iterdir()] == [".json"]


def test_a_tile_that_the_driver_refuses_is_not_chosen(empty_cache):
    problem = ConvProblem(1, 64, 64, 128, 128)
    refused = heuristic_choice(problem, HOPPER)

    def measure(p, tile, split_k_slices):
        if (tile, split_k_slices) == refused:
            raise EngineError("cuLaunchKernel was refused by the CUDA driver")
        return 1.0

    assert Tuner(HOPPER, measure)(problem) != refused


def test_a_kernel_opts_in_before_its_shared_memory_is_full(monkeypatch):
    # 48 KiB of dynamic shared memory beside a flag that the kernel declares itself was refused.
    names = []
    monkeypatch.setattr(launch, "call", lambda name, *arguments: names.append(name))
    monkeypatch.setattr(launch, "current_target", lambda: (9, 0, "a"))
    kernel = launch.Kernel(lambda: None, "void(int32)", None, Options(True, None, (), False))
    kernel._loaded = object()
    kernel[1, 32, 0, 48 * 1024](7)
    kernel[1, 32, 0, 48 * 1024](7)
    assert names == ["cuFuncSetAttribute", "cuLaunchKernel", "cuLaunchKernel"]


def test_a_damaged_tuning_file_is_forgotten(empty_cache):
    (empty_cache / "tiles-a-Hopper.json").write_text("[1, 2")
    problem = ConvProblem(1, 64, 64, 128, 128)
    assert Tuner(HOPPER)(problem) == heuristic_choice(problem, HOPPER)


def test_launch_arguments_are_spelled_out_as_numba_expects():
    values, kinds = launch.flatten(
        (array((2, 3), np.float16), 7, 0.5), ("float16[]", "int32", "float32")
    )
    assert values == (0, 0, 6, 2, 4096, 2, 3, 6, 2, 7, 0.5)
    assert kinds[-2:] == (ctypes.c_int32, ctypes.c_float)
    assert len(kinds) == len(values)


def test_a_signature_is_split_at_its_outer_commas():
    options = Options(True, None, (), False)
    signature = "void(uint8[:,:,::1], float32[::1], int32)"
    kernel = launch.Kernel(lambda: None, signature, None, options)
    assert kernel.argument_kinds == ("uint8[]", "float32[]", "int32")


class TestNoGpu:
    def test_without_driver_the_message_says_so(self, monkeypatch):
        def refuse(name):
            raise OSError("cannot open shared object file")

        monkeypatch.setattr(device.sys, "platform", "linux")
        monkeypatch.setattr(device.ctypes, "CDLL", refuse)
        with pytest.raises(GpuUnavailableError, match="no NVIDIA driver"):
            device.Gpu.find()

    def test_without_wheels_the_message_names_the_command(self, monkeypatch):
        monkeypatch.setattr(device, "_require_driver", lambda: None)
        monkeypatch.setattr(device, "_can_be_imported", lambda module: module != "cuda.core")
        with pytest.raises(GpuUnavailableError, match='cuda-core; run: pip install "numba-cuda'):
            device.Gpu.find()

    def test_an_old_card_is_named_with_its_capability(self, monkeypatch):
        answers = {
            "cuInit": None,
            "cuDeviceGetCount": 1,
            "cuDeviceGet": 0,
            "cuDeviceGetName": b"GeForce GTX 1080\0",
            "cuDeviceGetAttribute": 6,
        }
        monkeypatch.setattr(device, "_require_driver", lambda: None)
        monkeypatch.setattr(device, "_require_wheels", lambda: None)
        monkeypatch.setattr(device, "call", lambda name, *_: answers[name])
        with pytest.raises(GpuUnavailableError, match=r"GTX 1080 has compute capability 6\.6"):
            device.Gpu.find()

    @pytest.mark.parametrize(
        ("answers", "message"),
        [
            ({"cuInit": EngineError("CUDA_ERROR_NO_DEVICE")}, "the NVIDIA driver does not start"),
            ({"cuInit": None, "cuDeviceGetCount": 0}, "0 CUDA devices found, number 0 wanted"),
            (
                {
                    "cuInit": None,
                    "cuDeviceGetCount": 1,
                    "cuDeviceGet": 0,
                    "cuDeviceGetName": b"NVIDIA H200\0",
                    "cuDeviceGetAttribute": 9,
                    "cuDevicePrimaryCtxRetain": EngineError("CUDA_ERROR_DEVICE_UNAVAILABLE"),
                },
                "NVIDIA H200 cannot be used .* may hold it exclusively",
            ),
        ],
        ids=["driver", "no card", "taken"],
    )
    def test_a_driver_without_a_usable_card(self, monkeypatch, answers, message):
        def call(name, *_):
            if isinstance(answers[name], Exception):
                raise answers[name]
            return answers[name]

        monkeypatch.setattr(device, "_require_driver", lambda: None)
        monkeypatch.setattr(device, "_require_wheels", lambda: None)
        monkeypatch.setattr(device, "call", call)
        with pytest.raises(GpuUnavailableError, match=message) as caught:
            device.Gpu.find()
        assert "choose the device cpu" in str(caught.value)  # each says what to do without it
