"""The name of a graphics card, for people."""

from __future__ import annotations

import ctypes
from typing import Any

# VkPhysicalDeviceProperties: where it has the card's kind and its name, and more than its size.
_KIND, _NAME, _PROPERTIES = 16, 20, 4096
_PREFERRED = (2, 1, 3)  # discrete, integrated, of a virtual machine


def name_of(device: Any) -> str:
    """The name of an ONNX Runtime hardware device; never empty.

    Windows and macOS tell it. On Linux Vulkan is asked: the first card of the kind that a provider
    prefers is meant.
    """
    described = dict(device.metadata)
    known = described.get("Description") or next(iter(vulkan_names()), "") or device.vendor
    return str(known or f"graphics card {device.vendor_id:04x}:{device.device_id:04x}")


def vulkan_names() -> list[str]:
    """Names of the cards that Vulkan finds, the preferred one first; none without Vulkan."""
    try:
        vulkan = ctypes.CDLL("libvulkan.so.1")
    except OSError:
        return []
    created = (ctypes.c_uint64 * 8)(1)  # VkInstanceCreateInfo: its type, and nothing asked for
    instance, count = ctypes.c_void_p(), ctypes.c_uint32()
    if vulkan.vkCreateInstance(created, None, ctypes.byref(instance)) != 0:
        return []
    vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
    cards = (ctypes.c_void_p * count.value)()
    vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), cards)
    found = []
    for card in cards:
        properties = ctypes.create_string_buffer(_PROPERTIES)
        vulkan.vkGetPhysicalDeviceProperties(ctypes.c_void_p(card), properties)
        kind = int.from_bytes(properties[_KIND:_NAME], "little")
        name = properties.raw[_NAME:].partition(b"\0")[0].decode(errors="replace")
        found.append((_PREFERRED.index(kind) if kind in _PREFERRED else len(_PREFERRED), name))
    vulkan.vkDestroyInstance(instance, None)
    return [name for _, name in sorted(found, key=lambda card: card[0])]
