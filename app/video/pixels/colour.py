"""Colour: what a libav frame's tags mean, HDR among them, two conversions, and black behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import av
import numpy as np
import numpy.typing as npt
from av.video.reformatter import ColorRange, Colorspace, Interpolation, VideoReformatter

from app.video.pixels.light import SWS_WHITE
from app.video.pixels.planes import (
    PIXEL_FORMATS,
    bits_of,
    frame_from_pixels,
    new_frame,
    pixels_from_frame,
    plane_view,
    planes_of,
    shared_size,
    split_planes,
)
from gpu_unet import FrameFormat, Image

if TYPE_CHECKING:
    from av.sidedata.sidedata import SideDataContainer

UNSPECIFIED = 2  # H.273 code, the same number for matrix, primaries and transfer
BT709 = 1  # likewise
RGB = 0  # likewise, of the matrix

_MATRIX_OF_CODE: dict[int, FrameFormat.Matrix] = {
    1: "bt709",
    4: "bt601",  # FCC: the same coefficients within a rounding error
    5: "bt601",
    6: "bt601",
    7: "bt709",  # SMPTE 240M: nearest of the three
    9: "bt2020",
    10: "bt2020",
}
CODE_OF_MATRIX: dict[FrameFormat.Matrix, int] = {"bt601": 6, "bt709": 1, "bt2020": 9}
_SWS_OF_MATRIX: dict[FrameFormat.Matrix, Colorspace] = {
    "bt601": Colorspace.ITU601,
    "bt709": Colorspace.ITU709,
    "bt2020": Colorspace.BT2020,
}

# Half pixels that chroma lies to the left, and above its row's middle.
_PLACES = {(1, 1): "topleft", (0, 1): "top", (1, -1): "bottomleft", (0, -1): "bottom"}

# Without these flags swscale truncates, and loses up to 3 levels to RGB and back.
_FAITHFUL = Interpolation.BICUBIC | Interpolation.ACCURATE_RND | Interpolation.FULL_CHR_H_INT


def matrix_of(code: int, *, height: int, width: int) -> FrameFormat.Matrix:
    """The YUV matrix of an H.273 code; by the frame's size if the code is unspecified.

    Untagged video follows the habit of every player: BT.601 for standard definition (up to 1024 x
    576), BT.709 above.
    """
    named = _MATRIX_OF_CODE.get(code)
    if named is not None:
        return named
    return "bt601" if max(height, width) <= 1024 and min(height, width) <= 576 else "bt709"


def is_full_range(frame: av.VideoFrame) -> bool:
    """True if Y runs 0-255: tagged so, in one of libav's "J" formats, or not YUV at all.

    Grey without a tag does: libav's decoders, and swscale, mean that by it.
    """
    name = frame.format.name
    if name.startswith("yuvj") or is_rgb(frame) or name.startswith("pal"):
        return True
    if name.startswith("gray"):
        return frame.color_range != ColorRange.MPEG
    return frame.color_range == ColorRange.JPEG


def is_rgb(frame: av.VideoFrame) -> bool:
    """True if the frame's pixels are RGB of any depth or order, or a palette of it."""
    return frame.format.is_rgb or frame.format.has_palette


def with_sws_white(frame: av.VideoFrame) -> av.VideoFrame:
    """A frame as `convert` reads it: RGB of 9 to 16 bits in 16, with swscale's white.

    swscale reads white as `SWS_WHITE`, whatever the depth, so the white of 10 bits, 65472, would
    come out as 943 of 940 in YUV. Any other frame is returned itself; an alpha is left out.
    """
    bits = frame.format.components[0].bits
    if not (frame.format.is_rgb and 8 < bits <= 16):
        return frame
    planar = frame.reformat(format="gbrp16le")
    scale = SWS_WHITE / (((1 << bits) - 1) << (16 - bits))
    for plane in planar.planes[:3]:
        codes = plane_view(plane, row_bytes=2 * planar.width).view(np.uint16)
        codes[:] = np.rint(codes * scale)
    return planar


def sws_range(full_range: bool) -> ColorRange:
    """The name of a range in swscale and codec contexts."""
    return ColorRange.JPEG if full_range else ColorRange.MPEG


