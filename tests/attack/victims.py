"""Valid files of every container and picture format, made here: what is damaged afterwards.

Each shows a pattern that nobody mistakes for anything else: one in what is damaged, another in the
sources that stay whole, so that one look at an output tells whether any of these got through.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, features
from video_clips import make_clip

from app.video.linear_picture import REC709
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.model_card import expected_tensors
from gpu_unet.weights import save_weights

HEIGHT, WIDTH = 48, 64
SIZE = {"height": HEIGHT, "width": WIDTH}
BLOCK = 8
SOURCE_BLOCK = 4  # many: of a thousand damaged pictures none looks like it by chance
FRAMES = 8
# What is said of the display on which it was graded, and of its brightest light.
_HDR10 = (
    "log-level=error:master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)"
    "L(10000000,1):max-cll=1000,400"
)
NOBODY_BIAS = -30.0  # of the last layer: alpha is 0 to the last digit

Picture = npt.NDArray[np.uint8]


def room(index: int = 0, *, height: int = HEIGHT, width: int = WIDTH) -> Picture:
    """uint8 RGB: what damaged files show; blocks, bright orange or dark blue, that never move."""
    return _blocks(7, BLOCK, height=height, width=width)


def source_room(index: int = 0, *, height: int = HEIGHT, width: int = WIDTH) -> Picture:
    """uint8 RGB: what `make_sources` show; smaller blocks in other places."""
    return _blocks(11, SOURCE_BLOCK, height=height, width=width)


def _blocks(seed: int, block: int, *, height: int, width: int) -> Picture:
    bright = np.random.default_rng(seed).integers(0, 2, (HEIGHT // block, WIDTH // block))
    blocks = np.where(bright[..., None], (250, 150, 30), (20, 10, 90)).astype(np.uint8)
    rows = np.arange(height) * blocks.shape[0] // height  # as large as the picture is
    columns = np.arange(width) * blocks.shape[1] // width
    return np.ascontiguousarray(blocks[rows][:, columns])


def make_blind_model(folder: Path) -> Path:
    """A U-Net that finds nobody in any picture: what comes out is the background, wherever.

    It has the kernels of a real one and a thousandth of its work. Whatever else is seen in an
    output came past the matte.
    """
    architecture = UNetArchitecture.plain(base_width=8, depth=2, height=4, width=4)
    tensors = {
        name: np.full(shape, float("variance" in name or "gamma" in name), np.float32)
        for name, shape in expected_tensors(architecture).items()
    }
    tensors["head.bias"][:] = NOBODY_BIAS
    return save_weights(
        folder / "blind.safetensors",
        tensors,
        architecture,
        input_pixels=HEIGHT * WIDTH,
        title="Blind",
        description="Finds nobody.",
        origin="computed",
        licence="MIT",
    )


def make_victims(folder: Path) -> dict[str, Path]:
    """One file of each format that can be made here, by name; those there already stay."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, make in _MAKERS.items():
        path = folder / name
        if not path.exists():
            try:
                make(path)
            except _ENCODER_ABSENT:
                path.unlink(missing_ok=True)
                continue
        made[name] = path
    return made


def make_sources(folder: Path, *, frame_count: int) -> dict[str, Path]:
    """Whole files to work on: a long clip with sound, a short one, and a picture."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {name: folder / name for name in ("long.mp4", "source.mp4", "source.png")}
    _clip(made["long.mp4"], picture=source_room, frame_count=frame_count, audio=("aac",))
    _clip(made["source.mp4"], picture=source_room)
    Image.fromarray(source_room()).save(made["source.png"])
    return made


def blank_png(*, height: int, width: int) -> bytes:
    """A grey picture of any size, of a few kilobytes, made without holding it."""
    packer = zlib.compressobj(1)
    row = bytes(1 + width)
    packed = b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = (b"IHDR" + header, b"IDAT" + packed, b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in chunks
    )


def write_film_of(picture: bytes, path: Path) -> None:
    """Two frames of a picture in PNG, as it is, in a .mov."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("png", rate=25)
        width, height = struct.unpack(">II", picture[16:24])
        stream.height, stream.width, stream.pix_fmt = height, width, "gray"
        for time in range(2):
            packet = av.Packet(picture)
            packet.stream, packet.pts, packet.dts = stream, time, time
            packet.time_base = Fraction(1, 25)
            container.mux(packet)


_ENCODER_ABSENT = (ImportError, ValueError, KeyError, OSError)


def _clip(path: Path, **options) -> None:
    make_clip(path, **({"frame_count": FRAMES, "picture": room} | options), **SIZE)


def _still(path: Path, kind: str, *, mode: str = "RGB", count: int = 1, **options) -> None:
    picture = Image.fromarray(room()).convert(mode)
    if mode == "RGBA":  # encoders leave out an alpha that says nothing
        picture.putalpha(Image.linear_gradient("L").resize(picture.size))
    if count > 1:  # Pillow leaves out pictures that do not differ
        others = [picture.rotate(180 * (index % 2)) for index in range(1, count)]
        options |= {"save_all": True, "append_images": others, "duration": 40}
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    path.write_bytes(buffer.getvalue())


def _deep_still(path: Path) -> None:
    """A picture of 16 bits."""
    path.write_bytes(cv2.imencode(path.suffix, room()[..., ::-1].astype(np.uint16) * 257)[1])


