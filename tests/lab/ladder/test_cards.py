"""What the ladder leaves out on which card."""

import pytest

from gpu_unet.cuda import device
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.launch import is_simulated
from lab.ladder import cards, climb, in_notebook, measuring
from lab.ladder.cards import CARDS, Needs
from lab.ladder.measuring import H200, Where
from lab.ladder.rung1_convolution import STEPS
from lab.ladder.steps.layer import rung_of

pytestmark = pytest.mark.skipif(is_simulated(), reason="the simulator has no compute capability")


def card(name):
    return Gpu(0, name, CARDS[name], 40, 64 << 10, 8 << 30)


@pytest.mark.parametrize(
    ("name", "last"), [("T4, RTX 20", 4), ("A100", 7), ("H100, H200", 12), ("B200", 7)]
)
def test_a_card_climbs_as_far_as_its_instructions_go(name, last):
    runs = {int(step.name.split()[0]) for step in STEPS if step.needs.met_by(CARDS[name])}
    assert runs == set(range(last + 1))


def test_where_only_packages_are_missing_the_command_for_them_is_said(monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "0")
    monkeypatch.setattr(device._thread, "gpu", None, raising=False)
    monkeypatch.setattr(device, "_require_driver", lambda: None)
    monkeypatch.setattr(device, "_can_be_imported", lambda module: False)
    command = f"run: {device.INSTALL}"
    assert command in measuring.gpu_missing()
    in_notebook.choose_device()
    assert command in capsys.readouterr().out


def test_a_step_that_the_simulator_cannot_run_is_left_out_with_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(measuring, "is_simulated", lambda: True)
    step = next(step for step in STEPS if step.needs is Needs.WGMMA)
    assert measuring.alone(rung_of(step)) == 0
    assert f"{step.name} is left out: it needs the GPU" in capsys.readouterr().out


def test_everyone_on_tensor_cores_says_which_instructions():
    for rung in climb.RUNGS:
        for contender in rung.contenders:
            on_tensor_cores = contender.cost(rung.problems[0]).matrix
            if on_tensor_cores and contender.where is Where.GPU:
                assert contender.needs is not Needs.ANY_CARD, contender.name


def test_a_step_beyond_the_card_is_left_out_with_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(measuring, "current_gpu", lambda: card("T4, RTX 20"))
    step = next(step for step in STEPS if step.needs is Needs.WGMMA)
    rung = climb.RUNGS[1]
    figure = rung.measured(rung.problems[0], step, H200)
    assert not figure.fits
    assert figure.us is None
    assert capsys.readouterr().out == (
        "8 wgmma, TMA, 128 pixels on 64x64 @512 is left out: it needs wgmma, TMA and mbarrier: "
        "compute capability 9.0, and this card has 7.5.\n"
    )


def test_the_table_of_cards_has_a_row_for_each_step(capsys):
    cards.print_table()
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 1 + len(STEPS)
    assert rows[-1].split()[-4:] == ["-", "-", "yes", "-"]
