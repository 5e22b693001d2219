/* One turn of Yahtzee in eight lanes at a time, compiled for each width of vectors.
 *
 * A cell is one of 462 keeps, the last 252 of which are rolls, and holds WIDTH numbers. */
#ifndef PRESSORPASS_YAHTZEE_TURN_H
#define PRESSORPASS_YAHTZEE_TURN_H

#include "vectors.h"

#define WIDTH 8
#define KEEPS 462
#define ROLLS 252
#define FIRST_ROLL 210

/* Averages over one more die, from rolls down to no die kept. plus: [210][6]. */
INLINE void turn_average_at_any_width(double *restrict cell, const short *restrict plus) {
    for (int k = FIRST_ROLL - 1; k >= 0; k--) {
        const short *p = plus + 6 * k;
        double r[WIDTH];
        for (int j = 0; j < WIDTH; j++) r[j] = cell[p[0] * WIDTH + j] + cell[p[1] * WIDTH + j];
        for (int f = 2; f < 6; f++)
            for (int j = 0; j < WIDTH; j++) r[j] += cell[p[f] * WIDTH + j];
        for (int j = 0; j < WIDTH; j++) cell[k * WIDTH + j] = r[j] * (1.0 / 6.0);
    }
}
AT_EACH_WIDTH(turn_average, (double *restrict cell, const short *restrict plus), (cell, plus))

/* The best of all subsets, from no die up to rolls. minus: [462][5], padded with -1. */
INLINE void turn_best_at_any_width(double *restrict cell, const short *restrict minus) {
    for (int k = 1; k < KEEPS; k++) {
        const short *m = minus + 5 * k;
        double r[WIDTH];
        for (int j = 0; j < WIDTH; j++) r[j] = cell[k * WIDTH + j];
        for (int i = 0; i < 5 && m[i] >= 0; i++) {
            const double *other = cell + m[i] * WIDTH;
            for (int j = 0; j < WIDTH; j++) r[j] = r[j] > other[j] ? r[j] : other[j];
        }
        for (int j = 0; j < WIDTH; j++) cell[k * WIDTH + j] = r[j];
    }
}
AT_EACH_WIDTH(turn_best, (double *restrict cell, const short *restrict minus), (cell, minus))

/* The best of a number of rows, each WIDTH numbers, plus a constant. */
static inline void turn_choose(double *restrict cell, const double *const *rows, int count, double extra) {
    double r[WIDTH];
    for (int j = 0; j < WIDTH; j++) r[j] = rows[0][j];
    for (int i = 1; i < count; i++)
        for (int j = 0; j < WIDTH; j++) r[j] = r[j] > rows[i][j] ? r[j] : rows[i][j];
    for (int j = 0; j < WIDTH; j++) cell[j] = r[j] + extra;
}

/* The mean of a number of rows, each WIDTH numbers, plus a constant. */
static inline void turn_mean(double *restrict cell, const double *const *rows, int count, double extra) {
    double r[WIDTH] = {0};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < WIDTH; j++) r[j] += rows[i][j];
    for (int j = 0; j < WIDTH; j++) cell[j] = r[j] / count + extra;
}

/* One more option for choices that follow a guide: it replaces the current one in the lanes where it
 * is better by more than rounding errors, so that ties go to the first option. */
#define TIE 1e-9
static inline void turn_prefer(double *restrict guide, double *restrict value, const double *other_guide,
                               const double *other_value) {
    for (int j = 0; j < WIDTH; j++) {
        const int better = other_guide[j] > guide[j] + TIE;
        guide[j] = better ? other_guide[j] : guide[j];
        value[j] = better ? other_value[j] : value[j];
    }
}

/* The best of all subsets by the guide, and the value that comes with it; ties go to more dice kept. */
INLINE void turn_follow_at_any_width(double *restrict guide, double *restrict value, const short *restrict minus) {
    for (int k = 1; k < KEEPS; k++) {
        const short *m = minus + 5 * k;
        double g[WIDTH], v[WIDTH];
        for (int j = 0; j < WIDTH; j++) g[j] = guide[k * WIDTH + j], v[j] = value[k * WIDTH + j];
        for (int i = 0; i < 5 && m[i] >= 0; i++) turn_prefer(g, v, guide + m[i] * WIDTH, value + m[i] * WIDTH);
        for (int j = 0; j < WIDTH; j++) guide[k * WIDTH + j] = g[j], value[k * WIDTH + j] = v[j];
    }
}
AT_EACH_WIDTH(turn_follow, (double *restrict guide, double *restrict value, const short *restrict minus), (guide, value, minus))

#endif
