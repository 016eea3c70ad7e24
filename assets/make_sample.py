"""Make assets/sample.mp4: a portrait under a slowly moving camera, with a little music.

    pip install scikit-image && python assets/make_sample.py

The portrait is scikit-image's `astronaut` (Eileen Collins, NASA, public domain); it ships inside
the scikit-image wheel. The music is computed here, note by note.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt
from skimage import data

OUT = Path(__file__).parent / "sample.mp4"
HEIGHT, WIDTH, FRAME_RATE, SECONDS = 720, 1280, 30, 6
SAMPLE_RATE = 48_000
ENLARGED = 4  # the portrait is enlarged once, so that the moving crop always samples down a little

# Four bars of 1.5 s, A minor 9 to C: lowest note first, as semitones from A4 = 440 Hz.
CHORDS = (
    (-24, -12, -5, 0, 2),
    (-28, -16, -9, -4, 0),
    (-33, -21, -14, -5, 3),
    (-26, -14, -7, -2, 5),
)


def main() -> None:
    """Write the file."""
    with av.open(str(OUT), "w", options={"movflags": "+faststart"}) as container:
        video = container.add_stream("libx264", rate=FRAME_RATE)
        video.height, video.width, video.pix_fmt = HEIGHT, WIDTH, "yuv420p"
        video.options = {"crf": "20", "preset": "slow"}
        context = video.codec_context
        context.colorspace = context.color_primaries = context.color_trc = 1  # BT.709
        context.color_range = 1
        audio = container.add_stream("aac", rate=SAMPLE_RATE, layout="stereo")
        audio.bit_rate = 128_000
        for index, pixels in enumerate(pictures()):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24").reformat(
                format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG"
            )
            frame.pts, frame.time_base = index, Fraction(1, FRAME_RATE)
            container.mux(video.encode(frame))
        container.mux(video.encode(None))
        sound = av.AudioFrame.from_ndarray(music(), format="fltp", layout="stereo")
        sound.sample_rate, sound.pts, sound.time_base = SAMPLE_RATE, 0, Fraction(1, SAMPLE_RATE)
        container.mux(audio.encode(sound))
        container.mux(audio.encode(None))
    print(f"{OUT}: {OUT.stat().st_size / 1e6:.2f} MB")  # noqa: T201 -- a script for maintainers


def pictures() -> list[npt.NDArray[np.uint8]]:
    """uint8 RGB (HEIGHT, WIDTH, 3), one per frame."""
    portrait = data.astronaut()
    size = portrait.shape[0] * ENLARGED
    large = cv2.resize(portrait, (size, size), interpolation=cv2.INTER_LANCZOS4)
    soft = cv2.GaussianBlur(large, (0, 0), 2.2)
    large = cv2.addWeighted(large, 1.7, soft, -0.7, 0)  # give back what enlarging has softened
    return [_look(large, moment) for moment in np.linspace(0, 1, FRAME_RATE * SECONDS)]


def _look(large: npt.NDArray[np.uint8], moment: float) -> npt.NDArray[np.uint8]:
    """What the camera sees at `moment` in [0, 1]: closer and closer, held by a calm hand."""
    ease = moment * moment * (3 - 2 * moment)
    sway = 2 * np.pi * moment
    crop_width = (496 - 116 * ease) * ENLARGED
    centre_x = (256 - 22 * ease + 2.5 * np.sin(1.7 * sway)) * ENLARGED
    centre_y = (150 - 26 * ease + 1.5 * np.sin(2.3 * sway + 1)) * ENLARGED
    scale = crop_width / WIDTH
    turn = np.deg2rad(0.5 * np.sin(1.3 * sway + 0.5))
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    to_source = np.array(
        [
            [cos, -sin, centre_x - cos * WIDTH / 2 + sin * HEIGHT / 2],
            [sin, cos, centre_y - sin * WIDTH / 2 - cos * HEIGHT / 2],
        ]
    )
    return cv2.warpAffine(
        large,
        to_source,
        (WIDTH, HEIGHT),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT,
    )


def music() -> npt.NDArray[np.float32]:
    """float32 (2, samples): a soft chord a bar, its notes plucked one after the other."""
    sound = np.zeros((2, SAMPLE_RATE * SECONDS), np.float64)
    bar_s = SECONDS / len(CHORDS)
    for bar, chord in enumerate(CHORDS):
        for position, semitones in enumerate((*chord, chord[3], chord[2])):
            begin_s = bar * bar_s + position * bar_s / 7
            _pluck(sound, 440 * 2 ** (semitones / 12), begin_s, pan=0.25 + 0.5 * (position % 2))
    fade = np.clip((SECONDS - np.arange(sound.shape[1]) / SAMPLE_RATE) / 1.2, 0, 1)
    sound *= fade * 0.35 / np.abs(sound).max()
    return sound.astype(np.float32)


def _pluck(sound: npt.NDArray[np.float64], hertz: float, begin_s: float, *, pan: float) -> None:
    first = int(begin_s * SAMPLE_RATE)
    time_s = np.arange(min(2 * SAMPLE_RATE, sound.shape[1] - first)) / SAMPLE_RATE
    note = np.zeros_like(time_s)
    for partial, loudness in ((1, 1.0), (2, 0.35), (3, 0.12), (4, 0.05)):
        decay = np.exp(-time_s * (1.6 + 1.1 * partial))
        note += loudness * decay * np.sin(2 * np.pi * hertz * partial * time_s)
    note *= np.clip(time_s / 0.008, 0, 1)  # no click at the attack
    sound[:, first : first + len(time_s)] += np.array([[1 - pan], [pan]]) * note


if __name__ == "__main__":
    main()
