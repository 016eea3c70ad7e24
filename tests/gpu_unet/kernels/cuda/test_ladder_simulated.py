"""Every rung of the kernel ladder on tiny shapes in Numba's CUDA simulator.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import json

import numpy as np
import pytest
from small_blocks import SMALL

from gpu_unet.cuda.launch import is_simulated
from lab.benchmarks import report
from lab.ladder import (
    climb,
    rung0_ceilings,
    rung2_elementwise,
    rung3_fusion,
    rung4_transfers,
    rung5_resampling,
)
from lab.ladder.measuring import NOT_YET, SIMULATED, Memory, compare

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

RUNGS = {rung.name: rung for rung in climb.RUNGS if rung.name != "gpu_ladder"}  # of rung 1's steps
CONTENDERS = [
    pytest.param(rung, problem, contender, id=f"{name}: {contender.name} on {problem.label}")
    for name, rung in RUNGS.items()
    for problem, contender in rung.pairs(rung.tiny)
    if contender.where in SIMULATED
]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    for module, constants in SMALL.items():
        for name, value in constants.items():
            monkeypatch.setattr(f"{module}.{name}", value)


@pytest.mark.parametrize(("rung", "problem", "contender"), CONTENDERS)
def test_a_contender_computes_what_numpy_does(rung, problem, contender):
    with Memory() as memory:
        run = contender.prepare(problem, memory)
        run.launch(0)
        compare(contender.name, run)


def test_copies_are_counted_where_they_are_made_and_every_block_agrees():
    network = RUNGS["ladder_4_transfers"].tiny[0]
    apart, blocks, _ = rung4_transfers.SCOPES.values()
    with Memory() as memory:
        run, traffic = rung4_transfers.prepare_pass(network, memory, apart)
        run.launch(0)
    counted = rung4_transfers.copies_of(network, apart)
    assert (traffic.copies, traffic.nbytes) == (len(counted), sum(n for _, n in counted))
    # In, skip and out of down1; in and out of down2; two in and one out of up1; the head's.
    assert len(rung4_transfers.copies_of(network, blocks)) == 2 + 2 + 3 + 2
    for name, expected in rung4_transfers.expected_for(network).items():
        found = traffic.host["alpha" if name == "out" else f"{name}.2 ReLU"]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5, err_msg=name)


def test_batch_norm_of_pixels_computes_what_numpy_does(rng):
    x = rng.standard_normal((2, 3, 3, 34), np.float32)  # over a block's channels and pixels
    factors, out = rng.standard_normal((2, 34), np.float32), np.full_like(x, np.nan)
    rung3_fusion.batch_norm_pixels(x, factors, out, stream=0)
    np.testing.assert_allclose(out, x * factors[0] + factors[1], rtol=1e-6, atol=1e-6)


def test_an_untrained_transposed_convolution_makes_a_checkerboard_and_bilinear_none():
    transposed, bilinear = rung5_resampling.checkerboard(4)
    assert transposed > 0.1
    assert bilinear == 0


def test_every_rung_has_a_check():
    checked = {param.values[0].name for param in CONTENDERS}
    assert checked == set(RUNGS)


def test_what_is_expected_never_replaces_what_was_measured(monkeypatch, tmp_path, capsys):
    one, other = rung0_ceilings.RUNG, rung2_elementwise.RUNG
    monkeypatch.setattr(climb, "RUNGS", (one, other))
    monkeypatch.setattr(climb, "RESULTS", tmp_path)
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    monkeypatch.setattr(climb.roofline, "main", lambda: 0)
    measured = json.dumps({"machine": {"processor": "a card"}})
    (tmp_path / f"{one.name}.json").write_text(measured)
    assert climb.main(["--expected"]) == 0
    assert (tmp_path / f"{one.name}.json").read_text() == measured
    assert f"{one.name}: measured, left as it is" in capsys.readouterr().out
    written = json.loads((tmp_path / f"{other.name}.json").read_text())
    assert written["machine"] is None
    assert NOT_YET in str(written["rows"])
    assert "123.2 s by loops, 0.431 s" in str(written["rows"])


def test_without_a_gpu_the_ladder_climbs_in_the_simulator_or_says_so(monkeypatch, capsys):
    monkeypatch.setattr(climb, "is_simulated", lambda: False)
    monkeypatch.setattr(climb, "gpu_missing", lambda: "no NVIDIA driver")
    assert climb.main([]) == 0
    said = capsys.readouterr().out
    assert said == (
        "The ladder: nothing is measured without an NVIDIA GPU (no NVIDIA driver); set "
        "NUMBA_ENABLE_CUDASIM=1 to check the kernels in Numba's simulator.\n"
    )
