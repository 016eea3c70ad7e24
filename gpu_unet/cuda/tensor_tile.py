"""TensorTile: compile-time parameters of the `mma.sync` convolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

THREADS = 256
WARPS = 8
VECTOR = 8  # channels of a 16-byte vector: a pixel has a multiple of these


@dataclass(frozen=True, slots=True)
class TensorTile:
    """Compile-time parameters of `conv_tensor`.

    Attributes:
        rows: Pixels of a block (block M): 64, 128 or 256.
        columns: Output channels of a block (block N), a multiple of 16 times `WARPS / warps_down`.
        warps_down: Warps along the pixels: 1, 2, 4 or 8; WARPS / warps_down along the channels.
        depth: Values of a K tile in shared memory (block K): 32 or 64.
        stages: Stages of the `cp.async` pipeline of K tiles.
        blocks: Blocks per multiprocessor (occupancy) that registers are limited for.
        taps, relu, upsample, relu6, adds: As in `ConvProblem`; with `upsample`, column blocks are
            the four pixels.
        split_k: Whether several blocks share a tile's sum over K (split-K).
    """

    dtype: ClassVar[str] = "float16"  # of weights and activations
    vector: ClassVar[int] = VECTOR
    stride: ClassVar[int] = 1

    rows: int
    columns: int
    warps_down: int = 2
    depth: int = 64
    stages: int = 3
    blocks: int = 2
    taps: int = 9
    relu: bool = True
    upsample: bool = False
    split_k: bool = False
    relu6: bool = False
    adds: bool = False

    def __str__(self) -> str:
        return f"mma {self.rows}x{self.columns}"

    @property
    def shared_bytes(self) -> int:
        """Bytes of dynamic shared memory of a block."""
        return self.stages * (self.rows + self.columns) * self.depth * 2

    @property
    def column_group(self) -> int:
        """Output channels that `pack_columns` permutes among themselves."""
        return 32 if self.columns * self.warps_down // WARPS % 32 == 0 else 16

    @property
    def is_possible(self) -> bool:
        """Whether warps and copies divide the tile evenly."""
        warp_rows = self.rows // self.warps_down
        warp_columns = self.columns * self.warps_down // WARPS
        chunk_rows = THREADS * VECTOR // self.depth
        return (
            warp_rows % 16 == 0
            and warp_columns % 16 == 0
            and warp_columns > 0
            and self.rows % chunk_rows == 0
        )
