"""Everything that touches pixels at speed: the U-Net and the frame path, on CPU and CUDA."""

import os

# Read when Numba is imported, which only this package does. Set in a shell for other programs, each
# of these ended every start with a traceback: kernels are made of instructions that Python has none
# for, a threading layer may not be installed, and there is no work for no threads.
os.environ.pop("NUMBA_DISABLE_JIT", None)
# The one that is part of Numba on every system; of those that it finds, Intel's TBB never lets a
# process on one core end (docs/decisions/0037-threading-layer.md).
os.environ["NUMBA_THREADING_LAYER"] = "workqueue"
if not os.environ.get("NUMBA_NUM_THREADS", "").strip().lstrip("0").isdecimal():
    os.environ.pop("NUMBA_NUM_THREADS", None)
