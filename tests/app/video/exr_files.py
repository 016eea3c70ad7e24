"""Small OpenEXR files, made by the package itself."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

OpenEXR = pytest.importorskip("OpenEXR", reason="needs requirements-exr.txt")

HEIGHT, WIDTH = 48, 64


def scene(index=0, *, height=HEIGHT, width=WIDTH, dtype=np.float16) -> np.ndarray:
    """(height, width, 3): light from 0.01 to 6, different in each frame."""
    rng = np.random.default_rng(index)
    return (0.01 * 600 ** rng.random((height, width, 3))).astype(dtype)


def box(left, top, right, bottom):
    return np.array([left, top], np.int32), np.array([right, bottom], np.int32)


def channels_of(rgb, alpha=None, prefix=""):
    planes = {f"{prefix}{c}": np.ascontiguousarray(rgb[..., n]) for n, c in enumerate("RGB")}
    return planes if alpha is None else {**planes, f"{prefix}A": alpha}


def write(path: Path, channels: dict, **header) -> Path:
    header = {"type": OpenEXR.scanlineimage, **header}
    OpenEXR.File(header, channels).write(str(path))
    return path


def write_film(folder: Path, count=3, *, alpha=None, first=1001, **header) -> Path:
    """Numbered pictures with time codes at 24 frames/s; their pattern."""
    for index in range(count):
        write(
            folder / f"in_{first + index:04d}.exr",
            channels_of(scene(index), alpha),
            timeCode=OpenEXR.TimeCode(10, 0, 0, index, *[0] * 14),
            framesPerSecond=Fraction(24),
            owner="somebody",
            **header,
        )
    return folder / "in_%04d.exr"


def read(path: Path) -> tuple[dict, dict]:
    """Planes by name, and the header."""
    file = OpenEXR.File(str(path), separate_channels=True)
    return {name: channel.pixels for name, channel in file.channels().items()}, file.header()


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Bit for bit."""
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()
