"""Make the pictures of the window for the README: `python -m assets.make_screenshots`.

Opens the real window on the built-in sample, uses it, and writes PNGs and one GIF to
`assets/screenshots`. Needs a display; without one:
`xvfb-run -s "-screen 0 3840x2400x24" python -m assets.make_screenshots`. Only our own sample and
our own backgrounds appear. `hour FOLDER [CLIP]` takes pictures of what four people do, on four
screens; with a clip, a network camera sends it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
from PIL import Image as Pictures
from PySide6.QtCore import QEventLoop, QPoint, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import model_names
from app.pipeline.live.source_request import SourceRequest
from app.video.cameras.sender import SenderStatus
from gui.app import App
from gui.background.control import BACKGROUNDS_FOLDER
from gui.output.control import TOLD_SILENT
from gui.preview.preview import picture_area
from gui.preview.view import ViewMode
from gui.session import Session
from gui.shared.language import ENGLISH, LANGUAGES, speak
from gui.shared.store import Store
from gui.shared.timers import WindowThreadGarbage
from gui.source.control import SAMPLE_CHOICE, TOLD_WELCOME
from gui.source.devices import Gpu, Inventory

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "screenshots"
WIDTH, HEIGHT = 1280, 800
SCREENS = {  # the window's size, and Qt's scale
    "960x540": ("960x540", "1"),
    "1280x720": ("1280x720", "1"),
    "1920x1080": ("1920x1080", "1"),
    "1920x1080 at 200 %": ("960x540", "2"),
}
is_size = re.compile(r"\d+x\d+").fullmatch
GIF_WIDTH, GIF_FRAME_MS = 720, 125
GIF_BACKGROUNDS = ("hills.jpg", "bokeh.jpg", "dusk.jpg", "daylight.jpg", "studio.jpg")
GIF_FRAMES_EACH = 9
BEST_PTS_S = (2.2, 3.4)  # where the sample is framed well
INVENTORY = Inventory(
    microphones=("Headset",),
    senders={"virtual_camera": SenderStatus(True)},
    gpu=Gpu(sentence="There is no NVIDIA GPU in this computer."),
)


def wait(app: App, condition: Callable[[], bool], timeout_s: float = 300.0) -> None:
    """Let the window work until `condition` holds."""
    until_s = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > until_s:
            raise TimeoutError("the window did not get there in time")
        pause(20)


def pause(milliseconds: int) -> None:
    """Let the window work for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def is_framed_well(app: App) -> bool:
    """A composite of the part of the sample that looks best is painted."""
    picture = app.window.preview.frame
    return (
        picture is not None
        and picture.has_valid_matte
        and BEST_PTS_S[0] < picture.pts_s < BEST_PTS_S[1]
    )


def is_composite(app: App) -> bool:
    """A picture with a valid matte is painted."""
    picture = app.window.preview.frame
    return picture is not None and picture.has_valid_matte


@contextlib.contextmanager
def sent_over_mjpeg(clip: Path) -> Iterator[str]:
    """The address of a network camera on this computer that sends `clip`, over and over."""
    sys.path.append(str(ROOT / "tests"))
    from mjpeg_camera import MjpegCamera  # pyright: ignore[reportMissingImports]

    class Clip(MjpegCamera):
        def pictures(self) -> Iterator[np.ndarray]:
            while True:
                with av.open(str(clip)) as container:
                    for frame in container.decode(video=0):
                        if self._is_dead.wait(self._interval_s):
                            return
                        yield frame.to_ndarray(format="rgb24")

    camera = Clip()
    camera.start()
    try:
        yield camera.address
    finally:
        camera.kill()


def choose(app: App, background: str) -> None:
    """Click a background and wait until it is painted."""
    app.window.gallery.tile(BACKGROUNDS_FOLDER / background).click()
    pause(400)


def save(app: App, name: str, *, of: QWidget | None = None) -> None:
    """Write one PNG."""
    path = FOLDER / f"{name}.png"
    (of or app.window).grab().toImage().save(str(path))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.2f} MB")  # noqa: T201


