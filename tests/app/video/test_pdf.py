"""The pages of a PDF as a background: by time, by hand, and a sentence for what is wrong."""

import threading
import time

import numpy as np
import pytest
from PIL import Image

from app.video.backgrounds import slides as module
from app.video.backgrounds.background import SLIDE_S, BackgroundError
from app.video.backgrounds.opening import open_background
from app.video.backgrounds.slides import PdfBackground, PdfPages
from gpu_unet.frame_format import FrameFormat

WIDE = FrameFormat(90, 160, "rgb")
REDS = (40, 120, 200)
NO_PAGE = "has no page that can be shown: it is damaged, empty, or no PDF; export the slides again."


def make_pdf(path, *, sizes=((160, 90),) * 3):
    """A page for each of `REDS`, left half black."""
    pages = []
    for red, size in zip(REDS, sizes, strict=False):
        page = Image.new("RGB", size, (red, 0, 0))
        page.paste((0, 0, 0), (0, 0, size[0] // 2, size[1]))
        pages.append(page)
    pages[0].save(path, save_all=True, append_images=pages[1:], quality=95)
    return path


def written_pdf(path, *, pages=1, trailer="", box="0 0 100 50"):
    """As few bytes as make a PDF."""
    kids = " ".join(f"{3 + page} 0 R" for page in range(pages))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>",
        *(f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] >>" for _ in range(pages)),
    ]
    text, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    start = len(text)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    text += "".join(f"{place:010} 00000 n \n" for place in places)
    text += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\n"
    path.write_bytes(f"{text}startxref\n{start}\n%%EOF\n".encode())
    return path


def red_of(image):
    return int(image[45, 120, 0])


def near(value, red):
    return abs(value - red) <= 4


def test_pages_wait_for_a_hand_unless_the_time_is_to_turn_them(tmp_path):
    slides = open_background(make_pdf(tmp_path / "talk.pdf"))
    assert isinstance(slides, PdfBackground)
    times = (0, SLIDE_S, 2 * SLIDE_S, 3 * SLIDE_S)
    assert all(near(red_of(slides.image_at(t, WIDE)), REDS[0]) for t in times)
    assert slides.page == (1, 3)
    slides.turn(1)
    assert near(red_of(slides.image_at(0, WIDE)), REDS[1])
    assert slides.page == (2, 3)
    slides.turn(-1)
    slides.turn_by_time(True)
    shown = [red_of(slides.image_at(t, WIDE)) for t in times]
    assert all(near(*pair) for pair in zip(shown, (*REDS, REDS[0]), strict=True))
    slides.turn_by_time(False)
    assert near(red_of(slides.image_at(9 * SLIDE_S, WIDE)), REDS[0])
    slides.turn(9)
    assert near(red_of(slides.image_at(0, WIDE)), REDS[2])
    image = slides.image_at(5, WIDE)
    assert slides.image_at(6, WIDE) is image
    assert not image.flags.writeable
    slides.close()
    slides.close()


@pytest.mark.parametrize("frame_format", [WIDE, FrameFormat(720, 1280, "yuv420")])
def test_a_page_is_made_at_the_size_of_the_frame(tmp_path, frame_format):
    """A fine line of a small page is drawn, not enlarged."""
    slides = open_background(make_pdf(tmp_path / "talk.pdf"))
    image = slides.image_at(0, frame_format)
    assert image.shape == frame_format.shape
    assert near(slides.aspect, 160 / 90) or abs(slides.aspect - 160 / 90) < 0.01
    slides.close()


def test_a_page_twice_as_high_covers_the_frame(tmp_path):
    pages = PdfPages(make_pdf(tmp_path / "talk.pdf", sizes=((90, 160),) * 3))
    assert pages.render(0, height=90, width=160).shape[1] >= 160
    pages.close()


def test_a_page_like_a_ribbon_takes_no_more_memory_than_some_frames(tmp_path):
    pages = PdfPages(written_pdf(tmp_path / "ribbon.pdf", box="0 0 14000 200"))
    assert pages.render(0, height=108, width=192).size <= 3 * 5 * 108 * 192
    pages.close()


def broken(tmp_path):
    whole = make_pdf(tmp_path / "whole.pdf").read_bytes()
    locked = "/Encrypt << /Filter /Standard /V 1 /R 2 /O (" + "o" * 32 + ") /U (" + "u" * 32
    return {
        "empty.pdf": b"",
        "words.pdf": b"these are words" * 30,
        "cut.pdf": whole[: len(whole) // 3],
        "zero.pdf": written_pdf(tmp_path / "zero.pdf", pages=0).read_bytes(),
        "locked.pdf": written_pdf(
            tmp_path / "locked.pdf", trailer=f"{locked}) /P -4 >> /ID [(a) (a)]"
        ).read_bytes(),
    }


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("empty.pdf", NO_PAGE),
        ("words.pdf", NO_PAGE),
        ("cut.pdf", NO_PAGE),
        ("zero.pdf", NO_PAGE),
        ("locked.pdf", "is locked by a password; save it without one, and choose that."),
    ],
)
def test_what_is_wrong_with_a_pdf_is_one_sentence(tmp_path, name, sentence):
    (tmp_path / name).write_bytes(broken(tmp_path)[name])
    with pytest.raises(BackgroundError) as error:
        open_background(tmp_path / name)
    text = str(error.value)
    assert sentence in text
    assert text.startswith(f"Background {name} ")
    assert "\n" not in text


