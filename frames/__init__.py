"""What a frame is, for those who make frames and those who compute on them; knows nobody."""
