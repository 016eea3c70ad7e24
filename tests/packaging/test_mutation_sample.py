"""The mutation sample breaks what it says and nothing else."""

import ast

import pytest

pytest.importorskip("resource", reason="a limit of processor time is not for Windows")

from mutation_sample import mutant, places


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("a < b", "(a >= b)"),
        ("é = a + 1", "é = (a - 1)"),
        ("x = a and b", "x = (a or b)"),
        ("x = True", "x = False"),
        ("x = 2", "x = (3)"),
        ("f(x)", "pass"),
        ("while a: b()", "while (not (a)): b()"),
    ],
)
def test_a_line_is_broken_and_the_others_stay(line, broken):
    source = f"# before\n{line}\n# after\n"
    found = {mutant("a.py", source, *way).source for way in places(source)[2]}
    assert f"# before\n{broken}\n# after\n" in found
    for one in found:
        ast.parse(one)
        assert one.startswith("# before\n")
        assert one.endswith("\n# after\n")


def test_texts_and_types_are_left_alone():
    assert places('x: "int | None" = f"{a + 1}"') == {}
    assert places('"""Words: 1 < 2."""\nx = "a" + b') == {}
