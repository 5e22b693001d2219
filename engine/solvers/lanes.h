/* Inner loops of the graph's sweep, compiled for each width of vectors.
 *
 * A state's row holds its payoffs by lanes, [planes][lanes]; a lane is one assignment of Whammies.
 */
#ifndef PRESSORPASS_LANES_H
#define PRESSORPASS_LANES_H

#include "vectors.h"

/* acc[j] = sum over terms of weight[t] * rows[t][j]. */
INLINE void lanes_sum_at_any_width(double *restrict acc, const double *const *rows, const double *weight, int terms,
                                   long n) {
    long j = 0;
    for (; j + 16 <= n; j += 16) {
        double r[16] = {0};
        for (int t = 0; t < terms; t++) {
            const double w = weight[t];
            const double *row = rows[t] + j;
            for (int k = 0; k < 16; k++) r[k] += w * row[k];
        }
        for (int k = 0; k < 16; k++) acc[j + k] = r[k];
    }
    for (; j + 4 <= n; j += 4) {
        double r[4] = {0};
        for (int t = 0; t < terms; t++) {
            const double w = weight[t];
            const double *row = rows[t] + j;
            for (int k = 0; k < 4; k++) r[k] += w * row[k];
        }
        for (int k = 0; k < 4; k++) acc[j + k] = r[k];
    }
    for (; j < n; j++) {
        double r = 0;
        for (int t = 0; t < terms; t++) r += weight[t] * rows[t][j];
        acc[j] = r;
    }
}
AT_EACH_WIDTH(lanes_sum, (double *restrict acc, const double *const *rows, const double *weight, int terms, long n),
              (acc, rows, weight, terms, n))

/* acc[j] += weight * row[j]. */
INLINE void lanes_add_at_any_width(double *restrict acc, const double *row, double weight, long n) {
    for (long j = 0; j < n; j++) acc[j] += weight * row[j];
}
AT_EACH_WIDTH(lanes_add, (double *restrict acc, const double *row, double weight, long n),
              (acc, row, weight, n))

/* In each lane where `other` is better by more than the tolerance for the mover, or has no answer (NaN), takes
 * all its planes: the three payoffs, and what else is carried along. */
INLINE void lanes_prefer_at_any_width(double *restrict best, const double *other, int mover, double tolerance, int lanes,
                                      int planes) {
    const int a = mover * lanes, b = (mover + 1) % 3 * lanes, c = (mover + 2) % 3 * lanes;
    for (int j = 0; j < lanes; j++) {
        const int better = other[a + j] > best[a + j] + tolerance || other[a + j] != other[a + j];
        for (int p = 3; p < planes; p++)
            best[p * lanes + j] = better ? other[p * lanes + j] : best[p * lanes + j];
        best[b + j] = better ? other[b + j] : best[b + j];
        best[c + j] = better ? other[c + j] : best[c + j];
        best[a + j] = better ? other[a + j] : best[a + j];
    }
}
AT_EACH_WIDTH(lanes_prefer, (double *restrict best, const double *other, int mover, double tolerance, int lanes, int planes),
              (best, other, mover, tolerance, lanes, planes))

#endif
