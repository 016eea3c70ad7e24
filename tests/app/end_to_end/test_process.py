"""`main.py process` on good input: pictures, times, sound, alpha, folders, events."""

from fractions import Fraction

import av
import numpy as np
import pytest
from doubles import person_box
from file_names import WAYS, other_name
from PIL import Image
from video_clips import first_picture, make_clip, presentation_times

from app.pipeline.jobs.job import STEADY_BYTES
from gpu_unet import FrameFormat
from lab.benchmarks.compare_files import read_contents

BLUE = (30, 60, 200)


def picture_at(path, index=0):
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
    return frames[index].to_ndarray(format="rgb24").astype(int)


def person_and_room(picture):
    """Means over the box that the fake engine takes for the person, and over a corner."""
    height, width = picture.shape[:2]
    rows, columns = person_box(height=height, width=width)
    inside = picture[rows.start + 4 : rows.stop - 4, columns.start + 4 : columns.stop - 4]
    return inside.mean((0, 1)), picture[:8, :8].mean((0, 1))


def test_the_room_is_replaced_and_the_person_stays(command, clip):
    result = command("process", clip, "-o", "out.mp4", "--background", "#1e3cc8")
    assert result.status == 0
    assert result.new_files == ["out.mp4"]
    person, room = person_and_room(picture_at("out.mp4", 3))
    original, _ = person_and_room(picture_at(clip, 3))
    np.testing.assert_allclose(room, BLUE, atol=4)  # H.264 at its usual quality
    # The fake keeps the luma alone, so only brightness is compared.
    assert abs(person.mean() - original.mean()) < 25


@pytest.mark.parametrize(
    ("words", "film"),
    [
        (("--codec", "hevc", "--bits", "10"), "talk.mp4"),
        (("--crf", "24"), "talk.mp4"),
        (("--log", "slog3"), "talk.mp4"),
        (("--output", "matte", "--match-source-name", "--codec", "h264"), "talk_matte.mp4"),
    ],
)
def test_what_is_asked_of_films_is_not_asked_of_pictures_beside_them(
    command, tmp_path, words, film
):
    (tmp_path / "holiday").mkdir()
    make_clip(tmp_path / "holiday" / "talk.mp4")
    Image.new("RGB", (64, 48)).save(tmp_path / "holiday" / "photo.jpg")
    result = command("process", "holiday", "-o", "done/", *words)
    assert result.status == 0, result.err
    photo = film.replace("talk", "photo").replace(".mp4", ".png")
    assert result.new_files == ["done", f"done/{photo}", f"done/{film}"]
    for alone in (("--codec", "hevc"), ("--log", "slog3")):
        assert command("process", "holiday/photo.jpg", "-o", "one/", *alone).status == 1


@pytest.mark.parametrize("aspect", [Fraction(4, 3), Fraction(3, 4)])
def test_a_background_keeps_its_shape_in_a_film_whose_pixels_are_not_square(
    command, tmp_path, aspect
):
    make_clip(tmp_path / "in.mp4", sample_aspect_ratio=aspect)  # 64x48
    framed = np.zeros((240, int(320 * aspect), 3), np.uint8)  # the shape in which it is shown
    framed[:] = (0, 255, 0)
    framed[20:-20, 20:-20] = 0
    Image.fromarray(framed).save(tmp_path / "framed.png")
    assert command("process", "in.mp4", "-o", "out.mp4", "--background", "framed.png").status == 0
    green = picture_at("out.mp4", 3)[..., 1]
    edges = [green[:2, 32], green[-2:, 32], green[24, :2], green[24, -2:]]
    assert np.mean(edges, axis=1) == pytest.approx([255] * 4, abs=40), "none is cropped"


@pytest.mark.parametrize("ending", ["png", "jpg"])
@pytest.mark.parametrize(
    ("aspect", "size"),
    [(Fraction(4, 3), (86, 48)), (Fraction(3, 4), (64, 64)), (Fraction(1), (64, 48))],
)
def test_pictures_of_a_film_have_square_pixels(command, tmp_path, ending, aspect, size):
    make_clip(tmp_path / "in.mp4", sample_aspect_ratio=aspect, frame_count=1)  # 64x48
    words = ["process", "in.mp4", "-o", f"still_%d.{ending}", "--output"]
    assert command(*words, "both").status == 0
    for name in ("still_1", "still_matte_1"):
        assert Image.open(f"{name}.{ending}").size == size
    assert command(*words, "matte", "--overwrite").status == 0
    assert Image.open(f"still_1.{ending}").size == (64, 48), "it goes over its source"


