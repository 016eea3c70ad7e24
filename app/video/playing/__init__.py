"""Playback: the sound of a file, and the device that plays it."""
