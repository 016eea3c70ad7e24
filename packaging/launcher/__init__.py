"""Backdrop as an installed package: this folder holds the program as it lies in a checkout."""
