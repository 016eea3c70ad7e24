"""Halving and doubling of planes in the U-Net, with the skip connection between them.

In a captured step of `quality` PyTorch's own pooling, doubling and joining would be the next after
BatchNorm: indices of eight bytes a value, planes written only to be copied.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from lab.training.network.batch_norm import IS_INTERPRETED, channel_block

try:
    from lab.training.network import resampling_kernels as kernels
except ImportError:  # PyTorch for the CPU comes without Triton
    kernels = None

_TILE = 2048  # values a program holds at once: 8 a thread
_WARPS = 8


def kept_and_halved(x: torch.Tensor, *, fused: bool = True) -> tuple[torch.Tensor, torch.Tensor]:
    """(x for the skip connection, the largest of every 2x2 pixels of it).

    Args:
        x: (N, C, H, W), sides even.
        fused: False takes PyTorch's own operations everywhere.
    """
    if fused and is_supported(x):
        return KeepAndHalve.apply(x)
    return x, F.max_pool2d(x, 2)


def doubled_beside(skip: torch.Tensor, x: torch.Tensor, *, fused: bool = True) -> torch.Tensor:
    """Channels of `skip`, then those of `x` doubled bilinearly: (N, C_skip + C, 2H, 2W).

    Args:
        skip: (N, C_skip, 2H, 2W).
        x: (N, C, H, W).
        fused: False takes PyTorch's own operations everywhere.
    """
    is_pair = skip.shape[1] == x.shape[1] and skip.dtype == x.dtype
    if fused and is_pair and is_supported(x) and is_supported(skip):
        return DoubleBeside.apply(skip, x)
    # Mixed precision would do this one in float32, at twice the bytes.
    with torch.autocast(x.device.type, enabled=False):
        x = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
    return torch.cat((skip, x), dim=1)


def is_supported(x: torch.Tensor) -> bool:
    """Whether the kernels run here and can take this, to be learnt from."""
    return (
        kernels is not None
        and (x.is_cuda or IS_INTERPRETED)
        and torch.is_grad_enabled()
        and x.dtype in (torch.bfloat16, torch.float16, torch.float32)
        and x.is_contiguous(memory_format=torch.channels_last)
        and 8 * x.numel() < 2**31
    )


class KeepAndHalve(torch.autograd.Function):
    """Two uses of one plane, so that their gradients are added where they are made."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """x: (N, C, H, W) channels-last, sides even."""
        assert kernels is not None
        n, c, height, width = x.shape
        halved = torch.empty(
            (n, c, height // 2, width // 2),
            dtype=x.dtype,
            device=x.device,
            memory_format=torch.channels_last,
        )
        m, grid, options = _tiles(halved)
        kernels.halve_kernel[grid](x, halved, m, width // 2, c, **options)
        ctx.save_for_backward(x)
        return x.view_as(x), halved

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> torch.Tensor:
        """The skip's gradient may be a slice of channels: it is read where it lies."""
        assert kernels is not None
        (x,) = ctx.saved_tensors
        of_skip, of_halved = gradients
        of_halved = of_halved.contiguous(memory_format=torch.channels_last)
        _, c, height, width = x.shape
        stride = of_skip.stride(3)
        if of_skip.stride() != (height * width * stride, 1, width * stride, stride):
            of_skip, stride = of_skip.contiguous(memory_format=torch.channels_last), c
        dx = torch.empty_like(x)
        m, grid, options = _tiles(of_halved)
        kernels.halve_gradient_kernel[grid](
            x, of_skip, of_halved, dx, m, width // 2, c, stride, **options
        )
        return dx


class DoubleBeside(torch.autograd.Function):
    """Doubling and joining in one pass."""

    @staticmethod
    def forward(ctx: Any, skip: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        """skip: (N, C, 2H, 2W), x: (N, C, H, W), both channels-last and of one type."""
        assert kernels is not None
        n, c, height, width = x.shape
        out = torch.empty(
            (n, 2 * c, 2 * height, 2 * width),
            dtype=x.dtype,
            device=x.device,
            memory_format=torch.channels_last,
        )
        m, grid, options = _tiles(x)
        kernels.double_beside_kernel[grid](x, skip, out, m, height, width, c, **options)
        ctx.shape = x.shape
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The skip's part is a view."""
        assert kernels is not None
        of_out = gradients[0].contiguous(memory_format=torch.channels_last)
        _, c, height, width = ctx.shape
        dx = torch.empty(
            ctx.shape,
            dtype=of_out.dtype,
            device=of_out.device,
            memory_format=torch.channels_last,
        )
        m, grid, options = _tiles(dx)
        kernels.double_gradient_kernel[grid](of_out, dx, m, height, width, c, **options)
        return of_out[:, :c], dx


def _tiles(small: torch.Tensor) -> tuple[int, tuple[int, int], dict[str, int]]:
    """Pixels of the smaller plane, the grid over it, and the kernels' block sizes."""
    c = small.shape[1]
    m = small.numel() // c
    block_c = channel_block(c)
    block_m = _TILE // block_c
    grid = (-(-m // block_m), -(-c // block_c))
    return m, grid, {"block_m": block_m, "block_c": block_c, "num_warps": _WARPS}
