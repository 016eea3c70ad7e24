"""Programs of at most 40 lines that use the library; each runs with `python -m`."""
