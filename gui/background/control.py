"""BackgroundControl: what the gallery asks for, and the pictures and videos that it remembers."""

from __future__ import annotations

from pathlib import Path

from gui.background.gallery import Entry
from gui.background.thumbnails import Thumbnail
from gui.control import Control
from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.store import MOST_OWN_BACKGROUNDS, State
from pipeline.background_spec import BackgroundSpec
from pipeline.settings import Settings

BACKGROUNDS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "backgrounds"


class BackgroundControl(Control):
    """Between the gallery, the session's thumbnails and what is remembered."""

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window, session, state)
        self._trying: set[Path] = set()  # files whose thumbnails decide whether they are kept
        gallery = window.gallery
        gallery.chosen.connect(self._choose_background)
        gallery.files_added.connect(self.try_backgrounds)
        gallery.entry_removed.connect(self._remove_background)
        session.thumbnail_ready.connect(self._on_thumbnail)
        state.settings_changed.connect(self._on_settings)

    def start(self) -> None:
        """Fill the gallery with what is there and what is remembered."""
        self._show_gallery()
        for path in self._bundled():
            self._session.load_thumbnail(path)
        for path in self._state.saved.own_backgrounds:
            self._session.load_thumbnail(path)
        self._on_settings(self._state.settings)

    def _on_settings(self, settings: Settings) -> None:
        self._window.gallery.show_chosen(settings.background)

    def next_background(self) -> None:
        """The next one of the gallery."""
        self._choose_background(self._window.gallery.next_after(self._state.settings.background))

    def try_backgrounds(self, paths: list[Path]) -> None:
        """Add files to the gallery, each as soon as it proves to be a picture or a video."""
        for path in paths:
            if path not in self._state.saved.own_backgrounds:
                self._trying.add(path)
                self._session.load_thumbnail(path)
            else:
                self._choose_background(BackgroundSpec("file", path=path))

    def _bundled(self) -> list[Path]:
        return sorted(BACKGROUNDS_FOLDER.glob("*.jpg"))

    def _show_gallery(self) -> None:
        own = [Entry(path, path.stem, True) for path in self._state.saved.own_backgrounds]
        bundled = [Entry(path, path.stem.capitalize(), False) for path in self._bundled()]
        self._window.gallery.show_entries(bundled + own)

    def _choose_background(self, spec: BackgroundSpec) -> None:
        self._state.change_settings(background=spec)

    def _on_thumbnail(self, thumbnail: Thumbnail) -> None:
        path = thumbnail.path
        was_trying = path in self._trying
        self._trying.discard(path)
        if thumbnail.image is None:
            if was_trying:
                self._window.notices.show_notice(
                    "warning", thumbnail.sentence, code=f"background {path}"
                )
            else:  # one of earlier days: its disk may be back tomorrow
                self._window.gallery.show_missing(path, thumbnail.sentence)
            return
        if was_trying:
            own = (*self._state.saved.own_backgrounds, path)[-MOST_OWN_BACKGROUNDS:]
            self._state.update(own_backgrounds=own)
            self._show_gallery()
            self._choose_background(BackgroundSpec("file", path=path))
        self._window.gallery.show_thumbnail(path, thumbnail.image)

    def _remove_background(self, path: Path) -> None:
        own = tuple(other for other in self._state.saved.own_backgrounds if other != path)
        self._state.update(own_backgrounds=own)
        if self._state.settings.background.path == path:
            self._choose_background(BackgroundSpec("blur"))
        self._show_gallery()
