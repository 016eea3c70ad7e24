"""What the check of mattes measures: known answers for planes made by hand."""

import json
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

cv2 = pytest.importorskip("cv2")

from app.video.frame import Frame  # noqa: E402
from app.video.source import SourceError  # noqa: E402
from gpu_unet.engine import Composites  # noqa: E402
from gpu_unet.frame_format import FrameFormat  # noqa: E402
from lab.benchmarks import check_mattes, report  # noqa: E402
from lab.benchmarks.quality import worst  # noqa: E402
from lab.benchmarks.quality.checkered import checkered  # noqa: E402
from lab.benchmarks.quality.faults import ClipFaults, Gap, holes, islands, soft_share  # noqa: E402
from lab.benchmarks.quality.mattes_table import save  # noqa: E402
from lab.benchmarks.quality.sheets import LOUD, Album, Cell, draw_sheets, over_loud  # noqa: E402

HEIGHT, WIDTH = 240, 320  # a hole counts from 38 pixels on, an island from 77


def figure() -> np.ndarray:
    """A person that stands on the lower border."""
    alpha = np.zeros((HEIGHT, WIDTH), np.float32)
    alpha[40:, 100:220] = 1
    return alpha


def with_hole(*, left: int = 150, side: int = 10) -> np.ndarray:
    alpha = figure()
    alpha[100 : 100 + side, left : left + side] = 0
    return alpha


def test_an_enclosed_hole_is_found_where_it_is():
    (hole,) = holes(with_hole())
    assert hole.mask.sum() == 100
    assert hole.share == pytest.approx(100 / (HEIGHT * WIDTH))
    assert hole.centre == pytest.approx((154.5 / WIDTH, 104.5 / HEIGHT))


def test_a_speck_and_what_opens_to_the_border_or_beside_the_figure_are_no_holes():
    assert holes(with_hole(side=6)) == []
    gap = figure()
    gap[200:, 150:160] = 0  # between the legs, down to the border
    assert holes(gap) == []
    notch = figure()
    notch[100:120, 90:130] = 0  # a bite out of the side
    assert holes(notch) == []


def test_a_diagonal_crack_does_not_let_a_hole_out():
    alpha = with_hole()
    for step in range(60):  # one pixel wide, corner to corner: no way for the room to show
        alpha[100 - step, 150 - step] = 0
    assert len(holes(alpha)) == 1


def test_islands_are_what_is_beside_the_largest_figures():
    alpha = figure()
    alpha[10:30, 10:30] = 1
    alpha[10:12, 300:302] = 1  # a speck
    (island,) = islands(alpha)
    assert island.mask.sum() == 400
    assert islands(alpha, figures=2) == []


