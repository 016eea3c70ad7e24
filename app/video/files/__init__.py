"""Videos, stills and numbered pictures: read, and written."""
