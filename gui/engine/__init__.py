"""Choice of model and device, with measured times."""
