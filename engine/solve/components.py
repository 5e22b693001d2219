"""Strongly connected components of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def components(
    roots: Iterable[int], successors: Callable[[int], Iterable[int]], skip: Callable[[int], bool] = lambda node: False
) -> Iterator[list[int]]:
    """Strongly connected sets reachable from the roots, each after everything it leads to (Tarjan, 1972).

    Args:
        roots: where to start.
        successors: the nodes that a node leads to.
        skip: nodes that are not part of the graph; asked when a node is about to be entered.
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    work: list[tuple[int, Iterator[int]]] = []

    def enter(node: int) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        on_stack.add(node)
        work.append((node, iter(successors(node))))

    for root in roots:
        if root not in number and not skip(root):
            enter(root)
        while work:
            node, children = work[-1]
            for child in children:
                if child in on_stack:
                    low[node] = min(low[node], number[child])
                elif child not in number and not skip(child):
                    enter(child)
                    break
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == number[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    yield component
