"""Store: what survives a restart, in one small file that may be damaged without harm."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, convert
from PySide6.QtCore import QLockFile, QObject, QSettings, QTimer, Signal

from gpu_unet.areas import Area
from gpu_unet.settings import EdgeSettings, LayerSettings, rows
from gui.shared.habits import ExportHabits
from gui.shared.keys import combination
from gui.shared.theme import Choice
from messages.message import Message
from pipeline.area_text import areas_of
from pipeline.background_spec import BackgroundSpec
from pipeline.jobs.job_spec import JobSpec
from pipeline.plain_data import plain_of, read_as
from pipeline.settings import OTHERS, PARTS, BackdropSettings, Settings
from video.cameras.camera_mode import CameraMode
from video.network.address import CameraAddress

log = logging.getLogger(__name__)

FORMAT = 1  # of the file: another one, when an older program could not read it any more
MOST_RECENT_FILES = 8
MOST_OWN_BACKGROUNDS = 60
MOST_ADDRESSES = 5
MOST_EXPORTS = 500
MOST_MIXED_COLOURS = 4
MOST_DRAWN = 100  # sources with areas
MOST_RANGES = 200
MOST_KEY_LETTERS = 40
MOST_BYTES = 4 << 20  # of the file: a full one has some ten thousand
UNREADABLE = Message("The saved settings could not be read and were replaced by defaults")
FROM_LATER = Message(
    "The saved settings are of a later version of Backdrop and were replaced by defaults"
)
LOCK_WAIT_MS = 2000  # another window writes for a few milliseconds
# A slider that is dragged changes a value sixty times a second; one write afterwards is enough.
WRITE_AFTER_MS = 1000

T = TypeVar("T")
Moment = Annotated[float, Meta(ge=0, le=1e9)]  # of a film, in seconds


@dataclass(frozen=True, slots=True)
class Preset:
    """A named look with its background."""

    background: BackgroundSpec
    edges: EdgeSettings
    mirror: bool
    layer: LayerSettings = field(default_factory=LayerSettings)
    backdrop: BackdropSettings = field(default_factory=BackdropSettings)


@dataclass(frozen=True, slots=True)
class Saved:
    """Everything that is remembered; replaced whole, like `Settings`.

    Attributes:
        settings: Background, look, model, device.
        presets: By name, in the order in which they were made.
        own_backgrounds: Pictures and videos that the user added.
        recent_files: Newest first.
        addresses: Of network cameras that answered, without passwords; newest first.
        source: ("camera" | "network" | "sample" | "file", target); empty at the first start.
        camera_mode: What was last asked of that camera; None leaves it to the camera.
        folder: Where recordings and snapshots go; None: the system's own place.
        microphone: Name; empty: no sound.
        volume: Of films that play, 0 to 1.
        is_muted: They are not heard.
        is_looping: Files begin again at their end.
        theme: "system", "dark" or "light".
        language: Of the window, "de"; empty: the system's.
        folded: Titles of the side panel's sections that are folded.
        costs_ms: ms per frame measured here, by "model on device".
        geometry: Of the window, as Qt wrote it.
        exports: What was neither written nor given up, in order.
        export_habits: What was chosen in the export dialog last.
        folders: Where file dialogs were left, by what they are for.
        told: What people have been told once, and need not be told again.
        areas: That were drawn, by the source that they were drawn in; newest last.
        mixed_colours: That were mixed for a background, "#rrggbb", newest first.
        keys: Of actions that a person gave other keys, by name.
        global_keys: That act while another program is in front, by action; at first none.
        ranges: The part of a film that is wanted, by its path: first moment and the first after
            it, in seconds; the newest last.
    """

    settings: Settings = field(default_factory=Settings)
    presets: Mapping[str, Preset] = field(default_factory=dict)
    own_backgrounds: tuple[Path, ...] = ()
    recent_files: tuple[Path, ...] = ()
    addresses: tuple[str, ...] = ()
    source: tuple[str, str] = ("", "")
    camera_mode: CameraMode | None = None
    folder: Path | None = None
    microphone: str = ""
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.8
    is_muted: bool = False
    is_looping: bool = True
    theme: Choice = "system"
    language: str = ""
    folded: tuple[str, ...] = ()
    costs_ms: Mapping[str, Annotated[float, Meta(ge=0, le=1e6)]] = field(default_factory=dict)
    geometry: bytes = b""
    exports: tuple[JobSpec, ...] = ()
    export_habits: ExportHabits = field(default_factory=ExportHabits)
    folders: Mapping[str, Path] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    mixed_colours: tuple[str, ...] = ()
    areas: Mapping[str, tuple[Area, ...]] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    global_keys: Mapping[str, str] = field(default_factory=dict)
    ranges: Mapping[str, tuple[Moment, Moment]] = field(default_factory=dict)

    def with_areas(self, source: str, areas: tuple[Area, ...]) -> Saved:
        """`areas` become those of `source`; empty forgets them."""
        others = {key: value for key, value in self.areas.items() if key != source}
        drawn = {**others, source: areas} if areas else others
        return replace(self, areas=dict(list(drawn.items())[-MOST_DRAWN:]))

    def with_recent(self, path: Path) -> Saved:
        """`path` becomes the newest of the recent files."""
        others = tuple(other for other in self.recent_files if other != path)
        return replace(self, recent_files=(path, *others)[:MOST_RECENT_FILES])

    def with_address(self, address: str) -> Saved:
        """`address` becomes the newest of the network cameras."""
        others = tuple(other for other in self.addresses if other != address)
        return replace(self, addresses=(address, *others)[:MOST_ADDRESSES])

    def with_range(self, path: Path, range_s: tuple[float, float] | None) -> Saved:
        """The part of a film that is wanted; None: all of it, and nothing is remembered."""
        others = [(key, value) for key, value in self.ranges.items() if key != str(path)]
        mine = [] if range_s is None else [(str(path), range_s)]
        return replace(self, ranges=dict((others + mine)[-MOST_RANGES:]))


class Store:
    """Reads and writes `Saved`; the window's thread only.

    Every value is written as JSON and read back on its own: one that cannot be understood is
    replaced by its default, or left out where it is one of several, and the file as it was is kept
    beside the new one.

    Several windows may have one file: each writes what it has changed itself, and of presets and
    lists the items, so that the one that closes last undoes nothing of the others'.

    Attributes:
        folder: Where the file is.
        notice: What a person should know about the last `load`; empty if all is well.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.folder = path.parent
        self._known = Saved()  # what this window has read or written last
        self.notice = ""

    def load(self) -> Saved:
        """What was saved; defaults where nothing was, or where it is damaged."""
        self.notice = ""
        values, rests, trouble = self._read()
        if trouble:
            with self._locked():
                values, rests, trouble = self._read()  # another window may have mended it meanwhile
                if trouble:
                    self._set_aside(trouble)
                    # What is left of it shall survive a crash, too.
                    self._write(replace(Saved(), **values, **rests), {})
        self._known = replace(Saved(), **values, **rests)
        return self._known

    def save(self, saved: Saved) -> bool:
        """Write what has changed since the last `load` or `save`; False if that is impossible."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("the settings cannot be saved: %s", error)
            return False
        with self._locked() as is_locked:
            if not is_locked:
                return False
            values, _, trouble = self._read()
            # What is missing there, or damaged, counts as not changed by another window.
            together = _merged(self._known, saved, replace(self._known, **values))
            if trouble:
                log.warning("%s; they are written again", trouble)
                self._move_aside()
                values = {}
            if not self._write(together, values):
                return False
        self._known = saved
        return True

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        """Keep other windows from writing meanwhile; whether that was possible."""
        # Not QSettings' own, which it takes and gives back inside `sync`.
        lock = QLockFile(str(self._path.with_suffix(".saving")))
        is_locked = lock.tryLock(LOCK_WAIT_MS)
        if not is_locked:
            log.warning("the settings cannot be locked: %s", lock.error().name)
        try:
            yield is_locked
        finally:
            lock.unlock()

    def _read(self) -> tuple[dict[str, Any], dict[str, Any], str]:
        """What the file holds.

        Returns:
            The values of the fields that are whole; what is left of those that are not; and what
            is wrong, if anything.
        """
        try:
            if not self._path.is_file():
                return {}, {}, UNREADABLE if os.path.lexists(self._path) else ""
            if self._path.stat().st_size > MOST_BYTES:
                return {}, {}, UNREADABLE
        except OSError as error:
            log.warning("the settings cannot be read: %s", error)
            return {}, {}, UNREADABLE
        store = QSettings(str(self._path), QSettings.Format.IniFormat)
        is_readable = store.status() == QSettings.Status.NoError
        version = str(store.value("format"))
        if not is_readable or version != str(FORMAT):
            is_later = is_readable and version.isdecimal() and int(version[:9]) > FORMAT
            return {}, {}, FROM_LATER if is_later else UNREADABLE
        values, rests, damaged = {}, {}, []
        for name in _KINDS:
            if not store.contains(name):
                continue
            value, error = _understood(lambda n: _read(n, json.loads(str(store.value(n)))), name)
            if error is None:
                values[name] = value
                continue
            log.warning("setting %s is damaged: %s", name, error)
            damaged.append(name.replace("_", " "))
            if isinstance(error, _PartlyDamagedError):
                rests[name] = error.rest
        if damaged:
            trouble = Message(
                "The saved settings had damaged entries ({names}), which were replaced by defaults",
                names=", ".join(damaged),
            )
            return values, rests, trouble
        return values, {}, ""

    def _write(self, saved: Saved, present: Mapping[str, Any]) -> bool:
        """Write the fields that differ from what is `present`; False if the disk refuses."""
        store = QSettings(str(self._path), QSettings.Format.IniFormat)
        store.setValue("format", FORMAT)
        for name in _KINDS:
            value = getattr(saved, name)
            if name not in present or present[name] != value:
                store.setValue(name, json.dumps(_write(name, value)))
        store.sync()  # QSettings writes a temporary file and renames it: never half a store
        return store.status() == QSettings.Status.NoError

    def _set_aside(self, what: str) -> None:
        kept = self._move_aside()
        self.notice = Message(
            "{what}; the old file is kept as {name}.", what=what, name=kept.name if kept else ""
        )
        if kept is None:
            self.notice = Message(
                "{what}; they cannot be saved: look at {path}.", what=what, path=self._path
            )

    def _move_aside(self) -> Path | None:
        kept = self._path.with_suffix(".damaged.ini")
        try:
            self._path.replace(kept)
        except OSError as error:
            log.warning("the damaged settings cannot be moved: %s", error)
            return None
        return kept


def _merged(base: Saved, mine: Saved, theirs: Saved) -> Saved:
    """`theirs` with what has become of `base` in `mine`; of presets and lists, item by item."""
    together: dict[str, Any] = {}
    for item in fields(Saved):
        was, now, there = (getattr(saved, item.name) for saved in (base, mine, theirs))
        if now in (was, there):
            together[item.name] = there
        elif isinstance(now, Mapping):
            together[item.name] = _merged_items(was, now, there)
        elif item.name in _MOST:
            kept = [one for one in now if one in there or one not in was]
            added = [one for one in there if one not in was and one not in now]
            together[item.name] = tuple(kept + added)[: _MOST[item.name]]
        else:
            together[item.name] = now
    return Saved(**together)


def _merged_items(
    was: Mapping[str, Any], now: Mapping[str, Any], there: Mapping[str, Any]
) -> dict[str, Any]:
    together: dict[str, Any] = {}
    for key, value in now.items():
        if key not in was or was[key] != value:
            together[key] = value
        elif key in there:
            together[key] = there[key]
    added = {key: value for key, value in there.items() if key not in was and key not in now}
    return together | added


class _PartlyDamagedError(ValueError):
    """Some items of an entry cannot be understood; `rest` is the entry without them."""

    def __init__(self, rest: Any, count: int) -> None:
        super().__init__(f"{count} of its items cannot be understood")
        self.rest = rest


def _understood(read: Callable[[Any], Any], data: Any) -> tuple[Any, Exception | None]:
    """What `read` makes of `data`, or why it cannot."""
    try:
        return read(data), None
    # Anybody can have written anything there, and no list of what parsing that raises stays
    # complete: OverflowError and RecursionError kept the window from opening.
    except Exception as error:  # noqa: BLE001
        return None, error


def _whole(rest: Any, count: int) -> Any:
    if len(rest) < count:
        raise _PartlyDamagedError(rest, count - len(rest))
    return rest


def _read(name: str, data: Any) -> Any:
    """What an entry holds; of several items each is read on its own.

    Raises:
        _PartlyDamagedError: Some of them cannot be understood.
        Exception: None of it can.
    """
    kind = _KINDS[name]
    if get_origin(kind) is Mapping:
        read = _READERS.get(name, partial(read_as, get_args(kind)[1]))
        pairs = [
            _understood(lambda pair: (read_as(str, pair[0]), read(pair[1])), pair)
            for pair in convert(data, dict).items()
        ]
        return _whole(dict(pair for pair, error in pairs if error is None), len(data))
    if name in _MOST:
        read = _READERS.get(name, partial(read_as, get_args(kind)[0]))
        items = [_understood(read, item) for item in convert(data, list)[: _MOST[name]]]
        return _whole(tuple(value for value, error in items if error is None), len(items))
    return _READERS.get(name, partial(read_as, kind))(data)


def _write(name: str, value: Any) -> Any:
    write = _WRITERS.get(name, plain_of)
    if isinstance(value, Mapping):
        return {key: write(item) for key, item in value.items()}
    return [write(item) for item in value] if name in _MOST else write(value)


def _write_look(look: Settings | Preset) -> dict[str, Any]:
    """Settings or a preset: the background as its text, and the rows that are remembered."""

    def remembered(part: Any) -> dict[str, Any]:
        return {row.name: getattr(part, row.name) for row in rows(part) if row.is_remembered}

    return {
        "background": str(look.background.remembered),
        **{part: remembered(getattr(look, part)) for part in PARTS},
        **(remembered(look) if isinstance(look, Settings) else {"mirror": look.mirror}),
    }


def _read_look(kind: type[T], data: dict[str, Any]) -> T:
    known = {"background", "areas", *PARTS, *(row.name for row in OTHERS if row.is_remembered)}
    kept = {name: value for name, value in data.items() if name in known}
    background = BackgroundSpec.parse(read_as(str, kept["background"]))
    look = {**kept, "edges": kept["edges"], "background": asdict(background)}
    return read_as(kind, look)


def _write_export(spec: JobSpec) -> dict[str, Any]:
    areas = plain_of(spec.settings.areas)
    return {**plain_of(spec), "settings": {**_write_look(spec.settings), "areas": areas}}


def _read_export(data: dict[str, Any]) -> JobSpec:
    settings = _read_look(Settings, data["settings"])
    spec = read_as(JobSpec, {**data, "settings": {}})
    for number in (spec.crf, spec.first_number, spec.height, spec.width):
        if number is not None and not 0 <= number <= 10**9:
            raise ValueError(f"{number!r:.80} is beyond all that an export asks for")
    return replace(spec, settings=settings)


def _read_address(data: object) -> str:
    address = read_as(str, data)
    CameraAddress.parse(address)
    return address


def _read_source(data: object) -> tuple[str, str]:
    kind, target = read_as(tuple[str, str], data)
    return kind, _read_address(target) if kind == "network" else target


def _read_mode(data: object) -> CameraMode | None:
    if data is None:
        return None
    mode = read_as(CameraMode, data)
    is_of_this_world = 0 < mode.height <= 100_000 and 0 < mode.width <= 100_000
    if not (is_of_this_world and 0 <= mode.frame_rate <= 10_000):
        raise ValueError(f"{data!r:.80} is no mode of a camera")
    return mode


def _read_key(data: object) -> str:
    keys = read_as(str, data)
    if len(keys) > MOST_KEY_LETTERS:
        raise ValueError(f"{keys!r:.80} is no key")
    combination(keys)
    return keys


def _read_range(data: object) -> tuple[float, float]:
    start_s, end_s = read_as(tuple[Moment, Moment], data)
    if start_s >= end_s:
        raise ValueError(f"a part from {start_s} s to {end_s} s is empty")
    return start_s, end_s


def _read_colour(data: object) -> str:
    spec = BackgroundSpec.parse(read_as(str, data))
    if spec.colour is None:
        raise ValueError(f"{data!r:.80} is no colour")
    return str(spec)


# Fields that are lists of things, each of which comes or goes on its own, and how many are kept.
_MOST: dict[str, int | None] = {
    "own_backgrounds": MOST_OWN_BACKGROUNDS,
    "recent_files": MOST_RECENT_FILES,
    "addresses": MOST_ADDRESSES,
    "folded": None,
    "exports": MOST_EXPORTS,
    "told": None,
    "mixed_colours": MOST_MIXED_COLOURS,
}

# A field of `Saved`, or one of its items, is read by its annotation, but for these.
_KINDS: dict[str, Any] = get_type_hints(Saved, include_extras=True)
_READERS: dict[str, Callable[[Any], Any]] = {
    "settings": partial(_read_look, Settings),
    "presets": partial(_read_look, Preset),
    "exports": _read_export,
    "addresses": _read_address,
    "source": _read_source,
    "camera_mode": _read_mode,
    "areas": areas_of,
    "keys": _read_key,
    "global_keys": _read_key,
    "ranges": _read_range,
    "mixed_colours": _read_colour,
}
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "settings": _write_look,
    "presets": _write_look,
    "exports": _write_export,
}


class State(QObject):
    """The one place where remembered values change.

    Args:
        store: Where they go.
        on_unwritable: Called when the disk does not take them.

    Signals:
        settings_changed: The `Settings` that are in force from now on.
        changed: Anything was replaced.
    """

    settings_changed = Signal(object)
    changed = Signal()

    def __init__(
        self, store: Store, on_unwritable: Callable[[], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._on_unwritable = on_unwritable
        self._saved = store.load()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WRITE_AFTER_MS)
        self._timer.timeout.connect(self.write)

    @property
    def folder(self) -> Path:
        """Where what is remembered lies."""
        return self._store.folder

    @property
    def saved(self) -> Saved:
        """The present values."""
        return self._saved

    @property
    def settings(self) -> Settings:
        """Background, look, model and device."""
        return self._saved.settings

    def update(self, **changes: Any) -> None:
        """Replace fields of `Saved`."""
        self.put(replace(self._saved, **changes))

    def change_settings(self, **changes: Any) -> None:
        """Replace fields of `Settings`."""
        self.put_settings(replace(self.settings, **changes))

    def put_settings(self, settings: Settings) -> None:
        """Replace `Settings` whole."""
        self.update(settings=settings)
        self.settings_changed.emit(settings)

    def put(self, saved: Saved) -> None:
        """Replace everything."""
        if saved != self._saved:
            self._saved = saved
            self._timer.start()
            self.changed.emit()

    def write(self) -> None:
        """Write now; the window calls it when it closes."""
        self._timer.stop()
        if not self._store.save(self._saved):
            self._on_unwritable()