@pytest.mark.parametrize(
    ("aspect", "wanted", "size"),
    [
        (Fraction(4, 3), ("--width", "64"), (64, 36)),
        (Fraction(4, 3), ("--height", "48"), (86, 48)),
        (Fraction(3, 4), ("--height", "32"), (32, 32)),
        (Fraction(3, 4), ("--height", "64", "--width", "40"), (40, 40)),
    ],
)
def test_a_size_is_that_of_the_square_pixels(command, tmp_path, aspect, wanted, size):
    make_clip(tmp_path / "in.mp4", sample_aspect_ratio=aspect, frame_count=1)  # 64x48
    words = ["process", "in.mp4", *wanted, "-o"]
    assert command(*words, "still_%d.png", "--output", "both").status == 0
    for name in ("still_1", "still_matte_1"):
        assert Image.open(f"{name}.png").size == size
    assert command(*words, "out.mp4").status == 0
    with av.open(str(tmp_path / "out.mp4")) as container:
        assert container.streams.video[0].sample_aspect_ratio == aspect


def test_every_frame_time_and_sound_packet_survives(command, clip):
    assert command("process", clip, "-o", "out.mp4", "--background", "red").status == 0
    before, after = read_contents(str(clip)), read_contents("out.mp4")
    assert after.times == before.times
    assert [track.digests for track in after.audio] == [track.digests for track in before.audio]


def test_sound_is_left_out_on_request(command, clip):
    result = command("process", clip, "-o", "out.mp4", "--no-audio", "--json")
    assert result.status == 0
    assert read_contents("out.mp4").audio == []
    assert result.events[-1]["frames_out"] == 8


@pytest.mark.parametrize(("words", "looks"), [(["--look-twice", "on"], True), ([], False)])
def test_the_report_says_whether_it_was_looked_at_twice(
    command, engine_factory, clip, words, looks
):
    result = command("process", clip, "-o", "out.mp4", *words, "--json")
    assert result.status == 0
    assert result.events[-1]["looks_twice"] is looks
    (started,) = (event for event in result.events if event["event"] == "start")
    assert started["looks_twice"] is looks
    (settings,) = engine_factory.settings
    assert settings.look_twice == (words[-1] if words else "off")  # of a film, unless asked for


def test_a_picture_leaves_it_to_the_model_how_often_it_is_looked_at(command, engine_factory):
    Image.fromarray(np.full((48, 64, 3), 90, np.uint8)).save("still.png")
    assert command("process", "still.png", "-o", "out.png").status == 0
    assert [settings.look_twice for settings in engine_factory.settings] == ["auto"]


@pytest.mark.parametrize(
    ("words", "is_steady"),
    [
        ([], True),
        (["--frames-ahead", "auto"], True),
        (["--frames-ahead", "off"], False),
        (["--steadiness", "0"], False),
        (["--steadiness", "0", "--frames-ahead", "on"], True),
    ],
)
def test_frames_to_come_have_their_say_in_films(
    command, film_engine_factory, clip, words, is_steady
):
    result = command("process", clip, "-o", "out.mp4", *words, "--json")
    assert result.status == 0
    assert read_contents("out.mp4").times == read_contents(str(clip)).times
    (engine,) = film_engine_factory.engines
    assert len(engine.given) == (8 if is_steady else 0)
    assert ("steady" in result.events[-1]["stage_s"]) is is_steady


