"""Strongly connected components of a graph (Tarjan, 1972)."""

from itertools import chain

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t


def strongly_connected_components(
    const int64_t[::1] first, const int32_t[::1] targets, roots=None, const uint8_t[::1] stop=None
):
    """Return the strongly connected components, each after its successors.

    Args:
        first: int64 [nodes + 1], where the edges of each node start in ``targets``.
        targets: int32 [edges], the target node of each edge, -1 for none.
        roots: nodes to start from; by default all.
        stop: uint8 [1], set by the caller to cancel; the result is then incomplete.

    Returns:
        order: int32 [n], the reachable nodes, component by component.
        starts: int32 [components + 1], where each component starts in ``order``.
        has_cycle: uint8 [components], whether it has a cycle.
    """
    cdef Py_ssize_t n = first.shape[0] - 1
    cdef Py_ssize_t top = 0, depth = 0, filled = 0, component_count = 0
    cdef Py_ssize_t root
    cdef const uint8_t* flag = NULL
    cdef bint stopped = False
    cdef int32_t node, child, counter = 0
    if stop is not None:
        flag = &stop[0]
    order_array = np.empty(n, np.int32)
    starts_array = np.empty(n + 1, np.int32)
    has_cycle_array = np.zeros(n, np.uint8)
    cdef int32_t[::1] order = order_array
    cdef int32_t[::1] starts = starts_array
    cdef uint8_t[::1] has_cycle = has_cycle_array
    cdef const int32_t[::1] begin = np.arange(n, dtype=np.int32) if roots is None else np.array(roots, np.int32)
    cdef int32_t[::1] number = np.full(n, -1, np.int32)
    cdef int32_t[::1] low = np.empty(n, np.int32)
    cdef uint8_t[::1] on_stack = np.zeros(n, np.uint8)
    cdef int32_t[::1] stack = np.empty(n, np.int32)
    cdef int32_t[::1] path = np.empty(n, np.int32)
    cdef int64_t[::1] edge = np.empty(n, np.int64)  # of each node on the path, the next one
    cdef uint8_t[::1] own_edge = np.zeros(n, np.uint8)
    starts[0] = 0
    with nogil:
        for root in range(begin.shape[0]):
            child = begin[root]
            if number[child] >= 0:
                continue
            while not stopped:
                if child >= 0:  # enter it
                    stopped = (counter & 4095) == 0 and flag != NULL and flag[0]
                    number[child] = low[child] = counter
                    counter += 1
                    stack[top] = path[depth] = child
                    top += 1
                    on_stack[child] = True
                    edge[depth] = first[child]
                    depth += 1
                node = path[depth - 1]
                if edge[depth - 1] < first[node + 1]:
                    child = targets[edge[depth - 1]]
                    edge[depth - 1] += 1
                    if child == node:
                        own_edge[node] = True
                        child = -1
                    elif child >= 0 and number[child] >= 0:
                        if on_stack[child] and number[child] < low[node]:
                            low[node] = number[child]
                        child = -1
                    continue
                depth -= 1
                if depth and low[node] < low[path[depth - 1]]:
                    low[path[depth - 1]] = low[node]
                if low[node] == number[node]:
                    while True:
                        top -= 1
                        child = stack[top]
                        on_stack[child] = False
                        order[filled] = child
                        filled += 1
                        if child == node:
                            break
                    has_cycle[component_count] = filled - starts[component_count] > 1 or own_edge[node]
                    component_count += 1
                    starts[component_count] = <int32_t>filled
                if depth == 0:
                    break
                child = -1
            if stopped:
                break
    return order_array[:filled], starts_array[: component_count + 1], has_cycle_array[:component_count]


def component_lists(list successors, roots=None):
    """Same as `strongly_connected_components`, but takes adjacency lists and returns lists of nodes."""
    first = np.cumsum([0, *map(len, successors)], dtype=np.int64)
    targets = np.fromiter(chain.from_iterable(successors), np.int32, first[len(successors)])
    order, starts, _ = strongly_connected_components(first, targets, roots)
    return [nodes.tolist() for nodes in np.split(order, starts[1 : len(starts) - 1])] if len(order) else []
