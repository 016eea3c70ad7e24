"""Which graphics drivers this system has, as a text that changes with them. Loads none."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from gpu_unet.onnx.providers import PROVIDERS

VULKAN_FOLDERS = ("/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d")
# The class of display adapters in the registry of Windows.
WINDOWS_CLASS = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"


def describe_drivers() -> str:
    """One line: the system, its cards and drivers, and the packages that use them."""
    wheels = sorted({provider.wheel for provider in PROVIDERS if provider.is_installed})
    versions = [f"{wheel} {metadata.version(wheel)}" for wheel in wheels]
    return ", ".join([platform.platform(), *_drivers(), *versions])


def _drivers() -> Iterator[str]:
    if sys.platform == "win32":
        yield from _windows_drivers()
    elif sys.platform == "linux":  # on macOS the driver is part of the system
        for told in ("class/drm/card[0-9]*/device/uevent", "module/nvidia/version"):
            for path in sorted(Path("/sys").glob(told)):
                yield " ".join(path.read_text(encoding="utf-8", errors="replace").split())
        for folder in VULKAN_FOLDERS:
            for driver in sorted(Path(folder).glob("*.json")):
                yield f"{driver.name} {driver.stat().st_mtime_ns}"


def _windows_drivers() -> Iterator[str]:
    import winreg  # Windows alone has it

    with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, WINDOWS_CLASS) as adapters:  # type: ignore[attr-defined]
        for index in range(winreg.QueryInfoKey(adapters)[0]):  # type: ignore[attr-defined]
            try:
                with winreg.OpenKey(adapters, winreg.EnumKey(adapters, index)) as adapter:  # type: ignore[attr-defined]
                    names = ("DriverDesc", "DriverVersion")
                    yield " ".join(str(winreg.QueryValueEx(adapter, name)[0]) for name in names)  # type: ignore[attr-defined]
            except OSError:  # "Properties", which only the system may read
                continue
