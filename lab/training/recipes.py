"""Recipes: everything that decides a training run but its data, its length and its seed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.network_input import CLEAN_PLATE, PICTURE
from lab.training.learning.losses import LossWeights
from lab.training.network.mobile import mobile_architecture
from lab.training.scenes.augment import SceneMix

ORIGIN = "Trained by this project's lab/training/ on the data sets that weights/README.md names"
BEGUN = "; the encoder began with ImageNet's weights of {} (Google, Apache License 2.0)"

# (height, width) of the batches, drawn with equal chance: what the engine chooses within the
# budgets of live pictures and of files. Few of them: the convolution library prepares its kernels
# anew for each, up to 10 s long. `fast` learns at sizes of both its budgets: with large ones alone
# it forgets, live, what a chair at the frame's side is.
LARGE_SIZES = ((256, 256), (288, 512), (448, 320), (352, 640), (480, 480), (544, 416))
LIVE_SIZES = ((160, 288), (160, 288), (224, 160), (192, 352))
FILE_SIZES = ((224, 416), (288, 224), (256, 352), (256, 256))
FAST_SIZES = LIVE_SIZES + FILE_SIZES
SMALL_SIZES = ((144, 256), (144, 256), (224, 160), (224, 160), (192, 192), (192, 192), (256, 256))
WITH_PLATE = PICTURE.channels + CLEAN_PLATE.channels


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to train one network.

    Attributes:
        architecture: At any size.
        sizes: (height, width) to draw batches from.
        batch_pixels: Pixels of a batch: its pictures are as many as fit.
        learning_rate: At its peak, after the warm-up; AdamW.
        weight_decay: AdamW's.
        ema: The moving average's decay per step.
        losses: Weights of the terms.
        mix: Shares of photos, composites and empty rooms.
        degrade: Strength of the camera damage in [0, 1].
        teacher_scale: How many times larger the teacher sees each picture, before any damage.
        input_pixels: The input budget that is written into the exported card.
        offline_pixels: The one for stills and films, likewise; None: the same.
        origin: For the exported card: what the weights come from.
        title: For people.
        description: For people, one sentence.
    """

    architecture: UNetArchitecture
    sizes: tuple[tuple[int, int], ...]
    batch_pixels: int
    learning_rate: float = 1.5e-3
    weight_decay: float = 0.02
    ema: float = 0.999
    losses: LossWeights = field(default_factory=LossWeights)
    mix: SceneMix = field(default_factory=SceneMix)
    degrade: float = 1.0
    teacher_scale: int = 1
    input_pixels: int = 256 * 256
    offline_pixels: int | None = None
    origin: str = ORIGIN
    title: str = ""
    description: str = ""


def _plain(widths: tuple[int, ...], up: str, *, in_channels: int = 3) -> UNetArchitecture:
    step = 2 ** (len(widths) - 1)
    return UNetArchitecture(
        widths=widths,
        blocks=("plain",) * len(widths),
        convs=(2,) * len(widths),
        up=up,  # type: ignore[arg-type]
        in_channels=in_channels,
        height=step,
        width=step,
    )


