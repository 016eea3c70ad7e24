"""Strokes drawn in the picture, which mend the matte along the motion."""
