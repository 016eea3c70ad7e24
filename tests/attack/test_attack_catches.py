"""An attack on a program that breaks its promises notices each, and keeps what shows it."""

import shutil
import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("the attack asks Linux how a process ended", allow_module_level=True)

from dataclasses import replace
from pathlib import Path

from attack import round as attack_round
from attack.planted import COLOUR, FAULTS, half_a_file, hang
from attack.program import Call, Signals
from attack.round import Round, causes_of
from attack.tries import Try
from attack.verdict import Promise

# Where nothing is compiled yet, the warm process takes minutes to become it.
pytestmark = pytest.mark.timeout(3600)
PLANTED = Path(__file__).with_name("planted.py")
HANG_S = 1.5
# Each fault in a fork of a warm process, some in a process of their own, one after a signal.
CASES = {
    **{fault.__name__: (fault, {}) for fault in FAULTS},
    **{f"fresh {fault.__name__}": (fault, {"fresh": True}) for fault in list(FAULTS)[:4]},
    "unheard": (hang, {"signals": Signals(("SIGTERM",), 0.1)}),
    "killed before a touch": (half_a_file, {"signals": Signals(("SIGKILL",), 0.0), "touch": 1}),
}
KINDS = {name: FAULTS[fault] for name, (fault, _) in CASES.items()}
KINDS |= {"unheard": "died", "killed before a touch": "died"}


def planted_try(rng, supplies):
    """The try whose index is that of the case."""
    name = list(CASES)[supplies.index]
    fault, changes = CASES[name]
    source, out = supplies.folder / "source.mp4", supplies.folder / "out.mp4"
    shutil.copy(supplies.sources["source.mp4"], source)
    (supplies.folder / "foreign.txt").write_text("not to be touched")
    call = Call(
        (fault.__name__, str(source), str(out), str(supplies.blocked_port)),
        supplies.folder,
        program=PLANTED,
        limit_s=HANG_S if fault is hang else 600,
    )
    promise = Promise(frozenset({0, 1}), (out,), colour=COLOUR, hides_room=True)
    return Try(name, "planted", ((replace(call, **changes), promise),))


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setitem(attack_round.KINDS, "planted", planted_try)
    patch.setattr(attack_round, "KEPT_OF_A_CAUSE", len(CASES))
    attack = Round("1", tmp_path_factory.mktemp("attack"), slots=1, is_short=True)
    try:
        return attack.run({"planted": len(CASES)}, seconds=3600)
    finally:
        patch.undo()


@pytest.mark.parametrize("name", CASES)
def test_a_planted_fault_is_told_and_its_files_are_kept(outcome, name):
    assert outcome.tried[name] == 1
    found = [finding for finding in outcome.findings if finding.what == name]
    assert {finding.found.kind for finding in found} == ({KINDS[name]} - {None})
    for finding in found:
        assert finding.name == f"1:planted-{list(CASES).index(name)}"
        assert (finding.kept / "attack.log").is_file()
        assert (finding.kept / "source.mp4").is_file()


def test_what_broke_is_counted_and_grouped_by_cause(outcome):
    broken = [name for name, kind in KINDS.items() if kind is not None]
    assert sorted(outcome.broke.elements()) == sorted(broken)
    assert sum(count for _, _, count, _ in causes_of(outcome.findings)) == len(outcome.findings)


def test_a_hang_is_told_with_the_place_where_it_stood(outcome):
    (finding,) = (one for one in outcome.findings if one.what == "hang")
    assert "in hang" in (finding.kept / "attack.log").read_text()


def test_a_signal_comes_when_a_file_is_about_to_be_touched(outcome):
    (finding,) = (one for one in outcome.findings if one.what == "killed before a touch")
    assert (finding.kept / "out.mp4").is_file(), "before it was written"