def test_a_missing_pdf_and_one_beyond_measure_are_refused(tmp_path, monkeypatch):
    with pytest.raises(BackgroundError, match="cannot be read"):
        open_background(tmp_path / "none.pdf")
    monkeypatch.setattr(module, "MOST_FILE_BYTES", 100)
    with pytest.raises(BackgroundError, match="save it with smaller pictures"):
        open_background(make_pdf(tmp_path / "talk.pdf"))


def test_a_page_that_is_broken_says_which(tmp_path):
    pages = PdfPages(written_pdf(tmp_path / "a.pdf", pages=2))
    with pytest.raises(BackgroundError, match="page 3 cannot be shown"):
        pages.render(2, height=90, width=160)
    pages.close()


@pytest.fixture
def gate(monkeypatch):
    """Pages are made only while it is set."""
    is_open = threading.Event()
    render = PdfPages.render

    def slow(self, index, **size):
        assert is_open.wait()
        return render(self, index, **size)

    monkeypatch.setattr(PdfPages, "render", slow)
    return is_open


def test_a_live_picture_goes_on_with_the_page_before_while_one_is_made(tmp_path, monkeypatch, gate):
    monkeypatch.setattr(module, "FIRST_S", None)  # else black where a page takes long
    gate.set()
    slides = open_background(make_pdf(tmp_path / "talk.pdf"), waits=False)
    first = slides.image_at(0, WIDE)
    gate.clear()
    slides.turn(1)
    assert slides.image_at(0, WIDE) is first
    gate.set()
    while (image := slides.image_at(0, WIDE)) is first:
        time.sleep(0.01)
    assert near(red_of(image), REDS[1])
    slides.close()


def test_a_first_page_that_takes_long_is_black_until_it_is_there(tmp_path, monkeypatch, gate):
    monkeypatch.setattr(module, "FIRST_S", 0.01)
    slides = open_background(make_pdf(tmp_path / "talk.pdf"), waits=False)
    assert (slides.image_at(0, WIDE) == 0).all()
    gate.set()
    while not (image := slides.image_at(0, WIDE)).any():
        time.sleep(0.01)
    assert near(red_of(image), REDS[0])
    slides.close()


def test_nobody_waits_for_a_page_when_another_background_is_chosen(tmp_path, monkeypatch):
    gate, entered = threading.Event(), threading.Event()
    render = PdfPages.render

    def slow(self, index, **size):
        if index:
            entered.set()
            assert gate.wait()
        return render(self, index, **size)

    monkeypatch.setattr(PdfPages, "render", slow)
    monkeypatch.setattr(module, "FIRST_S", None)  # the second page is begun behind the first
    slides = open_background(make_pdf(tmp_path / "talk.pdf"), waits=False)
    slides.image_at(0, WIDE)
    slides.turn(1)
    slides.image_at(0, WIDE)
    assert entered.wait()
    slides.close()  # the page is still being made
    gate.set()


def test_pdfium_is_entered_by_one_thread_at_a_time(tmp_path, monkeypatch):
    """Whatever the document: it keeps things that belong to the whole process."""
    import pypdfium2

    held = []
    render = pypdfium2.PdfPage.render

    def noted(self, **options):
        held.append(module._PDFIUM.locked())
        return render(self, **options)

    monkeypatch.setattr(pypdfium2.PdfPage, "render", noted)
    pages = PdfPages(make_pdf(tmp_path / "talk.pdf"))
    assert near(red_of(pages.render(1, height=90, width=160)), REDS[1])
    pages.close()
    assert held == [True]


def test_pages_are_drawn_on_white(tmp_path):
    pages = PdfPages(written_pdf(tmp_path / "white.pdf"))
    assert (pages.render(0, height=90, width=160) == 255).all()
    assert isinstance(pages.render(0, height=9, width=16), np.ndarray)
    pages.close()
