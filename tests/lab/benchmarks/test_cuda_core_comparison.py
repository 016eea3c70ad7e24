"""The comparison with cuda.core: what of it can be seen without a GPU."""

import pytest

from gpu_unet.cuda.launch import is_simulated

pytestmark = pytest.mark.skipif(is_simulated(), reason="the simulator compiles no kernels")


def test_without_a_gpu_it_says_so_and_compares_nothing(why_no_gpu, monkeypatch, capsys):
    if not why_no_gpu:
        pytest.skip("there is a GPU")
    from lab.benchmarks import bench_cuda_core

    monkeypatch.setattr("sys.argv", ["bench_cuda_core"])
    assert bench_cuda_core.main() == 1
    printed = capsys.readouterr()
    assert printed.err == f"nothing was compared: {why_no_gpu}\n"
    assert not printed.out


def test_its_kernels_compile_without_a_card():
    from lab.benchmarks.bench_cuda_core import add_early_kernel, add_kernel

    for kernel in (add_kernel, add_early_kernel):
        assert ".entry" in kernel.ptx((9, 0, "a"))
