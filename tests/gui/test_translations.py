"""Every text of the window in every language, whole, with the same places for values."""

import ast
import re
import string
import xml.etree.ElementTree as ElementTree

import pytest

from assets.make_translations import FOLDER, FORMS, _said, collect, make_qm, read
from gui.shared.language import LANGUAGES

TEXTS = collect()
OTHERS = sorted(set(LANGUAGES) - {"en"})
LETTER = "[\u3041-\u3093\u30a1-\u30f6\u4e00-\u9fa0]"  # of Japanese
AGAINST_RULES = {
    "de": r"[\d}] %| \u2026|\b(Ihnen|Ihr(e[mnrs]?)?|[Dd](u|ich|eine?[mnrs]?))\b",  # Sie, du
    "es": r"[\d}] %| \u2026|\b(equipos?|fotogramas?|[\u00e1a]reas?|t[u\u00fa]s?)\b",
    "fr": r"[\d}] %| \u2026| [;:!?\u00bb]|\u00ab |'|\bt(u|oi|on|es)\b",  # a sign begins no line
    "ja": rf"[\uff1a\uff08\uff09]|{LETTER}[A-Za-z0-9]|[A-Za-z0-9]{LETTER}",
}


def places(text: str) -> list[tuple[str, str]]:
    """Names and formats of what is filled in."""
    return sorted(
        (name, spec or "")
        for _, name, spec, _ in string.Formatter().parse(text)
        if name is not None
    )


@pytest.fixture(params=OTHERS)
def language(request):
    return request.param


def test_what_is_collected_is_all_that_is_there():
    """Enough to notice that a way of saying something is not read from the sources any more."""
    assert len(TEXTS) > 800
    for text in (
        "Background",  # tr
        "What others see (V)",  # marked
        "{name} is empty (0 bytes); copy or record it again.",  # Message, below the window
        "lies outside of the other pictures; render it anew",  # Message, within an error
        "{n} frames",  # plural, and Message.counted
        "Edge softness",  # a setting's row
        "The finest edges; for a graphics card.",  # a model's card
        "Dusk",  # a background that comes along
    ):
        assert text in TEXTS


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        ('(AError if a else BError)("{x} is gone.", x=1)', ["{x} is gone."]),
        ('AError("{x} is gone." if a else "{x} is bad.", x=1)', ["{x} is gone.", "{x} is bad."]),
        ('tr("Gone" if a else "Bad")', ["Gone", "Bad"]),
        ("(AError if a else BError)(str(error))", []),
    ],
)
def test_where_an_expression_chooses_all_texts_are_read(call, texts):
    parsed = ast.parse(call, mode="eval").body
    assert [text.source for text in _said(parsed)] == texts


def test_every_text_is_translated(language):
    """`python -m assets.make_translations` lists what is new; docs/translating.md says the rest."""
    translated = read(FOLDER / f"backdrop_{language}.ts")
    assert translated.keys() == TEXTS.keys()
    assert [
        key for key, forms in translated.items() if not all(form.strip() for form in forms)
    ] == []


def test_the_same_values_are_filled_in(language):
    for key, forms in read(FOLDER / f"backdrop_{language}.ts").items():
        text = TEXTS[key]
        assert len(forms) == (FORMS.get(language, 2) if text.one else 1), text.source
        # What is said of one thing need not name the number.
        of_one = places(text.one or text.source)
        for form in forms:
            allowed = (of_one,) if form is forms[0] and len(forms) > 1 else ()
            assert places(form) in (places(text.source), *allowed), form


def test_keys_and_lines_stay_where_they_are(language):
    """A tip ends with its key, which the window replaces when it is changed."""
    for source, (form, *_) in read(FOLDER / f"backdrop_{language}.ts").items():
        _, bracket, last = source.rpartition(" (")
        if bracket and last.endswith(")") and last[:-1] in KEYS:
            assert form.endswith(f" ({last}"), form
        assert form.count("\n") == source.count("\n"), form


def test_a_language_keeps_to_its_own_rules(language):
    """What docs/translating.md and the language itself ask for."""
    translated = read(FOLDER / f"backdrop_{language}.ts")
    wrong = re.compile(AGAINST_RULES[language])
    assert [form for forms in translated.values() for form in forms if wrong.search(form)] == []


def test_what_qt_reads_is_what_people_translated(language, tmp_path):
    ts = FOLDER / f"backdrop_{language}.ts"
    make_qm(ts, tmp_path / "made.qm")
    assert (tmp_path / "made.qm").read_bytes() == ts.with_suffix(".qm").read_bytes()


def test_a_language_says_which_it_is(language):
    root = ElementTree.parse(FOLDER / f"backdrop_{language}.ts").getroot()
    assert root.get("language") == language


def _keys() -> set[str]:
    from gui.shortcuts import DEFAULT_KEYS

    return set(DEFAULT_KEYS.values())


KEYS = _keys()
