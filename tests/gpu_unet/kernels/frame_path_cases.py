"""Synthetic frames and alphas that reach every branch of the frame path; shared by both engines."""

import numpy as np

from gpu_unet.areas import Area
from gpu_unet.colour import INPUT_STEPS
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import CLEAN_PLATE, CleanPlate, NetworkInput
from gpu_unet.reference.composite import from_coded_rgb
from gpu_unet.reference.frames import enlarge_to
from gpu_unet.setting_parameters import OUTSIDE, UNKNOWN_PAST, WAS_SOLID
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings

# Between one frame and the next: as usual, late, early, the same moment, much later.
TICKS = (8, 8, 19, 5, 0, 130)

# Cut through the figure, its hole and what lies beside it, and one another.
AREAS = (
    Area("person", ((-0.1, 0.2), (1.1, 0.15), (1.1, 1.1), (-0.1, 1.1))),
    Area("garbage", ((0.35, 0.3), (0.6, 0.4), (0.4, 0.9))),
    Area("keep", ((0.1, 0.1), (0.3, 0.1), (0.45, 0.7), (0.1, 0.6))),
    Area("keep", ((0.7, 0.8), (0.95, 0.75), (0.9, 0.98))),
    Area("soft", ((0.3, 0.2), (0.55, 0.25), (0.65, 0.95), (0.2, 0.8))),
)

# One of each that leads another way through the frame path; on both devices.
SETTINGS = {
    "defaults": EngineSettings(),
    "plain": EngineSettings(
        edges=EdgeSettings(guided=False, foreground_colour=False, smoothing=0.0, linear_light=False)
    ),
    "everything": EngineSettings(
        mirror=True,
        edges=EdgeSettings(light_wrap=0.7, largest_only=True, smoothing=1.0, softness=1.0),
    ),
    "hard": EngineSettings(edges=EdgeSettings(softness=0.0, threshold=0.7)),
    "blur": EngineSettings(background="blur", blur_strength=0.3),
    "blur mirrored": EngineSettings(background="blur", blur_strength=1.0, mirror=True),
    "transparent": EngineSettings(background="transparent"),
    "placed": EngineSettings(
        edges=EdgeSettings(light_wrap=0.7),
        layer=LayerSettings(person_size=45.0, person_across=20.0, person_down=-13.0),
    ),
    "placed larger, transparent": EngineSettings(
        "transparent",
        mirror=True,
        layer=LayerSettings(person_size=130.0, person_across=-31.0, person_down=20.0),
    ),
    "light and shadow": EngineSettings(
        edges=EdgeSettings(light_wrap=0.7),
        layer=LayerSettings(match_light=0.8, shadow=0.9),
    ),
    "placed, light and shadow": EngineSettings(
        mirror=True,
        edges=EdgeSettings(linear_light=False),
        layer=LayerSettings(person_size=70.0, person_across=-20.0, match_light=1.0, shadow=0.5),
    ),
    "layer, blur": EngineSettings(
        "blur", layer=LayerSettings(person_size=70.0, match_light=1.0, shadow=0.5)
    ),
    "areas": EngineSettings(
        mirror=True, edges=EdgeSettings(largest_only=True, threshold=0.3), areas=AREAS
    ),
    "areas, blur": EngineSettings("blur", edges=EdgeSettings(guided=False), areas=AREAS[1:]),
    "soft areas alone": EngineSettings(areas=AREAS[-1:]),
}


def picture(rng, frame_format: FrameFormat) -> np.ndarray:
    """Broad colours with noise on them, in the frame format."""
    height, width = frame_format.height, frame_format.width
    rgb = enlarge_to(rng.random((3, 5, 6), np.float32), height=height, width=width)
    rgb = np.clip(rgb + rng.normal(0, 0.04, rgb.shape), 0, 1).astype(np.float32)
    planes = from_coded_rgb(rgb, np.ones((height, width), np.float32), frame_format)
    if frame_format.layout == "rgb":
        return np.ascontiguousarray(np.stack(planes, axis=-1))
    return np.concatenate([p.reshape(-1) for p in planes]).reshape(frame_format.shape)


def network_alpha(rng, *, height: int, width: int) -> np.ndarray:
    """A soft figure with a hole in it, a second smaller one, and a speckle: float32 (h, w)."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    y, x = (y + 0.5) / height, (x + 0.5) / width

    def blob(cy, cx, ry, rx):
        return 1.3 - np.hypot((y - cy) / ry, (x - cx) / rx)

    figure = np.maximum(blob(0.75, 0.4, 0.4, 0.22), blob(0.6, 0.85, 0.14, 0.08))
    figure = np.maximum(figure, blob(0.1, 0.1, 0.02, 0.02))
    figure = np.minimum(figure, 1.0 - blob(0.75, 0.4, 0.015, 0.015))
    alpha = 0.5 + 4.0 * (figure - 0.5) + rng.normal(0, 0.02, figure.shape)
    return np.clip(alpha, 0.0, 1.0).astype(np.float32)


def clean_plate(rng, *, height: int, width: int) -> CleanPlate:
    """Every byte somewhere, as far as there is room; nothing is known of a third of the pixels.

    What their colours hold must not matter: it is noise like the others'.
    """
    codes = np.resize(rng.permutation(256), (height * width * 4)).astype(np.uint8)
    codes = codes.reshape(height, width, 4)
    unknown = rng.random((height, width)) < 1 / 3
    return CleanPlate(codes[..., :3].copy(), np.where(unknown, 0, codes[..., 3]).astype(np.uint8))


def given_plate(plate: CleanPlate | None) -> dict[NetworkInput, np.ndarray]:
    """A plate, or none, as the reference takes it."""
    return {} if plate is None else {CLEAN_PLATE: plate.as_input()}


def with_new_hole(alpha: np.ndarray) -> np.ndarray:
    """The alpha of `network_alpha` with a wide hole in its figure, and a crumb in that."""
    height, width = alpha.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(((y + 0.5) / height - 0.75) / 0.2, ((x + 0.5) / width - 0.4) / 0.1)
    holed = np.where(away < 1.0, np.float32(0.05), alpha)
    return np.where(away < 0.3, np.float32(0.6), holed)


def pasts(rng, *, height: int, width: int) -> np.ndarray:
    """What frames before may have left of holes, without order: uint8 (h, w)."""
    hole_age = rng.integers(0, OUTSIDE + 1, (height, width))
    hole_age = np.where(rng.random((height, width)) < 0.6, 0, hole_age)
    hole_age += np.where(rng.random((height, width)) < 0.7, WAS_SOLID, 0)
    unknown = rng.random((height, width)) < 0.05
    return np.where(unknown, UNKNOWN_PAST, hole_age).astype(np.uint8)


def assert_same_steps(network_input: np.ndarray, expected: np.ndarray) -> None:
    """Both are rounded to INPUT_STEPS; a sum in another order may fall on a tie's other side."""
    steps = network_input.astype(np.float32) * INPUT_STEPS
    np.testing.assert_array_equal(steps, np.round(steps))
    apart = np.abs(steps - expected * INPUT_STEPS)
    assert apart.max() <= 1
    assert (apart > 0).mean() <= 0.01
