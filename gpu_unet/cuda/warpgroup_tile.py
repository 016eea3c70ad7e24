"""WarpgroupTile: compile-time parameters of the `wgmma` convolution, and its weights' order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

TILE_WIDTH = 8  # pixels: one 8-row swizzle atom is 8 neighbours of a picture row
WARP = 32
BARRIER_BYTES = 8
SHARED_ALIGNMENT = 1024  # of swizzled TMA tiles


@dataclass(frozen=True, slots=True)
class WarpgroupTile:
    """Compile-time parameters of `conv_warpgroup`.

    Attributes:
        columns: Output channels of a block (block N): 16, 32, 64 or 128.
        row_tiles: 64-pixel tiles of each warpgroup, 1 or 2; 1 with 128 columns.
        warpgroups: Consumers, 1 to 4.
        chunk: Input channels loaded at a time (block K): 16, 32 or 64.
        taps, relu, upsample, pool, relu6, adds: As in `ConvProblem`; with `upsample`, column blocks
            are the four pixels.
        tma_tiles: TMA tiles per chunk of a 3x3: 3 (one a horizontal shift) or 1 (shifts inside it).
        weight_stationary: Whether a block keeps all its weights in shared memory (`weight_stages`
            is then chunks * taps) and each warpgroup has tiles of its own, so that one stores while
            the others multiply. `input_stages` is then a multiple of warpgroups * chunks, so that
            a stage always serves the same warpgroup: an mbarrier tells phases apart by parity only,
            and a warpgroup one phase early would take another's input for its own.
        split_k: Whether several blocks share a tile's sum over the input channels (split-K).
        head: Whether the 1x1 head and the sigmoid replace the stored result.
        blocks: Blocks per multiprocessor (occupancy) that registers are limited for.
        pdl: Programmatic dependent launch: whether blocks start while the kernel before still runs
            and wait for it only before they read its output.
    """

    dtype: ClassVar[str] = "float16"  # of weights and activations
    vector: ClassVar[int] = 8  # channels of a 16-byte vector: a pixel has a multiple of these
    stride: ClassVar[int] = 1

    columns: int
    row_tiles: int = 2
    warpgroups: int = 2
    chunk: int = 64
    taps: int = 9
    tma_tiles: int = 3
    input_stages: int = 2
    weight_stages: int = 6
    weight_stationary: bool = False
    split_k: bool = False
    relu: bool = True
    upsample: bool = False
    pool: bool = False
    head: bool = False
    blocks: int = 1
    pdl: bool = True
    relu6: bool = False
    adds: bool = False

    def __post_init__(self) -> None:
        if self.row_tiles * self.columns > 128:
            raise ValueError(
                f"{64 * self.row_tiles} pixels times {self.columns} columns a warpgroup: a thread "
                "has registers for 128 sums, so at most 64 times 128 or 128 times 64"
            )

    def __str__(self) -> str:
        words = [f"wgmma {8 * self.tile_height}x{self.columns}"]
        words += ["weight-stationary"] if self.weight_stationary else []
        return ", ".join(words)

    @property
    def tile_height(self) -> int:
        """Picture rows of a tile."""
        return 8 * self.row_tiles * (1 if self.weight_stationary else self.warpgroups)

    @property
    def tma_tile_width(self) -> int:
        """Pixels of a row of an input TMA tile."""
        return TILE_WIDTH + 2 if self.taps == 9 and self.tma_tiles == 1 else TILE_WIDTH

    @property
    def tma_tile_height(self) -> int:
        """Rows of an input TMA tile: the halo's too."""
        return self.tile_height + (2 if self.taps == 9 else 0)

    @property
    def input_bytes(self) -> int:
        """Bytes of one input stage, a multiple of the swizzle's alignment."""
        nbytes = self.tma_tile_width * self.tma_tile_height * self.chunk * 2
        return -(-nbytes // SHARED_ALIGNMENT) * SHARED_ALIGNMENT

    @property
    def weight_bytes(self) -> int:
        """Bytes of one weight stage, likewise."""
        nbytes = self.columns * self.chunk * 2
        return -(-nbytes // SHARED_ALIGNMENT) * SHARED_ALIGNMENT

    @property
    def shared_bytes(self) -> int:
        """Bytes of dynamic shared memory of a block."""
        stages = self.input_stages * self.input_bytes + self.weight_stages * self.weight_bytes
        barriers = 2 * BARRIER_BYTES * (self.input_stages + self.weight_stages) + 16
        return SHARED_ALIGNMENT + stages + barriers

    @property
    def threads(self) -> int:
        """Threads of a block: the consumer warpgroups and the producer warp."""
        return 128 * self.warpgroups + WARP

    @property
    def registers(self) -> int:
        """Most registers of a thread: each quarter of a multiprocessor has 16384 for its warps."""
        warps_a_quarter = -(-(self.threads // WARP) * self.blocks // 4)
        return min(255, 16384 // (WARP * warps_a_quarter)) // 8 * 8

    @property
    def column_group(self) -> int:
        """Output channels that `pack_columns` permutes among themselves."""
        return 32 if self.columns % 32 == 0 else 16


def pack_columns(weight: npt.NDArray[np.float32], *, group: int) -> npt.NDArray[np.float16]:
    """Permute the output channels so that a thread's accumulators are neighbours in memory.

    In an mma fragment of 8 columns lane quad q holds columns 2 q, 2 q + 1. Of four fragments it
    then holds 8 channels, which this order makes consecutive:

        fragment t, column 2 q + i   <-   channel q * (group / 4) + t * 2 + i

    Args:
        weight: float32 (taps, N, K), N a multiple of `group`.
        group: 32 or 16.

    Returns:
        float16 (taps, N, K): row `t * 8 + q * 2 + i` of a group is its channel
        `q * (group / 4) + t * 2 + i`.
    """
    taps, columns, depth = weight.shape
    per_tile = group // 8
    shaped = weight.reshape(taps, columns // group, 4, per_tile, 2, depth)
    packed = shaped.transpose(0, 1, 3, 2, 4, 5).reshape(taps, columns, depth)
    return np.ascontiguousarray(packed, np.float16)
