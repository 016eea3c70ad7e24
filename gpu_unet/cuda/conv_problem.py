"""ConvProblem: the shape of one convolution, independent of the tile that computes it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile

Tile = WarpgroupTile | TensorTile | FloatTile
# Attributes that a problem and its tile have alike.
ALIKE = ("taps", "relu", "relu6", "adds", "upsample", "stride")


@dataclass(frozen=True, slots=True)
class ConvProblem:
    """Shape and fused operations of a convolution; problem and tile fix all but the addresses.

    Attributes:
        batch: Images.
        height, width: Output pixels without border, input pixels if `upsample`.
        channels_in: Channels of an input pixel; a multiple of the tile's `vector`.
        channels_out: Channels of an output pixel, likewise a multiple.
        taps: 9 for 3x3, 1 for 1x1.
        relu: Whether negative results become 0.
        upsample: A transposed 2x2 convolution, stride 2: twice the height and width come out.
        pool: Whether the 2x2 maximum is stored as well.
        head: Whether only the head's alpha is stored.
        relu6: Whether results above 6 become 6; only with `relu`.
        adds: Whether the result is added to what stands in the output.
        stride: 1, or 2: a 3x3 from twice the height and width, with zeros behind them only.
        dtype: "float16" or "float32", of weights and activations; sums are float32 either way.
    """

    batch: int
    height: int
    width: int
    channels_in: int
    channels_out: int
    taps: int = 9
    relu: bool = True
    upsample: bool = False
    pool: bool = False
    head: bool = False
    dtype: str = "float16"
    relu6: bool = False
    adds: bool = False
    stride: int = 1

    @property
    def columns(self) -> int:
        """N of the matrix product: channels_out, four times that if `upsample`."""
        return self.channels_out * (4 if self.upsample else 1)

    @property
    def pixels(self) -> int:
        """M of the matrix product: pixels of all images."""
        return self.batch * self.height * self.width

    def tiles(self, tile: Tile) -> int:
        """Tiles of the result; the split-K slices of a tile count as one."""
        if isinstance(tile, WarpgroupTile):
            return self.pixel_tiles(tile) * (self.columns // tile.columns)
        return -(-self.pixels // tile.rows) * -(-self.columns // tile.columns)

    def pixel_tiles(self, tile: WarpgroupTile) -> int:
        """Tiles of pixels, of all images."""
        return self.batch * -(-self.width // 8) * -(-self.height // tile.tile_height)

    def fits(self, tile: Tile) -> bool:
        """Whether `tile` can compute this."""
        if any(getattr(tile, name) != getattr(self, name) for name in ALIKE):
            return False
        # Kernels move 16 bytes at a time from a pixel's first channel on: with any other size of a
        # pixel, a misaligned address would destroy the context.
        if tile.dtype != self.dtype or self.channels_in % tile.vector:
            return False
        if self.channels_out % tile.vector:
            return False
        if not isinstance(tile, WarpgroupTile):
            if self.pool or self.head:
                return False
            if isinstance(tile, FloatTile):
                return True
            # A lane stores these channels as one vector: they must belong to one output pixel.
            lane_channels = tile.column_group // 4
            return tile.is_possible and not (self.upsample and self.channels_out % lane_channels)
        return (
            tile.pool == self.pool
            and tile.head == self.head
            and self.channels_in % tile.chunk == 0
            and self.channels_out % tile.columns == 0
            and not (self.head and self.channels_out != tile.columns)
            and not (
                tile.weight_stationary
                and (
                    (tile.tma_tiles == 3 and tile.taps == 9)
                    or tile.weight_stages != tile.taps * self.channels_in // tile.chunk
                    or tile.input_stages % (tile.warpgroups * self.channels_in // tile.chunk)
                )
            )
            and not (self.pool and (self.height % 2 or self.width % 2))
        )


def weight_matrix(weight: npt.NDArray[np.float32], problem: ConvProblem) -> npt.NDArray[np.float32]:
    """Reorder PyTorch weights to float32 (taps, columns, channels_in), zero-padded input channels.

    Args:
        weight: float32 (O, I, 3, 3) or (O, I, 1, 1); transposed: (I, O, 2, 2).
        problem: The convolution; its `channels_in` is at least I.
    """
    if problem.upsample:
        inner, outer = weight.shape[:2]
        matrix = weight.transpose(2, 3, 1, 0).reshape(1, 4 * outer, inner)
    else:
        outer, inner = weight.shape[:2]
        matrix = weight.reshape(outer, inner, problem.taps).transpose(2, 0, 1)
    missing = problem.channels_in - matrix.shape[2]
    return np.pad(matrix, ((0, 0), (0, 0), (0, missing))) if missing else matrix
