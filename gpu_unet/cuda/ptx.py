"""PTX instructions that Numba lacks, as intrinsics: mma.sync, wgmma, TMA, cp.async, mbarriers.

How tensor cores are reached from Python: an intrinsic emits LLVM IR with one inline-assembly call,
and Numba inlines it into the kernel.

    Python                      LLVM IR                             PTX
    ptx.ldmatrix_x4(address) -> call asm "ldmatrix ...", "=r,.." -> ldmatrix.sync.aligned...

Only this file writes PTX. Shared-memory addresses are uint32 in the shared window
(`shared_address`), global ones int64 (`DeviceArray.ptr`). Accumulators are `cuda.local.array`s
indexed only by constants, so LLVM keeps them in registers.

Instructions: https://docs.nvidia.com/cuda/parallel-thread-execution/ - mma.sync.m16n8k8 and
ldmatrix need compute capability 7.5; mma.sync.m16n8k16, cp.async and packed conversions 8.0;
mbarrier and TMA (cp.async.bulk.tensor) 9.0; wgmma 9.0a.
"""

from llvmlite import ir
from numba.cuda import types
from numba.cuda.extending import intrinsic

_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_F32 = ir.FloatType()
_VOID = ir.VoidType()


def inline_asm(builder, result, operands, template, constraints, values, *, pure=False):
    """Emit one inline-assembly call; LLVM may move, merge and drop it if `pure`."""
    function = ir.FunctionType(result, operands)
    inline = ir.InlineAsm(function, template, constraints, side_effect=not pure)
    return builder.call(inline, values)


def statement(name, template, arguments=(), *, doc=""):
    """An intrinsic without result: `arguments` are Numba types, `template` names them $0, $1..."""
    letters = {types.uint32: "r", types.int32: "r", types.int64: "l", types.float32: "f"}
    kinds = {types.uint32: _I32, types.int32: _I32, types.int64: _I64, types.float32: _F32}
    constraints = ",".join([letters[t] for t in arguments] + ["~{memory}"])
    operands = [kinds[t] for t in arguments]

    def codegen(context, builder, signature, values):
        inline_asm(builder, _VOID, operands, template, constraints, values)
        return context.get_dummy_value()

    names = ", ".join(f"x{i}" for i in range(len(arguments)))
    scope = {"signature": types.void(*arguments), "codegen": codegen}
    # Numba inspects the parameters of the function, so its source has to spell them out.
    exec(f"def {name}(typingctx{', ' + names if names else ''}): return signature, codegen", scope)
    function = scope[name]
    function.__doc__ = doc
    function.__module__ = __name__
    return intrinsic(function)


def _array_pointer(context, builder, array_type, value):
    return context.make_array(array_type)(context, builder, value).data


# ------------------------------------------------------------------------------ addresses


@intrinsic
def shared_address(typingctx, array):
    """Address of a shared array inside the shared window, as uint32."""

    def codegen(context, builder, signature, values):
        pointer = _array_pointer(context, builder, signature.args[0], values[0])
        template = "{ .reg .u64 t; cvta.to.shared.u64 t, $1; cvt.u32.u64 $0, t; }"
        as_int = builder.ptrtoint(pointer, _I64)
        return inline_asm(builder, _I32, [_I64], template, "=r,l", [as_int], pure=True)

    return types.uint32(array), codegen


# ------------------------------------------------------------------------------ integers


@intrinsic
def udiv(typingctx, dividend, divisor):
    """`dividend // divisor` for int32: dividend at least 0, divisor at least 1.

    Numba's `//` is 64-bit, floors towards minus infinity and tests for zero: about a hundred
    instructions, against twenty here.
    """

    def codegen(context, builder, signature, values):
        return builder.udiv(*values)

    return types.int32(types.int32, types.int32), codegen


# --------------------------------------------------------------------- packed half, wide access


