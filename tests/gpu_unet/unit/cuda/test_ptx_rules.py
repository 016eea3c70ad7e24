"""What the machine code must look like; needs the compiler wheels, no GPU."""

import functools
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from gpu_unet.cuda import kernels, ptx
from gpu_unet.cuda.kernels.conv_first import WIDE, FirstTile, make_conv_first
from gpu_unet.cuda.kernels.conv_float32 import FloatTile, make_conv_float32
from gpu_unet.cuda.kernels.conv_tensor import make_conv_tensor
from gpu_unet.cuda.kernels.conv_warpgroup import make_conv_warpgroup
from gpu_unet.cuda.kernels.depthwise import RUNS, DepthwiseTile, make_depthwise
from gpu_unet.cuda.launch import Kernel, is_simulated, registered_kernels
from gpu_unet.cuda.machine_code import Options
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from gpu_unet.errors import EngineError
from lab.ladder.steps import step4_mma
from lab.ladder.steps.pairs import PairTile, make_conv_pairs

pytest.importorskip("cuda.bindings", reason="needs pip install -r requirements-cuda.txt")
pytestmark = pytest.mark.skipif(is_simulated(), reason="the CUDA simulator compiles nothing")

ROOT = Path(__file__).parents[4]
OLDEST = (7, 5, "")
FIRST_TENSOR = (8, 0, "")
HOPPER = (9, 0, "a")

for module in pkgutil.iter_modules(kernels.__path__):
    importlib.import_module(f"{kernels.__name__}.{module.name}")

# The kernels made as modules are imported are the simple ones; those of factories are named here.
SIMPLE = registered_kernels()
importlib.import_module("lab.ladder.climb")  # imports all that only teach
LADDER = {name: k for name, k in registered_kernels().items() if name not in SIMPLE}
NEEDS_8_0 = ("max_pool_kernel", "conv3x3_mma_kernel-16")  # max.f16x2, mma.sync
WARPGROUP = WarpgroupTile(64, 1, 2, pool=True)
ADDS = {"taps": 1, "relu": False, "adds": True}
DEPTHWISE = [DepthwiseTile(side, s, run) for side in (3, 5) for s in RUNS for run in RUNS[s]]
DEPTHWISE.append(DepthwiseTile(3, 1, 4, relu6=False))  # of a separable network
MADE = {
    "first": (lambda: make_conv_first(FirstTile(32)), FIRST_TENSOR),
    "first with a plate": (lambda: make_conv_first(FirstTile(32, WIDE)), FIRST_TENSOR),
    "mma": (lambda: make_conv_tensor(TensorTile(128, 64)), FIRST_TENSOR),
    "float32": (lambda: make_conv_float32(FloatTile(128, 64)), OLDEST),
    "wgmma": (lambda: make_conv_warpgroup(WARPGROUP), HOPPER),
    "stem": (lambda: make_conv_first(FirstTile(32, WIDE, 2, True)), FIRST_TENSOR),
    "mma, ReLU6": (lambda: make_conv_tensor(TensorTile(64, 64, taps=1, relu6=True)), FIRST_TENSOR),
    "mma, adds": (lambda: make_conv_tensor(TensorTile(128, 32, 8, 32, **ADDS)), FIRST_TENSOR),
    "float32, ReLU6": (lambda: make_conv_float32(FloatTile(64, 64, relu6=True, stride=2)), OLDEST),
    "float32, adds": (lambda: make_conv_float32(FloatTile(64, 64, **ADDS)), OLDEST),
    "wgmma, ReLU6": (
        lambda: make_conv_warpgroup(WarpgroupTile(128, 1, taps=1, relu6=True)),
        HOPPER,
    ),
    "wgmma, adds": (lambda: make_conv_warpgroup(WarpgroupTile(16, 2, 2, 16, **ADDS)), HOPPER),
    "pairs": (lambda: make_conv_pairs(PairTile(128, weight_stages=8, cluster=2)), HOPPER),
}
INSTRUCTIONS = {
    (
        *("first", "first with a plate", "stem"),
        *("mma", "mma, ReLU6", "mma, adds"),
    ): "mma.sync.aligned.m16n8k16",
    ("mma", "mma, ReLU6", "mma, adds"): "ldmatrix.sync",
    ("wgmma", "wgmma, ReLU6", "wgmma, adds", "pairs"): "wgmma.mma_async",
    ("pairs",): "setmaxnreg.dec",
}


