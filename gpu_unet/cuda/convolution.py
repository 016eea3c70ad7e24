"""One convolution of the network, bound to its buffers and to the kernel tile that computes it.

Tensor maps are descriptors of arrays for TMA, the tensor memory accelerator of 9.0.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.conv_problem import ConvProblem, Tile, weight_matrix
from gpu_unet.cuda.driver import api, call
from gpu_unet.cuda.kernels.conv_float32 import FloatTile, make_conv_float32
from gpu_unet.cuda.kernels.conv_tensor import make_conv_tensor
from gpu_unet.cuda.kernels.conv_warpgroup import make_conv_warpgroup
from gpu_unet.cuda.launch import Kernel
from gpu_unet.cuda.tensor_tile import THREADS, TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile, pack_columns

MAP_BYTES = 128
_SWIZZLES = {128: "128B", 64: "64B", 32: "32B"}


def encode_tensor_map(array: DeviceArray, *, tile: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """Encode the tensor map of `array`, with the swizzle that `wgmma` reads.

    Args:
        array: float16, C-contiguous.
        tile: Elements of a TMA tile per axis (the driver's "box"), in the array's order; the last
            axis is 32, 64 or 128 bytes, which is also the swizzle.

    Returns:
        uint8 (128,), to be placed 128-byte aligned in device memory. Reads beyond the array are 0.
    """
    assert array.dtype == np.float16, array.dtype
    assert len(tile) == len(array.shape), f"{tile} for {array.shape}"
    strides, step = [], array.dtype.itemsize
    for side in reversed(array.shape):
        step *= side
        strides.append(step)
    rank = len(tile)
    swizzle = _SWIZZLES[tile[-1] * array.dtype.itemsize]
    encoded = call(
        "cuTensorMapEncodeTiled",
        api.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        rank,
        array.ptr,
        [api.cuuint64_t(side) for side in reversed(array.shape)],
        [api.cuuint64_t(stride) for stride in strides[: rank - 1]],
        [api.cuuint32_t(side) for side in reversed(tile)],
        [api.cuuint32_t(1)] * rank,
        api.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        getattr(api.CUtensorMapSwizzle, f"CU_TENSOR_MAP_SWIZZLE_{swizzle}"),
        api.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        api.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
    raw = ctypes.string_at(encoded.getPtr(), MAP_BYTES)
    return np.frombuffer(raw, np.uint8).copy()


@cache
def kernel_of(tile: Tile) -> Kernel:
    """The kernel for `tile`; cached, one per tile."""
    if isinstance(tile, WarpgroupTile):
        return make_conv_warpgroup(tile)
    if isinstance(tile, TensorTile):
        return make_conv_tensor(tile)
    return make_conv_float32(tile)


@dataclass(frozen=True, slots=True)
class ConvBuffers:
    """Where a convolution reads and writes.

    Attributes:
        x: float16 (B, H + 2, W + 2, C), bordered.
        out: float16, bordered, of the output's size; may have more channels than are written. If
            the problem `adds`, it is read, too.
        out_channel: The first channel that is written.
        pooled: float16 (B, H / 2 + 2, W / 2 + 2, O), bordered, for `pool`.
        alpha: float32 (B, H, W), for `head`.
        head: float32 (O + 1,), for `head`.
    """

    x: DeviceArray
    out: DeviceArray | None
    out_channel: int = 0
    pooled: DeviceArray | None = None
    alpha: DeviceArray | None = None
    head: DeviceArray | None = None


class Convolution:
    """A launchable convolution.

    Use: `reserve` in the arena's plan, `bind` to its arrays, then call per batch. A call enqueues
    and returns at once.
    """

    def __init__(
        self,
        name: str,
        problem: ConvProblem,
        tile: Tile,
        weight: npt.NDArray[np.float32],
        bias: npt.NDArray[np.float32],
        *,
        split_k_slices: int = 1,
        multiprocessors: int,
    ) -> None:
        assert problem.fits(tile), f"{name}: {tile} cannot compute {problem}"
        self.name = name
        self.problem = problem
        self.split_k_slices = split_k_slices
        self.tile: Tile = replace(tile, split_k=split_k_slices > 1)
        self._multiprocessors = multiprocessors
        self._given = (weight, bias)
        self._call: Any = None

    @property
    def kernel(self) -> Kernel:
        """The kernel for this convolution's tile."""
        return kernel_of(self.tile)

    @property
    def tiles(self) -> int:
        """Output tiles; the split-K slices of a tile count as one."""
        return self.problem.tiles(self.tile)

    @property
    def partial_size(self) -> int:
        """float32 values of split-K's workspace; 1 without split-K."""
        if self.split_k_slices == 1:
            return 1
        tile = self.tile
        area = (
            tile.rows * tile.columns
            if not isinstance(tile, WarpgroupTile)
            else 8 * tile.tile_height * tile.columns
        )
        return self.tiles * self.split_k_slices * area

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare weights, bias, tensor maps and split-K's counters of this layer."""
        weight, bias = self._packed
        plan.add(f"{self.name}.weight", weight.shape, weight.dtype)
        plan.add(f"{self.name}.bias", bias.shape, np.float32)
        plan.add(f"{self.name}.maps", (2, MAP_BYTES), np.uint8)
        plan.add(f"{self.name}.counter", (max(self.tiles, 1),), np.int32)

    def bind(self, arrays: Any, buffers: ConvBuffers, partial: DeviceArray) -> None:
        """Upload the weights and fix the launch's arguments.

        Args:
            arrays: The arena's arrays, by the names of `reserve`.
            buffers: Input and outputs.
            partial: float32 (at least `partial_size`,), scratch that layers share.
        """
        weight, bias = arrays[f"{self.name}.weight"], arrays[f"{self.name}.bias"]
        counter = arrays[f"{self.name}.counter"]
        packed = self._packed
        weight.upload(packed[0])
        bias.upload(packed[1])
        if isinstance(self.tile, FloatTile):
            self._bind_float32(self.tile, weight, bias, buffers)
        elif isinstance(self.tile, TensorTile):
            self._bind_tensor(self.tile, weight, bias, counter, buffers, partial)
        else:
            maps = arrays[f"{self.name}.maps"]
            self._bind_warpgroup(self.tile, weight, bias, counter, maps, buffers, partial)

    def __call__(self, *, stream: Any) -> None:
        """Enqueue on `stream`."""
        kernel, grid, block, shared_bytes, arguments = self._call
        kernel[grid, block, stream, shared_bytes](*arguments)

    @cached_property
    def _packed(self) -> tuple[npt.NDArray[np.floating], npt.NDArray[np.float32]]:
        """Weights packed for the kernel, and the bias; computed at first use."""
        weight, bias = self._given
        problem, tile = self.problem, self.tile
        matrix = weight_matrix(weight, problem)
        if problem.upsample:
            bias = np.tile(bias, 4)
        if isinstance(tile, WarpgroupTile):
            return pack_columns(matrix, group=tile.column_group), bias.astype(np.float32)
        taps, columns, inner = matrix.shape
        flat = matrix.transpose(1, 0, 2).reshape(columns, taps * inner)
        padded_columns = -(-columns // tile.columns) * tile.columns
        padded_depth = -(-flat.shape[1] // tile.depth) * tile.depth
        padded = np.zeros((1, padded_columns, padded_depth), np.float32)
        padded[0, :columns, : flat.shape[1]] = flat
        padded_bias = np.zeros(padded_columns, np.float32)
        padded_bias[:columns] = bias
        if isinstance(tile, FloatTile):
            return np.ascontiguousarray(padded[0].T), padded_bias
        return pack_columns(padded, group=tile.column_group)[0], padded_bias

    def _output(self, buffers: ConvBuffers) -> tuple[int, int, int, int]:
        """(address, pixels of a row, pixels of a plane, channels of a pixel)."""
        if buffers.out is None:
            return 0, 0, 0, 0
        _, rows, row, channels = buffers.out.shape
        item = buffers.out.dtype.itemsize
        address = buffers.out.ptr + ((row + 1) * channels + buffers.out_channel) * item
        return address, row, rows * row, channels

    def _bind_float32(
        self, tile: FloatTile, weight: DeviceArray, bias: DeviceArray, buffers: ConvBuffers
    ) -> None:
        problem = self.problem
        _, rows, row, channels = buffers.x.shape
        inside = (row + 1) * channels * 4 if tile.taps == 1 or tile.stride == 2 else 0
        out, out_row, out_plane, out_channels = self._output(buffers)
        grid = (-(-problem.pixels // tile.rows), weight.shape[1] // tile.columns)
        arguments = (
            buffers.x.ptr + inside, weight.ptr, bias, out, channels, problem.channels_out,
            weight.shape[1], weight.shape[0], problem.batch, problem.height, problem.width, row,
            rows * row, out_row, out_plane, out_channels,
        )  # fmt: skip
        self._call = (self.kernel, grid, tile.threads, tile.shared_bytes, arguments)

    def _bind_tensor(
        self,
        tile: TensorTile,
        weight: DeviceArray,
        bias: DeviceArray,
        counter: DeviceArray,
        buffers: ConvBuffers,
        partial: DeviceArray,
    ) -> None:
        problem = self.problem
        _, rows, row, channels = buffers.x.shape
        inside = (row + 1) * channels * 2 if tile.taps == 1 else 0
        out, out_row, out_plane, out_channels = self._output(buffers)
        grid = (
            -(-problem.pixels // tile.rows),
            weight.shape[0] // tile.columns,
            self.split_k_slices,
        )
        arguments = (
            buffers.x.ptr + inside, weight.ptr, bias, out, partial, counter, channels,
            problem.channels_out, weight.shape[1], problem.batch, problem.height, problem.width,
            row, rows * row, out_row, out_plane, out_channels,
        )  # fmt: skip
        self._call = (self.kernel, grid, THREADS, tile.shared_bytes, arguments)

    def _bind_warpgroup(
        self,
        tile: WarpgroupTile,
        weight: DeviceArray,
        bias: DeviceArray,
        counter: DeviceArray,
        maps: DeviceArray,
        buffers: ConvBuffers,
        partial: DeviceArray,
    ) -> None:
        problem = self.problem
        maps.row(0).upload(
            encode_tensor_map(
                buffers.x, tile=(1, tile.tma_tile_height, tile.tma_tile_width, tile.chunk)
            )
        )
        maps.row(1).upload(encode_tensor_map(weight, tile=(1, tile.columns, tile.chunk)))
        out, out_row, out_plane, out_channels = self._output(buffers)
        pooled = pooled_row = pooled_plane = 0
        if buffers.pooled is not None:
            _, rows, pooled_row, channels = buffers.pooled.shape
            pooled_plane = rows * pooled_row
            pooled = buffers.pooled.ptr + (pooled_row + 1) * channels * 2
        alpha = buffers.alpha.ptr if buffers.alpha is not None else 0
        head = buffers.head if buffers.head is not None else bias
        blocks = min(self.tiles * self.split_k_slices, self._multiprocessors * tile.blocks)
        if tile.weight_stationary:
            # A multiple of the tiles across: each block then always has the same output channels.
            across = problem.columns // tile.columns
            blocks = max(blocks // across, 1) * across
        arguments = (
            maps.row(0).ptr, maps.row(1).ptr, bias, out, pooled, alpha, head, partial.ptr, counter,
            out_row, out_plane, out_channels, pooled_row, pooled_plane, problem.height,
            problem.width, -(-problem.height // tile.tile_height), problem.pixel_tiles(tile),
            problem.columns, problem.channels_in // tile.chunk, self.split_k_slices,
        )  # fmt: skip
        self._call = (self.kernel, blocks, tile.threads, tile.shared_bytes, arguments)
