"""Depth and log: how the samples of a film's frames are coded, as far as the user has a say."""

from __future__ import annotations

from typing import Literal, get_args

# The file's own, at most 12; 8; or at least 10.
Depth = Literal["auto", "8", "10"]
DEPTHS: tuple[Depth, ...] = get_args(Depth)

# A camera's log curve, which no film says: Sony, Canon, ARRI, Panasonic.
Log = Literal["slog3", "clog", "clog2", "clog3", "logc3", "logc4", "vlog"]
LOGS: tuple[Log, ...] = get_args(Log)
