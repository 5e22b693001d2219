/* Row operations of dense expectimax, compiled for each width of vectors. The including file defines the precision:
 * REAL, and INT of the same size.
 *
 * A row is a run of cells along one axis. It has two planes (the third payoff is 1 minus both), three, or six (dollars,
 * then chances to win), `stride` numbers apart. Loops run over chunks, so they read up to CHUNK - 1 numbers beyond a
 * row and discard the results: that memory must be allocated, and scratch rows must be wider by a chunk.
 */
#ifndef PRESSORPASS_ROWS_H
#define PRESSORPASS_ROWS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "vectors.h"

#define CHUNK 16
#define EACH_CELL for (int k = 0; k < CHUNK; k++)
#define MAX_PLANES 6
#define SCALAR_CELLS 3 /* rows this short use the scalar loop; one chunk costs as much as five cells */
#define MAX_ACCUMULATORS 8 /* vectors that are summed side by side: half of the widest machine's registers */
#define PROOF_VECTORS 4 /* vectors for which a choice is proven side by side, of two planes */
#define MAX_OPTION_ROWS 64 /* rows that are options, as bits of a word; with more, no choice is cached */
#define ALIGNED 16
#define WIDEST 64 /* bytes of the widest vectors */
#define CACHE_LINE 64 /* bytes */
#define prefetch(place) __builtin_prefetch(place, 0, 2)
#define CHOICE_CACHE_SIZE 8
#define MAX_NEW_CHOICES 3 /* built for the current vectors */
#define EACH_PLANE _Pragma("GCC unroll 6") for (int p = 0; p < planes; p++)
#define EACH_VECTOR _Pragma("GCC unroll 4") for (int v = 0; v < vectors; v++)

/* rows_weighted_sum: acc = sum over terms of weight[t] * row[t].
 * rows_expectimax: acc = sum over landings of chance * the row of the mover's best option: options come in order of
 *     preference, and one counts as better only if its key is better by more than the tolerance.
 * rows_max: best becomes `other` in each cell where its key is better by more than the tolerance, or where it is NaN.
 * rows_back_substitute: v holds the terms without extra spins. From the cap down, adds weight[t] * v[i + shift[t]],
 *     then takes the pass if better. `step` is the least shift, so cells of one step do not depend on each other.
 * The key of a cell is the mover's payoff: key[0] * a + key[1] * b + key[2] * c. */
typedef REAL pair __attribute__((vector_size(2 * sizeof(REAL)), aligned(sizeof(REAL)), may_alias));

/* Prefetches the numbers stored before a row. Lines are computed from the highest score down, so the next line reads
 * or writes them, at too many addresses at once for the hardware to predict. (Addresses of no memory are ignored.) */
INLINE void rows_prefetch_before(const REAL *row, long numbers) {
    for (long i = 1; i <= numbers; i += CACHE_LINE / sizeof(REAL)) prefetch(row - i);
}

INLINE void rows_max_cell(REAL *v, long width, const REAL *pass, long stride, long i, const REAL *key,
                          REAL tolerance, int planes) {
    REAL mine = key[0] * v[i] + key[1] * v[width + i], theirs = key[0] * pass[i] + key[1] * pass[stride + i];
    if (planes > 2) mine += key[2] * v[2 * width + i], theirs += key[2] * pass[2 * stride + i];
    if (theirs > mine + tolerance || theirs != theirs)
        for (int p = 0; p < planes; p++) v[p * width + i] = pass[p * stride + i];
}

INLINE void rows_max_at_any_width(REAL *restrict best, long width, const REAL *other, long stride, const REAL *key,
                                  REAL tolerance, long n, int planes) {
    if (n <= SCALAR_CELLS) {
        for (long i = 0; i < n; i++) rows_max_cell(best, width, other, stride, i, key, tolerance, planes);
        return;
    }
    const REAL ka = key[0], kb = key[1], kc = key[2];
    for (long j = 0; j < n; j += CHUNK) {
        REAL *a = best + j, *b = a + width, *c = planes > 2 ? b + width : b;
        const REAL *x = other + j, *y = x + stride, *z = planes > 2 ? y + stride : y;
        int better[CHUNK];
        EACH_CELL {
            const REAL theirs = ka * x[k] + kb * y[k] + kc * z[k];
            better[k] = theirs > ka * a[k] + kb * b[k] + kc * c[k] + tolerance || theirs != theirs;
        }
        if (planes > 2) EACH_CELL c[k] = better[k] ? z[k] : c[k];
        EACH_CELL a[k] = better[k] ? x[k] : a[k];
        EACH_CELL b[k] = better[k] ? y[k] : b[k];
        for (int p = 3; p < planes; p++) {
            REAL *v = best + p * width + j;
            const REAL *w = other + p * stride + j;
            EACH_CELL v[k] = better[k] ? w[k] : v[k];
        }
    }
}
AT_EACH_WIDTH(rows_max,
              (REAL *restrict best, long width, const REAL *other, long stride, const REAL *key, REAL tolerance, long n,
               int planes),
              (best, width, other, stride, key, tolerance, n, planes))

INLINE void rows_back_substitute_at_any_width(REAL *v, long width, const int *shift, const REAL *weight, int terms,
                                              long to, int step, const REAL *pass, long stride, const REAL *key,
                                              REAL tolerance, int planes) {
    long i = to;
    while (step > 1 && i > 1) {
        i -= 2;
        for (int p = 0; p < planes; p++) {
            REAL *here = v + p * width + i;
            pair even = *(pair *)here, odd = {0};
            int t = 0;
            for (; t + 1 < terms; t += 2) {
                even += weight[t] * *(pair *)(here + shift[t]);
                odd += weight[t + 1] * *(pair *)(here + shift[t + 1]);
            }
            if (t < terms) even += weight[t] * *(pair *)(here + shift[t]);
            *(pair *)here = even + odd;
        }
        if (pass) {
            rows_max_cell(v, width, pass, stride, i, key, tolerance, planes);
            rows_max_cell(v, width, pass, stride, i + 1, key, tolerance, planes);
        }
    }
    while (i > 0) {
        i -= 1;
        for (int p = 0; p < planes; p++) {
            REAL *here = v + p * width + i;
            for (int t = 0; t < terms; t++) *here += weight[t] * here[shift[t]];
        }
        if (pass) rows_max_cell(v, width, pass, stride, i, key, tolerance, planes);
    }
}
AT_EACH_WIDTH(rows_back_substitute,
              (REAL * v, long width, const int *shift, const REAL *weight, int terms, long to, int step,
               const REAL *pass, long stride, const REAL *key, REAL tolerance, int planes),
              (v, width, shift, weight, terms, to, step, pass, stride, key, tolerance, planes))

#include "landings.h"

#endif
