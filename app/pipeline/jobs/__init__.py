"""Jobs, which make files from files: their stages, and the queue that runs them in order."""