@intrinsic
def pack_half2(typingctx, low, high):
    """Round two float32 to float16 and pack them into a uint32, `low` in the lower half."""

    def codegen(context, builder, signature, values):
        # The instruction's first source lands in the upper half.
        template = "cvt.rn.f16x2.f32 $0, $2, $1;"
        return inline_asm(builder, _I32, [_F32, _F32], template, "=r,f,f", values, pure=True)

    return types.uint32(types.float32, types.float32), codegen


@intrinsic
def pack_half2_apart(typingctx, low, high):
    """As `pack_half2`, each value rounded by an instruction of its own, which 7.5 has, too."""

    def codegen(context, builder, signature, values):
        template = (
            "{ .reg .b16 l, h; cvt.rn.f16.f32 l, $1; cvt.rn.f16.f32 h, $2; mov.b32 $0, {l, h}; }"
        )
        return inline_asm(builder, _I32, [_F32, _F32], template, "=r,f,f", values, pure=True)

    return types.uint32(types.float32, types.float32), codegen


def _half_of(name, template, doc):
    def codegen(context, builder, signature, values):
        return inline_asm(builder, _F32, [_I32], template, "=f,r", values, pure=True)

    scope = {"signature": types.float32(types.uint32), "codegen": codegen}
    exec(f"def {name}(typingctx, packed): return signature, codegen", scope)
    scope[name].__doc__ = doc
    return intrinsic(scope[name])


low_half = _half_of(
    "low_half",
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; cvt.f32.f16 $0, l; }",
    "The lower float16 of a packed pair, as float32.",
)
high_half = _half_of(
    "high_half",
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; cvt.f32.f16 $0, h; }",
    "The upper float16 of a packed pair, as float32.",
)


def _binary_u32(name, template, doc):
    def codegen(context, builder, signature, values):
        return inline_asm(builder, _I32, [_I32, _I32], template, "=r,r,r", values, pure=True)

    signature = types.uint32(types.uint32, types.uint32)
    scope = {"signature": signature, "codegen": codegen}
    exec(f"def {name}(typingctx, a, b): return signature, codegen", scope)
    scope[name].__doc__ = doc
    return intrinsic(scope[name])


max_half2 = _binary_u32("max_half2", "max.f16x2 $0, $1, $2;", "Larger of two packed pairs.")
shuffle_xor = _binary_u32(
    "shuffle_xor",
    "shfl.sync.bfly.b32 $0, $1, $2, 0x1f, 0xffffffff;",
    "The value of the lane whose number differs by `mask`; the whole warp takes part.",
)


@intrinsic
def shuffle_xor_f32(typingctx, value, mask):
    """As `shuffle_xor`, for float32."""

    def codegen(context, builder, signature, values):
        template = "shfl.sync.bfly.b32 $0, $1, $2, 0x1f, 0xffffffff;"
        return inline_asm(builder, _F32, [_F32, _I32], template, "=f,f,r", values)

    return types.float32(types.float32, types.uint32), codegen


store_u32 = statement(
    "store_u32", "st.global.b32 [$0], $1;", (types.int64, types.uint32), doc="4 bytes."
)
store_2u32 = statement(
    "store_2u32",
    "st.global.v2.b32 [$0], {$1, $2};",
    (types.int64, types.uint32, types.uint32),
    doc="8 bytes to an 8-byte aligned global address.",
)
store_4u32 = statement(
    "store_4u32",
    "st.global.v4.b32 [$0], {$1, $2, $3, $4};",
    (types.int64, types.uint32, types.uint32, types.uint32, types.uint32),
    doc="16 bytes to a 16-byte aligned global address.",
)
store_f32 = statement(
    "store_f32", "st.global.f32 [$0], $1;", (types.int64, types.float32), doc="4 bytes."
)