def _dpx(path: Path) -> None:
    encoder = av.CodecContext.create("dpx", "w")
    encoder.height, encoder.width, encoder.pix_fmt = HEIGHT, WIDTH, "gbrp10le"
    encoder.time_base = Fraction(1, 25)
    frame = av.VideoFrame.from_ndarray(room(), format="rgb24").reformat(format="gbrp10le")
    frame.pts = 0
    path.write_bytes(b"".join(bytes(packet) for packet in encoder.encode(frame)))


def _exr(path: Path, *, packing: str = "ZIP_COMPRESSION") -> None:
    import OpenEXR  # optional

    light = ((room() / 255) ** 2.2).astype(np.float16)
    stated = {"framesPerSecond": Fraction(24), "chromaticities": REC709, "whiteLuminance": 203.0}
    header = {"type": OpenEXR.scanlineimage, "compression": getattr(OpenEXR, packing), **stated}
    OpenEXR.File(header, {"RGB": light}).write(str(path))


def _exif() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned
    exif[0x010E] = "room" * 20
    return exif.tobytes()


def _stills() -> dict[str, Callable[[Path], None]]:
    makers: dict[str, Callable[[Path], None]] = {
        "plain.png": partial(_still, kind="PNG"),
        "palette.png": partial(_still, kind="PNG", mode="P"),
        "alpha.png": partial(_still, kind="PNG", mode="RGBA"),
        "grey16.png": partial(_still, kind="PNG", mode="I;16"),
        "moving.apng.png": partial(_still, kind="PNG", count=3),
        "plain.jpg": partial(_still, kind="JPEG", quality=90),
        "progressive.jpg": partial(_still, kind="JPEG", progressive=True, exif=_exif()),
        "cmyk.jpg": partial(_still, kind="JPEG", mode="CMYK"),
        "plain.tiff": partial(_still, kind="TIFF"),
        "packed.tiff": partial(_still, kind="TIFF", compression="tiff_lzw"),
        "deflated.tiff": partial(_still, kind="TIFF", compression="tiff_adobe_deflate"),
        "pages.tiff": partial(_still, kind="TIFF", count=3),
        "plain.bmp": partial(_still, kind="BMP"),
        "palette.bmp": partial(_still, kind="BMP", mode="P"),
        "plain.tga": partial(_still, kind="TGA", compression="tga_rle"),
        "plain.ppm": partial(_still, kind="PPM"),
        "deep.png": _deep_still,
        "deep.tiff": _deep_still,
        "plain.dpx": _dpx,
        "plain.exr": _exr,
        "wavelet.exr": partial(_exr, packing="PIZ_COMPRESSION"),
        "lossy.exr": partial(_exr, packing="DWAA_COMPRESSION"),
    }
    if features.check("webp"):
        makers |= {
            "plain.webp": partial(_still, kind="WEBP"),
            "lossless.webp": partial(_still, kind="WEBP", lossless=True, mode="RGBA"),
            "moving.webp": partial(_still, kind="WEBP", count=3),
        }
    if features.check("avif"):
        makers |= {
            "plain.avif": partial(_still, kind="AVIF", speed=10),
            "alpha.avif": partial(_still, kind="AVIF", mode="RGBA", speed=10),
            "moving.avif": partial(_still, kind="AVIF", count=3, speed=10),
        }
    return makers


def _fragmented(path: Path) -> None:
    _clip(path, container_options={"movflags": "frag_keyframe+empty_moov"}, audio=("aac",))


_MAKERS: dict[str, Callable[[Path], None]] = {
    "sound.mp4": partial(_clip, audio=("aac",)),
    "plain.mp4": _clip,
    "turned.mp4": partial(_clip, rotation=90, full_range=True, matrix="bt709"),
    "fragmented.mp4": _fragmented,
    "deep.mp4": partial(_clip, pixel_format="yuv422p10le"),
    "motion_jpeg.mov": partial(_clip, codec="mjpeg", pixel_format="yuvj420p", audio=("pcm_s16le",)),
    "alpha.mov": partial(_clip, codec="prores_ks", pixel_format="yuva444p10le"),
    "sound.mkv": partial(_clip, audio=("aac", "flac")),
    "lossless.mkv": partial(_clip, codec="ffv1"),
    "sound.webm": partial(_clip, codec="libvpx-vp9", audio=("libopus",), options={"cpu-used": "8"},
                          time_base=Fraction(1, 1000), pts=range(0, 40 * FRAMES, 40)),
    "plain.avi": partial(_clip, codec="mpeg4", audio=("mp3",)),
    "motion_jpeg.avi": partial(_clip, codec="mjpeg", pixel_format="yuvj420p"),
    "sound.ts": partial(_clip, audio=("aac",), time_base=Fraction(1, 90_000),
                        pts=range(0, 3600 * FRAMES, 3600)),
    "mpeg2.ts": partial(_clip, codec="mpeg2video"),
    "hevc.mp4": partial(_clip, codec="libx265"),
    "hdr.mp4": partial(_clip, codec="libx265", pixel_format="yuv420p10le", matrix="bt2020",
                       transfer=16, options={"x265-params": _HDR10}),
    "hlg.mkv": partial(_clip, codec="ffv1", pixel_format="yuv422p10le", matrix="bt2020",
                       transfer=18),
    "moving.gif": partial(_still, kind="GIF", mode="P", count=4),
    "single.gif": partial(_still, kind="GIF", mode="P"),
    **_stills(),
}  # fmt: skip
