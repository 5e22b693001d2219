"""Declarations of ``_grid_values.pyx`` for playouts."""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from .dense._cells cimport Cells, ConfigLines, Tracks
from ._rules cimport Position

cdef enum:
    MAX_PAYOFFS = 6  # by seat: dollars if at stake, then chances to win


cdef struct BlockValues:  # the values of one frame in one lane
    const ConfigLines* ranges
    const int64_t* first  # by configuration, the index of its first value; -1 where it never arises


cdef struct GridTrack:  # equally spaced scores of an axis, the last perhaps closer
    int32_t start  # dollars
    int32_t step
    int32_t last  # dollars
    int32_t length
    int32_t first  # index of its first point
    int32_t number


cdef struct GridScores:  # scores of one layer model, see ``scores.py``
    GridTrack tracks[3][2]
    int ways[3]
    Py_ssize_t size_b  # length of axis B: lines are numbered by C's score, B's score and the track of A
    int line_tracks


cdef struct Neighbors:  # the grid points around a score on a track
    int32_t index  # of the point at or below the score, -1 if the track starts above it
    int32_t track
    double above  # weight of the next point
    int32_t low, high  # dollars of both points; equal if the score is a point
    int32_t score


@cython.final
cdef class GridInterpolator:
    cdef object _hold
    cdef GridScores* scores  # by layer model
    cdef const int32_t* layer  # by frame
    cdef int axis_seat[3]
    cdef const uint64_t[::1] keys
    cdef int32_t[::1] slots  # hash table of configurations
    cdef const int32_t* frames
    cdef const int32_t* numbers
    cdef const int8_t* lanes
    cdef BlockValues* places
    cdef const float* single
    cdef const double* double_
    cdef int planes, payoffs, counted

    cdef _set_scores(self, list scores)
    cdef _hash_configs(self, const uint64_t[::1] keys)
    cdef _set_places(self, list places)
    cdef _set_values(self, values)
    cdef bint look_up(self, const Position* position, double* v) noexcept nogil
    cdef int32_t config_of(self, const Position* position) noexcept nogil
    cdef void locate(
        self, const Position* position, const GridScores* scores, int axis, Neighbors* near
    ) noexcept nogil
    cdef double stored_value(self, int64_t at) noexcept nogil
    cdef double interpolate(
        self, const GridScores* scores, const ConfigLines* ranges, int64_t first, const Neighbors* a,
        const Neighbors* b, const Neighbors* c, bint ordered, double* sums
    ) noexcept nogil
