"""The real window with the real CPU engine: sample, background, a second, stop, probe."""

from __future__ import annotations

import av
import numpy as np
from gui_doubles import FakeCameras, inventory
from gui_driver import GuiDriver
from PIL import Image as Pictures

from gui.app import App
from gui.background.control import BACKGROUNDS_FOLDER
from gui.output.panel import SilentDialog
from gui.session import Session
from gui.shared.store import Store


def test_a_person_opens_the_sample_picks_a_background_and_records(qtbot, qapp, tmp_path):
    folders = []
    session = Session(look=lambda known: inventory())
    app = App(
        qapp,
        Store(tmp_path / "backdrop.ini"),
        session,
        log_path=tmp_path / "backdrop.log",
        open_folder=folders.append,
    )
    app.window.output.folder_chosen.emit(tmp_path / "out")
    driver = GuiDriver(qtbot, app, None, FakeCameras())
    try:
        app.start()
        driver.wait(lambda: "No camera found" in driver.window.welcome.reason.text())
        driver.click(driver.window.welcome.sample)
        driver.wait_live()

        hills = BACKGROUNDS_FOLDER / "hills.jpg"
        driver.click(driver.window.gallery.tile(hills))
        expected = np.asarray(Pictures.open(hills).convert("RGB").resize((1280, 720)))
        driver.wait_colour(0.05, 0.05, tuple(expected[36, 64]), tolerance=25)

        bar = driver.window.record_bar
        driver.click(bar.record)
        driver.wait(lambda: driver.window.findChild(SilentDialog) is not None)
        driver.click(driver.window.findChild(SilentDialog).without)
        driver.wait(lambda: (s := app.output.recording) is not None and s.elapsed_s >= 1)
        for _ in range(4):  # pictures, however long the machine takes for each
            shown = driver.frame()
            driver.wait_frame(lambda frame, shown=shown: frame is not shown)
        driver.click(bar.record)
        driver.wait(lambda: not app.output.is_recording)
        driver.wait_notice("Backdrop ")

        [path] = (tmp_path / "out").glob("*.mp4")
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            assert (stream.codec_context.name, stream.width, stream.height) == ("h264", 1280, 720)
            frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
            assert float(container.duration / av.time_base) >= 0.8
        assert len(frames) >= 3  # however busy the machine is
        for frame in frames:  # how well the model finds the room is judged elsewhere
            difference = np.abs(frame.astype(int) - expected).max(axis=-1)
            assert (difference < 20).mean() > 0.25, "the chosen background is there"
        middle = frames[-1][200:400, 500:700].astype(int)
        assert np.abs(middle - expected[200:400, 500:700]).mean() > 20, "the person is there"
    finally:
        driver.stop()
