"""The CPU engine: Numba kernels over SIMD vectors."""

from gpu_unet.compiled_code import keep_compiled_code

keep_compiled_code()  # before any module of this package decorates a kernel
