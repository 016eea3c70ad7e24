"""The pictures that replace the room."""
