"""PTX instructions that Numba lacks, as intrinsics: mma.sync, wgmma, TMA, cp.async, mbarriers.

How tensor cores are reached from Python: an intrinsic emits LLVM IR with one inline-assembly call,
and Numba inlines it into the kernel.

    Python                      LLVM IR                             PTX
    ptx.ldmatrix_x4(address) -> call asm "ldmatrix ...", "=r,.." -> ldmatrix.sync.aligned...

Only this file writes PTX. Shared-memory addresses are uint32 in the shared window
(`shared_address`), global ones int64 (`DeviceArray.ptr`). Accumulators are `cuda.local.array`s
indexed only by constants, so LLVM keeps them in registers.

Instructions: https://docs.nvidia.com/cuda/parallel-thread-execution/ - mma.sync.m16n8k8 and
ldmatrix need compute capability 7.5; mma.sync.m16n8k16, cp.async, packed conversions and max.f16x2
8.0; mbarriers that count bytes and wait (arrive.expect_tx, try_wait), TMA (cp.async.bulk.tensor)
and griddepcontrol 9.0; wgmma 9.0a.
"""

from llvmlite import ir
from numba.cuda import types
from numba.cuda.extending import intrinsic

u32, i32, i64, f32 = types.uint32, types.int32, types.int64, types.float32
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_F32 = ir.FloatType()
_VOID = ir.VoidType()


def inline_asm(builder, result, operands, template, constraints, values, *, pure=False):
    """Emit one inline-assembly call; LLVM may move, merge and drop it if `pure`."""
    function = ir.FunctionType(result, operands)
    inline = ir.InlineAsm(function, template, constraints, side_effect=not pure)
    return builder.call(inline, values)


# Of each type of a value: the letter of its register, and its type in LLVM.
_REGISTERS = {
    u32: ("r", _I32),
    i32: ("r", _I32),
    i64: ("l", _I64),
    f32: ("f", _F32),
}


def instruction(
    name, template, arguments=(), returns=None, *, count=1, in_registers=False, pure=False
):
    """An intrinsic of `template`, which names its results and then its arguments $0, $1...

    Args:
        name: Of the intrinsic.
        template: PTX.
        arguments: Their Numba types.
        returns: Numba type of the result; None: there is none.
        count: Results; several are a tuple.
        in_registers: It reads and writes no memory.
        pure: Nor anything else: LLVM may move, merge and drop it.
    """
    results = [] if returns is None else [_REGISTERS[returns]] * count
    letters = [f"={letter}" for letter, _ in results]
    letters += [_REGISTERS[t][0] for t in arguments]
    constraints = ",".join(letters if in_registers or pure else [*letters, "~{memory}"])
    operands = [_REGISTERS[t][1] for t in arguments]
    kinds = [kind for _, kind in results]
    result = ir.LiteralStructType(kinds) if count > 1 else kinds[0] if kinds else _VOID

    def codegen(context, builder, signature, values):
        made = inline_asm(builder, result, operands, template, constraints, values, pure=pure)
        if returns is None:
            return context.get_dummy_value()
        if count == 1:
            return made
        parts = [builder.extract_value(made, k) for k in range(count)]
        return context.make_tuple(builder, signature.return_type, parts)

    given = types.void if returns is None else returns
    given = types.UniTuple(returns, count) if count > 1 else given
    names = "".join(f", x{i}" for i in range(len(arguments)))
    scope = {"signature": given(*arguments), "codegen": codegen}
    # Numba inspects the parameters of the function, so its source has to spell them out.
    exec(f"def {name}(typingctx{names}): return signature, codegen", scope)
    function = scope[name]
    function.__module__ = __name__
    return intrinsic(function)


def _array_pointer(context, builder, signature, values):
    """Of the intrinsic's first argument, an array."""
    return context.make_array(signature.args[0])(context, builder, values[0]).data


def _slots(builder, base, count, first=None):
    """Pointers to `count` values of an array, from index `first` on."""
    places = [ir.Constant(_I64 if first is None else first.type, k) for k in range(count)]
    return [builder.gep(base, [k if first is None else builder.add(first, k)]) for k in places]


def _store_parts(builder, result, slots):
    for k, slot in enumerate(slots):
        builder.store(builder.extract_value(result, k), slot)


# ------------------------------------------------------------------------------ addresses


