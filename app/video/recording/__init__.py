"""Live recording, into a file that plays at any moment."""
