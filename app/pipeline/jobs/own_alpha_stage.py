"""OwnAlphaStage: the compute stage of a job whose input has an alpha channel."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from app.messages import Message
from app.pipeline.jobs.compute_stage import JobBatch, StageAfter
from app.pipeline.no_matte import NoMatte
from app.pipeline.own_alpha import with_engine, without_engine
from app.pipeline.settings import Settings
from gpu_unet import Composites, FrameFormat, Image

OWN_ALPHA = Message("the file's own alpha")  # in the place of a device's name


@dataclass(eq=False)
class OwnAlphaStage(StageAfter):
    """The frames' own alpha, alone or with an engine's.

    Args:
        stage: The engine's stage, whose alpha is multiplied by the frames' own; None: there is
            no engine.

    Attributes:
        without_matte: Frames that show the background alone, counted by reason.
    """

    settings: Settings
    frame_format: FrameFormat
    want_alpha: bool
    without_matte: Counter[NoMatte] = field(default_factory=Counter, init=False)

    def _own(self, alpha: Image | None) -> tuple[Image, Settings]:
        """Alpha and settings of a frame; if damage lost its alpha, it is empty, areas included."""
        if alpha is not None:
            return alpha, self.settings
        self.without_matte[NoMatte.ALPHA_DAMAGED] += 1
        size = (self.frame_format.height, self.frame_format.width)
        return np.zeros(size, np.uint8), replace(self.settings, areas=())

    def _changed(self, batch: JobBatch, made: Composites | None) -> tuple[JobBatch, Composites]:
        """What the engine made of some frames, limited by their own alpha; None: that alone."""
        frames, alphas = [], []
        is_transparent = self.settings.background.kind == "transparent"
        for index, frame in enumerate(batch):
            picture = None if is_transparent else frame.background
            own, settings = self._own(frame.alpha)
            rest = (frame.pixels, own, picture, settings, self.frame_format)
            if made is None:
                pixels, matte = without_engine(*rest)
            else:
                matte = made.alphas[index] if made.alphas else None
                pixels, matte = with_engine(made.frames[index], matte, *rest)
            frames.append(pixels)
            alphas.append(matte)
        planes = [matte for matte in alphas if matte is not None] if self.want_alpha else None
        made = made or Composites((), None, {})
        return batch, replace(made, frames=frames, alphas=planes or None)
