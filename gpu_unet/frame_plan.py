"""The plan of the stages around the network: a table of stages and the planes that they use.

A stage says by name what it reads, writes and carries to the next frame, when it runs, and how far
it looks around. What follows from that on both devices: the memory of the planes and which of them
share it, what is forgotten, which stages run and whose time they are counted to, and the key under
which a CUDA graph is kept. A device gives each stage a launcher of its name, and to the planes what
its own kernels need in between. A new stage is a row of `STAGES`, the planes that it brings along,
and a launcher on each device.

The stages of a film (`frames_ahead.py` of each device) are no rows. A row works on the planes of
one frame, or of one batch, and runs once for each. Those stages run between network and refining
on rings of frames that outlive the batch, once for the frames that came in and once, in another
number, for those that are due; which of the two happens follows from the call, not from settings.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from gpu_unet.areas import Area
from gpu_unet.setting_parameters import EdgeParameters, LayerParameters
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings

# Parts by which time is reported; the network runs between the first and the second.
PARTS = ("resize", "refine", "composite")
TIMINGS = (PARTS[0], "network", *PARTS[1:])

When = Callable[[EngineSettings], bool]
Border = Callable[[EdgeParameters, LayerParameters], int]


def _always(settings: EngineSettings) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One stage; several names are one string, separated by spaces.

    Attributes:
        name: Name of its launcher on each device.
        part: One of `PARTS`.
        reads: Planes that it reads, written by earlier stages.
        may_read: Planes that it reads if an earlier stage that runs has written them.
        writes: Planes that it writes completely; one that it also reads is changed in place.
        carries: Planes with state: read as the last frame left them, and updated.
        when: Whether the stage runs with given settings.
        options: Settings that are fixed in its launch, as paths from `EngineSettings`; the last
            name is the launcher's keyword. Other settings are parameters that change freely.
        border: Radius of its neighbourhood in the planes it reads, in pixels of the network's
            input; None: the whole picture.
        is_late: Whether its memory is allocated at first use, since it is rarely used.
    """

    name: str
    part: str
    reads: str = ""
    writes: str = ""
    carries: str = ""
    may_read: str = ""
    when: When = _always
    options: str = ""
    border: Border | None = None
    is_late: bool = False

    @property
    def planes(self) -> set[str]:
        """All planes that it reads, writes or carries."""
        return {*f"{self.reads} {self.may_read} {self.writes} {self.carries}".split()}


def _here(edges: EdgeParameters, layer: LayerParameters) -> int:
    return 0


# In the order in which they run.
STAGES = (
    Stage("shrink_frames", "resize", "frames", "planes"),
    Stage("normalise", "resize", "planes", "network_input", border=_here),
    Stage(
        "smooth_over_time", "refine", "network_alpha planes", "smoothed reset",
        carries="kept_alpha kept_planes",
    ),
    Stage(
        "drop_garbage", "refine", "smoothed areas", "smoothed",
        when=lambda s: bool(s.areas), border=_here,
    ),
    Stage(
        "remove_specks", "refine", "smoothed reset", "alpha",
        carries="chosen hole_age", options="edges.largest_only",
    ),
    Stage(
        "guide", "refine", "alpha planes", "coefficients ramped",
        when=lambda s: s.edges.guided, border=lambda edges, layer: 2 * edges.guide_radius,
    ),
    Stage(
        "plain_coefficients", "refine", "alpha planes", "coefficients ramped",
        when=lambda s: not s.edges.guided, border=_here,
    ),
    Stage(
        "soften", "refine", "alpha planes areas coefficients", "coefficients ramped",
        when=lambda s: any(area.kind == "soft" for area in s.areas),
        border=lambda edges, layer: 2 * edges.soft_radius,
    ),
    Stage(
        "force_areas", "refine", "coefficients planes areas", "coefficients ramped",
        when=lambda s: bool(s.areas), border=_here,
    ),
    Stage(
        "estimate_colours", "refine", "planes ramped coefficients", "colours",
        when=lambda s: s.edges.foreground_colour,
        border=lambda edges, layer: edges.wide_radius + edges.near_radius,
    ),
    Stage(
        "blur_original", "refine", "planes ramped", "blurred",
        when=lambda s: s.background == "blur",
        border=lambda edges, layer: math.ceil(3.0 * edges.blur_sigma) + 2,
    ),
    Stage(
        "shrink_backgrounds", "refine", "backgrounds", "behind",
        when=lambda s: s.has_light_wrap or s.matches_light,
    ),
    Stage(
        "wrap_light", "refine", "behind ramped", "wrap",
        when=lambda s: s.has_light_wrap, options="mirror",
        border=lambda edges, layer: math.ceil(3.0 * edges.wrap_sigma),
    ),
    Stage(
        "composite", "composite", "frames coefficients", "out out_alpha",
        may_read="backgrounds blurred colours wrap",
        when=lambda s: not s.has_layer, options="background mirror",
    ),
    Stage(
        "cut_out", "composite", "frames coefficients", "person person_alpha",
        may_read="colours wrap", when=lambda s: s.has_layer, options="mirror", is_late=True,
    ),
    Stage(
        "cast_shadow", "composite", "ramped", "shadow",
        when=lambda s: s.has_shadow, border=lambda edges, layer: layer.shadow_radius, is_late=True,
    ),
    Stage(
        "follow_light", "composite", "planes ramped behind", "gains",
        carries="kept_gains", when=lambda s: s.matches_light, is_late=True,
    ),
    Stage(
        "lay", "composite", "person person_alpha", "out out_alpha",
        may_read="backgrounds shadow gains", when=lambda s: s.has_layer, is_late=True,
    ),
)  # fmt: skip


