"""Compiled code between starts: of these sources, whole, this user's own; or compiled again."""

import os
import pickletools
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gpu_unet import cache_folder, compiled_code
from gpu_unet.cpu.compile import collecting, is_compiled, serial_kernel

ROOT = Path(__file__).resolve().parents[3]
SEED = 21
NAME = "kernels.twice-0123"


def twice(x, out):
    for i in range(x.size):
        out[i] = x[i] + x[i]


def check(kernel):
    x, out = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    kernel(x, out)
    assert out.tolist() == [0.0, 2.0, 4.0]


def damaged(content: bytes, chance: random.Random) -> bytes:
    """What a power cut, a full disk, a bad cable or a stranger may leave of a file."""
    at = chance.randrange(len(content))
    match chance.randrange(6):
        case 0:
            return content[:at]
        case 1:
            return (
                content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]
            )
        case 2:
            return content + chance.randbytes(1 + chance.randrange(5000))
        case 3:
            return bytes(len(content))
        case 4:
            end = at + 4096
            return content[:at] + bytes(len(content[at:end])) + content[end:]
        case _:
            return chance.randbytes(chance.randrange(len(content)))


def test_what_is_written_is_read_again(empty_cache):
    assert compiled_code.read(NAME) is None
    compiled_code.write(NAME, b"code")
    assert compiled_code.read(NAME) == b"code"
    assert compiled_code.names("kernels.twice-") == [NAME]
    compiled_code.forget(NAME)
    assert compiled_code.read(NAME) is None


def test_a_damaged_file_is_thrown_away_whatever_the_damage(empty_cache):
    chance = random.Random(SEED)
    content = chance.randbytes(20_000)
    path = empty_cache / NAME
    for _ in range(500):
        compiled_code.write(NAME, content)
        left = damaged(path.read_bytes(), chance)
        if left == path.read_bytes():
            continue
        path.write_bytes(left)
        assert compiled_code.read(NAME) is None
        assert not path.exists()


def test_the_code_of_one_kernel_is_not_taken_for_another_s(empty_cache):
    compiled_code.write(NAME, b"code")
    os.rename(empty_cache / NAME, empty_cache / "kernels.thrice-0123")
    assert compiled_code.read("kernels.thrice-0123") is None


def test_a_kernel_is_loaded_and_compiled_again_when_its_file_is_damaged(empty_cache):
    first = serial_kernel(twice)
    assert not is_compiled(first)
    check(first)
    assert is_compiled(first)
    (name,) = compiled_code.names("")

    loaded = serial_kernel(twice)
    assert is_compiled(loaded)
    check(loaded)
    assert sum(loaded.stats.cache_hits.values()) == 1

    for content in (b"", (empty_cache / name).read_bytes()[:-100]):
        (empty_cache / name).write_bytes(content)
        again = serial_kernel(twice)
        assert not is_compiled(again), "nobody would be told what the wait is for"
        check(again)
        assert compiled_code.read(name) is not None, "it was not kept again"


def test_what_is_on_disk_is_loaded_and_what_is_missing_is_named(empty_cache):
    x, out = np.ones(3, np.float32), np.zeros(3, np.float32)
    first = serial_kernel(twice)
    with collecting() as codes:
        first(x, out)
    ((name, code),) = codes.items()
    assert name.partition("-")[0] == f"{__name__}.twice"
    assert code.whereabouts == "missing"
    assert not first.overloads, "it was compiled"
    check(first)
    second = serial_kernel(twice)
    with collecting() as codes:
        second(x, out)
    assert codes[name].whereabouts == "kept"
    codes[name].load()
    assert second.overloads
    assert not out.any(), "it ran"


FROM_DISK = """
import sys
import numpy as np
from numba import njit
sys.path[:0] = sys.argv[1:]
from test_compiled_code import check, serial_kernel, twice
kernel = serial_kernel(twice)
check(kernel)
print(sum(kernel.stats.cache_hits.values()), njit(lambda y: np.sort(y)[-1])(np.ones(3)))
"""


def test_a_new_process_runs_kept_code_and_compiles_other_code_after_it(empty_cache):
    """Kept code runs before Numba has loaded what its compiler needs."""
    folders = [str(Path(__file__).parent), str(ROOT)]
    for hits in "01":
        command = [sys.executable, "-c", FROM_DISK, *folders]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.split() == [hits, "1.0"]


def test_a_kernel_that_takes_something_from_a_closure_is_refused(empty_cache):
    amount = 2

    def more(x):
        x[0] += amount

    with pytest.raises(ValueError, match="closure"):
        serial_kernel(more)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
