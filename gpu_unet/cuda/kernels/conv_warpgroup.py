"""3x3 and 1x1 convolution as implicit GEMM on `wgmma`, fed by TMA: persistent, warp-specialised.

For compute capability 9.0a only; `conv_tensor.py` computes the same on every card from 8.0 on.

    out[pixel, o] = relu(bias[o] + sum over (tap, c) of x[pixel + tap, c] * weight[tap, o, c])

One block computes a tile of 8 x (8 * warpgroups * row_tiles) pixels times `columns` output
channels. One `wgmma` takes 64 pixels, an 8 x 8 square of the picture:

     col0 .. col0 + 7
    +----------------+ row0
    |     8 x 8      |  warpgroup 0, acc0: warp w holds picture rows 2 w and 2 w + 1,
    +----------------+                     lane l holds column l / 4 of both
    |     8 x 8      |  warpgroup 0, acc1 (only if row_tiles = 2)
    +----------------+
    |     8 x 8      |  warpgroup 1, acc0
    +----------------+  ...

With `weight_stationary` the tile is one warpgroup's height: each warpgroup has tiles of its own.

Roles of the warps:

    warps 0 .. 4 * warpgroups - 1   consumers: wait for "full", wgmma, arrive at "empty", store
    the last warp, lane 0           producer: waits for "empty", issues every TMA load

Per chunk of input channels the producer loads one TMA tile of pixels with its halo rows for each
horizontal shift (`tma_tiles` = 3), and the weights of each tap. A vertical shift is then an offset
of whole 8-row swizzle atoms, which a descriptor can express. Both sides walk over the same tiles
and meet only at mbarriers, so the producer runs ahead into the next tile while the consumers store.

Shared memory, from a 1024-byte boundary on:

    | input stage 0 | .. | weight stage 0 | .. | input full, empty | weight full, empty |

Output channels are stored in the order of `pack_columns`, in which the eight values that a thread
owns of 32 channels are neighbours: accumulators go to memory as 16-byte vectors without a detour
through shared memory.

Producer and consumer stay in one file because each half only makes sense beside the other.
"""

from __future__ import annotations

import math

from numba import cuda, float32, int32, int64, uint32

from gpu_unet.architecture import RELU6_HIGHEST as HIGHEST
from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import Kernel, device_function, device_kernel
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile

SWIZZLE_CODE = {64: 1, 32: 2, 16: 3}  # channels of a chunk -> 128, 64, 32-byte swizzle

_SIGNATURE = (
    "void(int64, int64, float32[::1], int64, int64, int64, float32[::1], int64, int32[::1], "
    "int32, int32, int32, int32, int32, int32, int32, int32, int32, int32, int32, int32)"
)


