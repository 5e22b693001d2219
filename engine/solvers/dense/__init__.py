"""Exact values of whole boxes of scores, row by row: ``plates`` and ``cubes`` plan cells, one kernel computes them."""
