"""The ladder's notebooks are what the script makes of its files; pages for visitors lead around."""

import json
import re
from pathlib import Path

import pytest

from gpu_unet.cuda.launch import is_simulated
from gpu_unet.cuda.machine_code import MachineCode, Options, can_compile
from lab.ladder import in_notebook, measuring, notebooks, rung7_plane

ROOT = Path(__file__).parents[3]
NOTEBOOKS = sorted(notebooks.FOLDER.glob("*.ipynb"))
PAGES = [
    ROOT / "gpu_unet" / "README.md",
    ROOT / "lab" / "ladder" / "README.md",
    ROOT / "lab" / "ladder" / "tensor_cores.md",
    ROOT / "tests" / "gpu_unet" / "README.md",
]
IN_PAIRS = "void(uint32[:,::1], uint32[:,::1], float32[:,::1])"


def cells_of(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def links_of(path):
    """Files and folders of the project that a page links to."""
    words = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
    links = re.findall(r"\]\(([^)#]*)#?[^)]*\)", words)
    return {(path.parent / link).resolve() for link in links if link and "://" not in link}


def test_what_is_committed_is_what_the_script_makes(capsys):
    assert notebooks.main(["--check"]) == 0, (
        f"{capsys.readouterr().out}run: python -m lab.ladder.notebooks"
    )


def test_there_is_a_notebook_for_each_rung_and_one_for_the_first_page():
    numbers = [path.stem.partition("_")[0] for path in NOTEBOOKS]
    assert numbers == [*(f"rung{n}" for n in range(9)), "tensor"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_the_format_and_no_outputs(path):
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["nbformat"], content["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in content["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[\w-]{1,64}", name) for name in ids)
    for cell in content["cells"]:
        assert "".join(cell["source"]).strip()
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_every_kernel_and_function_of_the_files_is_in_a_cell():
    for path in NOTEBOOKS:
        code = "\n".join("".join(c["source"]) for c in cells_of(path) if c["cell_type"] == "code")
        files = [notebooks.HERE / f"{path.stem}.py"]
        if path.stem.startswith("rung1_"):
            files += (notebooks.HERE / "steps").glob("step*.py")
        for file in files:
            defined = re.findall(r"^(?:def|class) (\w+)", file.read_text(), re.MULTILINE)
            missing = [name for name in defined if not re.search(rf"(def|class) {name}\b", code)]
            assert not missing, f"{file.name}: {missing}"


def test_a_step_is_told_before_its_code_and_its_outcome_behind_it():
    cells = ["".join(c["source"]) for c in cells_of(notebooks.FOLDER / "rung1_convolution.ipynb")]
    told = next(n for n, cell in enumerate(cells) if cell.startswith("## Step 4\n"))
    code = next(n for n, cell in enumerate(cells) if "def make_conv3x3_mma" in cell)
    outcome = next(
        n for n, cell in enumerate(cells) if n > told and "*Came out on an H200:* 45" in cell
    )
    assert told < code < outcome
    assert "*Expected:*" in cells[told]
    assert "*Came out" not in cells[told]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_s_links_lead_somewhere(path):
    for cell in cells_of(path):
        if cell["cell_type"] == "markdown":
            for link in re.findall(r"\]\(([^)#]+)[^)]*\)", "".join(cell["source"])):
                assert "://" in link or (path.parent / link).exists(), link


@pytest.mark.skipif(is_simulated(), reason="the CUDA simulator compiles nothing")
@pytest.mark.skipif(not can_compile(), reason="needs pip install -r requirements-cuda.txt")
@pytest.mark.parametrize("name", ["multiply_one_tile", "multiply_matrices"])
@pytest.mark.parametrize(
    ("capability", "instruction"), [((7, 5), "m16n8k8"), ((8, 0), "m16n8k16")], ids=str
)
@pytest.mark.usefixtures("empty_cache")
def test_the_first_page_s_kernels_are_assembled_for_a_card(
    name, capability, instruction, monkeypatch
):
    from lab.ladder import tensor_cores

    monkeypatch.setattr(tensor_cores, "mma", tensor_cores.deepest(capability))
    kernel = getattr(tensor_cores, name).py_func
    made = MachineCode(f"{name} {capability}", kernel, IN_PAIRS, Options(False, None, (), False))
    text = made.ptx((*capability, ""))
    assert set(re.findall(r"mma\.sync\.aligned\.(\w+)", text)) == {instruction}
    assert ".local" not in text, "the sums lie in slow memory"
    assert ".f64" not in text
    _, code = made.machine_code((*capability, ""))
    assert code.startswith(b"\x7fELF")


@pytest.mark.skipif(is_simulated(), reason="the CUDA simulator compiles nothing")
@pytest.mark.skipif(not can_compile(), reason="needs pip install -r requirements-cuda.txt")
@pytest.mark.usefixtures("empty_cache")
def test_the_first_page_reads_each_fragment_once_for_all_its_products(monkeypatch):
    from lab.ladder import tensor_cores as page

    monkeypatch.setattr(page, "mma", page.mma_m16n8k16)
    made = MachineCode(
        "reads", page.multiply_matrices.py_func, IN_PAIRS, Options(False, None, (), False)
    )
    text = made.ptx((8, 0, ""))
    steps, products, registers = page.DEPTH // 8, 2 * 4, 2 * 4 + 4 * 2
    assert len(re.findall(r"mma\.sync", text)) == steps * products
    assert len(re.findall(r"ld\.shared", text)) == steps * registers


def test_library_ladder_and_tests_lead_to_each_other_and_to_nothing_of_the_window():
    homes = {page.parent for page in PAGES}
    for page in PAGES:
        links = links_of(page)
        assert all(link.exists() for link in links), page
        led_to = {link if link.is_dir() else link.parent for link in links} | {page.parent}
        assert homes <= led_to, page
        assert not re.search(r"\bQt\b|PySide|\bgui/|\bwidget", page.read_text()), page


def test_the_clock_prints_a_table_of_all_that_runs_here(monkeypatch, capsys):
    def measured(rung, problem, contender, top):
        figure = rung.known(problem, contender, top)
        figure.us, figure.mean_difference, figure.largest_difference = 12.5, 1e-8, 2e-7
        return figure

    monkeypatch.setattr(measuring.Rung, "measured", measured)
    monkeypatch.setattr(
        measuring.Contender,
        "left_out",
        lambda contender: "needs PyTorch" if contender.where is measuring.Where.TORCH else "",
    )
    monkeypatch.setattr(in_notebook, "_ceilings", lambda: measuring.H200)
    monkeypatch.setattr("gpu_unet.cuda.launch.is_simulated", lambda: False)
    in_notebook.clock(rung7_plane.RUNG)
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["what", "on", "MB", "GFLOP"]
    assert len(rows) == len(rung7_plane.RUNG.contenders) - 1
    assert "12.5" in rows[0]
    assert len({row.index("1000x2000") for row in rows}) == 1
