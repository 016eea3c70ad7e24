"""What makes the networks and measures them; the program runs without it."""
