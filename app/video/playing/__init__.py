"""What is heard: the sound of a file, and the device that it goes to."""
