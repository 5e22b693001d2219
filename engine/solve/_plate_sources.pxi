# What the plate kernel reads and writes: plates, the end of the game, the configurations of a frame. See `_plates.pxi`.

cdef struct Plate:  # one configuration and pattern; a cell's first plane is at values + the places * steps
    real* values  # NULL where there is none
    long stride  # numbers between planes
    long step[3]  # numbers from one place to the next, by axis


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
        boxes: the cells of each configuration and pattern.
        memory: at least ``planes`` numbers for each cell and BLOCK - 1 beyond.
        first: int64 [configurations, patterns], the first cell of each plate in ``memory``, or -1 for none.
        planes: payoffs stored for a cell.
    """

    cdef Boxes boxes
    cdef object memory
    cdef Plate* plate

    def __init__(self, Boxes boxes, real[::1] memory, const int64_t[:, ::1] first, int planes):
        cdef int k, pattern, axis, one, other
        cdef Box* box
        cdef Plate* plate
        cdef long width
        self.boxes, self.memory = boxes, memory
        self.plate = <Plate*>calloc(boxes.count * PATTERNS + 1, sizeof(Plate))
        if self.plate == NULL:
            raise MemoryError
        self.source.plate = self.plate
        for k in range(boxes.count):
            for pattern in range(PATTERNS):
                if first[k, pattern] < 0:
                    continue
                box = &boxes.box[k * PATTERNS + pattern]
                plate = &self.plate[k * PATTERNS + pattern]
                axis = row_axis(pattern)
                one, other = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
                width = box.high[axis] - box.low[axis]
                plate.stride = width
                plate.step[axis] = 1
                plate.step[one] = width * planes
                plate.step[other] = width * planes * (box.high[one] - box.low[one])
                plate.values = &memory[first[k, pattern] * planes]
                for axis in range(SIDES):
                    plate.values -= box.low[axis] * plate.step[axis]

    def __dealloc__(self):
        free(self.plate)


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


cdef inline int order_of(int64_t one, int64_t other) noexcept nogil:
    return (one > other) - (one < other) + 1


cdef int order_number(int a, int b, int c):
    return 9 * order_of(a, b) + 3 * order_of(a, c) + order_of(b, c)


cdef class FrameRules:
    """What follows the configurations of a frame: numbers of configurations by the order of the scores.

    Args:
        mover: int32 [configurations], axis of the mover; spin: configuration after an extra spin.
        spent: int32 [configurations, 28], after a spin without another, in the frame below.
        whammy, fourth: likewise after a Whammy; after the fourth in the frame without this contestant,
            where -2 - seat means that the game is decided for that seat. The last of 28 columns of these
            three is the configuration where it is the same for all orders, or -1.
        passes: int32 [configurations, 2, 27], after a pass, in this frame.
    """

    cdef const int32_t[::1] mover, spin
    cdef const int32_t[:, ::1] spent, whammy, fourth
    cdef const int32_t[:, :, ::1] passes
    cdef int count
    cdef int32_t[::1] pass_first, pass_targets  # of each configuration, those that a pass may lead to
    cdef int32_t[:, ::1] orders  # by the set of axes whose extra spins stay on the line

    def __init__(self, mover, spin, spent, whammy, fourth, passes):
        cdef int staying
        self.mover, self.spin, self.spent, self.whammy, self.fourth = mover, spin, spent, whammy, fourth
        self.passes = passes
        self.count = <int>len(mover)
        targets = [sorted({*row} - {-1}) for row in np.asarray(passes).reshape(self.count, -1).tolist()]
        self.pass_first = np.cumsum([0, *map(len, targets)]).astype(np.int32)
        self.pass_targets = np.array([*(target for its in targets for target in its), 0], np.int32)
        self.orders = np.zeros((SUBSETS, self.count), np.int32)
        state = np.zeros((2, self.count), np.int32)
        for staying in range(SUBSETS):
            self._order(staying, np.zeros(self.count, np.uint8), state)

    cdef void _order(self, int staying, uint8_t[::1] seen, int32_t[:, ::1] stack):
        """Order configurations depth first, each if possible after those whose row of the same line it reads."""
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
                    self.orders[staying, done] = k
                    done += 1
                    depth -= 1
                    continue
                stack[1, depth] += 1
                if edge < 0:
                    target = self.spin[k] if staying >> self.mover[k] & 1 else k
                else:
                    target = self.pass_targets[self.pass_first[k] + edge]
                if not seen[target]:
                    seen[target] = True
                    depth += 1
                    stack[0, depth], stack[1, depth] = target, -1
