"""Machine code that an installation brings: used on a processor that it is for, if it is whole."""

import shutil
from types import SimpleNamespace

import numpy as np
import pytest

from gpu_unet import cache_folder, compiled_code, shipped_code
from gpu_unet.cpu import compile_ahead
from gpu_unet.cpu.code_container import pack, unpack
from gpu_unet.cpu.compile import collecting, is_compiled, serial_kernel

ZEN_3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave", "cx16")
AVX512 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")


def halved(x, out):
    for i in range(x.size):
        out[i] = x[i] / np.float32(2)


def run(kernel):
    x, out = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    kernel(x, out)
    return out.tolist()


def forget_everything():
    for remembered in (
        cache_folder.cache_folder,
        compiled_code.folder,
        shipped_code.folder,
        shipped_code.level,
    ):
        remembered.cache_clear()


@pytest.fixture
def installation(tmp_path, monkeypatch):
    """An empty cache, and code for `halved` that was shipped."""
    monkeypatch.setenv("BACKDROP_CACHE", str(tmp_path / "first"))
    monkeypatch.setattr(shipped_code, "FOLDER", tmp_path / "compiled")
    monkeypatch.setattr(shipped_code, "_of_process", {"is_ignored": False, "is_made": True})
    forget_everything()
    monkeypatch.setattr(shipped_code, "level", lambda: "x86-64-v3")
    assert run(serial_kernel(halved)) == [0.0, 0.5, 1.0]
    shipped_code._of_process["is_made"] = False
    monkeypatch.setenv("BACKDROP_CACHE", str(tmp_path / "second"))
    compiled_code.folder.cache_clear()
    cache_folder.cache_folder.cache_clear()
    yield SimpleNamespace(files=list((tmp_path / "compiled").rglob("*-*-*")))
    monkeypatch.undo()
    forget_everything()


def hits(kernel):
    return sum(kernel.stats.cache_hits.values())


def whereabouts(kernel):
    with collecting() as codes:
        run(kernel)
    (code,) = codes.values()
    return code.whereabouts


def shipped_file():
    (path,) = (path for path in shipped_code.folder().iterdir())
    return path


def test_shipped_code_runs_where_the_user_has_none(installation):
    kernel = serial_kernel(halved)
    assert is_compiled(kernel)
    assert whereabouts(kernel) == "shipped"
    assert run(kernel) == [0.0, 0.5, 1.0]
    assert hits(kernel) == 1


def test_the_user_s_own_code_goes_before_what_was_shipped(installation):
    shipped_code.ignore()
    run(serial_kernel(halved))  # compiled, and kept
    shipped_code._of_process["is_ignored"] = False
    shutil.rmtree(shipped_code.FOLDER)
    kernel = serial_kernel(halved)
    assert whereabouts(kernel) == "kept"
    assert run(kernel) == [0.0, 0.5, 1.0]
    assert hits(kernel) == 1


@pytest.mark.parametrize("at", [0, 20, 60, -1])
def test_damaged_shipped_code_is_not_run_but_compiled(installation, at, caplog):
    path = shipped_file()
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    kernel = serial_kernel(halved)
    assert not is_compiled(kernel)
    assert run(kernel) == [0.0, 0.5, 1.0]
    assert hits(kernel) == 0
    assert "is damaged: it is compiled instead" in caplog.text


def test_code_shipped_for_other_sources_or_another_numba_is_not_even_looked_at(
    installation, monkeypatch
):
    shipped_code.folder.cache_clear()
    monkeypatch.setattr(shipped_code.compiled_code, "version", lambda processor="": "another")
    assert not is_compiled(serial_kernel(halved))


@pytest.mark.parametrize(
    ("features", "level"),
    [
        (ZEN_3, "x86-64-v3"),
        ((*ZEN_3, *AVX512), "x86-64-v4"),
        ((*ZEN_3, "avx512f", "avx512cd"), None),  # vectors of 16, and not the rest
        (("avx", "popcnt"), None),
    ],
)
def test_a_processor_gets_the_best_level_that_it_reaches(features, level, monkeypatch):
    monkeypatch.setattr(shipped_code.config, "CPU_NAME", None)
    monkeypatch.setattr(shipped_code.llvm, "get_process_triple", lambda: "x86_64-unknown-linux")
    monkeypatch.setattr(
        shipped_code.llvm, "get_host_cpu_features", lambda: dict.fromkeys(features, True)
    )
    assert shipped_code.level.__wrapped__() == level


def test_a_container_of_another_format_is_refused_in_a_sentence():
    for content in (b"", b"short", bytes(24), bytes(23) + b"\1" + bytes(9)):
        with pytest.raises(ValueError, match="no compiled kernel"):
            unpack(content, (), None)


def answer(x):
    return (x, x)


def test_what_a_container_has_no_words_for_is_not_kept():
    kernel = serial_kernel(answer)
    kernel(1)  # it returns a tuple
    (result,) = kernel.overloads.values()
    assert pack(result) is None


def test_only_shipped_code_is_compiled_anew_behind_the_work_and_once(monkeypatch):
    begun = []
    monkeypatch.setattr(compile_ahead, "_behind", [])
    monkeypatch.setattr(compile_ahead, "_start", lambda words: begun.append(words))
    monkeypatch.setattr(compile_ahead, "load_kept", lambda part: set())
    monkeypatch.setattr(compile_ahead.compiled_code, "read", lambda name: None)
    told = []
    compile_ahead.load_kernels("yuv420", told.append)
    compile_ahead.load_kernels("yuv420", told.append)
    assert begun == [["whenever", "network", "rgb", "yuv420", "room"]]
    assert told == []
