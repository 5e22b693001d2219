/* Inner loops of the kernels, compiled for the baseline and for wider vectors; the loader picks one.
 *
 * A cell holds three payoffs by lanes, [3][lanes]; a lane is one assignment of Whammies. A row is
 * a run of cells. Everything works on plain contiguous numbers, in double and in single precision.
 */
#ifndef PRESSORPASS_LANES_H
#define PRESSORPASS_LANES_H

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#if __GNUC__ >= 12
#define LANES_DISPATCH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LANES_DISPATCH __attribute__((target_clones("avx2", "default")))
#endif
#else
#define LANES_DISPATCH
#endif

/* NAME_sum:    acc[j] = sum over taps of weight[t] * rows[t][j].
 * NAME_add:    acc[j] += weight * row[j].
 * NAME_prefer: in each cell and lane where `other` is better by more than the tolerance for payoff
 *              `up`, take all its planes (the three payoffs, and what else is carried along); a lane without an answer (NaN) on either side has none.
 * NAME_spread: adds weight * cell to each cell of a row of cells of n numbers.
 * NAME_gather: a row of cells [3][lanes] from lanes that lie in different blocks: lane j of cell i is at
 *              from[j] + i * stride[j], its payoffs width[j] apart; a lane without a block is `never`. */
#define LANES_DEFINE(NAME, REAL)                                                                                  \
    LANES_DISPATCH                                                                                                \
    static void NAME##_sum(REAL *restrict acc, const REAL *const *rows, const REAL *weight, int taps, long n) {    \
        long j = 0;                                                                                               \
        for (; j + 16 <= n; j += 16) {                                                                            \
            REAL r[16] = {0};                                                                                     \
            for (int t = 0; t < taps; t++) {                                                                      \
                const REAL w = weight[t];                                                                         \
                const REAL *row = rows[t] + j;                                                                    \
                for (int k = 0; k < 16; k++) r[k] += w * row[k];                                                  \
            }                                                                                                     \
            for (int k = 0; k < 16; k++) acc[j + k] = r[k];                                                       \
        }                                                                                                         \
        for (; j + 4 <= n; j += 4) {                                                                              \
            REAL r[4] = {0};                                                                                      \
            for (int t = 0; t < taps; t++) {                                                                      \
                const REAL w = weight[t];                                                                         \
                const REAL *row = rows[t] + j;                                                                    \
                for (int k = 0; k < 4; k++) r[k] += w * row[k];                                                   \
            }                                                                                                     \
            for (int k = 0; k < 4; k++) acc[j + k] = r[k];                                                        \
        }                                                                                                         \
        for (; j < n; j++) {                                                                                      \
            REAL r = 0;                                                                                           \
            for (int t = 0; t < taps; t++) r += weight[t] * rows[t][j];                                           \
            acc[j] = r;                                                                                           \
        }                                                                                                         \
    }                                                                                                             \
    LANES_DISPATCH                                                                                                \
    static void NAME##_add(REAL *restrict acc, const REAL *row, REAL weight, long n) {                             \
        for (long j = 0; j < n; j++) acc[j] += weight * row[j];                                                   \
    }                                                                                                             \
    LANES_DISPATCH                                                                                                \
    static void NAME##_prefer(REAL *restrict best, const REAL *other, int up, REAL tolerance, long cells,         \
                              int lanes, int planes) {                                                            \
        const int a = up * lanes, b = (up + 1) % 3 * lanes, c = (up + 2) % 3 * lanes;                             \
        for (long i = 0; i < cells; i++, best += planes * lanes, other += planes * lanes) {                       \
            for (int j = 0; j < lanes; j++) {                                                                     \
                const int better = other[a + j] > best[a + j] + tolerance || other[a + j] != other[a + j];        \
                for (int p = 3; p < planes; p++)                                                                  \
                    best[p * lanes + j] = better ? other[p * lanes + j] : best[p * lanes + j];                    \
                best[b + j] = better ? other[b + j] : best[b + j];                                                \
                best[c + j] = better ? other[c + j] : best[c + j];                                                \
                best[a + j] = better ? other[a + j] : best[a + j];                                                \
            }                                                                                                     \
        }                                                                                                         \
    }                                                                                                             \
    LANES_DISPATCH                                                                                                \
    static void NAME##_spread(REAL *restrict acc, const REAL *cell, REAL weight, long cells, long n) {             \
        for (long i = 0; i < cells; i++, acc += n)                                                                \
            for (long j = 0; j < n; j++) acc[j] += weight * cell[j];                                              \
    }                                                                                                             \
    static void NAME##_gather(REAL *restrict row, const REAL *const *from, const long *stride, const long *width,  \
                              long first, long cells, int lanes, REAL never) {                                    \
        for (int j = 0; j < lanes; j++) {                                                                         \
            const REAL *lane = from[j];                                                                           \
            if (lane == 0) {                                                                                      \
                for (long i = 0; i < cells; i++)                                                                  \
                    for (int k = 0; k < 3; k++) row[(3 * i + k) * lanes + j] = never;                             \
                continue;                                                                                         \
            }                                                                                                     \
            lane += first * stride[j];                                                                            \
            for (long i = 0; i < cells; i++, lane += stride[j])                                                   \
                for (int k = 0; k < 3; k++) row[(3 * i + k) * lanes + j] = lane[k * width[j]];                    \
        }                                                                                                         \
    }

LANES_DEFINE(lanes64, double)
LANES_DEFINE(lanes32, float)

#endif
