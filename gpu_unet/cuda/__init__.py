"""The CUDA engine: Numba kernels on tensor cores."""
