"""Tiny clips made with PyAV, one property at a time."""

import io
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.reformatter import ColorRange, Colorspace

from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.reading import Reading
from app.video.sink import FrameTime

SWS = {"bt601": Colorspace.ITU601, "bt709": Colorspace.ITU709, "bt2020": Colorspace.BT2020}
CODES = {"bt601": 6, "bt709": 1, "bt2020": 9}


def texture(index, *, height, width, seed=3):
    """uint8 RGB: soft blocks that wander to the right by two pixels a frame."""
    rng = np.random.default_rng(seed)
    blocks = rng.integers(30, 226, (height // 16 + 1, width // 16 + 1, 3), np.uint8)
    picture = blocks.repeat(16, 0).repeat(16, 1)[:height, :width]
    return np.ascontiguousarray(np.roll(picture, 2 * index, axis=1))


# What an option of a clip may be that is told from others by how it is written.
PLAIN = (bool, int, float, str, Fraction, range, tuple, list, dict, type(None))
MOST_KEPT_BYTES = 2**24
_made = {}


def make_clip(path, **options):
    """Write a clip as `encode_clip` does, which encodes a small one only once.

    Returns its RGB pictures, read-only.
    """
    key = (Path(path).suffix, repr(sorted(options.items())))
    if key in _made:
        content, pictures = _made[key]
        Path(path).write_bytes(content)
        return list(pictures)
    pictures = encode_clip(path, **options)
    for picture in pictures:
        picture.flags.writeable = False
    is_small = sum(picture.nbytes for picture in pictures) < MOST_KEPT_BYTES
    if is_small and all(isinstance(value, PLAIN) for value in options.values()):
        _made[key] = (Path(path).read_bytes(), tuple(pictures))
    return pictures


def encode_clip(
    path,
    *,
    pts=None,
    frame_count=8,
    height=48,
    width=64,
    codec="libx264",
    pixel_format="yuv420p",
    rate=Fraction(25),
    time_base=None,
    rotation=None,
    flips=(False, False),
    matrix=None,
    full_range=False,
    transfer=2,
    audio=(),
    audio_s=None,
    options=None,
    container_options=None,
    picture=texture,
    sample_aspect_ratio=None,
    metadata=None,
    gop=12,
):
    """Write a clip; returns the RGB pictures that went in."""
    pts = list(range(frame_count)) if pts is None else list(pts)
    time_base = time_base or 1 / Fraction(rate)
    pictures = [picture(i, height=height, width=width) for i in range(len(pts))]
    container_options = dict(container_options or {})
    if str(path).endswith((".mp4", ".mov")):
        container_options["movie_timescale"] = str(time_base.denominator)
    with av.open(str(path), "w", container_options=container_options) as container:
        container.metadata.update(metadata or {})
        if codec is not None:
            stream = container.add_stream(codec, rate=Fraction(rate), time_base=time_base)
            stream.height, stream.width, stream.pix_fmt = height, width, pixel_format
            stream.codec_context.gop_size = gop
            stream.codec_context.thread_count = 1
            if codec == "libx264":
                stream.codec_context.options = {
                    "preset": "ultrafast",
                    "crf": "8",
                    **(options or {}),
                }
            elif codec == "libx265":
                stream.codec_context.options = {
                    "preset": "ultrafast",
                    "x265-params": "log-level=none:bframes=0",
                    **(options or {}),
                }
            else:
                stream.codec_context.options = options or {}
            if matrix:
                stream.codec_context.colorspace = CODES[matrix]
                stream.codec_context.color_range = 2 if full_range else 1
                stream.codec_context.color_trc = transfer
            if sample_aspect_ratio:
                stream.codec_context.sample_aspect_ratio = sample_aspect_ratio
            if rotation is not None or any(flips):
                stream.set_display_rotation(rotation or 0, *flips)
        tracks = [_add_audio(container, name) for name in audio]
        if codec is not None:
            for time, rgb in zip(pts, pictures, strict=True):
                frame = av.VideoFrame.from_ndarray(rgb, "rgb24").reformat(
                    format=pixel_format,
                    dst_colorspace=SWS[matrix] if matrix else None,
                    dst_color_range=ColorRange.JPEG if full_range else ColorRange.MPEG,
                    interpolation=0x4 | 0x40000 | 0x2000,
                )
                frame.pts, frame.time_base = time, time_base
                container.mux(stream.encode(frame))
            container.mux(stream.encode(None))
        length_s = audio_s or float((pts[-1] + 1) * time_base)
        for number, track in enumerate(tracks):
            _write_tone(container, track, 220.0 * (number + 1), length_s)
    return pictures


def _add_audio(container, name):
    codec, _, rate = name.partition("@")
    stream = container.add_stream(codec, rate=int(rate or 48000))
    stream.codec_context.layout = "stereo"
    return stream


def _write_tone(container, stream, frequency, length_s):
    context = stream.codec_context
    rate = context.sample_rate
    resampler = av.AudioResampler(context.format.name, "stereo", rate, context.frame_size or 1024)
    times = np.arange(int(length_s * rate)) / rate
    tone = (8000 * np.sin(2 * np.pi * frequency * times)).astype(np.int16)
    frame = av.AudioFrame.from_ndarray(np.repeat(tone, 2)[None], "s16", "stereo")
    frame.sample_rate, frame.pts = rate, 0
    for part in [*resampler.resample(frame), *resampler.resample(None)]:
        container.mux(stream.encode(part))
    container.mux(stream.encode(None))


def presentation_times(path):
    """Exact presentation times of a file's video frames, in seconds, decoded."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        return [frame.pts * stream.time_base for frame in container.decode(stream)]


def png_packets(container, pictures):
    """A video track of PNG files, which are written as they are."""
    stream = container.add_stream("png", rate=25)
    stream.height, stream.width, stream.pix_fmt = 48, 64, "rgb24"
    made = []
    for index, (picture, options) in enumerate(pictures):
        content = io.BytesIO()
        picture.save(content, "PNG", **options)
        packet = av.Packet(content.getvalue())
        packet.stream, packet.pts, packet.dts = stream, index, index
        packet.time_base, packet.is_keyframe = Fraction(1, 25), True
        made.append(packet)
    return stream, made


def packets(path, kind, number=0):
    """The bytes of every packet of one track."""
    with av.open(str(path)) as container:
        streams = [stream for stream in container.streams if stream.type == kind]
        return [bytes(packet) for packet in container.demux(streams[number]) if packet.size]


def first_picture(path):
    """The first frame as RGB, converted by its own tags."""
    with av.open(str(path)) as container:
        frame = next(container.decode(video=0))
        return frame.reformat(format="rgb24", interpolation=0x4 | 0x40000 | 0x2000).to_ndarray()


def through(path, out, *, alpha=None, start_s=None, end_s=None, **options):
    """Every frame of `path` written to `out` as it is; returns the report."""
    with (
        open_source(path, Reading(start_s=start_s, end_s=end_s)) as source,
        open_sink(out, source, **options) as sink,
    ):
        for frame in iter(source.read, None):
            sink.write(
                frame.pixels,
                alpha,
                time=FrameTime(frame.pts, frame.time_base, frame.duration),
            )
        return sink.finish()
