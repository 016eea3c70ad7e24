"""What the operating system lets this process use; knows nobody."""