def make_conv_warpgroup(tile: WarpgroupTile) -> Kernel:
    """Make the kernel for `tile`.

    The kernel's arguments, in order:

    x_map: address of the input's tensor map, float16 (B, H + 2, W + 2, C), zero border.
    w_map: address of the weights' tensor map, float16 (taps, N, C), packed by `pack_columns`.
    bias: float32 (N,); for `upsample` the bias of each output channel is repeated four times.
    out: address of pixel (0, 0), channel 0 of the first image: behind border and offset; float16.
    pooled: the same address of the 2x2 pooled output; 0 without `pool`.
    alpha: address of float32 (B, H, W), written in [0, 1]; 0 without `head`.
    head: float32 (N + 1,): weights and bias of the head; not read without `head`.
    partial: address of float32 (tiles * split_k_slices * 64 * row_tiles * warpgroups * columns,),
        the workspace of split-K.
    counter: int32 (tiles,), zero before and after: finished slices of each tile, for split-K.
    out_row, out_plane, out_channels: pixels of an output row, pixels of an image, channels of a
        pixel.
    pooled_row, pooled_plane: the same of the pooled output, which has N channels.
    height, width: of the images without border, in pixels.
    tiles_y, pixel_tiles: tiles from top to bottom of an image; tiles of all images.
    columns_total: N. chunks: C / chunk. split_k_slices: blocks that share a tile's sum over K.
    """
    columns, chunk, taps, tma_tiles = tile.columns, tile.chunk, tile.taps, tile.tma_tiles
    row_tiles, warpgroups = tile.row_tiles, tile.warpgroups
    input_stages, weight_stages = tile.input_stages, tile.weight_stages
    weight_stationary, pdl = tile.weight_stationary, tile.pdl
    # Warps that read one input stage, each of which arrives at its "empty" barrier.
    consumer_warps = 4 if weight_stationary else 4 * warpgroups
    stride = warpgroups if weight_stationary else 1  # from one tile of a warpgroup to its next
    input_bytes, weight_bytes = tile.input_bytes, tile.weight_bytes
    tma_tile_bytes = tile.tma_tile_width * tile.tma_tile_height * chunk * 2
    column_bytes = columns * chunk * 2
    tile_height, tma_tile_width = tile.tile_height, tile.tma_tile_width
    # The taps of a chunk come in groups, one per TMA tile of pixels: three groups of three vertical
    # taps, or one group of all nine (taps_down x taps_right) inside a tile that is 10 pixels wide.
    group_count = 3 if taps == 9 and tma_tiles == 3 else 1
    group_taps = taps // group_count
    taps_right = 3 if tma_tiles == 1 and taps == 9 else 1
    taps_down = group_taps // taps_right
    split_k, relu, upsample = tile.split_k, tile.relu, tile.upsample
    pool, with_head = tile.pool, tile.head
    relu6, adds = tile.relu6, tile.adds
    border = 0 if taps == 9 else 1  # a 1x1 starts at the pixel itself, inside the border
    row_bytes = chunk * 2
    steps = chunk // 16  # wgmma takes 16 values of K at a time
    below = 8 * tma_tile_width * row_bytes >> 4  # descriptor distance of the second 64-pixel tile
    fragment = columns // 2  # accumulators of a thread in a 64-pixel tile
    consumer_threads = 128 * warpgroups
    per_thread = tile.column_group // 4  # neighbouring channels that a thread owns
    groups = columns // tile.column_group
    tiles_a_group = tile.column_group // 8
    # The 64-bit matrix descriptor of wgmma. Low word: address / 16 and a leading stride of 1, which
    # swizzled layouts ignore. High word: stride between 8-row atoms / 16, and the swizzle's code.
    # Source: PTX ISA, "Matrix Descriptor Format" of wgmma.
    code = SWIZZLE_CODE[chunk] << 30
    input_high = code | (tma_tile_width * row_bytes >> 4)
    weight_high = code | (8 * row_bytes >> 4)

    fresh, wait_all = ptx.wgmma_fresh(fragment), ptx.wgmma_wait_all(fragment)
    wgmma = ptx.wgmma_m64k16(columns, input_high, weight_high)
    wait_one = ptx.wgmma_wait(1)

    @device_function
    def load_there(address, out_row_bytes, here, below, there):
        """Load what stands in the output, in the order of `packed`; 0 outside the picture."""
        for t in range(8):
            there[t] = uint32(0)
        if tiles_a_group == 4:
            if here:
                upper4 = ptx.load_4u32(address)
                there[0], there[1], there[2], there[3] = upper4
            if below:
                lower4 = ptx.load_4u32(address + out_row_bytes)
                there[4], there[5], there[6], there[7] = lower4
        else:
            if here:
                upper2 = ptx.load_2u32(address)
                there[0], there[1] = upper2
            if below:
                lower2 = ptx.load_2u32(address + out_row_bytes)
                there[4], there[5] = lower2

    @device_function
    def store_tile(
        acc, out_address, pooled_address, alpha_address, head, bias, n0, row, col, height, width,
        lane, out_row_bytes,
    ):  # fmt: skip
        """Epilogue: bias, ReLU and the stores of a thread's pixels (row, col) and (row + 1, col).

        Of each 8 channels of a fragment a thread holds four accumulators:

            acc[at], acc[at + 1]       channels 2 q, 2 q + 1 of (row, col),      q = lane & 3
            acc[at + 2], acc[at + 3]   the same two of (row + 1, col)

        With `pool` it also stores their 2x2 maximum, with `head` only sigmoid(head . channels).
        """
        quad = lane & 3
        here = row < height and col < width
        below = row + 1 < height and col < width
        sum_here = float32(0)
        sum_below = float32(0)
        for group in range(groups):
            channel = n0 + group * (tiles_a_group * 8) + quad * per_thread
            # packed[0:4] is the pixel in this row, packed[4:8] the one below: half2 pairs.
            packed = cuda.local.array(8, uint32)
            there = cuda.local.array(8, uint32)
            if adds:
                load_there(out_address + int64(channel * 2), out_row_bytes, here, below, there)
            for t in range(tiles_a_group):
                at = (group * tiles_a_group + t) * 4
                b0 = bias[channel + 2 * t]
                b1 = bias[channel + 2 * t + 1]
                v0 = acc[at] + b0
                v1 = acc[at + 1] + b1
                v2 = acc[at + 2] + b0
                v3 = acc[at + 3] + b1
                if relu:
                    v0 = max(v0, float32(0))
                    v1 = max(v1, float32(0))
                    v2 = max(v2, float32(0))
                    v3 = max(v3, float32(0))
                if relu6:
                    v0 = min(v0, float32(HIGHEST))
                    v1 = min(v1, float32(HIGHEST))
                    v2 = min(v2, float32(HIGHEST))
                    v3 = min(v3, float32(HIGHEST))
                if adds:
                    v0 += ptx.low_half(there[t])
                    v1 += ptx.high_half(there[t])
                    v2 += ptx.low_half(there[4 + t])
                    v3 += ptx.high_half(there[4 + t])
                if with_head:
                    w0 = head[channel + 2 * t]
                    w1 = head[channel + 2 * t + 1]
                    sum_here += v0 * w0 + v1 * w1
                    sum_below += v2 * w0 + v3 * w1
                packed[t] = ptx.pack_half2(v0, v1)
                packed[4 + t] = ptx.pack_half2(v2, v3)
            if not with_head:
                at_channel = out_address + int64(channel * 2)
                at_below = at_channel + out_row_bytes
                if tiles_a_group == 4:
                    if here:
                        ptx.store_4u32(at_channel, packed[0], packed[1], packed[2], packed[3])
                    if below:
                        ptx.store_4u32(at_below, packed[4], packed[5], packed[6], packed[7])
                else:
                    if here:
                        ptx.store_2u32(at_channel, packed[0], packed[1])
                    if below:
                        ptx.store_2u32(at_below, packed[4], packed[5])
            if pool:
                # Both rows of the 2x2 window are this thread's, the columns are two lanes'.
                for t in range(tiles_a_group):
                    both = ptx.max_half2(packed[t], packed[4 + t])
                    # Lane +-4 holds the pixel to the right or left.
                    packed[t] = ptx.max_half2(both, ptx.shuffle_xor(both, uint32(4)))
                if here and (lane & 4) == 0:
                    at_channel = pooled_address + int64(channel * 2)
                    if tiles_a_group == 4:
                        ptx.store_4u32(at_channel, packed[0], packed[1], packed[2], packed[3])
                    else:
                        ptx.store_2u32(at_channel, packed[0], packed[1])
        if with_head:
            # The four lanes of a quad hold a quarter of the pixel's channels each.
            for mask in (1, 2):
                sum_here += ptx.shuffle_xor_f32(sum_here, uint32(mask))
                sum_below += ptx.shuffle_xor_f32(sum_below, uint32(mask))
            if quad == 0:
                logit_bias = head[columns]
                if here:
                    value = float32(1) / (float32(1) + math.exp(-sum_here - logit_bias))
                    ptx.store_f32(alpha_address, value)
                if below:
                    value = float32(1) / (float32(1) + math.exp(-sum_below - logit_bias))
                    ptx.store_f32(alpha_address + int64(width * 4), value)

    @device_function
    def store_partials(acc, address):
        """Write a fragment to split-K's workspace, coalesced: neighbours write 16 bytes each."""
        for k in range(fragment // 4):
            to = address + k * (consumer_threads * 16)
            ptx.store_4f32(to, acc[4 * k], acc[4 * k + 1], acc[4 * k + 2], acc[4 * k + 3])

    @device_function
    def add_partials(acc, address):
        """Add a fragment from the workspace, written by `store_partials` of any block."""
        for k in range(fragment // 4):
            v = ptx.load_4f32(address + k * (consumer_threads * 16))
            acc[4 * k] += v[0]
            acc[4 * k + 1] += v[1]
            acc[4 * k + 2] += v[2]
            acc[4 * k + 3] += v[3]

    @device_function
    def locate(work, split_k_slices, tiles_n):
        """Tile scheduler: (split-K slice, first output channel, tile of pixels) of a work index.

        work = (pixel_tile * tiles_n + n_index) * split_k_slices + k_slice: blocks that run side by
        side share their pixels, which the L2 cache then serves.
        """
        index = ptx.udiv(work, split_k_slices)
        k_slice = work - index * split_k_slices
        pixel_tile = ptx.udiv(index, tiles_n)
        n_index = index - pixel_tile * tiles_n
        return int32(k_slice), int32(n_index * columns), int32(pixel_tile)

    @device_function
    def unravel(index, tiles_x, tiles_y):
        """(first column, first row, image) of a tile of pixels."""
        line = ptx.udiv(index, tiles_x)
        image = ptx.udiv(line, tiles_y)
        row = (line - image * tiles_y) * tile_height
        return int32((index - line * tiles_x) * 8), int32(row), int32(image)

    @device_function
    def next_input(stage, parity):
        """Return the stage after `stage` in the ring, and its parity, which flips at each lap."""
        stage += int32(1)
        if stage == input_stages:
            return int32(0), parity ^ uint32(1)
        return int32(stage), uint32(parity)

    @device_function
    def multiply(acc, a, b, scale_d):
        """Add a @ b to scale_d * acc: all K steps of 16 of a chunk, one tap, 64 pixels."""
        for k in range(steps):
            # 16 channels on are 32 bytes on: 2 in a descriptor's units of 16 bytes.
            wgmma(acc, a + uint32(k * 2), b + uint32(k * 2), scale_d)
            scale_d = int32(1)

    @device_kernel(
        _SIGNATURE,
        threads=tile.threads,
        registers=tile.registers,
        pdl=tile.pdl,
        made_from=tile,
    )  # fmt: skip
    def conv_warpgroup_kernel(
        x_map, w_map, bias, out, pooled, alpha, head, partial, counter, out_row, out_plane,
        out_channels, pooled_row, pooled_plane, height, width, tiles_y, pixel_tiles, columns_total,
        chunks, split_k_slices,
    ):  # fmt: skip
        tiles_n = ptx.udiv(columns_total, columns)
        tiles_x = (width + 7) >> 3
        shared = cuda.shared.array(0, uint32)
        flag = cuda.shared.array(1, int32)
        # The 128-byte swizzle works on absolute addresses: stages need 1024-byte alignment.
        base = (ptx.shared_address(shared) + uint32(1023)) & uint32(0xFFFFFC00)
        weights_at = base + uint32(input_stages * input_bytes)
        input_full = weights_at + uint32(weight_stages * weight_bytes)
        input_empty = input_full + uint32(8 * input_stages)
        weight_full = input_empty + uint32(8 * input_stages)
        weight_empty = weight_full + uint32(8 * weight_stages)

        thread = int32(cuda.threadIdx.x)
        lane = thread & 31
        warp = ptx.broadcast_first_lane(thread >> 5)
        if thread == 0:
            # "Full": one arrival, the producer's, and the bytes of TMA. "Empty": one per reader.
            for stage in range(input_stages):
                ptx.mbarrier_init(input_full + uint32(8 * stage), uint32(1))
                ptx.mbarrier_init(input_empty + uint32(8 * stage), uint32(consumer_warps))
            for stage in range(weight_stages):
                ptx.mbarrier_init(weight_full + uint32(8 * stage), uint32(1))
                ptx.mbarrier_init(weight_empty + uint32(8 * stage), uint32(4 * warpgroups))
            ptx.fence_barrier_init()
        cuda.syncthreads()  # every mbarrier is initialised before the first wait
        if pdl:
            # The next kernel may start its prologue now; it waits before it reads `out`.
            ptx.griddepcontrol_launch_dependents()

        input_stage = int32(0)
        input_parity = uint32(0)
        weight_stage = int32(0)
        weight_parity = uint32(0)
        work = int32(cuda.blockIdx.x)
        workers = int32(cuda.gridDim.x)
        work_count = pixel_tiles * tiles_n * split_k_slices

        if warp == 4 * warpgroups:
            # Producer warp. Waiting for `parity ^ 1` passes at once on a stage that was never used.
            if lane == 0:
                ptx.acquire_tensor_map(x_map)
                ptx.acquire_tensor_map(w_map)
                if weight_stationary:
                    # The number of blocks is a multiple of tiles_n: every tile has these columns.
                    n0 = (work - ptx.udiv(work, tiles_n) * tiles_n) * columns
                    for c in range(chunks):
                        for tap in range(taps):
                            full = weight_full + uint32(8 * weight_stage)
                            ptx.mbarrier_arrive_expect_tx(full, uint32(column_bytes))
                            ptx.tma_load_3d(
                                weights_at + uint32(weight_stage * weight_bytes), w_map, full,
                                int32(c * chunk), int32(n0), int32(tap),
                            )  # fmt: skip
                            weight_stage += 1
                # The pixels are the output of the kernel before; stationary weights are not.
                if pdl:
                    ptx.griddepcontrol_wait()
                # Persistent loop: this block takes every gridDim.x-th tile.
                while work < work_count:
                    k_slice, n0, index = locate(work, split_k_slices, tiles_n)
                    col, row, image = unravel(index, tiles_x, tiles_y)
                    col += border
                    row += border
                    first = ptx.udiv(chunks * k_slice, split_k_slices)
                    last = ptx.udiv(chunks * (k_slice + 1), split_k_slices)
                    for c in range(first, last):
                        channel = int32(c * chunk)
                        for group in range(group_count):
                            ptx.mbarrier_wait(
                                input_empty + uint32(8 * input_stage), input_parity ^ uint32(1)
                            )
                            full = input_full + uint32(8 * input_stage)
                            ptx.mbarrier_arrive_expect_tx(full, uint32(tma_tile_bytes))
                            ptx.tma_load_4d(
                                base + uint32(input_stage * input_bytes), x_map, full,
                                channel, int32(col + group), int32(row), int32(image),
                            )  # fmt: skip
                            input_stage, input_parity = next_input(input_stage, input_parity)
                            if not weight_stationary:
                                # The taps of this shift, top to bottom: 0, 3, 6 for group 0.
                                for t in range(group_taps):
                                    tap = t * group_count + group
                                    ptx.mbarrier_wait(
                                        weight_empty + uint32(8 * weight_stage),
                                        weight_parity ^ uint32(1),
                                    )
                                    full = weight_full + uint32(8 * weight_stage)
                                    ptx.mbarrier_arrive_expect_tx(full, uint32(column_bytes))
                                    to = weights_at + uint32(weight_stage * weight_bytes)
                                    ptx.tma_load_3d(to, w_map, full, channel, int32(n0), int32(tap))
                                    weight_stage += 1
                                    if weight_stage == weight_stages:
                                        weight_stage = int32(0)
                                        weight_parity ^= uint32(1)
                    work += workers
        else:
            # Consumer warpgroups.
            warpgroup = warp >> 2
            acc0 = cuda.local.array(fragment, float32)
            acc1 = cuda.local.array(fragment, float32)
            if weight_stationary:
                # Warpgroup g starts with the block's tile g: it skips the stages of tiles 0 to g-1.
                first_row = int32(0)
                work += workers * warpgroup
                for _ in range(warpgroup * chunks * group_count):
                    input_stage, input_parity = next_input(input_stage, input_parity)
            else:
                first_row = warpgroup * (8 * row_tiles)
            while work < work_count:
                if weight_stationary:
                    weight_stage = int32(0)
                k_slice, n0, index = locate(work, split_k_slices, tiles_n)
                tile_index = index * tiles_n + ptx.udiv(n0, columns)
                col0, row0, image = unravel(index, tiles_x, tiles_y)
                first = ptx.udiv(chunks * k_slice, split_k_slices)
                last = ptx.udiv(chunks * (k_slice + 1), split_k_slices)

                fresh(acc0)
                if row_tiles == 2:
                    fresh(acc1)
                # 0 for the first product of a tile: it overwrites the accumulators.
                scale_d = ptx.opaque_i32(int32(0))
                # Stages whose products are still under way; -1 is none.
                weight_release = int32(-1)
                input_release = int32(-1)
                for _ in range((last - first) * group_count):
                    ptx.mbarrier_wait(input_full + uint32(8 * input_stage), input_parity)
                    # A tap is an offset into the same tile: `down` rows and `right` pixels.
                    a_stage = base + uint32(input_stage * input_bytes)
                    for down in range(taps_down):
                        for right in range(taps_right):
                            ptx.mbarrier_wait(weight_full + uint32(8 * weight_stage), weight_parity)
                            pixel = (first_row + down) * tma_tile_width + right
                            a_at = a_stage + uint32(pixel * row_bytes)
                            a = uint32(a_at >> uint32(4)) | uint32(0x10000)
                            b_at = weights_at + uint32(weight_stage * weight_bytes)
                            b = uint32(b_at >> uint32(4)) | uint32(0x10000)
                            ptx.wgmma_fence()
                            multiply(acc0, a, b, scale_d)
                            if row_tiles == 2:
                                multiply(acc1, a + uint32(below), b, scale_d)
                            scale_d = ptx.opaque_i32(int32(1))
                            if not weight_stationary:
                                ptx.wgmma_commit()
                                wait_one()  # the tap before this one has read its operands
                                if weight_release >= 0 and lane == 0:
                                    ptx.mbarrier_arrive(weight_empty + uint32(8 * weight_release))
                                if input_release >= 0 and lane == 0:
                                    ptx.mbarrier_arrive(input_empty + uint32(8 * input_release))
                                input_release = int32(-1)
                                weight_release = weight_stage
                            weight_stage += int32(1)
                            if not weight_stationary and weight_stage == weight_stages:
                                weight_stage = int32(0)
                                weight_parity ^= uint32(1)
                    if weight_stationary:
                        # One commit for all taps: only the input stage is reused, not the weights.
                        ptx.wgmma_commit()
                        wait_one()
                        if input_release >= 0 and lane == 0:
                            ptx.mbarrier_arrive(input_empty + uint32(8 * input_release))
                    input_release = input_stage
                    input_stage, input_parity = next_input(input_stage, input_parity)
                if weight_stationary:
                    # Skip the stages that hold the other warpgroups' tiles.
                    for _ in range((warpgroups - 1) * chunks * group_count):
                        input_stage, input_parity = next_input(input_stage, input_parity)
                wait_all(acc0)
                if row_tiles == 2:
                    wait_all(acc1)
                if not weight_stationary and lane == 0:
                    ptx.mbarrier_arrive(weight_empty + uint32(8 * weight_release))
                if lane == 0:
                    ptx.mbarrier_arrive(input_empty + uint32(8 * input_release))

                # Split-K: each block writes its sums and counts itself; the last one to arrive adds
                # up all slices and stores the tile.
                finish = True
                total0 = acc0
                total1 = acc1
                if split_k:
                    total0 = cuda.local.array(fragment, float32)
                    total1 = cuda.local.array(fragment, float32)
                    size = int64(row_tiles * fragment * consumer_threads)
                    slot = int64(tile_index * split_k_slices + k_slice)
                    at = partial + (slot * size + int64(thread * 4)) * 4
                    store_partials(acc0, at)
                    if row_tiles == 2:
                        store_partials(acc1, at + fragment * consumer_threads * 4)
                    cuda.threadfence()  # the sums are visible before they are counted
                    # Barrier 1 spans the consumers only: the producer is tiles ahead.
                    ptx.barrier_sync(int32(1), int32(consumer_threads))
                    if thread == 0:
                        flag[0] = cuda.atomic.add(counter, tile_index, int32(1))
                    ptx.barrier_sync(int32(1), int32(consumer_threads))
                    finish = flag[0] == split_k_slices - 1
                    if finish:
                        cuda.threadfence()  # the other blocks' sums are read after their count
                        if thread == 0:
                            counter[tile_index] = int32(0)
                        slot = int64(tile_index * split_k_slices)
                        at = partial + (slot * size + int64(thread * 4)) * 4
                        for k in range(fragment):
                            total0[k] = float32(0)
                            if row_tiles == 2:
                                total1[k] = float32(0)
                        for _ in range(split_k_slices):  # in slice order: results are repeatable
                            add_partials(total0, at)
                            if row_tiles == 2:
                                add_partials(total1, at + fragment * consumer_threads * 4)
                            at += size * 4
                    ptx.barrier_sync(int32(1), int32(consumer_threads))  # all have read the flag
                if finish:
                    # The thread's first pixel, in the layout of the module's picture.
                    row = row0 + first_row + (warp & 3) * 2
                    col = col0 + (lane >> 2)
                    n_store = n0
                    if upsample:
                        # Column blocks are (dy, dx): the output pixel is (2 row + dy, 2 col + dx).
                        quarter = columns_total >> 2
                        place = n0 // quarter
                        n_store = n0 - place * quarter
                        pixel = int64(image) * int64(out_plane) + int64(
                            (2 * row + (place >> 1)) * out_row + 2 * col + (place & 1)
                        )
                        row_step = int64(2 * out_row) * int64(out_channels * 2)
                    else:
                        pixel = int64(image) * int64(out_plane) + int64(row * out_row + col)
                        row_step = int64(out_row) * int64(out_channels * 2)
                    out_at = out + pixel * int64(out_channels * 2) - int64((n0 - n_store) * 2)
                    pooled_at = pooled + (
                        int64(image) * int64(pooled_plane)
                        + int64((row >> 1) * pooled_row + (col >> 1))
                    ) * int64(columns_total * 2)
                    alpha_at = alpha + int64((image * height + row) * width + col) * 4
                    store_tile(
                        total0, out_at, pooled_at, alpha_at, head, bias, n0, row, col, height,
                        width, lane, row_step,
                    )  # fmt: skip
                    if row_tiles == 2:
                        store_tile(
                            total1, out_at + row_step * 8,
                            pooled_at + int64(4 * pooled_row) * int64(columns_total * 2),
                            alpha_at + int64(8 * width * 4), head, bias, n0, row + 8, col,
                            height, width, lane, row_step,
                        )  # fmt: skip
                work += workers * stride

    return conv_warpgroup_kernel
