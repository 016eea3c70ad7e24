"""Frames of libav and plain arrays: copied, converted, turned, cropped."""
