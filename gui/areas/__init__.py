"""Areas drawn in the picture: where nothing is kept, and where everything is."""
