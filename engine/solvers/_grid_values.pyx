"""Grid interpolation: values of positions between the points of a coarse grid of scores, perhaps of a simpler game.

``tests/engine/solvers/readable_grid.py`` is the readable definition.
"""

import numpy as np

cimport cython
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ._keys cimport find_pair, pack_spins, rehash_pairs
from ._rules cimport WHAMMIES_OUT
from .dense._cells cimport LineRange

cdef enum:
    LANES = 64
    A = 0
    B = 1
    C = 2


cdef inline Py_ssize_t line_of(const GridScores* scores, Py_ssize_t c, Py_ssize_t b, int track) noexcept nogil:
    """Return the number of a line, as ``Tracks.line`` does."""
    return (c * scores.size_b + b) * scores.line_tracks + track


cdef inline bint may_reorder(const Neighbors* one, const Neighbors* other) noexcept nogil:
    """Return whether some grid neighbors of two scores rank them differently."""
    return one.low <= other.high and other.low <= one.high and (one.above > 0 or other.above > 0)


cdef inline bint reorders(const Neighbors* one, int up, const Neighbors* other, int other_up) noexcept nogil:
    """Return whether two grid points have another order than their scores; each is the point at or above its score."""
    cdef int32_t here = one.high if up else one.low
    cdef int32_t there = other.high if other_up else other.low
    return (here > there) - (here < there) != (one.score > other.score) - (one.score < other.score)


cdef inline int lane_of(const Position* position) noexcept nogil:
    """Return the lane of a position's Whammies; contestants who are out count as having none."""
    cdef int seat
    cdef int lane = 0
    for seat in range(3):
        if position.whammies[seat] < WHAMMIES_OUT:
            lane |= position.whammies[seat] << 2 * seat
    return lane


