"""What stands behind the person."""
