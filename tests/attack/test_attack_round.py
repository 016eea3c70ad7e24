"""A short round against the program itself, with another seed each time.

Its seed is told at the end; BACKDROP_ATTACK_SEED sets it, BACKDROP_ATTACK_SECONDS how long it
takes; with --nightly it takes longer. A failure says how to see one try again.
"""

import os
import secrets
import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("the attack asks Linux how a process ended", allow_module_level=True)


from attack.conftest import told
from attack.report import lines_of, without_places
from attack.round import KINDS, Round

# Where nothing is compiled yet, the warm process takes minutes to become it.
pytestmark = pytest.mark.timeout(3600)
SECONDS = os.environ.get("BACKDROP_ATTACK_SECONDS")
SHORT_S, LONG_S = 20.0, 120.0
# More than fits, in their turns: a slow machine tries less, and what it tries is the same.
COUNTS = {"input": 600, "kill": 60, "environment": 8, "server": 4, "url": 8, "cluster": 2}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory, is_nightly_round):
    seconds = float(SECONDS or (LONG_S if is_nightly_round else SHORT_S))
    seed = os.environ.get("BACKDROP_ATTACK_SEED") or secrets.token_hex(4)
    attack = Round(seed, tmp_path_factory.mktemp("attack"), slots=2, is_short=True)
    outcome = attack.run({kind: COUNTS[kind] for kind in KINDS}, seconds=seconds)
    tried, broke = sum(outcome.tried.values()), sum(outcome.broke.values())
    told.append(
        f"attack: {tried} tries, {broke} broke, BACKDROP_ATTACK_SEED={seed}, "
        f"{outcome.seconds:.0f} s, at most {outcome.peak_kib // 1024} MiB"
    )
    return outcome


@pytest.mark.parametrize("kind", COUNTS)
def test_the_program_holds_against(outcome, kind):
    found = [one for one in outcome.findings if f":{kind}-" in one.name]
    assert not found, "\n" + "\n".join(line for one in found for line in lines_of(one))


def test_a_round_tries_something(outcome):
    assert outcome.tried


def test_what_is_written_down_names_no_folder_of_the_machine():
    words = '"input": "/home/me/tries/a-1/in.mp4", see http://host/a/b and 3/4 of x/y'
    assert without_places(words) == '"input": "in.mp4", see http://host/a/b and 3/4 of x/y'
