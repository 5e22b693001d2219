/* Inner loops over lanes, compiled for the baseline and for wider vectors; the loader picks one.
 *
 * A lane is one assignment of Whammies; a row holds three payoffs by lanes. Every function works
 * on plain contiguous doubles.
 */
#ifndef PRESSORPASS_LANES_H
#define PRESSORPASS_LANES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define LANES_DISPATCH __attribute__((target_clones("arch=haswell", "default")))
#else
#define LANES_DISPATCH
#endif

/* acc[j] = sum over taps of weight[t] * rows[t][j]. */
LANES_DISPATCH
static void lanes_sum(double *restrict acc, const double *const *rows, const double *weight, int taps, int n) {
    int j = 0;
    for (; j + 8 <= n; j += 8) {
        double r[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        for (int t = 0; t < taps; t++) {
            const double w = weight[t];
            const double *row = rows[t] + j;
            for (int k = 0; k < 8; k++) r[k] += w * row[k];
        }
        for (int k = 0; k < 8; k++) acc[j + k] = r[k];
    }
    for (; j < n; j++) {
        double r = 0;
        for (int t = 0; t < taps; t++) r += weight[t] * rows[t][j];
        acc[j] = r;
    }
}

/* acc[j] += weight * row[j]. */
LANES_DISPATCH
static void lanes_add(double *restrict acc, const double *row, double weight, int n) {
    for (int j = 0; j < n; j++) acc[j] += weight * row[j];
}

/* Where `other` is better by more than the tolerance for payoff `up`, take its three payoffs.
 * A lane without an answer (NaN) on either side has none after. */
LANES_DISPATCH
static void lanes_prefer(double *restrict best, const double *other, int up, double tolerance, int lanes) {
    const double *theirs = other + up * lanes;
    double *ours = best + up * lanes;
    double *second = best + ((up + 1) % 3) * lanes, *third = best + ((up + 2) % 3) * lanes;
    const double *their_second = other + ((up + 1) % 3) * lanes, *their_third = other + ((up + 2) % 3) * lanes;
    for (int j = 0; j < lanes; j++) {
        const int better = theirs[j] > ours[j] + tolerance || theirs[j] != theirs[j];
        second[j] = better ? their_second[j] : second[j];
        third[j] = better ? their_third[j] : third[j];
        ours[j] = better ? theirs[j] : ours[j];
    }
}

#endif
