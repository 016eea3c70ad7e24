"""Cameras of this computer and of a network, the sample as a camera, and the virtual camera."""
