"""Tries that stop the program: any of four signals, once to five times, at any moment."""

from __future__ import annotations

import hashlib
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from attack.program import Call, Signals
from attack.tries import COLOURS, Supplies, Try, usual_options
from attack.verdict import Break, Promise

POLITE = ("SIGINT", "SIGTERM", "SIGHUP")
KILL = "SIGKILL"
# An end comes when the frame in hand is done, even on a machine with much else to do.
LIMIT_S = 600.0
LONGEST_GAP_S = 0.3
FRESH_SHARE = 0.1
AIMED_SHARE = 0.5
# Until `main` is reached the system's and Python's own defaults answer, which nothing can change.
FROM_S = 0.03
FRESH_FROM_S = 0.5
START_S = 2.0
SUCCESSOR_SHARE = 0.3
STOPPED = frozenset({0, 1, 130})
TWINS = Path(__file__).with_name("twins.py")


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is going on when the signal comes.

    Attributes:
        name: Its row in the table.
        prepare: Fills the try's folder; returns the arguments and the outputs.
        may_replace: Whether files of the outputs' names are there and may be replaced.
        outputs_are_due: With status 0 each output is there.
        usual_s: How long it takes on an idle machine with two cores.
        touches: How often it opens, makes, renames or removes a file, by a path of its folder.
    """

    name: str
    prepare: Callable[[Supplies], tuple[list[str], list[Path]]]
    may_replace: bool = False
    outputs_are_due: bool = True
    usual_s: float = 0.3
    touches: int = 14


def make_kill_try(rng: Random, supplies: Supplies) -> Try:
    """A try with a scenario, signals and moments that `rng` decides."""
    make = rng.choices((_stopped, _twins, _appearing), (18, 1, 1))[0]
    return make(rng, supplies)


def _twins(rng: Random, supplies: Supplies) -> Try:
    """Two at the same moment to one name: a whole file of one of them, and nothing lost."""
    scenario = rng.choice([one for one in SCENARIOS if one.name in _FOR_TWO])
    call, promise = call_of(scenario, rng.choice(tuple(COLOURS)), supplies)
    call = replace(call, program=TWINS, limit_s=LIMIT_S)
    is_due = scenario.outputs_are_due and "camera" not in scenario.name
    promise = replace(promise, succeeds=True, outputs_are_due=is_due)
    return Try(f"two at once: {scenario.name}", "", ((call, promise),))


def _appearing(rng: Random, supplies: Supplies) -> Try:
    """A file of others gets the output's name while the job runs, and keeps it."""
    scenario = rng.choice([one for one in SCENARIOS if one.name in _FOR_A_STRANGER])
    call, promise = call_of(scenario, rng.choice(tuple(COLOURS)), supplies)
    path = promise.outputs[0].with_name(promise.outputs[0].name.replace("%03d", "007"))
    content = rng.randbytes(1000)
    made: list[Path] = []

    def appear() -> None:
        with suppress(FileExistsError), path.open("xb") as file:
            file.write(content)
            made.append(path)

    def look() -> list[Break]:
        if not made or (path.is_file() and path.read_bytes() == content):
            return []
        return [Break("changed file", "a file that appeared meanwhile", f"{path} was replaced")]

    touch = _touch(rng, scenario)
    after_s = 0.0 if touch else rng.uniform(FROM_S, scenario.usual_s * supplies.slowness)
    call = replace(call, meanwhile=(after_s, appear), touch=touch, limit_s=LIMIT_S)
    stranger = hashlib.sha256(content).hexdigest()
    promise = replace(
        promise, statuses=STOPPED, outputs_are_due=False, strangers=frozenset({stranger})
    )
    words = f"after {after_s:.3f} s, before touch {touch}"
    return Try(f"a file appears: {scenario.name}", words, ((call, promise),), look=look)


def _stopped(rng: Random, supplies: Supplies) -> Try:
    scenario = rng.choice(SCENARIOS)
    call, promise = call_of(scenario, rng.choice(tuple(COLOURS)), supplies)
    is_fresh = rng.random() < FRESH_SHARE
    duration_s = (scenario.usual_s + is_fresh * START_S) * supplies.slowness
    names = _signals(rng)
    from_s = (FRESH_FROM_S if is_fresh else FROM_S) * supplies.slowness
    touch = 0 if is_fresh else _touch(rng, scenario)
    after_s = 0.0 if touch else rng.uniform(from_s, 1.1 * duration_s)
    # Two signals of one kind at one moment are one.
    gaps_s = tuple(max(0.002, rng.uniform(-0.1, LONGEST_GAP_S)) for _ in names[1:])
    call = replace(
        call, signals=Signals(names, after_s, gaps_s), touch=touch, fresh=is_fresh, limit_s=LIMIT_S
    )
    is_killed = KILL in names
    is_recording = "camera" in scenario.name
    promise = replace(
        promise,
        statuses=STOPPED,
        may_leave_work=is_killed,
        may_end_by=frozenset(signal.Signals[name] for name in names),
        outputs_are_due=scenario.outputs_are_due and not is_recording,
        says_something=not is_killed,
    )
    steps = [(call, promise)]
    if is_killed and not is_recording and rng.random() < SUCCESSOR_SHARE:
        steps.append(_successor(call, promise))
    what = f"{'killed' if is_killed else 'stopped'}: {scenario.name}"
    words = f"{call.signals}" + (f", before touch {touch}" if touch else "")
    return Try(what, words, tuple(steps))


def _touch(rng: Random, scenario: Scenario) -> int:
    """Before which touch of a file it happens; 0: at any moment."""
    return rng.randint(min(1, scenario.touches), scenario.touches) * (rng.random() < AIMED_SHARE)