def _load(name, count, element, template, doc):
    letter = "=f" if element is types.float32 else "=r"
    llvm = _F32 if element is types.float32 else _I32
    constraints = ",".join([letter] * count + ["l", "~{memory}"])

    def codegen(context, builder, signature, values):
        if count == 1:
            return inline_asm(builder, llvm, [_I64], template, constraints, values)
        struct = ir.LiteralStructType([llvm] * count)
        result = inline_asm(builder, struct, [_I64], template, constraints, values)
        parts = [builder.extract_value(result, k) for k in range(count)]
        return context.make_tuple(builder, signature.return_type, parts)

    returns = element if count == 1 else types.UniTuple(element, count)
    scope = {"signature": returns(types.int64), "codegen": codegen}
    exec(f"def {name}(typingctx, address): return signature, codegen", scope)
    scope[name].__doc__ = doc
    return intrinsic(scope[name])


load_u32 = _load("load_u32", 1, types.uint32, "ld.global.b32 $0, [$1];", "4 bytes, aligned.")
load_2u32 = _load(
    "load_2u32", 2, types.uint32, "ld.global.v2.b32 {$0, $1}, [$2];", "8 bytes, aligned."
)
load_4u32 = _load(
    "load_4u32",
    4,
    types.uint32,
    "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];",
    "16 bytes, aligned.",
)
load_4f32 = _load(
    "load_4f32",
    4,
    types.float32,
    "ld.global.v4.f32 {$0, $1, $2, $3}, [$4];",
    "16 bytes, aligned.",
)
store_4f32 = statement(
    "store_4f32",
    "st.global.v4.f32 [$0], {$1, $2, $3, $4};",
    (types.int64, *[types.float32] * 4),
    doc="16 bytes to a 16-byte aligned global address.",
)
store_shared_f32 = statement(
    "store_shared_f32",
    "st.shared.f32 [$0], $1;",
    (types.uint32, types.float32),
    doc="4 bytes to shared memory.",
)
store_shared_4f32 = statement(
    "store_shared_4f32",
    "st.shared.v4.f32 [$0], {$1, $2, $3, $4};",
    (types.uint32, *[types.float32] * 4),
    doc="16 bytes to a 16-byte aligned shared address.",
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
            base = _array_pointer(context, builder, signature.args[0], values[0])
            struct = ir.LiteralStructType([_F32] * 4)

            def load(address, offset):
                template = f"ld.shared.v4.f32 {{$0, $1, $2, $3}}, [$4+{offset}];"
                four = inline_asm(builder, struct, [_I32], template, "=f,=f,=f,=f,r", [address])
                return [builder.extract_value(four, n) for n in range(4)]

            def operands(k):
                rows = load(values[1], k * x_stride) + load(values[1], k * x_stride + x_far)
                columns = load(values[2], k * w_stride) + load(values[2], k * w_stride + w_far)
                return rows, columns

            slots = [builder.gep(base, [ir.Constant(_I64, i)]) for i in range(64)]
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

        return types.void(acc, types.uint32, types.uint32), codegen

    return add


# --------------------------------------------------------------------- mma.sync and its feeding


def _mma(shape, a_count, b_count):
    """The codegen of `mma.sync` of this shape: (acc, index, `a_count` and `b_count` registers)."""

    def codegen(context, builder, signature, values):
        base = _array_pointer(context, builder, signature.args[0], values[0])
        slots = [
            builder.gep(base, [builder.add(values[1], ir.Constant(values[1].type, k))])
            for k in range(4)
        ]
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
        for k, slot in enumerate(slots):
            builder.store(builder.extract_value(result, k), slot)
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
    u32 = types.uint32
    return types.void(acc, types.int64, u32, u32, u32, u32, u32, u32), _mma("m16n8k16", 4, 2)


@intrinsic
def mma_m16n8k8(typingctx, acc, index, a0, a1, b0):
    """acc[index : index + 4] += A (16x8, row) times B (8x8, col): half of `mma_m16n8k16`.

    Its fragments are the first half of that one's, so (a0, a1, b0) and then (a2, a3, b1) add up the
    same product. It is the largest float16 shape of compute capability 7.5. Source: PTX ISA,
    "Matrix Fragments for mma.m16n8k8".
    """
    u32 = types.uint32
    return types.void(acc, types.int64, u32, u32, u32), _mma("m16n8k8", 2, 1)


@intrinsic
def ldmatrix_x4(typingctx, address):
    """Load four 8x8 float16 matrices as mma fragments, one register per matrix and lane.

    Lane l supplies the shared address of row l % 8 of matrix l // 8, 16 bytes, 16-byte aligned.
    """

    def codegen(context, builder, signature, values):
        struct = ir.LiteralStructType([_I32] * 4)
        template = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];"
        result = inline_asm(builder, struct, [_I32], template, "=r,=r,=r,=r,r,~{memory}", values)
        parts = [builder.extract_value(result, k) for k in range(4)]
        return context.make_tuple(builder, signature.return_type, parts)

    return types.UniTuple(types.uint32, 4)(types.uint32), codegen


