/* Rows of cells of a spin where landings leave a choice. Included after sums.h, for each width of vectors. */

INLINE WIDE(block) WIDE(load)(const NAME(landings) *spin, int r, int p, long j) {
    return *(const WIDE(block) *)(spin->from[r] + p * spin->stride[r] + j);
}

INLINE WIDE(block) WIDE(key_of)(const NAME(landings) *spin, int r, long j, const int planes) {
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
    INT any = 0;
    for (int e = 0; e < WIDE(lanes); e++) any |= cells[e];
    return any != 0;
}

/* The cells of `where` for which picks are proven; above = key + tolerance. */
INLINE WIDE(mask) WIDE(proven)(const NAME(picks) *picks, WIDE(mask) where, const WIDE(block) *key,
                               const WIDE(block) *above) {
    int i = 0;
    for (; i < picks->strict; i++) where &= (WIDE(mask))(key[picks->over[i]] > above[picks->under[i]]);
    for (; i < picks->comparisons; i++) where &= (WIDE(mask))(key[picks->under[i]] <= above[picks->over[i]]);
    return where;
}

/* The sum that picks imply, in the cells of `where`. */
INLINE void WIDE(add_up)(const NAME(landings) *spin, const NAME(picks) *picks, WIDE(mask) where, WIDE(block) *sum,
                         long j, const int planes) {
    WIDE(block) v[MOST_PLANES];
    EACH_PLANE v[p] = (WIDE(block)){0};
    for (int i = 0; i < picks->count; i++)
        EACH_PLANE v[p] += picks->weight[i] * WIDE(load)(spin, picks->row[i], p, j);
    EACH_PLANE sum[p] = WIDE(select)(where, v[p], sum[p]);
}

/* The maximum, option by option, in the cells of `where`. */
INLINE void WIDE(maximum)(const NAME(landings) *spin, WIDE(mask) where, WIDE(block) *sum, long j, const int planes) {
    WIDE(block) total[MOST_PLANES], v[MOST_PLANES];
    EACH_PLANE total[p] = (WIDE(block)){0};
    for (int r = 0; r < spin->rows; r++)
        if (spin->plain[r] != 0) EACH_PLANE total[p] += spin->plain[r] * WIDE(load)(spin, r, p, j);
    for (int l = 0; l < spin->landings; l++) {
        const int *option = spin->option + spin->first[l], options = spin->first[l + 1] - spin->first[l];
        WIDE(block) best = WIDE(key_of)(spin, option[0], j, planes) + spin->tolerance;
        EACH_PLANE v[p] = WIDE(load)(spin, option[0], p, j);
        for (int o = 1; o < options; o++) {
            const WIDE(block) mine = WIDE(key_of)(spin, option[o], j, planes);
            const WIDE(mask) better = ~(WIDE(mask))(mine <= best);
            EACH_PLANE v[p] = WIDE(select)(better, WIDE(load)(spin, option[o], p, j), v[p]);
            best = WIDE(select)(better, mine + spin->tolerance, best);
        }
        EACH_PLANE total[p] += spin->chance[l] * v[p];
    }
    EACH_PLANE sum[p] = WIDE(select)(where, total[p], sum[p]);
}

/* As `maximum`, through picks wherever they can be proven. */
INLINE void WIDE(by_picks)(NAME(landings) *spin, WIDE(mask) todo, WIDE(block) *sum, long j, const int planes) {
    WIDE(block) key[MOST_CHOSEN], above[MOST_CHOSEN];
    WIDE(mask) proven;
    REAL of_cell[MOST_CHOSEN];
    for (int r = 0; r < spin->chosen; r++) {
        key[r] = WIDE(key_of)(spin, r, j, planes);
        above[r] = key[r] + spin->tolerance;
    }
    for (int i = 0; i < spin->kept; i++) {
        proven = WIDE(proven)(spin->picks[i], todo, key, above);
        if (!WIDE(any)(proven)) continue;
        WIDE(add_up)(spin, spin->picks[i], proven, sum, j, planes);
        NAME(to_front)(spin, i);
        todo &= ~proven;
        if (!WIDE(any)(todo)) return;
    }
    for (int found = 0; found < NEW_PICKS; found++) {
        int cell = 0;
        while (!todo[cell]) cell++;
        for (int r = 0; r < spin->chosen; r++) of_cell[r] = key[r][cell];
        if (!NAME(find_picks)(spin, of_cell)) break;
        proven = WIDE(proven)(spin->picks[0], todo, key, above);
        if (!proven[cell]) break;
        WIDE(add_up)(spin, spin->picks[0], proven, sum, j, planes);
        todo &= ~proven;
        if (!WIDE(any)(todo)) return;
    }
    WIDE(maximum)(spin, todo, sum, j, planes);
}

INLINE void WIDE(press_planes)(REAL *restrict acc, long width, NAME(landings) *spin, long n, const int planes) {
    for (long j = 0; j < n; j += WIDE(lanes)) {
        WIDE(block) sum[MOST_PLANES];
        WIDE(mask) cells;
        for (int e = 0; e < WIDE(lanes); e++) cells[e] = j + e < n ? -1 : 0;
        EACH_PLANE sum[p] = (WIDE(block)){0};
        if (spin->chosen <= MOST_CHOSEN) WIDE(by_picks)(spin, cells, sum, j, planes);
        else WIDE(maximum)(spin, cells, sum, j, planes);
        EACH_PLANE *(WIDE(block) *)(acc + p * width + j) = sum[p];
    }
}

static void WIDE(press)(REAL *restrict acc, long width, NAME(landings) *spin, long n, int planes) {
    if (planes == 2) WIDE(press_planes)(acc, width, spin, n, 2);
    else if (planes == 3) WIDE(press_planes)(acc, width, spin, n, 3);
    else WIDE(press_planes)(acc, width, spin, n, 6);
}
