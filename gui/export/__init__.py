"""Files that are written from files."""
