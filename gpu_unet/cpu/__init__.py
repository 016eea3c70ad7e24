"""The CPU engine: Numba kernels over SIMD vectors."""
