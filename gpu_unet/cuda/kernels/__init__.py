"""CUDA kernels, one operation a file, twins of gpu_unet/cpu/kernels."""
