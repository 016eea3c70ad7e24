"""An engine whose network reads a plate, and sees the person that a test shows it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from doubles import FakeEngine, FakeEngineFactory

from app.pipeline.engines import OpenedEngine
from app.video.opencv import cv2
from gpu_unet.network_input import Observation


class PlateEngine(FakeEngine):
    """Sees nobody, somebody on the left, or whoever wears magenta.

    Attributes:
        plates: Everything that `set_clean_plate` was given, with the calls made before.
        observed: How often it was asked what it saw.
    """

    takes_clean_plate = True
    sees_somebody = False

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.plates = []
        self.observed = 0

    def set_clean_plate(self, plate):
        if plate is not None:
            size = (self.architecture.height, self.architecture.width)
            assert (plate.height, plate.width) == size
        self.plates.append((self.calls, plate))

    def process(self, batch):
        composites = super().process(replace(batch, observe=()))
        if not batch.observe:
            return composites
        self.observed += 1
        return replace(composites, observations=[self.seen(batch.frames[n]) for n in batch.observe])

    def seen(self, frame):
        height, width = self.architecture.height, self.architecture.width
        if self.frame_format.layout == "yuv420":
            frame = cv2.cvtColor(frame, cv2.COLOR_YUV2RGB_I420)
        rgb = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
        red, green, blue = rgb.transpose(2, 0, 1).astype(int)
        alpha = np.where((red > 150) & (blue > 150) & (green < 90), 255, 0).astype(np.uint8)
        if self.sees_somebody:
            alpha[:, : width // 3] = 255
        return Observation(rgb, alpha)

    @property
    def plate(self):
        return self.plates[-1][1] if self.plates else None


class PlateOpener(FakeEngineFactory):
    """Its engines read a plate."""

    def __call__(self, settings, frame_format, *, batch_size, notify):
        self.gate.wait()
        self.settings.append(settings)
        device = "cpu" if settings.device == "cpu" else self.device
        engine = PlateEngine(frame_format, device=device, input_pixels=settings.input_pixels)
        engine.batch_size = batch_size
        self.prepare(engine)
        self.engines.append(engine)
        return OpenedEngine(engine, settings.model)
