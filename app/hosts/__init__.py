"""Scripts that other programs run with a Python of their own, and what installs them there."""
