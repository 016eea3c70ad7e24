"""The code of every notebook of the ladder, from top to bottom, in Numba's CUDA simulator."""

import json
import os
import subprocess
import sys

import pytest
from small_blocks import SMALL

from gpu_unet.cuda.launch import is_simulated
from lab.ladder.notebooks import FOLDER

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

# As a notebook server does: one namespace, cell after cell, in the notebook's folder. Between the
# cells blocks become small, in the notebook and in the modules that it imports.
RUN = """
import json, sys
file, small = sys.argv[1], json.loads(sys.argv[2])
cells = json.load(open(file, encoding="utf-8"))["cells"]
scope = {"__name__": "__main__"}
for number, cell in enumerate(cells):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"<cell {number}>", "exec"), scope)
        for module, constants in small.items():
            of = scope if module == "" else vars(sys.modules.get(module, object))
            for name, value in constants.items():
                if name in of:
                    of[name] = tuple(value) if isinstance(value, list) else value
"""
PLANE = {"BLOCK": (8, 4), "NOTEBOOK_TILE": 8, "STORED": 6, "HALO_ROWS": 6, "HALO_COLUMNS": 10}
SAID = {  # by the last checks of each notebook
    "tensor_cores": "matrices differ from NumPy by at most",
    "rung0_ceilings": "multiply-adds in registers on 0.0 M values: differs",
    "rung1_convolution": "12 weight-stationary, a tile a warpgroup is left out: it needs the GPU",
    "rung2_elementwise": "max-pool 2x2 on 3 @10: differs",
    "rung3_fusion": "one launch, BatchNorm folded away on 2x2 @2: differs",
    "rung4_transfers": "resident: 2 copies on base 2 @4: differs",
    "rung5_resampling": "bilinear doubling, the app's on 2 @4: differs",
    "rung6_matrix_product": "implicit on 2x1: differs",
    "rung7_plane": "the same, the edge asked for once on 33x66: differs",
    "rung8_network": "the ladder's launches, resident on base 2 @4: differs",
}


@pytest.mark.parametrize("stem", SAID)
def test_a_notebook_runs_from_top_to_bottom(stem):
    own = PLANE if stem == "rung7_plane" else SMALL.get(f"lab.ladder.{stem}", {})
    small = json.dumps({"": own, **SMALL})
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(FOLDER / f"{stem}.ipynb"), small],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert SAID[stem] in done.stdout
    assert "simulator" in done.stdout


def test_no_notebook_is_left_out():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SAID)
