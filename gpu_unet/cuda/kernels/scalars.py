"""`gpu_unet.kernels.scalars`, compiled for the GPU."""

from gpu_unet.cuda.launch import device_function
from gpu_unet.kernels import scalars
from gpu_unet.kernels.template import compiled

COMPILED = compiled(scalars, device_function)
globals().update(COMPILED)
