"""Make the bundled backgrounds in assets/backgrounds/: every pixel is computed here.

    python assets/make_backgrounds.py [NAME ...]

Each picture is a function of the pixel grid; a seed makes it the same every time. They are kept
soft, as a room behind a person would be in a portrait lens.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

FOLDER = Path(__file__).parent / "backgrounds"
HEIGHT, WIDTH = 1080, 1920
LARGEST_BYTES = 250_000

Plane = npt.NDArray[np.float32]
Picture = npt.NDArray[np.float32]  # (HEIGHT, WIDTH, 3), light in [0, 1], as coded for a screen

ROWS = np.linspace(0, 1, HEIGHT, dtype=np.float32)[:, None] * np.ones((1, WIDTH), np.float32)
COLS = np.linspace(0, 1, WIDTH, dtype=np.float32)[None, :] * np.ones((HEIGHT, 1), np.float32)


def colour(code: str) -> npt.NDArray[np.float32]:
    """Three numbers in [0, 1] from "#rrggbb"."""
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


def ramp(at: Plane, *stops: tuple[float, str]) -> Picture:
    """Colours along `at`, eased between the stops so that no band shows."""
    picture = np.broadcast_to(colour(stops[0][1]), (*at.shape, 3)).astype(np.float32)
    for (low, _), (high, code) in pairwise(stops):
        t = np.clip((at - low) / (high - low), 0, 1)[..., None]
        picture = picture + (t * t * (3 - 2 * t)) * (colour(code) - picture)
    return picture


def glow(*, row: float, col: float, size: float, stretch: float = 1.0) -> Plane:
    """A soft spot of light, 1 in its middle; `size` is a share of the picture's height."""
    y = (ROWS - row) * HEIGHT
    x = (COLS - col) * WIDTH / stretch
    return np.exp(-(x * x + y * y) / (2 * (size * HEIGHT) ** 2)).astype(np.float32)


def blurred(plane: npt.NDArray[np.float32], pixels: float) -> npt.NDArray[np.float32]:
    """A Gaussian blur, `pixels` its standard deviation."""
    return cv2.GaussianBlur(plane, (0, 0), pixels)


def clouds(rng: np.random.Generator, *, finest: int, octaves: int) -> Plane:
    """Smooth noise in [0, 1]; the finest of `octaves` has `finest` cells across the height."""
    total = np.zeros((HEIGHT, WIDTH), np.float32)
    for octave in range(octaves):
        cells = max(2, finest >> octave)
        coarse = rng.random((cells + 2, cells * 2 + 2), np.float32)
        large = cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
        total += large * np.float32(2.0**octave)
    low, high = float(total.min()), float(total.max())
    return (total - low) / (high - low)


def over(below: Picture, cover: Plane, code: str) -> Picture:
    """`below` with a colour laid over it, `cover` its opacity."""
    return below + cover[..., None] * (colour(code) - below)


def dusk(rng: np.random.Generator) -> Picture:
    """A quiet gradient from indigo to apricot."""
    warp = clouds(rng, finest=4, octaves=2) - 0.5
    at = ROWS * 0.75 + COLS * 0.25 + 0.22 * warp
    picture = ramp(
        at,
        (0.0, "#1c1f4a"),
        (0.35, "#5b3f86"),
        (0.62, "#c8688c"),
        (0.85, "#f3a27c"),
        (1.0, "#f9cf9c"),
    )
    return picture + 0.18 * glow(row=0.95, col=0.72, size=0.35)[..., None] * colour("#ffd9a0")


def mint(rng: np.random.Generator) -> Picture:
    """A cool gradient: deep teal to pale mint."""
    warp = clouds(rng, finest=3, octaves=2) - 0.5
    at = 0.55 * (1 - ROWS) + 0.45 * COLS + 0.35 * warp
    return ramp(at, (0.0, "#0d3b4c"), (0.4, "#1f7a86"), (0.72, "#67b8a9"), (1.0, "#d8efdc"))


def studio(rng: np.random.Generator) -> Picture:
    """A painted studio wall under one lamp, the floor just out of sight."""
    mottle = clouds(rng, finest=24, octaves=4)
    light = 0.30 + 0.62 * glow(row=0.38, col=0.46, size=0.42, stretch=1.35)
    light = light * (0.90 + 0.20 * mottle)
    light *= 1 - 0.35 * np.clip((ROWS - 0.80) / 0.20, 0, 1) ** 2
    return ramp(light, (0.05, "#1d2024"), (0.45, "#555b60"), (0.75, "#8d9190"), (1.05, "#c9c6bd"))