cp_async_16 = statement(
    "cp_async_16",
    "cp.async.cg.shared.global [$0], [$1], 16;",
    (types.uint32, types.int64),
    doc="Start copying 16 bytes from global to shared memory, past the first-level cache.",
)
cp_async_commit = statement(
    "cp_async_commit", "cp.async.commit_group;", doc="Close this thread's group of copies."
)


def cp_async_wait(pending):
    """Make an intrinsic that waits until at most `pending` of this thread's groups are pending."""
    return statement(f"cp_async_wait_{pending}", f"cp.async.wait_group {pending};")


# --------------------------------------------------------------------- mbarriers, TMA

mbarrier_init = statement(
    "mbarrier_init",
    "mbarrier.init.shared.b64 [$0], $1;",
    (types.uint32, types.uint32),
    doc="(shared, count): make these 8 bytes a barrier of `count` arrivals a phase.",
)
fence_barrier_init = statement(
    "fence_barrier_init",
    "fence.mbarrier_init.release.cluster;",
    doc="Show new mbarriers to TMA.",
)
mbarrier_arrive = statement(
    "mbarrier_arrive",
    "{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [$0]; }",
    (types.uint32,),
    doc="(shared): count this thread in.",
)
mbarrier_arrive_expect_tx = statement(
    "mbarrier_arrive_expect_tx",
    "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [$0], $1; }",
    (types.uint32, types.uint32),
    doc="(shared, bytes): count this thread in; the phase also waits for so many bytes of TMA.",
)
mbarrier_wait = statement(
    "mbarrier_wait",
    "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [$0], $1; @!p bra WAIT; }",
    (types.uint32, types.uint32),
    doc="(shared, parity): wait until the phase of that parity is complete; the first is 0.",
)
acquire_tensor_map = statement(
    "acquire_tensor_map",
    # System scope, because the host wrote the map: CUDA C++ Programming Guide, "Using TMA to
    # transfer multi-dimensional arrays".
    "fence.proxy.tensormap::generic.acquire.sys [$0], 128; prefetch.tensormap [$0];",
    (types.int64,),
    doc="(tensor map): make the 128 bytes that the host wrote valid for TMA, and prefetch them.",
)
tma_load_3d = statement(
    "tma_load_3d",
    "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[$0], [$1, {$3, $4, $5}], [$2];",
    (types.uint32, types.int64, types.uint32, types.int32, types.int32, types.int32),
    doc="(shared, tensor map, mbarrier, coordinates innermost first): load one TMA tile.",
)
tma_load_4d = statement(
    "tma_load_4d",
    "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[$0], [$1, {$3, $4, $5, $6}], [$2];",
    (types.uint32, types.int64, types.uint32, types.int32, types.int32, types.int32, types.int32),
    doc="(shared, tensor map, mbarrier, coordinates innermost first): load one TMA tile.",
)


