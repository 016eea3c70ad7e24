"""The mean of two alphas, of two networks or of a picture and its mirror image."""

from __future__ import annotations

from gpu_unet.cpu.compile import serial_kernel
from gpu_unet.cpu.kernels.scalars import mean_by_logits


@serial_kernel
def take_mean(alpha, other):
    """Replace an alpha by its mean with another one; see `reference.second_look`.

    alpha, other: float32 (n,).
    """
    for x in range(alpha.shape[0]):
        alpha[x] = mean_by_logits(alpha[x], other[x])
