"""Everything that touches pixels at speed: the U-Net and the frame path, on CPU and CUDA."""
