"""Backdrop as an installed package: this folder holds the program in the layout of a checkout."""
