"""Serialise a compiled kernel without pickle: JSON, an object file and an LLVM module.

    | lengths: 3 x uint64 | JSON | object file | module |

Numba caches a pickle, which may run anything when it is read. A kernel needs little of it: the
object file, and the names that it defines, which Numba reads in a module. A kernel that needs more
is not cached.
"""

from __future__ import annotations

import json
import struct
from typing import Any

from llvmlite import binding as llvm
from numba.core import sigutils, types
from numba.core.compiler import CompileResult
from numba.core.environment import _rebuild_env
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.typed_passes import _reload_parfors
from numba.core.typing.templates import signature as numba_signature

_LENGTHS = struct.Struct("<QQQ")  # bytes of the JSON, the object file and the module
_RETURNED = {str(kind): kind for kind in (types.none, types.int64, types.float32, types.float64)}
_PLAIN = (str, int, float, bool, type(None))


def pack(result: CompileResult) -> bytes | None:
    """Serialise Numba's result; None if the container cannot express all of it."""
    library, described, environment, signature, is_object_mode, lifted, _, inits, others = (
        result._reduce()
    )
    name, kind, (object_file, module) = library
    environments = [environment, *(other for other in others if other is not environment)]
    is_plain = (
        kind == "object"
        and not is_object_mode
        and not lifted
        and not described.kws
        and str(signature.return_type) in _RETURNED
        and set(inits) <= {_reload_parfors}
        and all(isinstance(value, _PLAIN) for kept in environments for value in kept.consts)
    )
    if not is_plain:
        return None
    words = {
        "library": name,
        "returns": str(signature.return_type),
        "module": described.modname,
        "qualified": described.qualname,
        "unique": described.unique_name,
        "mangled": described.mangled_name,
        "arguments": described.args,
        "noalias": described.noalias,
        "tags": described.abi_tags,
        "uid": described.uid,
        "is_parallel": bool(inits),
        "environments": [
            (kept.globals["__name__"], list(kept.consts), kept.env_name) for kept in environments
        ],
    }
    text = json.dumps(words).encode()
    module = _names_of(module)
    return _LENGTHS.pack(len(text), len(object_file), len(module)) + text + object_file + module


def unpack(content: bytes, signature: Any, target_context: Any) -> CompileResult:
    """Rebuild what `pack` wrote, ready to be called.

    Args:
        content: From `pack`. The caller has verified its checksum: this is machine code.
        signature: The types that it was compiled for, as Numba passes them to its caches.
        target_context: Numba's target context of this process.

    Raises:
        ValueError: The content has another format.
    """
    try:
        lengths = _LENGTHS.unpack_from(content)
        text, object_file, module = _blocks(content[_LENGTHS.size :], lengths)
        words = json.loads(text)
        returned = _RETURNED[words["returns"]]
        own, *others = words["environments"]
    except (struct.error, KeyError, ValueError) as error:
        raise ValueError(f"this is no compiled kernel ({error})") from error
    arguments, _ = sigutils.normalize_signature(signature)
    if words["is_parallel"]:
        _reload_parfors()  # Numba's threads
    described = PythonFunctionDescriptor(
        native=True,
        modname=words["module"],
        qualname=words["qualified"],
        unique_name=words["unique"],
        doc="",
        typemap=None,
        restype=returned,
        calltypes=None,
        args=tuple(words["arguments"]),
        kws=(),
        argtypes=tuple(arguments),
        noalias=words["noalias"],
        env_name=own[2],
        abi_tags=tuple(words["tags"]),
        uid=words["uid"],
    )
    # The name from the file: Numba numbers types in the order in which a process meets them.
    described.mangled_name = words["mangled"]
    return CompileResult._rebuild(
        target_context,
        (words["library"], "object", (object_file, module)),
        described,
        _rebuild_env(*own),
        numba_signature(returned, *arguments),
        False,  # object mode
        (),  # lifted loops
        "",  # annotation
        (),  # what to run before: done above
        tuple(_rebuild_env(*other) for other in others),
    )


def _names_of(module: bytes) -> bytes:
    """Bitcode that defines what `module` defines, empty: Numba reads the names alone.

    No kernel is called by another, so that none is linked; a call would end the process.
    """
    full = llvm.parse_bitcode(module)
    lines = [f'target triple = "{full.triple}"', "declare void @llvm.trap()"]
    lines += [
        f'define void @"{function.name}"() {{ call void @llvm.trap() unreachable }}'
        for function in full.functions
        if not function.is_declaration
    ]
    lines += [
        f'@"{variable.name}" = global i8 0'
        for variable in full.global_variables
        if not variable.is_declaration
    ]
    return llvm.parse_assembly("\n".join(lines)).as_bitcode()


def _blocks(content: bytes, lengths: tuple[int, ...]) -> list[bytes]:
    if sum(lengths) != len(content):
        raise ValueError(f"it has {len(content)} bytes, not {sum(lengths)}")
    blocks = []
    for length in lengths:
        blocks.append(content[:length])
        content = content[length:]
    return blocks