class Step(NamedTuple):
    """A stage that runs, and its launcher's options: keywords and their values."""

    stage: Stage
    options: tuple[tuple[str, Any], ...]


Steps = tuple[Step, ...]


@functools.lru_cache(maxsize=32)
def steps_of(settings: EngineSettings) -> Steps:
    """The stages that run with `settings`, in order; called for every frame, hence cached.

    Two results are equal if and only if they make the same launches, so this is the key of a CUDA
    graph.
    """
    return tuple(
        Step(
            stage,
            tuple(
                (path.rpartition(".")[2], attrgetter(path)(settings))
                for path in stage.options.split()
            ),
        )
        for stage in STAGES
        if stage.when(settings)
    )


# Settings that together launch every kernel: what both devices compile before the first frame. A
# stage with a new condition needs a row of `VARIANTS` that meets it; tests say which has none.
_PICTURE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_AREAS = (Area("keep", _PICTURE), Area("soft", _PICTURE))


@dataclass(frozen=True, slots=True)
class Variant:
    """Settings that launch kernels of their own.

    Attributes:
        settings: Of the engine.
        warms_cpu: The CPU runs it when it opens: its kernels take most settings as arguments, so
            it needs a few rows only.
        is_usual: A card compiles it before the first frame; people switch to it while pictures run.
    """

    settings: EngineSettings
    warms_cpu: bool = False
    is_usual: bool = False


VARIANTS = (
    Variant(EngineSettings(), is_usual=True),
    Variant(EngineSettings(edges=EdgeSettings(light_wrap=1.0)), is_usual=True),
    # The first for the CPU: the one that it runs where everything is compiled.
    Variant(EngineSettings(edges=EdgeSettings(light_wrap=1.0), areas=_AREAS), warms_cpu=True),
    Variant(EngineSettings("blur"), warms_cpu=True, is_usual=True),
    Variant(EngineSettings("transparent"), is_usual=True),
    Variant(EngineSettings(mirror=True, edges=EdgeSettings(largest_only=True, smoothing=0.0))),
    Variant(
        EngineSettings(
            edges=EdgeSettings(guided=False, foreground_colour=False, linear_light=False)
        )
    ),
    Variant(EngineSettings(layer=LayerSettings(match_light=1.0, shadow=1.0)), warms_cpu=True),
)

CPU_SETTINGS = tuple(v.settings for v in VARIANTS if v.warms_cpu)
# Cards collect the kernels of layers without settings (`FramePath.late_kernels`).
CARD_SETTINGS = tuple(v.settings for v in VARIANTS if not v.settings.has_layer)
USUAL_SETTINGS = tuple(v.settings for v in VARIANTS if v.is_usual)
