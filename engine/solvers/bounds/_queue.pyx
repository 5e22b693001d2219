"""States that wait to be visited, linked through ``Node.next``: in buckets, and these in groups.

Buckets are emptied in order. A state of a bucket that was passed already waits for the next trip through its group.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from ._pool cimport NOT_QUEUED, NodePool, afford, bucket_of, node_at

cimport cython


@cython.final
cdef class Queue:
    """Buckets, all empty."""

    def __dealloc__(self):
        free(self.heads)
        free(self.filled)

    cdef bint set_size(self, NodePool* pool, Py_ssize_t groups, Py_ssize_t group_size) except -1:
        """Make ``groups`` groups of buckets for the states of a pool; return false if that takes too much memory."""
        self.pool, self.groups, self.group_size = pool, groups, group_size
        self.later = END_OF_LIST
        if not afford(pool, <size_t>groups * (group_size * sizeof(int32_t) + 1)):
            return False
        self.heads = <int32_t*>malloc(<size_t>groups * group_size * sizeof(int32_t))
        self.filled = <uint8_t*>calloc(<size_t>groups, 1)
        if self.heads == NULL or self.filled == NULL:
            raise MemoryError
        memset(self.heads, 0xFF, <size_t>groups * group_size * sizeof(int32_t))  # END_OF_LIST
        return True

    cdef bint put_back_later(self) noexcept nogil:
        """File those that wait for the next trip in their buckets; return false if there are none."""
        cdef int32_t i = self.later
        cdef int32_t following
        cdef Py_ssize_t bucket
        if i == END_OF_LIST:
            return False
        self.later = END_OF_LIST
        while i != END_OF_LIST:
            following = node_at(self.pool, i).next
            bucket = bucket_of(node_at(self.pool, i))
            node_at(self.pool, i).next = self.heads[bucket]
            self.heads[bucket] = i
            i = following
        return True

    cdef Py_ssize_t forget(self, Py_ssize_t group) noexcept nogil:
        """Empty a group's buckets, and return the number of states that were in them."""
        cdef Py_ssize_t bucket
        cdef Py_ssize_t count = 0
        cdef int32_t i, following
        self.filled[group] = False
        for bucket in range(group * self.group_size, (group + 1) * self.group_size):
            i = self.heads[bucket]
            self.heads[bucket] = END_OF_LIST
            while i != END_OF_LIST:
                following = node_at(self.pool, i).next
                node_at(self.pool, i).next = NOT_QUEUED
                node_at(self.pool, i).reach = 0
                count += 1
                i = following
        return count

    cdef void forget_all(self) noexcept nogil:
        """Empty every bucket after a round that was broken off."""
        cdef Py_ssize_t group
        cdef int32_t i, following
        i = self.later
        self.later = END_OF_LIST
        while i != END_OF_LIST:
            following = node_at(self.pool, i).next
            node_at(self.pool, i).next = NOT_QUEUED
            node_at(self.pool, i).reach = 0
            i = following
        for group in range(self.groups):
            if self.filled[group]:
                self.forget(group)