def convert(
    frame: av.VideoFrame,
    reformatter: VideoReformatter,
    *,
    to: str,
    matrix: FrameFormat.Matrix,
    full_range: bool,
    to_matrix: FrameFormat.Matrix | None = None,
    to_full_range: bool | None = None,
    height: int | None = None,
    width: int | None = None,
) -> av.VideoFrame:
    """`frame` in the pixel format `to`, with correct rounding: itself if it is so already.

    Args:
        frame: Any pixel format.
        reformatter: Kept by the caller: it caches the tables of one pair of formats.
        to: libav's name of a pixel format, e.g. "rgb24".
        matrix, full_range: How to read `frame`; its own tags are ignored.
        to_matrix, to_full_range: How to code the result; None: as `frame`. RGB is always full
            range.
        height, width: New size; None keeps the frame's.
    """
    return reformatter.reformat(
        frame if full_range else with_chroma(frame),
        width=width,
        height=height,
        format=to,
        src_colorspace=_SWS_OF_MATRIX[matrix],
        dst_colorspace=_SWS_OF_MATRIX[to_matrix or matrix],
        src_color_range=sws_range(full_range),
        dst_color_range=sws_range(full_range if to_full_range is None else to_full_range),
        interpolation=_FAITHFUL,
        threads=1,
    )


