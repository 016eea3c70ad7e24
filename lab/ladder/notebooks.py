"""Make the ladder's notebooks, and the page of the first one: `python -m lab.ladder.notebooks`.

    tensor_cores.py        -> ipynb/tensor_cores.ipynb, tensor_cores.md
    README.md, rungN_*.py  -> ipynb/rungN_*.ipynb      (rung 1: also steps/*.py)

A rung's text is its section of README.md, without the tables: what was slow, the idea and what was
expected stand before the code, what came out behind it. Its code is that of its file, a cell for
each kernel, function and class. The same files make the same bytes. `--check` writes nothing and
fails if a notebook is out of date. Standard library only.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE / "ipynb"
PAGE = HERE / "tensor_cores.md"
FIRST = HERE / "tensor_cores.py"

CAME_OUT = re.compile(r"\*Came out[^*]*\*")
TABLE = re.compile(r"<!-- bench:(\w+) -->.*?<!-- /bench:\1 -->\n*", re.DOTALL)
SHORT = 5  # lines of constants that share a cell with the definition behind them
FOR_TOOLS = re.compile(r"  # (?:fmt: skip|noqa\b.*|type: ignore.*|pyright: .*)$", re.MULTILINE)

DEVICE_OF_FIRST = """\
# Install numba-cuda if it is missing, and take the simulator if there is no NVIDIA GPU.
import ctypes
import importlib.util
import os
import subprocess
import sys

version = ctypes.c_int(0)  # of CUDA, as the driver supports it: 13000 is 13.0
try:
    driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    has_gpu = driver.cuInit(0) == 0 and driver.cuDriverGetVersion(ctypes.byref(version)) == 0
except OSError:
    has_gpu = False
if importlib.util.find_spec("numba_cuda") is None:
    package = f"numba-cuda[cu{12 if 0 < version.value < 13000 else 13}]"
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", package], check=True)
if not has_gpu:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
    print("No NVIDIA GPU: the kernels run in Numba's simulator, slowly.")
"""
PROJECT = """\
# Find the project: in this folder or above it; else fetch it from ADDRESS.
ADDRESS = ""  # of the project's git repository, or the path of a zip of it

import shutil
import subprocess
import sys
from pathlib import Path

above = (Path.cwd(), *Path.cwd().parents)
project = next((folder for folder in above if (folder / "lab" / "ladder").is_dir()), None)
if project is None and not ADDRESS:
    raise RuntimeError(
        "The code of this notebook belongs to a project, which is not here: open the notebook in "
        "a checkout, or write into ADDRESS the address of the repository, or the path of a zip "
        "of it that you have uploaded."
    )
if project is None:
    fetched = Path("fetched").resolve()
    if ADDRESS.endswith(".zip"):
        shutil.unpack_archive(ADDRESS, fetched)
    else:
        subprocess.run(["git", "clone", "-q", "--depth=1", ADDRESS, str(fetched)], check=True)
    project = next(fetched.rglob("lab/ladder")).parents[1]
    library = f"{project / 'gpu_unet'}[cuda]"
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", library], check=True)
sys.path.insert(0, str(project))
"""
DEVICE = """\
# Choose the GPU, or the simulator where there is none; before Numba is imported.
from lab.ladder.in_notebook import check, choose_device, clock, step

choose_device()
"""
SETUP = """\
## Set up

