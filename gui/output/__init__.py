"""Recordings, snapshots, the virtual camera, and recovery after a crash."""
