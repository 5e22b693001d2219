/* Expectimax row kernel: per cell, the chance-weighted sum over landings of the mover's best option. Included once
   per vector width. */

INLINE WIDE(vec) WIDE(load)(const Landings *spin, int r, int p, long j) {
    return *(const WIDE(vec) *)(spin->from[r] + p * spin->stride[r] + j);
}

INLINE WIDE(vec) WIDE(key_of)(const Landings *spin, int r, long j, const int planes) {
    if (spin->own_payoff >= 0) return WIDE(load)(spin, r, spin->own_payoff, j);
    WIDE(vec) key = spin->key[0] * WIDE(load)(spin, r, 0, j) + spin->key[1] * WIDE(load)(spin, r, 1, j);
    if (planes > 2) key += spin->key[2] * WIDE(load)(spin, r, 2, j);
    return key;
}

/* x in the cells of `mask`, elsewhere `otherwise`. */
INLINE WIDE(vec) WIDE(select)(WIDE(mask) mask, WIDE(vec) x, WIDE(vec) otherwise) {
    return (WIDE(vec))(((WIDE(mask))x & mask) | ((WIDE(mask))otherwise & ~mask));
}

INLINE int WIDE(any)(WIDE(mask) cells) {
#if VECTOR == 64
    return _mm512_test_epi32_mask((__m512i)cells, (__m512i)cells) != 0;
#elif VECTOR == 32
    return !_mm256_testz_si256((__m256i)cells, (__m256i)cells);
#else
    INT any = 0;
    for (int e = 0; e < WIDE(elements); e++) any |= cells[e];
    return any != 0;
#endif
}

/* Whether any cells of the vectors are still to do. */
INLINE int WIDE(any_left)(const WIDE(mask) *todo, const int vectors) {
    WIDE(mask) some = todo[0];
    for (int v = 1; v < vectors; v++) some |= todo[v];
    return WIDE(any)(some);
}

/* Whether a choice is proven, cell by cell of `vectors` vectors; above = key + tolerance. */
INLINE void WIDE(prove)(const CachedChoice *choice, const WIDE(vec) *key, const WIDE(vec) *above,
                        WIDE(mask) *proven, const int vectors) {
    EACH_VECTOR proven[v] = ~(WIDE(mask)){0};
    int i = 0;
    for (; i < choice->strict; i++) {
        const int f = choice->over[i] * vectors, g = choice->under[i] * vectors;
        EACH_VECTOR proven[v] &= (WIDE(mask))(key[f + v] > above[g + v]);
    }
    for (; i < choice->comparisons; i++) {
        const int f = choice->over[i] * vectors, g = choice->under[i] * vectors;
        EACH_VECTOR proven[v] &= (WIDE(mask))(key[g + v] <= above[f + v]);
    }
}

/* Sets the cells of `todo` for which a choice is proven to its weighted sum, and removes them from `todo`. False if
 * there are none. */
INLINE int WIDE(add_up)(const Landings *spin, const CachedChoice *choice, const WIDE(mask) *proven, WIDE(mask) *todo,
                        WIDE(vec) *sum, long j, const int planes, const int vectors) {
    WIDE(mask) where[MAX_ACCUMULATORS], some = {0};
    EACH_VECTOR some |= where[v] = proven[v] & todo[v];
    if (!WIDE(any)(some)) return 0;
    WIDE(vec) total[MAX_ACCUMULATORS];
    EACH_PLANE EACH_VECTOR total[p * vectors + v] = (WIDE(vec)){0};
    for (int i = 0; i < choice->count; i++) {
        const REAL *from = spin->from[choice->row[i]] + j;
        const long stride = spin->stride[choice->row[i]];
        const REAL weight = choice->weight[i];
        EACH_PLANE EACH_VECTOR total[p * vectors + v] +=
            weight * *(const WIDE(vec) *)(from + p * stride + v * WIDE(elements));
    }
    EACH_PLANE EACH_VECTOR sum[p * vectors + v] = WIDE(select)(where[v], total[p * vectors + v], sum[p * vectors + v]);
    EACH_VECTOR todo[v] &= ~where[v];
    return 1;
}

/* The maximum, option by option, in the cells of `where`. It is summed row by row as for a cached choice, so a cell's
 * value does not depend on the cache. */
static NOT_INLINE void WIDE(maximum)(const Landings *spin, WIDE(mask) where, WIDE(vec) *sum, long j, const int planes) {
    WIDE(vec) *share = (WIDE(vec) *)spin->share, total[MAX_PLANES];
    for (int r = 0; r < spin->option_rows; r++) share[r] = (WIDE(vec)){0} + spin->fixed_weight[r];
    for (int l = 0; l < spin->landings; l++) {
        const int *option = spin->option + spin->first[l], options = spin->first[l + 1] - spin->first[l];
        WIDE(vec) best = WIDE(key_of)(spin, option[0], j, planes) + spin->tolerance;
        WIDE(mask) pick = {0};
        for (int o = 1; o < options; o++) {
            const WIDE(vec) mine = WIDE(key_of)(spin, option[o], j, planes);
            const WIDE(mask) better = ~(WIDE(mask))(mine <= best);
            pick = (better & o) | (~better & pick);
            best = WIDE(select)(better, mine + spin->tolerance, best);
        }
        for (int o = 0; o < options; o++)
            share[option[o]] +=
                WIDE(select)((WIDE(mask))(pick == o), (WIDE(vec)){0} + spin->chance[l], (WIDE(vec)){0});
    }
    EACH_PLANE total[p] = (WIDE(vec)){0};
    for (int r = 0; r < spin->rows; r++) {
        WIDE(vec) weight = (WIDE(vec)){0} + spin->fixed_weight[r];
        if (r < spin->option_rows) weight = share[r];
        const WIDE(mask) counts = (WIDE(mask))(weight != 0);
        EACH_PLANE total[p] = WIDE(select)(counts, total[p] + weight * WIDE(load)(spin, r, p, j), total[p]);
    }
    EACH_PLANE sum[p] = WIDE(select)(where, total[p], sum[p]);
}

