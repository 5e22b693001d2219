"""Expectimax (max^n) solvers: dense score arrays, a state graph, interval bounds, Monte Carlo playouts; `oracle` defines the answer."""
