"""Edges, presets and mirroring."""
