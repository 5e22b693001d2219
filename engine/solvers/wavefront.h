/* Lock-free work queue and progress wavefront of the threads that compute one block. */
#ifndef PRESSORPASS_WAVEFRONT_H
#define PRESSORPASS_WAVEFRONT_H

#include <sched.h>
#include <stdint.h>
#include <time.h>

/* Takes the number of the next slab, from the highest down. */
static inline int32_t wavefront_take(int32_t *next) { return __atomic_fetch_sub(next, 1, __ATOMIC_RELAXED); }

/* A thread that reads the value of `wavefront_publish` also sees everything computed before it. */
static inline void wavefront_publish(int32_t *line, int32_t value) { __atomic_store_n(line, value, __ATOMIC_RELEASE); }
static inline int32_t wavefront_load(const int32_t *line) { return __atomic_load_n(line, __ATOMIC_ACQUIRE); }

/* Decrements the count of unfinished slabs (release order: readers see all stores made before it). */
static inline void wavefront_count_down(int32_t *unfinished) { __atomic_fetch_sub(unfinished, 1, __ATOMIC_RELEASE); }

/* Waits are short, unless the other thread has lost its processor. */
static inline void wavefront_backoff(int tries) {
    const struct timespec while_waiting = {0, 50000};
    if (tries < 100)
        sched_yield();
    else
        nanosleep(&while_waiting, NULL);
}

#endif
