"""What `bench_live` measures: a session, the soak, and the engine alone."""
