"""Everything between the window or the command line and the engine."""