def shoot(app: App) -> None:
    """All scenes, one after the other."""
    window = app.window
    app.theme.choose("dark")
    choose(app, "hills.jpg")
    wait(app, lambda: is_framed_well(app))
    save(app, "window-dark")
    save_named_parts(app)
    app.theme.choose("light")
    choose(app, "daylight.jpg")
    wait(app, lambda: is_framed_well(app))
    save(app, "window-light")
    app.theme.choose("dark")
    choose(app, "bookshelf.jpg")
    app.view.choose(ViewMode.COMPARE)
    pause(300)
    wait(app, lambda: is_framed_well(app))
    save(app, "compare")
    app.view.choose(ViewMode.CUTOUT)
    pause(300)
    wait(app, lambda: is_framed_well(app))
    save(app, "cutout")
    app.view.choose(ViewMode.RESULT)
    app.theme.choose("light")
    choose(app, "aurora.jpg")
    for section in (window.source, window.gallery, window.look):
        section.set_open(False)
    window.engine.fold.click()
    app.output.toggle_recording()
    pause(6000)
    wait(app, lambda: is_framed_well(app))
    save(app, "recording-light-engine")
    app.output.toggle_recording()
    wait(app, lambda: not app.output.is_recording)
    app.theme.choose("dark")
    dialog = app.exports.ask()
    if dialog is not None:
        pause(500)
        save(app, "export", of=dialog)
        dialog.reject()
    for section in (window.source, window.gallery, window.look):
        section.set_open(True)
    window.notices.dismiss("recording")
    window.overlay.toggle()
    pause(200)
    save(app, "shortcuts")
    window.overlay.hide_again()


def save_named_parts(app: App) -> None:
    """The window with numbers on its parts; the README lists what they mean."""
    window = app.window
    image = window.grab().toImage()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = picture_area(window.preview)
    at: list[tuple[QWidget, QPoint]] = [
        (window.view, QPoint(window.view.width() - 4, 6)),
        (window.original, QPoint(window.original.width() - 4, 6)),
        (window.preview, area.topRight() + QPoint(-28, 28)),
        (window.source.header, QPoint(92, 12)),
        (window.gallery.header, QPoint(124, 12)),
        (window.look.header, QPoint(84, 12)),
        (window.transport.position, QPoint(80, 2)),
        (window.record_bar.record, QPoint(window.record_bar.record.width() - 4, 4)),
        (window.export, QPoint(window.export.width() - 6, 2)),
        (window.status, QPoint(560, 8)),
    ]
    font = QFont(window.font())
    font.setPixelSize(13)
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    for number, (widget, place) in enumerate(at, start=1):
        centre = QPointF(widget.mapTo(window, place))
        painter.setPen(QColor("white"))
        painter.setBrush(QColor("#e0457b"))
        painter.drawEllipse(centre, 12, 12)
        painter.drawText(
            QRectF(centre.x() - 12, centre.y() - 12, 24, 24),
            Qt.AlignmentFlag.AlignCenter,
            str(number),
        )
    painter.end()
    path = FOLDER / "window-parts.png"
    image.save(str(path))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.2f} MB")  # noqa: T201


