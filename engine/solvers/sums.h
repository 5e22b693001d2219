/* Sums of rows of cells, in vectors of one width. landings.h includes this file for each width that machines have,
 * with VECTOR (bytes) and WIDE (names) defined: wider vectors than a machine's are taken apart by the compiler, and
 * slow. */

typedef REAL WIDE(block) __attribute__((vector_size(VECTOR), aligned(sizeof(REAL)), may_alias));
typedef INT WIDE(mask) __attribute__((vector_size(VECTOR)));
enum { WIDE(lanes) = VECTOR / sizeof(REAL) };

/* As rows_prefetch_before, for the vectors at hand. */
INLINE void WIDE(prefetch_before)(const REAL *row, long stride, const int planes, const int vectors) {
    EACH_PLANE EACH_VECTOR if (v * VECTOR % CACHE_LINE == 0)
        prefetch(row + (p - planes) * stride + v * WIDE(lanes));
}

INLINE void WIDE(sum_vectors)(REAL *restrict acc, long width, const REAL *const *row, const long *stride,
                              const REAL *weight, int terms, long j, const int planes, const int vectors) {
    WIDE(block) sum[MAX_SUMS] = {0};
    for (int t = 0; t < terms; t++) {
        const REAL w = weight[t];
        const REAL *x = row[t] + j;
        const long s = stride[t];
        EACH_PLANE EACH_VECTOR sum[p * vectors + v] += w * *(const WIDE(block) *)(x + p * s + v * WIDE(lanes));
        WIDE(prefetch_before)(x, s, planes, vectors);
    }
    EACH_PLANE EACH_VECTOR *(WIDE(block) *)(acc + p * width + j + v * WIDE(lanes)) = sum[p * vectors + v];
}

/* All planes of a row, or of a large part, in one walk over the terms: many loads under way at once. */
INLINE void WIDE(sum_planes)(REAL *restrict acc, long width, const REAL *const *row, const long *stride,
                             const REAL *weight, int terms, long n, const int planes) {
    const int most = MAX_SUMS / planes;
    long j = 0;
    for (; n - j > (most - 1) * WIDE(lanes); j += most * WIDE(lanes))
        WIDE(sum_vectors)(acc, width, row, stride, weight, terms, j, planes, most);
    if (most > 3 && n - j > 2 * WIDE(lanes))
        WIDE(sum_vectors)(acc, width, row, stride, weight, terms, j, planes, 3);
    else if (most > 2 && n - j > WIDE(lanes))
        WIDE(sum_vectors)(acc, width, row, stride, weight, terms, j, planes, 2);
    else if (n > j)
        WIDE(sum_vectors)(acc, width, row, stride, weight, terms, j, planes, 1);
}

static void WIDE(sum)(REAL *restrict acc, long width, const REAL *const *row, const long *stride, const REAL *weight,
                      int terms, long n, int planes) {
    if (planes == 2) WIDE(sum_planes)(acc, width, row, stride, weight, terms, n, 2);
    else if (planes == 3) WIDE(sum_planes)(acc, width, row, stride, weight, terms, n, 3);
    else WIDE(sum_planes)(acc, width, row, stride, weight, terms, n, 6);
}
