"""Expectimax (max^n) solvers: dense score arrays, a state graph, interval bounds, playouts; `oracle` defines the answer."""
