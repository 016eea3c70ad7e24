"""What is happening now, into a file that plays at any moment."""