barrier_sync = statement(
    "barrier_sync",
    "bar.sync $0, $1;",
    (types.int32, types.int32),
    doc="(number 1-15, threads): a named barrier: syncthreads for those threads alone.",
)
griddepcontrol_wait = statement(
    "griddepcontrol_wait",
    "griddepcontrol.wait;",
    doc="Programmatic dependent launch: wait until the kernels before this one are complete; 9.0.",
)
griddepcontrol_launch_dependents = statement(
    "griddepcontrol_launch_dependents",
    "griddepcontrol.launch_dependents;",
    doc="Programmatic dependent launch: let the next kernel's blocks start, and wait; 9.0.",
)


# --------------------------------------------------------------------- wgmma (9.0a)

wgmma_fence = statement(
    "wgmma_fence",
    "wgmma.fence.sync.aligned;",
    doc="Order register and shared-memory accesses before the wgmma that follow.",
)
wgmma_commit = statement(
    "wgmma_commit", "wgmma.commit_group.sync.aligned;", doc="Close the group of wgmma."
)


def wgmma_wait(pending):
    """Make an intrinsic that waits until at most `pending` groups of wgmma are pending."""
    return statement(f"wgmma_wait_{pending}", f"wgmma.wait_group.sync.aligned {pending};")


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
            base = _array_pointer(context, builder, signature.args[0], values[0])
            slots = [builder.gep(base, [ir.Constant(_I64, k)]) for k in range(count)]
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
            for k, slot in enumerate(slots):
                builder.store(builder.extract_value(result, k), slot)
            return context.get_dummy_value()

        return types.void(acc, types.uint32, types.uint32, types.int32), codegen

    return wgmma


def wgmma_fresh(count):
    """Make the intrinsic `(acc)`: define `count` accumulators in registers of their own.

    It emits no instruction. Without it LLVM starts several fragments from one shared set of zeros,
    and each copy between them makes the assembler serialise wgmma.
    """

    @intrinsic
    def fresh(typingctx, acc):
        def codegen(context, builder, signature, values):
            base = _array_pointer(context, builder, signature.args[0], values[0])
            outs, _ = _tied(count)
            struct = ir.LiteralStructType([_F32] * count)
            result = inline_asm(builder, struct, [], "// fresh accumulators", outs, [])
            for k in range(count):
                slot = builder.gep(base, [ir.Constant(_I64, k)])
                builder.store(builder.extract_value(result, k), slot)
            return context.get_dummy_value()

        return types.void(acc), codegen

    return fresh


@intrinsic
def broadcast_first_lane(typingctx, value):
    """Lane 0's int32 `value` in every lane: tells the assembler that it is uniform in the warp.

    Values computed from it can then live in uniform registers, where wgmma takes its descriptors.
    """

    def codegen(context, builder, signature, values):
        template = "shfl.sync.idx.b32 $0, $1, 0, 0x1f, 0xffffffff;"
        return inline_asm(builder, _I32, [_I32], template, "=r,r", values)

    return types.int32(types.int32), codegen


@intrinsic
def opaque_i32(typingctx, value):
    """Return `value` through inline assembly: the compiler cannot peel a loop on its value."""

    def codegen(context, builder, signature, values):
        return inline_asm(builder, _I32, [_I32], "mov.b32 $0, $1;", "=r,r", values)

    return types.int32(types.int32), codegen


def wgmma_wait_all(count):
    """Make the intrinsic `(acc)`: wait for all wgmma; then `acc` (`count` float32) is valid."""

    @intrinsic
    def wait_all(typingctx, acc):
        def codegen(context, builder, signature, values):
            base = _array_pointer(context, builder, signature.args[0], values[0])
            slots = [builder.gep(base, [ir.Constant(_I64, k)]) for k in range(count)]
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
            for k, slot in enumerate(slots):
                builder.store(builder.extract_value(result, k), slot)
            return context.get_dummy_value()

        return types.void(acc), codegen

    return wait_all