These cells find the code of the project and the GPU. In a checkout, use the environment of its
`python3 bootstrap.py`. Without a GPU the checks run in Numba's simulator.
"""
CARDS = """\
Each step needs instructions that not every card has. This table says which step runs where; a step
that your card cannot run is left out with a sentence.
"""
WHOLE_TABLE = """\
The clock takes the first shape of the rung; `clock(RUNG, RUNG.problems)` takes all of them. The
[README](README.md#{anchor}) has the tables of an H200, beside the figures that the project began
with.
"""
STORY_TABLE = """\
The clock takes the two layers of the story; `clock(RUNG, RUNG.problems)` takes all ten, four
pictures each. The [README](README.md#{anchor}) has the tables of an H200.
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a notebook; `is_code` or Markdown."""

    source: str
    is_code: bool = False


def text(source: str) -> Cell:
    """A Markdown cell."""
    return Cell(source.strip())


def code(source: str) -> Cell:
    """A cell of Python."""
    return Cell(FOR_TOOLS.sub("", source).strip(), is_code=True)


def notebook(stem: str, cells: Sequence[Cell]) -> str:
    """The cells as the JSON of nbformat 4.5, without outputs."""
    seen: dict[str, int] = {}
    made = []
    for cell in cells:
        digest = hashlib.sha256(f"{stem}:{cell.source}".encode()).hexdigest()[:12]
        seen[digest] = seen.get(digest, 0) + 1
        source = cell.source if cell.is_code else linked_from(cell.source)
        made.append(
            {
                "cell_type": "code" if cell.is_code else "markdown",
                **({"execution_count": None} if cell.is_code else {}),
                "id": f"{digest}-{seen[digest]}",
                "metadata": {},
                **({"outputs": []} if cell.is_code else {}),
                "source": source.splitlines(keepends=True),
            }
        )
    content = {
        "cells": made,
        "metadata": {
            "accelerator": "GPU",
            "colab": {"gpuType": "T4"},
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def linked_from(markdown: str) -> str:
    """Markdown of the ladder's folder with links as the notebooks' folder needs them."""
    up = re.sub(r"\]\((?!\w+:|#)", "](../", markdown)
    return re.sub(r"\]\(#", "](../README.md#", up)


def percent_cells(source: str) -> list[Cell]:
    """The cells of a program in the percent format, without its docstring."""
    found = []
    for part in re.split(r"^# %%", source, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            lines = (line.removeprefix("#").removeprefix(" ") for line in body.splitlines())
            found.append(text("\n".join(lines)))
        else:
            found.append(code(body))
    return found


def code_cells(source: str) -> Iterator[Cell]:
    """The docstring as text, then the program: imports, constants, each definition, in order.

    What the command line alone needs is left out: the last statement, `if __name__ == ...`, and
    `import sys` for it.
    """
    lines = source.splitlines(keepends=True)
    body = ast.parse(source).body
    assert isinstance(body[0], ast.Expr)
    assert isinstance(body[0].value, ast.Constant)
    assert is_main(body[-1])
    end = body[0].end_lineno or 0
    yield text(str(body[0].value.value))
    kept: list[str] = []
    kind = ""
    for node in body[1:-1]:
        piece = "".join(lines[end : node.end_lineno])
        end = node.end_lineno or 0
        if piece.strip() in ("from __future__ import annotations", "import sys"):
            continue
        now = kind_of(node)
        is_short = kind == "constant" and sum(part.count("\n") + 1 for part in kept) < SHORT
        if kept and (now != kind or now == "definition") and not (is_short and now == "definition"):
            yield code("".join(kept))
            kept = []
        kind = now
        kept.append(piece)
    yield code("".join(kept))


def is_main(node: ast.stmt) -> bool:
    """Whether this is `if __name__ == "__main__"`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def kind_of(node: ast.stmt) -> str:
    """Neighbours of one kind share a cell, but for definitions."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "import"
    return "definition" if isinstance(node, ast.FunctionDef | ast.ClassDef) else "constant"


def sections(readme: str) -> dict[int, tuple[str, str]]:
    """(title, text without tables) of every rung of README.md, by number."""
    found = {}
    for part in re.split(r"^## ", readme, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        if number := re.match(r"Rung (\d+): ", title):
            found[int(number[1])] = (title, TABLE.sub("", body).strip())
    return found


def around(section: str) -> tuple[str, str]:
    """What was thought before the measurement, and what came out."""
    match = CAME_OUT.search(section)
    assert match is not None, section[:80]
    outcome = section[match.start() :].replace("*Came out:*", "*Came out on an H200:*", 1)
    return section[: match.start()], outcome


def anchor(title: str) -> str:
    """Anchor of a heading, as hosting sites make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def opening() -> list[Cell]:
    """The cells that every rung begins with."""
    return [text(SETUP), code(PROJECT), code(DEVICE)]


def rung_cells(path: Path, title: str, section: str) -> list[Cell]:
    """The notebook of a rung of one file."""
    before, after = around(section)
    return [
        text(f"# {title}\n\n{before}"),
        *opening(),
        *titled("## The kernels", path),
        text("## Check\n\nEvery kernel on tiny shapes, against NumPy in float64."),
        code("check(RUNG)"),
        text(f"## Clock\n\n{WHOLE_TABLE.format(anchor=anchor(title))}"),
        code("clock(RUNG)"),
        text(f"## What came out\n\n{after}"),
    ]


def titled(heading: str, path: Path) -> list[Cell]:
    """The cells of a file, its docstring below a heading."""
    docstring, *rest = code_cells(path.read_text(encoding="utf-8"))
    return [text(f"{heading}\n\n{docstring.source}"), *rest]


def steps_cells(path: Path, title: str, section: str) -> list[Cell]:
    """The notebook of rung 1: each step with its file, then all of them side by side."""
    whole, _, steps = section.partition("### The steps\n")
    story, _, layers = whole.partition("All ten layers")
    before, after = around(f"All ten layers{layers}")
    told, _, behind = steps.partition("**Beside the ladder:**")
    files = sorted((HERE / "steps").glob("step*.py"))
    cells = [text(f"# {title}\n\n{story}"), *opening()]
    cells += [text(CARDS), code("from lab.ladder import cards\n\ncards.print_table()")]
    for paragraph in re.split(r"^(?=\*\*\d+ )", told, flags=re.MULTILINE)[1:]:
        number = re.match(r"\*\*(\d+) ", paragraph)
        assert number is not None
        thought, found = around(paragraph)
        cells.append(text(f"## Step {number[1]}\n\n{thought}"))
        for file in (f for f in files if re.match(rf"step{number[1]}_", f.name)):
            *definitions, contender = titled(f"### {file.name}", file)
            cells += [*definitions, code(f"{contender.source}\nstep(CONTENDER)")]
        cells.append(text(found))
    return [
        *cells,
        *titled(f"## All steps side by side\n\n{before.strip()}", path),
        code("check(RUNG)"),
        text(STORY_TABLE.format(anchor=anchor(title))),
        code("clock(STORY, STORY.problems)"),
        text(after),
        text(f"**Beside the ladder:**{behind}"),
    ]


def first_page() -> tuple[list[Cell], str]:
    """(cells of the first notebook, the same as a page)."""
    cells = percent_cells(FIRST.read_text(encoding="utf-8"))
    title, *rest = cells
    parts = [f"```python\n{c.source}\n```" if c.is_code else c.source for c in cells]
    said = f"<!-- Made by `python -m lab.ladder.notebooks` of {FIRST.name}. -->"
    return [title, code(DEVICE_OF_FIRST), *rest], "\n\n".join([said, *parts]) + "\n"


def made() -> dict[Path, str]:
    """Content of every file that this script writes."""
    told = sections((HERE / "README.md").read_text(encoding="utf-8"))
    cells, page = first_page()
    found = {PAGE: page, FOLDER / "tensor_cores.ipynb": notebook(FIRST.stem, cells)}
    for number, (title, section) in told.items():
        (path,) = (p for p in HERE.glob(f"rung{number}_*.py") if p.stem != "rung7_counters")
        cells = (steps_cells if number == 1 else rung_cells)(path, title, section)
        found[FOLDER / f"{path.stem}.ipynb"] = notebook(path.stem, cells)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what has changed; returns the status."""
    parser = argparse.ArgumentParser(description="Make the ladder's notebooks.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if out of date")
    checks_only = parser.parse_args(arguments).check
    found = made()
    stale = [
        p for p, content in found.items() if not p.is_file() or p.read_bytes() != content.encode()
    ]
    stale += [path for path in FOLDER.glob("*.ipynb") if path not in found]
    for path in stale:
        print(f"{path.relative_to(HERE)}: {'out of date' if checks_only else 'written'}")
        if not checks_only and path in found:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(found[path].encode())
        elif not checks_only:
            path.unlink()
    return int(checks_only and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
