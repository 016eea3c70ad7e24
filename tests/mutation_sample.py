"""How many of a few broken lines the tests catch: lines of the program chosen by dice.

    python tests/mutation_sample.py --count 30 --seed 1    break 30 lines, one after the other

Each line is broken in a copy of the checkout (a git worktree of HEAD), and the tests that
`tests/changed.py` names for its file run there, the nearest first, until one fails: those of the
default round, then the nightly ones. Tests that find nothing within the limit, which is one of
processor time, count apart, as "out of time". Repeat a seed to compare two commits. Not on Windows.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from changed import HERE, is_test, named_modules, needed_tests, python_files, unit

TOPS = ("app/", "gpu_unet/", "gui/")
LEFT_OUT = ("gpu_unet/examples/",)  # programs
SIMULATOR_TESTS = "tests/gpu_unet/kernels/cuda"
IDLE_FACTOR = 10  # times the limit of processor time: a run that takes longer hangs
COMPARED = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One line of one file, broken."""

    path: str
    line: int
    change: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


def broken(node: ast.AST) -> tuple[ast.expr | ast.stmt, str] | None:
    """What of a node to replace, and by which source; None for nodes that are left alone."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return node.test, f"(not ({ast.unparse(node.test)}))"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        first, *others = node.ops
        other = ast.Compare(node.left, [COMPARED[type(first)](), *others], node.comparators)
        return node, f"({ast.unparse(other)})"
    if isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        is_text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str | bytes)
        other = ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
        return None if is_text else (node, f"({ast.unparse(other)})")
    if isinstance(node, ast.BoolOp):
        other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        return node, f"({ast.unparse(other)})"
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return node, str(not node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node, f"({node.value + 1})"
    if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        return node, "return None"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return node, "pass"
    return None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def places(source: str) -> dict[int, list[tuple[ast.expr | ast.stmt, str]]]:
    """Every way to break a line, by line: what of it is replaced, and by what."""
    found: dict[int, list[tuple[ast.expr | ast.stmt, str]]] = {}
    left: list[ast.AST] = [ast.parse(source)]
    while left:
        node = left.pop()
        if isinstance(node, ast.JoinedStr):  # has no places of its own before Python 3.12
            continue
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list"):
                children = value if isinstance(value, list) else [value]
                left += [child for child in children if isinstance(child, ast.AST)]
        if (change := broken(node)) is not None:
            found.setdefault(change[0].lineno, []).append(change)
    return found


def mutant(path: str, source: str, node: ast.expr | ast.stmt, text: str) -> Mutant:
    """The file with `text` in the place of `node`."""
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = b"".join(lines[:first]) + lines[first][: node.col_offset]
    after = lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])
    change = f"{_short(ast.unparse(node))} -> {_short(text)}"
    return Mutant(path, node.lineno, change, (before + text.encode() + after).decode())


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


def sample(folder: Path, count: int, seed: int) -> list[Mutant]:
    """Lines chosen by dice, each line that can be broken as likely as any other."""
    dice = random.Random(seed)
    lines = []
    for path in python_files(folder):
        if path.startswith(TOPS) and not path.startswith(LEFT_OUT):
            source = (folder / path).read_text(encoding="utf-8")
            lines += [(path, source, ways) for _, ways in sorted(places(source).items())]
    return [
        mutant(path, source, *dice.choice(ways)) for path, source, ways in dice.sample(lines, count)
    ]


def nearest_first(path: str, folder: Path) -> list[list[str]]:
    """The test files that a change of `path` needs, in groups: the likeliest to fail first."""
    files = [name for name in python_files(folder) if is_test(name)]
    needed = tuple(f"{path}/" for path in needed_tests([path]))
    wanted = [name for name in files if f"{name}/".startswith(needed)]
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    names = {name: named_modules(folder / name, with_strings=True) for name in wanted}
    direct = [n for n in wanted if any(f"{m}.".startswith(f"{dotted}.") for m in names[n])]
    package = dotted.rpartition(".")[0]
    beside = [n for n in wanted if any(f"{m}.".startswith(f"{package}.") for m in names[n])]
    mirror = [n for n in wanted if n.startswith(f"tests/{unit(path)}/")]
    groups, seen = [], set[str]()
    for group in (direct, beside, mirror, wanted):
        fresh = [name for name in group if name not in seen]
        seen |= {*fresh}
        for is_simulated in (False, True):  # the simulator is chosen before numba is imported
            part = [n for n in fresh if n.startswith(SIMULATOR_TESTS) == is_simulated]
            if part:
                groups.append(part)
    return groups


def outcome(one: Mutant, folder: Path, *, limit_s: float, marked: str) -> str:
    """Run the tests on the broken file: "caught by ...", "survived" or "out of time"."""
    target = folder / one.path
    whole = target.read_text(encoding="utf-8")
    target.write_text(one.source, encoding="utf-8")
    left_s = limit_s
    # Broken kernels go to a folder of their own: the usual one keeps those of one source.
    is_of_engine = one.path.startswith("gpu_unet/")
    compiled = {"BACKDROP_CACHE": str(folder.parent / "compiled")} if is_of_engine else {}
    try:
        for group in nearest_first(one.path, folder):
            status, said, took_s = _tests(
                group, folder, limit_s=left_s, marked=marked, compiled=compiled
            )
            left_s -= took_s
            if status is None:
                return "out of time"
            if status not in (0, 5):  # 5: no test was left
                failed = [w for w in said.splitlines() if w.startswith(("FAILED", "ERROR"))]
                return f"caught by {failed[0].split(' - ')[0] if failed else f'status {status}'}"
        return "survived"
    finally:
        target.write_text(whole, encoding="utf-8")


def _tests(
    names: list[str], folder: Path, *, limit_s: float, marked: str, compiled: dict[str, str]
) -> tuple[int | None, str, float]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **compiled}
    if names[0].startswith(SIMULATOR_TESTS):
        environment["NUMBA_ENABLE_CUDASIM"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", marked]
    before_s = _children_s()
    most_s = max(1, round(limit_s))
    with subprocess.Popen(
        [*command, *names], cwd=folder, env=environment, start_new_session=True, text=True,
        errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most_s, most_s)),
    ) as process:  # fmt: skip
        try:
            said, _ = process.communicate(timeout=IDLE_FACTOR * most_s)
            status = process.returncode
        except subprocess.TimeoutExpired:  # it waits, for what the broken line no longer does
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
            status = None
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        status = None
    return status, said, _children_s() - before_s


def _children_s() -> float:
    times = os.times()
    return times.children_user + times.children_system


@contextlib.contextmanager
def copy_of_head() -> Iterator[Path]:
    """A worktree of HEAD, which is removed at the end."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "checkout"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", folder, "HEAD"], check=True)
        try:
            yield folder
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def main() -> int:
    """Break the lines and print what became of each, and the sums."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--part", type=int, nargs=2, default=(1, 1), metavar=("K", "N"), help="each Nth line only"
    )
    parser.add_argument(
        "--limit", type=float, default=300.0, help="processor time of a line's tests, in seconds"
    )
    parser.add_argument("--from", type=int, default=1, dest="begin", help="go on with this line")
    parser.add_argument("--list", action="store_true", help="print the lines and run nothing")
    arguments = parser.parse_args()
    with copy_of_head() as folder:
        chosen = sample(folder, arguments.count, arguments.seed)
        came = Counter[str]()
        first, step = arguments.part
        for number, one in enumerate(chosen, 1):
            if number < arguments.begin or number % step != first % step:
                continue
            print(f"{number}: {one}", flush=True)
            if arguments.list:
                continue
            found = outcome(one, folder, limit_s=arguments.limit, marked="not nightly")
            by = "default"
            if found == "survived":
                found = outcome(one, folder, limit_s=arguments.limit, marked="nightly")
                by = "nightly"
            print(f"    {by}: {found}", flush=True)
            came[f"{by}: {'caught' if found.startswith('caught') else found}"] += 1
        print(", ".join(f"{name} {count}" for name, count in sorted(came.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
