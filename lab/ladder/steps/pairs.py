"""The kernel of steps 10 and 11: registers handed over, blocks in pairs. No network uses either.

    a block's tile, 8 x 32 pixels        roles of its warps
    +-------+ row0
    | 8 x 8 |  warpgroup 0, acc0         warps 0 .. 7   consumers: wait for "full", wgmma, arrive at
    | 8 x 8 |  warpgroup 0, acc1                        "empty", store
    | 8 x 8 |  warpgroup 1, acc0         warp 8, lane 0 producer: waits for "empty", issues every
    | 8 x 8 |  warpgroup 1, acc1                        TMA load
    +-------+                            warps 9 .. 11  only with 128 columns: `setmaxnreg` acts on
                                                        whole warpgroups, so the producer has one

As `gpu_unet/cuda/kernels/conv_warpgroup.py` for a 3x3 convolution of one TMA tile, with two
64-pixel tiles for each of two consumer warpgroups: 256 pixels a block. 128 columns then need more
registers for sums than an even share leaves, so the producer is a whole warpgroup that gives up
nearly all of its own. In a cluster of two, each block loads half of the weights for both.

For compute capability 9.0a only.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cuda, float32, int32, int64, uint32
from numba.cuda import types
from numba.cuda.extending import intrinsic

from gpu_unet.cuda import ptx
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.conv_problem import ConvProblem, weight_matrix
from gpu_unet.cuda.convolution import MAP_BYTES, encode_tensor_map
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.kernels.conv_warpgroup import SWIZZLE_CODE
from gpu_unet.cuda.launch import Kernel, device_function, device_kernel
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile, pack_columns
from lab.ladder.measuring import HALF, DoesNotFitError, Memory, Run
from lab.ladder.steps.layer import ConvLayer, Prepare, data_of, planes_of

CHUNK, TAPS, WARPGROUPS, INPUT_STAGES = 64, 9, 2, 2
STEPS = CHUNK // 16
ROW_BYTES = CHUNK * 2
TILE_HEIGHT, TILE_WIDTH = 32, 10  # rows of pixels; columns of a TMA tile, its halo included
CONSUMERS = 128 * WARPGROUPS

_SIGNATURE = (
    "void(int64, int64, float32[::1], int64, int32, int32, int32, int32, int32, int32, int32, "
    "int32, int32)"
)

# Wait for every thread of the cluster.
cluster_sync = ptx.instruction(
    "cluster_sync", "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;"
)
# (shared, rank): count this thread in at the same mbarrier of another block.
mbarrier_arrive_cluster = ptx.instruction(
    "mbarrier_arrive_cluster",
    "{ .reg .b32 a; mapa.shared::cluster.u32 a, $0, $1; "
    "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a]; }",
    (types.uint32, types.int32),
)
# As `tma_load_3d`, multicast to the same place of every block in the last's mask.
tma_load_3d_multicast = ptx.instruction(
    "tma_load_3d_multicast",
    "{ .reg .b16 m; cvt.u16.u32 m, $6; "
    "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    ".multicast::cluster [$0], [$1, {$3, $4, $5}], [$2], m; }",
    (types.uint32, types.int64, types.uint32, *[types.int32] * 3, types.uint32),
)
# Raise this warpgroup to 240 registers a thread; waits for free ones.
setmaxnreg_inc = ptx.instruction("setmaxnreg_inc", "setmaxnreg.inc.sync.aligned.u32 240;")
# Leave each thread of this warpgroup 24 registers, free the others.
setmaxnreg_dec = ptx.instruction("setmaxnreg_dec", "setmaxnreg.dec.sync.aligned.u32 24;")


@intrinsic
def cluster_rank(typingctx: Any) -> Any:
    """Number of this block in its cluster."""

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        template = "mov.u32 $0, %cluster_ctarank;"
        return ptx.inline_asm(builder, ir.IntType(32), [], template, "=r", [], pure=True)

    return types.int32(), codegen


@dataclass(frozen=True, slots=True)
class PairTile:
    """256 pixels times `columns` output channels, by blocks alone or in clusters of two.

    Attributes:
        columns: 64 or 128.
        weight_stages: Taps of weights that shared memory holds.
        cluster: Blocks that load each other's weights: 1 or 2.
    """

    columns: int
    weight_stages: int = 6
    cluster: int = 1

    @property
    def shape(self) -> WarpgroupTile:
        """For what both have: bytes of a stage and of all."""
        return WarpgroupTile(
            self.columns, 1, 2 * WARPGROUPS, tma_tiles=1, weight_stages=self.weight_stages
        )

    @property
    def uses_setmaxnreg(self) -> bool:
        """Whether sums need more registers than an even share: 128 of each thread."""
        return self.columns == 128

    @property
    def threads(self) -> int:
        """Of a block: the consumers, and the producer's warp or warpgroup."""
        return CONSUMERS + (128 if self.uses_setmaxnreg else 32)


