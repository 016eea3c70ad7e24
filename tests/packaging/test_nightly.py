"""What the default round leaves out: the table fits the tests, and the count is told."""

import subprocess
import sys

import nightly

import bootstrap

COLLECT = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]


def collected(*arguments):
    done = subprocess.run(
        [*COLLECT, *arguments], cwd=bootstrap.HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "::" in line], done.stdout


def test_each_row_leaves_out_something_and_keeps_what_it_says():
    files = sorted({f"tests/{name.partition('::')[0]}" for name in nightly.KEPT})
    every, _ = collected("--nightly", *files)
    assert nightly.unused(every) == []
    assert sorted(nightly.unused([name for name in every if nightly.is_nightly(name)])) == sorted(
        name for name, kept in nightly.KEPT.items() if kept
    )


def test_the_default_round_says_how_many_it_leaves_out_and_a_name_brings_one_back():
    name = "tests/app/pipeline/test_plate_keeper.py"
    every, _ = collected("--nightly", name)
    usual, said = collected(name)
    left_out = [one for one in every if nightly.is_nightly(one)]
    assert usual == [one for one in every if one not in left_out]
    assert f"{len(left_out)} nightly tests were left out" in said
    assert left_out
    assert collected(left_out[0])[0] == left_out[:1]
    assert collected("-m", "nightly", name)[0] == left_out
