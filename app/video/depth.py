"""Depth: how many bits the samples of a film's frames have."""

from __future__ import annotations

from typing import Literal, get_args

# The file's own, at most 12; 8; or at least 10.
Depth = Literal["auto", "8", "10"]
DEPTHS: tuple[Depth, ...] = get_args(Depth)