@cython.final
cdef class GridInterpolator:
    """The values of solved dense cells, by position.

    Args:
        scores: by layer model (see ``scores.py``), its Tracks and for each axis, in the order of lookup:
            int32 [tracks, 6], the fields of ``GridTrack``.
        layers: int32 [frames], the layer model of each. seats: int32 [3], the seat of each axis.
        keys: uint64 [configs], as ``pack_spins`` packs them; frames, numbers: int32 [configs], the frame of each,
            and its number in the frame; lanes: int8 [configs, 64], which lane to look up for which Whammies
            (seat 1 + 4 * seat 2 + 16 * seat 3).
        places: for lane w of frame f, at 64 * f + w, None or a pair: Cells, and int64 [configs of the frame], the index
            of each configuration's first value.
        values: the payoffs, float32 or float64; planes: payoffs stored for a cell. With two the third is 1 minus both;
            with six the first three are dollars.
        counted: bit mask of the seats that may go out in these values; any other seat that is out is looked up as one
            with neither spins nor dollars.
    """

    def __init__(
        self, *, list scores, const int32_t[::1] layers, const int32_t[::1] seats,
        const uint64_t[::1] keys, const int32_t[::1] frames, const int32_t[::1] numbers, const int8_t[:, ::1] lanes,
        list places, values, int planes, int counted,
    ):
        cdef int k
        self._hold = (layers, frames, numbers, lanes, places, values)
        self.layer = &layers[0]
        self._set_scores(scores)
        for k in range(3):
            self.axis_seat[k] = seats[k]
        self.frames, self.numbers, self.lanes = &frames[0], &numbers[0], &lanes[0, 0]
        self._hash_configs(keys)
        self._set_places(places)
        self._set_values(values)
        self.planes, self.payoffs, self.counted = planes, max(planes, 3), counted

    cdef _set_scores(self, list scores):
        cdef GridScores* its
        cdef Tracks lines
        cdef const int32_t[:, ::1] tracks
        cdef int axis, way
        self.scores = <GridScores*>calloc(len(scores), sizeof(GridScores))
        if self.scores == NULL:
            raise MemoryError
        for number, (lines, axes) in enumerate(scores):
            its = &self.scores[number]
            its.size_b, its.line_tracks = lines.size_b, lines.line_tracks
            for axis in range(3):
                tracks = axes[axis]
                its.ways[axis] = <int>tracks.shape[0]
                for way in range(its.ways[axis]):
                    its.tracks[axis][way] = GridTrack(
                        tracks[way, 0], tracks[way, 1], tracks[way, 2], tracks[way, 3], tracks[way, 4], tracks[way, 5]
                    )

    cdef _hash_configs(self, const uint64_t[::1] keys):
        cdef Py_ssize_t size = 16
        cdef uint8_t stop = False
        while size < 3 * keys.shape[0]:
            size *= 2
        self.keys, self.slots = keys, np.empty(size, np.int32)
        rehash_pairs(&self.slots[0], size - 1, &keys[0], &keys[0], keys.shape[0], &stop)

    cdef _set_places(self, list places):
        cdef Py_ssize_t i
        cdef Cells cells
        cdef const int64_t[::1] first
        self.places = <BlockValues*>calloc(len(places) + 1, sizeof(BlockValues))
        if self.places == NULL:
            raise MemoryError
        for i in range(len(places)):
            if places[i] is not None:
                cells, first = places[i]
                self.places[i] = BlockValues(cells.config, &first[0])

    cdef _set_values(self, values):
        cdef const float[::1] single
        cdef const double[::1] double_
        if values.dtype == np.float32:
            single = values
            self.single = &single[0]
        else:
            double_ = values
            self.double_ = &double_[0]

    def __dealloc__(self):
        free(self.scores)
        free(self.places)

    cdef double stored_value(self, int64_t at) noexcept nogil:
        return self.single[at] if self.single != NULL else self.double_[at]

    cdef bint look_up(self, const Position* position, double* v) noexcept nogil:
        """Find the values of a position; return false if no point around its scores has any."""
        cdef int32_t config
        cdef Position seen = position[0]
        cdef int x, y, z, p
        cdef const BlockValues* place
        cdef const ConfigLines* ranges
        cdef const GridScores* scores
        cdef int64_t first
        cdef double share
        cdef double largest_share = 0
        cdef double sums[MAX_PAYOFFS]
        cdef Neighbors a[2]
        cdef Neighbors b[2]
        cdef Neighbors c[2]
        seen.out &= self.counted
        config = self.config_of(&seen)
        if config < 0:
            return False
        place = &self.places[LANES * self.frames[config] + self.lanes[LANES * config + lane_of(&seen)]]
        if place.ranges == NULL or place.first[self.numbers[config]] < 0:
            return False
        ranges = &place.ranges[self.numbers[config]]
        first = place.first[self.numbers[config]]
        scores = &self.scores[self.layer[self.frames[config]]]
        self.locate(&seen, scores, A, a)
        self.locate(&seen, scores, B, b)
        self.locate(&seen, scores, C, c)
        for x in range(scores.ways[A]):
            for y in range(scores.ways[B]):
                for z in range(scores.ways[C]):
                    if largest_share > 1 - 1e-9 or a[x].index < 0 or b[y].index < 0 or c[z].index < 0:
                        continue
                    share = 0
                    if may_reorder(&a[x], &b[y]) or may_reorder(&a[x], &c[z]) or may_reorder(&b[y], &c[z]):
                        share = self.interpolate(scores, ranges, first, &a[x], &b[y], &c[z], True, sums)
                    if share <= 0:
                        share = self.interpolate(scores, ranges, first, &a[x], &b[y], &c[z], False, sums)
                    if share > largest_share + 1e-9:
                        largest_share = share
                        for p in range(self.planes):
                            v[p] = sums[p] / share
        if largest_share > 0 and self.planes == 2:
            v[2] = max(0.0, 1 - v[0] - v[1])
        return largest_share > 0

    cdef int32_t config_of(self, const Position* position) noexcept nogil:
        """Return the index of a position's configuration; -1 if the values have none for it."""
        cdef uint64_t key = pack_spins(position)
        return self.slots[
            find_pair(&self.slots[0], self.slots.shape[0] - 1, &self.keys[0], &self.keys[0], key, key)
        ]

    cdef void locate(
        self, const Position* position, const GridScores* scores, int axis, Neighbors* near
    ) noexcept nogil:
        """Find the neighbors of the score of an axis's seat on each of its tracks."""
        cdef int32_t score = position.score[self.axis_seat[axis]]
        cdef int way
        cdef int32_t i, low
        cdef const GridTrack* track
        for way in range(scores.ways[axis]):
            track = &scores.tracks[axis][way]
            near[way].track = track.number
            near[way].above = 0
            near[way].score = near[way].low = near[way].high = score
            if score >= track.last:
                near[way].index = track.first + track.length - 1
            elif score < track.start:
                near[way].index = -1
            else:
                i = (score - track.start) / track.step
                low = track.start + i * track.step
                near[way].index = track.first + i
                if score > low:
                    near[way].low, near[way].high = low, min(low + track.step, track.last)
                    near[way].above = <double>(score - low) / (near[way].high - low)
        # A track with a point at the score comes before one that has it between two points.
        if scores.ways[axis] == 2 and near[0].above > 0 and near[1].index >= 0 and near[1].above == 0:
            near[0], near[1] = near[1], near[0]

    cdef double interpolate(
        self, const GridScores* scores, const ConfigLines* ranges, int64_t first, const Neighbors* a,
        const Neighbors* b, const Neighbors* c, bint ordered, double* sums,
    ) noexcept nogil:
        """Add up the values of the points around three scores by their weights; return the sum of the weights.

        With ``ordered``, use only points whose scores have the same order, and return 1 if there are any: payoffs jump
        where contestants change places.
        """
        cdef int i, y, z, p
        cdef double across, weight, number
        cdef double share = 0
        cdef LineRange line
        cdef int64_t cell, stride
        memset(sums, 0, MAX_PAYOFFS * sizeof(double))
        for z in range(2):
            for y in range(2):
                across = (c.above if z else 1 - c.above) * (b.above if y else 1 - b.above)
                if across == 0 or (ordered and reorders(b, y, c, z)):
                    continue
                line = ranges.line[line_of(scores, c.index + z, b.index + y, a.track)]
                stride = line.high - line.low
                for i in range(2):
                    weight = across * (a.above if i else 1 - a.above)
                    if weight == 0 or a.index + i < line.low or a.index + i >= line.high:
                        continue
                    if ordered and (reorders(a, i, b, y) or reorders(a, i, c, z)):
                        continue
                    cell = first + line.start * <int64_t>self.planes + (a.index + i - line.low)
                    number = self.stored_value(cell)
                    if number != number:  # NaN: choices there did not converge
                        continue
                    share += weight
                    sums[0] += weight * number
                    for p in range(1, self.planes):
                        sums[p] += weight * self.stored_value(cell + p * stride)
        if not ordered or share <= 0:
            return share
        for p in range(self.planes):
            sums[p] /= share
        return 1
