"""Live pictures: a camera or file composited as it comes, for preview, recording and calls."""
