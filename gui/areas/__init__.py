"""Areas drawn in the picture, which are always kept or always replaced."""
