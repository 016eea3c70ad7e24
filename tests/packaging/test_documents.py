"""What pages and docstrings name is there: linked files and headings, paths, modules, commands.

The examples of `process` are commands that it takes, as a shell hands them over.
"""

import re
import shlex
from pathlib import Path

import pytest

import main
from app.cli import process

ROOT = Path(__file__).parents[2]
CODE = ("app", "gpu_unet", "gui", "lab", "tests")  # the last one names doubles of its own, too
FOLDERS = (*CODE, "assets", "docs", "packaging", "weights")
# The changelog speaks of what was.
PAGES = sorted(
    {
        *(path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"),
        *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md")),
    }
)
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PLACE = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]+")
DOTTED = re.compile(rf"(?:{'|'.join(CODE)}|reference)(?:\.\w+)+")
EXAMPLE = re.compile(r"^python main\.py process (.*)$", re.MULTILINE)
COMMAND = re.compile(rf"python3? -m ((?:{'|'.join(CODE)})(?:\.\w+)*)")


def text_of(path):
    return path.read_text(encoding="utf-8")


def anchors_of(page):
    """Anchors of a page's headings, as hosting sites make them."""
    titles = re.findall(r"^#+ +(.*)$", FENCE.sub("", text_of(page)), re.MULTILINE)
    words = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower() for title in titles]
    return {re.sub(r"[^\w\- ]", "", title).strip().replace(" ", "-") for title in words}


def is_there(place, page):
    """Whether a path is one of the project, from its root or the page's folder; * stands for any.

    A decision may be named by its number alone.
    """
    return any(list(folder.glob(f"{place}*")) for folder in (ROOT, page.parent))


def is_defined(name):
    """Whether a dotted name is a module's, or of something that its module has."""
    parts = ["gpu_unet", *name.split(".")] if name.startswith("reference.") else name.split(".")
    for count in range(len(parts), 0, -1):
        module = ROOT.joinpath(*parts[:count])
        file = module.with_suffix(".py")
        if file.is_file() or module.is_dir():
            file = file if file.is_file() else module / "__init__.py"
            inner = parts[count:]
            return not inner or (
                file.is_file() and re.search(rf"\b{inner[0]}\b", text_of(file)) is not None
            )
    return False


def missing_of(path):
    """Paths, names and commands of a file that lead nowhere."""
    text = text_of(path)
    words = FENCE.sub("", text) if path.suffix == ".md" else text
    quoted = QUOTED.findall(words)
    missing = [q for q in quoted if DOTTED.fullmatch(q) and not is_defined(q)]
    missing += [name for name in COMMAND.findall(text) if not is_defined(name)]
    if path.suffix == ".md":
        missing += [q for q in quoted if PLACE.fullmatch(q) and not is_there(q.rstrip("/"), path)]
    return missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_leads_to_what_is_there(page):
    words = QUOTED.sub("", FENCE.sub("", text_of(page)))
    for link in LINK.findall(words):
        place, _, anchor = link.partition("#")
        if ":" in place:
            continue
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), link
        assert not anchor or target.suffix != ".md" or anchor in anchors_of(target), link
    assert missing_of(page) == []


@pytest.mark.parametrize("folder", CODE[:-1])
def test_docstrings_and_comments_name_what_is_there(folder):
    missing = {path: missing_of(path) for path in sorted((ROOT / folder).rglob("*.py"))}
    assert {path: names for path, names in missing.items() if names} == {}


def test_examples_of_process_are_taken_and_replace_no_input():
    parser = main.Parser()
    process.add_arguments(parser)
    blocks = [block for page in PAGES for block in FENCE.findall(text_of(page))]
    examples = [line for block in blocks for line in EXAMPLE.findall(block)]
    assert len(examples) > 20
    for line in examples:
        taken, unknown = parser.parse_known_args(shlex.split(line, comments=True))
        assert not unknown, line
        assert taken.out not in taken.inputs, line
