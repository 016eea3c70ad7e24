"""`gpu_unet.kernels.scalars`, compiled for the CPU."""

from gpu_unet.cpu.compile import device_function
from gpu_unet.kernels import scalars
from gpu_unet.kernels.template import compiled

COMPILED = compiled(scalars, device_function)
globals().update(COMPILED)
