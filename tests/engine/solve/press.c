/* Makes the inner loops of rows.h callable for test_press.py: each width of vectors, as far as the machine has it. */
#include "rows.h"

#define EXPORT_WIDTH(BITS, REAL, BYTES)                                                                                \
    void press##BITS##_##BYTES(REAL *acc, long width, const REAL *const *row, const long *stride, void *landings,      \
                               long n, int planes) {                                                                   \
        rows##BITS##_landings *spin = landings;                                                                        \
        for (int r = 0; r < spin->rows; r++) {                                                                         \
            spin->from[r] = row[spin->used[r]];                                                                        \
            spin->stride[r] = stride[spin->used[r]];                                                                   \
        }                                                                                                              \
        rows##BITS##_press_##BYTES(acc, width, spin, n, planes);                                                       \
    }

#define EXPORT(BITS, REAL)                                                                                             \
    void *new##BITS(int most, const int32_t *tap, const REAL *weight, int taps, const int32_t *option,                 \
                    const int32_t *first, const REAL *chance, int landings, const REAL *key, double tolerance) {       \
        return rows##BITS##_new_landings(most, tap, weight, taps, option, first, chance, landings, key, tolerance);    \
    }                                                                                                                  \
    void free##BITS(void *landings) { rows##BITS##_free_landings(landings); }                                          \
    void press##BITS(REAL *acc, long width, const REAL *const *row, const long *stride, void *landings, long n,        \
                     int planes) {                                                                                     \
        rows##BITS##_press(acc, width, row, stride, landings, n, planes);                                              \
    }                                                                                                                  \
    EXPORT_WIDTH(BITS, REAL, 16)

EXPORT(32, float)
EXPORT(64, double)
#ifdef VECTORS_LEVELS
EXPORT_WIDTH(32, float, 32)
EXPORT_WIDTH(64, double, 32)
EXPORT_WIDTH(32, float, 64)
EXPORT_WIDTH(64, double, 64)
#endif
int level(void) { return vectors_widest(); }