@intrinsic
def shared_address(typingctx, array):
    """Address of a shared array inside the shared window, as uint32."""

    def codegen(context, builder, signature, values):
        pointer = _array_pointer(context, builder, signature, values)
        template = "{ .reg .u64 t; cvta.to.shared.u64 t, $1; cvt.u32.u64 $0, t; }"
        as_int = builder.ptrtoint(pointer, _I64)
        return inline_asm(builder, _I32, [_I64], template, "=r,l", [as_int], pure=True)

    return u32(array), codegen


# ------------------------------------------------------------------------------ integers


@intrinsic
def udiv(typingctx, dividend, divisor):
    """`dividend // divisor` for int32: dividend at least 0, divisor at least 1.

    Numba's `//` is 64-bit, floors towards minus infinity and tests for zero: about a hundred
    instructions, against twenty here.
    """

    def codegen(context, builder, signature, values):
        return builder.udiv(*values)

    return i32(i32, i32), codegen


# --------------------------------------------------------------------- packed half, wide access


# (low, high): round two float32 to float16 and pack them, `low` in the lower half. The
# instruction's first source lands in the upper half.
pack_half2 = instruction("pack_half2", "cvt.rn.f16x2.f32 $0, $2, $1;", (f32, f32), u32, pure=True)
# As `pack_half2`, each value rounded by an instruction of its own, which 7.5 has, too.
pack_half2_apart = instruction(
    "pack_half2_apart",
    "{ .reg .b16 l, h; cvt.rn.f16.f32 l, $1; cvt.rn.f16.f32 h, $2; mov.b32 $0, {l, h}; }",
    (f32, f32),
    u32,
    pure=True,
)
# The lower float16 of a packed pair, as float32.
low_half = instruction(
    "low_half", "{ .reg .b16 l, h; mov.b32 {l, h}, $1; cvt.f32.f16 $0, l; }", (u32,), f32, pure=True
)
# The upper float16 of a packed pair, as float32.
high_half = instruction(
    "high_half",
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; cvt.f32.f16 $0, h; }",
    (u32,),
    f32,
    pure=True,
)
# Larger of two packed pairs.
max_half2 = instruction("max_half2", "max.f16x2 $0, $1, $2;", (u32, u32), u32, pure=True)
_SHUFFLE_XOR = "shfl.sync.bfly.b32 $0, $1, $2, 0x1f, 0xffffffff;"
# (value, mask): of the lane whose number differs by `mask`; the whole warp takes part.
shuffle_xor = instruction("shuffle_xor", _SHUFFLE_XOR, (u32, u32), u32, pure=True)
# As `shuffle_xor`, for float32.
shuffle_xor_f32 = instruction("shuffle_xor_f32", _SHUFFLE_XOR, (f32, u32), f32, in_registers=True)
# Of global memory unless the name says shared: 4, 8 or 16 bytes, at a multiple of their count.
store_u32 = instruction("store_u32", "st.global.b32 [$0], $1;", (i64, u32))
store_2u32 = instruction("store_2u32", "st.global.v2.b32 [$0], {$1, $2};", (i64, u32, u32))
store_4u32 = instruction(
    "store_4u32", "st.global.v4.b32 [$0], {$1, $2, $3, $4};", (i64, u32, u32, u32, u32)
)
store_f32 = instruction("store_f32", "st.global.f32 [$0], $1;", (i64, f32))
load_u32 = instruction("load_u32", "ld.global.b32 $0, [$1];", (i64,), u32)
load_2u32 = instruction("load_2u32", "ld.global.v2.b32 {$0, $1}, [$2];", (i64,), u32, count=2)
load_4u32 = instruction(
    "load_4u32", "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", (i64,), u32, count=4
)
load_4f32 = instruction(
    "load_4f32", "ld.global.v4.f32 {$0, $1, $2, $3}, [$4];", (i64,), f32, count=4
)
store_4f32 = instruction(
    "store_4f32", "st.global.v4.f32 [$0], {$1, $2, $3, $4};", (i64, *[f32] * 4)
)
store_shared_f32 = instruction("store_shared_f32", "st.shared.f32 [$0], $1;", (u32, f32))
store_shared_4f32 = instruction(
    "store_shared_4f32", "st.shared.v4.f32 [$0], {$1, $2, $3, $4};", (u32, *[f32] * 4)
)


