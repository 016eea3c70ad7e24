"""One contract for every background."""

from dataclasses import replace
from fractions import Fraction

import av
import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, png_packets, texture, through

from app.video.backgrounds.background import BackgroundError
from app.video.backgrounds.opening import open_background
from app.video.pixels.planes import frame_from_pixels
from gpu_unet.frame_format import FrameFormat

RGB = FrameFormat(48, 64)
FORMATS = [
    RGB,
    FrameFormat(48, 64, "yuv420", "bt601", full_range=False),
    FrameFormat(48, 64, "yuv420", "bt709", full_range=False),
    FrameFormat(48, 64, "yuv420", "bt709", full_range=True),
    FrameFormat(48, 64, "yuv420", "bt2020", full_range=False),
    FrameFormat(48, 64, "yuv420p10", "bt2020", full_range=False),
    FrameFormat(48, 64, "yuv422p10", "bt709", full_range=True),
    FrameFormat(48, 64, "yuv444p12", "bt601", full_range=False),
]
SWS = {"bt601": 5, "bt709": 1, "bt2020": 9}


def as_rgb(pixels, coding):
    """RGB of a picture, by a conversion that is not ours."""
    if coding.layout == "rgb":
        return pixels
    frame = frame_from_pixels(pixels, coding)
    return frame.reformat(
        format="rgb24",
        src_colorspace=SWS[coding.matrix],
        dst_colorspace=SWS[coding.matrix],
        src_color_range=2 if coding.full_range else 1,
        dst_color_range=2,
        interpolation=0x4 | 0x40000 | 0x2000,
    ).to_ndarray()


def _colour(folder):
    return (30, 144, 255)


def _picture(folder):
    Image.fromarray(texture(0, height=90, width=120)).save(folder / "b.png")
    return folder / "b.png"


def _video(folder):
    make_clip(folder / "b.mp4", frame_count=10)
    return folder / "b.mp4"


@pytest.fixture(params=[_colour, _picture, _video], ids=lambda make: make.__name__)
def background(request, tmp_path):
    opened = open_background(request.param(tmp_path))
    yield opened
    opened.close()
    opened.close()


@pytest.mark.parametrize("coding", FORMATS, ids=str)
@pytest.mark.parametrize("size", [(48, 64), (64, 48), (720, 1280), (50, 66)])
def test_pictures_fit_and_cannot_be_changed(background, coding, size):
    height, width = size
    image = background.image_at(0.1, replace(coding, height=height, width=width))
    assert image.shape == replace(coding, height=height, width=width).shape
    assert image.dtype == coding.dtype
    assert image.flags.c_contiguous
    assert not image.flags.writeable


def test_the_very_same_array_comes_while_nothing_changes(background):
    first = background.image_at(0.100, RGB)
    assert background.image_at(0.101, RGB) is first
    assert background.image_at(0.101, replace(RGB, height=50, width=64)).shape[0] == 50


def test_pictures_depend_on_nothing_but_the_time(background):
    times = [0.0, 0.05, 0.3, 0.2, 0.39, 0.01, 5.17, 0.11, 100.0, 0.0]
    once = [background.image_at(t, RGB).copy() for t in times]
    order = [3, 8, 0, 5, 1, 9, 7, 2, 6, 4]
    for index in order:
        again = background.image_at(times[index], RGB)
        np.testing.assert_array_equal(again, once[index])


@pytest.mark.parametrize("coding", FORMATS, ids=str)
@pytest.mark.parametrize("colour", [(30, 144, 255), (0, 0, 0), (255, 255, 255), (200, 30, 60)])
def test_a_colour_is_exact_within_two_levels(coding, colour):
    image = open_background(colour).image_at(0, replace(coding, height=8, width=8))
    shown = as_rgb(image, replace(coding, height=8, width=8))
    assert np.abs(shown.astype(int) - colour).max() <= 2


@pytest.mark.parametrize("coding", FORMATS, ids=str)
def test_a_picture_keeps_its_colours_within_two_levels(tmp_path, coding):
    colours = np.zeros((64, 64, 3), np.uint8)
    colours[:, :32] = (200, 60, 30)
    colours[:, 32:] = (20, 90, 160)
    Image.fromarray(colours).save(tmp_path / "b.png")
    background = open_background(tmp_path / "b.png")
    image = background.image_at(0, replace(coding, height=64, width=64))
    shown = as_rgb(image, replace(coding, height=64, width=64)).astype(int)
    for column in (10, 50):
        assert np.abs(shown[8:56, column] - colours[0, column]).max() <= 2


