"""The quality benchmark's figures: known answers for known mattes."""

from itertools import pairwise

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from lab.benchmarks.quality.groups import lighting_of  # noqa: E402
from lab.benchmarks.quality.pictures import Sample  # noqa: E402
from lab.benchmarks.quality.steadiness import Clip, steadiness  # noqa: E402
from lab.evaluation import peers  # noqa: E402
from lab.evaluation.metrics import boundary_f, iou, matte_figures  # noqa: E402
from lab.evaluation.nets import Net  # noqa: E402
from lab.evaluation.peers import PeerNet, RvmNet  # noqa: E402


def square(side: int, *, left: int, right: int) -> np.ndarray:
    alpha = np.zeros((side, side), np.float32)
    alpha[side // 4 : -side // 4, left:right] = 1
    return alpha


def test_a_matte_equal_to_the_truth_is_perfect():
    truth = square(256, left=64, right=192)
    figures = matte_figures(truth, truth)
    assert (figures.iou, figures.boundary_f, figures.mae) == (1, 1, 0)


def test_iou_counts_pixels():
    truth = square(256, left=64, right=192)
    found = square(256, left=128, right=192)
    assert iou(found > 0.5, truth > 0.5) == pytest.approx(0.5)


def test_two_empty_mattes_agree_and_one_empty_matte_does_not():
    empty, person = np.zeros((256, 256), np.float32), square(256, left=64, right=192)
    assert matte_figures(empty, empty).iou == 1
    assert boundary_f(empty, empty) == 1
    assert matte_figures(empty, person).iou == 0
    assert boundary_f(empty, person) == 0


def test_edges_two_pixels_apart_match_and_three_apart_do_not():
    truth = square(256, left=64, right=192)
    shifted = {n: boundary_f(np.roll(truth, n, axis=1), truth) for n in (1, 2, 3, 8)}
    assert shifted[1] == shifted[2] == 1
    assert shifted[3] < 1
    assert all(a >= b for a, b in pairwise(shifted.values()))


def test_the_frame_border_is_no_edge():
    whole = np.ones((256, 256), np.float32)
    assert boundary_f(whole, whole) == 1
    half = whole.copy()
    half[:, 128:] = 0
    cut = np.ones((256, 256), np.float32)
    cut[:, 129:] = 0
    assert boundary_f(half, cut) == 1


def test_mattes_of_different_shape_are_refused():
    with pytest.raises(ValueError, match="resize one first"):
        matte_figures(np.zeros((4, 4), np.float32), np.zeros((4, 5), np.float32))


def test_a_peer_gets_the_picture_at_its_own_size_and_gives_alpha_at_ours(rng):
    seen = []

    def run(x):
        seen.append(x)
        return np.full((8, 16), 0.25, np.float32)

    net = PeerNet("peer", run, height=8, width=16, where="nowhere")
    alpha = net.alpha(rng.integers(0, 256, (30, 50, 3), np.uint8))
    assert seen[0].shape == (8, 16, 3)
    assert seen[0].max() <= 1
    np.testing.assert_allclose(alpha, np.full((30, 50), 0.25, np.float32))


def test_flicker_counts_only_where_the_picture_stands_still():
    class Flickering(Net):
        name, is_ours, where = "flickering", False, "nowhere"

        def __init__(self):
            self.count = 0

        def alpha(self, pixels):
            self.count += 1
            alpha = np.zeros(pixels.shape[:2], np.float32)
            alpha[:, :10] = self.count % 2  # the left half changes with every frame
            return alpha

        def timed(self):
            return lambda: 0.0

    frame = np.zeros((20, 20, 3), np.uint8)
    moving_left = np.ones((20, 20), bool)
    moving_left[:, :10] = False
    flow = np.zeros((20, 20, 2), np.float32)
    clip = Clip("clip", [frame] * 3, [moving_left] * 2, [flow] * 2)
    assert steadiness(Flickering(), clip).flicker == 0
    still = Clip("clip", [frame] * 3, [np.ones((20, 20), bool)] * 2, [flow] * 2)
    assert steadiness(Flickering(), still).flicker == pytest.approx(50)


def test_lighting_is_sorted_by_luma():
    truth = np.ones((4, 4), np.float32)
    names = [
        lighting_of(Sample("x", "x", np.full((4, 4, 3), level, np.uint8), truth))
        for level in (20, 120, 230)
    ]
    assert names == ["dark", "normal", "bright"]


class RvmSession:
    """Stands in for ONNX Runtime: alpha is the first state, which grows by one a frame."""

    def __init__(self, *, is_channels_last: bool, suffix: str = "") -> None:
        self.channels_last = is_channels_last
        self.suffix = suffix  # of the inputs' names, as some conversions write them
        self.seen: list[dict[str, np.ndarray]] = []

    def get_inputs(self):
        picture = ["n", "h", "w", 3] if self.channels_last else ["n", 3, "h", "w"]
        shapes = {"src": picture, "downsample_ratio": [] if self.channels_last else [1]}
        shapes |= {f"r{n}i": [] for n in (1, 2, 3, 4)}
        names = {name: name + (self.suffix if name != "src" else "") for name in shapes}
        return [type("Given", (), {"name": names[n], "shape": at}) for n, at in shapes.items()]

    def run(self, names, feeds):
        assert names == ["pha", "r1o", "r2o", "r3o", "r4o"]
        assert feeds.keys() == {given.name for given in self.get_inputs()}
        feeds = {name.removesuffix(self.suffix): value for name, value in feeds.items()}
        self.seen.append(feeds)
        size = feeds["src"].shape[1:3] if self.channels_last else feeds["src"].shape[2:]
        alpha = np.full((1, *size, 1), 0.1 * feeds["r1i"].mean(), np.float32)
        if not self.channels_last:
            alpha = alpha.transpose(0, 3, 1, 2)
        return [alpha, *(feeds[f"r{n}i"] + 1 for n in (1, 2, 3, 4))]


@pytest.mark.parametrize("is_channels_last", [False, True])
def test_robust_video_matting_keeps_its_state_in_a_clip_and_begins_anew_for_a_still(
    monkeypatch, tmp_path, is_channels_last
):
    session = RvmSession(is_channels_last=is_channels_last)
    monkeypatch.setattr(peers, "_onnx", lambda path, threads: (session, "src"))
    net = RvmNet(tmp_path, threads=1)
    large, small = np.full((72, 1024, 3), 255, np.uint8), np.zeros((100, 256, 3), np.uint8)
    net.begin_clip()
    frames = [net.clip_alpha(large) for _ in range(3)]
    assert [round(float(alpha.mean()), 2) for alpha in frames] == [0.0, 0.1, 0.2]
    assert frames[0].shape == large.shape[:2]
    assert session.seen[0]["downsample_ratio"].item() == 0.5
    assert session.seen[0]["src"].max() == 1
    still = net.alpha(small)
    assert still.max() == 0
    assert still.shape == small.shape[:2]
    assert session.seen[-1]["src"].size == 200 * 512 * 3
    assert session.seen[-1]["downsample_ratio"].item() == 1


def test_robust_video_matting_without_its_refining_branch_sees_every_picture_at_512(
    monkeypatch, tmp_path
):
    session = RvmSession(is_channels_last=True, suffix=":0")
    (tmp_path / "rvm_mobilenetv3_8bit_ratio1.onnx").touch()
    monkeypatch.setattr(peers, "_onnx", lambda path, threads: (session, "src"))
    net = RvmNet(tmp_path, threads=1)
    for rows, columns in ((72, 1024), (18, 256)):
        assert net.alpha(np.zeros((rows, columns, 3), np.uint8)).shape == (rows, columns)
        assert session.seen[-1]["src"].shape == (1, 36, 512, 3)
        assert session.seen[-1]["downsample_ratio"].item() == 1
    assert net.timed()() > 0
    assert session.seen[-1]["src"].shape == (1, 288, 512, 3)


def test_without_its_file_robust_video_matting_is_left_out(capsys, tmp_path):
    assert peers.peers(tmp_path, threads=1) == []
    assert "RVM left out" in capsys.readouterr().out