def bokeh(rng: np.random.Generator) -> Picture:
    """The lights of a town at night, far out of focus."""
    picture = ramp(ROWS, (0.0, "#070b1a"), (0.55, "#141a38"), (0.75, "#2a2140"), (1.0, "#120f1f"))
    picture = picture + 0.20 * glow(row=0.62, col=0.5, size=0.16, stretch=4)[..., None] * colour(
        "#ff9d5c"
    )
    lamps = ("#ffb35c", "#ffd9a0", "#ff7d4d", "#ffe9c9", "#6fb7ff", "#ff5c7a", "#8ef0d0")
    for _ in range(95):
        row = float(np.clip(rng.normal(0.60, 0.13), 0.18, 0.97))
        radius = float(rng.uniform(18, 44) + 120 * max(0.0, row - 0.58))
        col, strength = float(rng.random()), float(rng.uniform(0.22, 0.95))
        lamp = lamps[int(rng.choice(len(lamps), p=(0.30, 0.24, 0.12, 0.16, 0.08, 0.05, 0.05)))]
        tint = colour(lamp) ** 1.8  # deeper than the lamp's own colour: film would not wash it out
        picture = picture + strength * _disc(row, col, radius)[..., None] * tint
    return 1 - np.exp(-1.35 * picture)  # lights that overlap saturate as on film


def _disc(row: float, col: float, radius: float) -> Plane:
    """A lens's picture of a far lamp: a disc with a slightly brighter rim."""
    distance = np.hypot((ROWS - row) * HEIGHT, (COLS - col) * WIDTH)
    inside = np.clip((radius - distance) / 3 + 0.5, 0, 1)
    rim = np.exp(-(((distance - radius + 4) / 5) ** 2))
    return (inside * (0.75 + 0.25 * (distance / radius) ** 2) + 0.22 * rim).astype(np.float32)


def hills(rng: np.random.Generator) -> Picture:
    """Ridges behind ridges in the morning mist."""
    picture = ramp(ROWS, (0.0, "#7fa6c9"), (0.35, "#cfd9df"), (0.55, "#fbe3c6"), (1.0, "#f6c79c"))
    picture = picture + 0.35 * glow(row=0.43, col=0.68, size=0.13)[..., None] * colour("#fff0cf")
    x = COLS[0] * 2 * np.pi
    for depth in range(6):
        near = depth / 5
        ridge = 0.46 + 0.105 * depth
        line = sum(
            (0.050 - 0.003 * depth)
            / wave
            * np.sin(wave * x * (1 + 0.3 * near) + rng.uniform(0, 6.3))
            for wave in (1, 2, 3, 5, 8, 13)
        )
        below = np.clip((ROWS - (ridge + line)[None, :]) * HEIGHT / (2.5 + 2 * near) + 0.5, 0, 1)
        picture = over(picture, below.astype(np.float32), _between("#b9c3c6", "#24404a", near))
        mist = below * np.clip((ROWS - ridge - 0.02) / 0.16, 0, 1) * (0.55 - 0.42 * near)
        picture = over(picture, mist.astype(np.float32), "#f3e1cf")
    return picture


def _between(first: str, second: str, share: float) -> str:
    mixed = (1 - share) * colour(first) + share * colour(second)
    return "#{:02x}{:02x}{:02x}".format(*(round(float(part) * 255) for part in mixed))


def aurora(rng: np.random.Generator) -> Picture:
    """Northern lights over a dark ridge."""
    picture = ramp(ROWS, (0.0, "#050a1c"), (0.6, "#0b2136"), (0.85, "#12384a"), (1.0, "#0a1a26"))
    stars = (rng.random((HEIGHT, WIDTH)) > 0.9996).astype(np.float32) * (1 - ROWS)
    picture = picture + 3.5 * blurred(stars, 1.1)[..., None]
    x = COLS[0]
    for code, height, strength in (
        ("#3dffa0", 0.50, 0.62),
        ("#46e0ff", 0.40, 0.34),
        ("#b06cff", 0.30, 0.36),
    ):
        curve = height + sum(
            0.075 / wave * np.sin(2 * np.pi * wave * x + rng.uniform(0, 6.3)) for wave in (1, 2, 3)
        )
        up = curve[None, :] - ROWS
        rays = 0.55 + 0.45 * clouds(rng, finest=5, octaves=1).mean(0)[None, :]
        fine = blurred(rng.random((1, WIDTH), np.float32), 9)
        rays = rays * (0.7 + 3.0 * (fine - fine.mean()))
        curtain = np.where(up > 0, np.exp(-up / 0.17), np.exp(up / 0.025)) * rays
        picture = picture + strength * blurred(curtain.astype(np.float32), 6)[..., None] * colour(
            code
        )
    line = 0.86 + sum(
        0.035 / wave * np.sin(2 * np.pi * wave * x + rng.uniform(0, 6.3))
        for wave in (1, 2, 3, 5, 7, 11)
    )
    ridge = np.clip((ROWS - line[None, :]) * HEIGHT / 4 + 0.5, 0, 1).astype(np.float32)
    return over(1 - np.exp(-1.3 * picture), ridge, "#04080d")