def outer_products(depth, x_stride, x_far, w_stride, w_far):
    """Make the intrinsic `(acc, x, w)`: `depth` outer products of 8 by 8 float32 in shared memory.

        acc[row * 8 + column] += x_k[row] * w_k[column],   k = 0 .. depth - 1

    x_k is 4 values at `x` + k * `x_stride` and 4 more `x_far` after them, w_k likewise; all in
    bytes, 16-byte aligned. The loop is unrolled here, with the loads of step k + 1 before the
    products of step k: LLVM does not unroll a loop of this size, and the loads would then wait.
    """

    @intrinsic
    def add(typingctx, acc, x, w):
        def codegen(context, builder, signature, values):
            base = _array_pointer(context, builder, signature, values)
            struct = ir.LiteralStructType([_F32] * 4)

            def load(address, offset):
                template = f"ld.shared.v4.f32 {{$0, $1, $2, $3}}, [$4+{offset}];"
                four = inline_asm(builder, struct, [_I32], template, "=f,=f,=f,=f,r", [address])
                return [builder.extract_value(four, n) for n in range(4)]

            def operands(k):
                rows = load(values[1], k * x_stride) + load(values[1], k * x_stride + x_far)
                columns = load(values[2], k * w_stride) + load(values[2], k * w_stride + w_far)
                return rows, columns

            slots = _slots(builder, base, 64)
            sums = [builder.load(slot) for slot in slots]
            rows, columns = operands(0)
            for k in range(depth):
                ahead = operands(k + 1) if k + 1 < depth else (rows, columns)
                for i, row in enumerate(rows):
                    for j, column in enumerate(columns):
                        sums[i * 8 + j] = builder.fma(row, column, sums[i * 8 + j])
                rows, columns = ahead
            for slot, value in zip(slots, sums, strict=True):
                builder.store(value, slot)
            return context.get_dummy_value()

        return types.void(acc, u32, u32), codegen

    return add


# --------------------------------------------------------------------- mma.sync and its feeding


def _mma(shape, a_count, b_count):
    """The codegen of `mma.sync` of this shape: (acc, index, `a_count` and `b_count` registers)."""

    def codegen(context, builder, signature, values):
        base = _array_pointer(context, builder, signature, values)
        slots = _slots(builder, base, 4, values[1])
        struct = ir.LiteralStructType([_F32] * 4)
        inputs = a_count + b_count
        names = [f"${4 + k}" for k in range(inputs)]
        sums = ",".join(f"${4 + inputs + k}" for k in range(4))
        template = (
            f"mma.sync.aligned.{shape}.row.col.f32.f16.f16.f32 {{$0,$1,$2,$3}}, "
            f"{{{','.join(names[:a_count])}}}, {{{','.join(names[a_count:])}}}, {{{sums}}};"
        )
        result = inline_asm(
            builder,
            struct,
            [_I32] * inputs + [_F32] * 4,
            template,
            ",".join(["=f"] * 4 + ["r"] * inputs + ["0", "1", "2", "3"]),
            [*values[2:], *(builder.load(slot) for slot in slots)],
            pure=True,
        )
        _store_parts(builder, result, slots)
        return context.get_dummy_value()

    return codegen


@intrinsic
def mma_m16n8k16(typingctx, acc, index, a0, a1, a2, a3, b0, b1):
    """acc[index : index + 4] += A (16x16, row) times B (16x8, col), float16 in, float32 summed.

    Of lane l, with g = l // 4 and q = l % 4, each register a pair of columns (or K values):

        A  a0: row g, k 2q    a2: row g, k 2q + 8       acc 0, 1: row g, columns 2q, 2q + 1
           a1: row g + 8      a3: row g + 8             acc 2, 3: row g + 8
        B  b0: k 2q, column g     b1: k 2q + 8

    `index` must be a constant after unrolling. Source: PTX ISA, "Matrix Fragments for
    mma.m16n8k16".
    """
    return types.void(acc, i64, u32, u32, u32, u32, u32, u32), _mma("m16n8k16", 4, 2)


@intrinsic
def mma_m16n8k8(typingctx, acc, index, a0, a1, b0):
    """acc[index : index + 4] += A (16x8, row) times B (8x8, col): half of `mma_m16n8k16`.

    Its fragments are the first half of that one's, so (a0, a1, b0) and then (a2, a3, b1) add up the
    same product. It is the largest float16 shape of compute capability 7.5. Source: PTX ISA,
    "Matrix Fragments for mma.m16n8k8".
    """
    return types.void(acc, i64, u32, u32, u32), _mma("m16n8k8", 2, 1)


