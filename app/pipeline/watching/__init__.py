"""A folder whose films and pictures are processed as they arrive."""
