"""The solvers, which values of positions come from: dense cells, a graph, bounds, playouts, and the oracle, which defines them."""