@functools.cache
def make_conv_pairs(tile: PairTile) -> Kernel:
    """The kernel for `tile`. Arguments, in order.

    x_map: address of the input's tensor map, float16 (B, H + 2, W + 2, C).
    w_map: of the weights', float16 (9, N, C), packed by `pack_columns`.
    bias: float32 (N,).
    out: address of pixel (0, 0), channel 0 of the first image, behind the border; float16.
    out_row, out_plane, out_channels: pixels of an output row, of an image, channels of a pixel.
    height, width: of the images without border.
    tiles_y, pixel_tiles: tiles of a column of pixels; of all images.
    columns_total: N. chunks: C / 64.
    """
    columns, cluster, weight_stages = tile.columns, tile.cluster, tile.weight_stages
    uses_setmaxnreg = tile.uses_setmaxnreg
    input_bytes, weight_bytes = tile.shape.input_bytes, tile.shape.weight_bytes
    tma_tile_bytes = TILE_WIDTH * (TILE_HEIGHT + 2) * ROW_BYTES
    fragment = columns // 2  # sums of a thread in a 64-pixel tile
    below = 8 * TILE_WIDTH * ROW_BYTES >> 4  # descriptor distance of the second 64-pixel tile
    groups = columns // 32
    code = SWIZZLE_CODE[CHUNK] << 30
    input_high = code | (TILE_WIDTH * ROW_BYTES >> 4)
    weight_high = code | (8 * ROW_BYTES >> 4)
    fresh, wait_all = ptx.wgmma_fresh(fragment), ptx.wgmma_wait_all(fragment)
    wgmma = ptx.wgmma_m64k16(columns, input_high, weight_high)
    wait_one = ptx.wgmma_wait(1)

    @device_function
    def store_tile(acc, out_address, bias, n0, row, col, height, width, lane, out_row_bytes):
        """Bias, ReLU and the stores of the two pixels (row, col), (row + 1, col) of a thread."""
        here = row < height and col < width
        below = row + 1 < height and col < width
        for group in range(groups):
            channel = n0 + group * 32 + (lane & 3) * 8
            packed = cuda.local.array(8, uint32)
            for t in range(4):
                at = (group * 4 + t) * 4
                b0 = bias[channel + 2 * t]
                b1 = bias[channel + 2 * t + 1]
                v0 = max(acc[at] + b0, float32(0))
                v1 = max(acc[at + 1] + b1, float32(0))
                v2 = max(acc[at + 2] + b0, float32(0))
                v3 = max(acc[at + 3] + b1, float32(0))
                packed[t] = ptx.pack_half2(v0, v1)
                packed[4 + t] = ptx.pack_half2(v2, v3)
            at_channel = out_address + int64(channel * 2)
            if here:
                ptx.store_4u32(at_channel, packed[0], packed[1], packed[2], packed[3])
            if below:
                ptx.store_4u32(
                    at_channel + out_row_bytes, packed[4], packed[5], packed[6], packed[7]
                )

    @device_function
    def release(barrier, lane):
        """Arrive for this warp at a weight stage's "empty" barrier, in every block it lies in."""
        if cluster > 1:
            if lane < cluster:
                mbarrier_arrive_cluster(barrier, lane)
        elif lane == 0:
            ptx.mbarrier_arrive(barrier)

    @device_function
    def locate(work, tiles_n, rank):
        """(first output channel, tile of pixels) of a work index; a cluster's are neighbours."""
        pair = ptx.udiv(work, tiles_n)
        return int32((work - pair * tiles_n) * columns), int32(pair * cluster + rank)

    @device_function
    def unravel(index, tiles_x, tiles_y):
        """(first column, first row, image) of a tile of pixels."""
        line = ptx.udiv(index, tiles_x)
        image = ptx.udiv(line, tiles_y)
        row = (line - image * tiles_y) * TILE_HEIGHT
        return int32((index - line * tiles_x) * 8), int32(row), int32(image)

    @device_function
    def next_input(stage, parity):
        """The stage after `stage` in the ring, and its parity, which flips at each lap."""
        stage += int32(1)
        if stage == INPUT_STAGES:
            return int32(0), parity ^ uint32(1)
        return int32(stage), uint32(parity)

    @device_function
    def multiply(acc, a, b, scale_d):
        """All K steps of one tap for one 64-pixel tile."""
        for k in range(STEPS):
            wgmma(acc, a + uint32(k * 2), b + uint32(k * 2), scale_d)
            scale_d = int32(1)

    @device_kernel(
        _SIGNATURE,
        threads=tile.threads,
        registers=168,  # an even share: 65536 for the 32 threads of each of 12 warps
        cluster=cluster,
        pdl=True,
        made_from=tile,
    )
    def conv_pairs_kernel(
        x_map, w_map, bias, out, out_row, out_plane, out_channels, height, width, tiles_y,
        pixel_tiles, columns_total, chunks,
    ):  # fmt: skip
        tiles_n = ptx.udiv(columns_total, columns)
        tiles_x = (width + 7) >> 3
        shared = cuda.shared.array(0, uint32)
        base = (ptx.shared_address(shared) + uint32(1023)) & uint32(0xFFFFFC00)
        weights_at = base + uint32(INPUT_STAGES * input_bytes)
        input_full = weights_at + uint32(weight_stages * weight_bytes)
        input_empty = input_full + uint32(8 * INPUT_STAGES)
        weight_full = input_empty + uint32(8 * INPUT_STAGES)
        weight_empty = weight_full + uint32(8 * weight_stages)

        thread = int32(cuda.threadIdx.x)
        lane = thread & 31
        warp = ptx.broadcast_first_lane(thread >> 5)
        if thread == 0:
            for stage in range(INPUT_STAGES):
                ptx.mbarrier_init(input_full + uint32(8 * stage), uint32(1))
                ptx.mbarrier_init(input_empty + uint32(8 * stage), uint32(4 * WARPGROUPS))
            for stage in range(weight_stages):
                ptx.mbarrier_init(weight_full + uint32(8 * stage), uint32(1))
                ptx.mbarrier_init(
                    weight_empty + uint32(8 * stage), uint32(4 * WARPGROUPS * cluster)
                )
            ptx.fence_barrier_init()
        if cluster > 1:
            cluster_sync()  # both blocks' barriers exist before either arrives at the other's
        else:
            cuda.syncthreads()  # the barriers exist before anyone waits at one
        ptx.griddepcontrol_launch_dependents()

        input_stage = int32(0)
        input_parity = uint32(0)
        weight_stage = int32(0)
        weight_parity = uint32(0)
        rank = cluster_rank() if cluster > 1 else int32(0)
        work = ptx.udiv(int32(cuda.blockIdx.x), cluster)
        workers = ptx.udiv(int32(cuda.gridDim.x), cluster)
        work_count = ptx.udiv(pixel_tiles + cluster - 1, cluster) * tiles_n

        if warp >= 4 * WARPGROUPS:  # the producer
            if uses_setmaxnreg:
                setmaxnreg_dec()
            if warp == 4 * WARPGROUPS and lane == 0:
                ptx.acquire_tensor_map(x_map)
                ptx.acquire_tensor_map(w_map)
                ptx.griddepcontrol_wait()
                while work < work_count:
                    n0, index = locate(work, tiles_n, rank)
                    col, row, image = unravel(index, tiles_x, tiles_y)
                    for c in range(chunks):
                        channel = int32(c * CHUNK)
                        ptx.mbarrier_wait(
                            input_empty + uint32(8 * input_stage), input_parity ^ uint32(1)
                        )
                        full = input_full + uint32(8 * input_stage)
                        ptx.mbarrier_arrive_expect_tx(full, uint32(tma_tile_bytes))
                        ptx.tma_load_4d(
                            base + uint32(input_stage * input_bytes), x_map, full,
                            channel, col, row, image,
                        )  # fmt: skip
                        input_stage, input_parity = next_input(input_stage, input_parity)
                        for tap in range(TAPS):
                            ptx.mbarrier_wait(
                                weight_empty + uint32(8 * weight_stage), weight_parity ^ uint32(1)
                            )
                            full = weight_full + uint32(8 * weight_stage)
                            # All bytes of the tap: what the other block multicasts arrives, too.
                            ptx.mbarrier_arrive_expect_tx(full, uint32(columns * ROW_BYTES))
                            to = weights_at + uint32(weight_stage * weight_bytes)
                            if cluster > 1:
                                half = rank * (columns // cluster)
                                tma_load_3d_multicast(
                                    to + uint32(half * ROW_BYTES), w_map, full, channel,
                                    int32(n0 + half), int32(tap), uint32((1 << cluster) - 1),
                                )  # fmt: skip
                            else:
                                ptx.tma_load_3d(to, w_map, full, channel, n0, int32(tap))
                            weight_stage += 1
                            if weight_stage == weight_stages:
                                weight_stage = int32(0)
                                weight_parity ^= uint32(1)
                    work += workers
        else:  # the consumers
            if uses_setmaxnreg:
                setmaxnreg_inc()
            acc0 = cuda.local.array(fragment, float32)
            acc1 = cuda.local.array(fragment, float32)
            first_row = (warp >> 2) * 16
            while work < work_count:
                n0, index = locate(work, tiles_n, rank)
                is_real = index < pixel_tiles  # the last pair may lack its second tile
                col0, row0, image = unravel(index, tiles_x, tiles_y)
                fresh(acc0)
                fresh(acc1)
                scale_d = ptx.opaque_i32(int32(0))
                weight_release = int32(-1)
                input_release = int32(-1)
                for _ in range(chunks):
                    ptx.mbarrier_wait(input_full + uint32(8 * input_stage), input_parity)
                    a_stage = base + uint32(input_stage * input_bytes)
                    for down in range(3):
                        for right in range(3):
                            ptx.mbarrier_wait(weight_full + uint32(8 * weight_stage), weight_parity)
                            pixel = (first_row + down) * TILE_WIDTH + right
                            a_at = a_stage + uint32(pixel * ROW_BYTES)
                            a = uint32(a_at >> uint32(4)) | uint32(0x10000)
                            b_at = weights_at + uint32(weight_stage * weight_bytes)
                            b = uint32(b_at >> uint32(4)) | uint32(0x10000)
                            ptx.wgmma_fence()
                            multiply(acc0, a, b, scale_d)
                            multiply(acc1, a + uint32(below), b, scale_d)
                            scale_d = ptx.opaque_i32(int32(1))
                            ptx.wgmma_commit()
                            wait_one()  # the tap before this one has read its operands
                            if weight_release >= 0:
                                release(weight_empty + uint32(8 * weight_release), lane)
                            if input_release >= 0 and lane == 0:
                                ptx.mbarrier_arrive(input_empty + uint32(8 * input_release))
                            input_release = int32(-1)
                            weight_release = weight_stage
                            weight_stage += int32(1)
                            if weight_stage == weight_stages:
                                weight_stage = int32(0)
                                weight_parity ^= uint32(1)
                    input_release = input_stage
                    input_stage, input_parity = next_input(input_stage, input_parity)
                wait_all(acc0)
                wait_all(acc1)
                release(weight_empty + uint32(8 * weight_release), lane)
                if lane == 0:
                    ptx.mbarrier_arrive(input_empty + uint32(8 * input_release))
                if is_real:
                    row = row0 + first_row + (warp & 3) * 2
                    col = col0 + (lane >> 2)
                    pixel = int64(image) * int64(out_plane) + int64(row * out_row + col)
                    row_step = int64(out_row) * int64(out_channels * 2)
                    out_at = out + pixel * int64(out_channels * 2)
                    store_tile(acc0, out_at, bias, n0, row, col, height, width, lane, row_step)
                    store_tile(
                        acc1, out_at + row_step * 8, bias, n0, row + 8, col, height, width, lane,
                        row_step,
                    )  # fmt: skip
                work += workers
        if cluster > 1:
            cluster_sync()  # the other block may still be writing into this one

    return conv_pairs_kernel


def pairs(*tiles: PairTile) -> Prepare:
    """Prepares the first of these tiles that is no wider than the layer."""

    def prepare(layer: ConvLayer, memory: Memory) -> Run:
        tile = next((tile for tile in tiles if tile.columns <= layer.channels_out), None)
        if tile is None or layer.channels % CHUNK or layer.channels_out % tile.columns:
            raise DoesNotFitError(f"channels come by {CHUNK}, outputs by those of a tile")
        data = data_of(layer)
        height, width = layer.shape
        problem = ConvProblem(layer.batch, height, width, layer.channels, layer.channels_out)
        matrix = weight_matrix(data.weight, problem)
        weight = pack_columns(matrix, group=tile.shape.column_group).astype(np.float16)
        plan = ArenaPlan()
        plan.add("x", (layer.batch, height + 2, width + 2, layer.channels), np.float16)
        plan.add("out", (layer.batch, height + 2, width + 2, layer.channels_out), np.float16)
        plan.add("weight", weight.shape, np.float16)
        plan.add("bias", data.bias.shape, np.float32)
        plan.add("maps", (2, MAP_BYTES), np.uint8)
        arrays = memory.keep(DeviceArena(plan, purpose="a step of the ladder")).arrays
        x = np.pad(np.moveaxis(data.x, 1, 3), ((0, 0), (1, 1), (1, 1), (0, 0)))
        arrays["x"].upload(x)
        arrays["weight"].upload(weight)
        arrays["bias"].upload(data.bias)
        maps, out = arrays["maps"], arrays["out"]
        seen = (1, TILE_HEIGHT + 2, TILE_WIDTH, CHUNK)
        maps.row(0).upload(encode_tensor_map(arrays["x"], tile=seen))
        half = (1, tile.columns // tile.cluster, CHUNK)
        maps.row(1).upload(encode_tensor_map(arrays["weight"], tile=half))
        tiles_y = -(-height // TILE_HEIGHT)
        pixel_tiles = layer.batch * -(-width // 8) * tiles_y
        work = -(-pixel_tiles // tile.cluster) * (layer.channels_out // tile.columns)
        clusters = min(work, current_gpu().multiprocessors // tile.cluster)
        inside = out.ptr + (width + 3) * layer.channels_out * 2
        arguments = (
            maps.row(0).ptr, maps.row(1).ptr, arrays["bias"], inside, width + 2,
            (height + 2) * (width + 2), layer.channels_out, height, width, tiles_y, pixel_tiles,
            layer.channels_out, layer.channels // CHUNK,
        )  # fmt: skip
        grid, kernel = clusters * tile.cluster, make_conv_pairs(tile)
        shared_bytes = tile.shape.shared_bytes

        def launch(stream: Any) -> None:
            kernel[grid, tile.threads, stream, shared_bytes](*arguments)

        return Run(launch, lambda: planes_of(out.download()), data.expected, HALF)

    return prepare
