"""What this program is, what it is made of, and what this computer offers it."""
