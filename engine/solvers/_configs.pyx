"""Closure of configurations under the rules of ``_rules.pxd``, and the lanes in which they arise.

The successors of a configuration depend only on the order of the scores, so each is expanded for the 13 orders that
three scores can be in.
"""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t
from libc.string cimport memset

from ._keys cimport OUT_SHIFT, find_pair, pack_spins, rehash_pairs, unpack
from ._rules cimport (
    WHAMMIES_OUT, KernelRules, Position, continue_turn, hit_whammy, list_receivers, pass_spins, read_rules, spend_spin,
    spins_left,
)

cdef enum:
    REALIZABLE_ORDERS = 13  # orders of three scores
    ORDERS = 27  # order numbers, realizable or not
    NO_CONFIG = -1
    DECIDED = -2  # minus the winner's seat
    FRAMES_OUT = 8  # a frame's number is spins left * 8 + bit mask of the seats that are out
    FIRST_SLOTS = 1024

STOPPED, TOO_MANY = 1, 2  # results of ``ConfigClosure.run``


@cython.final
cdef class ConfigClosure:
    """All configurations reachable from the roots, in a hash table.

    Args:
        roots: for each, (earned, passed) by seat, the mover, bit mask of the seats that are out; at least two are in.
        options: rule options as ``engine.solvers.kernel_rules`` lists them, without leads.
        orders: int32 [13], the numbers of the realizable orders; scores: int32 [13, 3], example scores of the seats for
            each order, as indices in a list of three, 0 being $0.
        max_configs: limit of configurations, not counting terminal ones.
        counted: bit mask of the seats that may go out.
    """

    cdef KernelRules rules
    cdef int64_t dollars[3]
    cdef const int32_t[::1] orders
    cdef const int32_t[:, ::1] scores
    cdef uint64_t[::1] keys
    cdef int32_t[::1] slots
    cdef int32_t[::1] spin
    cdef int32_t[:, ::1] spent, whammy, fourth
    cdef int32_t[:, :, ::1] passes
    cdef int count, ends, max_configs, counted
    cdef bint full

    def __init__(
        self, list roots, tuple options, const int32_t[::1] orders, const int32_t[:, ::1] scores, int max_configs,
        int counted,
    ):
        cdef const int64_t* dollars[3]
        cdef int* zero = [0, 0, 0]
        cdef int seat
        cdef Position p
        for seat in range(3):
            self.dollars[seat] = seat
            dollars[seat] = &self.dollars[0]
        read_rules(&self.rules, options, dollars, zero)
        self.orders, self.scores, self.max_configs, self.counted = orders, scores, max_configs, counted
        room = max_configs + 4  # terminal ones: nobody out, or one seat
        self.keys = np.empty(room, np.uint64)
        self.spin = np.empty(room, np.int32)
        self.spent, self.whammy, self.fourth = (np.empty((room, ORDERS + 1), np.int32) for _ in range(3))
        self.passes = np.empty((room, 2, ORDERS), np.int32)
        self.slots = np.full(max(FIRST_SLOTS, 1 << (4 * len(roots)).bit_length()), -1, np.int32)
        for root in roots:
            memset(&p, 0, sizeof(Position))
            spins, p.mover, p.out = root
            for seat in range(3):
                p.earned[seat], p.passed[seat] = spins[seat]
            self.index_of(&p)

    def run(self, const uint8_t[::1] stop):
        """Find the configurations. Return 0, STOPPED (``stop`` is polled) or TOO_MANY."""
        cdef int k = 0
        while k < self.count and not self.full:
            if stop[0]:
                return STOPPED
            if 4 * self.count > len(self.slots):
                self.slots = np.empty(16 * len(self.slots), np.int32)
                rehash_pairs(
                    &self.slots[0], len(self.slots) - 1, &self.keys[0], &self.keys[0], self.count, &stop[0]
                )
            with nogil:
                self.expand(k)
            k += 1
        return TOO_MANY if self.full else 0

    cdef int32_t index_of(self, const Position* p) noexcept nogil:
        """Return the number of a configuration, adding it if new, or DECIDED - winner if only one seat is in."""
        cdef uint64_t key, at
        cdef bint over = spins_left(p) == 0
        cdef int seat
        for seat in range(3):
            if p.out == 7 ^ 1 << seat:
                return DECIDED - seat
        key = <uint64_t>p.out << OUT_SHIFT if over else pack_spins(p)
        at = find_pair(&self.slots[0], self.slots.shape[0] - 1, &self.keys[0], &self.keys[0], key, key)
        if self.slots[at] >= 0:
            return self.slots[at]
        if not over and self.count - self.ends == self.max_configs:
            self.full = True
            return NO_CONFIG
        self.slots[at] = self.count
        self.keys[self.count] = key
        self.ends += over
        self.count += 1
        return self.count - 1

    cdef void expand(self, int k) noexcept nogil:
        """Find the successors of a configuration."""
        cdef Position here, p
        cdef int receivers[3]
        cdef bint may_press
        cdef int i, place, order
        memset(&here, 0, sizeof(Position))
        unpack(self.keys[k], 0, &here)
        memset(&self.spent[k, 0], 0xFF, sizeof(int32_t) * (ORDERS + 1))
        memset(&self.whammy[k, 0], 0xFF, sizeof(int32_t) * (ORDERS + 1))
        memset(&self.fourth[k, 0], 0xFF, sizeof(int32_t) * (ORDERS + 1))
        memset(&self.passes[k, 0, 0], 0xFF, sizeof(int32_t) * 2 * ORDERS)
        self.spin[k] = NO_CONFIG
        if spins_left(&here) == 0:
            return
        p = here
        spend_spin(&p)
        p.earned[p.mover] += 1
        self.spin[k] = self.index_of(&p)
        for i in range(REALIZABLE_ORDERS):
            order = self.orders[i]
            for place in range(3):
                here.score[place] = self.scores[i, place]
            p = here
            spend_spin(&p)
            continue_turn(&self.rules, &p)
            self.spent[k, order] = self.index_of(&p)
            if here.score[here.mover] == 0:
                self.whammy[k, order] = self.after_whammy(here, 0)
                if self.counted >> here.mover & 1:
                    self.fourth[k, order] = self.after_whammy(here, WHAMMIES_OUT - 1)
            for place in range(list_receivers(&self.rules, &here, receivers, &may_press)):
                p = here
                pass_spins(&self.rules, &p, receivers[place])
                self.passes[k, place, order] = self.index_of(&p)
        collapse_if_uniform(&self.spent[k, 0])
        collapse_if_uniform(&self.whammy[k, 0])
        collapse_if_uniform(&self.fourth[k, 0])

    cdef int32_t after_whammy(self, Position p, int whammies) noexcept nogil:
        p.whammies[p.mover] = whammies
        spend_spin(&p)
        hit_whammy(&self.rules, &p)
        continue_turn(&self.rules, &p)
        return self.index_of(&p)

    def arrays(self):
        """Return the configurations by frame, numbered from the first of each frame.

        Returns:
            frames: int32 [n], the frame number of each configuration, rising.
            keys: uint64 [n], configurations as ``pack_spins`` packs them, rising within a frame.
            mover: int32 [n], seats. spin: int32 [n]. spent, whammy, fourth: int32 [n, 28]. passes: int32
                [n, 2, 27]; all as in ``FrameTransitions``, except that terminal configurations have -1.
            after_fourth: int32 [n], the frame after the fourth Whammy, or -1 where it decides the game.
        """
        cdef int n = self.count
        cdef int i, k, place, order, target
        cdef Position p
        frames_array = np.empty(n, np.int32)
        cdef int32_t[::1] frames = frames_array
        for k in range(n):
            unpack(self.keys[k], 0, &p)
            frames[k] = FRAMES_OUT * spins_left(&p) + p.out
        keys_array = np.asarray(self.keys[:n])
        sorted_by_frame = np.lexsort((keys_array, frames_array))
        cdef const int64_t[::1] unsorted = sorted_by_frame
        cdef int32_t[::1] number = np.empty(n, np.int32)
        mover_array, spin_array, after_array = (np.empty(n, np.int32) for _ in range(3))
        spent_array, whammy_array, fourth_array = (np.empty((n, ORDERS + 1), np.int32) for _ in range(3))
        passes_array = np.empty((n, 2, ORDERS), np.int32)
        cdef int32_t[::1] mover = mover_array, spin = spin_array, after = after_array
        cdef int32_t[:, ::1] spent = spent_array, whammy = whammy_array, fourth = fourth_array
        cdef int32_t[:, :, ::1] passes = passes_array
        cdef int first = 0
        with nogil:
            for i in range(n):
                if i and frames[unsorted[i]] != frames[unsorted[i - 1]]:
                    first = i
                number[unsorted[i]] = i - first
            for i in range(n):
                k = <int>unsorted[i]
                unpack(self.keys[k], 0, &p)
                mover[i] = p.mover
                spin[i] = renumbered(self.spin[k], number)
                after[i] = NO_CONFIG
                for order in range(ORDERS + 1):
                    spent[i, order] = renumbered(self.spent[k, order], number)
                    whammy[i, order] = renumbered(self.whammy[k, order], number)
                    target = self.fourth[k, order]
                    fourth[i, order] = renumbered(target, number)
                    if target >= 0:
                        after[i] = frames[target]
                for place in range(2):
                    for order in range(ORDERS):
                        passes[i, place, order] = renumbered(self.passes[k, place, order], number)
        return (
            frames_array[sorted_by_frame], keys_array[sorted_by_frame], mover_array, spin_array, spent_array,
            whammy_array, fourth_array, passes_array, after_array,
        )


