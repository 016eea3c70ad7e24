"""Settings: everything a person can choose about the result, shared by files, live and window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpu_unet.areas import Area, check_areas
from gpu_unet.settings import (
    BackgroundKind,
    EdgeSettings,
    EngineSettings,
    Row,
    check_rows,
    rows,
    setting,
)
from pipeline.background_spec import BackgroundSpec

if TYPE_CHECKING:
    from gpu_unet.engine import Device, Precision  # late: --help needs no NumPy

_KINDS: dict[str, BackgroundKind] = {
    "blur": "blur",
    "transparent": "transparent",
    "room": "blur",  # an engine that is asked all the same shows no room
    "colour": "image",
    "file": "image",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Frozen: build a new one with `dataclasses.replace` and swap the reference.

    What `needs_engine` belongs to the engine, which is made anew when it changes; all else may
    change from one batch to the next.

    Attributes:
        background: What replaces the room.
        mirror: Flip the person left to right, not the background.
        edges: How the matte's edge is drawn.
        areas: Drawn in the source's picture: where nothing is kept, and where everything is. They
            belong to the source, and are remembered with it, not here.
        model: "auto" (quality on a GPU, fast on a CPU), a model's name, or a path to its file.
        device: "auto" takes the GPU where one works, else the CPU.
        precision: "auto" is float16 on a GPU with tensor cores, float32 elsewhere.
        input_pixels: Pixel budget of the network's input; None takes the model's own. The pace
            sets it, nobody else.
        learns_room: Remember what stands behind the person, with models that can make use of it.
        empty_room: A picture or video of the empty room, to begin with; None: learn from what
            is seen.
        keeps_room: Keep a picture of the room on this computer, for the next time.
    """

    background: BackgroundSpec = field(default_factory=lambda: BackgroundSpec("blur"))
    mirror: bool = setting(
        False,
        help="flip the person left to right",
        label="Mirror me",
        tip="Flip yourself left to right, not the background (M)",
    )
    edges: EdgeSettings = field(default_factory=EdgeSettings)
    areas: tuple[Area, ...] = ()
    model: str = setting(
        "auto",
        help="fast, quality, or a .safetensors file; auto is quality on a GPU and fast on a CPU",
        needs_engine=True,
    )
    device: Device = setting(
        "auto",
        choices=("auto", "cuda", "cpu"),
        help="auto takes an NVIDIA GPU where one works",
        needs_engine=True,
    )
    precision: Precision = setting(
        "auto",
        choices=("auto", "float32", "float16"),
        help="auto is float16 on tensor cores, float32 elsewhere",
        needs_engine=True,
        is_remembered=False,
    )
    input_pixels: int | None = None
    learns_room: bool = setting(True)
    empty_room: Path | None = None
    keeps_room: bool = setting(False)

    def __post_init__(self) -> None:
        check_rows(self)
        check_areas(self.areas)
        if self.input_pixels is not None and self.input_pixels < 256:
            raise ValueError(f"input_pixels is {self.input_pixels}, expected at least 256")

    def needs_other_engine(self, other: Settings) -> bool:
        """Whether an engine made for `self` cannot serve `other`."""
        return self.input_pixels != other.input_pixels or any(
            getattr(self, row.name) != getattr(other, row.name)
            for row in rows(self)
            if row.needs_engine
        )

    def changed(self, values: Mapping[str, Any]) -> Settings:
        """With other values, by the names of rows and of fields; those of edges among them."""
        edges = {row.name: values[row.name] for row in LOOK if row.name in values}
        others = {name: value for name, value in values.items() if name not in edges}
        return replace(self, **{"edges": replace(self.edges, **edges), **others})

    def value(self, name: str) -> Any:
        """Of a row or field, by its name."""
        return getattr(self.edges if name in {row.name for row in LOOK} else self, name)

    def for_engine(self) -> EngineSettings:
        """The part that the engine reads once per batch."""
        return EngineSettings(
            background=_KINDS[self.background.kind],
            blur_strength=self.background.blur_strength,
            mirror=self.mirror,
            edges=self.edges,
            areas=self.areas,
        )


# The table: what front ends and the store go through. Of the edges, and of all else.
LOOK: tuple[Row, ...] = rows(EdgeSettings)
OTHERS: tuple[Row, ...] = rows(Settings)
