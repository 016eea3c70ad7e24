"""Tries in odd surroundings: no home, no room, no rights, damaged caches and settings."""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from attack.damage import damaged
from attack.program import Call, crowding
from attack.tries import COLOURS, PROCESS, Supplies, Try, usual_options
from attack.verdict import Break, Promise

STRANGER = 61_234  # a user of whom the system knows nothing
LIMIT_S = 600.0
COMPILES_S = 1200.0  # where nothing compiled is found, or may not be used
FULL_DISK_BYTES = 64 * 2**10
COME_S, STAY_S = 20.0, 1.0  # strangers come for so long, and wait to be sent away
STRANGERS, MOST_STRANGERS = 100, 40
SETTINGS = "config/Backdrop/backdrop.ini"  # Qt's place for them, in our home


@dataclass(slots=True)
class Surroundings:
    """What differs from the ordinary.

    Attributes:
        words: What it is, in detail.
        environment: Variables; None removes one.
        prepare: Called in the child before the program starts.
        source, out: Names in the try's folder; bytes that are no UTF-8 come as surrogates.
        given: The source that it is a copy of.
        must_succeed: It has to work here; else it may refuse in a sentence.
        is_heard: Somebody can read what it says.
        arguments: Instead of a job.
        statuses: Of those arguments.
        limit_s: Until when it must be done.
        skipped: Why it cannot be had here.
        close: Undoes it.
        meanwhile: As in `Call`.
        look: As in `Try`.
    """

    words: str
    environment: dict[str, str | None] = field(default_factory=dict)
    prepare: Callable[[], None] | None = None
    source: str = "source.mp4"
    given: str = "source.mp4"
    out: str = "out.mp4"
    must_succeed: bool = False
    is_heard: bool = True
    arguments: tuple[str, ...] | None = None
    statuses: frozenset[int] = PROCESS
    limit_s: float = LIMIT_S
    skipped: str = ""
    close: Callable[[], None] = lambda: None
    meanwhile: tuple[float, Callable[[], None]] | None = None
    look: Callable[[], list[Break]] = list


def make_environment_try(rng: Random, supplies: Supplies) -> Try:
    """A job, or another command, in surroundings that `rng` decides."""
    weights = [_SLOW[make] * (not supplies.is_short) if make in _SLOW else 1 for make in _MAKERS]
    make = rng.choices(_MAKERS, weights)[0]
    what = make.__name__.lstrip("_").replace("_", " ")
    folder = supplies.folder / "work"  # beside it lie homes and caches, which change
    folder.mkdir()
    around = make(rng, supplies)
    if around.skipped:
        return Try(what, around.words, skipped=around.skipped)
    source, out = folder / around.source, folder / around.out
    colour = rng.choice(tuple(COLOURS))
    arguments = around.arguments
    if arguments is None:
        source.parent.mkdir(exist_ok=True)
        shutil.copy(supplies.sources[around.given], source)
        job = ["process", str(source), "-o", str(out), *usual_options(supplies, background=colour)]
        arguments = (*job, *(("--json",) if rng.random() < 0.3 else ()))
    elif arguments[0] == "process" and "--background" not in arguments:
        arguments = (*arguments, "--background", colour)  # odd or not, it may be done
    call = Call(
        arguments,
        folder,
        fresh=True,
        environment=around.environment,
        prepare=around.prepare,
        meanwhile=around.meanwhile,
        limit_s=around.limit_s,
    )
    promise = Promise(
        around.statuses,
        (out,),
        outputs_are_due=around.arguments is None,
        colour=COLOURS[colour],
        hides_room=True,
        succeeds=around.must_succeed,
        says_something=around.is_heard,
    )
    return Try(what, around.words, ((call, promise),), look=around.look, close=around.close)


def _no_home(rng: Random, supplies: Supplies) -> Surroundings:
    value = rng.choice((None, "", "/nowhere/at/all", "relative"))
    return Surroundings(f"HOME is {value!r}", {"HOME": value}, must_succeed=True)


