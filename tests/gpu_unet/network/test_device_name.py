"""The name of a card is one that people know, from whoever tells it."""

from types import SimpleNamespace

import pytest

from gpu_unet.onnx import device_name


@pytest.mark.parametrize(
    ("metadata", "vulkan", "vendor", "expected"),
    [
        ({"Description": "Radeon RX 7600"}, ["another"], "AMD", "Radeon RX 7600"),
        ({"card_idx": "0"}, ["Radeon RX 7600", "llvmpipe"], "", "Radeon RX 7600"),
        ({}, [], "Apple", "Apple"),
        ({}, [], "", "graphics card 10de:2330"),
    ],
)
def test_the_best_known_name_is_taken(monkeypatch, metadata, vulkan, vendor, expected):
    monkeypatch.setattr(device_name, "vulkan_names", lambda: vulkan)
    card = SimpleNamespace(metadata=metadata, vendor=vendor, vendor_id=0x10DE, device_id=0x2330)
    assert device_name.name_of(card) == expected


def test_without_vulkan_there_are_no_names(monkeypatch):
    def refuse(name):
        raise OSError(name)

    monkeypatch.setattr(device_name.ctypes, "CDLL", refuse)
    assert device_name.vulkan_names() == []


def test_the_discrete_card_comes_first(monkeypatch):
    """A driver's library that knows an integrated and a discrete card, as Vulkan returns them."""
    cards = {1: (1, b"Integrated"), 2: (2, b"Discrete"), 3: (4, b"Software")}

    class Vulkan:
        def vkCreateInstance(self, *_):  # noqa: N802
            return 0

        def vkDestroyInstance(self, *_):  # noqa: N802
            pass

        def vkEnumeratePhysicalDevices(self, _, count, found):  # noqa: N802
            count._obj.value = len(cards)
            if found is not None:
                found[:] = list(cards)

        def vkGetPhysicalDeviceProperties(self, card, properties):  # noqa: N802
            kind, name = cards[card.value]
            properties[16:20] = kind.to_bytes(4, "little")
            properties[20 : 20 + len(name)] = name

    monkeypatch.setattr(device_name.ctypes, "CDLL", lambda name: Vulkan())
    assert device_name.vulkan_names() == ["Discrete", "Integrated", "Software"]
