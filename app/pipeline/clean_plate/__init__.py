"""The clean plate: the empty room, learnt, mended, dropped in time, and never shown."""
