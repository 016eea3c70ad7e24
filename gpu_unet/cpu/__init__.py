"""The CPU engine: Numba kernels over SIMD vectors."""

import os

# Numba's threads wait by OpenMP, whose default is to spin: beside a decoder and an encoder that
# want the same cores, spinning made the network ten times slower (80 ms instead of 8, with 16
# busy processes on two cores). Read once, when Numba starts its threads.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