def call_of(scenario: Scenario, colour: str, supplies: Supplies) -> tuple[Call, Promise]:
    """The scenario without any disturbance."""
    arguments, outputs = scenario.prepare(supplies)
    arguments += usual_options(supplies, background=colour)
    call = Call(tuple(arguments), supplies.folder)
    promise = Promise(
        frozenset({0}),
        tuple(outputs),
        colour=COLOURS[colour],
        hides_room=True,
        may_replace=scenario.may_replace,
        outputs_are_due=scenario.outputs_are_due,
    )
    return call, promise


def _signals(rng: Random) -> tuple[str, ...]:
    count = rng.choice((1, 1, 1, 2, 3, 4, 5))
    if rng.random() < 0.3:
        # Polite ones first, perhaps: what the last one interrupts is the tidying up.
        return (*rng.choices(POLITE, k=rng.choice((0, 0, 0, 1, 2))), KILL)
    if rng.random() < 0.6:
        return (rng.choice(POLITE),) * count
    return tuple(rng.choices(POLITE, k=count))


def _successor(call: Call, promise: Promise) -> tuple[Call, Promise]:
    """The same job again: it does its work, and takes what was left with it."""
    arguments = call.arguments
    if "--overwrite" not in arguments:
        arguments = (*arguments, "--overwrite")
    again = replace(call, arguments=arguments, signals=None, touch=0, fresh=False)
    after = replace(
        promise, statuses=frozenset({0}), succeeds=True, may_replace=True, may_end_by=frozenset(),
        may_leave_work=False, leaves_no_work=True,
    )  # fmt: skip
    return again, after


def of_a_video(name: str, *words: str, there: bool = False) -> Callable:
    """For `Scenario.prepare`: a film of ten seconds becomes `name`."""

    def prepare(supplies: Supplies) -> tuple[list[str], list[Path]]:
        source = _given(supplies, "long.mp4")
        out = supplies.folder / name
        if there:
            shutil.copy(supplies.victims["plain.mp4"], out)
        return ["process", str(source), "-o", str(out), *words], [out]

    return prepare


def _still(supplies: Supplies) -> tuple[list[str], list[Path]]:
    out = supplies.folder / "out.png"
    return ["process", str(_given(supplies, "source.png")), "-o", str(out)], [out]


def _folder(supplies: Supplies) -> tuple[list[str], list[Path]]:
    folder, out = supplies.folder / "in", supplies.folder / "done"
    folder.mkdir()
    for name in ("a.mp4", "b.png", "c.mp4"):
        source = "source.png" if name.endswith("png") else "source.mp4"
        shutil.copy(supplies.sources[source], folder / name)
    outputs = [out / name for name in ("a.mp4", "b.png", "c.mp4")]
    return ["process", str(folder), "-o", f"{out}/"], outputs


def _sequence(*words: str, there: bool = False) -> Callable:
    def prepare(supplies: Supplies) -> tuple[list[str], list[Path]]:
        folder, out = supplies.folder / "in", supplies.folder / "out_%02d.png"
        folder.mkdir()
        for number in range(1, 41):
            shutil.copy(supplies.sources["source.png"], folder / f"f_{number:02}.png")
            if there:
                shutil.copy(supplies.victims["plain.png"], supplies.folder / f"out_{number:02}.png")
        return ["process", str(folder / "f_%02d.png"), "-o", str(out), *words], [out]

    return prepare


def _camera(source: str, *words: str, records: bool = True, there: bool = False) -> Callable:
    def prepare(supplies: Supplies) -> tuple[list[str], list[Path]]:
        shown = source if source == "synthetic" else str(_given(supplies, source))
        arguments = ["camera", "--source", shown, "--no-window", *words]
        out = supplies.folder / "out.mp4"
        if records:
            arguments += ["--record", str(out)]
        if there:
            shutil.copy(supplies.victims["plain.mp4"], out)
        return arguments, [out] if records else []

    return prepare


def _given(supplies: Supplies, name: str) -> Path:
    path = supplies.folder / name
    shutil.copy(supplies.sources[name], path)
    return path


_FOR_A_STRANGER = {"process", "process to .mkv", "video to pictures", "still"}
_FOR_TWO = {
    *_FOR_A_STRANGER, "process, overwriting", "sequence, overwriting", "camera, overwriting",
}  # fmt: skip
_FOR = ("--seconds", "2", "--size", "320x180")
SCENARIOS = (
    Scenario("process", of_a_video("out.mp4")),
    Scenario("process to .mkv", of_a_video("out.mkv")),
    Scenario("process to .mov", of_a_video("out.mov")),
    Scenario("process to .webm", of_a_video("out.webm")),
    Scenario(
        "process, overwriting", of_a_video("out.mp4", "--overwrite", there=True), may_replace=True
    ),
    Scenario("process with --json", of_a_video("out.mp4", "--json")),
    Scenario("video to pictures", of_a_video("out_%03d.png"), touches=260),
    Scenario("still", _still, usual_s=0.1),
    Scenario("sequence", _sequence(), touches=140),
    Scenario(
        "sequence, overwriting", _sequence("--overwrite", there=True), may_replace=True, touches=180
    ),
    Scenario("folder", _folder, outputs_are_due=False, touches=43),
    Scenario("camera, recording", _camera("synthetic", *_FOR), usual_s=2.2, touches=10),
    Scenario(
        "camera, overwriting",
        _camera("synthetic", *_FOR, "--overwrite", there=True),
        may_replace=True,
        usual_s=2.2,
        touches=12,
    ),
    Scenario("camera from a file, recording", _camera("long.mp4"), usual_s=2.0),
    Scenario(
        "camera without a recording",
        _camera("synthetic", *_FOR, records=False),
        usual_s=2.2,
        touches=0,
    ),
)
