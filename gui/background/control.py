"""BackgroundControl: applies the gallery's choices, and stores the user's backgrounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QImage

from app.messages import Message
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live import events
from app.pipeline.settings import Settings
from gui.background.copies import forget_unused, keep
from gui.background.gallery import Entry
from gui.control import Control, Core
from gui.shared.language import tr
from gui.shared.saved import MOST_OWN_BACKGROUNDS

BACKGROUNDS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "backgrounds"
INSTEAD = BackgroundSpec("blur")  # of a background that is removed while it is shown


class BackgroundControl(Control):
    """Connects the gallery, the session's thumbnails and the store."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._folder = core.copies
        self._before_room = BackgroundSpec("blur")
        # Files whose thumbnail decides whether they are stored, and the missing file they replace.
        self._trying: dict[Path, Path | None] = {}
        self._dropped: set[Path] = set()  # on the picture: say what became of them
        gallery = core.window.gallery
        core.window.backgrounds_dropped.connect(self._on_dropped)
        core.window.welcome.sample.clicked.connect(self._begin_with_picture)
        gallery.chosen.connect(self.choose)
        gallery.files_added.connect(self._on_files_added)
        gallery.entry_removed.connect(self._remove_background)
        gallery.entry_located.connect(self._locate)
        change = core.state.change
        gallery.fit.chosen.connect(lambda fit: change("background_fit", fit))
        gallery.backdrop.changed.connect(change)
        gallery.slides_by_time.clicked.connect(lambda is_on: change("slides_by_time", is_on))
        gallery.colour_mixed.connect(self._remember_colour)
        gallery.start_folder = str(core.state.saved.folders.get("backgrounds", ""))
        core.window.preview.pages.turned.connect(self.turn_slides)
        core.session.thumbnail_ready.connect(self._on_thumbnail)

    def start(self) -> None:
        """Fill the gallery with built-in and stored backgrounds."""
        self._window.gallery.show_mixed(self._state.saved.mixed_colours)
        self.show_again()
        folder, used = self._folder, self._used()
        doing = Message("looking through the backgrounds")
        self._session.tasks.run(doing, lambda: forget_unused(folder, used))

    def _on_settings(self, settings: Settings) -> None:
        self._window.gallery.show_chosen(settings.background)
        self._window.gallery.show_backdrop(settings.backdrop)
        self._window.preview.is_room_marked = settings.background.kind == "room"

    def turn_slides(self, pages: int) -> None:
        """Go on by so many slides, or back."""
        if self._session.worker is not None:
            self._session.worker.turn_slides(pages)

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.PageTurned):
            self._window.preview.show_page(event.page)
            self._window.gallery.slides_by_time.setVisible(
                event.page is not None and event.page[1] > 1
            )

    def show_again(self) -> None:
        """Fill the gallery again, after undo or redo."""
        shown = self._window.gallery.paths()
        self._show_gallery()
        for path in (*self._bundled(), *self._state.saved.own_backgrounds):
            if path not in shown:
                self._session.load_thumbnail(path)

    def next_background(self) -> None:
        """Select the next background of the gallery."""
        self.choose(self._window.gallery.next_after(self._state.settings.background))

    def leave_room(self) -> None:
        """Leave "My room", because another source opens: its room needs a new choice."""
        self._window.gallery.forget_room(self._before_room)
        if self._state.settings.background.kind == "room":
            self.choose(self._before_room)

    def try_backgrounds(self, paths: list[Path]) -> None:
        """Add files to the gallery, each once its thumbnail proves that it opens."""
        for path in paths:
            if path not in self._state.saved.own_backgrounds:
                self._trying[path] = None
                self._session.load_thumbnail(path)
            else:
                self.choose(BackgroundSpec("file", path=path))

    def _begin_with_picture(self) -> None:
        """Give the sample of a first start a picture: it is seen while the engine is prepared.

        A blur has nothing to show before the first matte: the background alone is grey.
        """
        bundled = self._bundled()
        if self._state.settings.background == Settings().background and bundled:
            self.choose(BackgroundSpec("file", path=bundled[0]))

    def _on_dropped(self, paths: list[Path]) -> None:
        """Pictures were dropped on a camera's picture."""
        self._dropped.update(paths)
        for path in paths:
            if path in self._state.saved.own_backgrounds:
                self._take_dropped(path, path)
        self.try_backgrounds([path for path in paths if path in self._dropped])

    def _take_dropped(self, path: Path, kept: Path) -> None:
        """Make a dropped picture the background, and say so."""
        self._dropped.discard(path)
        before = self._state.settings.background
        self.choose(BackgroundSpec("file", path=kept))
        # Undo never shows what somebody may have left on purpose: the room, or the screen.
        can_undo = before.kind not in ("room", "screen")
        self._notify(
            "info",
            tr("{name} is the background now.", name=path.name),
            action=(tr("Undo"), lambda: self.choose(before)) if can_undo else None,
            code="background-dropped",
        )

    def _on_files_added(self, paths: list[Path]) -> None:
        if paths:
            folders = {**self._state.saved.folders, "backgrounds": paths[0].parent}
            self._state.update(folders=folders)
            self._window.gallery.start_folder = str(paths[0].parent)
        self.try_backgrounds(paths)

    def _bundled(self) -> list[Path]:
        return sorted(BACKGROUNDS_FOLDER.glob("*.jpg"))

    def _used(self) -> set[Path]:
        """Own files that are in use."""
        saved = self._state.saved
        backgrounds = [preset.background for preset in saved.presets.values()]
        backgrounds += [spec.settings.background for spec in saved.exports]
        backgrounds.append(saved.settings.background)
        paths = {background.path for background in backgrounds if background.path is not None}
        return {*saved.own_backgrounds, *paths}

    def _show_gallery(self) -> None:
        own = [Entry(path, path.stem, True) for path in self._state.saved.own_backgrounds]
        bundled = [Entry(path, tr(path.stem.capitalize()), False) for path in self._bundled()]
        self._window.gallery.show_entries(bundled + own)

    def choose(self, spec: BackgroundSpec) -> None:
        """Put this behind the person."""
        self._window.notices.dismiss_all("background")  # these notices were about another
        # background
        now = self._state.settings.background
        if spec.kind == "room" and now.kind != "room":
            self._before_room = now
        self._state.change_settings(background=spec)
        if spec == now and (worker := self._session.worker) is not None:
            worker.retry_background()

    def _remember_colour(self, colour: str) -> None:
        self._state.put(self._state.saved.with_newest("mixed_colours", colour))
        self._window.gallery.show_mixed(self._state.saved.mixed_colours)

    def _on_thumbnail(self, path: Path, image: QImage | None, sentence: str) -> None:
        was_trying = path in self._trying
        if image is None:
            self._trying.pop(path, None)
            self._dropped.discard(path)
            if was_trying:
                self._notify("warning", sentence, code=f"background {path}")
            else:  # a stored one: its disk may return
                self._window.gallery.show_missing(path, sentence)
            return
        if was_trying:
            doing, folder = Message("keeping the background {path}", path=path), self._folder
            self._session.tasks.answer(doing, self._on_kept, lambda: (path, keep(path, folder)))
        self._window.gallery.show_thumbnail(path, image)

    def _on_kept(self, path: Path, kept: Path) -> None:
        missing = self._trying.pop(path, None)
        own = list(self._state.saved.own_backgrounds)
        if missing in own:
            own[own.index(missing)] = kept
        elif kept not in own:
            own.append(kept)
        self._state.update(own_backgrounds=tuple(own)[-MOST_OWN_BACKGROUNDS:])
        if missing is not None:
            self._replace_in_presets(missing, kept)
        self._show_gallery()
        if path in self._dropped:
            self._take_dropped(path, kept)
        else:
            self.choose(BackgroundSpec("file", path=kept))
        self._session.load_thumbnail(kept)

    def _locate(self, missing: Path, found: Path) -> None:
        """Replace the path of a moved file."""
        self._trying[found] = missing
        self._session.load_thumbnail(found)

    def _replace_in_presets(self, missing: Path, kept: Path) -> None:
        presets = {
            name: replace(preset, background=BackgroundSpec("file", path=kept))
            if preset.background.path == missing
            else preset
            for name, preset in self._state.saved.presets.items()
        }
        self._state.update(presets=presets)

    def _remove_background(self, path: Path) -> None:
        own = list(self._state.saved.own_backgrounds)
        if path not in own:  # a key that repeats removes a tile twice
            return
        place = own.index(path)
        own.remove(path)
        self._state.update(own_backgrounds=tuple(own))
        was_shown = self._state.settings.background.path == path
        if was_shown:
            self.choose(INSTEAD)
        self._show_gallery()
        self._notify(
            "info",
            tr("{name} was removed from the gallery.", name=path.name),
            action=(tr("Undo"), lambda: self._put_back(path, place, was_shown=was_shown)),
            code="background-removed",
        )

    def _put_back(self, path: Path, place: int, *, was_shown: bool) -> None:
        """Undo a removal, also of a file that is missing at present."""
        own = list(self._state.saved.own_backgrounds)
        if path not in own:
            own.insert(place, path)
            self._state.update(own_backgrounds=tuple(own)[-MOST_OWN_BACKGROUNDS:])
            self.show_again()
        if was_shown and self._state.settings.background == INSTEAD:
            self.choose(BackgroundSpec("file", path=path))
