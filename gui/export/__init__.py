"""Export of files."""
