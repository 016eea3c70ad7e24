"""A round: many tries, several at a time, counted; what broke is kept with what reproduces it."""

from __future__ import annotations

import queue
import shutil
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from attack.addresses import make_url_try
from attack.clusters import make_cluster_try
from attack.environments import make_environment_try
from attack.inputs import make_input_try
from attack.kills import SCENARIOS, call_of, make_kill_try
from attack.program import Ending, Launcher, shell_line
from attack.servers import make_server_try
from attack.tries import Maker, Supplies, Try
from attack.verdict import Break, breaks_of, hashes_of
from attack.victims import make_blind_model, make_sources, make_victims

KINDS: dict[str, Maker] = {
    "input": make_input_try,
    "kill": make_kill_try,
    "environment": make_environment_try,
    "server": make_server_try,
    "url": make_url_try,
    "cluster": make_cluster_try,
}
LONG_CLIP_FRAMES = 240
KEPT_OF_A_CAUSE = 3  # folders of tries that broke in the same way


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that broke in one try.

    Attributes:
        name: Of the try: SEED:KIND-INDEX, as `--reproduce` takes it.
        what: Its row in the table.
        words: What was done.
        found: What did not hold.
        kept: Where its files are; None: there were enough of this cause.
    """

    name: str
    what: str
    words: str
    found: Break
    kept: Path | None


@dataclass(slots=True)
class Outcome:
    """What a round came to.

    Attributes:
        tried, broke: Per row of the table.
        kinds: How many of each kind were tried.
        skipped: Reasons, with how often.
        findings: Every break.
        peak_kib: The most memory that a try had that was not broken for memory.
        seconds: Wall time.
    """

    tried: Counter[str] = field(default_factory=Counter)
    broke: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    peak_kib: int = 0
    seconds: float = 0.0


class Round:
    """Runs tries in threads of its own, each with a warm process.

    Args:
        seed: With a try's kind and index decides everything but time.
        folder: For everything; made if need be.
        slots: How many tries at a time.
        is_short: A round of minutes.
        on_finding: Told each break at once, by one thread at a time.
        on_try: Told each try and how its steps ended.
    """

    def __init__(
        self,
        seed: str,
        folder: Path,
        *,
        slots: int,
        is_short: bool,
        on_finding: Callable[[Finding], None] = lambda finding: None,
        on_try: Callable[[str, Try, Sequence[Ending]], None] = lambda name, attempt, endings: None,
    ) -> None:
        self._seed = seed
        self._folder = folder
        self._slots = slots
        self._on_finding = on_finding
        self._on_try = on_try
        self._lock = threading.Lock()
        self._causes: Counter[tuple[str, str]] = Counter()
        self.outcome = Outcome()
        folder.mkdir(parents=True, exist_ok=True)
        self._supplies = Supplies(
            victims=make_victims(folder / "victims"),
            sources=make_sources(folder / "sources", frame_count=LONG_CLIP_FRAMES),
            model=make_blind_model(folder),
            folder=folder,
            is_short=is_short,
        )

    def run(self, counts: Mapping[str, int], *, seconds: float) -> Outcome:
        """Every kind as often as `counts` says, in turns, or until the time is over.

        Args:
            counts: Tries by kind.
            seconds: Counted from when the first process is warm; tries that run at the end of
                them are finished. Ctrl-C ends a round in the same way.
        """
        began_s = time.monotonic()
        waiting: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
        for _, kind, index in sorted(
            ((index + 0.5) / count, kind, index)
            for kind, count in counts.items()
            for index in range(count)
        ):
            waiting.put((kind, index))
        failures: list[BaseException] = []
        is_over = threading.Event()

        def work(launcher: Launcher) -> None:
            try:
                with launcher:
                    while time.monotonic() < until_s and not is_over.is_set():
                        self._do(launcher, *waiting.get_nowait())
            except queue.Empty:
                return
            except BaseException as error:  # noqa: BLE001 - raised by the thread that waits
                failures.append(error)
                is_over.set()

        launchers = [self._launcher(slot) for slot in range(self._slots)]
        try:
            self._measure(launchers[0])  # and leaves every kernel compiled and on disk
        except BaseException:
            launchers[0].close()
            raise
        until_s = time.monotonic() + seconds
        threads = [
            threading.Thread(target=work, args=(launcher,), name=f"attack-{slot}")
            for slot, launcher in enumerate(launchers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            _join(thread, on_interrupt=is_over.set)
        if failures:
            raise failures[0]
        self.outcome.seconds = time.monotonic() - began_s
        return self.outcome

    def reproduce(self, kind: str, index: int) -> list[Finding]:
        """One try again; its files are kept whatever comes of it."""
        with self._launcher(0) as launcher:
            self._measure(launcher)
            self._do(launcher, kind, index, keeps=True)
        return self.outcome.findings

    def _launcher(self, slot: int) -> Launcher:
        return Launcher(self._folder / f"slot-{slot}", self._supplies.model)

    def _measure(self, launcher: Launcher) -> None:
        scenario = SCENARIOS[0]
        seconds = []
        for number in range(3):
            folder = self._emptied(f"measure-{number}")
            call, _ = call_of(scenario, "#00b140", replace(self._supplies, folder=folder))
            seconds.append(launcher.run(call).seconds)
            shutil.rmtree(folder)
        slowness = max(1.0, min(seconds) / scenario.usual_s)
        self._supplies = replace(self._supplies, slowness=slowness)

    def _emptied(self, name: str) -> Path:
        folder = self._folder / "tries" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def _do(self, launcher: Launcher, kind: str, index: int, *, keeps: bool = False) -> None:
        name = f"{self._seed}:{kind}-{index}"
        folder = self._emptied(f"{kind}-{index}")
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.setblocking(False)
            port = server.getsockname()[1]
            supplies = replace(self._supplies, folder=folder, index=index, blocked_port=port)
            attempt = KINDS[kind](Random(name), supplies)
            try:
                found, endings = self._breaks(launcher, attempt, folder, server)
            finally:
                attempt.close()
        with self._lock:
            self._on_try(name, attempt, endings)
            if attempt.skipped:
                self.outcome.skipped[f"{attempt.what}: {attempt.skipped}"] += 1
            else:
                self.outcome.tried[attempt.what] += 1
                self.outcome.kinds[kind] += 1
                self.outcome.broke[attempt.what] += bool(found)
            for one in found:
                keeps |= self._tell(name, attempt, one, folder)
        if not keeps:
            shutil.rmtree(folder, ignore_errors=True)

    def _breaks(
        self, launcher: Launcher, attempt: Try, folder: Path, server: socket.socket
    ) -> tuple[list[Break], list[Ending]]:
        found: list[Break] = []
        endings: list[Ending] = []
        log = []
        for call, promise in attempt.steps:
            before = hashes_of(call.folder)
            ending = launcher.run(call)
            endings.append(ending)
            step = [*breaks_of(call, ending, promise, before), *attempt.look()]
            step += _left_in(Path(launcher.environment["TMPDIR"]))
            with suppress(BlockingIOError):
                server.accept()[0].close()
                step.append(Break("network", "network", "a connection was opened"))
            found += step
            log.append(
                f"$ {shell_line(call.arguments)}\nsignals: {call.signals}; status "
                f"{ending.status}; {ending.seconds:.2f} s; {ending.peak_kib / 1024:.0f} MiB\n"
                f"--- stdout\n{ending.out}\n--- stderr\n{ending.err}\n--- stacks\n{ending.stacks}\n"
            )
            if not any(one.kind == "memory" for one in step):
                with self._lock:
                    self.outcome.peak_kib = max(self.outcome.peak_kib, ending.peak_kib)
            if step:
                break
        if found:
            said = [f"{one.kind}: {one.words}" for one in found]
            (folder / "attack.log").write_text(
                "\n".join([attempt.what, attempt.words, *said, *log]), errors="replace"
            )
        return found, endings

    def _tell(self, name: str, attempt: Try, one: Break, folder: Path) -> bool:
        """Report a break; returns whether the folder is kept."""
        self._causes[one.kind, one.cause] += 1
        is_kept = self._causes[one.kind, one.cause] <= KEPT_OF_A_CAUSE
        finding = Finding(name, attempt.what, attempt.words, one, folder if is_kept else None)
        self.outcome.findings.append(finding)
        self._on_finding(finding)
        return is_kept


def _join(thread: threading.Thread, *, on_interrupt: Callable[[], object]) -> None:
    """Wait for a thread; Ctrl-C lets it end the try in hand."""
    while thread.is_alive():
        try:
            thread.join(1.0)  # another thread may get the signal, and this one sleep on
        except KeyboardInterrupt:
            on_interrupt()


def _left_in(folder: Path) -> list[Break]:
    """What was left in the folder for temporary files, which is empty before every try."""
    left = list(folder.iterdir())
    for path in left:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    # libpulse makes itself a folder where a home has no runtime folder, and leaves it: not ours.
    left = [path for path in left if not path.name.startswith("pulse-")]
    names = ", ".join(path.name for path in left[:5])
    return (
        [Break("leftover", "temporary files", f"{names} in the temporary folder")] if left else []
    )


def causes_of(findings: Sequence[Finding]) -> list[tuple[str, str, int, Finding]]:
    """(kind, cause, how often, the first one), the frequent first."""
    firsts: dict[tuple[str, str], Finding] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        key = finding.found.kind, finding.found.cause
        counts[key] += 1
        firsts.setdefault(key, finding)
    return [(kind, cause, n, firsts[kind, cause]) for (kind, cause), n in counts.most_common()]
