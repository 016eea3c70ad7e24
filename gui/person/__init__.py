"""The person as a layer: position, size, light and shadow."""
