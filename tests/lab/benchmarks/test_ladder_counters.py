"""The table of the profiler's counters, read from what it writes."""

import pytest

from lab.ladder import rung7_counters

HEAD = '"ID","Kernel Name","Block Size","Grid Size","Metric Name","Metric Value"'


def row(kernel: str, grid: str, metric: str, value: str) -> str:
    return f'"0","{kernel}[v1,abc](Array<float, 2>)","(32, 8, 1)","{grid}","{metric}","{value}"'


def test_the_planes_counters_are_read_and_the_tiny_problems_passed_over():
    found = rung7_counters.read(
        [
            "direct on 1000x2000: 23.3 µs",  # the program's own words come first
            HEAD,
            row("plane_direct_kernel", "(63, 125, 1)", "dram__bytes.sum", "8,006,144"),
            row("plane_direct_kernel", "(63, 125, 1)", "smsp__stalled.avg", "n/a"),
            row("plane_direct_kernel", "(2, 2, 1)", "dram__bytes.sum", "7,424"),
        ]
    )
    assert found == {"plane_direct_kernel": {"dram__bytes.sum": 8006144.0}}


def test_the_table_of_counters_names_kernels_as_the_rung_s_does():
    names = rung7_counters.NAMES
    assert names["running"] == "a column of 8 pixels a thread"
    assert names["inside"] == "the same, the edge asked for once"
    assert "PyTorch" not in names.values()


def test_what_is_no_table_is_said():
    with pytest.raises(ValueError, match="--csv"):
        rung7_counters.read(["==PROF== Connected", "nothing"])


def test_a_wrong_file_costs_a_sentence_and_a_status(tmp_path, capsys):
    path = tmp_path / "counters.txt"
    path.write_text("nothing")
    assert rung7_counters.main([str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
