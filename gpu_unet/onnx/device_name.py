"""The name of a graphics card, for people."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

# Where Linux has the list of PCI devices: a vendor's devices stand below it, behind a tab.
LISTS = (Path("/usr/share/misc/pci.ids"), Path("/usr/share/hwdata/pci.ids"))


def name_of(device: Any) -> str:
    """The name of an ONNX Runtime hardware device; never empty.

    Windows and macOS tell it, Linux tells its numbers.
    """
    numbers = device.vendor_id, device.device_id
    known = dict(device.metadata).get("Description") or _listed(*numbers) or device.vendor
    return str(known or "graphics card {:04x}:{:04x}".format(*numbers))


def _listed(vendor: int, device: int) -> str:
    entry = re.compile(rf"^{vendor:04x}  .*\n(?:[\t#].*\n)*?\t{device:04x}  (.+)$", re.MULTILINE)
    for path in LISTS:
        if path.is_file() and (found := entry.search(path.read_text(errors="replace"))):
            return found[1]
    return ""
