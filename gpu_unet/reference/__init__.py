"""The NumPy definition of every operation: the truth that kernels are held to."""
