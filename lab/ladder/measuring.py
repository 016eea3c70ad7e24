"""Shared by all rungs: memory, check, timing and table.

A rung names its problems (an operation on a shape) and its contenders (implementations). On a GPU
each pair is checked against NumPy in float64, then timed; in Numba's simulator only the tiny
problems are checked; without either a rung prints a message and ends.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from gpu_unet.cores import available_cores
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.graph import elapsed_ms, make_event, median_ms
from gpu_unet.cuda.launch import is_simulated, preparing
from gpu_unet.errors import EngineError, GpuLostError, GpuUnavailableError
from lab.ladder.cards import Needs, why_without

Array = npt.NDArray[Any]
ROOT = Path(__file__).parents[2]
NOT_YET = "not yet measured"
METHOD = "Checked against NumPy in float64, then timed in CUDA graphs (medians)."
SINGLE = 1e-5  # the largest difference over the largest value: float32 sums in another order
HALF = 2e-3  # likewise, where values are stored in float16
THREADS = available_cores()  # that compare with NumPy's values


@dataclass(frozen=True, slots=True)
class Ceilings:
    """The card's peak rates.

    Attributes:
        copy_tbps: TB/s read and written by a large copy.
        bus_tbps: TB/s from the host's memory.
        float32_tflops: Rate of multiply-adds without tensor cores.
        matrix_tflops: Rate of a large float16 matrix product.
    """

    copy_tbps: float
    bus_tbps: float
    float32_tflops: float
    matrix_tflops: float


# Of an H200, for the expectations: copy and product as results/gpu_ladder.json has them, float32
# from NVIDIA's data sheet, the bus PCIe 5.0 with 16 lanes. A run measures its own.
H200 = Ceilings(copy_tbps=4.22, bus_tbps=0.063, float32_tflops=67.0, matrix_tflops=727.1)


class Where(Enum):
    """What a contender needs."""

    ANY = "the GPU or the simulator"
    PASS = "either; it waits in between, which no graph can hold"
    GPU = "the GPU: inline PTX, which the simulator does not know"
    TORCH = "the GPU, through PyTorch"
    HOST = "the processor"


@dataclass(frozen=True, slots=True)
class Cost:
    """Minimum work of a launch: bytes moved, each value once, and floating-point operations.

    Attributes:
        nbytes: Read and written.
        flop: Multiplications, additions and comparisons.
        matrix: Whether tensor cores compute, in float16.
        across_bus: Whether the bytes are those between host and device.
        launches: Of several launches the cost of each; none begins before the last one ends.
    """

    nbytes: int
    flop: int
    matrix: bool = False
    across_bus: bool = False
    launches: tuple[Cost, ...] = ()

    @classmethod
    def of_launches(cls, *launches: Cost) -> Cost:
        """One launch after the other."""
        return cls(
            sum(c.nbytes for c in launches), sum(c.flop for c in launches), False, False, launches
        )

    def least_us(self, top: Ceilings) -> float:
        """Lower bound in microseconds by the roofline: the larger of memory and arithmetic time."""
        if self.launches:
            return sum(launch.least_us(top) for launch in self.launches)
        flops = top.matrix_tflops if self.matrix else top.float32_tflops
        tbps = top.bus_tbps if self.across_bus else top.copy_tbps
        return max(self.nbytes / tbps, self.flop / flops) * 1e-6


SIMULATED = (Where.ANY, Where.PASS, Where.HOST)  # who runs without a GPU
# Contenders whose time includes the processor's: measured while nothing else runs.
BY_THEMSELVES = (Where.PASS, Where.HOST)
LONG_MS = 5.0  # a launch from which on fewer of them make a median


class Closable(Protocol):
    """What owns memory of the device."""

    def close(self) -> None:
        """Free it."""
        ...


Owner = TypeVar("Owner", bound=Closable)


class DoesNotFitError(ValueError):
    """A contender cannot compute this problem; the table shows a dash."""


class Memory:
    """Arrays where the kernels run: on the GPU, or NumPy's own in the simulator."""

    def __init__(self) -> None:
        self._kept: list[Closable] = []

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        for kept in self._kept:
            kept.close()

    def place(self, values: Array) -> Any:
        """A copy of `values` that kernels take as an argument; lives as long as this memory."""
        values = np.ascontiguousarray(values)
        if is_simulated():
            return values.copy()
        plan = ArenaPlan()
        plan.add("values", values.shape, values.dtype)
        arena = self.keep(DeviceArena(plan, purpose="a rung of the ladder"))
        arena.arrays["values"].upload(values)
        return arena.arrays["values"]

    def blank(self, *shape: int) -> Any:
        """float32, all NaN, so that the check finds values that a kernel leaves unwritten."""
        return self.place(np.full(shape, np.nan, np.float32))

    def keep(self, owner: Owner) -> Owner:
        """Close `owner` of some device memory together with this one."""
        self._kept.append(owner)
        return owner

    @staticmethod
    def fill(array: Any, values: Array) -> None:
        """Copy host values into an array that is there; waits."""
        if isinstance(array, np.ndarray):
            array[...] = values
        else:
            array.upload(values)

    @staticmethod
    def fetch(array: Any) -> Array:
        """The values on the host; waits."""
        return array if isinstance(array, np.ndarray) else array.download()


