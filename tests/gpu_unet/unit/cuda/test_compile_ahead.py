"""Kernels compiled in other processes: requests, processes, and what happens without them."""

import json

import pytest

from gpu_unet.cuda import compile_ahead
from gpu_unet.cuda.compile_ahead import CompileAhead, kernel_of, request_of
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.kernels import simple_layers
from gpu_unet.cuda.kernels.conv_first import WIDE, FirstTile, make_conv_first
from gpu_unet.cuda.kernels.conv_float32 import FloatTile, make_conv_float32
from gpu_unet.cuda.kernels.conv_tensor import make_conv_tensor
from gpu_unet.cuda.kernels.conv_warpgroup import make_conv_warpgroup
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile

pytestmark = pytest.mark.skipif(is_simulated(), reason="the CUDA simulator compiles nothing")

HOPPER = Gpu(0, "a Hopper", (9, 0), 132, 232448, 1 << 37)
KERNELS = {
    "of a module": lambda: simple_layers.max_pool_float32_kernel,
    "first": lambda: make_conv_first(FirstTile(32)),
    "first with a plate": lambda: make_conv_first(FirstTile(32, WIDE)),
    "mma": lambda: make_conv_tensor(TensorTile(256, 64, 4, relu=False)),
    "float32": lambda: make_conv_float32(FloatTile(64, 64, taps=1)),
    "wgmma": lambda: make_conv_warpgroup(WarpgroupTile(64, 1, 2, pool=True)),
}


def few_kernels():
    return [
        simple_layers.max_pool_float32_kernel,
        simple_layers.max_pool_kernel,
        simple_layers.head_sigmoid_float32_kernel,
        simple_layers.head_sigmoid_kernel,
    ]


@pytest.mark.parametrize("name", KERNELS)
def test_a_request_makes_the_same_kernel_again(name):
    kernel = KERNELS[name]()
    again = kernel_of(json.loads(request_of(kernel, HOPPER.target)))
    assert again.name == kernel.name
    assert again.made_from == kernel.made_from
    assert again.signature == kernel.signature


def test_tiles_that_differ_anywhere_make_kernels_of_other_names():
    tile = WarpgroupTile(64, 1, 2)
    others = [WarpgroupTile(64, 1, 2, **{key: True}) for key in ("pool", "split_k", "upsample")]
    names = {make_conv_warpgroup(t).name for t in (tile, *others)}
    assert len(names) == 4


def test_missing_kernels_are_compiled_by_other_processes(empty_cache):
    pytest.importorskip("cuda.bindings", reason="needs pip install -r requirements-cuda.txt")
    told, counted = [], []
    kernels = few_kernels()
    with CompileAhead(HOPPER, told.append, counted.append) as compile_them:
        assert compile_them(kernels + kernels) == 4
        assert all(kernel.is_kept(HOPPER.target) for kernel in kernels)
        assert compile_them(kernels) == 0
    assert told == ["Compiling 4 kernels for a Hopper (once) ..."]
    assert counted == [(ready, 4) for ready in range(5)]


def test_without_other_processes_the_kernels_wait_for_their_loading(empty_cache, monkeypatch):
    monkeypatch.setattr(compile_ahead.sys, "executable", "/nowhere/python")
    with CompileAhead(HOPPER) as compile_them:
        assert compile_them(few_kernels()) == 4
    assert not list(empty_cache.iterdir())


def test_a_process_that_ends_early_is_survived(empty_cache, monkeypatch):
    monkeypatch.setattr(compile_ahead, "request_of", lambda kernel, target: "no request")
    with CompileAhead(HOPPER) as compile_them:
        assert compile_them(few_kernels()) == 4
    assert not list(empty_cache.iterdir())


def test_few_kernels_start_no_process(empty_cache, monkeypatch):
    monkeypatch.setattr(compile_ahead.subprocess, "Popen", lambda *_, **__: pytest.fail("started"))
    with CompileAhead(HOPPER) as compile_them:
        assert compile_them(few_kernels()[:2]) == 2
