"""Texts for people: English sentences that a window can show in another language."""
