/* Expectimax row kernel: per cell, the chance-weighted sum over landings of the mover's best option. Included once
   per vector width. */

INLINE WIDE(block) WIDE(load)(const Landings *spin, int r, int p, long j) {
    return *(const WIDE(block) *)(spin->from[r] + p * spin->stride[r] + j);
}

INLINE WIDE(block) WIDE(key_of)(const Landings *spin, int r, long j, const int planes) {
    if (spin->own >= 0) return WIDE(load)(spin, r, spin->own, j);
    WIDE(block) key = spin->key[0] * WIDE(load)(spin, r, 0, j) + spin->key[1] * WIDE(load)(spin, r, 1, j);
    if (planes > 2) key += spin->key[2] * WIDE(load)(spin, r, 2, j);
    return key;
}

/* x in the cells of `mask`, elsewhere `otherwise`. */
INLINE WIDE(block) WIDE(select)(WIDE(mask) mask, WIDE(block) x, WIDE(block) otherwise) {
    return (WIDE(block))(((WIDE(mask))x & mask) | ((WIDE(mask))otherwise & ~mask));
}

INLINE int WIDE(any)(WIDE(mask) cells) {
#if VECTOR == 64
    return _mm512_test_epi32_mask((__m512i)cells, (__m512i)cells) != 0;
#elif VECTOR == 32
    return !_mm256_testz_si256((__m256i)cells, (__m256i)cells);
#else
    INT any = 0;
    for (int e = 0; e < WIDE(lanes); e++) any |= cells[e];
    return any != 0;
#endif
}

/* Whether some cells of vectors are left. */
INLINE int WIDE(left)(const WIDE(mask) *todo, const int vectors) {
    WIDE(mask) some = todo[0];
    for (int v = 1; v < vectors; v++) some |= todo[v];
    return WIDE(any)(some);
}

/* Whether picks are proven, cell by cell of `vectors` vectors; above = key + tolerance. */
INLINE void WIDE(prove)(const Picks *picks, const WIDE(block) *key, const WIDE(block) *above, WIDE(mask) *proven,
                        const int vectors) {
    EACH_VECTOR proven[v] = ~(WIDE(mask)){0};
    int i = 0;
    for (; i < picks->strict; i++) {
        const int f = picks->over[i] * vectors, g = picks->under[i] * vectors;
        EACH_VECTOR proven[v] &= (WIDE(mask))(key[f + v] > above[g + v]);
    }
    for (; i < picks->comparisons; i++) {
        const int f = picks->over[i] * vectors, g = picks->under[i] * vectors;
        EACH_VECTOR proven[v] &= (WIDE(mask))(key[g + v] <= above[f + v]);
    }
}

/* Adds up what picks imply in those cells of `todo` for which they are proven, which are done then. False if there
 * is none. */
INLINE int WIDE(add_up)(const Landings *spin, const Picks *picks, const WIDE(mask) *proven, WIDE(mask) *todo,
                        WIDE(block) *sum, long j, const int planes, const int vectors) {
    WIDE(mask) where[MAX_SUMS], some = {0};
    EACH_VECTOR some |= where[v] = proven[v] & todo[v];
    if (!WIDE(any)(some)) return 0;
    WIDE(block) total[MAX_SUMS];
    EACH_PLANE EACH_VECTOR total[p * vectors + v] = (WIDE(block)){0};
    for (int i = 0; i < picks->count; i++) {
        const REAL *from = spin->from[picks->row[i]] + j;
        const long stride = spin->stride[picks->row[i]];
        const REAL weight = picks->weight[i];
        EACH_PLANE EACH_VECTOR total[p * vectors + v] +=
            weight * *(const WIDE(block) *)(from + p * stride + v * WIDE(lanes));
    }
    EACH_PLANE EACH_VECTOR sum[p * vectors + v] = WIDE(select)(where[v], total[p * vectors + v], sum[p * vectors + v]);
    EACH_VECTOR todo[v] &= ~where[v];
    return 1;
}

/* The maximum, option by option, in the cells of `where`. It is added up as for picks, row by row: a cell's value
 * does not depend on whether picks were at hand that prove it. */
INLINE void WIDE(maximum)(const Landings *spin, WIDE(mask) where, WIDE(block) *sum, long j, const int planes) {
    WIDE(block) *share = (WIDE(block) *)spin->share, total[MAX_PLANES];
    for (int r = 0; r < spin->chosen; r++) share[r] = (WIDE(block)){0} + spin->plain[r];
    for (int l = 0; l < spin->landings; l++) {
        const int *option = spin->option + spin->first[l], options = spin->first[l + 1] - spin->first[l];
        WIDE(block) best = WIDE(key_of)(spin, option[0], j, planes) + spin->tolerance;
        WIDE(mask) pick = {0};
        for (int o = 1; o < options; o++) {
            const WIDE(block) mine = WIDE(key_of)(spin, option[o], j, planes);
            const WIDE(mask) better = ~(WIDE(mask))(mine <= best);
            pick = (better & o) | (~better & pick);
            best = WIDE(select)(better, mine + spin->tolerance, best);
        }
        for (int o = 0; o < options; o++)
            share[option[o]] +=
                WIDE(select)((WIDE(mask))(pick == o), (WIDE(block)){0} + spin->chance[l], (WIDE(block)){0});
    }
    EACH_PLANE total[p] = (WIDE(block)){0};
    for (int r = 0; r < spin->rows; r++) {
        WIDE(block) weight = (WIDE(block)){0} + spin->plain[r];
        if (r < spin->chosen) weight = share[r];
        const WIDE(mask) counts = (WIDE(mask))(weight != 0);
        EACH_PLANE total[p] = WIDE(select)(counts, total[p] + weight * WIDE(load)(spin, r, p, j), total[p]);
    }
    EACH_PLANE sum[p] = WIDE(select)(where, total[p], sum[p]);
}

