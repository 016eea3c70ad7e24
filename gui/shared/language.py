"""Language: translates the window's texts and formats its numbers.

Sentences are English in the sources, whole, with names for what is filled in. `tr` translates them
through Qt; until `speak` has installed a language, and where a translation is missing, it is the
English one that is shown. The decision page is 0032, and docs/translating.md says how to translate.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from app.messages import STOPS, Message, marked

CONTEXT = "Backdrop"  # one for all
ENGLISH = "en"
LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français", "ja": "日本語"}
FOLDER = Path(__file__).resolve().parents[1] / "translations"
PERCENT = marked("{number} %")  # how a share is written, which differs between languages
_NUMBER = re.compile(r",?(?:\.(\d+))?([fg%])?")


def tr(text: str, /, **values: object) -> str:
    """`text` in the window's language, with `values` in their places.

    Args:
        text: A literal, so that it is found in the sources; what was `marked`; a `Message`, which
            brings its values along; or a text that needs no translation, which stays as it is.
        values: By the names of their places; numbers are written as in that language.
    """
    if isinstance(text, Message):
        n = text.values["n"] if text.one else None
        english = text.one if n == 1 else text.template
        words = _said(_translated(text.template, text.one, n), english, text.values)
        return words.rstrip(STOPS) if text.is_inner else words
    return _said(_translated(text), text, values)


def plural(one: str, many: str, /, *, n: int, **values: object) -> str:
    """Whole sentences about {n} things, of which each language has as many as it needs."""
    return tr(Message.counted(one, many, n=n, **values))


def number(value: float, spec: str = "") -> str:
    """A number as the language writes it; `spec` as Python's: `.1f`, `g`, `.4g`, `.0%`, `,`."""
    match = _NUMBER.fullmatch(spec)
    if match is None or (isinstance(value, int) and not spec):
        return format(value, spec)
    locale = QLocale()
    if not spec.startswith(","):
        locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    digits, kind = match[1], match[2] or ("g" if isinstance(value, float) else "d")
    if kind == "d":
        return locale.toString(value)
    if kind == "%":
        whole = locale.toString(value * 100, "f", int(digits or 6))
        return _said(_translated(PERCENT), PERCENT, {"number": whole})
    return locale.toString(float(value), kind, int(digits or 6))


def within_sentence(words: str) -> str:
    """`words` with a lower-case first letter, except in German."""
    if QLocale().language() == QLocale.Language.German:
        return words
    return words[:1].lower() + words[1:]


def percent(share: float) -> str:
    """`12 %` of a share from 0 to 1."""
    return number(share, ".0%")


def system_languages() -> list[str]:
    """The system's preferred languages, such as `de-AT`, in order."""
    return QLocale.system().uiLanguages()


def usual_language() -> str:
    """The first preferred language that has a translation; else English."""
    for name in system_languages():
        if (code := name.replace("_", "-").partition("-")[0]) in LANGUAGES:
            return code
    return ENGLISH


def speak(qt: QApplication, language: str) -> None:
    """Let everything that is made from now on speak `language`; call it before the window is made.

    Args:
        qt: The application, which keeps the translators.
        language: Of `LANGUAGES`; empty: the system's.
    """
    code = language if language in LANGUAGES else usual_language()
    system = QLocale.system()
    # The system's locale is more exact about numbers where it has the same language: de_AT.
    its_own = QLocale(code)
    QLocale.setDefault(system if system.language() == its_own.language() else its_own)
    qt.setLayoutDirection(its_own.textDirection())
    if code == ENGLISH:
        return
    qts = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (("qtbase", qts), ("backdrop", str(FOLDER))):
        translator = QTranslator(qt)
        # Without a file, or without one that can be read, it is English: never no window.
        if translator.load(f"{name}_{code}", folder):
            qt.installTranslator(translator)


def told_in(language: str, text: str) -> str:
    """A `marked` text in another language than the window's; empty: the system's."""
    translator = QTranslator()
    translator.load(f"backdrop_{language or usual_language()}", str(FOLDER))
    return translator.translate(CONTEXT, text) or text


def is_mirrored() -> bool:
    """The window is read from right to left."""
    return QApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft


def _translated(text: str, one: str = "", n: int | None = None) -> str:
    found = QCoreApplication.translate(CONTEXT, text, None, -1 if n is None else n)
    return one if found == text and one and n == 1 else found


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            value = tr(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return number(value, format_spec)
        return format(value, format_spec)


_FORMATTER = _Formatter()


def _said(text: str, english: str, values: Mapping[str, object]) -> str:
    """`text` with its values; `english` where the translation has an unknown placeholder."""
    if not values:
        return text
    try:
        return _FORMATTER.vformat(text, (), values)
    except (LookupError, ValueError, AttributeError):
        return _FORMATTER.vformat(english, (), values)
