"""Which tests a change needs: those of what changed, and of everything that stands on it.

    python tests/changed.py [COMMIT]    print the paths of the tests, one a line

What changed is what git says: since COMMIT, else since the branch left `main`, with what is not
committed and not ignored. A test is needed if an import leads from it to something that changed.
Code counts by folder (`app/video`, `gui`, `lab/ladder`), test files one by one. A file that no rule
knows makes every test needed. Standard library only.
"""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parents[1]
PROGRAM = "main.py"
# Tests whose folder says nothing of the code that they run.
RUN_BY = {
    "tests/app/end_to_end": {PROGRAM},
    "tests/app/live": {"app/pipeline"},
    "tests/attack": {PROGRAM},
    "tests/packaging": {PROGRAM, "packaging"},
}
# Folders and files that are no Python, and the code that reads them.
READ_BY = {"weights": ("gpu_unet",), "assets": (PROGRAM, "gui"), "typings": ()}
# Like pages (.md), read by no test of code: only what is packed, or tracked by git, can break.
PACKED_ONLY = ("docs", ".github", "packaging")
MADE_INTO_CODE = ("lab/ladder/README.md",)  # pages that a script makes notebooks of
NAMED = re.compile(r"^(?:gui|app|gpu_unet|lab|main|bootstrap)(?:\.\w+)*$")
TOP = ("gui", "app", "gpu_unet", "lab", "main", "bootstrap")


class EverythingChangedError(Exception):
    """A path of which no rule says who depends on it."""


def needed_tests(changed: Iterable[str], folder: Path = HERE) -> list[str]:
    """Paths of the tests for changed files: of whole folders where all in them are needed.

    Args:
        changed: Paths below `folder`, with slashes; a deleted file counts, too.
        folder: The checkout.

    Returns:
        Sorted; ["tests"] if that is all of them.
    """
    files = python_files(folder)
    tests = [name for name in files if is_test(name)]
    try:
        roots = {node for path in changed for node in nodes_of(path, files)}
    except EverythingChangedError:
        return ["tests"]
    reached = standing_on(roots, edges(files, folder))
    return folded([name for name in tests if name in reached], tests)


def python_files(folder: Path) -> list[str]:
    """Every Python file that counts, as paths with slashes."""
    tops = [folder / top for top in (*TOP, "tests")]
    found = [path for top in tops for path in sorted(top.rglob("*.py"))]
    found += [path for path in (folder / "main.py", folder / "bootstrap.py") if path.is_file()]
    return [path.relative_to(folder).as_posix() for path in found]


def is_test(name: str) -> bool:
    """Whether pytest collects the file."""
    return name.startswith("tests/") and PurePosixPath(name).name.startswith("test_")


def unit(path: str) -> str:
    """The node that a code file belongs to: its folder, two levels deep in `app` and `lab`."""
    parts = PurePosixPath(path).parts
    deep = parts[0] in ("app", "lab") and len(parts) > 2
    return "/".join(parts[: 2 if deep else 1])


def nodes_of(path: str, files: Iterable[str]) -> list[str]:
    """The nodes that a changed path touches.

    Raises:
        EverythingChangedError: No rule knows the path.
    """
    parts = PurePosixPath(path).parts
    if path.endswith(".md"):
        return ["packaging", unit(path)] if path in MADE_INTO_CODE else ["packaging"]
    if parts[0] == "tests":
        if path.endswith(".py"):
            return [path]
        # Data of tests: whatever is beside it or below.
        return [name for name in files if name.startswith(f"{PurePosixPath(path).parent}/")]
    if parts[0] in READ_BY:
        return [*READ_BY[parts[0]], "packaging"]
    if parts[0] in PACKED_ONLY:
        return ["packaging"]
    if parts[0] in (*TOP, "main.py", "bootstrap.py"):
        return [unit(path)]
    raise EverythingChangedError(path)


def edges(files: Iterable[str], folder: Path) -> dict[str, set[str]]:
    """From each node to those that it needs."""
    files = list(files)
    helpers = {
        PurePosixPath(name).stem: name
        for name in files
        if name.startswith("tests/") and not is_test(name)
    }
    found: dict[str, set[str]] = {}
    for name in files:
        is_of_tests = name.startswith("tests/")
        node = name if is_of_tests else unit(name)
        needs = found.setdefault(node, set())
        for module in named_modules(folder / name, with_strings=is_of_tests):
            top = module.partition(".")[0]
            if top in TOP:
                needs.add(unit_of_module(module))
            elif is_of_tests and module.rpartition(".")[2] in helpers:
                needs.add(helpers[module.rpartition(".")[2]])
        if is_of_tests:
            needs |= beside(name, files)
        else:
            needs.add(node.partition("/")[0])  # its __init__.py runs first
        needs.discard(node)
    return found


def beside(name: str, files: Iterable[str]) -> set[str]:
    """What a test file needs without an import: what it mirrors, and each conftest above it."""
    parents = [str(parent) for parent in PurePosixPath(name).parents]
    needs = {f"{parent}/conftest.py" for parent in parents} & set(files)
    for parent, code in RUN_BY.items():
        if parent in parents:
            return needs | code
    mirrored = unit(name.removeprefix("tests/"))
    return needs | ({mirrored} if mirrored.partition("/")[0] in TOP else set())


@functools.cache
def named_modules(path: Path, *, with_strings: bool) -> frozenset[str]:
    """Each module that a file imports, anywhere in it, or names in a string on its own."""
    return frozenset(_named(path, with_strings=with_strings))


def _named(path: Path, *, with_strings: bool) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif with_strings and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (word for word in node.value.split() if NAMED.match(word))
            if "main.py" in node.value:
                yield "main"


def unit_of_module(module: str) -> str:
    """The node of a dotted name."""
    parts = module.split(".")
    if parts[0] in ("main", "bootstrap"):
        return f"{parts[0]}.py"
    return "/".join(parts[:2]) if parts[0] in ("app", "lab") else parts[0]


def standing_on(roots: Iterable[str], needs: dict[str, set[str]]) -> set[str]:
    """The roots and every node from which needs lead to one of them."""
    reached, added = set[str](), set(roots)
    while added:
        reached |= added
        added = {node for node, its in needs.items() if its & added} - reached
    return reached


def folded(wanted: list[str], every: list[str]) -> list[str]:
    """The fewest paths that hold exactly the wanted ones of `every`."""
    left_out = set(every) - set(wanted)
    blocked = {str(parent) for name in left_out for parent in PurePosixPath(name).parents}
    shown = set()
    for name in wanted:
        whole = [str(parent) for parent in PurePosixPath(name).parents if str(parent) != "."]
        shown.add(next((parent for parent in reversed(whole) if parent not in blocked), name))
    return sorted(shown)


def changed_files(since: str | None = None, folder: Path = HERE) -> list[str]:
    """Paths that differ from `since`, or from where this branch left `main`.

    Raises:
        OSError, subprocess.CalledProcessError: There is no git, or no checkout of it.
    """

    def git(*arguments: str, check: bool = True) -> str:
        command = ["git", "-C", str(folder), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=check).stdout

    if since is None:
        mains = (git("merge-base", "HEAD", main, check=False) for main in ("main", "origin/main"))
        since = next((commit.strip() for commit in mains if commit.strip()), "HEAD")
    names = git("diff", "--name-only", "--no-renames", "-z", since)
    names += git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in names.split("\0") if name})


if __name__ == "__main__":
    for line in needed_tests(changed_files(*sys.argv[1:2])):
        print(line)
