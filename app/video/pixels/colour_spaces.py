"""ColourSpaces: colour spaces by the names of an OpenColorIO config.

A composite of linear light is the same in any linear space, so a config is asked for two things
alone: the primaries of a linear space, and the way from another one (a camera's logarithm) to
linear light. The package is optional, and loaded with the first config.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from app.video.linear_picture import REC709
from app.video.pixels.light import Floats, matrix_of_primaries, primaries_of_matrix

INSTALL_LINE = "pip install -r requirements-exr.txt"
AP0 = (0.7347, 0.2653, 0.0, 1.0, 0.0001, -0.077, 0.32168, 0.33767)
ACESCG = (0.713, 0.293, 0.165, 0.83, 0.128, 0.044, 0.32168, 0.33767)
REC2020 = (0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329)
P3_D65 = (0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329)
_KNOWN = (REC709, ACESCG, AP0, REC2020, P3_D65)
_SAME = 1e-3  # a config's matrices are rounded
_INTERCHANGE = "aces_interchange"  # the role that every config of version 2 has: ACES2065-1


class ColourSpaceError(ValueError):
    """A config or a name in it cannot be used; a whole sentence."""


class ColourSpaces:
    """The spaces of one config; from one thread at a time.

    Args:
        config: A file, or `ocio://` and the name of a config within OpenColorIO.

    Raises:
        ColourSpaceError: It cannot be loaded.
    """

    def __init__(self, config: str) -> None:
        if importlib.util.find_spec("PyOpenColorIO") is None:
            raise ColourSpaceError(
                f"colour spaces by name need the package OpenColorIO ({INSTALL_LINE})"
            )
        self._name = config
        self._library: Any = importlib.import_module("PyOpenColorIO")
        try:
            self._config = self._library.Config.CreateFromFile(config)
            self._config.validate()
        except (self._library.Exception, self._library.ExceptionMissingFile) as error:
            reason = " ".join(str(error).split()).rstrip(".")[:200]
            raise ColourSpaceError(
                f"the OpenColorIO config {config} cannot be used: {reason}"
            ) from error
        if not self._config.hasRole(_INTERCHANGE):
            raise ColourSpaceError(
                f"the OpenColorIO config {config} has no role {_INTERCHANGE}, by which its spaces "
                "relate to others; use a config of version 2"
            )

    @staticmethod
    @functools.cache
    def of(config: str) -> ColourSpaces:
        """The config, loaded once; an empty name is that of the environment (`$OCIO`).

        Raises:
            ColourSpaceError: There is none, or it cannot be loaded.
        """
        named = config or os.environ.get("OCIO", "")
        if not named:
            raise ColourSpaceError(
                "colour spaces by name need an OpenColorIO config; give --ocio, or set $OCIO"
            )
        return ColourSpaces(named)

    def primaries(self, name: str) -> tuple[float, ...] | None:
        """X and y of red, green, blue and white of a linear space; None: it is not linear.

        Raises:
            ColourSpaceError: There is no such space.
        """
        self._check(name)
        scene = self._library.REFERENCE_SPACE_SCENE
        if not self._config.isColorSpaceLinear(name, scene):
            return None
        to_aces = self._applied(name, np.eye(3, dtype=np.float32)).T.astype(np.float64)
        for known in _KNOWN:
            if np.abs(matrix_of_primaries(known, AP0) - to_aces).max() < _SAME:
                return known
        return primaries_of_matrix(to_aces, AP0)

    def to_linear(self, name: str, planes: list[Floats]) -> list[Floats]:
        """R, G and B of a space as linear light in the primaries `AP0`.

        Raises:
            ColourSpaceError: There is no such space.
        """
        self._check(name)
        pixels = self._applied(name, np.ascontiguousarray(np.stack(planes, axis=2)))
        return [np.ascontiguousarray(pixels[..., channel]) for channel in range(3)]

    def _applied(self, name: str, pixels: Floats) -> npt.NDArray[np.float32]:
        """`pixels`, (..., 3), from a space to ACES2065-1, in place."""
        processor = self._config.getProcessor(name, _INTERCHANGE)
        lossless = self._library.OPTIMIZATION_LOSSLESS
        processor.getOptimizedCPUProcessor(lossless).applyRGB(pixels)
        return pixels

    def _check(self, name: str) -> None:
        if self._config.getColorSpace(name) is None:
            names = ", ".join(self._config.getColorSpaceNames())
            raise ColourSpaceError(
                f"the OpenColorIO config {self._name} has no colour space {name}; it has: {names}"
            )
