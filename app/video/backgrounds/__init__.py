"""What replaces the room: colours, pictures and videos."""
