"""BatchNorm in training with its activation: one operation instead of two.

PyTorch's own kernels for channels-last bfloat16 take 19 ms of a 57 ms step of `quality` on one
H200; these read and write no more than the arithmetic needs. Only the input and four small vectors
are kept for the way back, not the output.
"""

from __future__ import annotations

import math
import os
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

try:
    from lab.training.network import batch_norm_kernels as kernels
except ImportError:  # PyTorch for the CPU comes without Triton
    kernels = None

IS_INTERPRETED = os.environ.get("TRITON_INTERPRET") == "1"  # Triton's own switch, for tests
_TILE = 4096  # values a program holds at once: 16 a thread
_WARPS = 8
_LARGEST_P = 1024  # partial sums a channel: as many as one program of the last sum reads at once
_PROGRAMS_PER_PROCESSOR = 6

# What an activation lets pass; gradients flow between its bounds.
BOUNDS = {"none": (-math.inf, math.inf), "relu": (0.0, math.inf), "relu6": (0.0, 6.0)}


def batch_norm_then(
    activation: str, layer: nn.BatchNorm2d, x: torch.Tensor, *, fused: bool = True
) -> torch.Tensor:
    """activation(layer(x)), by the kernels of this project where they can.

    Args:
        activation: A key of `BOUNDS`.
        layer: Used as it is: its parameters, its running statistics, its mode.
        x: (N, C, H, W); the kernels want it channels-last, on a GPU, `layer` in training.
        fused: False takes PyTorch's modules everywhere.
    """
    if fused and is_supported(layer, x):
        return FusedBatchNorm.apply(x, layer.weight, layer.bias, layer, *BOUNDS[activation])
    x = layer(x)
    return x if activation == "none" else F.hardtanh(x, *BOUNDS[activation], inplace=True)


def is_supported(layer: nn.BatchNorm2d, x: torch.Tensor) -> bool:
    """Whether the kernels run here and compute what `layer` would."""
    return (
        kernels is not None
        and (x.is_cuda or IS_INTERPRETED)
        and layer.training
        and layer.momentum is not None
        and layer.weight is not None
        and layer.running_mean is not None
        and layer.weight.dtype == torch.float32
        and x.dtype in (torch.bfloat16, torch.float16, torch.float32)
        and x.is_contiguous(memory_format=torch.channels_last)
        and x.shape[1] < x.numel() < 2**31
    )


class FusedBatchNorm(torch.autograd.Function):
    """y = x * a + b within two bounds, with a and b from the batch's own mean and variance.

    Source: Ioffe & Szegedy 2015, https://arxiv.org/abs/1502.03167
    """

    @staticmethod
    def forward(
        ctx: Any,
        x: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor,
        layer: nn.BatchNorm2d,
        low: float,
        high: float,
    ) -> torch.Tensor:
        """Also moves the layer's running statistics on."""
        assert kernels is not None
        m, c, p, grid, options = _split(x)
        partial = torch.empty((2, c, p), dtype=torch.float32, device=x.device)
        vectors = torch.empty((4, c), dtype=torch.float32, device=x.device)
        y = torch.empty_like(x)
        kernels.partial_sums_kernel[grid](x, layer.running_mean, partial, m, c, p, **options)
        kernels.finish_statistics_kernel[(c,)](
            partial,
            weight,
            bias,
            layer.running_mean,
            layer.running_var,
            layer.num_batches_tracked,
            vectors,
            m,
            c,
            p,
            layer.eps,
            layer.momentum,
            block_p=_LARGEST_P,
            num_warps=4,
        )
        kernels.normalise_kernel[grid](x, vectors, y, low, high, m, c, p, **options)
        ctx.save_for_backward(x, vectors)
        ctx.bounds = low, high
        return y

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        """Gradients of x, weight and bias; what the bounds held back is found anew from x."""
        assert kernels is not None
        x, vectors = ctx.saved_tensors
        dy = gradients[0].contiguous(memory_format=torch.channels_last)
        m, c, p, grid, options = _split(x)
        partial = torch.empty((2, c, p), dtype=torch.float32, device=x.device)
        of_parameters = torch.empty((2, c), dtype=torch.float32, device=x.device)
        factors = torch.empty((2, c), dtype=torch.float32, device=x.device)
        dx = torch.empty_like(x)
        kernels.partial_gradients_kernel[grid](
            x, dy, vectors, partial, *ctx.bounds, m, c, p, **options
        )
        kernels.finish_gradients_kernel[(c,)](
            partial, vectors, of_parameters, factors, m, c, p, block_p=_LARGEST_P, num_warps=4
        )
        kernels.input_gradient_kernel[grid](
            x, dy, vectors, factors, dx, *ctx.bounds, m, c, p, **options
        )
        return dx, of_parameters[1], of_parameters[0], None, None, None


def channel_block(c: int) -> int:
    """How many channels one program takes, a power of two: 160 are five blocks of 32, not two.

    Of 80 it takes all at once and leaves 48 idle: memory comes in 64 bytes, which 16 channels
    would half waste.
    """
    fitting = (block for block in (128, 64, 32) if c % block == 0)
    return next(fitting, min(128, 1 << (c - 1).bit_length()))


def _split(x: torch.Tensor) -> tuple[int, int, int, tuple[int, int], dict[str, int]]:
    """Rows, channels, programs along the rows, the grid, and the kernels' block sizes."""
    c = x.shape[1]
    m = x.numel() // c
    block_c = channel_block(c)
    block_m = _TILE // block_c
    blocks_c = -(-c // block_c)
    processors = 132
    if x.is_cuda:
        processors = torch.cuda.get_device_properties(x.device).multi_processor_count
    programs = max(1, _PROGRAMS_PER_PROCESSOR * processors // blocks_c)
    p = min(programs, -(-m // block_m), _LARGEST_P)
    return m, c, p, (p, blocks_c), {"block_m": block_m, "block_c": block_c, "num_warps": _WARPS}
