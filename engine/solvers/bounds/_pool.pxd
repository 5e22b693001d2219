"""The states that a bounded search has met: in chunks of memory, and found by a hash table."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from .._keys cimport hash_pair

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define PREFETCH(p) __builtin_prefetch(p)
    #else
    #define PREFETCH(p) ((void)0)
    #endif
    """
    void PREFETCH(const void* p) nogil

cdef enum:
    CHUNK_BITS = 12  # states, and lists of edges, are allotted in chunks of 4096
    CHUNK = 1 << CHUNK_BITS
    ENDS = 8  # the first states are the ends of the game, by bit mask of the winners
    NOT_QUEUED = -2
    NOT_EXPANDED = -1
    # ``Node.mark``: flags below, the bucket above.
    PRESS = 1  # candidates: branches that may be the best one
    PASS_FIRST = 2
    PASS_SECOND = 4
    MAY_PRESS = 8
    LOOPS = 16  # one of its moves leads back to itself
    DECIDES = 32  # the mover may choose: no passed spins
    MOVER_SHIFT = 6
    BUCKET_SHIFT = 8
    UNREACHED = 60_000  # levels: deeper than any state


cdef struct Node:
    double bound[6]  # the lows by seat, then the highs
    float reach
    int32_t edges  # number of its list of edges, or NOT_EXPANDED
    int32_t next  # in its bucket
    uint32_t mark


cdef struct Key:
    uint64_t spins  # spins, Whammies and who moves, packed
    uint64_t scores  # places of scores, packed


cdef struct NodePool:
    int edge_count  # of each state
    Py_ssize_t states
    Py_ssize_t expanded
    size_t memory  # bytes to use at most
    size_t used
    bint full
    const uint8_t* stop
    Node** nodes
    Key** keys
    uint16_t** depths
    Py_ssize_t chunks
    Py_ssize_t chunk_room
    int32_t** lists
    Py_ssize_t list_chunks
    Py_ssize_t list_room
    int32_t* slots
    Py_ssize_t slots_mask


cdef inline int mover_of(const Node* node) noexcept nogil:
    return <int>(node.mark >> MOVER_SHIFT & 3)


cdef inline uint32_t bucket_of(const Node* node) noexcept nogil:
    return node.mark >> BUCKET_SHIFT


cdef inline Node* node_at(const NodePool* pool, int32_t i) noexcept nogil:
    return &pool.nodes[i >> CHUNK_BITS][i & (CHUNK - 1)]


cdef inline Key* key_at(const NodePool* pool, int32_t i) noexcept nogil:
    return &pool.keys[i >> CHUNK_BITS][i & (CHUNK - 1)]


cdef inline uint16_t* depth_at(const NodePool* pool, int32_t i) noexcept nogil:
    """Return where a state's depth is kept: levels of the tree below the root, by the shortest way found."""
    return &pool.depths[i >> CHUNK_BITS][i & (CHUNK - 1)]


cdef inline int32_t* edges_at(const NodePool* pool, int32_t i) noexcept nogil:
    return pool.lists[i >> CHUNK_BITS] + <Py_ssize_t>(i & (CHUNK - 1)) * pool.edge_count


cdef inline void ask_for_edges(const NodePool* pool, const int32_t* edges) noexcept nogil:
    """Ask memory for a list of edges ..."""
    cdef int e
    for e in range(0, pool.edge_count, 16):
        PREFETCH(edges + e)


cdef inline void ask_for_nodes(const NodePool* pool, const int32_t* edges) noexcept nogil:
    """... and for the nodes that it leads to, which lets other work go on meanwhile."""
    cdef int e
    for e in range(pool.edge_count):
        if edges[e] >= 0:
            PREFETCH(node_at(pool, edges[e]))


cdef inline uint64_t slot_of(const NodePool* pool, Key key) noexcept nogil:
    """Return where in the table the search for a key begins."""
    return hash_pair(key.spins, key.scores) & pool.slots_mask


cdef inline int32_t find_node(NodePool* pool, Key key, uint64_t at, bint* is_new) noexcept nogil:
    """Return the number of the state with this key, searched from ``at`` in the table, and filed there if it is new."""
    cdef int32_t i
    is_new[0] = False
    while True:
        i = pool.slots[at]
        if i < 0:
            break
        if key_at(pool, i).spins == key.spins and key_at(pool, i).scores == key.scores:
            return i
        at = (at + 1) & pool.slots_mask
    i = <int32_t>pool.states
    pool.states += 1
    pool.slots[at] = i
    key_at(pool, i)[0] = key
    is_new[0] = True
    return i


cdef bint afford(NodePool* pool, size_t more) noexcept nogil
cdef bint make_room(NodePool* pool) noexcept nogil
cdef void free_pool(NodePool* pool) noexcept nogil
