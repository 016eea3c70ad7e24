"""The whole CUDA frame path, captured as one graph, against its definition."""

import sys
from pathlib import Path

import numpy as np
import pytest
from frame_path_runner import FramePathRunner, moving_frames, worst_differences

sys.path.insert(0, str(Path(__file__).parents[1]))
from frame_path_cases import AREAS, network_alpha, picture, with_new_hole

from frames.frame import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings

pytestmark = pytest.mark.gpu

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
}
SIZES = [((46, 82), (32, 48)), ((18, 34), (48, 136)), ((2, 2), (16, 16))]


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("layout", ["rgb", "yuv420"])
@pytest.mark.parametrize(("size", "small"), SIZES)
def test_partial_batches_agree_with_the_definition(rng, name, layout, size, small):
    frame_format = FrameFormat(*size, layout, matrix="bt601")
    settings = SETTINGS[name]
    network = {"height": small[0], "width": small[1]}
    frames, alphas = moving_frames(
        rng, picture, network_alpha, with_new_hole, frame_format, **network, count=6
    )
    backgrounds = np.stack([picture(rng, frame_format) for _ in range(6)])
    runner = FramePathRunner(frame_format, **network, batch_size=3)
    try:
        composite, alpha = worst_differences(
            runner, frames, backgrounds, alphas, settings, (2, 3, 1)
        )
    finally:
        runner.close()
    # One level: sums run in another order, and a value on a rounding edge falls either way. A
    # level of alpha is up to a level of colour, or more in linear light near black.
    assert alpha[0] <= 1
    assert composite[0] <= 3
    assert composite[1] <= 0.001