/* One or two vectors of a row from cell j on: by picks where they are proven, else the maximum. */
INLINE void WIDE(press_vectors)(REAL *restrict acc, long width, Landings *spin, long j, long n, const int planes,
                                const int vectors) {
    WIDE(block) key[MAX_CHOSEN * PRESSED] __attribute__((aligned(VECTOR)));
    WIDE(block) above[MAX_CHOSEN * PRESSED] __attribute__((aligned(VECTOR)));
    WIDE(block) sum[MAX_SUMS];
    WIDE(mask) todo[PRESSED], proven[PRESSED];
    REAL of_cell[MAX_CHOSEN];
    EACH_VECTOR {
        const long left = n - j - v * WIDE(lanes);
        todo[v] = *(const WIDE(mask) *)places < (INT)(left < WIDE(lanes) ? left : WIDE(lanes));
        EACH_PLANE sum[p * vectors + v] = (WIDE(block)){0};
    }
    for (int r = 0; r < spin->chosen; r++)
        EACH_VECTOR {
            key[r * vectors + v] = WIDE(key_of)(spin, r, j + v * WIDE(lanes), planes);
            above[r * vectors + v] = key[r * vectors + v] + spin->tolerance;
        }
    for (int i = 0; i < spin->kept; i++) {
        WIDE(prove)(spin->picks[i], key, above, proven, vectors);
        if (!WIDE(add_up)(spin, spin->picks[i], proven, todo, sum, j, planes, vectors)) continue;
        to_front(spin, i);
        if (!WIDE(left)(todo, vectors)) goto done;
    }
    for (int i = 0; i < NEW_PICKS; i++) {
        int v = 0, cell = 0;
        while (v < vectors - 1 && !WIDE(any)(todo[v])) v++;
        while (cell < WIDE(lanes) - 1 && !todo[v][cell]) cell++;
        for (int r = 0; r < spin->chosen; r++) of_cell[r] = key[r * vectors + v][cell];
        if (!find_picks(spin, of_cell)) break;
        WIDE(prove)(spin->picks[0], key, above, proven, vectors);
        if (!WIDE(add_up)(spin, spin->picks[0], proven, todo, sum, j, planes, vectors)) break;
        if (!WIDE(left)(todo, vectors)) goto done;
    }
    EACH_VECTOR {
        if (!WIDE(any)(todo[v])) continue;
        WIDE(block) most[MAX_PLANES];
        EACH_PLANE most[p] = sum[p * vectors + v];
        WIDE(maximum)(spin, todo[v], most, j + v * WIDE(lanes), planes);
        EACH_PLANE sum[p * vectors + v] = most[p];
    }
done:
    EACH_PLANE EACH_VECTOR *(WIDE(block) *)(acc + p * width + j + v * WIDE(lanes)) = sum[p * vectors + v];
}

INLINE void WIDE(press_planes)(REAL *restrict acc, long width, Landings *spin, long n, const int planes) {
    long j = 0;
    if (spin->chosen > MAX_CHOSEN) {
        for (; j < n; j += WIDE(lanes)) {
            WIDE(block) sum[MAX_PLANES];
            EACH_PLANE sum[p] = (WIDE(block)){0};
            WIDE(maximum)(spin, ~(WIDE(mask)){0}, sum, j, planes);
            EACH_PLANE *(WIDE(block) *)(acc + p * width + j) = sum[p];
        }
        return;
    }
    if (planes == 2) {
        for (; n - j > (PRESSED - 1) * WIDE(lanes); j += PRESSED * WIDE(lanes))
            WIDE(press_vectors)(acc, width, spin, j, n, planes, PRESSED);
        for (; n - j > WIDE(lanes); j += 2 * WIDE(lanes)) WIDE(press_vectors)(acc, width, spin, j, n, planes, 2);
    }
    for (; j < n; j += WIDE(lanes)) WIDE(press_vectors)(acc, width, spin, j, n, planes, 1);
}

static void WIDE(press)(REAL *restrict acc, long width, Landings *spin, long n, int planes) {
    if (planes == 2) WIDE(press_planes)(acc, width, spin, n, 2);
    else if (planes == 3) WIDE(press_planes)(acc, width, spin, n, 3);
    else WIDE(press_planes)(acc, width, spin, n, 6);
}
