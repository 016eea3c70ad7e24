"""`main.py process` on bad input and in bad luck: one sentence, nothing half-written."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, presentation_times

import main

ROOT = Path(main.__file__).parent


def said(result):
    """The one error sentence."""
    assert "Traceback" not in result.err
    lines = [line for line in result.err.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1, result.err
    return lines[0].removeprefix("error: ")


@pytest.fixture
def bad_files(tmp_path, clip):
    content = clip.read_bytes()
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "text.mp4").write_text("this is no video " * 50)
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) // 2])
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff but no more")
    (tmp_path / "folder").mkdir()
    (tmp_path / "list.mp4").write_text(f"ffconcat version 1.0\nfile '{clip.name}'\n")
    make_clip(tmp_path / "sound.mp4", codec=None, pts=[0, 1], audio=("aac",))


# Of these sentences, what is said of values that no file could change.
MAKES_NO_SENSE = re.compile(
    "is for OpenEXR|estimate is for|is no area|is missing|names mattes|"
    "with --match|name is for|--watch were|with --watch|for --watch|x.mp4 is named like|"
    "only h264 or hevc|CRF 99|use .mov|neither|would be lost|the strength|choose an end|"
    "nothing lies between|give seconds|no time|not a time|expected 0.05"
)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["process", "clip.mp4", "-o", ""], "--out"),
        (["process", "clip.mp4", "--save-project", ""], "--save-project"),
        (["process", "clip.mp4", "-o", "x.mp4", "--learn-room="], "--learn-room"),
        (["process", "--watch", "", "-o", "x"], "--watch"),
        (["process", "clip.mp4", "", "-o", "x/"], "INPUT"),
        (["camera", "--record", ""], "--record"),
        (["finish", ""], "RECORDING"),
        (["hosts", "install", "nuke", "--folder", ""], "--folder"),
        (["export-onnx", "fast", "-o", ""], "--out"),
    ],
)
def test_an_empty_value_is_refused_by_every_command(arguments, name, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main.main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"error: {name} is empty; ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["clip.mp4", "--json", "--bakground", "red"], "there is no option --bakground; did you"),
        (["clip.mp4", "--json", "-o"], "argument -o/--out: expected one argument"),
        (["clip.mp4", "--crf", "few", "--json"], "argument --crf: invalid int value: 'few'"),
        (["clip.mp4", "--json", "-o", ""], "--out is empty; give it a value, or leave it out"),
        (["clip.mp4", "--json", "-o", "x.mp4", "--end", "late"], "'late' is not a time"),
    ],
)
def test_wrong_words_beside_json_are_one_event(words, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        main.main(["process", *words])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.err == ""
    event = json.loads(said.out)
    assert event["event"] == "error"
    assert sentence in event["message"]


def test_an_empty_name_of_a_layer_is_none(command, clip):
    assert command("process", clip, "-o", "x.mp4", "--layer", "", "--ocio", "").status == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gone.mp4", "-o", "x.mp4"], "gone.mp4 does not exist"),
        (["folder", "-o", "x"], "folder holds no video and no picture"),
        (["empty.mp4", "-o", "x.mp4"], "empty.mp4 is empty"),
        (["text.mp4", "-o", "x.mp4"], "text.mp4 is not a video"),
        (["cut.mp4", "-o", "x.mp4"], "cut.mp4 is incomplete"),
        (["sound.mp4", "-o", "x.mp4"], "sound.mp4 has no video track"),
        (["clip.mp4", "-o", "folder/nowhere/x.mp4"], "there is no folder"),
        (["clip.mp4", "-o", "x.avi"], "x.avi: .avi is not written; use one of .mp4"),
        (["clip.mp4", "-o", "x"], "x has no ending; use one of .mp4"),
        (["clip.mp4", "-o", "x"], "or x/ for a folder"),
        (["clip.mp4"], "OUT is missing; name a file or a folder with -o"),
        (["-o", "x.mp4"], "INPUT is missing"),
        (["clip.mp4", "-o", "x.mp4", "--areas", "gone.json"], "gone.json does not exist; check"),
        (["clip.mp4", "-o", "x.mp4", "--strokes", "gone.json"], "gone.json does not exist; check"),
        (["gone.backdrop", "-o", "x.mp4"], "gone.backdrop does not exist; check the path"),
        (["clip.mp4", "-o", "x.mp4", "--keep-area", "0.1,0.2"], "'0.1,0.2' is no area; write a"),
        (["--watch", "folder"], "OUT is missing"),
        (["clip.mp4", "--match-source-name"], "names mattes; give --output matte"),
        (
            ["clip.mp4", "--match-source-name", "--output", "matte", "--fps", "25"],
            "--fps does not go with --match-source-name",
        ),
        (
            ["s3://b/clip.mp4", "--match-source-name", "--output", "matte"],
            "--match-source-name is for files of this computer",
        ),
        (
            ["clip.mp4", "-o", "x.mp4", "--match-source-name", "--output", "matte"],
            "x.mp4 is to hold 1 output, but is named like a file",
        ),
        (["--watch", "gone", "-o", "x/"], "gone is no folder"),
        (["--watch", "folder", "-o", "folder/"], "folder is the watched folder itself"),
        (["--watch", "folder", "-o", "x.mp4"], "x.mp4 is named like a file"),
        (["clip.mp4", "--watch", "folder", "-o", "x"], "clip.mp4 and --watch were both given"),
        (["clip.mp4", "--subfolders", "-o", "x"], "--subfolders is for --watch"),
        (["--watch", "folder", "-o", "x", "--overwrite"], "--overwrite does not go with --watch"),
        (["--watch", "folder", "-o", "x", "--workers", "2"], "--workers does not go with --watch"),
        (["clip.mp4", "-o", "x.png"], "x_%04d.png"),
        (["clip.mp4", "-o", "x.mp4", "--codec", "vp9"], "only h264 or hevc or av1; vp9 goes into"),
        (["clip.mp4", "-o", "x.mp4", "--crf", "99"], "CRF 99 is out of range"),
        *(
            (["clip.mp4", "-o", "x.mp4", *words], f"{words[0]} is for OpenEXR files, and {name}")
            for words, name in (
                (["--layer", "beauty"], "clip.mp4"),
                (["--input-alpha", "none"], "clip.mp4"),
                (["--alpha", "premultiplied"], "x.mp4"),
                (["--compression", "dwaa"], "x.mp4"),
            )
        ),
        (["http://nowhere/a.mp4", "-o", "x.mp4", "--estimate"], "--estimate is for files of this"),
        (["clip.mp4", "-o", "x.mp4", "--background", "transparent"], "use .mov (ProRes 4444)"),
        (["clip.mp4", "-o", "x.mp4", "--background", "broken.jpg"], "broken.jpg"),
        (["clip.mp4", "-o", "x.mp4", "--background", "gone.jpg"], "gone.jpg does not exist"),
        (["clip.mp4", "-o", "x.mp4", "--background", "folder"], "without a picture"),
        (["clip.mp4", "-o", "x.mp4", "--background", "gren"], "neither a file nor a colour"),
        (["clip.mp4", "-o", "x.mp4", "--background", "#12"], "'#12' is neither"),
        (
            ["clip.mp4", "-o", "x.mp4", "--background", "#12345678"],
            "which would be lost; write",
        ),
        (["clip.mp4", "-o", "x.mp4", "--background", "blur:3"], "blur:3: the strength"),
        (["clip.mp4", "-o", "x.mp4", "--start", "9"], "no frame at or after 9 s"),
        (["clip.mp4", "-o", "x.mp4", "--start", "2", "--end", "1"], "choose an end after"),
        (["clip.mp4", "-o", "x.mp4", "--end", "0"], "end is 0 s, so nothing lies between"),
        (["clip.mp4", "-o", "x.mp4", "--start", "-1"], "give seconds from its beginning"),
        (["clip.mp4", "-o", "x.mp4", "--start", "1e300"], "no frame at or after 1e+300 s"),
        (["clip.mp4", "-o", "x.mp4", "--start", "1e19"], "no frame at or after 1e+19 s"),
        (["clip.mp4", "-o", "x.mp4", "--start", "inf"], "start is inf s, which is no time"),
        (["clip.mp4", "-o", "x.mp4", "--start", "0:nan"], "start is nan s, which is no time"),
        (["clip.mp4", "-o", "x.mp4", "--end", "1e308:0"], "end is inf s, which is no time"),
        (["clip.mp4", "-o", "x.mp4", "--end", "nan"], "end is nan s, which is no time"),
        (["list.mp4", "-o", "x.mp4"], "list.mp4 is a playlist of other files"),
        (["list.mp4", "-o", "clip.mp4", "--overwrite"], "list.mp4 is a playlist of other files"),
        (
            ["clip.mp4", "-o", "x.mp4", "--background", "list.mp4"],
            "list.mp4 is a playlist of other",
        ),
        (
            ["clip.mp4", "-o", "x.mp4", "--threshold", "2"],
            "--edge-trim is 2, expected 0.05 to 0.95",
        ),
        (["clip.mp4", "-o", "clip.mp4", "--overwrite"], "clip.mp4 is the input itself"),
        (
            ["clip.mp4", "-o", "sound.mp4", "--background", "sound.mp4", "--overwrite"],
            "sound.mp4 is the background and cannot be overwritten",
        ),
        (["clip.mp4", "-o", "x.mp4", "--background", "empty.mp4"], "Background empty.mp4 is empty"),
        (["clip.mp4", "-o", "x.mp4", "--background", "text.mp4"], "Background text.mp4 is not a"),
        (["clip.mp4", "sound.mp4", "-o", "x.mp4"], "named like a file; name a folder"),
        (["clip.mp4", "-o", "x.mp4", "--background", "~nobody-here/b.png"], "b.png does not exist"),
        (["clip.mp4", "-o", "x.mp4", "--background", "n" * 300 + ".mp4"], "too long"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_said_in_one_sentence(command, bad_files, arguments, sentence):
    result = command("process", *arguments)
    assert result.status == (2 if MAKES_NO_SENSE.search(sentence) else 1)
    assert sentence in said(result)
    assert result.new_files == []


def test_an_unknown_model_is_refused_before_anything_is_written(tmp_path, clip, capsys):
    out = tmp_path / "x.mp4"
    assert main.main(["process", str(clip), "-o", str(out), "--model", "fsat"]) == 2
    assert "there is no model 'fsat'; choose one of auto, " in capsys.readouterr().err
    assert not out.exists()


def test_a_model_file_that_is_not_there_is_named(tmp_path, clip, capsys):
    gone = tmp_path / "gone.safetensors"
    assert (
        main.main(["process", str(clip), "-o", str(tmp_path / "x.mp4"), "--model", str(gone)]) == 1
    )
    assert f"there is no file {gone}; check the path" in capsys.readouterr().err.replace("\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        *(["process", "a", "-o", "b", f"--start={time}"] for time in ("soon", "1:-30", "-0:30")),
        ["finish", "--watch"],
        ["walk"],
    ],
)
def test_a_command_line_that_makes_no_sense_ends_with_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main.main(arguments)
    assert ended.value.code == 2
    assert re.fullmatch("error: .+\n", capsys.readouterr().err), "one line, without all options"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--backgroud", "b.jpg"], "there is no option --backgroud; did you mean --background?"),
        (["--backgroud=b.jpg"], "there is no option --backgroud; did you mean --background?"),
        (["--zoom"], "there is no option --zoom; `main.py process --help` lists all"),
        (["-clip.mp4"], "-clip.mp4 is taken for an option; write ./-clip.mp4 for the file"),
    ],
)
def test_an_unknown_option_is_named_with_what_was_meant(
    words, sentence, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("-clip.mp4").touch()
    with pytest.raises(SystemExit) as ended:
        main.main(["process", "a.mp4", "-o", "b.mp4", *words])
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"error: {sentence}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
@pytest.mark.parametrize("command", ["process", "camera", "doctor"])
def test_too_little_address_space_is_said_at_once(clip, command):
    import resource

    words = {"process": [str(clip), "-o", "x.mp4"], "camera": ["--no-window"], "doctor": []}
    limit_bytes = 300_000_000
    result = subprocess.run(
        [sys.executable, ROOT / "main.py", command, *words[command]],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes)),
        capture_output=True,
        text=True,
        cwd=clip.parent,
    )
    assert result.returncode == 1
    assert result.stderr == (
        "error: this program may use 0.30 GB of address space and needs at least 0.9; "
        "raise the limit (ulimit -v unlimited)\n"
    )


def test_numba_loads_nothing_that_a_file_of_the_working_folder_names(clip, command):
    pytest.importorskip("yaml", reason="without PyYAML Numba reads no such file")
    settings = clip.parent / ".numba_config.yaml"
    settings.write_text("cuda_driver: /tmp/planted.so")
    result = command("process", clip, "-o", "out.mp4")
    assert result.status == 1
    assert "start from another folder" in said(result)
    assert result.new_files == []
    settings.unlink()
    assert command("process", clip, "-o", "out.mp4").status == 0


@pytest.mark.parametrize("name", ["holiday.mp4", "n" * 300 + ".mp4", "~nobody-here/clip.mp4"])
def test_a_name_that_no_file_has_is_refused_before_the_window_opens(name, capsys):
    with pytest.raises(SystemExit):
        main.main([name])
    assert f"no file '{name}'; check the path" in capsys.readouterr().err
    assert main.main(["--source", name]) == 2
    assert f"There is no file {name}; check the path." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["pages.tiff"])
def test_it_is_said_that_only_the_first_of_several_pictures_is_taken(command, tmp_path, name):
    pictures = [Image.new("RGB", (32, 32), (shade, 0, 0)) for shade in (0, 90, 180)]
    pictures[0].save(tmp_path / name, save_all=True, append_images=pictures[1:])
    result = command("process", name, "-o", "out.png")
    assert result.status == 0
    assert f"{name} holds 3 pictures; only the first was used" in result.err


@pytest.mark.parametrize(
    "options",
    [
        {"frame_count": 1},
        {"height": 35, "width": 65, "pixel_format": "yuv444p"},
        {"height": 16, "width": 16},
        {"pixel_format": "yuv420p10le"},
        {"pixel_format": "gray"},
        {"rotation": 90},
        {"frame_count": 2, "height": 4320, "width": 7680},
    ],
    ids=["one frame", "odd size", "16x16", "10 bit", "grey", "portrait rotation", "8K"],
)
def test_unusual_video_is_no_trouble(command, tmp_path, options):
    make_clip(tmp_path / "in.mp4", **options)
    assert command("process", "in.mp4", "-o", "out.mp4", "--background", "red").status == 0
    assert presentation_times("out.mp4") == presentation_times("in.mp4")


def test_a_clip_damaged_in_the_middle_gives_what_decodes_and_status_3(command, tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=60, height=96, width=128, gop=10)
    content = bytearray((tmp_path / "in.mp4").read_bytes())
    middle = len(content) // 3
    content[middle : middle + 600] = bytes(600)
    (tmp_path / "in.mp4").write_bytes(content)
    result = command("process", "in.mp4", "-o", "out.mp4", "--json")
    assert result.status == 3
    report = result.events[-1]
    assert report["event"] == "done"
    assert report["damaged_frames"] > 0
    assert len(presentation_times("out.mp4")) == report["frames_out"] > 40


def test_a_damaged_background_is_used_as_far_as_it_decodes_and_said(command, tmp_path, clip):
    make_clip(tmp_path / "beach.mp4", frame_count=8, height=96, width=128, gop=4)
    content = bytearray((tmp_path / "beach.mp4").read_bytes())
    middle = len(content) // 3
    content[middle : middle + 600] = bytes(600)
    (tmp_path / "beach.mp4").write_bytes(content)
    result = command("process", clip, "-o", "out.mp4", "--background", "beach.mp4")
    assert result.status == 0  # the recording itself is whole
    assert "Background beach.mp4 is damaged: " in result.err
    make_clip(tmp_path / "beach.mp4", frame_count=4)  # shorter than the recording: it loops
    result = command("process", clip, "-o", "whole.mp4", "--background", "beach.mp4")
    assert "damaged" not in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are POSIX's")
def test_a_full_disk_is_said_and_leaves_nothing_behind(tmp_path):
    # A limit on the size of files stands in for a full disk: the same path through the code.
    noise = np.random.default_rng(0)
    make_clip(
        tmp_path / "in.mp4",
        frame_count=30,
        height=144,
        width=256,
        picture=lambda i, *, height, width: noise.integers(0, 255, (height, width, 3), np.uint8),
    )
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
        "sys.path[:0] = sys.argv[1:3]\n"
        "import main, app.pipeline.engines; from doubles import FakeEngineFactory\n"
        "fake = FakeEngineFactory()\n"
        "app.pipeline.engines._open = lambda s, d, f, b, n: fake(s, f, batch_size=b, notify=n)\n"
        "sys.exit(main.main(sys.argv[3:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, ROOT, ROOT / "tests", "process", "in.mp4", "-o", "out.mp4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "out.mp4 could not be written" in done.stderr
    assert os.listdir(tmp_path) == ["in.mp4"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_folder_that_may_not_be_written_to_is_said(command, clip, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    result = command("process", clip, "-o", "locked/x.mp4")
    assert result.status == 1
    assert "locked" in said(result)


@pytest.mark.parametrize(
    "words",
    [
        ["process", "talk.mp4", "-o", "out.mp4", "--auto-frame"],
        ["process", "talk.mp4", "-o", "out.mp4", "--auto-frame", "--background", "blur:0.5"],
        ["camera", "--source", "0", "--no-window", "--auto-frame"],
    ],
    ids=["process", "blur", "camera"],
)
def test_auto_framing_over_a_blur_is_refused_with_what_to_do(words, capsys):
    assert main.main(words) == 2
    sentence = " ".join(capsys.readouterr().err.split())
    assert "--auto-frame does not work over a blurred background; give --background a" in sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["process", "a.mp4", "-o", "b.mp4", "--person", "5,5"], "'5,5' is no place of a person"),
        (["process", "a.mp4", "-o", "b.mp4", "--person", "5@1"], "such as 300,200@2.5"),
        (["process", "a.mp4", "-o", "b.mp4", "--person", "5,-5@1"], "is no place of a person"),
        (["camera", "--person", "5,5@1"], "--person is for files: use it with process"),
        (["camera", "--strokes", "a.json"], "--strokes is for files: use it with process"),
    ],
)
def test_a_place_of_a_person_that_makes_no_sense_is_told(words, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        main.main(words)
    assert ended.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("words", [["a.mp4", "b.mp4"], ["--watch", "in"]], ids=["two", "watch"])
def test_a_person_is_pointed_at_in_one_recording(words, capsys):
    assert main.main(["process", *words, "-o", "done/", "--person", "5,5@1"]) == 2
    assert "--person is a place in one recording" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["a.mp4", "b.mp4"], ["--watch", "in"]], ids=["two", "watch"])
def test_strokes_are_of_one_recording(words, capsys):
    assert main.main(["process", *words, "-o", "done/", "--strokes", "a.json"]) == 2
    assert "--strokes is for the frames of one recording" in capsys.readouterr().err


def test_a_bad_file_of_strokes_is_told(tmp_path, capsys):
    bad = tmp_path / "bad.json"
    bad.write_text('[{"kind": "paint"}]')
    assert main.main(["process", "a.mp4", "-o", "b.mp4", "--strokes", str(bad)]) == 2
    assert "bad.json holds no strokes" in " ".join(capsys.readouterr().err.split())


def test_resume_says_what_was_done_before_and_names_no_machine(command, bad_files):
    command("process", "clip.mp4", "-o", "done/")
    result = command("process", "clip.mp4", "empty.mp4", "-o", "done/", "--resume")
    assert result.status == 1
    assert result.err.splitlines()[0].endswith("clip.mp4 was there before; it was taken for done.")
    assert "frames in" not in result.err
    assert said(result).startswith("empty.mp4 is empty")
