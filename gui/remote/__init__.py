"""Remote control: programs on this computer control the window; off by default."""
