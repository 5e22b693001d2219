"""Whole games played by chance, with contestants of given styles, for samples, tests and demonstrations."""
