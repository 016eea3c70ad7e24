"""Checked calls of the CUDA driver: each failure becomes one of the engine's errors."""

from __future__ import annotations

import importlib
from typing import Any

from gpu_unet.errors import EngineError, GpuLostError, GpuUnavailableError

# What an NVIDIA GPU needs beside the driver; the same in a checkout, an environment, a program.
INSTALL = 'pip install "numba-cuda[cu13]>=0.30.4,<0.31"'


def _bindings() -> Any:
    """The driver's Python bindings; None without them, which `Gpu.find` reports."""
    try:
        return importlib.import_module("cuda.bindings.driver")
    except ImportError:
        return None


api = _bindings()

# Sticky errors: the context is lost, and every later call in it fails.
_LOST = frozenset(
    {
        "CUDA_ERROR_ILLEGAL_ADDRESS",
        "CUDA_ERROR_LAUNCH_FAILED",
        "CUDA_ERROR_LAUNCH_TIMEOUT",
        "CUDA_ERROR_HARDWARE_STACK_ERROR",
        "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        "CUDA_ERROR_MISALIGNED_ADDRESS",
        "CUDA_ERROR_INVALID_ADDRESS_SPACE",
        "CUDA_ERROR_INVALID_PC",
        "CUDA_ERROR_ECC_UNCORRECTABLE",
        "CUDA_ERROR_UNCONTAINED",
        "CUDA_ERROR_CONTAINED",
        "CUDA_ERROR_NVLINK_UNCORRECTABLE",
        "CUDA_ERROR_DEVICE_UNAVAILABLE",
        "CUDA_ERROR_EXTERNAL_DEVICE",
        "CUDA_ERROR_SYSTEM_NOT_READY",
        "CUDA_ERROR_CONTEXT_IS_DESTROYED",
        "CUDA_ERROR_DEINITIALIZED",
        "CUDA_ERROR_TENSOR_LEAK",
        "CUDA_ERROR_UNKNOWN",
    }
)


class OutOfDeviceMemoryError(EngineError):
    """The driver is out of memory; the arena that allocates adds sizes to the message."""


def call(name: str, *arguments: Any) -> Any:
    """Call the driver function `name`; returns its result, a tuple where it has several.

    Raises:
        OutOfDeviceMemoryError: No memory, on the device or page-locked.
        GpuLostError: The context is broken beyond use.
        EngineError: Any other refusal.
    """
    if api is None:
        raise GpuUnavailableError(f"the CUDA bindings are not installed; run: {INSTALL}")
    status, *results = getattr(api, name)(*arguments)
    if status != api.CUresult.CUDA_SUCCESS:
        raise _error(name, status)
    return results[0] if len(results) == 1 else tuple(results)


def succeeded(name: str, *arguments: Any) -> bool:
    """Whether a query (of an event or stream) returns success; False for "not ready".

    Raises:
        EngineError: As `call`.
    """
    (status, *_) = getattr(api, name)(*arguments)
    if status == api.CUresult.CUDA_ERROR_NOT_READY:
        return False
    if status != api.CUresult.CUDA_SUCCESS:
        raise _error(name, status)
    return True


def _error(name: str, status: Any) -> EngineError:
    code = status.name
    if code == "CUDA_ERROR_OUT_OF_MEMORY":
        return OutOfDeviceMemoryError(f"{name}: {code}")
    if code in _LOST:
        return GpuLostError(
            f"the GPU stopped answering ({name}: {code}); this batch was not processed. "
            "Go on with the CPU, or restart the program to use the GPU again"
        )
    return EngineError(f"{name} was refused by the CUDA driver: {code}")
