"""A run: what is drawn for it, what is minimised, what it leaves behind."""
