"""Settings that together launch every kernel: what both devices compile before the first frame.

A stage with a new condition needs a row here that meets it; tests say which stage has none.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpu_unet.areas import Area
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings

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
