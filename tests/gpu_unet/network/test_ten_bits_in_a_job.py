"""Jobs on films of 10 bits with a real engine: no stage rounds a sample of frame or background."""

import numpy as np
import pytest
from deep_films import codes_of, decoded, frame_of, write_frames

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import OpenedEngine
from app.pipeline.jobs.events import Done, LookingAhead
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.areas import Area
from gpu_unet.cpu.engine import CpuEngine

HEIGHT, WIDTH = 48, 96
PLATE = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=7, height=24, width=48
)
# The left third is kept and the right one replaced, whatever the network says.
AREAS = (
    Area("keep", ((-1.0, -1.0), (0.4, -1.0), (0.4, 2.0), (-1.0, 2.0))),
    Area("garbage", ((0.6, -1.0), (2.0, -1.0), (2.0, 2.0), (0.6, 2.0))),
)
KEPT, REPLACED = np.s_[:, : WIDTH // 3], np.s_[:, -WIDTH // 3 :]
CASES = {
    "areas": {},
    "second look": {"look_twice": "on"},
    "frames ahead": {"frames_ahead": "on"},
    "no frames ahead": {"frames_ahead": "off"},
}


def codes(index, *, slope=5):
    """Luma of a frame, 10 bits: a ramp that no 8 bits hold."""
    rows, columns = np.indices((HEIGHT, WIDTH))
    return (101 + index + slope * columns + rows).astype(np.uint16)


def write(path, *, frame_count, slope=5, alpha=None, rate=30):
    """A film in FFV1, with an alpha channel on request: float (HEIGHT, WIDTH)."""
    frames = [
        frame_of(
            [codes(index % 8, slope=slope), 514, 514, *([] if alpha is None else [alpha * 1023])],
            "yuv420p10le" if alpha is None else "yuva420p10le",
        )
        for index in range(frame_count)
    ]
    write_frames(path, frames, tags=(1, 2, 2), rate=rate)


@pytest.fixture
def run(tmp_path, random_layers, weights_of):
    """Run a job on a film over another one; its report, its events and the film's luma."""
    weights = weights_of(PLATE, random_layers(PLATE))

    def job(*, frame_count=10, alpha=None, background="film", **settings):
        write(tmp_path / "in.mkv", frame_count=frame_count, alpha=alpha)
        write(tmp_path / "behind.mkv", frame_count=frame_count, slope=-1)

        def engine_factory(settings, frame_format, *, batch_size, notify):
            twice = settings.look_twice == "on"
            engine = CpuEngine(weights, frame_format, batch_size=batch_size, looks_twice=twice)
            return OpenedEngine(engine, "random", looks_twice=twice)

        behind = BackgroundSpec("file", path=tmp_path / "behind.mkv")
        if background != "film":
            behind = BackgroundSpec(background)
        events = []
        asked = Settings(background=behind, **settings)
        spec = JobSpec(tmp_path / "in.mkv", tmp_path / "out.mkv", asked, codec="ffv1")
        final = Job(spec, events.append, engine_factory=engine_factory).run()
        assert isinstance(final, Done), final
        assert (final.report.bits, final.report.kept_bits) == (10, 10)
        found = decoded(tmp_path / "out.mkv")
        return final.report, events, [codes_of(frame) for frame in found]

    return job


@pytest.mark.parametrize("case", CASES)
def test_person_and_background_keep_every_bit(run, case):
    report, _, found = run(areas=AREAS, **CASES[case])
    assert report.looks_twice == (case == "second look")
    assert report.frames_carried == (0 if case == "no frames ahead" else 4)  # 1, 3, 5 and 7
    assert len(found) == 10
    for index, luma in enumerate(found):
        np.testing.assert_array_equal(luma[KEPT], codes(index % 8)[KEPT])
        np.testing.assert_array_equal(luma[REPLACED], codes(index % 8, slope=-1)[REPLACED])


def test_a_room_is_learnt_from_the_first_look_at_a_film_of_ten_bits(run):
    report, events, found = run(frame_count=90, background="blur")
    assert report.frames_out == len(found) == 90
    assert len([event for event in events if isinstance(event, LookingAhead)]) >= 8


def test_an_alpha_of_its_own_is_used_with_every_bit_of_the_picture(run):
    alpha = np.zeros((HEIGHT, WIDTH))
    alpha[:, : WIDTH // 2] = 1
    report, _, found = run(alpha=alpha)
    assert "its own alpha channel is used" in " ".join(report.notes)
    for index, luma in enumerate(found):
        np.testing.assert_array_equal(luma[KEPT], codes(index % 8)[KEPT])
        np.testing.assert_array_equal(luma[REPLACED], codes(index % 8, slope=-1)[REPLACED])


def test_a_cut_out_by_its_own_alpha_shows_black_beside_the_person(run, tmp_path):
    alpha = np.zeros((HEIGHT, WIDTH))
    alpha[:, : WIDTH // 2] = 1
    run(alpha=alpha, background="transparent")
    frame = decoded(tmp_path / "out.mkv")[0]
    luma, blue, red = (codes_of(frame, number) for number in range(3))
    assert (luma[REPLACED] == 64).all()
    for plane in (blue, red):
        assert (plane[:, -WIDTH // 6 :] == 512).all()
        assert (plane[:, : WIDTH // 6] == 514).all()


def test_a_cut_out_of_ten_bits_has_an_alpha_of_as_many(run, tmp_path):
    run(areas=AREAS, background="transparent")
    frame = decoded(tmp_path / "out.mkv")[0]
    alpha = codes_of(frame, 3)
    assert frame.format.name == "yuva420p10le"
    assert (alpha[KEPT] == 1023).all()
    assert (alpha[REPLACED] == 0).all()
