"""A process that compiles kernels for another one: `python -m gpu_unet.cuda.compile_worker`.

It reads one order per line from standard input, JSON as `order_of` makes it, compiles into the
disk cache, and answers each with the line "ok". It needs the compiler wheels, no GPU, and ends
when its input does, or with a kernel that cannot be compiled.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from typing import Any

from gpu_unet.cuda.launch import Kernel, registered_kernels
from gpu_unet.cuda.machine_code import Target


def order_of(kernel: Kernel, target: Target) -> str:
    """One line that says which kernel to make and for what to compile it."""
    made_from, kind = kernel.made_from, ""
    if dataclasses.is_dataclass(made_from):
        kind = type(made_from).__name__
        made_from = {f.name: getattr(made_from, f.name) for f in dataclasses.fields(made_from)}
    # "make_conv_tensor.<locals>.conv_tensor_kernel"
    factory = "" if made_from is None else kernel.function.__qualname__.partition(".")[0]
    return json.dumps(
        {
            "module": kernel.function.__module__,
            "name": kernel.name,
            "factory": factory,
            "kind": kind,
            "made_from": made_from,
            "target": target,
        }
    )


def kernel_of(order: dict[str, Any]) -> Kernel:
    """The kernel of a parsed order."""
    module = importlib.import_module(order["module"])
    if not order["factory"]:
        return registered_kernels()[order["name"]]
    made_from = order["made_from"]
    if order["kind"]:
        made_from = getattr(module, order["kind"])(**made_from)
    return getattr(module, order["factory"])(made_from)


def fulfil(line: str) -> None:
    """Compile what `line` orders into the disk cache."""
    order = json.loads(line)
    major, minor, features = order["target"]
    kernel_of(order).machine_code((major, minor, features))


if __name__ == "__main__":
    # Whoever waits meets an error again, and reports it, when it compiles the kernel itself.
    for request in sys.stdin:
        fulfil(request)
        sys.stdout.write("ok\n")
        sys.stdout.flush()