def test_a_full_disk_means_no_cache_and_no_error(empty_cache, caplog):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        check(serial_kernel(twice))
        compiled_code.write(NAME, bytes(1000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caplog.text.count("no code can be kept") == 1
    assert not list(empty_cache.iterdir())


def test_without_a_folder_kernels_are_compiled_and_nothing_is_kept(empty_cache, monkeypatch):
    monkeypatch.setattr(compiled_code, "folder", lambda: None)
    check(serial_kernel(twice))
    compiled_code.forget(NAME)
    assert not is_compiled(serial_kernel(twice))
    assert not list(empty_cache.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no owners and modes")
class TestWhatOthersMayHaveLeft:
    """In a folder that was open before it was closed."""

    def test_a_file_that_others_can_write_is_not_run(self, empty_cache):
        compiled_code.write(NAME, b"code")
        (empty_cache / NAME).chmod(0o666)
        assert compiled_code.read(NAME) is None

    def test_another_user_s_file_is_not_run(self, empty_cache, monkeypatch):
        compiled_code.write(NAME, b"code")
        me = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: me + 1)
        assert compiled_code.read(NAME) is None

    def test_a_link_is_not_followed(self, empty_cache, tmp_path):
        compiled_code.write(NAME, b"code")
        os.rename(empty_cache / NAME, tmp_path / "elsewhere")
        (empty_cache / NAME).symlink_to(tmp_path / "elsewhere")
        assert compiled_code.read(NAME) is None

    def test_nobody_at_the_other_end_of_a_pipe_is_waited_for(self, empty_cache):
        os.mkfifo(empty_cache / NAME)
        assert compiled_code.read(NAME) is None

    def test_a_link_in_place_of_the_version_s_folder_is_not_followed(self, empty_cache, tmp_path):
        compiled_code.write(NAME, b"code")
        os.rename(empty_cache, tmp_path / "elsewhere")
        empty_cache.symlink_to(tmp_path / "elsewhere")
        compiled_code.folder.cache_clear()
        assert compiled_code.read(NAME) is None


@pytest.mark.parametrize(
    "name",
    [
        "cuda/tensor_tile.py", "cuda/warpgroup_tile.py", "cuda/launch.py", "reference/edges.py",
        "cpu/kernels/small_planes.py", "architecture.py",
    ],
)  # fmt: skip
def test_every_source_file_counts(tmp_path, monkeypatch, name):
    package = tmp_path / "gpu_unet"
    shutil.copytree(compiled_code.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled_code, "PACKAGE", package)
    before = compiled_code.version.__wrapped__()
    assert compiled_code.version.__wrapped__() == before
    with (package / name).open("a") as file:
        file.write("ANOTHER = 1\n")
    assert compiled_code.version.__wrapped__() != before


def test_old_versions_are_forgotten_and_recent_ones_kept(empty_cache):
    parent = empty_cache.parent
    long_ago = time.time() - compiled_code.FORGET_AFTER_S - 60
    for name in ("code-old", "code-recent", "compiled-old", "cuda", "other"):
        (parent / name).mkdir()
        (parent / name / "file").touch()
        if name != "code-recent":
            os.utime(parent / name, (long_ago, long_ago))
    for name in ("old.part", "recent.part"):
        (empty_cache / name).touch()
    os.utime(empty_cache / "old.part", (long_ago, long_ago))
    compiled_code.folder.cache_clear()
    compiled_code.folder()
    left = {path.name for path in parent.iterdir()}
    assert left == {empty_cache.name, "code-recent", "other"}
    assert [path.name for path in empty_cache.iterdir()] == ["recent.part"]


def test_what_the_shell_asks_of_numba_does_not_keep_the_kernels_from_working(empty_cache):
    program = (
        "from tests.gpu_unet.unit.test_compiled_code import check, serial_kernel, twice\n"
        "kernel = serial_kernel(twice)\n"
        "check(kernel)\n"
        "assert kernel.signatures\n"
        "import numba, gpu_unet.cpu.engine\n"
        "numba.set_num_threads(1)\n"  # loads the threading layer
    )
    asked = {
        "NUMBA_DISABLE_JIT": "1",
        "NUMBA_THREADING_LAYER": "nonsense",
        "NUMBA_NUM_THREADS": "0",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
    }
    environment = {**os.environ, **asked}
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)


def test_the_folder_is_a_private_one(empty_cache):
    assert empty_cache.name == f"code-{compiled_code.version()}"
    assert empty_cache.parent == cache_folder.cache_folder()


def test_nothing_that_is_kept_is_a_pickle(empty_cache):
    kernel = serial_kernel(twice)
    check(kernel)
    (name,) = compiled_code.names("")
    content = compiled_code.read(name)
    assert content is not None
    for start in range(len(content)):  # of the protocols that Numba writes
        assert content[start : start + 2] not in (b"\x80\x04", b"\x80\x05") or not is_pickle(
            content[start:]
        )


def is_pickle(content: bytes) -> bool:
    try:
        return sum(1 for _ in pickletools.genops(content)) > 3
    except ValueError:
        return False


def test_a_kernel_typed_into_a_notebook_is_compiled_anew_when_its_cell_runs_again(empty_cache):
    cell = compile("def kernel(out):\n    out[0] = 1\n", "<cell 3>", "exec")
    scope = {}
    sources = set()
    for _ in range(2):
        exec(cell, scope)
        sources.add(compiled_code.other_sources(scope["kernel"]))
    assert len(sources) == 2
    assert compiled_code.other_sources(scope["kernel"]) in sources
