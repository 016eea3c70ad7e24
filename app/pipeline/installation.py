"""Where this copy is, whether it was installed, and the command that starts it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS_FOLDER = ROOT / "weights"
# This file is beside main.py only in an installed package (packaging/launcher).
IS_INSTALLED = (ROOT / "__main__.py").is_file()
# The command in help and messages: a line that users copy must work.
COMMAND = "backdrop" if IS_INSTALLED else "main.py"
