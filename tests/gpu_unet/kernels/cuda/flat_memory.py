"""One flat memory for kernels in Numba's simulator, and NumPy in the place of their PTX."""

from types import SimpleNamespace

import numpy as np

ALIGNED = 256
WARP = 32


class Plane(np.ndarray):
    """What stands for a `DeviceArray`: a piece of `FlatMemory`, `ptr` its address."""

    ptr: int

    def upload(self, values):
        self[...] = values


class FlatMemory:
    """Global memory as one array of bytes; beyond what was placed it holds NaN."""

    def __init__(self, nbytes=1 << 24):
        self._bytes = np.full(nbytes, 0xFF, np.uint8)
        self._used = ALIGNED
        self._shared = np.zeros(0, np.uint8)
        self._turns = {}  # how many exchanges a thread of the block has had
        self._held = {}

    def place(self, values):
        """A copy of `values` at an aligned address, as a view."""
        piece = self._bytes[self._used :][: values.nbytes].view(values.dtype)
        plane = piece.reshape(values.shape).view(Plane)
        plane[...] = values
        plane.ptr = self._used
        self._used += -(-values.nbytes // ALIGNED) * ALIGNED + ALIGNED
        assert self._used < self._bytes.size
        return plane

    def arrays(self, plan):
        """Zeros for all arrays of an `ArenaPlan`."""
        return {name: self.place(np.zeros(shape, kind)) for name, _, shape, kind in plan.items()}

    def instructions(self, module):
        """What stands for `gpu_unet.cuda.ptx` in a module of kernels."""

        def view(memory, address, count, dtype):
            nbytes = count * np.dtype(dtype).itemsize
            assert address % nbytes == 0
            assert 0 <= address <= memory.size - nbytes
            return memory[int(address) :][:nbytes].view(dtype)

        def load(count, dtype):
            def loaded(address):
                values = view(self._bytes, address, count, dtype).copy()
                return values if count > 1 else values[0]

            return loaded

        def store(dtype, of):
            def stored(address, *values):
                view(of(), address, len(values), dtype)[...] = values

            return stored

        def global_memory():
            return self._bytes

        def shared_memory():
            return self._shared

        def shared_address(array):
            self._shared = array.view(np.uint8)
            self._turns.clear()  # some thread of a new block; none has had an exchange
            self._held.clear()
            return np.uint32(0)

        def copy(to, address):
            view(self._shared, to, 16, np.uint8)[...] = view(self._bytes, address, 16, np.uint8)

        def exchange(value):
            """This thread's lane, and what each lane of its warp brought to the same exchange."""
            thread = int(module.cuda.threadIdx.x)
            warp, lane = divmod(thread, WARP)
            turn = self._turns[thread] = self._turns.get(thread, 0) + 1
            lanes = self._held.setdefault((turn, warp), {})
            lanes[lane] = value
            self._held.pop((turn - 2, warp), None)
            module.cuda.syncthreads()  # every warp has as many exchanges as the others
            return lane, lanes

        def ldmatrix_x4(address):
            lane, addresses = exchange(address)
            rows = [addresses[8 * part + lane // 4] + lane % 4 * 4 for part in range(4)]
            return [view(self._shared, row, 1, np.uint32)[0] for row in rows]

        def mma_m16n8k16(acc, index, a0, a1, a2, a3, b0, b1):
            """16x16 times 16x8, spread over a warp as the PTX manual has it, .f16."""
            given = np.array([a0, a1, a2, a3, b0, b1], np.uint32).view(np.float16)
            lane, lanes = exchange(given.reshape(6, 2).astype(np.float32))
            if (product := lanes.get("product")) is None:  # by one lane, for its whole warp
                held = np.stack([lanes[other] for other in range(WARP)])
                held = held.reshape(8, 4, 6, 2)  # (group, quad, register, half)
                a = np.zeros((16, 16), np.float32)
                for part, (row, column) in enumerate(((0, 0), (8, 0), (0, 8), (8, 8))):
                    a[row : row + 8, column : column + 8] = held[:, :, part].reshape(8, 8)
                b = np.concatenate([held[:, :, part].reshape(8, 8).T for part in (4, 5)])
                product = lanes["product"] = a @ b
            group, quad = divmod(lane, 4)
            for row in (0, 1):
                part = product[group + 8 * row, 2 * quad : 2 * quad + 2]
                acc[index + 2 * row : index + 2 * row + 2] += part

        def half(word, place):
            return np.float32(np.array([word], np.uint32).view(np.float16)[place])

        def max_half2(one, other):
            halves = np.array([[one], [other]], np.uint32).view(np.float16)
            return halves.max(axis=0).view(np.uint32)[0]

        def outer_products(depth, x_stride, x_far, w_stride, w_far):
            def eight(address, far):
                parts = [view(self._shared, address + at, 4, np.float32) for at in (0, far)]
                return np.concatenate(parts)

            def add(acc, x, w):
                for k in range(depth):
                    row = eight(int(x) + k * x_stride, x_far)
                    acc[:] += np.outer(row, eight(int(w) + k * w_stride, w_far)).reshape(-1)

            return add

        return SimpleNamespace(
            udiv=lambda dividend, divisor: dividend // divisor,
            load_u32=load(1, np.uint32),
            load_2u32=load(2, np.uint32),
            load_4u32=load(4, np.uint32),
            load_4f32=load(4, np.float32),
            store_u32=store(np.uint32, global_memory),
            store_2u32=store(np.uint32, global_memory),
            store_4u32=store(np.uint32, global_memory),
            store_4f32=store(np.float32, global_memory),
            store_shared_f32=store(np.float32, shared_memory),
            store_shared_4f32=store(np.float32, shared_memory),
            shared_address=shared_address,
            cp_async_16=copy,
            cp_async_commit=lambda: None,
            cp_async_wait=lambda pending: lambda: None,
            ldmatrix_x4=ldmatrix_x4,
            mma_m16n8k16=mma_m16n8k16,
            max_half2=max_half2,
            pack_half2=lambda low, high: np.array([low, high], np.float16).view(np.uint32)[0],
            low_half=lambda word: half(word, 0),
            high_half=lambda word: half(word, 1),
            outer_products=outer_products,
        )