def daylight(rng: np.random.Generator) -> Picture:
    """A plain wall with the light of a tall window falling across it."""
    plaster = clouds(rng, finest=40, octaves=5)
    picture = ramp(COLS * 0.6 + ROWS * 0.4, (0.0, "#cdbfae"), (0.5, "#bcab98"), (1.0, "#8f8071"))
    slanted_col = COLS * WIDTH / HEIGHT + 0.42 * ROWS
    panes = np.zeros((HEIGHT, WIDTH), np.float32)
    for left in (0.42, 0.80, 1.18):
        for top in (-0.10, 0.27, 0.64):
            slanted_row = ROWS - 0.10 * (slanted_col - 0.8)
            panes += (
                (slanted_col > left)
                & (slanted_col < left + 0.34)
                & (slanted_row > top)
                & (slanted_row < top + 0.32)
            )
    leaves = np.zeros((HEIGHT, WIDTH), np.float32)
    for _ in range(60):
        centre = (int(rng.uniform(0.05, 0.55) * WIDTH), int(rng.uniform(-0.05, 0.8) * HEIGHT))
        axes = (int(rng.uniform(40, 90)), int(rng.uniform(10, 22)))
        angle = float(rng.normal(35, 35))
        cv2.ellipse(leaves, centre, axes, angle, 0, 360, 1.0, -1, cv2.LINE_AA)
    light = blurred(panes * (1 - 0.75 * blurred(leaves, 7)), 9)
    picture = picture * (0.72 + 0.06 * plaster)[..., None]
    return picture + (0.36 * light * (1.05 - 0.35 * ROWS))[..., None] * colour("#ffe2b5")


def bookshelf(rng: np.random.Generator) -> Picture:
    """Shelves of books in lamplight, out of focus."""
    picture = np.ones((HEIGHT, WIDTH, 3), np.float32) * colour("#2b1d14")
    spines = (
        "#7d2e2a",
        "#254a5e",
        "#c9a25a",
        "#3d5a40",
        "#d9cdb6",
        "#4b3a5c",
        "#a65f33",
        "#1f2b3a",
    )
    shelf_height, board = 268, 26
    for top in range(-60, HEIGHT, shelf_height):
        floor = top + shelf_height - board
        col = -int(rng.integers(0, 40))
        while col < WIDTH:
            width, height = int(rng.integers(22, 62)), int(rng.integers(150, 226))
            if rng.random() < 0.08:  # a gap, so that it looks used
                col += int(rng.integers(40, 120))
                continue
            shade = colour(str(rng.choice(spines))) * rng.uniform(0.75, 1.12)
            rows = slice(max(0, floor - height), max(0, floor))
            cols = slice(max(0, col), max(0, col + width - 3))
            picture[rows, cols] = shade
            for share in (0.16, 0.80):  # the bands of a binding
                band = floor - int(height * share)
                picture[max(0, band - 7) : max(0, band), cols] = shade * 0.6 + 0.25
            col += width
        picture[max(0, floor) : max(0, floor + board)] = colour("#6b4528")
        picture[max(0, floor + board - 6) : max(0, floor + board)] = colour("#3a2415")
    picture = blurred(picture, 11)
    light = 0.42 + 0.75 * glow(row=0.30, col=0.30, size=0.50, stretch=1.3)
    picture = picture * light[..., None]
    return picture + 0.10 * glow(row=0.25, col=0.26, size=0.28)[..., None] * colour("#ffc887")


PICTURES: dict[str, Callable[[np.random.Generator], Picture]] = {
    function.__name__: function
    for function in (dusk, mint, studio, daylight, bookshelf, bokeh, hills, aurora)
}


def main() -> None:
    """Write the named pictures, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        rng = np.random.default_rng(sum(name.encode()))
        picture = np.clip(PICTURES[name](rng), 0, 1) * 255
        picture += rng.normal(0, 0.8, (HEIGHT, WIDTH, 1))  # a breath of grain keeps bands away
        image = Image.fromarray(np.clip(np.round(picture), 0, 255).astype(np.uint8))
        path = FOLDER / f"{name}.jpg"
        for quality in (92, 88, 84, 80, 75):
            image.save(path, quality=quality, optimize=True, progressive=True)
            if path.stat().st_size <= LARGEST_BYTES:
                break
        print(f"{path.name}: quality {quality}, {path.stat().st_size / 1000:.0f} kB")  # noqa: T201


if __name__ == "__main__":
    main()
