"""Cameras of this computer and of a network, the sample as one, and the virtual camera."""
