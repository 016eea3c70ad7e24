"""NumPy reference of every operation of the network: slow, simple, and the definition.

Activations are NHWC, weights in PyTorch order. Everything computes in the dtype of `x`: float64 for
the exact result, float32 for the rounding that an engine may have.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import RELU6_HIGHEST, Activation, padding_of

Array = npt.NDArray[np.floating]


def pad(x: Array, padding: tuple[int, int]) -> Array:
    """`x` (N, H, W, C) with `padding` (rows, columns) of zeros on either side."""
    rows, cols = padding
    return np.pad(x, ((0, 0), (rows, rows), (cols, cols), (0, 0)))


def dilate(x: Array, *, axis: int, step: int) -> Array:
    """Put `step - 1` zeros between neighbours along `axis`; length n becomes (n - 1) * step + 1."""
    shape = list(x.shape)
    shape[axis] = max(0, (shape[axis] - 1) * step + 1)
    out = np.zeros(shape, x.dtype)
    np.moveaxis(out, axis, 0)[::step] = np.moveaxis(x, axis, 0)
    return out


def undilate(x: Array, *, axis: int, step: int) -> Array:
    """Every `step`-th element along `axis`, the first one included: undoes `dilate`."""
    return np.moveaxis(np.moveaxis(x, axis, 0)[::step], 0, axis).copy()


def conv2d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    stride: tuple[int, int] = (1, 1),
    padding: tuple[int, int] = (0, 0),
    dilation: tuple[int, int] = (1, 1),
) -> Array:
    """Cross-correlation, which networks call convolution; all pairs are (rows, columns).

        out[n, y, x, o] = bias[o] + sum over (ky, kx, i) of
            weight[o, i, ky, kx] * padded[n, y sh + ky dh, x sw + kx dw, i]

    Args:
        x: (N, H, W, I).
        weight: (O, I, kh, kw), any kernel size.
        bias: (O,) or None.
        stride: (sh, sw), step between windows.
        padding: (ph, pw), zeros on each side.
        dilation: (dh, dw), distance between the kernel's taps.

    Returns:
        (N, (H + 2 ph - dh (kh - 1) - 1) // sh + 1, likewise for columns, O).
    """
    for axis in (0, 1):
        weight = dilate(weight, axis=2 + axis, step=dilation[axis])
    windows = np.lib.stride_tricks.sliding_window_view(
        pad(x, padding), weight.shape[2:], axis=(1, 2)
    )
    out = np.einsum("nhwiyx,oiyx->nhwo", windows, weight.astype(x.dtype), optimize=True)
    for axis in (0, 1):
        out = undilate(out, axis=1 + axis, step=stride[axis])
    return out if bias is None else out + bias.astype(x.dtype)


def conv2d_as_matrix_products(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    stride: tuple[int, int] = (1, 1),
    padding: tuple[int, int] = (0, 0),
    dilation: tuple[int, int] = (1, 1),
) -> Array:
    """`conv2d` as implicit GEMM: a sum of one matrix product per tap.

    This is how the engines compute it: (pixels, channels in) @ (channels in, channels out).
    """
    x = pad(x, padding)
    o, _, kernel_height, kernel_width = weight.shape
    height = (x.shape[1] - dilation[0] * (kernel_height - 1) - 1) // stride[0] + 1
    width = (x.shape[2] - dilation[1] * (kernel_width - 1) - 1) // stride[1] + 1
    out = np.zeros((x.shape[0], height, width, o), x.dtype)
    for ky in range(kernel_height):
        for kx in range(kernel_width):
            row, col = ky * dilation[0], kx * dilation[1]
            seen = x[
                :,
                row : row + (height - 1) * stride[0] + 1 : stride[0],
                col : col + (width - 1) * stride[1] + 1 : stride[1],
            ]
            out += seen @ weight[:, :, ky, kx].T.astype(x.dtype)
    return out if bias is None else out + bias.astype(x.dtype)


def depthwise_conv2d(
    x: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    padding: tuple[int, int] = (1, 1),
    stride: int = 1,
) -> Array:
    """Each channel with its own kernel: x (N, H, W, C), weight (C, 1, kh, kw), bias (C,)."""
    windows = np.lib.stride_tricks.sliding_window_view(
        pad(x, padding), weight.shape[2:], axis=(1, 2)
    )[:, ::stride, ::stride]
    out = np.einsum("nhwcyx,cyx->nhwc", windows, weight[:, 0].astype(x.dtype))
    return out if bias is None else out + bias.astype(x.dtype)


def padded_for(x: Array, kernel: int, stride: int) -> Array:
    """`x` (N, H, W, C) with the zeros of `padding_of` around it."""
    before, after = padding_of(kernel, stride)
    return np.pad(x, ((0, 0), (before, after), (before, after), (0, 0)))


def pointwise_conv2d(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """A 1x1 convolution: x (N, H, W, I), weight (O, I, 1, 1), bias (O,)."""
    out = x @ weight[:, :, 0, 0].T.astype(x.dtype)
    return out if bias is None else out + bias.astype(x.dtype)


def transposed_conv2d(
    x: Array, weight: Array, bias: Array | None = None, *, stride: tuple[int, int] = (2, 2)
) -> Array:
    """Each input pixel adds its kernel-sized patch to the output; patches start `stride` apart.

    Args:
        x: (N, H, W, I).
        weight: (I, O, kh, kw); note the order, as in PyTorch.
        bias: (O,) or None.
        stride: (rows, columns). With a kernel of the same size the patches do not overlap.

    Returns:
        (N, (H - 1) * sh + kh, (W - 1) * sw + kw, O).
    """
    count, height, width, _ = x.shape
    _, o, kernel_height, kernel_width = weight.shape
    shape = (
        count,
        (height - 1) * stride[0] + kernel_height,
        (width - 1) * stride[1] + kernel_width,
        o,
    )
    out = np.zeros(shape, x.dtype)
    for ky in range(kernel_height):
        for kx in range(kernel_width):
            rows = slice(ky, ky + (height - 1) * stride[0] + 1, stride[0])
            cols = slice(kx, kx + (width - 1) * stride[1] + 1, stride[1])
            out[:, rows, cols] += x @ weight[:, :, ky, kx].astype(x.dtype)
    return out if bias is None else out + bias.astype(x.dtype)


def batch_norm(
    x: Array, gamma: Array, beta: Array, mean: Array, variance: Array, *, epsilon: float = 1e-5
) -> Array:
    """(x - mean) / sqrt(variance + epsilon) * gamma + beta over the last axis, as at inference.

    Source: Ioffe & Szegedy 2015, https://arxiv.org/abs/1502.03167
    """
    scale = gamma / np.sqrt(variance + gamma.dtype.type(epsilon))
    return ((x - mean) * scale + beta).astype(x.dtype)


def relu(x: Array) -> Array:
    """max(x, 0); NaN stays NaN."""
    return np.maximum(x, x.dtype.type(0))


def activated(x: Array, activation: Activation) -> Array:
    """`x`, its ReLU, or that clipped at 6 (ReLU6)."""
    if activation == "none":
        return x
    x = relu(x)
    return x if activation == "relu" else np.minimum(x, x.dtype.type(RELU6_HIGHEST))


def sigmoid(x: Array) -> Array:
    """1 / (1 + exp(-x)), without overflow at either end."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small)).astype(x.dtype)


def max_pool(x: Array, window: tuple[int, int], stride: tuple[int, int] | None = None) -> Array:
    """The largest value of each window: x (N, H, W, C), `window` and `stride` (rows, columns).

    `stride` None means windows side by side: (2, 2) halves both sides, (2, 1) only the height.
    Windows that reach past the edge are left out.
    """
    sh, sw = stride or window
    windows = np.lib.stride_tricks.sliding_window_view(x, window, axis=(1, 2))
    return windows[:, ::sh, ::sw].max(axis=(4, 5))


def upsample_bilinear_2x(x: Array) -> Array:
    """Twice the height and width by bilinear interpolation, half-pixel centres, edges clamped.

    Output 2i lies a quarter pixel before input i, output 2i + 1 a quarter after it, hence the
    weights 0.75 (the nearer neighbour) and 0.25. x: (N, H, W, C).
    """
    for axis in (1, 2):
        x = np.moveaxis(x, axis, 0)
        before = np.concatenate([x[:1], x[:-1]])
        behind = np.concatenate([x[1:], x[-1:]])
        near, far = x.dtype.type(0.75), x.dtype.type(0.25)
        pairs = np.stack([near * x + far * before, near * x + far * behind], axis=1)
        x = np.moveaxis(pairs.reshape(-1, *x.shape[1:]), 0, axis)
    return x


def concatenate(skip: Array, upsampled: Array) -> Array:
    """Concatenate channels: the skip's first, then the upsampled ones."""
    return np.concatenate([skip, upsampled], axis=-1)
