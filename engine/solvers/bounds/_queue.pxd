"""States that wait to be visited: queued and taken inline."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from ._pool cimport NOT_QUEUED, Node, NodePool, bucket_of, node_at

cimport cython

cdef enum:
    END_OF_LIST = -1


@cython.final
cdef class Queue:
    cdef NodePool* pool
    cdef readonly Py_ssize_t groups
    cdef readonly Py_ssize_t group_size  # buckets
    cdef int32_t* heads
    cdef uint8_t* filled  # by group: whether a bucket of it has anything
    cdef int32_t later

    cdef bint set_size(self, NodePool* pool, Py_ssize_t groups, Py_ssize_t group_size) except -1
    cdef bint put_back_later(self) noexcept nogil
    cdef Py_ssize_t forget(self, Py_ssize_t group) noexcept nogil
    cdef void forget_all(self) noexcept nogil


cdef inline void put(Queue queue, int32_t i, int64_t bucket) noexcept nogil:
    """Queue a state met from a state of ``bucket``; in a bucket already passed, for the next trip."""
    cdef Node* node = node_at(queue.pool, i)
    cdef int64_t where = bucket_of(node)
    if where > bucket:
        node.next = queue.heads[where]
        queue.heads[where] = i
        queue.filled[where // queue.group_size] = True
    else:
        node.next = queue.later
        queue.later = i


cdef inline int32_t take(Queue queue, Py_ssize_t bucket) noexcept nogil:
    """Return the next state of a bucket, or ``END_OF_LIST``; its ``next`` is the one after it."""
    cdef int32_t i = queue.heads[bucket]
    if i != END_OF_LIST:
        queue.heads[bucket] = node_at(queue.pool, i).next
    return i
