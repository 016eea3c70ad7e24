"""Store: what survives a restart, in one small file that may be damaged without harm."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings

from gpu_unet.settings import EdgeSettings
from gui.source_panel import CameraMode
from gui.theme import CHOICES, Choice
from pipeline.background_spec import BackgroundSpec
from pipeline.settings import Settings
from video.address import CameraAddress

log = logging.getLogger(__name__)

FORMAT = 1
MOST_RECENT_FILES = 8
MOST_OWN_BACKGROUNDS = 60
MOST_ADDRESSES = 5


@dataclass(frozen=True, slots=True)
class Preset:
    """A named look with its background."""

    background: BackgroundSpec
    edges: EdgeSettings
    mirror: bool


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
        is_looping: Files begin again at their end.
        theme: "system", "dark" or "light".
        folded: Titles of the side panel's sections that are folded.
        costs_ms: ms per frame measured here, by "model on device".
        geometry: Of the window, as Qt wrote it.
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
    is_looping: bool = True
    theme: Choice = "system"
    folded: tuple[str, ...] = ()
    costs_ms: Mapping[str, float] = field(default_factory=dict)
    geometry: bytes = b""

    def with_recent(self, path: Path) -> Saved:
        """`path` becomes the newest of the recent files."""
        others = tuple(other for other in self.recent_files if other != path)
        return replace(self, recent_files=(path, *others)[:MOST_RECENT_FILES])

    def with_address(self, address: str) -> Saved:
        """`address` becomes the newest of the network cameras."""
        others = tuple(other for other in self.addresses if other != address)
        return replace(self, addresses=(address, *others)[:MOST_ADDRESSES])


class Store:
    """Reads and writes `Saved`; the window's thread only.

    Every value is written as JSON and read back on its own: one that cannot be understood is
    replaced by its default, and the file as it was is kept beside the new one.

    Attributes:
        notice: What a person should know about the last `load`; empty if all is well.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.notice = ""

    def load(self) -> Saved:
        """What was saved; defaults where nothing was, or where it is damaged."""
        self.notice = ""
        if not self._path.exists():
            return Saved()
        store = QSettings(str(self._path), QSettings.Format.IniFormat)
        is_readable = store.status() == QSettings.Status.NoError
        if not is_readable or str(store.value("format")) != str(FORMAT):
            self._set_aside("could not be read")
            return Saved()
        saved, damaged = Saved(), []
        for name, (_, read) in _CODECS.items():
            text = store.value(name)
            if text is None:
                continue
            try:
                saved = replace(saved, **{name: read(json.loads(str(text)))})
            except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
                log.warning("setting %s is damaged: %s", name, error)
                damaged.append(name.replace("_", " "))
        if damaged:
            self._set_aside(f"had damaged entries ({', '.join(damaged)})")
        return saved

    def save(self, saved: Saved) -> bool:
        """Write everything; False if the disk did not take it."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("the settings cannot be saved: %s", error)
            return False
        store = QSettings(str(self._path), QSettings.Format.IniFormat)
        store.setValue("format", FORMAT)
        for name, (write, _) in _CODECS.items():
            store.setValue(name, json.dumps(write(getattr(saved, name))))
        store.sync()  # QSettings writes a temporary file and renames it: never half a store
        return store.status() == QSettings.Status.NoError

    def _set_aside(self, what: str) -> None:
        kept = self._path.with_suffix(".damaged.ini")
        try:
            self._path.replace(kept)
        except OSError as error:
            log.warning("the damaged settings cannot be moved: %s", error)
        self.notice = (
            f"The saved settings {what} and were replaced by defaults; "
            f"the old file is kept as {kept.name}."
        )


def _write_settings(settings: Settings) -> dict[str, Any]:
    return {
        "background": str(settings.background),
        "edges": asdict(settings.edges),
        "mirror": settings.mirror,
        "model": settings.model,
        "device": settings.device,
    }


def _read_settings(data: dict[str, Any]) -> Settings:
    return Settings(
        background=BackgroundSpec.parse(data["background"]),
        edges=_read_edges(data["edges"]),
        mirror=_boolean(data["mirror"]),
        model=_text(data["model"]),
        device=data["device"],
    )


def _read_edges(data: dict[str, Any]) -> EdgeSettings:
    known = {item.name: item.default for item in fields(EdgeSettings)}
    values: dict[str, Any] = {
        name: _boolean(value) if isinstance(known[name], bool) else float(value)
        for name, value in data.items()
        if name in known
    }
    return EdgeSettings(**values)


def _write_preset(preset: Preset) -> dict[str, Any]:
    return {
        "background": str(preset.background),
        "edges": asdict(preset.edges),
        "mirror": preset.mirror,
    }


def _read_preset(data: dict[str, Any]) -> Preset:
    return Preset(
        BackgroundSpec.parse(data["background"]),
        _read_edges(data["edges"]),
        _boolean(data["mirror"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _address(value: object) -> str:
    CameraAddress.parse(_text(value))
    return _text(value)


def _read_source(kind: str, target: object) -> tuple[str, str]:
    return kind, _address(target) if kind == "network" else _text(target)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _paths(most: int) -> Callable[[list[Any]], tuple[Path, ...]]:
    return lambda data: tuple(Path(_text(item)) for item in data)[:most]


def _write_paths(paths: tuple[Path, ...]) -> list[str]:
    return [str(path) for path in paths]


def _read_theme(data: object) -> Choice:
    for choice in CHOICES:
        if choice == data:
            return choice
    raise ValueError(f"{data!r} is no theme")


def _read_mode(data: dict[str, Any] | None) -> CameraMode | None:
    if data is None:
        return None
    return CameraMode(int(data["height"]), int(data["width"]), float(data["frame_rate"]))


# How each field of `Saved` is written to JSON and read from it.
_CODECS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "settings": (_write_settings, _read_settings),
    "presets": (
        lambda presets: {name: _write_preset(preset) for name, preset in presets.items()},
        lambda data: {_text(name): _read_preset(value) for name, value in data.items()},
    ),
    "own_backgrounds": (_write_paths, _paths(MOST_OWN_BACKGROUNDS)),
    "recent_files": (_write_paths, _paths(MOST_RECENT_FILES)),
    "addresses": (list, lambda data: tuple(_address(item) for item in data)[:MOST_ADDRESSES]),
    "source": (list, lambda data: _read_source(_text(data[0]), data[1])),
    "camera_mode": (lambda mode: None if mode is None else asdict(mode), _read_mode),
    "folder": (
        lambda path: None if path is None else str(path),
        lambda data: None if data is None else Path(_text(data)),
    ),
    "microphone": (str, _text),
    "is_looping": (bool, _boolean),
    "theme": (str, _read_theme),
    "folded": (list, lambda data: tuple(_text(item) for item in data)),
    "costs_ms": (dict, lambda data: {_text(name): float(ms) for name, ms in data.items()}),
    "geometry": (
        lambda data: base64.b64encode(data).decode(),
        lambda data: base64.b64decode(_text(data), validate=True),
    ),
}