# What `quality` was until the twentieth run, and half of what it was until the thirty-fifth.
_QUALITY_PLAIN = Recipe(
    # The arithmetic of base 32 with a sixth level instead of a wider fifth: it sees twice as
    # far, which a face that fills a 512x288 input needs.
    architecture=_plain((32, 64, 128, 256, 256, 256), "bilinear", in_channels=WITH_PLATE),
    sizes=LARGE_SIZES,
    batch_pixels=64 * 256 * 256,
    input_pixels=512 * 288,
    title="Quality",
    description="The finest edges; for a graphics card.",
)
# EfficientNet-Lite2, which may begin with ImageNet (`--encoder`). Steeper edges, and enough
# composites for clothes.
_QUALITY = replace(
    _QUALITY_PLAIN,
    architecture=mobile_architecture(
        width=1.1, depth=1.2, decoder=(16, 32, 64, 96, 128), in_channels=WITH_PLATE
    ),
    losses=LossWeights(slope=0.6),
    mix=SceneMix(photos=0.62, composites=0.25),
    offline_pixels=640 * 360,
    origin=ORIGIN + BEGUN.format("EfficientNet-Lite2"),
)
# What `fast` was until the eighteenth run.
_FAST_PLAIN = Recipe(
    architecture=UNetArchitecture(
        # Plain down to level 4, where Winograd makes it cheap; one convolution at full size, where
        # every one costs most; a wide, separable fifth level, where hardly anything costs. Of
        # what a processor has 4 ms for.
        widths=(16, 32, 64, 128, 512),
        blocks=("plain", "plain", "plain", "plain", "separable"),
        convs=(1, 2, 2, 2, 2),
        up="bilinear",
        in_channels=WITH_PLATE,
        height=16,
        width=16,
    ),
    sizes=SMALL_SIZES,
    batch_pixels=96 * 256 * 256,
    learning_rate=2.5e-3,
    weight_decay=0.01,
    input_pixels=256 * 144,
    title="Fast",
    description="Light enough for any computer without a graphics card.",
)
# EfficientNet-Lite0 without its last stage, which may begin with ImageNet (`--encoder`).
_FAST = replace(
    _FAST_PLAIN,
    architecture=mobile_architecture(
        width=1.0,
        depth=1.0,
        decoder=(8, 24, 32, 48, 64),
        in_channels=WITH_PLATE,
        last_stage=False,
    ),
    sizes=FAST_SIZES,
    input_pixels=288 * 160,
    offline_pixels=384 * 240,
    origin=ORIGIN + BEGUN.format("EfficientNet-Lite0"),
)

RECIPES: dict[str, Recipe] = {
    "quality": _QUALITY,
    "fast": _FAST,
    "quality_plain": _QUALITY_PLAIN,
    "fast_plain": _FAST_PLAIN,
    # For the table of what was tried: each differs from its parent in one thing.
    "base32": replace(_QUALITY_PLAIN, architecture=_plain((32, 64, 128, 256, 512), "transpose")),
    "base32_bilinear": replace(
        _QUALITY_PLAIN, architecture=_plain((32, 64, 128, 256, 512), "bilinear")
    ),
    "quality_photos_only": replace(_QUALITY_PLAIN, mix=SceneMix(photos=1.0, composites=0.0)),
    "quality_small_inputs": replace(_QUALITY_PLAIN, sizes=SMALL_SIZES),
    "quality_flat": replace(_QUALITY_PLAIN, losses=LossWeights(slope=0.15)),
    "quality_steeper": replace(_QUALITY_PLAIN, losses=LossWeights(slope=0.8)),
    "quality_undamaged": replace(_QUALITY_PLAIN, degrade=0.0),
    "quality_unsteady": replace(_QUALITY_PLAIN, losses=LossWeights(steady=0.0)),
    "quality_no_plate": replace(
        _QUALITY_PLAIN, architecture=replace(_QUALITY_PLAIN.architecture, in_channels=3)
    ),
    "tiny": Recipe(  # for tests and tries: seconds on a CPU
        architecture=_plain((8, 16, 32), "bilinear", in_channels=WITH_PLATE),
        sizes=((64, 64), (48, 80)),
        batch_pixels=8 * 64 * 64,
        learning_rate=5e-3,
        ema=0.99,
        input_pixels=64 * 64,
        title="Tiny",
        description="Only for a try.",
    ),
    # At 256x144 the teacher is no better than its pupil; at twice the size it is.
    "fast_told": replace(_FAST_PLAIN, losses=LossWeights(distil=1.0), teacher_scale=2),
    "fast_told_small": replace(_FAST_PLAIN, losses=LossWeights(distil=1.0)),
    "fast_narrow": replace(
        _FAST_PLAIN, architecture=replace(_FAST_PLAIN.architecture, widths=(16, 32, 64, 160, 320))
    ),
    # What `fast` was in the fourth to the tenth run.
    "fast_wide": replace(
        _FAST_PLAIN, architecture=replace(_FAST_PLAIN.architecture, widths=(16, 32, 80, 192, 512))
    ),
    "fast_slopeless": replace(_FAST_PLAIN, losses=LossWeights(slope=0.0)),
    # For means of runs that differ in more than their seed.
    "quality_photos": replace(_QUALITY_PLAIN, mix=SceneMix(photos=0.68, composites=0.20)),
    "fast_rooms": replace(_FAST_PLAIN, mix=SceneMix(photos=0.53, composites=0.25)),
}
