"""Transition tables of a frame (configuration and score order to successor), and evaluation orders."""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, uint8_t

from ._cells cimport ORDERS

cdef int SUBSETS = 8  # of the axes


@cython.final
cdef class FrameTransitions:
    """Successors of the configurations of a frame, as numbers of configurations by the order of the scores.

    Args:
        mover: int32 [configurations], axis of the mover; after_extra_spin: int32 [configurations].
        spent: int32 [configurations, 28], after a spin without an extra spin, in the frame below. The last of the
            columns has the configuration if it is the same for all orders, else -1.
        whammy: the same after a Whammy. fourth: the same after the fourth Whammy, in the frame without this contestant;
            -2 - seat if that seat has won.
        passes: int32 [configurations, 2, 27], after a pass, in this frame.
        cycles: groups of configurations that read one another where several contestants are at the cap, by the set of
            axes at the cap (bits) and the order of the scores, each group after those it reads, and the size of the
            largest; None without cycles.
    """

    def __init__(self, mover, after_extra_spin, spent, whammy, fourth, passes, cycles=None):
        cdef int same_line_axes
        self.mover, self.after_extra_spin, self.passes = mover, after_extra_spin, passes
        self.spent, self.whammy, self.fourth = spent, whammy, fourth
        self.count = <int>len(mover)
        self.pass_first = np.zeros(self.count + 1, np.int32)
        self.pass_targets = np.zeros(self.count * 2 * ORDERS + 1, np.int32)
        self.list_passes()
        self.orders = np.zeros((SUBSETS, self.count), np.int32)
        self.early = np.zeros((SUBSETS, self.count), np.uint8)
        scratch = np.zeros((2, self.count), np.int32)
        for same_line_axes in range(SUBSETS):
            self.set_order(same_line_axes, np.zeros(self.count, np.uint8), scratch)
            self.set_early(same_line_axes, np.zeros(self.count, np.int32))
        self.largest_group = 0
        if cycles is not None:
            self.groups, self.group, self.group_first, self.largest_group = cycles

    cdef void list_passes(self):
        cdef int k, place, order, i, target
        cdef int end = 0
        for k in range(self.count):
            self.pass_first[k] = end
            for place in range(2):
                for order in range(ORDERS):
                    target = self.passes[k, place, order]
                    if target < 0:
                        continue
                    for i in range(self.pass_first[k], end):
                        if self.pass_targets[i] == target:
                            break
                    else:
                        self.pass_targets[end] = target
                        end += 1
        self.pass_first[self.count] = end

    cdef void set_order(self, int same_line_axes, uint8_t[::1] seen, int32_t[:, ::1] stack):
        """Order configurations depth first, each if possible after those whose row on the same line it reads."""
        cdef int start, k, target, edge
        cdef int done = 0
        cdef int depth
        for start in range(self.count):
            if seen[start]:
                continue
            seen[start] = True
            depth = 0
            stack[0, 0], stack[1, 0] = start, -1
            while depth >= 0:
                k, edge = stack[0, depth], stack[1, depth]
                if edge + self.pass_first[k] == self.pass_first[k + 1]:
                    self.orders[same_line_axes, done] = k
                    done += 1
                    depth -= 1
                    continue
                stack[1, depth] += 1
                if edge < 0:
                    target = self.after_extra_spin[k] if same_line_axes >> self.mover[k] & 1 else k
                else:
                    target = self.pass_targets[self.pass_first[k] + edge]
                if not seen[target]:
                    seen[target] = True
                    depth += 1
                    stack[0, depth], stack[1, depth] = target, -1

    cdef void set_early(self, int same_line_axes, int32_t[::1] turn):
        """Mark the configurations that are read before their turn."""
        cdef int j, k, i
        cdef bint any_early = False
        for j in range(self.count):
            turn[self.orders[same_line_axes, j]] = j
        for k in range(self.count):
            if same_line_axes >> self.mover[k] & 1 and turn[self.after_extra_spin[k]] > turn[k]:
                self.early[same_line_axes, self.after_extra_spin[k]] = any_early = True
            for i in range(self.pass_first[k], self.pass_first[k + 1]):
                if turn[self.pass_targets[i]] > turn[k]:
                    self.early[same_line_axes, self.pass_targets[i]] = any_early = True
        self.has_early_reads[same_line_axes] = any_early
