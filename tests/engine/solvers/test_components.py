"""Strongly connected components, by their definition."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.solvers._components import component_lists, strongly_connected_components
from tests.engine.strategies import many

GRAPHS = st.integers(1, 9).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4), min_size=n, max_size=n)
)


def reachable(graph, node):
    """The nodes that a walk of any length from a node comes to, itself included."""
    nodes, waiting = {node}, [node]
    while waiting:
        new = set(graph[waiting.pop()]) - nodes
        nodes |= new
        waiting += new
    return nodes


@many(200)
@given(GRAPHS)
def test_two_nodes_share_a_component_if_each_reaches_the_other(graph):
    reach = [reachable(graph, node) for node in range(len(graph))]
    lists = component_lists(graph)
    assert sorted(node for component in lists for node in component) == list(range(len(graph)))
    for component in lists:
        a = component[0]
        assert set(component) == {b for b in reach[a] if a in reach[b]}
    place = {node: index for index, component in enumerate(lists) for node in component}
    assert all(place[child] <= place[node] for node, children in enumerate(graph) for child in children)


@many(200)
@given(GRAPHS, st.data())
def test_from_a_root_only_what_it_reaches(graph, data):
    root = data.draw(st.integers(0, len(graph) - 1))
    assert {node for component in component_lists(graph, [root]) for node in component} == reachable(graph, root)


def test_loops_are_marked():
    # 0 -> 1 -> 2 -> 1, 3 -> 3, 4 without edges; -1 is no edge.
    first = np.array([0, 2, 3, 4, 6, 6])
    targets = np.array([1, -1, 2, 1, 3, -1], np.int32)
    order, starts, loops = strongly_connected_components(first, targets)
    sets = {
        tuple(sorted(order[a:b].tolist())): bool(loop) for a, b, loop in zip(starts, starts[1:], loops, strict=False)
    }
    assert sets == {(1, 2): True, (0,): False, (3,): True, (4,): False}
