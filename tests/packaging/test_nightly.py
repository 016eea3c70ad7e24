"""What the default round leaves out: the table fits the tests, and the count is told."""

import re
import subprocess
import sys
from types import SimpleNamespace

import nightly
import pytest

import bootstrap

COLLECT = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]


def collected(*arguments):
    done = subprocess.run(
        [*COLLECT, *arguments], cwd=bootstrap.HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "::" in line], done.stdout


def test_a_row_that_fits_no_test_of_a_file_ends_whatever_collects_the_file(pytestconfig):
    """So each part of the default round checks the rows of its files."""
    tests = pytestconfig.pluginmanager.get_plugin(str(bootstrap.HERE / "tests" / "conftest.py"))
    name = next(iter(nightly.KEPT))
    items = [SimpleNamespace(nodeid=f"tests/{name}[another case]")]
    hook = tests.pytest_collection_modifyitems
    with pytest.raises(pytest.UsageError, match=re.escape(name)):
        next(hook(config=SimpleNamespace(args=["tests"]), items=items))
    next(hook(config=SimpleNamespace(args=[f"tests/{name}"]), items=items))


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
