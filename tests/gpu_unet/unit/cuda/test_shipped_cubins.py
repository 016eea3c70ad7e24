"""Machine code for cards that an installation brings: used if it is whole, else a sentence."""

import dataclasses
from pathlib import Path

import pytest

from gpu_unet import shipped_code
from gpu_unet.cuda import compile_ahead, machine_code, tuner, usual_kernels
from gpu_unet.cuda.compile_ahead import CompileAhead
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import kernel_of
from gpu_unet.cuda.kernels import simple_layers
from gpu_unet.cuda.launch import is_simulated, registered_kernels
from gpu_unet.cuda.tuner import Tuner
from gpu_unet.cuda.usual_kernels import USUAL_CARDS, usual_cards
from gpu_unet.errors import EngineError
from gpu_unet.weights import load_weights

pytestmark = pytest.mark.skipif(is_simulated(), reason="the CUDA simulator compiles nothing")

ADA = usual_cards((8, 9))[1]
WEIGHTS = Path(__file__).parents[4] / "weights" / "fast.safetensors"
PROBLEM = ConvProblem(1, 18, 32, 128, 128, taps=9, relu=True, dtype="float16")


@pytest.fixture
def installation(tmp_path, empty_cache, monkeypatch):
    """Without a compiler; what a test ships lies in a folder of its own."""
    monkeypatch.setattr(shipped_code, "FOLDER", tmp_path / "compiled")
    monkeypatch.setattr(machine_code, "_refused", set())
    for kernel in registered_kernels().values():  # other tests have loaded some
        monkeypatch.setattr(kernel, "_loaded", None)
    for module in (machine_code, compile_ahead, tuner):
        monkeypatch.setattr(module, "can_compile", lambda: False)


def ship(kernel, code=b"cubin"):
    """As `usual_kernels` does, without compiling."""
    name = kernel._shipped_name()
    shipped_code.write_for_card(name, "sm_89", b"entry\0" + code)
    return shipped_code.folder_for("sm_89") / name


def test_what_was_shipped_needs_no_compiler(installation):
    kernel = simple_layers.max_pool_kernel
    assert not kernel.is_kept(ADA.target)
    ship(kernel)
    assert kernel.is_kept(ADA.target)
    assert kernel.machine_code(ADA.target) == ("entry", b"cubin")


def test_what_was_not_shipped_is_a_sentence(installation):
    ship(simple_layers.max_pool_kernel)
    with pytest.raises(EngineError, match=r"^head_sigmoid_kernel for sm_89 did not come with this"):
        simple_layers.head_sigmoid_kernel.machine_code(ADA.target)
    with pytest.raises(EngineError, match=r"max_pool_kernel for sm_87 did not come"):
        simple_layers.max_pool_kernel.machine_code((8, 7, ""))


@pytest.mark.parametrize("at", [0, 20, -1])
def test_damaged_shipped_code_never_reaches_the_driver(installation, at, caplog):
    path = ship(simple_layers.max_pool_kernel)
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    with pytest.raises(EngineError, match="did not come"):
        simple_layers.max_pool_kernel.machine_code(ADA.target)
    assert "is damaged" in caplog.text


def test_what_the_driver_refused_is_not_taken_again(installation):
    ship(simple_layers.max_pool_kernel)
    simple_layers.max_pool_kernel.forget(ADA.target)
    assert not simple_layers.max_pool_kernel.is_kept(ADA.target)


def test_a_kernel_that_this_computer_compiled_goes_first(installation, monkeypatch):
    kernel = simple_layers.max_pool_kernel
    ship(kernel)
    monkeypatch.setattr(
        machine_code.compiled_code,
        "read",
        lambda name: b"own\0code" if name == kernel._kept_name(ADA.target) else None,
    )
    assert kernel.machine_code(ADA.target) == ("own", b"code")


def test_only_tiles_that_were_shipped_are_measured(installation):
    likely = Tuner(ADA, lambda *_: 1.0).likely(PROBLEM)
    assert len(likely) == 3
    assert Tuner(ADA, lambda *_: 1.0).candidates(PROBLEM) == likely  # a checkout has none
    second = likely[1]
    ship(kernel_of(dataclasses.replace(second[0], split_k=second[1] > 1)))
    assert Tuner(ADA, lambda *_: 1.0).candidates(PROBLEM) == [second]


def test_an_unlikely_tile_that_was_shipped_is_better_than_none(installation):
    tuner_of_ada = Tuner(ADA, lambda *_: 1.0)
    likely = tuner_of_ada.likely(PROBLEM)
    unlikely = next(c for c in tuner.choices(PROBLEM, ADA) if c not in likely)
    ship(kernel_of(dataclasses.replace(unlikely[0], split_k=unlikely[1] > 1)))
    assert tuner_of_ada.candidates(PROBLEM) == [unlikely]


def test_nothing_is_started_where_nothing_can_be_compiled(installation, monkeypatch):
    monkeypatch.setattr(compile_ahead.subprocess, "Popen", lambda *_, **__: pytest.fail("started"))
    told = []
    kernels = [
        simple_layers.max_pool_float32_kernel,
        simple_layers.max_pool_kernel,
        simple_layers.head_sigmoid_float32_kernel,
        simple_layers.head_sigmoid_kernel,
    ]
    with CompileAhead(ADA, told.append) as compile_them:
        assert compile_them(kernels) == 4
    assert told == []


def test_all_that_an_engine_launches_is_found_without_a_card():
    """Every kernel around the network, and tiles of all its problems."""
    kernels = usual_kernels.kernels_of(ADA, [load_weights(WEIGHTS)])
    names = {name.partition("-")[0] for name in kernels}
    assert {"composite_rgb_kernel", "composite_yuv420_kernel", "force_areas_kernel"} <= names
    assert {"turn_away_float16_kernel", "turn_back_float16_kernel"} <= names
    assert {"begin_kernel", "remember_float16_kernel", "search_kernel", "steady_kernel"} <= names
    assert "observe_float16_kernel" in names  # of a network that reads no clean plate, too
    assert {"lay_rgb_kernel", "label_kernel", "blur_rows_kernel", "conv_tensor_kernel"} <= names
    asked = [c for c in kernels.values() if c.made_from is not None]
    assert len(asked) > 5


def test_cards_are_described_as_the_driver_would():
    for capability in USUAL_CARDS:
        for gpu in usual_cards(capability):
            assert gpu.capability == capability
            assert gpu.shared_bytes % 1024 == 0
    assert usual_cards((9, 0))[0].has_wgmma
    assert not usual_cards((7, 5))[0].has_tensor_cores
