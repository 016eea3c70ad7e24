"""`gpu_unet.kernels.scalars`, compiled for the GPU."""

from typing import TYPE_CHECKING, Any

from gpu_unet.cuda.launch import device_function
from gpu_unet.kernels import scalars
from gpu_unet.kernels.template import compiled

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # what it compiles is typed by Numba


COMPILED = compiled(scalars, device_function)
globals().update(COMPILED)
