/* Lock-free work queue and progress wavefront of the threads that compute one block. */
#ifndef PRESSORPASS_FRONTS_H
#define PRESSORPASS_FRONTS_H

#include <sched.h>
#include <stdint.h>
#include <time.h>

/* The number of the next part, from the highest down; no two threads get the same. */
static inline int32_t front_take(int32_t *next) { return __atomic_fetch_sub(next, 1, __ATOMIC_RELAXED); }

/* A thread that reads the value of `front_tell` also sees everything computed before it. */
static inline void front_tell(int32_t *place, int32_t value) { __atomic_store_n(place, value, __ATOMIC_RELEASE); }
static inline int32_t front_read(const int32_t *place) { return __atomic_load_n(place, __ATOMIC_ACQUIRE); }

/* Decrement the count of unfinished slabs (release order: readers see all stores made before it). */
static inline void front_finish(int32_t *left) { __atomic_fetch_sub(left, 1, __ATOMIC_RELEASE); }

/* Waits are short, unless the other thread's processor has been taken away. */
static inline void front_pause(int tries) {
    const struct timespec while_waiting = {0, 50000};
    if (tries < 100)
        sched_yield();
    else
        nanosleep(&while_waiting, NULL);
}

#endif
