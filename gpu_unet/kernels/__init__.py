"""What the kernels of both devices are made of: arithmetic and layouts, each written once."""
