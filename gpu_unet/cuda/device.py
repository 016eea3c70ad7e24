"""Find the NVIDIA GPU, or raise an error that names what is missing."""

from __future__ import annotations

import ctypes
import importlib.util
import sys
import threading
from dataclasses import dataclass

from gpu_unet.cuda.driver import INSTALL, api, call
from gpu_unet.errors import EngineError, GpuUnavailableError

OLDEST_CAPABILITY = (7, 5)  # Turing: the oldest that CUDA 13's compiler still targets
TENSOR_CORE_CAPABILITY = (8, 0)  # mma.sync m16n8k16, ldmatrix and cp.async together
WGMMA_CAPABILITY = (9, 0)  # wgmma exists for 9.0a alone: not on 10.0 and later

REQUIRED_MODULES = {
    "numba_cuda": "numba-cuda",
    "cuda.bindings": "cuda-bindings",
    "cuda.core": "cuda-core",
}


_thread = threading.local()


@dataclass(frozen=True, slots=True)
class Gpu:
    """One CUDA device whose primary context is current on the calling thread.

    Attributes:
        ordinal: As the driver counts, from 0 on.
        name: For people, e.g. "NVIDIA H200".
        capability: Compute capability, e.g. (9, 0).
        multiprocessors: How many.
        shared_bytes: Most dynamic shared memory of a block, in bytes.
        memory_bytes: Memory of the whole card, in bytes; other programs may hold some of it.
    """

    ordinal: int
    name: str
    capability: tuple[int, int]
    multiprocessors: int
    shared_bytes: int
    memory_bytes: int

    @property
    def has_tensor_cores(self) -> bool:
        """Whether the float16 kernels (mma.sync, ldmatrix, cp.async) run here."""
        return self.capability >= TENSOR_CORE_CAPABILITY

    @property
    def has_wgmma(self) -> bool:
        """Whether the warpgroup kernels run here."""
        return self.capability == WGMMA_CAPABILITY

    @property
    def target(self) -> tuple[int, int, str]:
        """(major, minor, suffix) to compile for: from 9.0 on "a", features of this one alone."""
        return (*self.capability, "a" if self.capability >= (9, 0) else "")

    @staticmethod
    def count() -> int:
        """Number of CUDA devices that this process sees; creates no context.

        Raises:
            GpuUnavailableError: No driver, or the extra "cuda" is not installed.
        """
        _require_driver()
        _require_wheels()
        try:
            call("cuInit", 0)
        except EngineError as error:
            raise GpuUnavailableError(
                f"the NVIDIA driver does not start ({error}); install or update it from "
                "https://www.nvidia.com/drivers and restart, or choose the device cpu"
            ) from error
        return call("cuDeviceGetCount")

    @classmethod
    def find(cls, ordinal: int = 0) -> Gpu:
        """Make device `ordinal` current on this thread.

        Raises:
            GpuUnavailableError: No driver, no extra "cuda", no such card, or one older than compute
                capability 7.5; the message names the cause and what to install.
        """
        count = cls.count()
        if ordinal >= count:
            raise GpuUnavailableError(
                f"{count} CUDA devices found, number {ordinal} wanted; check CUDA_VISIBLE_DEVICES "
                "and that the card is seated and powered, or choose the device cpu"
            )
        device = call("cuDeviceGet", ordinal)
        name = call("cuDeviceGetName", 128, device).split(b"\0")[0].decode()

        def attribute(key: str) -> int:
            return call(
                "cuDeviceGetAttribute",
                getattr(api.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{key}"),
                device,
            )

        capability = (attribute("COMPUTE_CAPABILITY_MAJOR"), attribute("COMPUTE_CAPABILITY_MINOR"))
        if capability < OLDEST_CAPABILITY:
            raise GpuUnavailableError(
                f"{name} has compute capability {capability[0]}.{capability[1]}, at least "
                f"{OLDEST_CAPABILITY[0]}.{OLDEST_CAPABILITY[1]} (GTX 16, RTX 20 or newer) is "
                "needed; choose the device cpu"
            )
        try:
            context = call("cuDevicePrimaryCtxRetain", device)
            call("cuCtxSetCurrent", context)
        except EngineError as error:
            raise GpuUnavailableError(
                f"{name} cannot be used ({error}); another program may hold it exclusively: "
                "close it, or choose the device cpu"
            ) from error
        return cls(
            ordinal=ordinal,
            name=name,
            capability=capability,
            multiprocessors=attribute("MULTIPROCESSOR_COUNT"),
            shared_bytes=attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
            memory_bytes=call("cuDeviceTotalMem", device),
        )


def current_gpu() -> Gpu:
    """Device 0, found and made current once per thread.

    Raises:
        GpuUnavailableError: As `Gpu.find`.
    """
    if getattr(_thread, "gpu", None) is None:
        _thread.gpu = Gpu.find()
    return _thread.gpu


def _require_driver() -> None:
    """Load the driver's library first: it fails fast, before slow imports."""
    library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    if sys.platform == "darwin":
        raise GpuUnavailableError("macOS has no NVIDIA driver; choose the device cpu")
    try:
        ctypes.CDLL(library)
    except OSError as error:
        raise GpuUnavailableError(
            f"no NVIDIA driver ({library} cannot be loaded: {error}); install it from "
            "https://www.nvidia.com/drivers if this computer has an NVIDIA card, "
            "or choose the device cpu"
        ) from error


def _require_wheels() -> None:
    missing = [wheel for module, wheel in REQUIRED_MODULES.items() if not _can_be_imported(module)]
    if missing:
        raise GpuUnavailableError(
            f"an NVIDIA driver is here, but Python packages are missing: {', '.join(missing)}; "
            f"run: {INSTALL}"
        )


def _can_be_imported(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False