@pytest.mark.parametrize("kind", ["picture", "video"])
@pytest.mark.parametrize("coding", [RGB, FORMATS[2]], ids=str)
@pytest.mark.parametrize("is_tall", [False, True])
def test_covering_crops_and_never_stretches(tmp_path, kind, coding, is_tall):
    """A disc stays a disc, in the middle, in a frame of another shape."""

    def disc(index, *, height, width):
        rows, columns = np.mgrid[:height, :width]
        inside = np.hypot(rows - height / 2 + 0.5, columns - width / 2 + 0.5) < 30
        return np.where(inside[..., None], np.uint8(230), np.uint8(20)).repeat(3, axis=2)

    height, width = (240, 120) if is_tall else (120, 240)
    frame_height, frame_width = (120, 180) if is_tall else (180, 120)
    if kind == "picture":
        Image.fromarray(disc(0, height=height, width=width)).save(tmp_path / "b.png")
        path = tmp_path / "b.png"
    else:
        path = tmp_path / "b.mp4"
        make_clip(path, height=height, width=width, picture=disc, matrix="bt709", frame_count=2)
    wanted = replace(coding, height=frame_height, width=frame_width)
    image = open_background(path).image_at(0, wanted)
    shown = as_rgb(image, wanted)[..., 1]
    bright = shown > 125
    rows, columns = np.nonzero(bright)
    assert abs(np.ptp(rows) - 89) <= 2  # 60 pixels become 90
    assert abs(np.ptp(columns) - 89) <= 2
    assert abs(rows.mean() - (frame_height - 1) / 2) <= 1
    assert abs(columns.mean() - (frame_width - 1) / 2) <= 1


def test_a_video_loops_in_step_with_the_time(tmp_path):
    """The n-th picture is shown at n / 25 s, and again one length later."""

    def level(index, *, height, width):
        return np.full((height, width, 3), 40 + 20 * index, np.uint8)

    make_clip(tmp_path / "b.mp4", picture=level, frame_count=10, matrix="bt601")
    background = open_background(tmp_path / "b.mp4")
    for loop in (0, 1, 7):
        for index in range(10):
            time = float((loop * 10 + index) * Fraction(1, 25))
            image = background.image_at(time, replace(RGB, height=48, width=64))
            assert abs(int(image[24, 32, 0]) - (40 + 20 * index)) <= 3, (loop, index)


def test_cropping_does_not_change_what_an_untagged_file_means(tmp_path):
    """720x1280 is high definition, and stays so when a strip of it is used."""

    def green(index, *, height, width):
        return np.tile(np.array((20, 200, 60), np.uint8), (height, width, 1))

    make_clip(
        tmp_path / "tagged.mp4",
        height=1280,
        width=720,
        picture=green,
        frame_count=1,
        matrix="bt709",
    )
    with av.open(str(tmp_path / "tagged.mp4")) as source:
        stream = source.streams.video[0]
        with av.open(str(tmp_path / "b.mp4"), "w") as target:
            copy = target.add_stream("libx264", rate=25, options={"crf": "8"})
            copy.height, copy.width = 1280, 720
            for frame in source.decode(stream):
                frame.colorspace, frame.color_range = 2, 1
                frame.pts, frame.pict_type = 0, 0
                target.mux(copy.encode(frame))
            target.mux(copy.encode(None))
    image = open_background(tmp_path / "b.mp4").image_at(0, replace(RGB, height=72, width=128))
    assert np.abs(image[36, 64].astype(int) - (20, 200, 60)).max() <= 4


