# One spin as the cube and plate kernels read it. Included by both, which define `real`.

cdef class SpinRows:
    """The landings of one spin; rows are moves, then WHAMMY (row ``moves``), OFF, and mixtures of rows.

    Chances are by axis, as only some may know the board.

    Args:
        taps, weights: rows that landings without a choice lead to, and their chances [3, taps]: those
            without an extra spin first (``spent`` of them), the Whammy among them.
        chances, first, options: landings with a choice: landing l offers rows
            options[first[l]] .. options[first[l + 1] - 1], in order of preference.
        mixed_first, mixed_rows, mixed_weights: each mixture's rows and their weights.
    """

    cdef const int32_t[::1] taps, first, options, mixed_first, mixed_rows
    cdef const real[:, ::1] weights, chances
    cdef const real[::1] mixed_weights
    cdef int tap_count, spent, landings, mixtures

    def __init__(self, taps, weights, int spent, chances, first, options, mixed_first, mixed_rows, mixed_weights):
        self.taps, self.weights, self.spent, self.chances = taps, weights, spent, chances
        self.first, self.options = first, options
        self.mixed_first, self.mixed_rows, self.mixed_weights = mixed_first, mixed_rows, mixed_weights
        self.tap_count = <int>len(taps)
        self.landings = <int>len(first) - 1
        self.mixtures = <int>len(mixed_first) - 1
