"""How a background fills the frame: fit, place, blur, brightness; slides, and pushed pictures."""

import numpy as np
import pytest
from PIL import Image as PillowImage

from app.video.backgrounds.arrangement import ArrangedBackground, Arranger
from app.video.backgrounds.backdrop import BackdropSettings
from app.video.backgrounds.background import SLIDE_S, BackgroundError
from app.video.backgrounds.opening import open_background
from app.video.backgrounds.picture import PushedBackground
from app.video.backgrounds.slides import SlidesBackground
from app.video.pixels.planes import planes_of
from gpu_unet.frame_format import FrameFormat

WIDE = FrameFormat(40, 80, "rgb")
RED, BLUE, BLACK = (200, 0, 0), (0, 0, 200), (0, 0, 0)


@pytest.fixture
def halves(tmp_path):
    """A square picture, red on its left half and upper half, each as a file."""
    paths = {}
    for name, axis in (("left", 1), ("top", 0)):
        pixels = np.zeros((200, 200, 3), np.uint8)
        pixels[:] = BLUE
        np.moveaxis(pixels, axis, 0)[:100] = RED
        paths[name] = tmp_path / f"{name}.png"
        PillowImage.fromarray(pixels).save(paths[name])
    return paths


def shown(path, frame_format=WIDE, **asked):
    background = ArrangedBackground(open_background(path), BackdropSettings(**asked))
    return background.image_at(0.0, frame_format)


def near(pixel, colour):
    return np.abs(pixel.astype(int) - colour).max() <= 12


def test_fit_shows_all_of_it_on_black_where_it_is_placed(halves):
    picture = shown(halves["left"], background_fit="fit")
    assert picture.shape == WIDE.shape
    assert near(picture[20, 10], BLACK)
    assert near(picture[20, 30], RED)
    assert near(picture[20, 50], BLUE)
    left = shown(halves["left"], background_fit="fit", background_across=-100)
    assert near(left[20, 10], RED)
    assert near(left[20, 50], BLACK)


def test_fill_shows_the_part_that_was_asked_for(halves):
    assert near(shown(halves["top"], background_down=-100)[35, 40], RED)
    assert near(shown(halves["top"], background_down=100)[5, 40], BLUE)
    assert near(shown(halves["top"])[5, 40], RED)
    assert near(shown(halves["top"])[35, 40], BLUE)


@pytest.mark.parametrize("layout", ["yuv420", "yuv420p10", "yuv422p10", "yuv444p12"])
@pytest.mark.parametrize("full_range", [False, True])
def test_in_yuv_the_same_is_seen_and_the_room_beside_is_black(halves, layout, full_range):
    frame_format = FrameFormat(40, 80, layout, full_range=full_range)
    step = frame_format.row.step
    picture = shown(halves["left"], frame_format, background_fit="fit", background_across=100)
    assert (picture.shape, picture.dtype) == (frame_format.shape, frame_format.dtype)
    luma = picture[:40]
    assert (luma[:, :38] == (0 if full_range else 16 * step)).all()
    white = shown(halves["left"], frame_format, background_brightness=100)
    assert (white[:40] == (frame_format.row.most if full_range else 235 * step)).all()
    assert shown(halves["left"], frame_format, background_blur=0.5).dtype == frame_format.dtype
    assert luma[20, 75] < luma[20, 45]
    assert picture.flags.c_contiguous


def test_blur_softens_and_brightness_goes_to_black_and_white(halves):
    sharp, soft = shown(halves["left"]), shown(halves["left"], background_blur=1.0)
    edge = np.abs(np.diff(sharp[20, :, 0].astype(int))).max()
    assert np.abs(np.diff(soft[20, :, 0].astype(int))).max() < edge / 2
    assert (shown(halves["left"], background_brightness=100) == 255).all()
    assert (shown(halves["left"], background_brightness=-100) == 0).all()
    assert near(shown(halves["left"], background_brightness=-50)[20, 5], (100, 0, 0))


@pytest.mark.parametrize("layout", ["yuv420", "yuv422p10", "yuv444p12"])
@pytest.mark.parametrize("edge", ["left", "top"])
def test_colours_are_blurred_as_far_as_light(halves, layout, edge):
    frame_format = FrameFormat(240, 240, layout, "bt709")
    planes = planes_of(shown(halves[edge], frame_format, background_blur=1.0), frame_format)
    reach = []
    for plane in planes:
        line = plane[len(plane) // 2] if edge == "left" else plane[:, plane.shape[1] // 2]
        share = (line.astype(float) - line.min()) / np.ptp(line)
        reach.append(((share > 0.1) & (share < 0.9)).mean())
    assert reach[1:] == pytest.approx([reach[0]] * 2, rel=0.2)


def test_what_stays_is_made_once_and_the_default_is_the_background_s_own(halves):
    background, arranger = open_background(halves["left"]), Arranger()
    assert arranger.image_at(background, 0.0, WIDE) is background.image_at(1.0, WIDE)
    arranger.backdrop = BackdropSettings(background_blur=0.5)
    first = arranger.image_at(background, 0.0, WIDE)
    assert arranger.image_at(background, 5.0, WIDE) is first
    arranger.backdrop = BackdropSettings(background_blur=0.6)
    assert arranger.image_at(background, 5.0, WIDE) is not first


def test_slides_follow_one_another_as_people_count_and_by_hand(tmp_path):
    for number in (1, 2, 10):
        PillowImage.new("RGB", (80, 40), (number * 20, 0, 0)).save(tmp_path / f"s{number}.png")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "._s1.png").write_bytes(b"what macOS knows of s1.png")
    slides = open_background(tmp_path)
    assert isinstance(slides, SlidesBackground)

    def red(pts_s):
        return int(slides.image_at(pts_s, WIDE)[20, 40, 0])

    times = (0, SLIDE_S - 0.1, SLIDE_S, 2 * SLIDE_S, 3 * SLIDE_S)
    assert [red(t) for t in times] == [20] * 5
    by_time = ArrangedBackground(slides, BackdropSettings(slides_by_time=True))
    assert [int(by_time.image_at(t, WIDE)[20, 40, 0]) for t in times] == [20, 20, 40, 200, 20]
    slides.turn(1)
    assert slides.page == (2, 3)
    assert red(5 * SLIDE_S) == 20  # the third picture was next, and after it the first
    slides.turn_by_time(False)
    slides.turn(1)
    assert [red(0), red(100)] == [40, 40]
    slides.turn(5)
    assert red(0) == 200
    slides.turn(-1)
    assert red(0) == 40


def test_a_folder_without_pictures_is_refused_in_words(tmp_path):
    with pytest.raises(BackgroundError, match="without a picture"):
        open_background(tmp_path)


def test_what_is_pushed_is_shown_and_nothing_of_it_is_kept():
    pushed = PushedBackground()
    assert (pushed.image_at(0.0, WIDE) == 0).all()
    pushed.push(np.full((20, 40, 3), 90, np.uint8))
    first = pushed.image_at(0.0, WIDE)
    assert (first == 90).all()
    assert pushed.image_at(1.0, WIDE) is first
    pushed.push(None)
    assert (pushed.image_at(2.0, WIDE) == 0).all()
