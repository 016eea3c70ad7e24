"""Settings: everything a person can choose about the result, shared by files, live and window."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from gpu_unet.engine import Device, Precision
from gpu_unet.settings import BackgroundKind, EdgeSettings, EngineSettings
from pipeline.background_spec import BackgroundSpec


@dataclass(frozen=True, slots=True)
class Settings:
    """Frozen: build a new one with `dataclasses.replace` and swap the reference.

    `background`, `mirror` and `edges` may change from one batch to the next; `model`, `device`,
    `precision` and `input_pixels` belong to the engine, which is made anew when they change.

    Attributes:
        background: What replaces the room.
        mirror: Flip the person left to right, not the background.
        edges: How the matte's edge is drawn.
        model: "auto" (quality on a GPU, fast on a CPU), a model's name, or a path to its file.
        device: "auto" takes the GPU where one works, else the CPU.
        precision: "auto" is float16 on a GPU with tensor cores, float32 elsewhere.
        input_pixels: Pixel budget of the network's input; None takes the model's own.
        learns_room: Remember what stands behind the person, with models that can make use of it.
        empty_room: A picture or video of the empty room, to begin with; None: learn from what
            is seen.
        keeps_room: Keep a picture of the room on this computer, for the next time.
    """

    background: BackgroundSpec = field(default_factory=lambda: BackgroundSpec("blur"))
    mirror: bool = False
    edges: EdgeSettings = field(default_factory=EdgeSettings)
    model: str = "auto"
    device: Device = "auto"
    precision: Precision = "auto"
    input_pixels: int | None = None
    learns_room: bool = True
    empty_room: Path | None = None
    keeps_room: bool = False

    def __post_init__(self) -> None:
        if self.device not in ("auto", "cpu", "cuda"):
            raise ValueError(f"device is {self.device!r}, expected auto, cuda or cpu")
        if self.precision not in ("auto", "float32", "float16"):
            raise ValueError(f"precision is {self.precision!r}, expected auto, float32 or float16")
        if self.input_pixels is not None and self.input_pixels < 256:
            raise ValueError(f"input_pixels is {self.input_pixels}, expected at least 256")

    def needs_other_engine(self, other: Settings) -> bool:
        """Whether an engine made for `self` cannot serve `other`."""
        return (self.model, self.device, self.precision, self.input_pixels) != (
            other.model,
            other.device,
            other.precision,
            other.input_pixels,
        )

    def for_engine(self) -> EngineSettings:
        """The part that the engine reads once per batch."""
        kinds: dict[str, BackgroundKind] = {
            "blur": "blur",
            "transparent": "transparent",
            "colour": "image",
            "file": "image",
        }
        return EngineSettings(
            background=kinds[self.background.kind],
            blur_strength=self.background.blur_strength,
            mirror=self.mirror,
            edges=self.edges,
        )
