"""FrameFormat, as the rest of the program has it: one type for engines, sources and sinks."""

from frames.frame import FrameFormat, Layout, Matrix

__all__ = ["FrameFormat", "Layout", "Matrix"]
