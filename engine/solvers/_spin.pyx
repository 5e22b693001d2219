"""The board model for kernels: the landings of one spin, and the scores that they move along."""

import numpy as np

MAX_SCORES = 1 << 20  # the range of a packed score


cdef class KernelSpin:
    """The landings of one spin. Chances are by seat, as only some contestants may know the board.

    Args:
        gives_spin: uint8 [moves], whether a move brings an extra spin.
        takes_lead: uint8 [moves], whether a move takes the lead: its sum is added to the best score of the others.
        weights: double [3, moves], chance of each move where a landing leaves no choice.
        whammy: double [3], chance of a Whammy without a choice.
        chances: double [3, c], chance of each landing with a choice (at least one column, not read if there is none).
        options: int32 [c + 1], where each landing's options start.
        orders: int32 [orders, o], the options of each landing in order of preference: a row by the score
            (``KernelScores``) in a state graph, by the seat in playouts.
        parts: int32 [o + 1], where each option's parts start.
        part_moves: int32 [p], the move of each part, or ``WHAMMY_OFF`` or ``WHAMMY``.
        part_weights: double [p].
    """

    def __init__(
        self, *, const uint8_t[::1] gives_spin, const uint8_t[::1] takes_lead, const double[:, ::1] weights,
        const double[::1] whammy, const double[:, ::1] chances, const int32_t[::1] options,
        const int32_t[:, ::1] orders, const int32_t[::1] parts, const int32_t[::1] part_moves,
        const double[::1] part_weights,
    ):
        cdef int seat
        cdef const int32_t[::1] terms = np.flatnonzero(np.any(weights, axis=0)).astype(np.int32)
        self._hold = (gives_spin, takes_lead, weights, terms, chances, options, orders, parts, part_moves, part_weights)
        self.data.moves = <int>gives_spin.shape[0]
        self.data.gives_spin = &gives_spin[0]
        self.data.takes_lead = &takes_lead[0]
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
    """The scores that each seat can reach, and the moves between them.

    Args:
        dollars: three int64 arrays, lowest first.
        moves: three int32 arrays [moves, scores], the index of the score after a move.
        order: three uint8 arrays [scores], the row of ``KernelSpin.orders`` at a score.
        zero: the index of $0, by seat.
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
                raise ValueError("moves and order need one entry for each score")
            if scores.shape[0] >= MAX_SCORES:
                raise ValueError(f"{scores.shape[0]:,} different scores are too many; the limit is {MAX_SCORES - 1:,}")
            self.data.dollars[seat] = &scores[0]
            self.data.next[seat] = &table[0, 0]
            self.data.order[seat] = &orders[0]
            self.data.count[seat] = <int>scores.shape[0]
            self.data.zero[seat] = zero[seat]
