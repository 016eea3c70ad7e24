"""Everything that touches pixels at speed: the U-Net and the frame path, on CPU and CUDA."""

import os

# Read when Numba is imported, which only this package does. Set for debugging another program, it
# ended every start with a traceback: kernels are made of instructions that Python has none for.
os.environ.pop("NUMBA_DISABLE_JIT", None)