# Load four 8x8 float16 matrices as mma fragments, one register per matrix and lane. Lane l supplies
# the shared address of row l % 8 of matrix l // 8, 16 bytes, 16-byte aligned.
ldmatrix_x4 = instruction(
    "ldmatrix_x4",
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];",
    (u32,),
    u32,
    count=4,
)
# Start copying 16 bytes from global to shared memory, past the first-level cache.
cp_async_16 = instruction("cp_async_16", "cp.async.cg.shared.global [$0], [$1], 16;", (u32, i64))
# Close this thread's group of copies.
cp_async_commit = instruction("cp_async_commit", "cp.async.commit_group;")


def cp_async_wait(pending):
    """Make an intrinsic that waits until at most `pending` of this thread's groups are pending."""
    return instruction(f"cp_async_wait_{pending}", f"cp.async.wait_group {pending};")


# --------------------------------------------------------------------- mbarriers, TMA

# (shared, count): make these 8 bytes a barrier of `count` arrivals a phase.
mbarrier_init = instruction("mbarrier_init", "mbarrier.init.shared.b64 [$0], $1;", (u32, u32))
# Show new mbarriers to TMA.
fence_barrier_init = instruction("fence_barrier_init", "fence.mbarrier_init.release.cluster;")
# (shared): count this thread in.
mbarrier_arrive = instruction(
    "mbarrier_arrive", "{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [$0]; }", (u32,)
)
# (shared, bytes): count this thread in; the phase also waits for so many bytes of TMA.
mbarrier_arrive_expect_tx = instruction(
    "mbarrier_arrive_expect_tx",
    "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [$0], $1; }",
    (u32, u32),
)
# (shared, parity): wait until the phase of that parity is complete; the first is 0.
mbarrier_wait = instruction(
    "mbarrier_wait",
    "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra WAIT; }",
    (u32, u32),
)
# (tensor map): make the 128 bytes that the host wrote valid for TMA, and prefetch them. System
# scope, because the host wrote the map: CUDA C++ Programming Guide, "Using TMA to transfer
# multi-dimensional arrays".
acquire_tensor_map = instruction(
    "acquire_tensor_map",
    "fence.proxy.tensormap::generic.acquire.sys [$0], 128; prefetch.tensormap [$0];",
    (i64,),
)
# (shared, tensor map, mbarrier, coordinates innermost first): load one TMA tile.
tma_load_3d = instruction(
    "tma_load_3d",
    "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[$0], [$1, {$3, $4, $5}], [$2];",
    (u32, i64, u32, i32, i32, i32),
)
# (shared, tensor map, mbarrier, coordinates innermost first): load one TMA tile.
tma_load_4d = instruction(
    "tma_load_4d",
    "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[$0], [$1, {$3, $4, $5, $6}], [$2];",
    (u32, i64, u32, i32, i32, i32, i32),
)


# (number 1-15, threads): a named barrier: syncthreads for those threads alone.
barrier_sync = instruction("barrier_sync", "bar.sync $0, $1;", (i32, i32))
# Programmatic dependent launch: wait until the kernels before this one are complete; 9.0.
griddepcontrol_wait = instruction("griddepcontrol_wait", "griddepcontrol.wait;")
# Programmatic dependent launch: let the next kernel's blocks start, and wait; 9.0.
griddepcontrol_launch_dependents = instruction(
    "griddepcontrol_launch_dependents", "griddepcontrol.launch_dependents;"
)


# --------------------------------------------------------------------- wgmma (9.0a)

# Order register and shared-memory accesses before the wgmma that follow.
wgmma_fence = instruction("wgmma_fence", "wgmma.fence.sync.aligned;")
# Close the group of wgmma.
wgmma_commit = instruction("wgmma_commit", "wgmma.commit_group.sync.aligned;")


def wgmma_wait(pending):
    """Make an intrinsic that waits until at most `pending` groups of wgmma are pending."""
    return instruction(f"wgmma_wait_{pending}", f"wgmma.wait_group.sync.aligned {pending};")


def _tied(count):
    return ",".join(["=f"] * count), ",".join(str(k) for k in range(count))