def _no_place_for_anything(rng: Random, supplies: Supplies) -> Surroundings:
    """Empty, relative and absent folders; nothing may appear in the working folder."""
    names = ("TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
    changed = {name: rng.choice((None, "", "relative", "/nowhere")) for name in names}
    return Surroundings(f"{changed}", changed, must_succeed=True)


def _no_place_for_compiled_code(rng: Random, supplies: Supplies) -> Surroundings:
    value = rng.choice(("", "relative", "/proc/nowhere"))
    words = f"XDG_CACHE_HOME is {value!r}, and so is HOME"
    changed: dict[str, str | None] = {"XDG_CACHE_HOME": value, "HOME": value}
    changed["TMPDIR"] = _new(supplies, "tmp")  # where it may go instead
    return Surroundings(words, changed, must_succeed=True, limit_s=COMPILES_S)


def _plain_c_locale(rng: Random, supplies: Supplies) -> Surroundings:
    changed = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": rng.choice((None, "0", "1"))}
    changed["PYTHONIOENCODING"] = rng.choice((None, "ascii", "latin-1"))
    source, out = "Gespräch, 会話.mp4", "ergebnis-ü.mp4"
    return Surroundings(f"{changed}", changed, source=source, out=out, must_succeed=True)


def _names_that_are_not_utf8(rng: Random, supplies: Supplies) -> Surroundings:
    source, out = (
        os.fsdecode(rng.choice((b"\xff\xfe", b"a\xe4b", b"\xc3\x28"))) + suffix
        for suffix in ("in.mp4", "out.mp4")
    )
    return Surroundings(ascii((source, out)), source=source, out=out, must_succeed=True)


def _names_that_look_like_something_else(rng: Random, supplies: Supplies) -> Surroundings:
    name = rng.choice(("[red]x", ":smile:", "a%sb", "pipe:1", "x" * 200, "a\nb", " ", "concat:a|b"))
    words = repr(name)
    return Surroundings(words, source=f"{name}.mp4", out=f"{name} out.mp4", must_succeed=True)


def _few_descriptors(rng: Random, supplies: Supplies) -> Surroundings:
    return _limited(resource.RLIMIT_NOFILE, rng.randint(5, 40), "descriptors")


def _small_stack(rng: Random, supplies: Supplies) -> Surroundings:
    size = rng.choice((256, 512, 1024, 2048)) * 2**10
    return _limited(resource.RLIMIT_STACK, size, "bytes of stack")


def _little_address_space(rng: Random, supplies: Supplies) -> Surroundings:
    size = rng.randint(400, 1500) * 2**20
    return _limited(resource.RLIMIT_AS, size, "bytes of address space")


def _no_room_for_files(rng: Random, supplies: Supplies) -> Surroundings:
    """Every file ends at a size, as on a full disk."""
    size = rng.choice((0, 1, 100, 700, 1500, 4000))
    around = _limited(resource.RLIMIT_FSIZE, size, "bytes a file")
    around.is_heard = False  # what it says goes to a file as well
    return around


def _no_more_threads(rng: Random, supplies: Supplies) -> Surroundings:
    return _as_a_stranger(
        supplies, lambda: resource.setrlimit(resource.RLIMIT_NPROC, (count, count)), "few threads"
    ) if (count := rng.randint(1, 6)) else Surroundings("")  # fmt: skip


def _limited(kind: int, value: int, unit: str) -> Surroundings:
    def prepare() -> None:
        resource.setrlimit(kind, (value, value))

    return Surroundings(f"{value} {unit}", prepare=prepare)


def _one_core(rng: Random, supplies: Supplies) -> Surroundings:
    core = min(os.sched_getaffinity(0))
    return Surroundings(
        "one core", prepare=lambda: os.sched_setaffinity(0, {core}), must_succeed=True
    )


def _no_passwd_entry(rng: Random, supplies: Supplies) -> Surroundings:
    changed = {"HOME": None} if rng.random() < 0.5 else {}
    return _as_a_stranger(supplies, lambda: None, f"{changed}", changed)


def _read_only_cache(rng: Random, supplies: Supplies) -> Surroundings:
    around = _as_a_stranger(supplies, lambda: None, "compiled code may be read, not written")
    if not around.skipped:
        _each(supplies.folder / "cache", lambda path: path.chmod(0o555 if path.is_dir() else 0o444))
    return around


def _as_a_stranger(
    supplies: Supplies,
    limit: Callable[[], None],
    words: str,
    environment: dict[str, str | None] | None = None,
) -> Surroundings:
    if os.geteuid() != 0:
        return Surroundings(words, skipped="only root can become another user")
    if not _everyone_reaches(Path(sys.executable), supplies.folder, supplies.model):
        return Surroundings(words, skipped="another user does not reach these folders")
    cache = _copied_cache(supplies)
    home = Path(_new(supplies, "home"))
    (supplies.folder / "work").chmod(0o777)
    _each(cache, lambda path: os.chown(path, STRANGER, STRANGER))
    os.chown(home, STRANGER, STRANGER)

    def prepare() -> None:
        limit()
        os.setgroups([])
        os.setgid(STRANGER)
        os.setuid(STRANGER)

    changed = {
        **dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")),
        "HOME": str(home), "TMPDIR": str(home), "XDG_CACHE_HOME": str(cache),
        **(environment or {}),
    }  # fmt: skip
    return Surroundings(words, changed, prepare)


def _everyone_reaches(*paths: Path) -> bool:
    return all(
        parent.stat().st_mode & 0o001
        for path in paths
        for parent in (*path.parents, *path.resolve().parents)
    )


def _damaged_compiled_code(rng: Random, supplies: Supplies) -> Surroundings:
    cache = _copied_cache(supplies)
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    if not files:
        return Surroundings("", skipped="nothing is compiled yet")
    said = []
    for path in rng.sample(files, min(len(files), rng.choice((1, 1, 3, 30)))):
        content = path.read_bytes()
        way = rng.choice(("empty", "damaged", "blank", "cut"))
        changed = {
            "empty": b"",
            "damaged": damaged(content, rng, [content])[0],
            "blank": bytes(len(content)),
            "cut": content[: len(content) // 2],
        }[way]
        path.write_bytes(changed)
        said.append(f"{path.name} {way}")
    changed = {"XDG_CACHE_HOME": str(cache)}
    return Surroundings(", ".join(said), changed, must_succeed=True, limit_s=COMPILES_S)


def _full_disk(rng: Random, supplies: Supplies) -> Surroundings:
    """A disk for the output with hardly any room."""
    disk = supplies.folder / "work/disk"
    size = rng.choice((0, 4, 8, 12, 16)) * 2**10
    skipped, close = _mounted(disk)
    around = Surroundings(f"{size} bytes are free", skipped=skipped, close=close)
    if not skipped:
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        (disk / "ballast").write_bytes(bytes(max(0, free - size)))
        around.given, around.out = "long.mp4", "disk/out.mp4"
    return around


def _full_disk_for_compiled_code(rng: Random, supplies: Supplies) -> Surroundings:
    cache = supplies.folder / "cache"
    skipped, close = _mounted(cache)
    return Surroundings(
        "64 KiB for compiled code",
        {"XDG_CACHE_HOME": str(cache), "TMPDIR": _new(supplies, "tmp")},
        skipped=skipped, close=close, must_succeed=True, limit_s=COMPILES_S,
    )  # fmt: skip


def _mounted(place: Path) -> tuple[str, Callable[[], None]]:
    """Mount a small disk; returns why that cannot be done, and how to undo it."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={FULL_DISK_BYTES}", "tmpfs", str(place)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"no small disk can be mounted ({error})", lambda: None
    if done.returncode != 0:
        return f"no small disk can be mounted ({done.stderr.strip()})", lambda: None

    def close() -> None:
        subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)

    return "", close


def _nobody_listens(rng: Random, supplies: Supplies) -> Surroundings:
    """Standard streams that are closed or full."""
    closed = [number for number in (0, 1, 2) if rng.random() < 0.5]
    is_full = rng.random() < 0.5

    def prepare() -> None:
        if is_full:
            full = os.open("/dev/full", os.O_WRONLY)
            os.dup2(full, 1)
            os.dup2(full, 2)
        for number in closed:
            os.close(number)

    around = Surroundings(f"closed {closed}, full: {is_full}", prepare=prepare, is_heard=False)
    if is_full and rng.random() < 0.3:
        around.arguments = rng.choice((("--help",), ("process", "--help"), ("doctor",)))
        around.statuses = frozenset({0, 1, 120})  # 120 is Python's own: the end could not be said
    return around


def _odd_terminal(rng: Random, supplies: Supplies) -> Surroundings:
    changed: dict[str, str | None] = {
        "COLUMNS": rng.choice(("0", "1", "-5", "x", "100000")), "LINES": "0",
        "TERM": rng.choice(("", "dumb", "nonsense")), "FORCE_COLOR": rng.choice((None, "1")),
        "TZ": rng.choice(("", "Nowhere/Nothing")), "NO_COLOR": rng.choice((None, "1")),
    }  # fmt: skip
    return Surroundings(f"{changed}", changed, must_succeed=True)


def _odd_settings_of_numba(rng: Random, supplies: Supplies) -> Surroundings:
    changed = rng.choice(
        (
            {"NUMBA_DISABLE_JIT": "1"},
            {"NUMBA_NUM_THREADS": "0"},
            {"NUMBA_NUM_THREADS": "many"},
            {"NUMBA_NUM_THREADS": "64"},
            {"NUMBA_THREADING_LAYER": "nothing"},
            {"OMP_NUM_THREADS": "x", "OPENBLAS_NUM_THREADS": "-1"},
        )
    )
    return Surroundings(f"{changed}", dict(changed))


def _odd_words(rng: Random, supplies: Supplies) -> Surroundings:
    """Command lines that cannot be meant."""
    folder = supplies.folder / "work"
    source = folder / "source.mp4"
    shutil.copy(supplies.sources["source.mp4"], source)
    job = ["process", str(source), "-o", str(folder / "out.mp4")]
    live = ["camera", "--no-window", "--seconds", "1", "--source"]
    words = rng.choice(
        (
            [*job, "--start", rng.choice(("1e300", "nan", "inf", "-1", "1:2:3:4", "9" * 400))],
            [*job, "--end", rng.choice(("1e300", "nan", "-inf", "0", "1e-300"))],
            [*job, "--crf", rng.choice(("-1", "99", "9" * 30))],
            [*job, "--background", rng.choice(("#zzz", "blur:nan", "blur:-1", "", "blur:1e999"))],
            [*job, "--threshold", rng.choice(("nan", "-1", "1e999"))],
            [*job, "--model", rng.choice(("/dev/null", "/", "", "nothing", "\x7f"))],
            [*job, "--codec", rng.choice(("vp9", "prores", "png", "hevc"))],
            [*live, rng.choice(("http://[::1/x", "rtsp://", "http://:99999/", "rtsp://\x7f/"))],
            [*live, rng.choice(("", "-1", "99999999999999999999", "nobody", "/", "/dev/null"))],
            [*live, "synthetic", "--size", rng.choice(("0x0", "1x1", "99999x99999", "x", "3x²"))],
            [*live, "synthetic", "--fps", rng.choice(("0", "-1", "nan", "1e300"))],
            [*live, "synthetic", "--fps-limit", rng.choice(("0", "nan", "1e-300"))],
            [
                *live,
                "synthetic",
                "--record",
                rng.choice(("", "/", "/dev/null", "x.txt", "no/x.mp4")),
            ],
            ["doctor", "--nonsense"],
        )
    )
    words += ["--device", "cpu"] if words[0] != "doctor" else []
    if "--model" not in words and words[0] != "doctor":
        words += ["--model", str(supplies.model)]
    return Surroundings(
        " ".join(words[1:]), arguments=tuple(words), statuses=frozenset({0, 1, 2, 3})
    )


def _damaged_settings(rng: Random, supplies: Supplies) -> Surroundings:
    """The window opens with settings that cannot be."""
    home = supplies.folder / "home"
    path = home / SETTINGS
    path.parent.mkdir(parents=True)
    lines = ["[General]", "format=1"]
    for name in [
        "settings",
        "presets",
        "own_backgrounds",
        "recent_files",
        "addresses",
        "source",
        "camera_mode",
        "folder",
        "microphone",
        "is_looping",
        "theme",
        "folded",
        "costs_ms",
        "geometry",
        "exports",
        "export_habits",
        "folders",
        "told",
        "mixed_colours",
    ]:
        if rng.random() < 0.6:
            value = rng.choice(_ODD_VALUES)
            lines.append(f"{name}={json.dumps(value) if rng.random() < 0.7 else value}")
    content = "\n".join(lines).encode()
    if rng.random() < 0.5:
        content, _ = damaged(content, rng, [content])
    path.write_bytes(content)
    arguments = (
        "--source",
        "synthetic",
        "--seconds",
        "1",
        *usual_options(supplies, background="blur"),
    )
    changed = {"XDG_CONFIG_HOME": str(home / "config")}
    return Surroundings(
        repr(content[:300]), changed, arguments=arguments, statuses=frozenset({0}),
        must_succeed=True,
    )  # fmt: skip


def _strangers_at_the_remote_control(rng: Random, supplies: Supplies) -> Surroundings:
    """Connections without the token, which say nothing or nothing that can be meant."""
    home = supplies.folder / "home"
    path = home / SETTINGS
    path.parent.mkdir(parents=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path.write_text(f"[General]\nformat=1\nis_remote_on=true\nremote_port={port}\n")
    said = [rng.choice((b"", rng.choice(_SAID))) for _ in range(STRANGERS)]
    strangers: list[socket.socket] = []
    let_in: list[socket.socket] = []

    def come() -> None:
        until_s = time.monotonic() + COME_S * crowding()
        while said and time.monotonic() < until_s:
            try:
                strangers.append(socket.create_connection(("127.0.0.1", port), timeout=1))
            except ConnectionRefusedError:
                if strangers:  # it ended
                    break
                time.sleep(0.05)  # it does not listen yet
                continue
            except OSError:  # it is slow to take them
                continue
            with suppress(OSError):
                strangers[-1].sendall(said.pop())
        until_s = time.monotonic() + STAY_S * crowding()
        stay = [*strangers]
        # Each is sent away in its turn.
        while len(stay) > MOST_STRANGERS and time.monotonic() < until_s:
            closed = select.select(stay, [], [], STAY_S)[0]
            stay = [stranger for stranger in stay if stranger not in closed]
        let_in.extend(stay)

    def look() -> list[Break]:
        if len(let_in) <= MOST_STRANGERS:
            return []
        return [Break("flood", "strangers are let in", f"{len(let_in)} stay connected")]

    def close() -> None:
        for stranger in strangers:
            stranger.close()

    around = _limited(resource.RLIMIT_NOFILE, 256, "descriptors")
    around.environment = {"XDG_CONFIG_HOME": str(home / "config")}
    around.arguments = ("--source", "synthetic", "--seconds", "12")
    around.arguments += tuple(usual_options(supplies, background="blur"))
    around.statuses, around.must_succeed = frozenset({0}), True
    around.meanwhile, around.look, around.close = (0.5, come), look, close
    return around


def _modules_in_the_working_folder(rng: Random, supplies: Supplies) -> Surroundings:
    """Modules of others in the folder in which the program is started; one that runs is seen."""
    for name in ("threading", "pickle", "json", "numpy", "PySide6", "onnxruntime"):
        (supplies.folder / f"work/{name}.py").write_text(f"open('{name} ran', 'w')")
    words = rng.choice((("doctor",), ("doctor",), None))
    return Surroundings(f"{words}", arguments=words, statuses=frozenset({0, 1}))


def _doctor(rng: Random, supplies: Supplies) -> Surroundings:
    words = rng.choice((("doctor",), ("camera", "--list"), ("--help",)))
    changed = {"HOME": rng.choice((None, "/nowhere")), "LANG": "C"}
    return Surroundings(f"{words}", changed, arguments=words, statuses=frozenset({0, 1}))


def _copied_cache(supplies: Supplies) -> Path:
    """Compiled code of our own to spoil."""
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache = supplies.folder / "cache"
    shutil.copytree(usual / "backdrop", cache / "backdrop", copy_function=_copy_if_there)
    return cache


def _copy_if_there(source: str, target: str) -> None:
    """What another process compiles meanwhile has another name once it is whole."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


def _new(supplies: Supplies, name: str) -> str:
    """A folder beside the one in which the program works."""
    path = supplies.folder / name
    path.mkdir()
    return str(path)


def _each(folder: Path, do: Callable[[Path], None]) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):  # a folder after what is in it
        do(path)
    do(folder)


_ODD_VALUES = (
    None, True, 0, -1, 1e308, 10**400, "", "nan", "1e999", "[" * 5000, [], {}, [None], {"": {}},
    [["a", "b"], 3], {"background": {"kind": "colour"}, "edges": {"threshold": 99}}, "\x00",
    "[1e999]", '{"settings": 1e999}', "@Invalid()", "@ByteArray(\\0\\1)",
    "@Variant(\\0\\0\\0\\x7f)", ["/x"] * 99,
)  # fmt: skip
_SAID = (  # to the remote control
    b"GET / HTTP/1.1\r\n", b"\xff" * 99, b"GET /?token=x HTTP/1.1\r\n\r\n", b"a" * 70_000,
    b"GET /" + b"x" * 9000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2000,
    b"GET /?token=%ff HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n\xc1\xff",
)  # fmt: skip
# Each takes minutes of compiling; what they weigh beside the others.
_SLOW = {
    _no_place_for_compiled_code: 0.2,
    _full_disk_for_compiled_code: 0.2,
    _damaged_compiled_code: 0.7,
}
_MAKERS = (
    _no_home, _no_place_for_anything, _no_place_for_compiled_code, _plain_c_locale,
    _names_that_are_not_utf8, _names_that_look_like_something_else, _few_descriptors, _small_stack,
    _little_address_space, _no_room_for_files, _no_more_threads, _one_core, _no_passwd_entry,
    _read_only_cache, _damaged_compiled_code, _full_disk, _full_disk_for_compiled_code,
    _nobody_listens, _odd_terminal, _odd_settings_of_numba, _odd_words, _damaged_settings,
    _strangers_at_the_remote_control, _modules_in_the_working_folder, _doctor,
)  # fmt: skip
