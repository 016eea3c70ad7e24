"""What the repository holds: no packs of pictures and no runs, which are large and not ours."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LARGEST_MIB = {".safetensors": 26}
USUAL_MIB = 2


def git(*arguments):
    if not (ROOT / ".git").exists():
        pytest.skip("this copy of the project is no git checkout")
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("place", ["packs/pack-0.npz", "runs/fast/log.txt", "unlabelled/a.npz"])
def test_what_training_writes_is_ignored(place):
    assert git("check-ignore", f"lab/training/{place}").returncode == 0


def test_no_tracked_file_is_large():
    names = git("ls-files", "-z").stdout.split("\0")
    paths = [ROOT / name for name in names if name and (ROOT / name).is_file()]
    large = [
        path
        for path in paths
        if path.stat().st_size > LARGEST_MIB.get(path.suffix, USUAL_MIB) * 2**20
    ]
    assert not large
