"""Frames of libav and plain arrays: copying, conversion, rotation, cropping."""
