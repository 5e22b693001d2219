# What the kernel reads and writes: plates, the end of the game, the configurations of a frame. See `_kernel.pxi`.

cdef struct Plate:  # one configuration and pattern
    real* values  # NULL where there is none
    const Box* box
    # A box of cells: a cell's first plane is at values + the places * steps, and `stride` numbers lie between planes.
    # A range for each line: `line` has the range at the places * steps, and rows are stored one after the other.
    const LineRange* line  # NULL for a box
    long stride
    long step[3]


# Returns the payoffs of cells low..high of a line along an axis at the end of the game, with ``stride`` numbers between
# planes. ``place`` has the places of the other two scores; ``scratch``, of this width, is there to compose the row in.
ctypedef const real* (*EndRow)(
    const EndTable* end, Tracks tracks, int axis, int pattern, const int* place, int low, int high, real* scratch,
    long width, long* stride
) noexcept nogil


cdef struct EndTable:  # what an end of the game knows: see OrderEnd, DollarEnd
    EndRow row
    real* rows
    long width
    int planes
    uint8_t out[3]
    real shares[27][3]
    int axis_of[3]
    double scale, bonus


cdef struct Source:  # where rows come from: plates or the end of the game; neither where nothing arises
    const Plate* plate  # [configurations, patterns]
    const EndTable* end


cdef class Rows:
    """Values of a frame's configurations."""

    cdef Source source


@cython.final
cdef class OrderEnd(Rows):
    """The end of the game where the order of the scores decides.

    Along a row the payoffs change only at the score of the best opponent, so every row is a piece of one of
    few prepared ones.

    Args:
        tracks: the scores.
        shares: [27, 3], shares of the win by the order of the scores and by seat.
        out: uint8 [3], by axis, whether the contestant is out.
        planes: payoffs of a cell.
    """

    cdef EndTable table  # rows [axis, order of the other two, whether a cell is level with the better][planes][width]

    def __init__(self, Tracks tracks, const real[:, ::1] shares, const uint8_t[::1] out, int planes):
        cdef int axis, better, level, p, mine
        cdef long i
        cdef real* row
        self.table.row = order_row
        self.table.planes, self.table.width = planes, 2 * tracks.longest + 2 * BLOCK
        self.table.rows = <real*>calloc(SIDES * 3 * 2 * planes * self.table.width, sizeof(real))
        if self.table.rows == NULL:
            raise MemoryError
        self.source.end = &self.table
        for axis in range(SIDES):
            self.table.out[axis] = out[axis]
        for axis in range(SIDES):
            one, other = [side for side in range(SIDES) if side != axis]
            for better in range(3):
                for level in range(2):
                    row = self.table.rows + ((axis * 3 + better) * 2 + level) * planes * self.table.width
                    for mine in range(3):  # below the better opponent, level, above
                        places = [0, 0, 0]
                        places[one] = 2 if better else 1
                        places[other] = 1 if better == 2 else 2
                        places[axis] = 0 if out[axis] else (0, 2, 3)[mine]
                        order = order_number(places[0], places[1], places[2])
                        for p in range(planes):
                            for i in range(self.table.width):
                                if (mine == 0) == (i < tracks.longest) and (
                                    mine == 0 or (mine == 1) == (level and i == tracks.longest)
                                ):
                                    row[p * self.table.width + i] = shares[order, p]

    def __dealloc__(self):
        free(self.table.rows)


@cython.final
cdef class DollarEnd(Rows):
    """The end of the game where a share of the win is worth the same share of the winner's dollars.

    Args:
        shares: [27, 3], shares of the win by the order of the scores and by seat.
        axis_of: int32 [3], each seat's axis.
        scale, bonus: dollars for one unit of value, and dollars that a win is worth beside the score.
    """

    cdef EndTable table

    def __init__(self, const real[:, ::1] shares, const int32_t[::1] axis_of, double scale, double bonus):
        cdef int order, p
        self.table.row = dollar_row
        self.table.scale, self.table.bonus = scale, bonus
        self.source.end = &self.table
        for p in range(3):
            self.table.axis_of[p] = axis_of[p]
            for order in range(ORDERS):
                self.table.shares[order][p] = shares[order, p]


cdef const real* order_row(
    const EndTable* end, Tracks tracks, int axis, int pattern, const int* place, int low, int high, real* scratch,
    long width, long* stride
) noexcept nogil:
    """Return a piece of a prepared row."""
    cdef int one = 1 if axis == 0 else 0
    cdef int other = 1 if axis == 2 else 2
    cdef int track = track_of(pattern, axis)
    cdef int y = tracks.first[one][track_of(pattern, one)] + place[one]
    cdef int z = tracks.first[other][track_of(pattern, other)] + place[other]
    cdef int better, at, above
    if end.out[other]:
        better = 2
    elif end.out[one]:
        better = 0
    else:
        better = order_of(tracks.scores[one][y], tracks.scores[other][z])
    if better == 2:
        at, above = tracks.at[axis][track][one][y], tracks.above[axis][track][one][y]
    else:
        at, above = tracks.at[axis][track][other][z], tracks.above[axis][track][other][z]
    stride[0] = end.width
    return end.rows + ((axis * 3 + better) * 2 + (above > at)) * end.planes * end.width + (tracks.longest - at + low)


