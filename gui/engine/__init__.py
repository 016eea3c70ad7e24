"""Which model computes on which device, and how long it takes."""