def wgmma_m64k16(columns, a_high, b_high):
    """Make the intrinsic `(acc, a, b, scale_d)`: wgmma m64n`columns`k16, float16 in, float32 out.

    Four warps compute acc = scale_d * acc + A (64 x 16) B (16 x columns); warp w has rows 16 w to
    16 w + 15, laid out as in `mma_m16n8k16`.

    Args:
        columns: N of the product, a multiple of 8 up to 256.
        a_high: Upper 32 bits of the left operand's shared-memory descriptor.
        b_high: The same of the right operand; both operands are K-major.

    The intrinsic's arguments: `acc`, local float32 array of `columns` / 2: this thread's fragment;
    `a` and `b`, uint32: the descriptors' lower 32 bits; `scale_d`, int32: 0 or 1.
    Asynchronous: read `acc` only after `wgmma_wait_all`.
    """
    count = columns // 2

    @intrinsic
    def wgmma(typingctx, acc, a, b, scale_d):
        def codegen(context, builder, signature, values):
            base = _array_pointer(context, builder, signature, values)
            slots = _slots(builder, base, count)
            outs, ties = _tied(count)
            registers = ", ".join(f"${k}" for k in range(count))
            a_slot, b_slot, scale_d_slot = 2 * count, 2 * count + 1, 2 * count + 2
            # Constant upper halves: only the address parts are computed at run time.
            template = (
                f"{{ .reg .pred p; .reg .b64 a, b; setp.ne.b32 p, ${scale_d_slot}, 0; "
                f"mov.b64 a, {{${a_slot}, {a_high:#x}}}; mov.b64 b, {{${b_slot}, {b_high:#x}}}; "
                f"wgmma.mma_async.sync.aligned.m64n{columns}k16.f32.f16.f16 "
                f"{{{registers}}}, a, b, p, 1, 1, 0, 0; }}"
            )
            result = inline_asm(
                builder,
                ir.LiteralStructType([_F32] * count),
                [_F32] * count + [_I32] * 3,
                template,
                f"{outs},{ties},r,r,r,~{{memory}}",
                [*(builder.load(slot) for slot in slots), *values[1:]],
            )
            _store_parts(builder, result, slots)
            return context.get_dummy_value()

        return types.void(acc, u32, u32, i32), codegen

    return wgmma


def wgmma_fresh(count):
    """Make the intrinsic `(acc)`: define `count` accumulators in registers of their own.

    It emits no instruction. Without it LLVM starts several fragments from one shared set of zeros,
    and each copy between them makes the assembler serialise wgmma.
    """

    @intrinsic
    def fresh(typingctx, acc):
        def codegen(context, builder, signature, values):
            base = _array_pointer(context, builder, signature, values)
            outs, _ = _tied(count)
            struct = ir.LiteralStructType([_F32] * count)
            result = inline_asm(builder, struct, [], "// fresh accumulators", outs, [])
            _store_parts(builder, result, _slots(builder, base, count))
            return context.get_dummy_value()

        return types.void(acc), codegen

    return fresh


# Lane 0's int32 in every lane: tells the assembler that it is uniform in the warp. Values computed
# from it can live in uniform registers, where wgmma takes its descriptors.
broadcast_first_lane = instruction(
    "broadcast_first_lane",
    "shfl.sync.idx.b32 $0, $1, 0, 0x1f, 0xffffffff;",
    (i32,),
    i32,
    in_registers=True,
)
# Its value through inline assembly: the compiler cannot peel a loop on it.
opaque_i32 = instruction("opaque_i32", "mov.b32 $0, $1;", (i32,), i32, in_registers=True)


def wgmma_wait_all(count):
    """Make the intrinsic `(acc)`: wait for all wgmma; then `acc` (`count` float32) is valid."""

    @intrinsic
    def wait_all(typingctx, acc):
        def codegen(context, builder, signature, values):
            base = _array_pointer(context, builder, signature, values)
            slots = _slots(builder, base, count)
            outs, ties = _tied(count)
            # The registers pass through the wait, so later reads depend on it.
            result = inline_asm(
                builder,
                ir.LiteralStructType([_F32] * count),
                [_F32] * count,
                "wgmma.wait_group.sync.aligned 0;",
                f"{outs},{ties},~{{memory}}",
                [builder.load(slot) for slot in slots],
            )
            _store_parts(builder, result, slots)
            return context.get_dummy_value()

        return types.void(acc), codegen

    return wait_all
