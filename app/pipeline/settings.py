"""Settings: everything a user can choose about the result, shared by files, live and window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from app.pipeline.background_spec import BackgroundSpec
from app.video.backgrounds.backdrop import BackdropSettings
from gpu_unet import Area, EdgeSettings, EngineSettings, LayerSettings, Row, setting

Device = Literal["auto", "cpu", "cuda", "onnx"]
Precision = Literal["auto", "float32", "float16"]
LookTwice = Literal["auto", "on", "off"]
FramesAhead = Literal["auto", "on", "off"]

_KINDS: dict[str, EngineSettings.Background] = {
    "blur": "blur",
    "transparent": "transparent",
    "room": "blur",  # an engine that runs all the same never shows the room
    "colour": "image",
    "screen": "image",
    "file": "image",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Frozen: build a new one with `dataclasses.replace` and swap the reference.

    A change of the values in `engine_key` needs a new engine; all others may
    change from one batch to the next.

    Attributes:
        layer: Where the person stands before it, in which light.
        mirror: Flip the person left to right, not the background.
        auto_frame: Keep the person framed, by their place and size; see `app.pipeline.framing`.
        edges: How the matte's edge is drawn.
        areas: Drawn in the source's picture: where nothing is kept, and where everything is. They
            belong to the source and are remembered with it, not here.
        model: "auto" (quality on a GPU, fast on a CPU), a model's name, or a path to its file.
        device: "auto" takes the NVIDIA GPU where one works, else another graphics card where a
            trial found it fast enough, else the CPU.
        precision: "auto" is float16 on a GPU with tensor cores, float32 elsewhere.
        input_pixels: Pixel budget of the network's input; None takes the model's own. Only the pace
            control sets it.
        is_live: The model's own is the one for live frames, not the larger one for stills and
            films. Only live pictures set it.
        look_twice: Flip-test averaging: infer each picture and its mirror image, at twice the
            network's time. "auto" does so for stills with our own models; a live picture never
            does. See docs/decisions/0034.
        frames_ahead: Use the frames that follow for a film's matte. "auto" does so where edges are
            smoothed over time, unless frames are so large that holding a few more of them needs
            much memory. See docs/decisions/0036.
        decoder: What decodes films; "auto" takes an NVIDIA card where it was measured to be better.
        encoder: What encodes them, likewise.
        learns_room: Learn the clean plate, with models that can use one.
        empty_room: A picture or video of the empty room to begin with; None: learn from the frames
            alone.
        keeps_room: Keep the clean plate on this computer, for the next time.
    """

    background: BackgroundSpec = field(default_factory=lambda: BackgroundSpec("blur"))
    backdrop: BackdropSettings = field(default_factory=BackdropSettings)
    layer: LayerSettings = field(default_factory=LayerSettings)
    mirror: bool = setting(
        False,
        help="mirror the person",
        label="Mirror me",
        tip="Mirror the person, not the background (M)",
    )
    auto_frame: bool = setting(
        False,
        help="follow the person as a camera operator does: keep them centred, at up to twice their "
        "size; not over a blurred background",
        label="Auto-framing",
        tip="Keeps you centred and close, as a camera operator does",
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
        choices=("auto", "cuda", "onnx", "cpu"),
        help="cuda: an NVIDIA GPU; onnx: any graphics card, through ONNX Runtime; auto uses the "
        "first of them that works",
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
    is_live: bool = False
    look_twice: LookTwice = setting(
        "auto",
        choices=("auto", "on", "off"),
        help="flip-test averaging: run the network on the mirrored frame as well, for better "
        "mattes at twice the time; auto: for pictures only",
        needs_engine=True,
        of_files=True,
    )
    frames_ahead: FramesAhead = setting(
        "auto",
        choices=("auto", "on", "off"),
        help="average each matte along the motion with the frames before and after it; auto: "
        "unless --steadiness is 0 or frames are larger than 4K",
        of_files=True,
    )
    decoder: Literal["auto", "software", "nvdec"] = setting(
        "auto",
        choices=("auto", "software", "nvdec"),
        help="video decoder; auto uses an NVIDIA card if it decoded the same frames faster on this "
        "computer",
        is_remembered=False,
        of_files=True,
    )
    encoder: Literal["auto", "software", "nvenc"] = setting(
        "auto",
        choices=("auto", "software", "nvenc"),
        help="H.264 and HEVC encoder; auto uses an NVIDIA card if it was faster on this computer "
        "at the same quality",
        is_remembered=False,
        of_files=True,
    )
    learns_room: bool = setting(True)
    empty_room: Path | None = None
    keeps_room: bool = setting(False)

    def __post_init__(self) -> None:
        Row.check_all(self)
        Area.check_count(self.areas)
        if self.input_pixels is not None and self.input_pixels < 256:
            raise ValueError(f"input_pixels is {self.input_pixels}, expected at least 256")

    @property
    def engine_key(self) -> tuple[Any, ...]:
        """What an engine is made for: settings with another key need another engine."""
        names = ["input_pixels", "is_live", *(row.name for row in Row.of(self) if row.needs_engine)]
        return tuple(getattr(self, name) for name in names)

    @property
    def frames_person(self) -> bool:
        """Whether auto-framing acts: it is on, and the background leaves the person a place."""
        return self.auto_frame and _KINDS[self.background.kind] != "blur"

    def changed(self, values: Mapping[str, Any]) -> Settings:
        """A copy with other values, by the names of rows and fields, also those of the parts."""
        others = dict(values)
        parts: dict[str, Any] = {}
        for part, table in PARTS.items():
            own = {row.name: others.pop(row.name) for row in table if row.name in others}
            parts[part] = replace(getattr(self, part), **own)
        return replace(self, **{**parts, **others})

    def value(self, name: str) -> Any:
        """The value of a row or field, by its name."""
        for part, table in PARTS.items():
            if name in {row.name for row in table}:
                return getattr(getattr(self, part), name)
        return getattr(self, name)

    def for_engine(self) -> EngineSettings:
        """The part that the engine reads once per batch."""
        return EngineSettings(
            background=_KINDS[self.background.kind],
            blur_strength=self.background.blur_strength,
            mirror=self.mirror,
            edges=self.edges,
            areas=self.areas,
            layer=self.layer,
        )


# The table that front ends and the store go through: the rows of the parts, then the others.
LOOK: tuple[Row, ...] = Row.of(EdgeSettings)
LAYER: tuple[Row, ...] = Row.of(LayerSettings)
BACKDROP: tuple[Row, ...] = Row.of(BackdropSettings)
PARTS: dict[str, tuple[Row, ...]] = {"edges": LOOK, "layer": LAYER, "backdrop": BACKDROP}
OTHERS: tuple[Row, ...] = Row.of(Settings)
