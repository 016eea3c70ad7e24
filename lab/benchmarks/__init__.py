"""Speed and quality, measured; results are committed as JSON."""
