"""Declarations of ``_frame.pyx`` for the kernel."""

from libc.stdint cimport int32_t, uint8_t

cimport cython


@cython.final
cdef class FrameTransitions:
    cdef const int32_t[::1] mover, after_extra_spin
    cdef const int32_t[:, ::1] spent, whammy, fourth
    cdef const int32_t[:, :, ::1] passes
    cdef int count
    cdef readonly int32_t[::1] pass_first, pass_targets  # by configuration: the targets of a pass
    # By the set of axes whose extra spins stay on the line: the evaluation order of configurations, those read before
    # their turn, and whether there are any.
    cdef readonly int32_t[:, ::1] orders
    cdef readonly uint8_t[:, ::1] early
    cdef bint has_early_reads[8]
    cdef int largest_group  # members of a group below; 0 without groups
    cdef int32_t[::1] groups  # [SUBSETS * ORDERS], how many
    cdef int32_t[:, ::1] group, group_first  # [SUBSETS * ORDERS, ...]: members, and the start of each group

    cdef void list_passes(self)
    cdef void set_order(self, int same_line_axes, uint8_t[::1] seen, int32_t[:, ::1] stack)
    cdef void set_early(self, int same_line_axes, int32_t[::1] turn)
