"""What training and benchmarks share: figures of merit, nets, and which pictures are held out."""
