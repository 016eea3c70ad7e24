"""Files made of files: a job, its stages, and the queue that runs one after the other."""
