"""3x3 and 1x1 convolution as implicit GEMM on `mma.sync`, for compute capability 8.0 and up.

    out[m, n] = relu(bias[n] + sum over k of A[m, k] * weight[n, k]),   k = tap * C + channel

Other activations, and adding to what stands in `out`, are options of the tile.

A is the im2col matrix of the input, which is never stored: each copy computes its address from
(pixel m, tap, channel). M are pixels in image order, N output channels. K runs over taps and
channels in one go, so any channel count that is a multiple of 8 works.

A block of 256 threads computes `rows` x `columns` of the product:

                columns (channels)                 a K tile in shared memory, `stages` of them
              +---------+---------+               +-------------------+
     rows     | warp 0  | warp 2  |               | rows x depth      |  pixels
    (pixels)  +---------+---------+               +-------------------+
              | warp 1  | warp 3  |  ..           | columns x depth   |  weights
              +---------+---------+               +-------------------+
              (warps_down = 2)

`cp.async` fills stage i + stages - 1 while `ldmatrix` and `mma.sync.m16n8k16` use stage i. All
warps have the same role. Vector v (16 bytes) of row r lies at v ^ ((r >> swizzle_shift) mod
vectors): the swizzle keeps both the copies and `ldmatrix` free of bank conflicts.
"""

from __future__ import annotations

from numba import cuda, float32, int32, int64, uint32

from gpu_unet.architecture import RELU6_HIGHEST as HIGHEST
from gpu_unet.cuda import ptx
from gpu_unet.cuda.launch import Kernel, device_function, device_kernel
from gpu_unet.cuda.tensor_tile import THREADS, VECTOR, WARPS, TensorTile

_SIGNATURE = (
    "void(int64, int64, float32[::1], int64, float32[::1], int32[::1], int32, int32, int32, "
    "int32, int32, int32, int32, int32, int32, int32, int32)"
)


