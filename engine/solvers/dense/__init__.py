"""Expectimax (max^n) over whole ranges of scores, row by row: a plan of cells, and the kernel that computes them."""
