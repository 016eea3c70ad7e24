"""A picture of the screen once something is on it: `take_picture.py OUT.png [SECONDS]`.

By the bundle's own Python and Qt, so that it needs no tool of the system. Waits up to SECONDS for a
window with a picture in it, and two seconds more for it to settle; exit status 1 if there is none.
"""

from __future__ import annotations

import sys
import time

from PySide6.QtGui import QGuiApplication, QImage

FEWEST_COLOURS = 200  # an empty window has a dozen


def main(path: str, patience_s: float) -> int:
    """Wait, and save; returns the exit status."""
    application = QGuiApplication([])
    begun = time.monotonic()
    while (waited_s := time.monotonic() - begun) < patience_s:
        time.sleep(0.25)
        if colours(grabbed()) >= FEWEST_COLOURS:
            time.sleep(2.0)
            image = grabbed()
            print(f"something is on the screen after {waited_s:.1f} s: {colours(image)} colours")
            return int(not image.save(path))
    grabbed().save(path)
    del application
    print(f"error: nothing is on the screen after {patience_s:.0f} s")
    return 1


def grabbed() -> QImage:
    """What the screen shows."""
    return QGuiApplication.primaryScreen().grabWindow(0).toImage()


def colours(image: QImage) -> int:
    """How many different ones there are in a coarse raster of it."""
    width, height = image.width(), image.height()
    return len({image.pixel(x, y) for x in range(0, width, 8) for y in range(0, height, 8)})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0))
