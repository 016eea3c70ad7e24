"""What a batch shows: people cut out, set before rooms and things, damaged as cameras do."""
