"""The picture, its overlays, and the transport and status below it."""