@dataclass(slots=True)
class Run:
    """One contender on one problem, ready to be started again and again.

    Attributes:
        launch: Enqueue on a stream; on the host, compute.
        result: What the last launch wrote, on the host, in the shape of `expected`.
        expected: float64, by NumPy.
        tolerance: Largest difference over the largest expected value.
        share: Share of the problem that one launch computes; the time is scaled up by it.
    """

    launch: Callable[[Any], Any]
    result: Callable[[], Array]
    expected: Array
    tolerance: float = SINGLE
    share: float = 1.0


def torch_run(compute: Callable[[], Any], expected: Array, tolerance: float = SINGLE) -> Run:
    """`compute` of a tensor on the GPU as a run; for contenders that PyTorch computes."""
    done: list[Any] = []

    def launch(stream: Any) -> None:
        done[:] = [compute()]

    return Run(launch, lambda: done[0].float().cpu().numpy(), expected, tolerance)


@dataclass(frozen=True, slots=True)
class Contender:
    """Someone who computes a rung's answer.

    Attributes:
        name: Name of the table's row.
        prepare: (problem, memory) to a `Run`; raises `DoesNotFitError`.
        cost: The two numbers of a problem.
        where: What it runs on.
        needs: What it needs of a GPU.
    """

    name: str
    prepare: Callable[[Any, Memory], Run]
    cost: Callable[[Any], Cost]
    where: Where = Where.ANY
    needs: Needs = Needs.ANY_CARD

    def left_out(self) -> str:
        """Why it does not run on this machine, as half a sentence; empty if it does."""
        if is_simulated():
            return "" if self.where in SIMULATED else f"needs {self.where.value}"
        if self.where is Where.TORCH and importlib.util.find_spec("torch") is None:
            return "needs PyTorch, which is not installed"
        if self.where is Where.HOST:
            return ""
        return self.needs.missing_on(current_gpu().capability)