def test_films_so_large_that_each_frame_counts_hold_no_more_of_them(
    command, film_engine_factory, clip, monkeypatch
):
    monkeypatch.setattr("app.pipeline.jobs.job.STEADY_BYTES", 64 * 48 * 3 // 2 - 1)
    assert command("process", clip, "-o", "out.mp4").status == 0
    assert command("process", clip, "-o", "on.mp4", "--frames-ahead", "on").status == 0
    usual, on = film_engine_factory.engines
    assert (usual.calls > 0, usual.given) == (True, [])
    assert len(on.given) == 8


@pytest.mark.parametrize("layout", ["yuv420", "yuv420p10", "yuv422p10"])
def test_4k_gets_the_frames_ahead_whatever_its_depth(layout):
    assert FrameFormat(2160, 3840, layout).nbytes <= STEADY_BYTES


def test_a_picture_has_no_frames_to_come(command, film_engine_factory):
    Image.fromarray(np.full((48, 64, 3), 90, np.uint8)).save("still.png")
    assert command("process", "still.png", "-o", "out.png", "--frames-ahead", "on").status == 0
    assert [(engine.calls, engine.given) for engine in film_engine_factory.engines] == [(1, [])]


def test_only_the_part_asked_for_is_written(command, clip):
    result = command("process", clip, "-o", "part.mp4", "--start", "0.08", "--end", "0.24")
    assert result.status == 0
    assert len(presentation_times("part.mp4")) == 4


@pytest.mark.parametrize(
    ("name", "formats"),
    [("out.mov", ("yuva444p10le", "yuva444p12le")), ("out.webm", ("yuva420p",))],
)
def test_transparent_video_carries_alpha(command, clip, name, formats):
    assert command("process", clip, "-o", name, "--background", "transparent").status == 0
    with av.open(name) as container:
        stream = container.streams.video[0]
        decoder = av.CodecContext.create(
            "libvpx-vp9" if name.endswith(".webm") else stream.codec.name, "r"
        )
        decoder.extradata = stream.codec_context.extradata
        frames = [frame for packet in container.demux(stream) for frame in decoder.decode(packet)]
    assert len(frames) == 8
    assert frames[0].format.name in formats
    alpha = frames[0].to_ndarray(format="rgba")[..., 3]
    rows, columns = person_box(height=48, width=64)
    assert alpha[rows, columns].mean() > 250
    assert alpha[:8].mean() < 5


def test_a_matte_is_grey(command, clip):
    result = command("process", clip, "-o", "matte.mp4", "--output", "matte")
    assert result.status == 0
    picture = first_picture("matte.mp4").astype(int)
    assert np.ptp(picture, axis=2).max() <= 3
    person, room = person_and_room(picture)
    assert person.min() > 250
    assert room.max() < 5


def test_a_still_becomes_a_still_with_alpha(command, tmp_path, rng):
    pixels = rng.integers(0, 255, (40, 52, 3), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "me.png")
    result = command("process", "me.png", "-o", "cut.png", "--background", "transparent")
    assert result.status == 0
    cut = np.asarray(Image.open("cut.png"))
    rows, columns = person_box(height=40, width=52)
    assert cut.shape == (40, 52, 4)
    np.testing.assert_array_equal(cut[rows, columns, :3], pixels[rows, columns])
    assert cut[..., 3].sum() == 255 * cut[rows, columns, 3].size


def test_a_sequence_becomes_a_sequence_with_the_same_numbers(command, tmp_path):
    for number in (7, 8, 9):
        Image.new("RGB", (32, 32), (number * 20, 0, 0)).save(tmp_path / f"in_{number:03d}.png")
    result = command("process", "in_%03d.png", "-o", "out_%03d.png", "--background", "blue")
    assert result.status == 0
    assert result.new_files == ["out_007.png", "out_008.png", "out_009.png"]
    assert Image.open("out_009.png").getpixel((16, 16)) == (180, 0, 0)
    assert Image.open("out_009.png").getpixel((0, 0)) == (0, 0, 255)


def test_a_folder_becomes_a_folder_and_one_bad_file_stops_no_other(command, tmp_path, clip):
    folder = tmp_path / "in"
    folder.mkdir()
    make_clip(folder / "a.mp4")
    make_clip(folder / "a.mkv")
    (folder / "b.mp4").write_bytes(b"nonsense")
    (folder / "notes.txt").write_text("left alone")
    Image.new("RGB", (32, 32)).save(folder / "c.jpg")
    result = command("process", folder, "-o", "done", "--background", "green")
    assert result.status == 1
    assert result.new_files == ["done", "done/a.mkv", "done/a.mp4", "done/c.png"]
    assert "b.mp4 is not a video" in result.err
    assert "notes.txt is no video or picture" in result.err


@pytest.mark.parametrize(
    ("folder", "options", "expected"),
    [
        ("newdir/", (), "newdir/clip.mp4"),
        ("a/new dir/", ("--background", "transparent"), "a/new dir/clip.mov"),
        ("all.mp4/", (), "all.mp4/clip.mp4"),
    ],
)
def test_a_name_that_ends_in_a_slash_is_a_folder(command, clip, folder, options, expected):
    result = command("process", clip, "-o", folder, *options)
    assert (result.status, result.new_files[-1]) == (0, expected)


def test_a_file_is_not_taken_for_the_folder_that_is_asked_for(command, clip):
    result = command("process", clip, "-o", "clip.mp4/")
    assert result.status == 1
    assert "clip.mp4 is to hold 1 output, but is a file; name a folder" in result.err
    assert result.new_files == []


def test_several_inputs_of_one_name_do_not_overwrite_each_other(command, tmp_path, clip):
    other = tmp_path / "other"
    other.mkdir()
    make_clip(other / "clip.mov")
    result = command("process", clip, other / "clip.mov", "-o", "done")
    assert result.status == 0
    assert result.new_files == ["done", "done/clip.mov.mp4", "done/clip.mp4"]


def test_what_is_named_twice_is_done_once(command, tmp_path, clip):
    result = command("process", clip, tmp_path, "./clip.mp4", "-o", "done")
    assert result.status == 0
    assert result.new_files == ["done", "done/clip.mp4"]
    assert result.err.count("clip.mp4 was named before; it is done once.") == 2


def test_no_number_of_inputs_of_one_name_overwrite_each_other(command, tmp_path):
    folders = [tmp_path / day for day in ("monday", "tuesday", "wednesday", "thursday")]
    for folder in folders:
        folder.mkdir()
        make_clip(folder / "talk.mp4")
    result = command("process", *(folder / "talk.mp4" for folder in folders), "-o", "done")
    assert result.status == 0
    assert result.new_files == [
        "done", "done/talk-2.mp4", "done/talk-3.mp4", "done/talk.mp4", "done/talk.mp4.mp4",
    ]  # fmt: skip


def test_names_that_differ_in_case_alone_do_not_meet_on_a_disk_that_ignores_it(command, tmp_path):
    for name in ("monday/Talk.mp4", "tuesday/talk.mp4"):
        (tmp_path / name).parent.mkdir()
        make_clip(tmp_path / name)
    result = command("process", "monday/Talk.mp4", "tuesday/talk.mp4", "-o", "done", "--overwrite")
    assert result.status == 0
    assert result.new_files == ["done", "done/Talk.mp4", "done/talk.mp4.mp4"]


def test_one_input_is_never_replaced_by_what_becomes_of_another(command, tmp_path):
    make_clip(tmp_path / "talk.mov")
    make_clip(tmp_path / "talk.mp4")
    before = (tmp_path / "talk.mp4").read_bytes()
    for arguments in ((tmp_path,), (tmp_path / "talk.mov", tmp_path / "talk.mp4")):
        result = command("process", *arguments, "-o", tmp_path, "--overwrite")
        assert result.status == 1
        assert "talk.mp4 is an input and cannot be overwritten" in result.err
        assert (tmp_path / "talk.mp4").read_bytes() == before


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("read", ["talk.mp4", "beach.png"])
def test_no_other_name_of_what_is_read_is_replaced(command, tmp_path, read, way):
    make_clip(tmp_path / "talk.mp4")
    Image.new("RGB", (32, 32), (0, 0, 200)).save(tmp_path / "beach.png")
    before = (tmp_path / read).read_bytes()
    other = other_name(tmp_path / read, way)
    words = ("talk.mp4", "-o", other, "--background", "beach.png")
    result = command("process", *words, "--overwrite")
    assert result.status == 1
    which = "the input itself" if read == "talk.mp4" else "the background"
    assert f"{other} is {which} and cannot be overwritten" in result.err
    assert (tmp_path / read).read_bytes() == before


def test_a_percent_sign_in_a_film_s_name_is_one(command, clip, tmp_path):
    film, picture = (tmp_path / "in" / f"100%deal{suffix}" for suffix in (".mp4", ".png"))
    film.parent.mkdir()
    clip.rename(film)
    Image.new("RGB", (64, 48)).save(picture)
    out = ("--background", "blue", "-o")
    assert command("process", film, *out, "50%dry.mp4").new_files == ["50%dry.mp4"]
    result = command("process", "in", *out, "done/")
    assert result.status == 0, result.err
    assert result.new_files == ["done", "done/100%deal.mp4", "done/100-deal.png"]


@pytest.mark.parametrize("out", ["in_%03d.png", "in_%d.png"])
def test_the_pictures_of_a_sequence_are_never_replaced(command, tmp_path, out):
    for number in range(100, 103):
        Image.new("RGB", (32, 32), (200, 0, 0)).save(tmp_path / f"in_{number}.png")
    result = command("process", "in_%03d.png", "-o", out, "--overwrite", "--background", "blue")
    assert result.status == 1
    assert f"{out} is the input itself" in result.err
    assert Image.open(tmp_path / "in_101.png").getpixel((0, 0)) == (200, 0, 0)


def test_a_percent_sign_in_the_name_of_one_file_stays_or_becomes_a_dash(command, tmp_path):
    make_clip(tmp_path / "50%discount.mp4")
    Image.new("RGB", (32, 32), (200, 0, 0)).save(tmp_path / "a%dog.png")
    words = ("-o", "done/", "--background", "blue", "--json")
    result = command("process", "50%discount.mp4", "a%dog.png", *words)
    assert result.status == 0
    made = ["done/50%discount.mp4", "done/a-dog.png"]
    assert [event["output"] for event in result.events if event["event"] == "done"] == made
    assert sorted(path.name for path in (tmp_path / "done").iterdir()) == [
        "50%discount.mp4",
        "a-dog.png",
    ]


def test_a_film_is_no_row_of_pictures_whatever_its_name(command, tmp_path, clip):
    words = ("-o", "100%deal.mp4", "--output", "both")
    result = command("process", clip, *words)
    assert result.status == 0
    assert result.new_files == ["100%deal.mp4", "100%deal_matte.mp4"]
    assert presentation_times(tmp_path / "100%deal.mp4") == presentation_times(clip)
    again = command("process", clip, *words)
    assert again.status == 1
    assert "100%deal.mp4 exists already" in again.err


def test_a_file_name_is_shown_as_it_is(command, tmp_path):
    make_clip(tmp_path / "a [red] :smile:.mp4")
    result = command("process", "a [red] :smile:.mp4", "-o", "b.mp4")
    assert result.err.startswith("a [red] :smile:.mp4: 64x48, ")
    assert not result.err.endswith("\n\n")


def test_json_is_a_start_progress_and_an_end(command, clip):
    result = command("process", clip, "-o", "out.mp4", "--json")
    names = [event["event"] for event in result.events]
    assert names[0] == "start"
    assert set(names[1:-1]) == {"progress"}
    assert names[-1] == "done"
    last_progress = result.events[-2]
    assert (last_progress["frames"], last_progress["frame_count"]) == (8, 8)
    assert last_progress["fps"] > 0
    assert result.events[-1]["frames_in"] == result.events[-1]["frames_out"] == 8
    assert result.err == ""


def test_settings_reach_the_engine(command, clip, engine_factory):
    command(
        "process", clip, "-o", "out.mp4", "--mirror", "--threshold", "0.6", "--softness", "0.2",
        "--smoothing", "0", "--light-wrap", "0.3", "--largest-only", "--no-guided",
        "--background", "blur:0.9",
    )  # fmt: skip
    settings = engine_factory.engines[0].settings[0]
    assert (settings.background, settings.blur_strength, settings.mirror) == ("blur", 0.9, True)
    edges = settings.edges
    assert (edges.threshold, edges.softness, edges.smoothing) == (0.6, 0.2, 0.0)
    assert (edges.light_wrap, edges.largest_only, edges.guided) == (0.3, True, False)


def test_a_wish_that_the_cpu_cannot_fulfil_is_answered(command, clip):
    result = command("process", clip, "-o", "out.mp4", "--precision", "float16", "--device", "cpu")
    assert result.status == 0
    assert "float16 needs a GPU" in result.err


def test_an_existing_output_is_replaced_only_on_request(command, clip, tmp_path):
    (tmp_path / "out.mp4").write_text("precious")
    assert command("process", clip, "-o", "out.mp4").status == 1
    assert (tmp_path / "out.mp4").read_text() == "precious"
    assert command("process", clip, "-o", "out.mp4", "--overwrite").status == 0
    assert len(presentation_times("out.mp4")) == 8
