"""What training and benchmarks share: figures of merit, and which pictures are held out."""
