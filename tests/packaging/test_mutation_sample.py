"""The mutation sample breaks what it says and nothing else, the same for one seed."""

import ast

import pytest

pytest.importorskip("resource", reason="a limit of processor time is not for Windows")

import mutation_sample
from mutation_sample import mutant, nearest_first, places, sample

FEW = ["app/video/files/still.py", "gui/areas/editor.py", "tests/changed.py"]


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


def test_a_seed_chooses_the_same_lines_all_of_which_parse(monkeypatch):
    monkeypatch.setattr(mutation_sample, "python_files", lambda folder: FEW)
    chosen = sample(mutation_sample.HERE, 20, 5)
    assert chosen == sample(mutation_sample.HERE, 20, 5)
    assert chosen != sample(mutation_sample.HERE, 20, 6)
    assert {one.path for one in chosen} <= {*FEW}
    for one in chosen:
        ast.parse(one.source)
        assert one.source != (mutation_sample.HERE / one.path).read_text(encoding="utf-8")


def test_the_tests_that_import_a_file_come_first_and_the_simulators_apart():
    groups = nearest_first("gpu_unet/cuda/kernels/areas.py", mutation_sample.HERE)
    simulated = [[n.startswith(mutation_sample.SIMULATOR_TESTS) for n in part] for part in groups]
    assert all(len(set(part)) == 1 for part in simulated)
    assert simulated[0] == [True]
    assert "test_frame_path_simulated" in groups[0][0]
    names = [name for group in groups for name in group]
    assert len(names) == len(set(names))