/* A few vectors of a row from cell j on: by cached choices where they are proven, else the maximum. */
INLINE void WIDE(expectimax_vectors)(REAL *restrict acc, long width, Landings *spin, long j, long n,
                                     const int planes, const int vectors) {
    WIDE(vec) key[MAX_OPTION_ROWS * PROOF_VECTORS] __attribute__((aligned(VECTOR)));
    WIDE(vec) above[MAX_OPTION_ROWS * PROOF_VECTORS] __attribute__((aligned(VECTOR)));
    WIDE(vec) sum[MAX_ACCUMULATORS];
    WIDE(mask) todo[PROOF_VECTORS], proven[PROOF_VECTORS];
    REAL of_cell[MAX_OPTION_ROWS];
    EACH_VECTOR {
        const long left = n - j - v * WIDE(elements);
        todo[v] = *(const WIDE(mask) *)places < (INT)(left < WIDE(elements) ? left : WIDE(elements));
        EACH_PLANE sum[p * vectors + v] = (WIDE(vec)){0};
    }
    for (int r = 0; r < spin->option_rows; r++)
        EACH_VECTOR {
            key[r * vectors + v] = WIDE(key_of)(spin, r, j + v * WIDE(elements), planes);
            above[r * vectors + v] = key[r * vectors + v] + spin->tolerance;
        }
    const int cached = spin->cached;
    for (int i = 0; i < cached + MAX_NEW_CHOICES; i++) {
        if (i >= cached) {
            int v = 0, cell = 0;
            while (v < vectors - 1 && !WIDE(any)(todo[v])) v++;
            while (cell < WIDE(elements) - 1 && !todo[v][cell]) cell++;
            for (int r = 0; r < spin->option_rows; r++) of_cell[r] = key[r * vectors + v][cell];
            if (!build_choice(spin, of_cell)) break;
        }
        const int at = i < cached ? i : 0;
        WIDE(prove)(spin->cache[at], key, above, proven, vectors);
        if (WIDE(add_up)(spin, spin->cache[at], proven, todo, sum, j, planes, vectors)) {
            move_to_front(spin, at);
            if (!WIDE(any_left)(todo, vectors)) goto done;
        } else if (i >= cached) break;
    }
    EACH_VECTOR {
        if (!WIDE(any)(todo[v])) continue;
        WIDE(vec) best[MAX_PLANES];
        EACH_PLANE best[p] = sum[p * vectors + v];
        WIDE(maximum)(spin, todo[v], best, j + v * WIDE(elements), planes);
        EACH_PLANE sum[p * vectors + v] = best[p];
    }
done:
    EACH_PLANE EACH_VECTOR *(WIDE(vec) *)(acc + p * width + j + v * WIDE(elements)) = sum[p * vectors + v];
}

INLINE void WIDE(expectimax_planes)(REAL *restrict acc, long width, Landings *spin, long n, const int planes) {
    long j = 0;
    if (spin->option_rows > MAX_OPTION_ROWS) {
        for (; j < n; j += WIDE(elements)) {
            WIDE(vec) sum[MAX_PLANES];
            EACH_PLANE sum[p] = (WIDE(vec)){0};
            WIDE(maximum)(spin, ~(WIDE(mask)){0}, sum, j, planes);
            EACH_PLANE *(WIDE(vec) *)(acc + p * width + j) = sum[p];
        }
        return;
    }
    if (planes == 2) {
        for (; n - j > (PROOF_VECTORS - 1) * WIDE(elements); j += PROOF_VECTORS * WIDE(elements))
            WIDE(expectimax_vectors)(acc, width, spin, j, n, planes, PROOF_VECTORS);
        for (; n - j > WIDE(elements); j += 2 * WIDE(elements))
            WIDE(expectimax_vectors)(acc, width, spin, j, n, planes, 2);
    }
    for (; j < n; j += WIDE(elements)) WIDE(expectimax_vectors)(acc, width, spin, j, n, planes, 1);
}

static void WIDE(expectimax)(REAL *restrict acc, long width, Landings *spin, long n, int planes) {
    if (planes == 2) WIDE(expectimax_planes)(acc, width, spin, n, 2);
    else if (planes == 3) WIDE(expectimax_planes)(acc, width, spin, n, 3);
    else WIDE(expectimax_planes)(acc, width, spin, n, 6);
}
