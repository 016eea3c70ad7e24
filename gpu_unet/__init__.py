"""A U-Net that replaces backgrounds, and the frame's way around it, on CPU and CUDA.

These names are the library: what its modules hold besides may change from version to version.
`import gpu_unet` takes milliseconds. NumPy is imported with the first name that needs it, Numba and
CUDA when an engine opens.

The repository has more about the kernels: `lab/ladder/tensor_cores.md` shows how tensor cores are
reached from Python, `lab/ladder/README.md` goes from plain loops to the kernels of this library,
and `tests/gpu_unet/README.md` says how they are tested.
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

# Read when Numba is imported, which only this package does. Set in a shell for other programs, each
# of these ended every start with a traceback: kernels are made of instructions that Python has none
# for, a threading layer may not be installed, and there is no work for no threads.
os.environ.pop("NUMBA_DISABLE_JIT", None)
# The one that is part of Numba on every system; of those that it finds, Intel's TBB never lets a
# process on one core end (docs/decisions/0037-threading-layer.md).
os.environ["NUMBA_THREADING_LAYER"] = "workqueue"
if not os.environ.get("NUMBA_NUM_THREADS", "").strip().lstrip("0").isdecimal():
    os.environ.pop("NUMBA_NUM_THREADS", None)

if TYPE_CHECKING:
    from gpu_unet.architecture import UNetArchitecture
    from gpu_unet.areas import Area
    from gpu_unet.cache_folder import OwnFolder
    from gpu_unet.cores import available_cores
    from gpu_unet.cuda.device import Gpu
    from gpu_unet.engine import Batch, Composites, Engine
    from gpu_unet.errors import EngineError, GpuLostError, GpuUnavailableError, WeightsError
    from gpu_unet.frame_format import FrameFormat, Image
    from gpu_unet.network_input import CleanPlate, Observation
    from gpu_unet.opening import open_engine
    from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings, Row, setting
    from gpu_unet.weights import Weights, load_weights, save_weights

__docformat__ = "google"  # of the docstrings, for pdoc
__all__ = [
    "Area",
    "Batch",
    "CleanPlate",
    "Composites",
    "EdgeSettings",
    "Engine",
    "EngineError",
    "EngineSettings",
    "FrameFormat",
    "Gpu",
    "GpuLostError",
    "GpuUnavailableError",
    "Image",
    "LayerSettings",
    "Observation",
    "OwnFolder",
    "Row",
    "UNetArchitecture",
    "Weights",
    "WeightsError",
    "available_cores",
    "load_weights",
    "open_engine",
    "save_weights",
    "setting",
]

_MODULES = {
    "architecture": ("UNetArchitecture",),
    "areas": ("Area",),
    "cache_folder": ("OwnFolder",),
    "cores": ("available_cores",),
    "cuda.device": ("Gpu",),
    "engine": ("Batch", "Composites", "Engine"),
    "errors": (
        "EngineError",
        "GpuLostError",
        "GpuUnavailableError",
        "WeightsError",
    ),
    "frame_format": ("FrameFormat", "Image"),
    "network_input": ("CleanPlate", "Observation"),
    "opening": ("open_engine",),
    "settings": ("EdgeSettings", "EngineSettings", "LayerSettings", "Row", "setting"),
    "weights": ("Weights", "load_weights", "save_weights"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first asked for (PEP 562)."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
