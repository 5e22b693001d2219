"""Whole games: entered, followed, imported, reviewed."""
