"""OpenEXR files: their headers and scene-linear pixels, read and written.

OpenEXR's wheel is optional, and loaded with the first file. It reads and writes through Python's
own files: by itself it reports neither a full disk nor a missing file in words.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from app.messages import Message
from app.video.files.decoder import open_input
from app.video.files.decoding import INVALID_DATA, DecodingError, decoding
from app.video.files.still import (
    NO_COLOURS,
    NO_PICTURE,
    StillError,
    check_size,
    damaged,
    picture_file,
)
from app.video.files.timecode import TimeCode, timecode_of
from app.video.limits import FASTEST_RATE, SLOWEST_RATE, sane_aspect
from app.video.linear_picture import REC709, RGB, LinearPicture, Plane, TimeOfFrame, Window
from app.video.pixels.light import is_usable
from app.video.reading import ALPHA_KINDS, AlphaKind, Compression, ExrOptions
from app.video.sink import FrameTime
from app.video.source import MediaInfo
from gpu_unet import Image, available_cores

INSTALL_LINE = "pip install -r requirements-exr.txt"
ALPHA_ATTRIBUTE = "backdropAlpha"  # "straight" or "premultiplied"; the format itself has no word
MOST_FILE_BYTES = 2**32  # of all channels, as OpenEXR decodes them at once
# What describes how pixels are stored, or pixels that are not kept.
_STRUCTURAL = frozenset(
    {"channels", "chunkCount", "compression", "dataWindow", "displayWindow", "dwaCompressionLevel"}
    | {"lineOrder", "maxSamplesPerPixel", "multiView", "name", "preview", "tiles", "type"}
    | {"version", "view", "idmanifest", ALPHA_ATTRIBUTE}
)
_MAGIC = b"v/1\x01"
_COMPRESSIONS: dict[Compression, str] = {
    "zips": "ZIPS_COMPRESSION",
    "zip": "ZIP_COMPRESSION",
    "piz": "PIZ_COMPRESSION",
    "dwaa": "DWAA_COMPRESSION",
    "dwab": "DWAB_COMPRESSION",
    "none": "NO_COMPRESSION",
}
_CHANNELS = {
    "r": "R", "red": "R", "g": "G", "green": "G", "b": "B", "blue": "B",
    "a": "A", "alpha": "A", "y": "Y",
}  # fmt: skip


def is_installed() -> bool:
    """Whether OpenEXR's package is there; loads nothing."""
    return importlib.util.find_spec("OpenEXR") is not None


@dataclass(frozen=True, slots=True)
class ExrLayer:
    """The layer to read, and the windows of its part.

    Attributes:
        channels: The file's name of each of "R", "G", "B" and "A"; a grey layer has one for three.
        data, display: See `LinearPicture`.
        primaries: See `LinearPicture`.
        frame_rate: Frames per second, if the file states what a film can have.
        pixel_aspect: Width of a pixel divided by its height.
        alpha: What the file states about its alpha, if anything.
    """

    part: int
    channels: Mapping[str, str]
    data: Window
    display: Window
    header: Mapping[str, object]
    primaries: tuple[float, ...]
    frame_rate: Fraction | None
    pixel_aspect: Fraction
    alpha: AlphaKind | None

    @property
    def canvas(self) -> Window:
        """What is processed: the data and the display window."""
        return self.data.around(self.display)


def read_layer(path: Path, name: str = "") -> ExrLayer:
    """Read a file's header alone.

    Args:
        name: A part or a layer; empty: the first with R, G and B.

    Raises:
        StillError: It is no such file, or holds no such layer; the second half of a sentence.
    """
    with _opened(path, header_only=True) as file:
        return _layer_of(file, name)


def read_exr(path: Path, options: ExrOptions, canvas: Window | None = None) -> LinearPicture:
    """Read a picture.

    Args:
        options: Layer, and meaning of the alpha.
        canvas: Where the planes are to lie; what is outside of it is left out. None: the data and
            the display window.

    Raises:
        StillError: As `read_layer`, or the pixels are damaged.
    """
    layer = read_layer(path, options.layer)
    check_size(layer.canvas.height, layer.canvas.width)
    canvas = canvas or layer.canvas
    data = _cut(layer.data, canvas)
    if data.height < 1 or data.width < 1:
        raise StillError(Message("lies outside of the other pictures; render it anew"))
    with _opened(path) as file:
        if layer.part >= len(file.parts):
            raise damaged(Message("it ends too early"))
        stored = file.channels(layer.part)
        planes = {}
        for channel, name in layer.channels.items():
            if channel == "A" and options.input_alpha == "none":
                continue
            pixels = stored[name].pixels
            if pixels is None or pixels.shape != (layer.data.height, layer.data.width):
                raise damaged(INVALID_DATA)
            if pixels.dtype not in (np.float16, np.float32):
                raise StillError(NO_COLOURS)
            planes[channel] = _placed(pixels, layer.data, canvas)
    return LinearPicture(
        planes=planes,
        canvas=canvas,
        data=data,
        display=layer.display,
        is_premultiplied="A" in planes
        and (options.input_alpha or layer.alpha or "premultiplied") == "premultiplied",
        primaries=layer.primaries,
        header=layer.header,
    )