@functools.cache
def ptx_of(name):
    """PTX of one of MADE; compiling one takes seconds."""
    make, target = MADE[name]
    return make().ptx(target)


def check(text):
    assert not re.search(r"\.f64", text), "double precision: a bare 1.0 somewhere?"
    assert ".local" not in text, "an array with a running index lies in slow memory"


@pytest.mark.parametrize("name", SIMPLE)
def test_simple_kernels_compute_in_single_precision(name):
    target = FIRST_TENSOR if name in NEEDS_8_0 else OLDEST
    text = SIMPLE[name].ptx(target)
    assert not re.search(r"\.f64", text), "double precision: a bare 1.0 somewhere?"


@pytest.mark.parametrize("target", [OLDEST, HOPPER], ids=["7.5", "9.0"])
@pytest.mark.parametrize("name", LADDER)
def test_the_ladder_s_kernels_keep_to_registers_and_single_precision(name, target):
    if name in NEEDS_8_0 and target == OLDEST:
        pytest.skip("needs tensor cores")
    check(LADDER[name].ptx(target))


@pytest.mark.parametrize("name", MADE)
def test_convolutions_keep_to_registers_and_single_precision(name):
    text = ptx_of(name)
    check(text)
    for kind, instruction in INSTRUCTIONS.items():
        assert (instruction in text) == (name in kind), instruction


@pytest.mark.parametrize("tile", DEPTHWISE, ids=str)
def test_depthwise_convolutions_of_mobile_encoders_keep_to_registers(tile):
    check(make_depthwise(tile).ptx(FIRST_TENSOR))


@pytest.mark.usefixtures("empty_cache")
def test_a_t4_s_assembler_takes_its_step_of_the_ladder_and_refuses_the_deeper_instruction():
    assert step4_mma.kernel_for(OLDEST[:2]) is step4_mma.KERNELS[8]
    assert "mma.sync.aligned.m16n8k8." in step4_mma.KERNELS[8].ptx(OLDEST)
    _, code = step4_mma.KERNELS[8].machine_code(OLDEST)
    assert code.startswith(b"\x7fELF")
    with pytest.raises(Exception, match=r"m16n8k16' requires \.target sm_80"):
        step4_mma.KERNELS[16].machine_code(OLDEST)


def test_every_instruction_is_some_kernel_s():
    folders = [Path(kernels.__file__).parent, ROOT / "lab" / "ladder"]
    texts = [path.read_text() for folder in folders for path in folder.rglob("*.py")]
    used = set(re.findall(r"ptx\.(\w+)", "".join(texts)))
    kinds = (type(ptx.udiv), type(ptx.wgmma_wait))  # intrinsics, and what makes them
    offered = {name for name, value in vars(ptx).items() if isinstance(value, kinds)}
    offered -= {name for name in offered if name.startswith("_")}
    offered -= {"intrinsic", "inline_asm", "statement"}
    assert len(offered) > 40
    assert not offered - used


def test_the_most_registers_of_a_thread_stand_in_the_ptx():
    said = rf"^\.maxntid {WARPGROUP.threads}.*\n\.maxnreg {WARPGROUP.registers}$"
    assert re.search(said, ptx_of("wgmma"), re.MULTILINE)


def test_a_directive_without_a_place_in_the_ptx_is_an_error_that_names_the_kernel():
    def store_kernel(out):
        out[0] = 1

    options = Options(True, None, (".maxnreg 40",), False)  # no block size to stand behind
    kernel = Kernel(store_kernel, "void(int32[::1])", None, options)
    with pytest.raises(EngineError, match=r"store_kernel: \.maxnreg 40 has its place .* 0 of them"):
        kernel.ptx(OLDEST)