class Hour:
    """What a newcomer, a streamer, a teacher and an editor do, a picture of each step.

    Args:
        app: Just started, as on a new computer.
        folder: Where the pictures go.
        clip: The streamer's network camera sends it, and the editor opens it; else the sample.
    """

    def __init__(self, app: App, folder: Path, clip: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._app, self._window, self._folder, self._clip = app, app.window, folder, clip
        self._names = iter(f"{number:02}" for number in range(1, 100))

    def run(self) -> None:
        """All four, one after the other."""
        for steps in (self._newcomer, self._streamer, self._teacher, self._editor):
            steps(steps.__name__.strip("_"))

    def _newcomer(self, who: str) -> None:
        app, window = self._app, self._window
        self._keep(f"{who}, first start")
        app.source.choose(SAMPLE_CHOICE)
        self._keep(f"{who}, the sample opens")
        wait(app, lambda: is_framed_well(app))
        self._keep(f"{who}, the sample plays")
        for name in ("keys", "about", "remote"):
            window.action.emit(name)
            self._keep_dialog(who)
        app.room.open()
        self._keep_dialog(who)
        window.gallery.mixed.click()
        self._keep_dialog(who)
        window.menu.popup(window.mapToGlobal(QPoint(0, 0)))
        self._keep(f"{who}, menu", of=window.menu)
        window.menu.close()

    def _streamer(self, who: str) -> None:
        app = self._app
        with contextlib.ExitStack() as stack:
            request = SourceRequest("synthetic")
            if self._clip is not None:
                request = SourceRequest("network", stack.enter_context(sent_over_mjpeg(self._clip)))
            app.source.start(request)
            wait(app, lambda: is_composite(app))
            pause(3000)
            self._keep(f"{who}, a camera")
            self._stream(who)
            app.source.choose(SAMPLE_CHOICE)
            wait(app, lambda: is_framed_well(app))

    def _stream(self, who: str) -> None:
        app, window = self._app, self._window
        window.files_dropped.emit([ROOT / "README.md"])
        window.backgrounds_dropped.emit([BACKGROUNDS_FOLDER / "dusk.jpg"])
        pause(1500)
        self._keep(f"{who}, a background dropped on the live picture")
        window.person.corner.click()
        window.person.drag.setChecked(True)
        pause(500)
        self._keep(f"{who}, drag in the picture")
        window.person.drag.setChecked(False)
        window.person.whole.click()
        window.person.framing.click()
        pause(2000)
        self._keep(f"{who}, auto-framing")
        window.person.framing.click()
        window.gallery.transparent.click()
        pause(1000)
        self._keep(f"{who}, transparent")
        app.desktop.set_open(True)
        pause(1000)
        if app.desktop.cut_out is not None:
            self._keep(f"{who}, cut-out on the desktop", of=app.desktop.cut_out)
        app.desktop.set_open(False)
        window.compact.click()
        self._keep(f"{who}, mini window")
        window.leave_compact.click()
        # Refused while the background alone is shown, as on a busy computer.
        wait(app, lambda: is_composite(app) and not app.output.set_recording(True))
        pause(3000)
        self._keep(f"{who}, recording")
        app.output.set_recording(False)
        wait(app, lambda: not app.output.is_recording)

    def _teacher(self, who: str) -> None:
        app = self._app
        slides = self._folder / "slides.pdf"
        first, *others = [
            Pictures.open(path) for path in sorted(BACKGROUNDS_FOLDER.glob("*.jpg"))[:3]
        ]
        first.save(slides, save_all=True, append_images=others)
        app.background.choose(BackgroundSpec("file", path=slides))
        pause(2000)
        self._keep(f"{who}, slides of a PDF")
        app.areas.toggle()
        self._keep(f"{who}, areas")
        app.areas.toggle()
        slides.unlink()

    def _editor(self, who: str) -> None:
        app, window = self._app, self._window
        choose(app, "hills.jpg")
        films = self._folder / "films"  # exports go beside their sources
        films.mkdir(exist_ok=True)
        given = self._clip or ROOT / "assets" / "sample.mp4"
        clip = Path(shutil.copy(given, films))
        still = Path(shutil.copy(ROOT / "assets" / "readme" / "before_after.jpg", films))
        damaged = films / f"damaged{clip.suffix}"
        data = clip.read_bytes()
        damaged.write_bytes(data[: len(data) // 2])
        window.files_dropped.emit([clip, still, damaged])
        pause(1500)
        self._keep(f"{who}, a list of files")
        dialog = app.exports.ask()
        if dialog is not None:
            self._keep_dialog(who)
        dialog = app.exports.ask(wants_all=True)
        if dialog is not None:
            dialog.export.click()
            pause(2500)
            self._keep(f"{who}, exports")
            window.exports.fold.click()
            self._keep(f"{who}, exports opened")
            wait(app, lambda: all(card.is_over for card in list(window.exports.cards.values())))
            self._keep(f"{who}, exports done")
        shutil.rmtree(films)

    def _keep(self, name: str, *, of: QWidget | None = None) -> None:
        pause(400)
        path = self._folder / f"{next(self._names)} {name}.png"
        (of or self._window).grab().toImage().save(str(path))
        print(path.name)  # noqa: T201

    def _keep_dialog(self, who: str) -> None:
        """The dialog that was opened last; it is closed."""
        pause(500)
        dialog = next(d for d in self._window.findChildren(QDialog) if d.isVisible())
        self._keep(f"{who}, {type(dialog).__name__}", of=dialog)
        dialog.reject()
        pause(50)


def film(app: App) -> None:
    """A GIF of the window while the background changes live."""
    app.theme.choose("dark")
    frames: list[Pictures.Image] = []
    app.source.choose(SAMPLE_CHOICE)
    choose(app, GIF_BACKGROUNDS[0])
    wait(app, lambda: is_framed_well(app))
    for background in GIF_BACKGROUNDS:
        app.window.gallery.tile(BACKGROUNDS_FOLDER / background).click()
        for _ in range(GIF_FRAMES_EACH):
            pause(GIF_FRAME_MS)
            frames.append(to_pillow(app.window.grab().toImage()))
    small = [
        frame.resize((GIF_WIDTH, GIF_WIDTH * HEIGHT // WIDTH), Pictures.Resampling.LANCZOS)
        for frame in frames
    ]
    # One palette for all frames of a background, without dithering: what does not change costs
    # nothing, and each background's gradients have all the colours to themselves.
    indexed = []
    for begin in range(0, len(small), GIF_FRAMES_EACH):
        part = small[begin : begin + GIF_FRAMES_EACH]
        palette = part[3].quantize(256, method=Pictures.Quantize.MEDIANCUT)
        indexed += [frame.quantize(palette=palette, dither=Pictures.Dither.NONE) for frame in part]
    path = FOLDER / "live-background.gif"
    indexed[0].save(
        path,
        save_all=True,
        append_images=indexed[1:],
        duration=GIF_FRAME_MS,
        loop=0,
        optimize=True,
    )
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.2f} MB, {len(frames)} frames")  # noqa: T201


def to_pillow(image: QImage) -> Pictures.Image:
    """The same picture for Pillow."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    # A copy: the bytes are the image's, which ends here.
    return Pictures.fromarray(rows[:, : image.width() * 3].reshape(image.height(), -1, 3).copy())


def hour_on_each_screen(folder: Path, clip: Sequence[str]) -> None:
    """Run `Hour` on each of `SCREENS`, one process after the other: Qt reads its scale once."""
    for screen, (size, scale) in SCREENS.items():
        target = folder.resolve() / screen
        subprocess.run(
            [sys.executable, "-m", "assets.make_screenshots", "hour", target, *clip, size],
            cwd=ROOT,
            env=os.environ | {"QT_SCALE_FACTOR": scale},
            check=True,
        )


def main() -> None:
    """Open the window and go through the scenes; `gif` or `stills` as argument does one part.

    A model's name as argument uses that one, a language's letters (`de`) show it.
    `hour FOLDER [CLIP] [SIZE]` takes other pictures into that folder, of one window size or all of
    `SCREENS`: see `Hour`.
    """
    is_hour = sys.argv[1:2] == ["hour"]
    if is_hour and not is_size(sys.argv[-1]):
        hour_on_each_screen(Path(sys.argv[2]), [str(Path(clip).resolve()) for clip in sys.argv[3:]])
        return
    FOLDER.mkdir(exist_ok=True)
    qt = QApplication(sys.argv[:1])
    garbage = WindowThreadGarbage()
    with tempfile.TemporaryDirectory() as folder:
        speak(qt, next((word for word in sys.argv[1:] if word in LANGUAGES), ENGLISH))
        store = Store(Path(folder) / "backdrop.ini")
        app = App(qt, store, Session(look=lambda known: INVENTORY), log_path=Path(folder) / "log")
        videos = Path(folder) / "Videos"
        app.output._choose_folder(videos)
        first = BackgroundSpec("file", path=BACKGROUNDS_FOLDER / "hills.jpg")
        model = next((word for word in sys.argv[1:] if word in model_names()), "auto")
        app.override_settings(
            replace(app.state.settings, background=first, device="cpu", model=model)
        )
        app.state.update(told=(TOLD_SILENT,) if is_hour else (TOLD_WELCOME, TOLD_SILENT))
        size = sys.argv[-1].split("x") if is_hour else (WIDTH, HEIGHT)
        app.window.resize(*map(int, size))
        app.start()
        if is_hour:
            Hour(app, Path(sys.argv[2]), *map(Path, sys.argv[3:-1])).run()
            app.close()
            return
        app.source.choose(SAMPLE_CHOICE)
        wait(app, lambda: is_framed_well(app))
        if "gif" not in sys.argv:
            shoot(app)
        if "stills" not in sys.argv:
            film(app)
        app.close()
    garbage.stop()


if __name__ == "__main__":
    main()
