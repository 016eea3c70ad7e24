"""How this copy of the program got here, and so which words start it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Beside main.py only where the program was installed as a package (packaging/launcher).
IS_INSTALLED = (ROOT / "__main__.py").is_file()
# What people type, in help and in messages: a line that they copy has to work.
COMMAND = "backdrop" if IS_INSTALLED else "main.py"
