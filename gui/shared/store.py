"""Store: persistent values in one small file; damage costs single entries only."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QSettings, QStandardPaths, Signal

from app.messages import Message
from app.pipeline.settings import Settings
from app.video.typed_path import typed_path
from gui.shared.saved import (
    FIELDS,
    LISTS,
    PartlyDamagedError,
    Saved,
    read_entry,
    understood,
    write_entry,
)
from gui.shared.timers import timer

log = logging.getLogger(__name__)

FORMAT = 1  # format version; raised when older programs could no longer read the file
MOST_BYTES = 64 << 20  # of the file: strokes have some million, other values ten thousand
UNREADABLE = Message("The saved settings could not be read and were replaced by defaults")
FROM_LATER = Message(
    "The saved settings come from a newer version of Backdrop and were replaced by defaults"
)
LOCK_WAIT_MS = 2000  # another window writes for a few milliseconds
# A slider that is dragged changes a value sixty times a second; one write afterwards is enough.
WRITE_AFTER_MS = 1000


class Store:
    """Reads and writes `Saved`; the window's thread only.

    Every value is written as JSON and read back on its own: one that cannot be understood is
    replaced by its default, or left out where it is one of several, and the file as it was is kept
    beside the new one.

    Several windows may share the file: each writes only what it changed itself, and merges
    presets and lists item by item, so that the last to close keeps the others' changes.

    Attributes:
        folder: Where it is.
        notice: What a person should know about the last `load`; empty if all is well.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path.parent
        self._known = Saved()  # what this window has read or written last
        self.notice = ""

    def load(self) -> Saved:
        """Read the file; missing or damaged entries give defaults."""
        self.notice = ""
        values, rests, trouble = self._read()
        if trouble:
            with self._locked():
                values, rests, trouble = self._read()  # now under the lock
                if trouble:
                    self._set_aside(trouble)
                    # Write the repaired values now, so that they survive a crash.
                    self._write(replace(Saved(), **values, **rests), {})
        self._known = replace(Saved(), **values, **rests)
        return self._known

    def save(self, saved: Saved) -> bool:
        """Write what changed since the last `load` or `save`; False if the disk refuses."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("the settings cannot be saved: %s", error)
            return False
        with self._locked() as is_locked:
            if not is_locked:
                return False
            values, _, trouble = self._read()
            # Entries that are missing or damaged there count as unchanged by other windows.
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
        """Lock the file against other windows; yields whether that worked."""
        # Not QSettings' own, which it takes and gives back inside `sync`.
        lock = QLockFile(str(self.path.with_suffix(".saving")))
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
            if not self.path.is_file():
                return {}, {}, UNREADABLE if os.path.lexists(self.path) else ""
            if self.path.stat().st_size > MOST_BYTES:
                return {}, {}, UNREADABLE
        except OSError as error:
            log.warning("the settings cannot be read: %s", error)
            return {}, {}, UNREADABLE
        store = QSettings(str(self.path), QSettings.Format.IniFormat)
        is_readable = store.status() == QSettings.Status.NoError
        version = str(store.value("format"))
        if not is_readable or version != str(FORMAT):
            is_later = is_readable and version.isdecimal() and int(version[:9]) > FORMAT
            return {}, {}, FROM_LATER if is_later else UNREADABLE
        values, rests, damaged = {}, {}, []
        for name in FIELDS:
            if not store.contains(name):
                continue
            value, error = understood(lambda n: read_entry(n, str(store.value(n))), name)
            if error is None:
                values[name] = value
                continue
            log.warning("setting %s is damaged: %s", name, error)
            damaged.append(name.replace("_", " "))
            if isinstance(error, PartlyDamagedError):
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
        store = QSettings(str(self.path), QSettings.Format.IniFormat)
        store.setValue("format", FORMAT)
        for name in FIELDS:
            value = getattr(saved, name)
            if name not in present or present[name] != value:
                store.setValue(name, write_entry(name, value))
        store.sync()  # QSettings writes a temporary file and renames it: never half a store
        return store.status() == QSettings.Status.NoError

    def _set_aside(self, what: str) -> None:
        kept = self._move_aside()
        self.notice = Message(
            "{what}; the old file is kept as {name}.", what=what, name=kept.name if kept else ""
        )
        if kept is None:
            self.notice = Message(
                "{what}; they cannot be saved: check {path}.", what=what, path=self.path
            )

    def _move_aside(self) -> Path | None:
        kept = self.path.with_suffix(".damaged.ini")
        try:
            self.path.replace(kept)
        except OSError as error:
            log.warning("the damaged settings cannot be moved: %s", error)
            return None
        return kept


def _merged(base: Saved, mine: Saved, theirs: Saved) -> Saved:
    """Three-way merge: `theirs` plus the changes from `base` to `mine`; lists item by item."""
    together: dict[str, Any] = {}
    for item in fields(Saved):
        was, now, there = (getattr(saved, item.name) for saved in (base, mine, theirs))
        if now in (was, there):
            together[item.name] = there
        elif isinstance(now, Mapping):
            together[item.name] = _merged_items(was, now, there)
        elif item.name in LISTS:
            kept = [one for one in now if one in there or one not in was]
            added = [one for one in there if one not in was and one not in now]
            together[item.name] = tuple(kept + added)[: LISTS[item.name]]
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


class State(QObject):
    """Owns the persistent values; all changes go through it.

    Attributes:
        store: Where they are kept.
        saved: The present values.

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
        self.store = store
        self._on_unwritable = on_unwritable
        self.saved = store.load()
        self._timer = timer(self, self.write, WRITE_AFTER_MS, is_once=True)

    @property
    def folder(self) -> Path:
        """Folder of the settings file."""
        return self.store.folder

    @property
    def recordings_folder(self) -> Path:
        """Where recordings and snapshots go."""
        movies = QStandardPaths.StandardLocation.MoviesLocation
        default = QStandardPaths.writableLocation(movies) or "~"
        return self.saved.folder or typed_path(default)

    @property
    def settings(self) -> Settings:
        """Background, style, model and device."""
        return self.saved.settings

    def update(self, **changes: Any) -> None:
        """Replace fields of `Saved`."""
        self.put(replace(self.saved, **changes))

    def change_settings(self, **changes: Any) -> None:
        """Replace fields of `Settings`, or rows of its parts, by their names."""
        self.put_settings(self.settings.changed(changes))

    def change(self, name: str, value: object) -> None:
        """Replace one field or row of `Settings`."""
        self.change_settings(**{name: value})

    def put_settings(self, settings: Settings) -> None:
        """Replace `Settings` whole."""
        self.update(settings=settings)
        self.settings_changed.emit(settings)

    def put(self, saved: Saved) -> None:
        """Replace everything."""
        if saved != self.saved:
            self.saved = saved
            self._timer.start()
            self.changed.emit()

    def write(self) -> None:
        """Write now; the window calls it when it closes."""
        self._timer.stop()
        if not self.store.save(self.saved):
            self._on_unwritable()
