"""Frames in and out of the machine: files, stills, cameras, recorders, backgrounds."""
