"""The solvers: dense cells, a graph of states, bounds and playouts; and the oracle, which defines what they compute."""
