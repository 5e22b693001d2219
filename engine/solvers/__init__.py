"""The solvers: expectimax (max^n) over dense cells or a graph, bounds, playouts; and the oracle, which defines what they compute."""
