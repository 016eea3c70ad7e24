"""Strokes that mend a film's matte, and how they are carried along its motion."""
