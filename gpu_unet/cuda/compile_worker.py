"""A process that compiles kernels for another one: `python -m gpu_unet.cuda.compile_worker`.

Standard input: one request per line, JSON from `request_of`. Standard output: the line "ok" for
each, once the kernel is in the disk cache. It needs the compiler wheels but no GPU, and ends with
its input, or at the first kernel that cannot be compiled.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from typing import Any

from gpu_unet.cuda.launch import Kernel, registered_kernels
from gpu_unet.cuda.machine_code import Target


def request_of(kernel: Kernel, target: Target) -> str:
    """One line of JSON: which kernel to make, and the target to compile it for."""
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


def kernel_of(request: dict[str, Any]) -> Kernel:
    """The kernel of a parsed request."""
    module = importlib.import_module(request["module"])
    if not request["factory"]:
        return registered_kernels()[request["name"]]
    made_from = request["made_from"]
    if request["kind"]:
        made_from = getattr(module, request["kind"])(**made_from)
    return getattr(module, request["factory"])(made_from)


def handle(line: str) -> None:
    """Compile what `line` requests into the disk cache."""
    request = json.loads(line)
    major, minor, features = request["target"]
    kernel_of(request).machine_code((major, minor, features))


if __name__ == "__main__":
    # Errors end this process; the parent compiles the kernel itself and reports the error.
    for request in sys.stdin:
        handle(request)
        sys.stdout.write("ok\n")
        sys.stdout.flush()