def test_a_ramp_is_an_edge_and_a_wide_haze_is_not():
    ramp = figure()
    assert soft_share(cv2.blur(ramp, (5, 5))) == 0
    haze = figure()
    haze[60:120, 110:210] = 0.4
    # 60x100 pixels; their outermost 3 lie beside the sure ones.
    assert soft_share(haze) == pytest.approx(54 * 94 / (HEIGHT * WIDTH), rel=0.01)
    rows, columns = np.indices((60, 100))  # it may waver around one half
    haze[60:120, 110:210] = 0.5 + 0.1 * (1 - 2 * ((rows // 2 + columns // 2) % 2))
    assert soft_share(haze) == pytest.approx(54 * 94 / (HEIGHT * WIDTH), rel=0.01)


def blob() -> np.ndarray:
    """A soft spot, computed at half size and enlarged bilinearly, as our networks do."""
    rows, columns = np.indices((72, 128)).astype(np.float32)
    distance = np.hypot(rows - 36, columns - 64)
    half = 1 / (1 + np.exp((distance - 20) / 4))
    return cv2.resize(half.astype(np.float32), (256, 144), interpolation=cv2.INTER_LINEAR)


@pytest.mark.parametrize("pattern", ["x", "y", "both"])
def test_a_checkered_pattern_has_its_amplitude(pattern):
    rows, columns = np.indices((144, 256))
    phase = {"x": columns, "y": rows, "both": rows + columns}[pattern]
    alpha = blob() + 0.08 * (1 - 2 * (phase % 2))
    found = checkered(np.clip(alpha, 0, 1).astype(np.float32))
    assert found.amplitude == pytest.approx(0.08, rel=0.1)


def test_bilinear_enlargement_is_not_checkered():
    assert checkered(blob()).amplitude < 0.001


def test_a_sharp_slanted_edge_is_not_checkered():
    rows, columns = np.indices((144, 256)).astype(np.float32)
    for slope in (0.0, 0.31, 1.0, 2.7):
        alpha = 0.5 + 0.5 * np.tanh((columns - 128 - slope * (rows - 72)) / 1.6)
        assert checkered(alpha).amplitude < 0.02


def test_a_few_unsure_pixels_say_nothing_about_a_pattern():
    alpha = np.zeros((144, 256), np.float32)
    alpha[70:74, 100:104] = 0.5
    alpha[71:73, 101:103] = [[0.2, 0.8], [0.8, 0.2]]
    assert checkered(alpha).pixels == 0
    assert checkered(figure()).pixels == 0


def test_the_longest_run_follows_a_hole_that_drifts_and_breaks_when_it_closes():
    faults = ClipFaults()
    for left in (150, 152, 164):  # the last lies beside the one before, not over it
        faults.add(with_hole(left=left))
    faults.add(figure())
    for left in (150, 152):
        faults.add(with_hole(left=left))
    summary = faults.summary()
    assert summary["frames"] == 6
    assert summary["hole_percent"] == pytest.approx(100 * 5 / 6, abs=0.01)
    assert summary["longest_hole_frames"] == 3
    assert summary["longest_hole_end"] == 2
    faults = ClipFaults()
    for left in (110, 150, 190):
        faults.add(with_hole(left=left))
    assert faults.summary()["longest_hole_frames"] == 1


def test_only_what_appears_and_goes_again_blinks():
    calm, other = figure(), figure()
    other[60:90, 10:40] = 1
    faults = ClipFaults()
    for alpha in (calm, calm, other, calm, calm, other, other, other):
        faults.add(alpha)
    assert faults.blinking == 1


def test_an_edge_that_trembles_does_not_blink():
    faults = ClipFaults()
    for frame in range(6):
        faults.add(np.roll(figure(), frame % 2, axis=1))
    assert faults.blinking == 0


def test_frames_count_for_the_pattern_by_their_unsure_pixels():
    columns = np.indices((144, 256))[1]
    alpha = (blob() + 0.08 * (1 - 2 * (columns % 2))).clip(0, 1).astype(np.float32)
    faults = ClipFaults()
    faults.add(figure(), alpha)
    faults.add(figure())
    faults.add(figure(), figure())
    assert [pattern.pixels > 0 for pattern in faults.patterns] == [True, False]
    assert faults.summary()["checkered_percent"] == pytest.approx(8, rel=0.1)


def test_what_a_frame_has_is_noted_with_its_index():
    faults = ClipFaults()
    faults.add(figure())
    assert faults.add(with_hole())["hole"] == pytest.approx(100 * 100 / (HEIGHT * WIDTH))
    assert list(faults.notable) == [1]


def test_a_known_gap_is_no_hole_but_only_in_its_place_and_time():
    box = (0.4, 0.3, 0.6, 0.6)
    faults = ClipFaults(gaps=(Gap(box, (0, 1)),))
    assert faults.add(with_hole()) == {}
    assert faults.add(with_hole(left=200)) != {}
    assert faults.add(with_hole()) != {}
    summary = faults.summary()
    assert summary["hole_percent"] == pytest.approx(100 * 2 / 3, abs=0.01)
    assert summary["gap_percent"] == pytest.approx(100 / 3, abs=0.01)
    assert list(faults.places) == [1, 2]


def test_a_jump_ends_every_run():
    faults = ClipFaults()
    faults.add(with_hole())
    faults.jump(20)
    faults.add(with_hole())
    assert faults.summary()["longest_hole_frames"] == 1
    assert list(faults.notable) == [0, 20]


def test_the_album_keeps_every_nth_frame_and_the_worst_of_each_stretch():
    album = Album(every=10)
    view = np.zeros((48, 64, 3), np.uint8)
    for index in range(100):
        found = {"hole": index + 5.0 * (index % 10 == 3)} if index % 10 in (3, 4) else {}
        album.add(index, found, (view, view, view[..., 0]))
    assert [cell.label for cell in album.cells] == [str(n) for n in range(0, 100, 10)]
    assert [cell.stretch for cell in album.worst] == [4, 5, 6, 7, 8, 9]
    assert all(cell.label.split()[0].endswith("3") for cell in album.worst)


def test_sheets_hold_all_cells(tmp_path):
    album = Album(every=1)
    for index in range(40):
        album.add(index, {}, (np.zeros((48, 64, 3), np.uint8),) * 3)
    album.draw(tmp_path, "clip")
    sheets = sorted(path.name for path in tmp_path.iterdir())
    assert sheets == ["clip_01.png", "clip_02.png", "clip_03.png"]  # 15 to a sheet


def test_what_is_known_of_the_clips_can_be_read():
    known = tomllib.loads(check_mattes.KNOWN.read_text(encoding="utf-8"))
    for name in known:
        for gap in check_mattes.known_of(name, known).gaps:
            left, top, right, bottom = gap.box
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1
            assert gap.frames[0] <= gap.frames[1]
    assert check_mattes.known_of("unheard of", known).figures == 1


def test_a_model_that_was_not_run_keeps_its_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    faults = ClipFaults()
    faults.add(with_hole())
    ran = {"sha256": "a", "clips": {"clip": {**faults.summary(), "notable": {0: {}}}}}
    save({"fast": ran}, {})
    path = save({"quality": {**ran, "sha256": "b"}}, {"clip": {"note": "a gap"}})
    result = json.loads(path.read_text())
    assert result["rows"] == [
        ["clip", 1, "100.0 / 100.0", "1 / 1", "0.0 / 0.0", "0.0 / 0.0", "0.000 / 0.000",
         "0.00 / 0.00", "a gap"]
    ]  # fmt: skip
    assert "notable" not in result["raw"]["fast"]["clips"]["clip"]
    assert {name: found["sha256"] for name, found in result["raw"].items()} == {
        "fast": "a",
        "quality": "b",
    }


def test_a_folder_without_clips_is_refused(tmp_path):
    with pytest.raises(SourceError, match="holds no clip"):
        check_mattes.find_clips([tmp_path])


class FakeSource:
    """Frames of one grey, whose index is their value."""

    format = FrameFormat(48, 64)

    def __init__(self, count: int) -> None:
        self._left = list(range(count))

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def read(self):
        if not self._left:
            return None
        index = self._left.pop(0)
        pixels = np.full(self.format.shape, index, np.uint8)
        return Frame(pixels, self.format, index, index / 25, 0.0)


class FakeEngine:
    """Says that all of a frame is a person, and notes what it was asked."""

    def __init__(self, calls: list) -> None:
        self._calls = calls

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def reset(self):
        if self._calls and self._calls[-1] != "reset":
            self._calls.append("reset")

    def process(self, batch):
        assert batch.want_alpha
        assert np.array_equal(batch.backgrounds[0][0, 0], LOUD)
        self._calls.append(int(batch.frames[0][0, 0, 0]))
        return Composites(batch.frames, [np.full((48, 64), 255, np.uint8)], {})


@pytest.mark.parametrize(
    ("warm", "expected"),
    [(None, [*range(12)]), (2, [0, "reset", 3, 4, 5, "reset", 8, 9, 10, "reset"])],
)
def test_every_frame_goes_through_in_order_or_those_before_each_nth(monkeypatch, warm, expected):
    calls: list = []
    small = np.zeros((16, 16), np.float32)
    monkeypatch.setattr(check_mattes, "open_source", lambda clip: FakeSource(12))
    monkeypatch.setattr(check_mattes, "load_weights", lambda model: None)
    monkeypatch.setattr(check_mattes, "CpuEngine", lambda weights, form: FakeEngine(calls))
    monkeypatch.setattr(
        check_mattes, "NetworkNet", lambda model: SimpleNamespace(small_alpha=lambda pixels: small)
    )
    faults, album = ClipFaults(), Album(every=5)
    check_mattes.look_at(Path("model"), Path("clip"), faults, every=5, warm=warm, album=album)
    assert calls == expected
    assert faults.frames == len([call for call in expected if call != "reset"])
    assert [cell.label for cell in album.cells] == ["0", "5", "10"]
    assert len(faults.patterns) == 3


def test_cells_of_a_sheet_have_room_for_the_largest(tmp_path):
    cells = [
        Cell("low", (np.full((20, 90, 3), (0, 200, 0), np.uint8),)),
        Cell("high", (np.full((90, 20, 3), (0, 200, 0), np.uint8),)),
    ]
    (path,) = draw_sheets(cells, tmp_path, "mixed")
    with Image.open(path) as sheet:
        pixels = np.asarray(sheet)
    assert (pixels == (0, 200, 0)).all(axis=2).sum() == 2 * 20 * 90


def test_a_matte_over_magenta_shows_the_room_nowhere():
    pixels = np.full((4, 4, 3), 10, np.uint8)
    alpha = np.zeros((4, 4), np.float32)
    alpha[0] = 1
    shown = over_loud(pixels, alpha)
    assert (shown[0] == 10).all()
    assert (shown[1:] == LOUD).all()


def test_the_worst_rooms_come_first(tmp_path, monkeypatch):
    drawn: list = []
    monkeypatch.setattr(worst, "draw_sheets", lambda cells, folder, name: drawn.append(cells))
    rooms = [SimpleNamespace(name=n, pixels=np.full((4, 4, 3), n, np.uint8)) for n in range(30)]
    net = SimpleNamespace(
        name="net", alpha=lambda pixels: np.full((4, 4), pixels[0, 0, 0] / 29, np.float32)
    )
    worst.draw_worst_rooms(net, rooms, tmp_path)
    (cells,) = drawn
    assert [cell.label.split()[0] for cell in cells] == [str(n) for n in range(29, 9, -1)]
