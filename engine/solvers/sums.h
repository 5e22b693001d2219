/* Weighted sums of rows of cells, in vectors of one width. landings.h includes this file for each width that machines
 * have, with VECTOR (bytes) and WIDE (names) defined: the compiler splits vectors wider than a machine's, which is
 * slow. */

typedef REAL WIDE(vec) __attribute__((vector_size(VECTOR), aligned(sizeof(REAL)), may_alias));
typedef INT WIDE(mask) __attribute__((vector_size(VECTOR)));
enum { WIDE(elements) = VECTOR / sizeof(REAL) };

/* As rows_prefetch_before, for the current vectors. */
INLINE void WIDE(prefetch_before)(const REAL *row, long stride, const int planes, const int vectors) {
    EACH_PLANE EACH_VECTOR if (v * VECTOR % CACHE_LINE == 0)
        prefetch(row + (p - planes) * stride + v * WIDE(elements));
}

INLINE void WIDE(sum_vectors)(REAL *restrict acc, long width, const REAL *const *row, const long *stride,
                              const REAL *weight, int terms, long j, const int planes, const int vectors) {
    WIDE(vec) sum[MAX_ACCUMULATORS] = {0};
    for (int t = 0; t < terms; t++) {
        const REAL w = weight[t];
        const REAL *x = row[t] + j;
        const long s = stride[t];
        EACH_PLANE EACH_VECTOR sum[p * vectors + v] += w * *(const WIDE(vec) *)(x + p * s + v * WIDE(elements));
        WIDE(prefetch_before)(x, s, planes, vectors);
    }
    EACH_PLANE EACH_VECTOR *(WIDE(vec) *)(acc + p * width + j + v * WIDE(elements)) = sum[p * vectors + v];
}

/* All planes of a row, up to max_vectors vectors in one loop over the terms, so that many loads are in flight. */
INLINE void WIDE(sum_planes)(REAL *restrict acc, long width, const REAL *const *row, const long *stride,
                             const REAL *weight, int terms, long n, const int planes) {
    const int max_vectors = MAX_ACCUMULATORS / planes;
    long j = 0;
    for (; n - j > (max_vectors - 1) * WIDE(elements); j += max_vectors * WIDE(elements))
        WIDE(sum_vectors)(acc, width, row, stride, weight, terms, j, planes, max_vectors);
    if (max_vectors > 3 && n - j > 2 * WIDE(elements))
        WIDE(sum_vectors)(acc, width, row, stride, weight, terms, j, planes, 3);
    else if (max_vectors > 2 && n - j > WIDE(elements))
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
