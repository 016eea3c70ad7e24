"""The clean plate: the window learns, shows, stores and deletes it."""
