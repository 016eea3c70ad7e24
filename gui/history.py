"""History: undo and redo for the style, the background, and what is chosen for a film."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from time import monotonic
from typing import Any

from PySide6.QtCore import Signal

from app.messages import marked
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.settings import LAYER, OTHERS, PARTS, Settings
from gui.control import Control, Core
from gui.shared.language import tr
from gui.shared.sliders import GESTURES
from gui.shared.timers import timer

MOST_STEPS = 200
# Repeated arrow keys on a slider are one step until a pause of this length.
SAME_STEP_S = 1.0
# Not undone: engine and clean plate, which are no style; and areas, which belong to a source:
# undone after a switch, they would keep parts of the wrong room.
_OTHERS = {row.name for row in OTHERS if row.needs_engine}
_OTHERS |= {"input_pixels", "is_live", "learns_room", "empty_room", "keeps_room", "areas", *PARTS}
_LAYER = {row.name for row in LAYER}
_OF_SOURCE = ("people", "strokes", "logs")  # forgotten when another source opens
_LISTS = ("presets", "own_backgrounds", *_OF_SOURCE)
_ROWS = [*OTHERS, *(row for table in PARTS.values() for row in table)]
_SETTINGS = {item.name for item in fields(Settings)} - _OTHERS
_SETTINGS |= {row.name for table in PARTS.values() for row in table}
_LABELS = {row.name: row.label for row in _ROWS if row.label}
_WORDS = {
    "presets": marked("presets"),
    "own_backgrounds": marked("your backgrounds"),
    "background": marked("background"),
    "background_fit": marked("background fit"),
    "people": marked("people who stay"),
    "strokes": marked("strokes"),
    "logs": marked("log curve of the camera"),
}


@dataclass(slots=True)
class Step:
    """One change.

    Attributes:
        before, after: The changed values, by name.
        gesture: Number of its drag; 0: none.
        at_s: Time of the last change.
    """

    before: dict[str, Any]
    after: dict[str, Any]
    words: str
    gesture: int
    at_s: float


class History(Control):
    """Records changes of the store, and restores earlier values.

    Changes within one turn of the event loop are one step, as are a drag and repeated keys on
    one slider. "My room" is never a step, so undo cannot show the room.

    Signals:
        restored: Earlier values are in force; widgets must refresh.
    """

    restored = Signal()

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._undone: list[Step] = []
        self._done: list[Step] = []
        self._known = self._snapshot({})
        self._gesture = 0
        self._timer = timer(self, self._look, 0, is_once=True)
        core.state.changed.connect(self._on_changed)
        self._show()

    def forget(self) -> None:
        """Clear the history."""
        self._timer.stop()
        self._done.clear()
        self._undone.clear()
        self._known = self._snapshot(self._known)
        self._show()

    def forget_source(self) -> None:
        """Another source is shown: forget changes that belong to the one before."""
        self._look()
        for steps in (self._done, self._undone):
            for step in steps:
                for name in _OF_SOURCE:
                    step.before.pop(name, None)
                    step.after.pop(name, None)
            steps[:] = [step for step in steps if step.after]
        self._show()

    def undo(self) -> None:
        """Undo the newest step."""
        self._look()
        if self._done:
            step = self._done.pop()
            self._undone.append(step)
            self._put(step.before)

    def redo(self) -> None:
        """Redo the last undone step."""
        self._look()
        if self._undone:
            step = self._undone.pop()
            step.gesture = 0  # later changes are no part of that drag
            self._done.append(step)
            self._put(step.after)

    def _on_changed(self) -> None:
        self._gesture = GESTURES.current
        if not self._timer.isActive():
            self._timer.start()

    def _look(self) -> None:
        """Record the difference to the last known values."""
        self._timer.stop()
        now, known = self._snapshot(self._known), self._known
        changed = [name for name in now if now[name] != known[name]]
        self._known = now
        if not changed:
            return
        before = {name: known[name] for name in changed}
        after = {name: now[name] for name in changed}
        last = self._done[-1] if self._done else None
        if last is not None and not self._undone and self._continues(last, before, after):
            # A drag may change more values as it goes on.
            last.before, last.after = before | last.before, last.after | after
            last.words, last.at_s = self._words_of(last.after), monotonic()
            if last.after == last.before:
                self._done.pop()
        else:
            words = self._words_of(after)
            self._done.append(Step(before, after, words, self._gesture, monotonic()))
            del self._done[:-MOST_STEPS]
        self._undone.clear()
        self._show()

    def _continues(self, last: Step, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        if last.gesture != self._gesture:
            return False
        if self._gesture:
            return True
        if last.after.keys() != after.keys():
            return False
        is_soon = monotonic() - last.at_s < SAME_STEP_S
        return is_soon and all(_glides(before[name], after[name]) for name in after)

    def _snapshot(self, known: Mapping[str, Any]) -> dict[str, Any]:
        saved = self._state.saved
        values = {name: saved.settings.value(name) for name in _SETTINGS}
        if saved.settings.background.kind == "room":
            values["background"] = known.get("background", saved.settings.background.remembered)
        return values | {name: getattr(saved, name) for name in _LISTS}

    def _put(self, values: Mapping[str, Any]) -> None:
        lists = {name: value for name, value in values.items() if name in _LISTS}
        others = {name: value for name, value in values.items() if name not in _LISTS}
        self._state.update(**lists)
        self._state.put_settings(self._state.settings.changed(others))
        self._timer.stop()
        self._known = self._snapshot(self._known)
        self.restored.emit()
        self._show()

    def _words_of(self, after: Mapping[str, Any]) -> str:
        changed = after.keys()
        if len(changed) == 1:
            (name,) = changed
            return tr(_LABELS.get(name) or _WORDS.get(name) or name.replace("_", " "))
        if changed <= _LAYER:
            return tr("Person")
        settings = self._state.settings
        for name, preset in self._state.saved.presets.items():
            if (preset.background, preset.edges, preset.mirror) == (
                settings.background,
                settings.edges,
                settings.mirror,
            ) and "presets" not in changed:
                return tr("preset {name}", name=name)
        if "own_backgrounds" in changed:
            return tr(_WORDS["own_backgrounds"])
        return tr("look and background") if "background" in changed else tr("look")

    def _show(self) -> None:
        self._window.show_history(
            self._done[-1].words if self._done else "",
            self._undone[-1].words if self._undone else "",
        )


def _glides(before: object, after: object) -> bool:
    """Whether repeated keys may have made this change."""
    if isinstance(before, BackgroundSpec) and isinstance(after, BackgroundSpec):
        return before.kind == after.kind and before.kind in ("blur", "colour")
    return isinstance(before, float) and isinstance(after, float)
