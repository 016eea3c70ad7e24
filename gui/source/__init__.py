"""Where the picture comes from: cameras, files, addresses."""
