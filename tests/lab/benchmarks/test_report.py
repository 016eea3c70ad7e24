"""Tables in documents come from results, and a document that lags behind is noticed."""

import json
from pathlib import Path

import pytest

from lab.benchmarks import report
from lab.benchmarks.highlights import highlights

MACHINE = {"processor": "Test CPU", "cores": 2, "system": "Linux", "numpy": "2"}
MACHINE |= {"commit": "abc", "date": "2026-01-01"}


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "ROOT", tmp_path)
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results")
    report.save_result(
        "speed",
        columns=["network", "ms"],
        rows=[["fast", 1.5]],
        note="Medians of 3 runs.",
        machine=MACHINE,
        raw={},
    )
    monkeypatch.setattr(report.updated, "__kwdefaults__", {"results": tmp_path / "results"})
    return tmp_path


def marked(between=""):
    return f"Before.\n\n<!-- bench:speed -->\n{between}<!-- /bench:speed -->\n\nAfter.\n"


def test_the_table_stands_between_its_markers_with_machine_and_date(results):
    text = report.updated(marked("old\n"), document="README.md")
    assert "| fast | 1.5 |" in text
    assert "Medians of 3 runs. Test CPU, 2 cores, Linux; numpy 2; commit abc, 2026-01-01." in text
    assert "old" not in text
    assert text.startswith("Before.")
    assert text.endswith("After.\n")
    assert report.updated(text, document="README.md") == text


def test_a_table_that_nobody_measured_names_no_machine(results):
    report.save_result(
        "speed", columns=["network", "ms"], rows=[["fast", "not yet measured"]],
        note="Expected.", machine=None, raw={},
    )  # fmt: skip
    text = report.updated(marked(), document="README.md")
    assert "| fast | not yet measured |\n\nExpected.\n" in text


def test_every_page_with_a_marker_is_among_the_documents():
    folders = [p for p in report.ROOT.iterdir() if p.is_dir() and not p.name.startswith(".")]
    pages = [*report.ROOT.glob("*.md"), *(page for f in folders for page in f.rglob("*.md"))]
    marked_pages = {p for p in pages if report.OPENED.search(p.read_text(encoding="utf-8"))}
    assert report.ROOT / "lab" / "ladder" / "README.md" in marked_pages
    assert marked_pages <= {p for pattern in report.DOCUMENTS for p in report.ROOT.glob(pattern)}


def test_check_fails_until_the_document_is_written(results, capsys):
    readme = results / "README.md"
    readme.write_text(marked())
    assert report.main(["--check"]) == 1
    assert "README.md: out of date" in capsys.readouterr().out
    assert readme.read_text() == marked()
    assert report.main([]) == 0
    assert report.main(["--check"]) == 0


def test_a_marker_without_a_result_is_an_error(results, capsys):
    (results / "README.md").write_text(marked().replace("speed", "quality"))
    assert report.main(["--check"]) == 1
    assert "README.md: there is no quality.json" in capsys.readouterr().err


def test_a_marker_that_is_not_closed_is_an_error(results, capsys):
    (results / "README.md").write_text("<!-- bench:speed -->\n")
    assert report.main([]) == 1
    assert "has no <!-- /bench:speed -->" in capsys.readouterr().err


SHOWN = {
    62.461: "62.5",
    0.01871: "0.0187",
    681.7: "682",
    6698: "6698",
    2.3: "2.3",
    0.0: "0.0",
    -0.5: "-0.5",
    "99.9997": "99.9997",
}


@pytest.mark.parametrize("cell", SHOWN)
def test_a_float_is_shown_with_three_digits_at_most_and_a_string_as_it_is(cell):
    result = {"columns": ["a"], "rows": [[cell]], "note": "", "machine": MACHINE}
    assert f"| {SHOWN[cell]} |" in report.table(result)


def test_the_figures_of_the_readme_are_those_of_the_results():
    text = report.updated(
        "<!-- bench:highlights -->\n<!-- /bench:highlights -->\n", document="README.md"
    )
    assert text in (Path(report.__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_a_figure_that_a_result_has_lost_is_named(tmp_path):
    for name in ("quality", "pipeline", "network", "gpu_network", "gpu_engine", "live"):
        result = {"columns": ["network", "ms"], "rows": [["fast", 1.0]]}
        (tmp_path / f"{name}.json").write_text(json.dumps(result))
    with pytest.raises(KeyError, match=r"quality\.json has no '\*\*quality\*\*'"):
        highlights(tmp_path)