def make_conv_tensor(tile: TensorTile) -> Kernel:
    """Make the kernel for `tile`; grid (tiles of pixels, tiles of channels, split-K slices).

    The kernel's arguments, in order:

    x: address of pixel (0, 0) of the first image's border (for 1x1: of the image), float16 NHWC.
    weight: address of float16 (N, K): `pack_columns` of (N, taps * C), K and N padded with zeros.
    bias: float32 (N,); for `upsample` the bias of each output channel is repeated four times.
    out: address of pixel (0, 0), channel 0 of the first image: behind border and offset; float16.
    partial: float32 (split_k_slices * tiles * rows * columns,), the workspace of split-K.
    counter: int32 (tiles,), zero before and after: finished slices of each tile, for split-K.
    channels: C, a multiple of 8.
    channels_out: stored channels, a multiple of 8, at most N; for `upsample` those of one of the
        four output pixels.
    depth_total: K, a multiple of `depth`.
    batch, height, width: of the images without border, in pixels.
    x_row, x_plane: pixels of an input row, of an input image, border included.
    out_row, out_plane, out_channels: the same of the output; channels of an output pixel.
    """
    rows, columns, depth, stages = tile.rows, tile.columns, tile.depth, tile.stages
    warps_down = tile.warps_down
    warps_across = WARPS // warps_down
    warp_rows, warp_columns = rows // warps_down, columns // warps_across
    row_tiles, column_tiles = warp_rows // 16, warp_columns // 8
    taps, relu, upsample, split_k = tile.taps, tile.relu, tile.upsample, tile.split_k
    relu6, adds = tile.relu6, tile.adds
    row_bytes = depth * 2
    vectors = depth // VECTOR  # 16-byte vectors of a row
    chunk_rows = THREADS // vectors  # rows that one pass of all threads copies
    x_passes = rows // chunk_rows
    weight_passes = max(1, columns // chunk_rows)
    narrow = columns < chunk_rows  # then only some of the threads copy weights
    x_bytes, stage_bytes = rows * row_bytes, (rows + columns) * row_bytes
    swizzle_shift = 0 if depth == 64 else 1  # depth 32: two rows of 64 bytes share 32 banks
    swizzle_mask = vectors - 1
    steps = depth // 16
    ahead = stages - 1
    accumulators = row_tiles * column_tiles * 4
    a_registers = row_tiles * 4
    group_tiles = tile.column_group // 8
    groups = column_tiles // group_tiles
    per_thread = tile.column_group // 4
    wait = ptx.cp_async_wait(stages - 2)
    wait_all = ptx.cp_async_wait(0)

    @device_function
    def copy_k_tile(into, x_at, w_at, w_step, copies_weights, place, channels, x_row):
        """Start copying this thread's vectors of the K tile at `place` (tap, channel)."""
        near = min(place[0], taps - 1)  # K is padded: past the last tap the weights are zero
        shift = place[1]
        if taps == 9:
            down = (near * 11) >> 5  # near // 3, for 0 to 8
            shift += (down * x_row + near - 3 * down) * channels
        for j in range(x_passes):
            ptx.cp_async_16(into + uint32(j * chunk_rows * row_bytes), x_at[j] + shift * 2)
        if copies_weights:
            for j in range(weight_passes):
                ptx.cp_async_16(
                    into + uint32(x_bytes + j * chunk_rows * row_bytes), w_at + j * w_step
                )

    @device_function
    def move_on(place, tap_step, channel_step, channels):
        """Advance `place` by one K tile: (tap, channel) += depth, with carry."""
        place[0] += tap_step
        place[1] += channel_step
        if place[1] >= channels:
            place[1] -= channels
            place[0] += 1

    @device_function
    def load_vector(address, into):
        """Load the channels that this lane stores as one vector."""
        if group_tiles == 4:
            four = ptx.load_4u32(address)
            into[0], into[1], into[2], into[3] = four
        else:
            two = ptx.load_2u32(address)
            into[0], into[1] = two

    @device_kernel(
        _SIGNATURE,
        threads=THREADS,
        min_blocks=tile.blocks,
        made_from=tile,
    )  # fmt: skip
    def conv_tensor_kernel(
        x, weight, bias, out, partial, counter, channels, channels_out, depth_total, batch, height,
        width, x_row, x_plane, out_row, out_plane, out_channels,
    ):  # fmt: skip
        shared = cuda.shared.array(0, uint32)
        flag = cuda.shared.array(1, int32)
        base = ptx.shared_address(shared)
        thread = int32(cuda.threadIdx.x)
        lane = thread & 31
        warp = thread >> 5
        warp_row = warp % warps_down
        warp_column = warp // warps_down
        # The block's tile: pixels from pixel0, output channels from n0 on.
        pixel0 = int32(cuda.blockIdx.x) * rows
        n0 = int32(cuda.blockIdx.y) * columns
        pixels = batch * height * width

        acc = cuda.local.array(accumulators, float32)
        for i in range(accumulators):
            acc[i] = float32(0)

        # This thread copies vector `vector` of every `chunk_rows`-th row.
        vector = thread % vectors
        copy_row = thread // vectors
        slot = uint32(
            copy_row * row_bytes + ((vector ^ ((copy_row >> swizzle_shift) & swizzle_mask)) << 4)
        )
        x_at = cuda.local.array(x_passes, int64)
        for j in range(x_passes):
            # Past the last pixel the last one is read again; its result is not stored.
            pixel = min(pixel0 + copy_row + j * chunk_rows, pixels - 1)
            image = ptx.udiv(pixel, height * width)
            rest = pixel - image * (height * width)
            row = ptx.udiv(rest, width)
            col = rest - row * width
            x_at[j] = x + (int64(image) * int64(x_plane) + int64(row * x_row + col)) * int64(
                channels * 2
            )
        # This block's K tiles: all, or its split-K slice of them.
        k_tiles = ptx.udiv(depth_total, depth)
        first = k_tiles * int32(cuda.blockIdx.z) // int32(cuda.gridDim.z)
        last = k_tiles * (int32(cuda.blockIdx.z) + 1) // int32(cuda.gridDim.z)
        w_at = (
            weight
            + (int64(n0 + copy_row) * int64(depth_total) + int64(first * depth + vector * VECTOR))
            * 2
        )
        w_step = int64(chunk_rows * 2) * int64(depth_total)
        copies_weights = (not narrow) or copy_row < columns

        # (tap, channel) of this thread's vector; each K tile advances it by `depth`.
        k = first * depth + vector * VECTOR
        place = cuda.local.array(2, int32)
        place[0] = ptx.udiv(k, channels)
        place[1] = k - place[0] * channels
        tap_step = ptx.udiv(depth, channels)
        channel_step = depth - tap_step * channels

        # Fill the pipeline: the first `stages - 1` K tiles. An empty commit keeps the count right
        # where there are fewer.
        fetched = first
        into = base + slot
        for _ in range(ahead):
            if fetched < last:
                copy_k_tile(into, x_at, w_at, w_step, copies_weights, place, channels, x_row)
                w_at += depth * 2
                move_on(place, tap_step, channel_step, channels)
            ptx.cp_async_commit()
            fetched += 1
            into += uint32(stage_bytes)

        # Addresses for ldmatrix.x4, which loads four 8 x 8 matrices: lane l gives a row of matrix
        # l / 8. Pixels: rows l % 16, K half l / 16. Weights: rows l % 8 and 8 on, K half l / 8 % 2.
        a_lane = uint32((warp_row * warp_rows + (lane & 15)) * row_bytes)
        b_row = ((lane >> 4) << 3) + (lane & 7)
        b_lane = uint32(x_bytes + (warp_column * warp_columns + b_row) * row_bytes)
        a_half = lane >> 4
        b_half = (lane >> 3) & 1
        a_swizzle = ((lane & 15) >> swizzle_shift) & swizzle_mask
        b_swizzle = (b_row >> swizzle_shift) & swizzle_mask
        read_stage = int32(0)
        write_stage = int32(ahead)
        # Main loop: wait for a K tile, start the copy of one `stages - 1` ahead, multiply.
        for _ in range(first, last):
            wait()
            # All copies of this K tile have landed, and the K tile before has been used up: its
            # stage is the one that is filled next.
            cuda.syncthreads()
            if fetched < last:
                into = base + slot + uint32(write_stage * stage_bytes)
                copy_k_tile(into, x_at, w_at, w_step, copies_weights, place, channels, x_row)
                w_at += depth * 2
                move_on(place, tap_step, channel_step, channels)
            ptx.cp_async_commit()
            fetched += 1
            write_stage += 1
            if write_stage == stages:
                write_stage = int32(0)
            a_at = base + uint32(read_stage * stage_bytes) + a_lane
            b_at = base + uint32(read_stage * stage_bytes) + b_lane
            read_stage += 1
            if read_stage == stages:
                read_stage = int32(0)
            for step in range(steps):
                # 16 values of K: two vectors per row, found through the swizzle.
                a_vector = uint32(((2 * step + a_half) ^ a_swizzle) << 4)
                b_vector = uint32(((2 * step + b_half) ^ b_swizzle) << 4)
                a = cuda.local.array(a_registers, uint32)
                for i in range(row_tiles):
                    part = ptx.ldmatrix_x4(a_at + uint32(i * 16 * row_bytes) + a_vector)
                    a[4 * i] = part[0]
                    a[4 * i + 1] = part[1]
                    a[4 * i + 2] = part[2]
                    a[4 * i + 3] = part[3]
                # Each ldmatrix brings B fragments of 16 channels, for all pixel tiles of the warp.
                for pair in range(column_tiles // 2):
                    b = ptx.ldmatrix_x4(b_at + uint32(pair * 16 * row_bytes) + b_vector)
                    for i in range(row_tiles):
                        at = (i * column_tiles + pair * 2) * 4
                        ptx.mma_m16n8k16(
                            acc, at, a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], b[0], b[1]
                        )
                        ptx.mma_m16n8k16(
                            acc, at + 4, a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3],
                            b[2], b[3],
                        )  # fmt: skip
        wait_all()

        # Split-K: each block writes its sums, counts itself, and the last one to arrive adds all
        # slices up and stores the tile.
        finish = True
        if split_k:
            size = int64(accumulators * THREADS)
            tile_index = int32(cuda.blockIdx.x) * int32(cuda.gridDim.y) + int32(cuda.blockIdx.y)
            split_k_slices = int32(cuda.gridDim.z)
            tile_at = int64(tile_index * split_k_slices) * size + int64(thread)
            at = tile_at + int64(cuda.blockIdx.z) * size
            for i in range(accumulators):
                partial[at + i * THREADS] = acc[i]
            cuda.threadfence()  # the sums are visible before they are counted
            cuda.syncthreads()  # all sums of the block are written
            if thread == 0:
                flag[0] = cuda.atomic.add(counter, tile_index, int32(1))
            cuda.syncthreads()  # the flag is set: this block is the tile's last, or it is not
            finish = flag[0] == split_k_slices - 1
            if finish:
                cuda.threadfence()  # the other blocks' sums are read after their count
                if thread == 0:
                    counter[tile_index] = int32(0)
                for i in range(accumulators):
                    acc[i] = partial[tile_at + i * THREADS]
                for _ in range(1, split_k_slices):  # in slice order: results are repeatable
                    tile_at += size
                    for i in range(accumulators):
                        acc[i] += partial[tile_at + i * THREADS]
        # Epilogue. Of an m16n8 fragment lane l holds pixels l / 4 and l / 4 + 8 (`half`), channels
        # 2 * (l % 4) and one more; `pack_columns` makes those of four fragments neighbours.
        if finish:
            quad = lane & 3
            for i in range(row_tiles):
                for half in range(2):
                    pixel = pixel0 + warp_row * warp_rows + i * 16 + half * 8 + (lane >> 2)
                    image = ptx.udiv(pixel, height * width)
                    rest = pixel - image * (height * width)
                    row = ptx.udiv(rest, width)
                    col = rest - row * width
                    for group in range(groups):
                        n = n0 + warp_column * warp_columns + group * (group_tiles * 8)
                        n += quad * per_thread
                        packed = cuda.local.array(4, uint32)
                        for t in range(group_tiles):
                            at = (i * column_tiles + group * group_tiles + t) * 4 + half * 2
                            v0 = acc[at] + bias[n + 2 * t]
                            v1 = acc[at + 1] + bias[n + 2 * t + 1]
                            if relu:
                                v0 = max(v0, float32(0))
                                v1 = max(v1, float32(0))
                            if relu6:
                                v0 = min(v0, float32(HIGHEST))
                                v1 = min(v1, float32(HIGHEST))
                            if adds:
                                acc[at] = v0
                                acc[at + 1] = v1
                            packed[t] = ptx.pack_half2(v0, v1)
                        if upsample:
                            # Column blocks are (dy, dx): output pixel (2 row + dy, 2 col + dx).
                            place = ptx.udiv(n, channels_out)
                            channel_at = n - place * channels_out
                            stored = place < 4 and pixel < pixels
                            target = int64(image) * int64(out_plane) + int64(
                                (2 * row + (place >> 1)) * out_row + 2 * col + (place & 1)
                            )
                        else:
                            channel_at = n
                            stored = n < channels_out and pixel < pixels
                            target = int64(image) * int64(out_plane) + int64(row * out_row + col)
                        to = out + (target * int64(out_channels) + int64(channel_at)) * 2
                        if adds and stored:
                            # The sum is rounded once: what stands there is added in float32.
                            there = cuda.local.array(4, uint32)
                            load_vector(to, there)
                            for t in range(group_tiles):
                                at = (i * column_tiles + group * group_tiles + t) * 4 + half * 2
                                packed[t] = ptx.pack_half2(
                                    acc[at] + ptx.low_half(there[t]),
                                    acc[at + 1] + ptx.high_half(there[t]),
                                )
                        if stored:
                            if group_tiles == 4:
                                ptx.store_4u32(to, packed[0], packed[1], packed[2], packed[3])
                            else:
                                ptx.store_2u32(to, packed[0], packed[1])

    return conv_tensor_kernel