def test_a_turned_video_stands_upright(tmp_path):
    def halves(index, *, height, width):
        picture = np.full((height, width, 3), 30, np.uint8)
        picture[: height // 2] = 220
        return picture

    make_clip(tmp_path / "b.mp4", rotation=180, picture=halves, frame_count=2)
    for coding in FORMATS[:3]:
        image = open_background(tmp_path / "b.mp4").image_at(
            0, replace(coding, height=48, width=64)
        )
        shown = as_rgb(image, coding)
        assert shown[5, 32, 1] < 60
        assert shown[42, 32, 1] > 190


def test_a_picture_is_turned_by_its_exif_and_laid_over_black(tmp_path):
    picture = np.zeros((20, 40, 4), np.uint8)
    picture[:, :20] = (255, 0, 0, 255)
    picture[:, 20:] = (0, 255, 0, 128)
    exif = Image.Exif()
    exif[0x0112] = 6  # stored lying; to be turned clockwise
    Image.fromarray(picture).save(tmp_path / "b.png", exif=exif)
    image = open_background(tmp_path / "b.png").image_at(0, replace(RGB, height=40, width=20))
    np.testing.assert_array_equal(image[5, 10], (255, 0, 0))
    np.testing.assert_allclose(image[35, 10], (0, 128, 0), atol=1)


@pytest.mark.parametrize("layout", ["rgb", "yuv420", "yuv420p10"])
@pytest.mark.parametrize("name", ["b.mov", "b.webm", "b.mkv"])
def test_a_video_with_alpha_is_laid_over_black(tmp_path, name, layout):
    def white(index, *, height, width):
        return np.full((height, width, 3), 255, np.uint8)

    make_clip(tmp_path / "white.mp4", picture=white)
    alpha = np.zeros((48, 64), np.uint8)
    alpha[:, 16:32], alpha[:, 32:] = 128, 255  # the file is white also where it is clear
    options = {"content": "transparent", "codec": "ffv1" if name == "b.mkv" else None}
    through(tmp_path / "white.mp4", tmp_path / name, alpha=alpha, **options)
    form = FrameFormat(48, 64, layout, "bt709")
    image = open_background(tmp_path / name).image_at(0, form)
    row = image[24, :, 1] if layout == "rgb" else image[24]
    black, grey, shown = (float(row[column]) / 2 ** (form.bits - 8) for column in (6, 24, 50))
    low, high = (0, 255) if layout == "rgb" else (16, 235)
    assert abs(black - low) < 3
    assert abs(grey - (low + high) / 2) < 3
    assert abs(shown - high) < 3


def test_a_video_of_a_palette_is_laid_over_black(tmp_path):
    picture = Image.new("P", (64, 48), 1)
    picture.paste(0, (0, 0, 32, 48))
    picture.putpalette([255, 0, 0, 0, 255, 0])
    with av.open(str(tmp_path / "b.mov"), "w") as container:
        container.mux(png_packets(container, [(picture, {"transparency": b"\x00\xff"})])[1])
    image = open_background(tmp_path / "b.mov").image_at(0, FrameFormat(48, 64))
    np.testing.assert_allclose(image[24, 10], (0, 0, 0), atol=3)
    np.testing.assert_allclose(image[24, 50], (0, 255, 0), atol=3)


@pytest.mark.parametrize("mode", ["L", "LA", "P", "1", "I;16", "CMYK", "F"])
def test_pictures_of_every_kind_are_read(tmp_path, mode):
    grey = np.tile(np.linspace(20, 230, 64), (48, 1))
    if mode == "I;16":
        picture = Image.fromarray((grey * 257).astype(np.uint16))
    elif mode == "F":
        picture = Image.fromarray((grey / 255).astype(np.float32))
    else:
        picture = Image.fromarray(grey.astype(np.uint8)).convert(mode)
    path = tmp_path / ("b.tif" if mode in ("CMYK", "F") else "b.png")
    picture.save(path)
    image = open_background(path).image_at(0, replace(RGB, height=48, width=64)).astype(int)
    tolerance = 255 if mode == "1" else 3
    assert np.abs(image - grey[..., None]).max() <= tolerance
    assert image[:, -8:].mean() > image[:, :8].mean() + 100


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("none.jpg", None),
        ("none.mp4", None),
        ("empty.png", b""),
        ("empty.mp4", b""),
        ("text.jpg", b"words"),
        ("text.mp4", b"words" * 100),
        ("text", b"words" * 100),
    ],
)
def test_what_is_no_background_is_refused_in_one_sentence(tmp_path, name, content):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(BackgroundError) as error:
        open_background(tmp_path / name)
    assert "\n" not in str(error.value)
    assert name in str(error.value)
    assert str(error.value).startswith("Background")


def test_an_animated_gif_moves(tmp_path):
    frames = [Image.new("RGB", (32, 32), (v, v, v)) for v in (0, 250)]
    frames[0].save(tmp_path / "b.gif", save_all=True, append_images=frames[1:], duration=500)
    background = open_background(tmp_path / "b.gif")
    levels = [
        int(background.image_at(t, replace(RGB, height=32, width=32))[5, 5, 0])
        for t in (0.1, 0.6, 1.1)
    ]
    assert levels[1] - levels[0] > 200
    assert levels[2] == levels[0]
