"""Whole games played by chance and by given styles, for samples, tests and demonstrations."""
