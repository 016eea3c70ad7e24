# What Numba compiles is typed by Numba, from signatures: `float32(x)`, `cuda.threadIdx.x` and
# `prange` mean something else in there than the Python that a type checker reads, and Numba has no
# stubs. So its names are Any here. All that stands around kernels is checked as everything else is.
from typing import Any

def __getattr__(name: str) -> Any: ...
