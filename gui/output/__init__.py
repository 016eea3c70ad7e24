"""Recordings, snapshots, the virtual camera, and what a crash left of them."""
