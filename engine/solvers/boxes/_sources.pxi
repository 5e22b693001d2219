# What the kernel reads and writes: plates, the end of the game, the configurations of a frame. See `_kernel.pxi`.

cdef struct Plate:  # one configuration and pattern
    real* values  # NULL where there is none
    const Box* box
    # A box of cells: a cell's first plane is at values + the places * steps, and `stride` numbers lie between planes.
    # A range for each line: `line` has the range at the places * steps, and rows are stored one after the other.
    const LineRange* line  # NULL for a box
    long stride
    long step[3]


cdef struct EndTable:  # see EndRows
    real* rows
    long width
    uint8_t out[3]


cdef struct Source:  # where rows come from: plates or the end of the game; neither where nothing arises
    const Plate* plate  # [configurations, patterns]
    const EndTable* end


cdef class Rows:
    """Values of a frame's configurations."""

    cdef Source source


@cython.final
cdef class Block(Rows):
    """One lane's values of a frame.

    Args:
        tracks: the scores.
        cells: the cells of each configuration and pattern, ``Boxes`` or ``Ranges``.
        memory: at least ``planes`` numbers for each cell and BLOCK - 1 beyond.
        first: int64, the first cell in ``memory`` or -1 for none: of each plate [configurations, patterns] of boxes,
            of each configuration [configurations] of ranges.
        planes: payoffs stored for a cell.
    """

    cdef Tracks tracks
    cdef object cells
    cdef object memory
    cdef Plate* plate
    cdef int count, patterns, planes

    def __init__(self, Tracks tracks, cells, real[::1] memory, first, int planes):
        self.tracks, self.cells, self.memory = tracks, cells, memory
        self.count, self.patterns, self.planes = cells.count, tracks.patterns, planes
        self.plate = <Plate*>calloc(self.count * self.patterns + 1, sizeof(Plate))
        if self.plate == NULL:
            raise MemoryError
        self.source.plate = self.plate
        if isinstance(cells, Boxes):
            self.lay_out_boxes(cells, memory, first)
        else:
            self.lay_out_ranges(cells, memory, first)

    cdef void lay_out_boxes(self, Boxes boxes, real[::1] memory, const int64_t[:, ::1] first):
        cdef int k, pattern, axis, one, other
        cdef Plate* plate
        cdef const Box* box
        for k in range(self.count):
            for pattern in range(self.patterns):
                if first[k, pattern] < 0:
                    continue
                box = &boxes.box[k * self.patterns + pattern]
                plate = &self.plate[k * self.patterns + pattern]
                plate.box = box
                axis = row_axis(pattern)
                one, other = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
                plate.stride = box.high[axis] - box.low[axis]
                plate.step[axis] = 1
                plate.step[one] = plate.stride * self.planes
                plate.step[other] = plate.step[one] * (box.high[one] - box.low[one])
                plate.values = &memory[first[k, pattern] * self.planes]
                for axis in range(SIDES):
                    plate.values -= box.low[axis] * plate.step[axis]

    cdef void lay_out_ranges(self, Ranges ranges, real[::1] memory, const int64_t[::1] first):
        cdef int k, pattern
        cdef Plate* plate
        cdef Axes axes = ranges.axes
        for k in range(self.count):
            if first[k] < 0:
                continue
            for pattern in range(self.patterns):
                if not ranges.box[k * self.patterns + pattern].cells:
                    continue
                plate = &self.plate[k * self.patterns + pattern]
                plate.box = &ranges.box[k * self.patterns + pattern]
                plate.line = ranges.config[k].line + axes.first_line(pattern)
                plate.step[1], plate.step[2] = axes.tracks, axes.size_b * axes.tracks
                plate.values = &memory[first[k] * self.planes]

    def __dealloc__(self):
        free(self.plate)

    def fill_end(
        self, const real[:, ::1] shares, const int32_t[::1] axis_of, double scale, double bonus,
        const uint8_t[::1] stop,
    ):
        """Fill in the end of the game: shares of the win [27, 3] by the order of the scores.

        With six planes a share's dollars are the score's and ``bonus``, over ``scale``; ``axis_of`` has
        each seat's axis. Returns soon after ``stop`` [1] was set.
        """
        cdef int pattern, b, c
        cdef int[3] place = [0, 0, 0]
        cdef const Box* box
        cdef const Plate* plate
        with nogil:
            for pattern in range(self.patterns):
                plate = &self.plate[pattern]
                if plate.values == NULL:
                    continue
                box = plate.box
                for c in range(box.low[2], box.high[2]):
                    if stop[0]:
                        break
                    for b in range(box.low[1], box.high[1]):
                        place[1], place[2] = b, c
                        self.fill_end_row(pattern, place, shares, axis_of, scale, bonus)

    cdef void fill_end_row(
        self, int pattern, int* place, const real[:, ::1] shares, const int32_t[::1] axis_of, double scale,
        double bonus,
    ) noexcept nogil:
        """Fill in one line; ``place`` has the places of the scores of B and C."""
        cdef const Plate* plate = &self.plate[pattern]
        cdef LineRange here = plate.line[place[1] * plate.step[1] + place[2] * plate.step[2]]
        cdef int r, p, i, axis
        cdef long stride
        cdef Runs runs
        cdef real* row
        cdef real share
        if here.low >= here.high:
            return
        self.tracks.find_runs(pattern, 0, place, here.low, here.high, &runs)
        row = locate(plate, place, 0, 1, 2, 0, self.planes, &stride)
        for r in range(runs.count):
            for p in range(self.planes):
                share = shares[runs.order[r], p % 3]
                axis = axis_of[p % 3]
                for i in range(runs.start[r], runs.start[r + 1]):
                    place[0] = i
                    row[p * stride + i] = share * (
                        <real>((self.tracks.score(axis, track_of(pattern, axis), place[axis]) + bonus) / scale)
                        if self.planes == 6 and p < 3 else 1
                    )

    def cube(self, int k):
        """Return all values of one configuration with a range for each line: [C, B, A of track 0, planes], NaN where
        there is none.
        """
        cdef Ranges ranges = self.cells
        cdef Axes axes = ranges.axes
        cdef Py_ssize_t b, c
        cdef int i, p
        cdef LineRange here
        cdef real[:, :, :, ::1] cube = np.full((axes.size_c, axes.size_b, axes.length[0], self.planes), NAN, PRECISION)
        cdef const real* values = NULL
        cdef const real* row
        for i in range(self.patterns):
            if self.plate[k * self.patterns + i].values != NULL:
                values = self.plate[k * self.patterns + i].values
        if values != NULL:
            with nogil:
                for c in range(axes.size_c):
                    for b in range(axes.size_b):
                        here = ranges.config[k].line[axes.line(c, b, 0)]
                        row = values + here.start * <int64_t>self.planes - here.low
                        for p in range(self.planes):
                            for i in range(here.low, here.high):
                                cube[c, b, i, p] = row[p * (here.high - here.low) + i]
        return np.asarray(cube)


@cython.final
cdef class EndRows(Rows):
    """The end of the game: who has won, which takes no memory.

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
        self.table.width = 2 * tracks.longest + 2 * BLOCK
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