cdef const real* dollar_row(
    const EndTable* end, Tracks tracks, int axis, int pattern, const int* place, int low, int high, real* scratch,
    long width, long* stride
) noexcept nogil:
    """Compose a row of dollars, and the chances to win that go with them."""
    cdef Runs runs
    cdef int r, p, i, of
    cdef real share
    tracks.find_runs(pattern, axis, place, low, high, &runs)
    stride[0] = width
    for r in range(runs.count):
        for p in range(3):
            share = end.shares[runs.order[r]][p]
            of = end.axis_of[p]
            for i in range(runs.start[r], runs.start[r + 1]):
                scratch[p * width + i - low] = share * <real>(
                    (tracks.score(of, track_of(pattern, of), i if of == axis else place[of]) + end.bonus) / end.scale
                )
                scratch[(p + 3) * width + i - low] = share
    return scratch


@cython.final
cdef class Block(Rows):
    """One lane's values of a frame.

    Args:
        tracks: the scores.
        cells: the cells of each configuration and pattern.
        memory: at least ``planes`` numbers for each cell and BLOCK - 1 beyond.
        first: int64 [configurations, patterns], the first cell in ``memory``, -1 for none.
        planes: payoffs stored for a cell.
    """

    cdef Tracks tracks
    cdef Cells cells
    cdef object memory
    cdef Plate* plate
    cdef int count, patterns, planes

    def __init__(self, Tracks tracks, Cells cells, real[::1] memory, const int64_t[:, ::1] first, int planes):
        self.tracks, self.cells, self.memory = tracks, cells, memory
        self.count, self.patterns, self.planes = cells.count, tracks.patterns, planes
        self.plate = <Plate*>calloc(self.count * self.patterns + 1, sizeof(Plate))
        if self.plate == NULL:
            raise MemoryError
        self.source.plate = self.plate
        self.lay_out(first)

    cdef int lay_out(self, const int64_t[:, ::1] first) except -1:
        """Find where the cells of each configuration and pattern are."""
        cdef int k, pattern, stored_as, axis, one, other
        cdef real[::1] memory = self.memory
        cdef Tracks tracks = self.tracks
        cdef Cells cells = self.cells
        cdef Plate* plate
        cdef const Box* box
        for k in range(self.count):
            for pattern in range(self.patterns):
                box = &cells.box[k * self.patterns + pattern]
                stored_as = 0 if cells.lined else pattern  # lines of all patterns are stored together
                if not box.cells or first[k, stored_as] < 0:
                    continue
                plate = &self.plate[k * self.patterns + pattern]
                plate.box = box
                plate.values = &memory[first[k, stored_as] * self.planes]
                if cells.lined:
                    plate.line = cells.config[k].line + tracks.first_line(pattern)
                    plate.step[1], plate.step[2] = tracks.line_tracks, tracks.size_b * tracks.line_tracks
                    continue
                axis = row_axis(pattern)
                one, other = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
                plate.stride = box.high[axis] - box.low[axis]
                plate.step[axis] = 1
                plate.step[one] = plate.stride * self.planes
                plate.step[other] = plate.step[one] * (box.high[one] - box.low[one])
                for axis in range(SIDES):
                    plate.values -= box.low[axis] * plate.step[axis]
        return 0

    def __dealloc__(self):
        free(self.plate)

    def cube(self, int k):
        """Return the values of one configuration for every score from $0, kept by line: [C, B, A, planes], NaN where there
        is none.
        """
        cdef Tracks tracks = self.tracks
        cdef const Plate* plate = &self.plate[k * self.patterns]
        cdef Py_ssize_t b, c
        cdef int i, p
        cdef LineRange here
        cdef const real* row
        cdef real[:, :, :, ::1] cube = np.full(
            (tracks.length[2][0], tracks.length[1][0], tracks.length[0][0], self.planes), NAN, PRECISION
        )
        if plate.values != NULL:
            with nogil:
                for c in range(plate.box.low[2], plate.box.high[2]):
                    for b in range(plate.box.low[1], plate.box.high[1]):
                        here = plate.line[c * plate.step[2] + b * plate.step[1]]
                        row = plate.values + here.start * <int64_t>self.planes - here.low
                        for p in range(self.planes):
                            for i in range(here.low, here.high):
                                cube[c, b, i, p] = row[p * (here.high - here.low) + i]
        return np.asarray(cube)


cdef int order_number(int a, int b, int c):
    return 9 * order_of(a, b) + 3 * order_of(a, c) + order_of(b, c)


cdef inline real* locate(
    const Plate* plate, const int* place, int axis, int one, int other, int low, int planes, long* stride
) noexcept nogil:
    """Return the cells of a line from place ``low`` of the row axis on; ``stride`` numbers lie between planes.

    ``place`` has the places of the two other axes, ``one`` and ``other``.
    """
    cdef LineRange here
    if plate.line == NULL:
        stride[0] = plate.stride
        return (
            plate.values + low * plate.step[axis] + place[one] * plate.step[one] + place[other] * plate.step[other]
        )
    here = plate.line[place[one] * plate.step[one] + place[other] * plate.step[other]]
    stride[0] = here.high - here.low
    return plate.values + here.start * <int64_t>planes + (low - here.low)


cdef inline bint has(const Source* source, int at) noexcept nogil:
    """Return whether there are values of a configuration and pattern, at configuration * patterns + pattern."""
    return source.end != NULL or (source.plate != NULL and source.plate[at].values != NULL)


cdef Source source_of(Rows rows):
    cdef Source source
    source.plate, source.end = NULL, NULL
    if rows is not None:
        source = rows.source
    return source
