"""The person as a layer: where they stand before the background, and in which light."""
