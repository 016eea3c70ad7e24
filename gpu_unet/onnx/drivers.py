"""Which graphics drivers this system has, as a text that changes with them. Loads none."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from os.path import isdir
from pathlib import Path

from gpu_unet.onnx.providers import PROVIDERS

# Folders whose time changes when a driver is installed; Windows keeps all of its drivers in one.
WINDOWS = f"{os.environ.get('SYSTEMROOT')}/System32/DriverStore/FileRepository"
VULKAN = ("/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d")
# Files of Linux that tell cards and drivers; on macOS a driver is part of the system.
TOLD = ("class/drm/card[0-9]*/device/uevent", "module/nvidia/version")


def describe_drivers() -> str:
    """One line: the system, its cards and drivers, and the packages that use them."""
    wheels = {provider.wheel for provider in PROVIDERS if provider.is_installed}
    told = [path for pattern in TOLD for path in sorted(Path("/sys").glob(pattern))]
    return ", ".join([
        platform.platform(),
        *(" ".join(path.read_text(errors="replace").split()) for path in told),
        *(f"{path} {os.stat(path).st_mtime_ns}" for path in (WINDOWS, *VULKAN) if isdir(path)),
        *(f"{wheel} {metadata.version(wheel)}" for wheel in sorted(wheels)),
    ])  # fmt: skip
