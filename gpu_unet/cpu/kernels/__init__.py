"""CPU kernels, one operation a file."""
