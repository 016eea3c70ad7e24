"""Widgets, theme, language and storage that all parts of the window share."""
