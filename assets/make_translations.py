"""Bring the translations up to date: `python -m assets.make_translations [xx ...]`.

The sources hold the window's texts as whole English sentences. This script collects them, keeps
existing translations in each .ts, drops unused ones, lists new ones as unfinished, and compiles the
.qm that Qt reads. It creates the .ts of a language that is named and new.
docs/translating.md says how to go on from there.

Qt's own lupdate is not used: it knows neither templates that lie below the window (`Message`), nor
the tables of settings, nor both forms of a sentence that counts.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "gui" / "translations"
CONTEXT = "Backdrop"
SOURCES = ("gui", "app", "gpu_unet")
WORDS = ("label", "tip")  # of a setting's row, for people
ABOUT_MODELS = ("title", "description", "licence")  # of a model's card
FORMS = {"ja": 1}  # of a sentence that counts; two in the other languages


@dataclass(slots=True)
class Text:
    """One English text.

    Attributes:
        source: It, or the one about many things.
        one: The one about one thing, where the text counts.
    """

    source: str
    one: str = ""


def collect() -> dict[str, Text]:
    """All texts of the window by source, sorted alphabetically.

    A .ts then changes only where a text does, and not when a file gets another name.
    """
    texts: dict[str, Text] = {}
    for file, text in _found():
        known = texts.setdefault(text.source, text)
        if known.one != text.one:
            raise ValueError(f"{file}: {text.source!r} counts here, and elsewhere it does not")
    return dict(sorted(texts.items()))


def _found() -> Iterator[tuple[str, Text]]:
    for name in SOURCES:
        for path in sorted((ROOT / name).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    for text in _said(node):
                        yield file, text
    for path in sorted((ROOT / "weights").glob("*.json")):
        card = json.loads(path.read_text(encoding="utf-8"))
        for key in ABOUT_MODELS:
            yield f"weights/{path.name}", Text(card[key])
    for path in sorted((ROOT / "assets" / "backgrounds").glob("*.jpg")):
        yield "assets/backgrounds", Text(path.stem.capitalize())


def _said(call: ast.Call) -> Iterator[Text]:
    name = _name(call.func)
    choices = [list(_strings(argument)) for argument in call.args]
    texts = [text for strings in choices for text in strings]
    if name in ("tr", "marked", "Message") and choices and choices[0]:
        yield from map(Text, choices[0])
    elif name in ("plural", "counted") and len(texts) == 2:
        yield Text(texts[1], one=texts[0])
    elif name.endswith("Error") and choices:
        yield from (Text(text) for text in choices[0] if "{" in text)  # of a `SentenceError`
    elif name == "setting":
        for keyword in call.keywords:
            if keyword.arg in WORDS and isinstance(keyword.value, ast.Constant):
                yield Text(str(keyword.value.value))


def _name(function: ast.expr) -> str:
    """What is called, without its module; of a choice, the first that it may be."""
    if isinstance(function, ast.IfExp):
        return _name(function.body)
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _strings(argument: ast.expr) -> Iterator[str]:
    """The string that is written here, or all of those that an expression chooses from."""
    if isinstance(argument, ast.IfExp):
        yield from _strings(argument.body)
        yield from _strings(argument.orelse)
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value


def read(path: Path) -> dict[str, list[str]]:
    """The translations of a .ts that are finished, each in its forms; none without the file."""
    found: dict[str, list[str]] = {}
    if not path.is_file():
        return found
    for message in ElementTree.parse(path).iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") is not None:
            continue
        forms = [form.text or "" for form in translation.findall("numerusform")]
        found[message.findtext("source") or ""] = forms or [translation.text or ""]
    return found


def write(
    path: Path, language: str, texts: dict[str, Text], translations: dict[str, list[str]]
) -> None:
    """Write a .ts with all of `texts`; those without a translation are unfinished."""
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    for text in texts.values():
        message = ElementTree.SubElement(context, "message", {"numerus": "yes"} if text.one else {})
        ElementTree.SubElement(message, "source").text = text.source
        if text.one:
            ElementTree.SubElement(message, "extracomment").text = f"n = 1: {text.one}"
        forms = translations.get(text.source)
        translation = ElementTree.SubElement(message, "translation")
        if forms is None:
            translation.set("type", "unfinished")
        if text.one:
            for form in forms or [""] * FORMS.get(language, 2):
                ElementTree.SubElement(translation, "numerusform").text = form
        else:
            translation.text = forms[0] if forms else ""
    ElementTree.indent(root)
    content = ElementTree.tostring(root, encoding="unicode")
    path.write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{content}\n', encoding="utf-8"
    )


def make_qm(ts: Path, qm: Path) -> None:
    """Compile a .ts for Qt with `lrelease`, which comes with PySide6.

    Raises:
        subprocess.CalledProcessError: `lrelease` refuses the file.
    """
    import PySide6

    program = Path(PySide6.__file__).parent / "lrelease"
    found = next(path for path in (program, program.with_suffix(".exe")) if path.is_file())
    subprocess.run([found, "-silent", ts, "-qm", qm], check=True)


def main() -> int:
    """Update all languages, and those that are named; the status is 1 while one is unfinished."""
    texts = collect()
    languages = {path.stem.removeprefix("backdrop_") for path in FOLDER.glob("*.ts")}
    status = 0
    for language in sorted(languages | set(sys.argv[1:])):
        path = FOLDER / f"backdrop_{language}.ts"
        known = read(path)
        write(path, language, texts, known)
        make_qm(path, path.with_suffix(".qm"))
        missing = texts.keys() - known.keys()
        for source in sorted(missing):
            sys.stdout.write(f"{language}: not translated: {source!r}\n")
        sys.stdout.write(f"{language}: {len(texts) - len(missing)} of {len(texts)}\n")
        status = status or int(bool(missing))
    return status


if __name__ == "__main__":
    sys.exit(main())
