"""Every rung of the kernel ladder on tiny shapes in Numba's CUDA simulator.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import pytest

from benchmarks.ladder import climb
from benchmarks.ladder.measuring import Memory, Where, compare
from gpu_unet.cuda.launch import is_simulated

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

RUNGS = {rung.name: rung for rung in climb.RUNGS if rung.name != "gpu_ladder"}  # of rung 1's steps
CONTENDERS = [
    pytest.param(rung, problem, contender, id=f"{name}: {contender.name} on {problem.label}")
    for name, rung in RUNGS.items()
    for problem, contender in rung.pairs(rung.tiny)
    if contender.where in (Where.ANY, Where.HOST)
]


@pytest.mark.parametrize(("rung", "problem", "contender"), CONTENDERS)
def test_a_contender_computes_what_numpy_does(rung, problem, contender):
    with Memory() as memory:
        run = contender.prepare(problem, memory)
        run.launch(0)
        compare(contender.name, run)


def test_every_rung_has_a_check():
    checked = {param.values[0].name for param in CONTENDERS}
    assert checked == set(RUNGS)


def test_without_a_gpu_the_ladder_climbs_in_the_simulator_or_says_so(monkeypatch, capsys):
    monkeypatch.setattr(climb, "is_simulated", lambda: False)
    monkeypatch.setattr(climb, "gpu_missing", lambda: "no NVIDIA driver")
    assert climb.main([]) == 0
    said = capsys.readouterr().out
    assert said == ("The ladder: nothing is measured without an NVIDIA GPU: no NVIDIA driver.\n")
