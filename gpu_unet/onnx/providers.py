"""The providers of ONNX Runtime that may run a network, best first."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from importlib import metadata

from gpu_unet.errors import GpuUnavailableError

REQUIREMENTS = "requirements-graphics-cards.txt"


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider.

    Attributes:
        name: As `open_engine` takes it.
        title: For people.
        wheel: The Python package that brings it.
        ep: Its name in ONNX Runtime.
        plugin: Module that has its library, to be registered first; empty: built in.
        system: `sys.platform` that it is limited to; empty: any.
        is_card: Whether it runs on a graphics card.
        is_recorded: Whether it plays recorded commands back, which takes inputs and output that
            keep their places in the card's memory.
    """

    name: str
    title: str
    wheel: str
    ep: str
    plugin: str = ""
    system: str = ""
    is_card: bool = True
    is_recorded: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether its package is there; imports nothing."""
        if self.system not in ("", sys.platform):
            return False
        try:
            return bool(metadata.version(self.wheel))
        except metadata.PackageNotFoundError:
            return False


PROVIDERS = (
    Provider("webgpu", "WebGPU", "onnxruntime-ep-webgpu", "WebGpuExecutionProvider",
             plugin="onnxruntime_ep_webgpu", is_recorded=True),
    Provider("openvino", "OpenVINO", "onnxruntime-ep-openvino", "OpenVINOExecutionProvider",
             plugin="onnxruntime_ep_openvino"),
    Provider("mlx", "MLX", "onnxruntime-ep-mlx", "MLXExecutionProvider",
             plugin="onnxruntime_ep_mlx", system="darwin"),
    Provider("migraphx", "MIGraphX", "onnxruntime-migraphx", "MIGraphXExecutionProvider"),
    Provider("directml", "DirectML", "onnxruntime-directml", "DmlExecutionProvider"),
    Provider("windowsml", "DirectML", "onnxruntime-windowsml", "DmlExecutionProvider"),
    Provider("coreml", "Core ML", "onnxruntime", "CoreMLExecutionProvider", system="darwin"),
    # On the processor, to compare with: our own kernels are faster there.
    Provider("processor", "CPU", "onnxruntime", "CPUExecutionProvider", is_card=False),
)  # fmt: skip


def installed_providers() -> list[Provider]:
    """Providers for cards whose packages are installed, best first; any thread."""
    return [provider for provider in PROVIDERS if provider.is_card and provider.is_installed]


def find_provider(name: str) -> Provider:
    """The provider of this name.

    Raises:
        GpuUnavailableError: There is no such provider, or it is not installed.
    """
    for provider in PROVIDERS:
        if provider.name == name:
            if provider.is_installed:
                return provider
            raise GpuUnavailableError(
                f"{provider.wheel} is not installed; run: pip install -r {REQUIREMENTS}"
            )
    known = ", ".join(provider.name for provider in PROVIDERS)
    raise GpuUnavailableError(f"there is no provider {name!r}; choose one of {known}")


def missing_for_cards() -> str:
    """Why no card can be asked at all, in one sentence; empty if one can. Loads no driver."""
    installed = installed_providers()
    if not installed:
        return f"ONNX Runtime for any card is not installed: run pip install -r {REQUIREMENTS}"
    if sys.platform == "linux" and all(provider.name == "webgpu" for provider in installed):
        try:
            ctypes.CDLL("libvulkan.so.1")
        except OSError:
            return "libvulkan1 is not installed: run sudo apt-get install libvulkan1"
    return ""
