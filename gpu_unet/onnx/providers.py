"""The providers of ONNX Runtime that may run a network, best first; names of cards, and drivers."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import sys
from dataclasses import dataclass
from importlib import metadata
from os.path import isdir
from pathlib import Path
from typing import Any

from gpu_unet.errors import GpuUnavailableError

# What any card needs beside its driver; the same in a checkout, an environment, a program.
INSTALL = 'pip install "onnx>=1.18,<2" "onnxruntime>=1.24.4,<2"'
if (sys.platform, platform.machine()) != ("darwin", "x86_64"):  # for which there is no wheel
    INSTALL += ' "onnxruntime-ep-webgpu>=0.4,<1"'


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider.

    Attributes:
        name: As `open_engine` takes it.
        title: For people.
        wheel: The Python package that brings it; one of "-ep-" in its name is a plug-in.
        ep: Its name in ONNX Runtime.
        system: `sys.platform` that it is limited to; empty: any.
        is_recorded: Whether it plays recorded commands back, which takes inputs and output that
            keep their places in the card's memory.
    """

    name: str
    title: str
    wheel: str
    ep: str
    system: str = ""
    is_recorded: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether its package is there, and the one that writes networks; imports nothing."""
        try:
            found = metadata.version(self.wheel) and metadata.version("onnx")
        except metadata.PackageNotFoundError:
            return False
        return bool(found) and self.system in ("", sys.platform)


PROVIDERS = (
    Provider("webgpu", "WebGPU", "onnxruntime-ep-webgpu", "WebGpuExecutionProvider",
             is_recorded=True),
    Provider("openvino", "OpenVINO", "onnxruntime-ep-openvino", "OpenVINOExecutionProvider"),
    Provider("mlx", "MLX", "onnxruntime-ep-mlx", "MLXExecutionProvider", "darwin"),
    Provider("migraphx", "MIGraphX", "onnxruntime-migraphx", "MIGraphXExecutionProvider"),
    Provider("directml", "DirectML", "onnxruntime-directml", "DmlExecutionProvider"),
    Provider("windowsml", "DirectML", "onnxruntime-windowsml", "DmlExecutionProvider"),
    Provider("coreml", "Core ML", "onnxruntime", "CoreMLExecutionProvider", "darwin"),
    Provider("cuda", "CUDA", "onnxruntime-gpu", "CUDAExecutionProvider"),
)  # fmt: skip
# To compare with: our own kernels are faster there.
PROCESSOR = Provider("processor", "CPU", "onnxruntime", "CPUExecutionProvider")


def installed_providers() -> list[Provider]:
    """Providers for cards whose packages are installed, best first; any thread."""
    return [provider for provider in PROVIDERS if provider.is_installed]


def find_provider(name: str) -> Provider:
    """The provider of this name.

    Raises:
        GpuUnavailableError: There is no such provider, or it is not installed.
    """
    for provider in (*PROVIDERS, PROCESSOR):
        if provider.name == name and provider.is_installed:
            return provider
    raise GpuUnavailableError(f"no provider {name!r} is installed; run: {INSTALL}")


def missing_for_cards() -> str:
    """Why no card can be asked at all, in one sentence; empty if one can. Loads no driver."""
    installed = installed_providers()
    if not installed:
        return f"ONNX Runtime for any card is not installed: run {INSTALL}"
    if sys.platform == "linux" and all(provider.name == "webgpu" for provider in installed):
        try:
            ctypes.CDLL("libvulkan.so.1")
        except OSError:
            return "libvulkan1 is not installed: run sudo apt-get install libvulkan1"
    return ""


# Where Linux has the list of PCI devices: a vendor's devices stand below it, behind a tab.
PCI_LISTS = (Path("/usr/share/misc/pci.ids"), Path("/usr/share/hwdata/pci.ids"))


def card_name(device: Any) -> str:
    """The name of an ONNX Runtime hardware device; never empty.

    Windows and macOS tell it, Linux tells its numbers.
    """
    numbers = device.vendor_id, device.device_id
    known = dict(device.metadata).get("Description") or _listed_name(*numbers) or device.vendor
    return str(known or "graphics card {:04x}:{:04x}".format(*numbers))


def _listed_name(vendor: int, device: int) -> str:
    entry = re.compile(rf"^{vendor:04x}  .*\n(?:[\t#].*\n)*?\t{device:04x}  (.+)$", re.MULTILINE)
    for path in PCI_LISTS:
        if path.is_file() and (found := entry.search(path.read_text(errors="replace"))):
            return found[1]
    return ""


# Folders whose time changes when a driver is installed; Windows keeps all of its drivers in one.
_DRIVERS = (
    f"{os.environ.get('SYSTEMROOT')}/System32/DriverStore/FileRepository",
    *(f"{folder}/vulkan/icd.d" for folder in ("/usr/share", "/usr/local/share", "/etc")),
)
# Files of Linux that tell cards and drivers; on macOS a driver is part of the system.
_LINUX_CARDS = ("class/drm/card[0-9]*/device/uevent", "module/nvidia/version")


def describe_drivers() -> str:
    """One line: the system, its cards and drivers, and the packages that use them."""
    wheels = {provider.wheel for provider in PROVIDERS if provider.is_installed}
    told = [path for pattern in _LINUX_CARDS for path in sorted(Path("/sys").glob(pattern))]
    return ", ".join([
        platform.platform(),
        *(" ".join(path.read_text(errors="replace").split()) for path in told),
        *(f"{path} {os.stat(path).st_mtime_ns}" for path in _DRIVERS if isdir(path)),
        *(f"{wheel} {metadata.version(wheel)}" for wheel in sorted(wheels)),
    ])  # fmt: skip
