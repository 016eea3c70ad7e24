"""The name of a card is one that people know, from whoever tells it."""

from types import SimpleNamespace

import pytest

from gpu_unet.onnx import providers

LIST = """\
# List of PCI ID's
1002  Advanced Micro Devices, Inc. [AMD/ATI]
\t2330  Of another vendor
\t7480  Navi 33 [Radeon RX 7600]
\t\t1849 5313  Radeon RX 7600 Challenger
10de  NVIDIA Corporation
# Older ones
\t0008  NV1 [EDGE 3D]
\t2330  GH100 [H100 SXM5 80GB]
"""


@pytest.mark.parametrize(
    ("metadata", "vendor", "numbers", "expected"),
    [
        ({"Description": "Radeon RX 7600"}, "AMD", (0x1002, 0x7480), "Radeon RX 7600"),
        ({"card_idx": "0"}, "AMD", (0x1002, 0x7480), "Navi 33 [Radeon RX 7600]"),
        ({}, "NVIDIA", (0x10DE, 0x2330), "GH100 [H100 SXM5 80GB]"),
        ({}, "NVIDIA", (0x10DE, 0x7480), "NVIDIA"),  # not the other vendor's
        ({}, "AMD", (0x1002, 0x0008), "AMD"),
        ({}, "Apple", (0, 0), "Apple"),
        ({}, "", (0x8086, 0x46A6), "graphics card 8086:46a6"),
    ],
)
def test_the_best_known_name_is_taken(tmp_path, monkeypatch, metadata, vendor, numbers, expected):
    path = tmp_path / "pci.ids"
    path.write_text(LIST)
    monkeypatch.setattr(providers, "PCI_LISTS", (tmp_path / "none", path))
    vendor_id, device_id = numbers
    card = SimpleNamespace(
        metadata=metadata, vendor=vendor, vendor_id=vendor_id, device_id=device_id
    )
    assert providers.card_name(card) == expected
