"""The board model for kernels: the landings of one spin, and the scores that they move along."""

import numpy as np

MAX_SCORES = 1 << 20  # as many as a packed score can tell apart


cdef class KernelSpin:
    """The landings of one spin. Chances are those of each seat, as only some may know the board.

    Args:
        gives_spin: uint8 [moves], whether a move brings an extra spin.
        leads: uint8 [moves], whether a move takes the lead: its sum is added to the best score of the others.
        weights: double [3, moves], chance of each move where a landing leaves no choice.
        whammy: double [3], chance of a Whammy without a choice.
        chances: double [3, c], chance of each landing with a choice (one is not read if there is none).
        options: int32 [c + 1], where each landing's options start.
        orders: int32 [orders, o], the options of each landing in order of preference, which may depend on the
            score; the kernel says which row holds where.
        parts: int32 [o + 1], where each option's parts start.
        part_moves: int32 [p], the move of each part, or ``WHAMMY_OFF`` or ``WHAMMY``.
        part_weights: double [p].
    """

    def __init__(
        self, *, const uint8_t[::1] gives_spin, const uint8_t[::1] leads, const double[:, ::1] weights,
        const double[::1] whammy, const double[:, ::1] chances, const int32_t[::1] options,
        const int32_t[:, ::1] orders, const int32_t[::1] parts, const int32_t[::1] part_moves,
        const double[::1] part_weights,
    ):
        cdef int seat
        cdef const int32_t[::1] terms = np.flatnonzero(np.any(weights, axis=0)).astype(np.int32)
        self._hold = (gives_spin, leads, weights, terms, chances, options, orders, parts, part_moves, part_weights)
        self.data.moves = <int>gives_spin.shape[0]
        self.data.gives_spin = &gives_spin[0]
        self.data.leads = &leads[0]
        self.data.weights = &weights[0, 0]
        self.data.term_count = <int>terms.shape[0]
        self.data.terms = &terms[0]
        for seat in range(3):
            self.data.whammy[seat] = whammy[seat]
        self.data.landings = <int>options.shape[0] - 1
        self.data.chances = &chances[0, 0]
        self.data.options = &options[0]
        self.data.order_count = <int>orders.shape[0]
        self.data.option_count = <int>orders.shape[1]
        self.data.orders = &orders[0, 0]
        self.data.parts = &parts[0]
        self.data.part_moves = &part_moves[0]
        self.data.part_weights = &part_weights[0]


cdef class KernelScores:
    """The scores that each seat can come to, and where moves lead among them.

    Args:
        dollars: three int64 arrays, lowest first.
        moves: three int32 arrays [moves, scores], the place of the score that a move leads to.
        order: three uint8 arrays [scores], which of the spin's orders of preference holds at a score.
        zero: the place of $0.
    """

    def __init__(self, list dollars, list moves, list order, tuple zero):
        cdef int seat
        cdef const int64_t[::1] scores
        cdef const int32_t[:, ::1] table
        cdef const uint8_t[::1] orders
        self._hold = (dollars, moves, order)
        for seat in range(3):
            scores, table, orders = dollars[seat], moves[seat], order[seat]
            if table.shape[1] != scores.shape[0] or orders.shape[0] != scores.shape[0]:
                raise ValueError("one place and one order for each score")
            if scores.shape[0] >= MAX_SCORES:
                raise ValueError("too many different scores")
            self.data.dollars[seat] = &scores[0]
            self.data.next[seat] = &table[0, 0]
            self.data.order[seat] = &orders[0]
            self.data.count[seat] = <int>scores.shape[0]
            self.data.zero[seat] = zero[seat]
