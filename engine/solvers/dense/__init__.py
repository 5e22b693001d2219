"""Vectorized expectimax (max^n): dense arrays of scores, planned in Python, computed row by row in Cython and C."""
