"""The network in PyTorch, with operations of our own where PyTorch is slow."""
