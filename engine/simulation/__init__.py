"""Whole games played at random by given styles, for samples, tests and demonstrations."""