@dataclass(slots=True)
class Figure:
    """What is known of one contender on one problem; times are None until they are measured."""

    contender: str
    problem: str
    nbytes: int
    flop: int
    least_us: float
    original: str = ""
    us: float | None = None
    compile_s: float | None = None
    mean_difference: float | None = None
    largest_difference: float | None = None
    fits: bool = True

    @property
    def gbps(self) -> float | None:
        """GB/s of the bytes that had to be moved."""
        return None if self.us is None else self.nbytes / self.us / 1e3

    @property
    def tflops(self) -> float | None:
        """TFLOP/s."""
        return None if self.us is None else self.flop / self.us / 1e6


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung of the ladder.

    Attributes:
        name: Name of its result and of the markers in README.md.
        title: For people.
        problems: What is timed; each has a `label`.
        tiny: What the simulator checks, and a GPU before it times.
        contenders: In the order of the table.
        original: The notebooks' figure by (contender, problem), in their own words.
        note: Below the table: the setting.
        method: Below the table: how it was measured, once it is.
        wide: "µs" or "GB/s": contenders by problems, this alone; "" shows all, a row a pair.
    """

    name: str
    title: str
    problems: Sequence[Any]
    tiny: Sequence[Any]
    contenders: Sequence[Contender]
    original: Mapping[tuple[str, str], str] = field(default_factory=dict)
    note: str = ""
    method: str = METHOD
    wide: str = ""

    def pairs(self, problems: Sequence[Any]) -> Iterator[tuple[Any, Contender]]:
        """Every contender on every problem, problem by problem."""
        for problem in problems:
            for contender in self.contenders:
                yield problem, contender

    def known(self, problem: Any, contender: Contender, top: Ceilings) -> Figure:
        """The figure before anything is measured."""
        cost = contender.cost(problem)
        return Figure(
            contender=contender.name,
            problem=problem.label,
            nbytes=cost.nbytes,
            flop=cost.flop,
            least_us=cost.least_us(top),
            original=self.original.get((contender.name, problem.label), ""),
        )

    def expected(self, top: Ceilings) -> list[Figure]:
        """All figures before anything is measured."""
        return [self.known(*pair, top) for pair in self.pairs(self.problems)]

    def check_tiny(
        self, compiled_s: dict[str, float] | None = None
    ) -> dict[tuple[str, str], tuple[float, float]]:
        """(mean, largest) difference on the tiny problems of all whom they fit.

        Args:
            compiled_s: If given, receives the seconds that each contender's kernels took to
                compile.

        Raises:
            AssertionError: Someone computes something else than NumPy.
        """
        found = {}
        for problem, contender in self.pairs(self.tiny):
            if contender.where not in SIMULATED:
                continue
            with Memory() as memory:
                run = contender.prepare(problem, memory)
                if compiled_s is not None and contender.where is Where.ANY:
                    compiled_s.setdefault(contender.name, _compile_s(run))
                run.launch(0)
                name = f"{contender.name} on {problem.label}"
                found[contender.name, problem.label] = compare(name, run)
        return found

    def measure(self, top: Ceilings) -> list[Figure]:
        """Check, then time everything on this machine's GPU.

        Raises:
            AssertionError: Someone computes something else than NumPy.
        """
        compiled_s: dict[str, float] = {}
        self.check_tiny(compiled_s)  # edges of tiles that whole layers do not have
        return [
            self.measured(*pair, top, compiled_s=compiled_s.get(pair[1].name))
            for pair in self.pairs(self.problems)
        ]

    def measured(
        self,
        problem: Any,
        contender: Contender,
        top: Ceilings,
        *,
        compiled_s: float | None = None,
        turn: AbstractContextManager[Any] | None = None,
    ) -> Figure:
        """The figure of one contender on one problem; "does not fit" is one, too.

        Args:
            problem: Problem of this rung.
            contender: Contender of this rung.
            top: The ceilings.
            compiled_s: Seconds that compiling took, if that is known; else it is measured.
            turn: Held while the GPU computes, where others prepare and check meanwhile.

        Raises:
            AssertionError: The contender computes something else than NumPy.
        """
        figure = self.known(problem, contender, top)
        figure.compile_s = compiled_s
        if missing := contender.left_out():
            print(f"{contender.name} on {problem.label} is left out: it {missing}.", flush=True)
            figure.fits = False
            return figure
        turn = turn or contextlib.nullcontext()
        try:
            with Memory() as memory:
                # PyTorch computes while it places its tensors.
                with turn if contender.where is Where.TORCH else contextlib.nullcontext():
                    run = contender.prepare(problem, memory)
                fill(figure, run, contender.where, turn)
        except GpuLostError:
            raise
        except (DoesNotFitError, EngineError) as error:  # of another problem, or card
            print(f"{contender.name} on {problem.label}: {error}", flush=True)
            figure.fits = False
        else:
            print(f"{contender.name} on {problem.label}: {figure.us:.1f} µs", flush=True)
        return figure


def fill(figure: Figure, run: Run, where: Where, turn: AbstractContextManager[Any]) -> None:
    """Measure into `figure`: what compiling takes, the differences, the time."""
    if figure.compile_s is None and where in (Where.ANY, Where.GPU):
        figure.compile_s = _compile_s(run)
    with turn:
        run.launch(0)
        if where is not Where.HOST:
            call("cuCtxSynchronize")
    name = f"{figure.contender} on {figure.problem}"
    figure.mean_difference, figure.largest_difference = compare(name, run)
    with turn:
        figure.us = round(_median_ms(run, where) * 1e3 / run.share, 3)


def _compile_s(run: Run) -> float:
    """Seconds until the kernels of `run` are compiled and loaded; nothing is launched."""
    start = time.perf_counter()
    with preparing():
        run.launch(0)
    return round(time.perf_counter() - start, 3)


def _median_ms(run: Run, where: Where) -> float:
    if where is Where.HOST:
        times = [_host_ms(run)]
        while len(times) < 3 and times[0] < 100 * LONG_MS:
            times.append(_host_ms(run))
        return statistics.median(times)
    once = events_ms(run.launch, rounds=1)
    if where is Where.PASS or once > LONG_MS:  # beside it a launch's few microseconds are nothing
        return events_ms(run.launch)
    if where is Where.TORCH:
        from lab.benchmarks.gpu import torch_graph_ms

        return torch_graph_ms(lambda: run.launch(None))
    return median_ms(run.launch)


def _host_ms(run: Run) -> float:
    start = time.perf_counter()
    run.launch(0)
    return (time.perf_counter() - start) * 1e3


def events_ms(run: Callable[[Any], None], *, rounds: int = 5) -> float:
    """Median milliseconds of one `run(stream)` between two events; it may wait in between."""
    start, end = make_event(), make_event()
    times = []
    for _ in range(rounds + 1):
        call("cuEventRecord", start, 0)
        run(0)
        call("cuEventRecord", end, 0)
        call("cuEventSynchronize", end)
        times.append(elapsed_ms(start, end))
    call("cuEventDestroy", start)
    call("cuEventDestroy", end)
    return statistics.median(times[1:])  # the first warms up


def compare(name: str, run: Run) -> tuple[float, float]:
    """(mean, largest) absolute difference of the last launch from float64.

    Raises:
        AssertionError: The largest is beyond the run's tolerance, or something is no number.
    """
    found, expected = run.result(), run.expected
    assert found.shape == expected.shape, f"{name}: {found.shape} for {expected.shape}"
    axis = int(np.argmax(found.shape))
    pieces = [np.array_split(values, THREADS, axis) for values in (found, expected)]
    with ThreadPoolExecutor(THREADS) as pool:
        sums, largests, scales = zip(*pool.map(_apart, *pieces), strict=True)
    largest, scale = float(np.max(largests)), max(scales)
    if not largest <= run.tolerance * scale:  # a NaN is not either
        difference = np.abs(found - expected)
        where = np.unravel_index(int(np.argmax(np.nan_to_num(difference, nan=np.inf))), found.shape)
        raise AssertionError(
            f"{name}: {largest:.3g} from NumPy at {tuple(int(i) for i in where)}, where "
            f"{run.tolerance * scale:.3g} is allowed"
        )
    return sum(sums) / found.size, largest


def _apart(found: Array, expected: Array) -> tuple[float, float, float]:
    """(sum of the absolute differences, the largest one, the largest expected value)."""
    if not found.size:
        return 0.0, 0.0, 0.0
    difference = np.abs(found.astype(np.float64) - expected)
    return float(difference.sum()), float(difference.max()), float(np.abs(expected).max())


LONG_COLUMNS = (
    "what", "on", "MB", "GFLOP", "at least, µs", "µs", "GB/s", "TFLOP/s",
    "mean (largest) difference", "compiled in, s", "the notebooks",
)  # fmt: skip


def long_table(figures: Sequence[Figure]) -> tuple[list[str], list[list[Any]]]:
    """(columns, rows): one row a figure."""
    rows = []
    for f in figures:
        known = [f.contender, f.problem, f.nbytes / 1e6, f.flop / 1e9, f.least_us]
        measured: list[Any] = [_state(f), "", "", "", ""]
        if f.us is not None:
            difference = f"{f.mean_difference:.1e} ({f.largest_difference:.1e})"
            # Next to nothing: who was measured before has the same kernels.
            compiled = "" if f.compile_s is None or f.compile_s < 0.05 else f.compile_s
            measured = [f.us, f.gbps, f.tflops, difference, compiled]
        rows.append([*known, *measured, f.original])
    return list(LONG_COLUMNS), rows


def wide_table(figures: Sequence[Figure], unit: str) -> tuple[list[str], list[list[Any]]]:
    """(columns, rows): one row a contender, its figures by problem, its worst difference.

    The notebooks' figures stand in a row below.
    """
    problems = list(dict.fromkeys(f.problem for f in figures))
    rows = []
    for name in dict.fromkeys(f.contender for f in figures):
        own = {f.problem: f for f in figures if f.contender == name}
        values = {p: own[p].us if unit == "µs" else own[p].gbps for p in problems}
        shown = [_state(own[p]) if values[p] is None else values[p] for p in problems]
        done = [f for f in own.values() if f.mean_difference is not None]
        worst = max(done, key=lambda f: f.largest_difference or 0, default=None)
        difference = (
            "" if worst is None else f"{worst.mean_difference:.1e} ({worst.largest_difference:.1e})"
        )
        rows.append([name, *shown, difference])
        if any(f.original for f in own.values()):
            rows.append([f"the notebooks' {name}", *(own[p].original for p in problems), ""])
    if unit == "µs":
        least = {f.problem: f.least_us for f in figures if f.contender == figures[0].contender}
        rows.append(["float32's ceilings allow", *(least[p] for p in problems), ""])
    return [unit, *problems, "mean (largest) difference, worst layer"], rows


def _state(figure: Figure) -> str:
    return NOT_YET if figure.fits else "-"


def save(
    rung: Rung, figures: Sequence[Figure], machine: dict[str, str | int] | None, top: Ceilings
) -> None:
    """Write the rung's result, which `lab.benchmarks.report` puts between its markers."""
    from lab.benchmarks.report import save_result

    columns, rows = wide_table(figures, rung.wide) if rung.wide else long_table(figures)
    method = "Nothing of it is measured yet; what the ceilings allow is said of an H200."
    if machine is not None:
        method = f"{rung.method} Repeat: `python -m lab.ladder.climb`."
    note = f"{rung.note} {method}"
    raw = {"ceilings": asdict(top), "figures": [asdict(f) for f in figures]}
    save_result(rung.name, columns=columns, rows=rows, note=note.strip(), machine=machine, raw=raw)


