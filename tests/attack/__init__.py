"""Means to attack the program with, so that what held once holds again."""
