"""The parts of `bench_edges`: what is measured about the edges, one file each."""