@contextlib.contextmanager
def compiling_anew() -> Iterator[None]:
    """Let nothing be read from the disk, so that the time to compile is one.

    To be entered before the first kernel is compiled.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BACKDROP_CACHE"] = folder
        yield


def gpu_missing() -> str:
    """Why there is no GPU to run on; empty if there is one."""
    try:
        current_gpu()
    except GpuUnavailableError as error:
        return why_without(error)
    return ""


def not_measured(title: str, missing: str) -> str:
    """What to do without a GPU, in a sentence."""
    return (
        f"{title}: nothing is measured without an NVIDIA GPU ({missing}); set "
        "NUMBA_ENABLE_CUDASIM=1 to check the kernels in Numba's simulator."
    )


def check(rung: Rung) -> None:
    """Compare every contender that runs here with NumPy on the tiny shapes; say who is left out.

    Raises:
        AssertionError: One of them computes something else.
    """
    for (contender, problem), (_, largest) in rung.check_tiny().items():
        print(f"{contender} on {problem}: differs by at most {largest:.1e}")
    for contender in rung.contenders:
        if missing := contender.left_out():
            print(f"{contender.name} is left out: it {missing}.")


def alone(rung: Rung) -> int:
    """Run one rung from the command line: measure, or check in the simulator, or say why not."""
    if is_simulated():
        check(rung)
        return 0
    missing = gpu_missing()
    if missing:
        print(not_measured(rung.title, missing))
        return 0
    from lab.ladder.rung0_ceilings import measured_ceilings

    with compiling_anew():
        rung.measure(measured_ceilings())
    return 0
