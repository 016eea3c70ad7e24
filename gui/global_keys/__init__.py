"""Global shortcuts, one module per system."""