cdef inline int32_t renumbered(int32_t target, const int32_t[::1] number) noexcept nogil:
    return number[target] if target >= 0 else target


cdef void collapse_if_uniform(int32_t* row) noexcept nogil:
    """If all 13 realizable orders have one target, write it to all 27 columns and to the summary column."""
    cdef int order
    cdef int32_t same = NO_CONFIG
    for order in range(ORDERS):
        if row[order] != NO_CONFIG:
            if same != NO_CONFIG and row[order] != same:
                return
            same = row[order]
    for order in range(ORDERS):
        row[order] = same
    row[ORDERS] = max(same, NO_CONFIG)


def spins_of_keys(const uint64_t[::1] keys):
    """Return (earned, passed) by seat for each key."""
    cdef Py_ssize_t k
    cdef Position p
    spins = []
    for k in range(keys.shape[0]):
        unpack(keys[k], 0, &p)
        spins.append(
            ((p.earned[0], p.passed[0]), (p.earned[1], p.passed[1]), (p.earned[2], p.passed[2]))
        )
    return spins


def spread_lanes(uint64_t[::1] lane_sets, const int32_t[::1] spin, const int32_t[:, :, ::1] passes):
    """Add the lanes of each configuration to its successors in the same frame.

    Args:
        lane_sets: uint64 [configurations], sets of lanes, changed in place.
        spin, passes: as in ``FrameTransitions``.
    """
    cdef int n = <int>lane_sets.shape[0]
    cdef int k, receiver, order
    cdef bint changed = True
    with nogil:
        while changed:
            changed = False
            for k in range(n):
                changed |= grow(lane_sets, spin[k], lane_sets[k])
                for receiver in range(2):
                    for order in range(ORDERS):
                        changed |= grow(lane_sets, passes[k, receiver, order], lane_sets[k])


def spread_lanes_below(
    uint64_t[::1] lane_sets, const int32_t[:, ::1] targets, const int32_t[::1] numbers, uint64_t lanes
):
    """Add lanes to the configurations of another frame to which some configurations spin.

    Args:
        lane_sets: uint64 [configurations of the other frame], sets of lanes, changed in place.
        targets: int32 [configurations, 28], see ``FrameTransitions``; numbers: int32, the configurations that spin.
        lanes: the set of lanes to add.
    """
    cdef Py_ssize_t i
    cdef int order
    with nogil:
        for i in range(numbers.shape[0]):
            for order in range(ORDERS):
                grow(lane_sets, targets[numbers[i], order], lanes)


cdef inline bint grow(uint64_t[::1] lane_sets, int32_t target, uint64_t lanes) noexcept nogil:
    """Add lanes to a set; return whether it changed."""
    if target < 0 or not lanes & ~lane_sets[target]:
        return False
    lane_sets[target] |= lanes
    return True