def chroma_place(frame: av.VideoFrame) -> str:
    """Where a frame of 4:2:0 states its chroma, by libav's name; empty: between two rows.

    PyAV does not tell. swscale does: it moves an edge by as much as the frame states.
    """
    side = 32 if frame.width != 32 else 64  # another size, so that it is a copy
    small = frame.reformat(width=side, height=side, format="yuv420p")
    for plane, half in zip(
        small.planes[1:], (np.s_[:, side // 4 :], np.s_[side // 4 :]), strict=True
    ):
        view = plane_view(plane, row_bytes=side // 2)
        view[:], view[half] = 128, 240
    whole = convert(small, VideoReformatter(), to="yuv444p", matrix="bt709", full_range=True)
    across, down = (plane_view(plane, row_bytes=side) for plane in whole.planes[1:])
    sums = (across[0].sum(dtype=int), down[:, 0].sum(dtype=int))
    is_left, below = (round((total - 184 * side) / 56) for total in sums)
    return _PLACES.get((is_left, below), "")


def with_chroma(frame: av.VideoFrame) -> av.VideoFrame:
    """A grey frame of limited range as YUV, since swscale reads any grey as full range."""
    name = frame.format.name
    if not (name == "gray" or (name.startswith("gray") and name.endswith("le"))):
        return frame
    bits = frame.format.components[0].bits
    depth, sample = ("", np.uint8) if bits == 8 else (f"{bits}le", np.uint16)
    made = av.VideoFrame(frame.width, frame.height, f"yuv444p{depth}")
    row_bytes = frame.width * np.dtype(sample).itemsize
    luma, *chroma = (plane_view(plane, row_bytes=row_bytes).view(sample) for plane in made.planes)
    luma[:] = plane_view(frame.planes[0], row_bytes=row_bytes).view(sample)
    for plane in chroma:
        plane.fill(1 << (bits - 1))
    made.pts, made.time_base = frame.pts, frame.time_base
    return made


def formatted(
    frame: av.VideoFrame,
    reformatter: VideoReformatter,
    to: FrameFormat,
    *,
    matrix: FrameFormat.Matrix,
    full_range: bool,
) -> Image:
    """The pixels of a frame in another size, layout, matrix and range: a new array.

    Args:
        frame: Any pixel format.
        reformatter: See `convert`.
        matrix, full_range: How to read `frame`; its own tags are ignored.
    """
    converted = convert(
        frame,
        reformatter,
        to=PIXEL_FORMATS[to.layout],
        matrix=matrix,
        full_range=full_range,
        to_matrix=to.matrix,
        to_full_range=to.full_range or to.layout == "rgb",
        height=to.height,
        width=to.width,
    )
    return pixels_from_frame(converted, to)


class FastRgb:
    """Converts with swscale's unscaled SIMD path: chroma is repeated, and rounding truncates.

    About one level off on average, up to 14 at coloured edges, against `convert`. One thread at a
    time: it keeps the tables of one pair of formats.
    """

    def __init__(self) -> None:
        self._reformatter = VideoReformatter()

    def rgb(self, pixels: Image, frame_format: FrameFormat) -> Image:
        """uint8 RGB (height, width, 3), C-contiguous: `pixels` itself if they are RGB already.

        Args:
            pixels: uint8, laid out as `frame_format` says.
        """
        if frame_format.layout == "rgb":
            return pixels
        converted = self._reformatter.reformat(
            frame_from_pixels(pixels, frame_format),
            format="rgb24",
            src_colorspace=_SWS_OF_MATRIX[frame_format.matrix],
            dst_colorspace=_SWS_OF_MATRIX[frame_format.matrix],
            src_color_range=sws_range(frame_format.full_range),
            dst_color_range=ColorRange.JPEG,
            interpolation=Interpolation.FAST_BILINEAR,
            threads=1,
        )
        return pixels_from_frame(converted, FrameFormat(frame_format.height, frame_format.width))


def coded(colour: tuple[int, int, int], frame_format: FrameFormat) -> tuple[int, int, int]:
    """An RGB colour, 0-255 each, as the values of a frame's three planes: itself, or (Y, U, V).

    Each is rounded to the nearest code of the layout's bits. In HDR, white is at 203 nits. The
    colour is sRGB, whatever the primaries of the frame.
    """
    rgb = np.array(colour)
    if frame_format.space != "sdr":
        deep = (256 * rgb).astype(np.uint16).reshape(1, 1, 3)
        rgb = FrameFormat.recoded(deep, "sdr", frame_format.space).reshape(3) / 256
    if frame_format.layout == "rgb":
        red, green, blue = np.rint(rgb).astype(int).tolist()
        return red, green, blue
    red, green, blue = (rgb / 255).tolist()
    weight_red, weight_blue = frame_format.luma_weights
    luma = weight_red * red + (1 - weight_red - weight_blue) * green + weight_blue * blue
    chroma_blue = (blue - luma) / (2 * (1 - weight_blue))
    chroma_red = (red - luma) / (2 * (1 - weight_red))
    step, most = frame_format.row.step, frame_format.row.most
    if frame_format.full_range:
        offset, luma_span, chroma_span = 0, most, most
    else:
        offset, luma_span, chroma_span = 16 * step, 219 * step, 224 * step
    return (
        round(offset + luma_span * luma),
        min(most, round(128 * step + chroma_span * chroma_blue)),
        min(most, round(128 * step + chroma_span * chroma_red)),
    )


def filled(colour: tuple[int, int, int], frame_format: FrameFormat) -> Image:
    """A new frame of one colour (red, green, blue), 0-255 each, in `frame_format`."""
    image = np.empty(frame_format.shape, frame_format.dtype)
    values = coded(colour, frame_format)
    if frame_format.layout == "rgb":
        image[:] = values
    else:
        for plane, value in zip(split_planes(image, frame_format), values, strict=True):
            plane.fill(value)
    return image


def black(frame_format: FrameFormat) -> tuple[int, int, int]:
    """The coded values of black."""
    return coded((0, 0, 0), frame_format)


def on_black(pixels: Image, alpha: Image, frame_format: FrameFormat) -> Image:
    """The picture on black: a new array in the layout of `pixels`; 2 ms at 1280x720.

    Args:
        pixels: As `frame_format` says, not premultiplied.
        alpha: uint8 (height, width), 255 = person.
    """
    from app.video.opencv import cv2  # late: it takes a while to load

    share = 1 / 255
    height, width = frame_format.height, frame_format.width
    if frame_format.layout == "rgb":
        return np.asarray(cv2.multiply(pixels, cv2.merge([alpha] * 3), scale=share), np.uint8)
    out = np.empty_like(pixels)
    darkest, grey = black(frame_format)[:2]
    source, target = split_planes(pixels, frame_format), split_planes(out, frame_format)
    if frame_format.bits == 8:
        # Subtraction saturates at 0, which is black.
        floor = np.full((height, width), darkest, np.uint8)
        luma = cv2.multiply(cv2.subtract(source[0], floor), alpha, scale=share)
        target[0][:] = cv2.add(luma, floor)
    else:
        weight = alpha.astype(np.float32) * np.float32(share)
        above = np.maximum(source[0].astype(np.float32) - darkest, 0)
        target[0][:] = np.rint(above * weight + darkest)
    rows, columns = shared_size(frame_format)
    # OpenCV takes width before height.
    halved = cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_AREA)
    weight = halved.astype(np.float32) * np.float32(share)
    for plane, result in zip(source[1:], target[1:], strict=True):
        result[:] = blended(plane, np.full_like(plane, grey), weight)
    return out


def off_black(on_black: Image, alpha: Image, clear: Image, frame_format: FrameFormat) -> Image:
    """The picture that `on_black` laid on black: a new array, not premultiplied.

    Args:
        on_black: As `frame_format` says.
        alpha: uint8 (height, width).
        clear: Likewise as `frame_format` says; counts where alpha is 0.
    """
    from app.video.opencv import cv2  # late: it takes a while to load

    out = np.empty_like(clear)
    parts = (planes_of(part, frame_format) for part in (on_black, clear, out))
    for index, (source, other, target) in enumerate(zip(*parts, strict=True)):
        rows, columns = source.shape[:2]
        # OpenCV takes width before height.
        share = cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_AREA)
        weight = share.astype(np.float32) * np.float32(1 / 255)
        weight = weight.reshape(rows, columns, *[1] * (source.ndim - 2))
        darkest = np.float32(black(frame_format)[index])
        straight = (source - darkest) / np.maximum(weight, np.float32(1e-3)) + darkest
        coded = np.rint(straight.clip(0, frame_format.row.most)).astype(out.dtype)
        target[:] = np.where(weight > 0, coded, other)
    return out


def laid_over_black(
    frame: av.VideoFrame, *, matrix: FrameFormat.Matrix, full_range: bool
) -> av.VideoFrame:
    """A frame with alpha as opaque RGB, of 8 or 16 bits: its alpha may hide anything.

    Args:
        frame: Not premultiplied; its tags are ignored.
        matrix, full_range: How to read it.
    """
    from app.video.opencv import cv2  # late: it takes a while to load

    is_deep = bits_of(frame) > 8
    converted = convert(
        frame,
        VideoReformatter(),
        to="rgba64le" if is_deep else "rgba",
        matrix=matrix,
        full_range=full_range,
        to_full_range=True,
    )
    height, width = frame.height, frame.width
    rows = plane_view(converted.planes[0], row_bytes=width * (8 if is_deep else 4))
    if is_deep:
        deep = rows.view(np.uint16).reshape(height, width, 4)
        share = deep[..., 3:] * np.float32(1 / 65535)
        return deep_frame(np.rint(deep[..., :3] * share).astype(np.uint16))
    premultiplied = cv2.cvtColor(rows.reshape(height, width, 4), cv2.COLOR_RGBA2mRGBA)
    opaque = np.asarray(cv2.cvtColor(premultiplied, cv2.COLOR_RGBA2RGB), np.uint8)
    return frame_from_pixels(opaque, FrameFormat(height, width))


def blended(front: Image, behind: Image, weight: npt.NDArray[np.float32]) -> Image:
    """Weight * front + (1 - weight) * behind, rounded: planes, or uint8 pictures (H, W, 3)."""
    from app.video.opencv import cv2  # late: it takes a while to load

    if front.dtype == np.uint8:
        return np.asarray(cv2.blendLinear(front, behind, weight, 1 - weight), np.uint8)
    mixed = behind + weight * (front.astype(np.float32) - behind)
    return np.rint(mixed).astype(front.dtype)


_TRANSFERS: dict[int, FrameFormat.Transfer] = {16: "pq", 18: "hlg"}  # by H.273 code
_GAMUTS: dict[int, FrameFormat.Gamut] = {9: "bt2020", 12: "p3"}  # likewise, of primaries

DOLBY_VISION = "Dolby Vision"
# Metadata of single frames, by libav's names.
DYNAMIC = {
    "DYNAMIC_HDR_PLUS": "HDR10+",
    "DYNAMIC_HDR_VIVID": "HDR Vivid",
    "DOVI_METADATA": DOLBY_VISION,
    "DOVI_RPU_BUFFER": DOLBY_VISION,
}


def transfer_of(frame: av.VideoFrame) -> FrameFormat.Transfer:
    """How the frame codes light, as far as its tags say: "pq", "hlg", else "sdr"."""
    return _TRANSFERS.get(int(frame.color_trc), "sdr")


def gamut_of(primaries: int) -> FrameFormat.Gamut:
    """Primaries by their H.273 code; BT.601's are taken for BT.709's."""
    return _GAMUTS.get(primaries, "bt709")


def space_of(frame: av.VideoFrame) -> FrameFormat.SpaceName:
    """How the frame codes colours, as far as its tags say: HDR or SDR, of some primaries."""
    return space_of_codes(int(frame.color_primaries), int(frame.color_trc))


def space_of_codes(primaries: int, transfer: int) -> FrameFormat.SpaceName:
    """The same by H.273's codes."""
    return FrameFormat.space_name(_TRANSFERS.get(transfer, "sdr"), gamut_of(primaries))


def coding_matrix(
    frame: av.VideoFrame, transfer: FrameFormat.Transfer, *, is_coded: bool = True
) -> FrameFormat.Matrix:
    """The frame's YUV matrix; BT.2020's for HDR that names none.

    Args:
        frame: As it is stored: if it names no matrix, its size decides.
        transfer: How it codes light.
        is_coded: Whether it is YUV; else its tags say nothing of a matrix.
    """
    code = frame.colorspace if is_coded else UNSPECIFIED
    if transfer != "sdr" and code in (0, UNSPECIFIED):
        return "bt2020"
    return matrix_of(code, height=frame.height, width=frame.width)


def hdr_metadata(frame: av.VideoFrame) -> tuple[bytes, bytes]:
    """(mastering display, content light level) of a decoded frame, as libav has them.

    Empty where the film says nothing.
    """
    found = cast("SideDataContainer", frame.side_data)
    names = ("MASTERING_DISPLAY_METADATA", "CONTENT_LIGHT_LEVEL")
    kept = {data.type.name: bytes(data) for data in found if data.type.name in names}
    return kept.get(names[0], b""), kept.get(names[1], b"")


def dynamic_metadata(frame: av.VideoFrame) -> str:
    """Names of what a decoded frame says of its own light, which nothing keeps; empty: nothing."""
    found = {data.type.name for data in cast("SideDataContainer", frame.side_data)}
    return ", ".join(dict.fromkeys(word for name, word in DYNAMIC.items() if name in found))


def in_space(
    frame: av.VideoFrame,
    source: FrameFormat.SpaceName,
    target: FrameFormat.SpaceName,
    *,
    matrix: FrameFormat.Matrix,
    full_range: bool,
    height: int | None = None,
    width: int | None = None,
) -> av.VideoFrame:
    """A frame in RGB of 16 bits, brought from one transfer function and its primaries to another.

    Args:
        frame: Any pixel format; its tags are ignored.
        source, target: HDR or SDR. HDR becomes SDR through a tone curve.
        matrix, full_range: How to read `frame`.
        height, width: New size; None keeps the frame's.
    """
    rgb = convert(
        frame,
        VideoReformatter(),
        to="rgb48le",
        matrix=matrix,
        full_range=full_range,
        to_full_range=True,
        height=height,
        width=width,
    )
    rows = plane_view(rgb.planes[0], row_bytes=rgb.width * 6).view(np.uint16)
    return deep_frame(FrameFormat.recoded(rows.reshape(rgb.height, rgb.width, 3), source, target))


def picture_in_space(picture: Image, target: FrameFormat.SpaceName) -> av.VideoFrame:
    """An sRGB picture, uint8 (H, W, 3), as a frame of RGB of 16 bits in another one."""
    return deep_frame(FrameFormat.recoded(picture.astype(np.uint16) * 256, "sdr", target))


def deep_frame(rgb: npt.NDArray[np.uint16]) -> av.VideoFrame:
    """A frame of RGB of 16 bits with a copy of `rgb`, uint16 (H, W, 3)."""
    height, width, _ = rgb.shape
    frame = new_frame(width, height, "rgb48le")
    plane = plane_view(frame.planes[0], row_bytes=width * 6).view(np.uint16)
    plane[:] = rgb.reshape(height, width * 3)
    return frame
