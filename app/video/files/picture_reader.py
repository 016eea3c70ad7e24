"""PictureReader: reads the pictures of a still or a sequence, each kind of file in its own way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.video.files.deep_picture import read_dpx, read_dpx_header, read_sixteen_bits
from app.video.files.exr_file import read_exr, read_layer
from app.video.files.exr_options import ExrOptions
from app.video.files.still import StillError, picture_size, read_cutout
from app.video.linear_picture import RGB, LinearPicture, Window
from app.video.pixels.colour_spaces import AP0, ColourSpaceError, ColourSpaces
from app.video.pixels.light import seen, straight_rgb
from gpu_unet import Image


class Picture(NamedTuple):
    """One picture.

    Attributes:
        pixels: uint8 (height, width, 3), sRGB, not premultiplied.
        alpha: uint8 (height, width); None if the file has none.
        linear: Its scene-linear values; None unless asked for.
    """

    pixels: Image
    alpha: Image | None
    linear: LinearPicture | None = None


class PictureReader:
    """Reads any picture with 8 bits.

    Attributes:
        frame_rate: Pictures per second, if the files state it.
        bits: Bits of a sample in the files.
    """

    frame_rate: Fraction | None = None
    bits = 8

    def size(self, path: Path) -> tuple[int, int]:
        """(height, width) from the file's header.

        Raises:
            StillError: It cannot be read; the second half of a sentence.
        """
        return picture_size(path)

    def read(self, path: Path) -> Picture:
        """The picture.

        Raises:
            StillError: It cannot be read; the second half of a sentence.
        """
        return Picture(*read_cutout(path))


def in_named_space(picture: LinearPicture, options: ExrOptions) -> LinearPicture:
    """A picture whose values are in `options.input_space`: itself, if none is named.

    Raises:
        StillError: The space cannot be used; the second half of a sentence.
    """
    name = options.input_space
    if not name:
        return picture
    try:
        spaces = ColourSpaces.of(options.ocio)
        primaries = spaces.primaries(name)
        header = {key: value for key, value in picture.header.items() if key != "chromaticities"}
        if primaries is not None:
            return replace(picture, primaries=primaries, header=header)
        planes = dict(picture.planes)
        planes |= zip(RGB, spaces.to_linear(name, straight_rgb(picture)), strict=True)
    except ColourSpaceError as error:
        raise StillError(f"cannot be read: {error}") from error
    return replace(picture, planes=planes, primaries=AP0, is_premultiplied=False, header=header)


class DeepReader(PictureReader):
    """Reads DPX files, and the scene-linear values of PNG and TIFF files of 16 bits.

    Args:
        first: The first file.
        options: The colour space, if one is named.
        keeps_linear: Whether the pictures' scene-linear values are wanted.

    Raises:
        StillError: The first file cannot be read.
    """

    def __init__(self, first: Path, options: ExrOptions, *, keeps_linear: bool) -> None:
        self._options = options
        self._keeps_linear = keeps_linear
        self._is_dpx = first.suffix.lower() == ".dpx"
        if self._is_dpx:
            header = read_dpx_header(first)
            self.bits, self.frame_rate = header.bits, header.frame_rate

    def size(self, path: Path) -> tuple[int, int]:
        """See `PictureReader.size`."""
        if not self._is_dpx:
            return picture_size(path)
        header = read_dpx_header(path)
        return header.height, header.width

    def read(self, path: Path) -> Picture:
        """See `PictureReader.read`."""
        is_coded = bool(self._options.input_space)
        if self._is_dpx:
            linear = in_named_space(read_dpx(path, is_coded=is_coded), self._options)
            return Picture(seen(linear), None, linear if self._keeps_linear else None)
        pixels, alpha = read_cutout(path)
        linear = read_sixteen_bits(path, is_coded=is_coded)
        if linear is None:
            if is_coded:
                raise StillError("has 8 bits, so no other colour space is taken; leave it out")
            return Picture(pixels, alpha)
        self.bits = 16
        if is_coded:
            linear = in_named_space(linear, self._options)
            pixels = seen(linear)
        if "A" in linear.planes:
            alpha = eight_bit_alpha(linear.planes["A"])
        return Picture(pixels, alpha, linear if self._keeps_linear else None)


class ExrReader(PictureReader):
    """Reads OpenEXR files of one display window, all at the place that holds every data window.

    Args:
        files: All files; their headers are read at once.
        options: Layer, and meaning of the alpha.
        keeps_linear: Whether the pictures' scene-linear values are wanted.

    Raises:
        StillError: The first file cannot be read.
    """

    def __init__(self, files: Sequence[Path], options: ExrOptions, *, keeps_linear: bool) -> None:
        self._options = options
        self._keeps_linear = keeps_linear
        first = read_layer(files[0], options.layer)
        self._display = first.display
        self.frame_rate = first.frame_rate
        self.bits = 16
        self._canvas = first.canvas
        for path in files[1:]:
            try:
                layer = read_layer(path, options.layer)
            except StillError:  # reading it reports the error
                continue
            if layer.display == self._display:
                self._canvas = self._canvas.around(layer.data)

    def size(self, path: Path) -> tuple[int, int]:
        """See `PictureReader.size`: the same for all pictures."""
        window = self._window(path)
        return window.height, window.width

    def read(self, path: Path) -> Picture:
        """See `PictureReader.read`."""
        picture = in_named_space(read_exr(path, self._options, self._window(path)), self._options)
        alpha = picture.planes.get("A")
        eight_bit = None if alpha is None else eight_bit_alpha(alpha.astype(np.float32))
        return Picture(seen(picture), eight_bit, picture if self._keeps_linear else None)

    def _window(self, path: Path) -> Window:
        if read_layer(path, self._options.layer).display != self._display:
            raise StillError("has another display window than the first picture; render it anew")
        return self._canvas


def eight_bit_alpha(alpha: np.ndarray) -> Image:
    """Float alpha as uint8, rounded; what is no number is 0."""
    return np.rint(np.nan_to_num(alpha, nan=0.0).clip(0, 1) * 255).astype(np.uint8)


def reader_for(
    files: Sequence[Path], exr: ExrOptions | None = None, *, keeps_linear: bool = False
) -> PictureReader:
    """The reader for files of one kind.

    Args:
        files: At least one, in order.
        exr: Options for OpenEXR files; None: the usual ones.
        keeps_linear: Whether scene-linear values are wanted, where a file has them.

    Raises:
        StillError: The first file cannot be read.
    """
    suffix, exr = files[0].suffix.lower(), exr or ExrOptions()
    if suffix == ".exr":
        return ExrReader(files, exr, keeps_linear=keeps_linear)
    if suffix == ".dpx" or keeps_linear or exr.input_space:
        return DeepReader(files[0], exr, keeps_linear=keeps_linear)
    return PictureReader()
