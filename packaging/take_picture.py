"""Takes a picture of the screen once it shows a composite: `take_picture.py OUT.png [SECONDS]`.

Uses the bundle's own Python and Qt, so that it needs no tool of the system. Waits up to SECONDS for
many colours in the window's preview, and two seconds more; exit status 1 if they do not come.
"""

from __future__ import annotations

import sys
import time

from PySide6.QtGui import QGuiApplication, QImage

FEWEST_COLOURS = 150  # without a picture, the preview and its words have some dozens
PREVIEW = (0.05, 0.2, 0.55, 0.65)  # left, top, right and bottom, as shares of the screen


def main(path: str, patience_s: float) -> int:
    """Wait, and save; returns the exit status."""
    application = QGuiApplication([])
    begun = time.monotonic()
    while (waited_s := time.monotonic() - begun) < patience_s:
        time.sleep(0.25)
        if colours(grabbed()) >= FEWEST_COLOURS:
            time.sleep(2.0)
            image = grabbed()
            print(f"a picture after {waited_s:.1f} s: {colours(image)} colours")
            return int(not image.save(path))
    grabbed().save(path)
    del application
    print(f"error: no picture after {patience_s:.0f} s")
    return 1


def grabbed() -> QImage:
    """The present content of the screen."""
    return QGuiApplication.primaryScreen().grabWindow(0).toImage()


def colours(image: QImage) -> int:
    """Number of different colours in a coarse raster of the preview."""
    left, right = (int(PREVIEW[at] * image.width()) for at in (0, 2))
    top, bottom = (int(PREVIEW[at] * image.height()) for at in (1, 3))
    return len({image.pixel(x, y) for x in range(left, right, 8) for y in range(top, bottom, 8)})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0))