def exr_bytes(picture: LinearPicture, compression: Compression) -> memoryview:
    """A file with one part of half floats, its data window cut to `picture.data`.

    Args:
        picture: Its `header` goes along.
    """
    OpenEXR = _openexr()  # noqa: N806 -- a module
    rows, columns = picture.data.within(picture.canvas)
    channels = {
        # OpenEXR reads an array as if it were contiguous.
        name: np.ascontiguousarray(_halves(plane[rows, columns]))
        for name, plane in picture.planes.items()
    }
    header = {
        **_taken(picture.header),
        "compression": getattr(OpenEXR, _COMPRESSIONS[compression]),
        "type": OpenEXR.scanlineimage,
        "dataWindow": _box(picture.data),
        "displayWindow": _box(picture.display),
    }
    if picture.primaries != REC709 and "chromaticities" not in header:
        header["chromaticities"] = picture.primaries
    if "A" in channels:
        header[ALPHA_ATTRIBUTE] = "premultiplied" if picture.is_premultiplied else "straight"
    stream = io.BytesIO()
    OpenEXR.File(header, channels, num_threads=min(4, available_cores())).write(stream)
    return stream.getbuffer()


def _taken(header: Mapping[str, object]) -> dict[str, object]:
    """Attributes as OpenEXR takes them."""
    clock = header.get("timeCode")
    if not isinstance(clock, TimeOfFrame):
        return dict(header)
    flags = [int(clock.drops_frames), *([0] * 13)]
    time = _openexr().TimeCode(clock.hours, clock.minutes, clock.seconds, clock.frame, *flags)
    return {**header, "timeCode": time}


def _halves(plane: Plane) -> Plane:
    """Float16; what is too large for it becomes its largest number."""
    if plane.dtype == np.float16:
        return plane
    most = np.finfo(np.float16).max
    with np.errstate(over="ignore"):
        return np.where(np.isfinite(plane), plane.clip(-most, most), plane).astype(np.float16)


def _box(window: Window) -> tuple[Any, Any]:
    return (
        np.array([window.left, window.top], np.int32),
        np.array([window.right, window.bottom], np.int32),
    )


def _openexr() -> Any:
    """The package, which has no types; loading it takes a moment."""
    return importlib.import_module("OpenEXR")


@contextmanager
def _opened(path: Path, *, header_only: bool = False) -> Iterator[Any]:
    """OpenEXR's view of a file; any error while it is used becomes a StillError."""
    if not is_installed():
        raise StillError("cannot be read without the package OpenEXR ({line})", line=INSTALL_LINE)
    try:
        with (
            picture_file(path),
            decoding(StillError, FileNotFoundError, PermissionError),
            path.open("rb") as stream,
        ):
            if stream.read(len(_MAGIC)) != _MAGIC:
                raise StillError(NO_PICTURE)
            stream.seek(0)
            yield _openexr().File(
                stream, separate_channels=True, header_only=header_only, num_threads=1
            )
    except DecodingError as error:
        raise StillError(str(error)) from error


def _layer_of(file: Any, name: str) -> ExrLayer:
    OpenEXR = _openexr()  # noqa: N806 -- a module
    found: list[tuple[int, str, dict[str, str]]] = []
    total = 0
    for index, part in enumerate(file.parts):
        channels = part.header["channels"]
        data = _window(part.header["dataWindow"])
        total += len(channels) * data.height * data.width * 4
        if part.type() in (OpenEXR.deepscanline, OpenEXR.deeptile):
            continue
        found += [
            (index, layer, own)
            for layer, own in _layers(channels).items()
            if own.keys() >= {*RGB} or "Y" in own
        ]
    if total > MOST_FILE_BYTES:
        raise StillError(
            Message("holds more channels than memory has room for; save fewer layers in one file")
        )
    part_names = [part.header.get("name", "") for part in file.parts]
    whole_names = [".".join(filter(None, (part_names[index], layer))) for index, layer, _ in found]
    if name:
        wanted = [
            one
            for one, whole in zip(found, whole_names, strict=True)
            if name in (whole, one[1], part_names[one[0]])
        ]
    else:
        wanted = sorted(found, key=lambda one: ("R" not in one[2], bool(one[1]), one[0]))
    if not wanted:
        known = ", ".join(filter(None, whole_names)) or "none with a name"
        if name:
            raise StillError(f"has no layer {name} with colours; it has: {known}")
        raise StillError(NO_COLOURS)
    index, _, channels = wanted[0]
    if "R" not in channels:
        channels = {**channels, **dict.fromkeys(RGB, channels["Y"])}
    channels.pop("Y", None)
    header = file.parts[index].header
    data, display = _window(header["dataWindow"]), _window(header["displayWindow"])
    stated = header.get(ALPHA_ATTRIBUTE)
    rate = header.get("framesPerSecond")
    primaries = tuple(round(value, 5) for value in header.get("chromaticities", REC709))
    return ExrLayer(
        part=index,
        channels=channels,
        data=data,
        display=display,
        header={key: value for key, value in header.items() if key not in _STRUCTURAL},
        primaries=primaries if is_usable(primaries) else REC709,
        frame_rate=_rate_of(rate),
        pixel_aspect=_aspect_of(header.get("pixelAspectRatio")),
        alpha=next((kind for kind in ALPHA_KINDS if kind == stated), None),
    )


