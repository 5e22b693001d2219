"""The states that a bounded search has met: in chunks of memory, and found by a hash table."""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset


cdef bint afford(NodePool* pool, size_t more) noexcept nogil:
    """Take memory into account; return false, the pool being full, if it exceeds the limit."""
    if pool.used + more > pool.memory:
        pool.full = True
        return False
    pool.used += more
    return True


cdef bint make_room(NodePool* pool) noexcept nogil:
    """Make room to expand one state whatever it leads to; return false when there is none."""
    while pool.chunks * CHUNK < pool.states + pool.edge_count:
        if not more_nodes(pool):
            return False
    if pool.list_chunks * CHUNK < pool.expanded + 1 and not more_lists(pool):
        return False
    while 3 * (pool.slots_mask + 1) < 5 * (pool.states + pool.edge_count):
        if not more_slots(pool):
            return False
    return pool.states + pool.edge_count < <Py_ssize_t>0x7FFFFFFF


cdef void free_pool(NodePool* pool) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(pool.chunks):
        free(pool.nodes[i])
        free(pool.keys[i])
        free(pool.depths[i])
    for i in range(pool.list_chunks):
        free(pool.lists[i])
    free(pool.nodes)
    free(pool.keys)
    free(pool.depths)
    free(pool.lists)
    free(pool.slots)


cdef bint more_nodes(NodePool* pool) noexcept nogil:
    cdef void* grown
    cdef Py_ssize_t room
    if not afford(pool, CHUNK * (sizeof(Node) + sizeof(Key) + sizeof(uint16_t))):
        return False
    if pool.chunks == pool.chunk_room:
        room = max(64, 2 * pool.chunk_room)
        grown = realloc(pool.nodes, room * sizeof(void*))
        if grown == NULL:
            pool.full = True
            return False
        pool.nodes = <Node**>grown
        grown = realloc(pool.keys, room * sizeof(void*))
        if grown == NULL:
            pool.full = True
            return False
        pool.keys = <Key**>grown
        grown = realloc(pool.depths, room * sizeof(void*))
        if grown == NULL:
            pool.full = True
            return False
        pool.depths = <uint16_t**>grown
        pool.chunk_room = room
    pool.nodes[pool.chunks] = <Node*>malloc(CHUNK * sizeof(Node))
    pool.keys[pool.chunks] = <Key*>malloc(CHUNK * sizeof(Key))
    pool.depths[pool.chunks] = <uint16_t*>malloc(CHUNK * sizeof(uint16_t))
    if pool.nodes[pool.chunks] == NULL or pool.keys[pool.chunks] == NULL or pool.depths[pool.chunks] == NULL:
        free(pool.nodes[pool.chunks])
        free(pool.keys[pool.chunks])
        free(pool.depths[pool.chunks])
        pool.full = True
        return False
    pool.chunks += 1
    return True


cdef bint more_lists(NodePool* pool) noexcept nogil:
    cdef void* grown
    cdef Py_ssize_t room
    if not afford(pool, CHUNK * pool.edge_count * sizeof(int32_t)):
        return False
    if pool.list_chunks == pool.list_room:
        room = max(64, 2 * pool.list_room)
        grown = realloc(pool.lists, room * sizeof(void*))
        if grown == NULL:
            pool.full = True
            return False
        pool.lists = <int32_t**>grown
        pool.list_room = room
    pool.lists[pool.list_chunks] = <int32_t*>malloc(CHUNK * pool.edge_count * sizeof(int32_t))
    if pool.lists[pool.list_chunks] == NULL:
        pool.full = True
        return False
    pool.list_chunks += 1
    return True


cdef bint more_slots(NodePool* pool) noexcept nogil:
    """Double the hash table; the old one stays when there is no room or the flag is set."""
    cdef Py_ssize_t size = 2 * (pool.slots_mask + 1) if pool.slots_mask else 4 * CHUNK
    cdef int32_t* slots
    cdef int32_t i
    cdef uint64_t at
    cdef Key* key
    if not afford(pool, size * sizeof(int32_t)):
        return False
    slots = <int32_t*>malloc(size * sizeof(int32_t))
    if slots == NULL:
        pool.full = True
        return False
    memset(slots, 0xFF, size * sizeof(int32_t))
    for i in range(ENDS, <int32_t>pool.states):
        if (i & 4095) == 0 and pool.stop[0]:
            free(slots)
            pool.used -= size * sizeof(int32_t)
            return False
        key = key_at(pool, i)
        at = hash_pair(key.spins, key.scores) & (size - 1)
        while slots[at] >= 0:
            at = (at + 1) & (size - 1)
        slots[at] = i
    if pool.slots != NULL:
        pool.used -= (pool.slots_mask + 1) * sizeof(int32_t)
        free(pool.slots)
    pool.slots = slots
    pool.slots_mask = size - 1
    return True
