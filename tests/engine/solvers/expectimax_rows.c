/* Makes the inner loops of rows.h callable for test_expectimax_rows.py: each width of vectors that the machine has.
 * REAL and INT are given to the compiler. */
#include "rows.h"

#define EXPORT_WIDTH(BYTES)                                                                                            \
    void expectimax_at_##BYTES(REAL *acc, long width, const REAL *const *row, const long *stride, void *landings,      \
                               long n, int planes) {                                                                   \
        Landings *spin = landings;                                                                                     \
        for (int r = 0; r < spin->rows; r++) {                                                                         \
            spin->from[r] = row[spin->caller_row[r]];                                                                  \
            spin->stride[r] = stride[spin->caller_row[r]];                                                             \
        }                                                                                                              \
        expectimax_##BYTES(acc, width, spin, n, planes);                                                               \
    }

void *set_up(int max_rows, const int32_t *term, const REAL *weight, int terms, const int32_t *option,
             const int32_t *first, const REAL *chance, int landings, const REAL *key, double tolerance) {
    return new_landings(max_rows, term, weight, terms, option, first, chance, landings, key, tolerance);
}
void tear_down(void *landings) { free_landings(landings); }
void expectimax_at_any(REAL *acc, long width, const REAL *const *row, const long *stride, void *landings, long n,
                       int planes) {
    rows_expectimax(acc, width, row, stride, landings, n, planes);
}
EXPORT_WIDTH(16)
#ifdef VECTOR_LEVELS
EXPORT_WIDTH(32)
EXPORT_WIDTH(64)
#endif
int widest(void) { return vectors_widest(); }