def _rate_of(stated: object) -> Fraction | None:
    """A rate that a film can have; None: there is none, or it is damaged."""
    if not isinstance(stated, Fraction) or not SLOWEST_RATE <= stated <= FASTEST_RATE:
        return None
    return stated.limit_denominator(1001)


def _aspect_of(stated: object) -> Fraction:
    """A pixel's shape; that of a square where none is stated, or a damaged one."""
    if not isinstance(stated, float) or not math.isfinite(stated):
        return Fraction(1)
    return sane_aspect(Fraction(stated).limit_denominator(1000))


def _layers(channels: Sequence[Any]) -> dict[str, dict[str, str]]:
    """The channels of colour and alpha by layer, then by "R", "G", "B", "A" or "Y".

    "Y" is grey: beside chroma (RY, BY) it is left out.
    """
    layers: dict[str, dict[str, str]] = {}
    with_chroma: set[str] = set()
    for channel in channels:
        layer, _, last = channel.name.rpartition(".")
        short = _CHANNELS.get(last.lower())
        if short is not None and (channel.xSampling, channel.ySampling) == (1, 1):
            layers.setdefault(layer, {}).setdefault(short, channel.name)
        if last.lower() in ("ry", "by"):
            with_chroma.add(layer)
    for layer in with_chroma & layers.keys():
        layers[layer].pop("Y", None)
    return layers


def _window(box: Any) -> Window:
    window = Window(*(int(value) for corner in box for value in corner))
    if window.height < 1 or window.width < 1:
        raise damaged(INVALID_DATA)
    return window


def _placed(pixels: Plane, data: Window, canvas: Window) -> Plane:
    """`pixels` of the data window as a plane of the canvas, 0 around them."""
    if data == canvas:
        return pixels
    plane = np.zeros((canvas.height, canvas.width), pixels.dtype)
    kept = _cut(data, canvas)
    plane[kept.within(canvas)] = pixels[kept.within(data)]
    return plane


def _cut(window: Window, canvas: Window) -> Window:
    return Window(
        max(window.left, canvas.left),
        max(window.top, canvas.top),
        min(window.right, canvas.right),
        min(window.bottom, canvas.bottom),
    )


@dataclass(frozen=True, slots=True)
class FilmMarks:
    """What each picture states about its film, and its place in it.

    Attributes:
        rate: Frames per second.
        timecode: Of the film's first frame; None if it states none.
        pixel_aspect: Width of a pixel divided by its height.
    """

    rate: Fraction
    timecode: TimeCode | None
    pixel_aspect: Fraction

    @classmethod
    def of(cls, media: MediaInfo, rate: Fraction) -> FilmMarks | None:
        """The marks of a film; None for pictures, which state their own.

        Raises:
            SourceError: The film cannot be read any more.
        """
        if media.path is None:
            return None
        with open_input(media.path) as container:
            timecode = timecode_of(container, media.stream_index)
        return cls(rate, timecode, media.pixel_aspect)

    def attributes(self, time: FrameTime) -> dict[str, object]:
        """Attributes of the picture that is shown at a time."""
        stated: dict[str, object] = {
            "framesPerSecond": self.rate,
            "pixelAspectRatio": float(self.pixel_aspect),
        }
        if self.timecode is not None:
            text = self.timecode.later(time.pts * time.time_base, rate=self.rate)
            if text:
                numbers = (int(text[begin : begin + 2]) for begin in (0, 3, 6, 9))
                stated["timeCode"] = TimeOfFrame(*numbers, drops_frames=";" in text)
        return stated


class ExrEncoder:
    """Makes OpenEXR files.

    Args:
        marks: Of the film that the pictures come from; None: they state their own.
    """

    bits = 16

    def __init__(self, compression: Compression, marks: FilmMarks | None = None) -> None:
        self._compression: Compression = compression
        self._marks = marks

    def write(
        self,
        path: Path,
        picture: Image | LinearPicture | None,
        alpha: Image | None,
        time: FrameTime,
    ) -> None:
        """See `PictureEncoder.write`; a picture holds its own alpha."""
        assert isinstance(picture, LinearPicture)
        if self._marks is not None:
            stated = {**self._marks.attributes(time), **picture.header}
            picture = replace(picture, header=stated)
        path.write_bytes(exr_bytes(picture, self._compression))
