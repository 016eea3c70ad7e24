"""A compiled kernel as bytes and back: machine code and a few words about it, and no pickle.

What Numba keeps of a compiled function is a pickle, which may run anything when it is read. Of it a
kernel needs little: the object file, the module that other functions could link with, and names.
Those are written as JSON and two blocks of bytes. What does not fit into that is not kept.
"""

from __future__ import annotations

import json
import struct
from typing import Any

from numba.core import sigutils, types
from numba.core.compiler import CompileResult
from numba.core.environment import _rebuild_env
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.typed_passes import _reload_parfors
from numba.core.typing.templates import signature as numba_signature

_LENGTHS = struct.Struct("<QQQ")  # of the words, the object file and the module
_RETURNED = {str(kind): kind for kind in (types.none, types.int64, types.float32, types.float64)}
_PLAIN = (str, int, float, bool, type(None))


def pack(result: CompileResult) -> bytes | None:
    """The bytes of what Numba compiled; None if it holds more than a container has words for."""
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
    return _LENGTHS.pack(len(text), len(object_file), len(module)) + text + object_file + module


def unpack(content: bytes, signature: Any, target_context: Any) -> CompileResult:
    """What `pack` wrote, ready to be called.

    Args:
        content: Checked by whoever read it: this is machine code.
        signature: The types that it was compiled for, as Numba hands them to its caches.
        target_context: Numba's, of this process.

    Raises:
        ValueError: It is of another format.
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
    # Not as it would be called here: names of types are numbered as each process meets them.
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


def _blocks(content: bytes, lengths: tuple[int, ...]) -> list[bytes]:
    if sum(lengths) != len(content):
        raise ValueError(f"it has {len(content)} bytes, not {sum(lengths)}")
    blocks = []
    for length in lengths:
        blocks.append(content[:length])
        content = content[length:]
    return blocks
