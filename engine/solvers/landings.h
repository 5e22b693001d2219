/* The landings of one spin, where the mover may choose among slides; expectimax_rows.h computes rows of cells.
 *
 * A choice picks one option in each landing. Given the choice, the value is linear: a row's weight is the chance of the
 * landings where it is picked. The choice hardly changes from cell to cell, so the last few choices are cached, with
 * their weights and the comparisons that prove them. Cells of a vector that pass the comparisons get the weighted sum
 * of rows. If no cached choice is proven for a cell, its own is built and cached; cells that fail even this take the
 * maximum option by option.
 *
 * Proof. The maximum takes a landing's options in order of preference and replaces the incumbent by one whose
 * key is better by more than the tolerance. Let option f be better by more than the tolerance than each option
 * before it, and no option after it better than f by more than the tolerance. Then f replaces the incumbent, whichever
 * it is, and nothing replaces f. The comparisons are those of the maximum, on the same rounded numbers.
 * (They are sufficient, not necessary: of options within a tolerance of one another the maximum may pick one
 * that is not better than all before it. Such cells fail; so do those with NaN.) */

/* A cached argmax: the option chosen in each landing, the row weights it implies, and the comparisons that certify
   it. */
typedef struct {
    int count; /* of rows with a weight */
    int *row;
    REAL *weight;
    /* Comparison i: key[over[i]] > key[under[i]] + tolerance; from `strict` on, key[under[i]] <= key[over[i]] +
     * tolerance. */
    int strict, comparisons;
    uint8_t *over, *under;
} CachedChoice;

/* One mover's landings. */
typedef struct {
    int rows, *caller_row; /* the distinct rows, options first: their indices in the caller's list */
    REAL *fixed_weight; /* [rows], the chance of each where there is no choice */
    int landings, *first, *option; /* with a choice; options are indices in `caller_row` */
    REAL *chance; /* [landings] */
    int option_rows; /* how many rows are options */
    REAL key[3], tolerance;
    int own_payoff; /* the payoff that is the key, or -1 */
    int cached; /* choices in the cache */
    CachedChoice *cache[CHOICE_CACHE_SIZE], entries[CHOICE_CACHE_SIZE]; /* most recent first */
    const REAL **from; /* [rows], of the current call */
    long *stride;
    REAL *share; /* [option_rows, WIDEST bytes], of the current cells: the chance of each option where it is picked */
    void *memory;
} Landings;

static void free_landings(Landings *spin) {
    if (spin) free(spin->memory);
    free(spin);
}

/* Carves the next array from the memory of a spin; NULL in the first pass, which only adds up the size. */
static void *carve(const Landings *spin, size_t *size, size_t count, size_t of) {
    void *address = spin->memory ? (char *)spin->memory + *size : NULL;
    *size += (count * of + ALIGNED - 1) / ALIGNED * ALIGNED;
    return address;
}

/* Returns the index of a row in `caller_row`, adding it if new. */
static int number_row(Landings *spin, int *numbers, int row) {
    if (!numbers[row]) {
        spin->caller_row[spin->rows] = row;
        numbers[row] = ++spin->rows;
    }
    return numbers[row] - 1;
}

/* Sets up a mover's landings, once for many rows of cells. For one thread; free it with free_landings. NULL when
 * there is no memory.
 *
 * Rows are numbers below `max_rows`. term, weight [terms]: where landings without a choice lead, and their chances.
 * option, first [landings + 1], chance [landings]: landing l offers option[first[l]] .. option[first[l + 1] - 1],
 * in order of preference. Rows without a chance are not read, so they may be NaN. The key of a cell is the mover's
 * payoff: key[0] * a + key[1] * b + key[2] * c. */
static Landings *new_landings(int max_rows, const int32_t *term, const REAL *weight, int terms, const int32_t *option,
                              const int32_t *first, const REAL *chance, int landings, const REAL *key,
                              REAL tolerance) {
    Landings *spin = calloc(1, sizeof(Landings));
    if (!spin) return NULL;
    const size_t options = landings ? first[landings] : 0; /* also the limit of comparisons */
    int *numbers = NULL;
    for (int fill = 0; fill < 2; fill++) {
        size_t size = 0;
        numbers = carve(spin, &size, max_rows, sizeof(int));
        spin->caller_row = carve(spin, &size, max_rows, sizeof(int));
        spin->fixed_weight = carve(spin, &size, max_rows, sizeof(REAL));
        spin->first = carve(spin, &size, landings + 1, sizeof(int));
        spin->option = carve(spin, &size, options, sizeof(int));
        spin->chance = carve(spin, &size, landings, sizeof(REAL));
        spin->from = carve(spin, &size, max_rows, sizeof(REAL *));
        spin->stride = carve(spin, &size, max_rows, sizeof(long));
        spin->share = carve(spin, &size, max_rows, WIDEST);
        for (int i = 0; i < CHOICE_CACHE_SIZE; i++) {
            CachedChoice *choice = spin->cache[i] = &spin->entries[i];
            choice->row = carve(spin, &size, max_rows, sizeof(int));
            choice->weight = carve(spin, &size, max_rows, sizeof(REAL));
            choice->over = carve(spin, &size, options, 1);
            choice->under = carve(spin, &size, options, 1);
        }
        if (!fill && !(spin->memory = calloc(1, size))) {
            free(spin);
            return NULL;
        }
    }
    for (int l = 0; l < landings; l++) {
        if (chance[l] == 0) continue;
        int end = spin->first[spin->landings];
        for (int o = first[l]; o < first[l + 1]; o++)
            spin->option[end++] = number_row(spin, numbers, option[o]);
        spin->chance[spin->landings++] = chance[l];
        spin->first[spin->landings] = end;
    }
    spin->option_rows = spin->rows;
    for (int t = 0; t < terms; t++)
        if (weight[t] != 0) spin->fixed_weight[number_row(spin, numbers, term[t])] += weight[t];
    spin->own_payoff = -1;
    for (int p = 0; p < 3; p++) {
        spin->key[p] = key[p];
        if (key[p] == 1 && key[(p + 1) % 3] == 0 && key[(p + 2) % 3] == 0) spin->own_payoff = p;
    }
    spin->tolerance = tolerance;
    return spin;
}

static void move_to_front(Landings *spin, int i) {
    CachedChoice *choice = spin->cache[i];
    for (; i; i--) spin->cache[i] = spin->cache[i - 1];
    spin->cache[0] = choice;
}

/* Builds the choice of a cell from its keys [option_rows], replacing the oldest in the cache. False if a key is NaN.
 *
 * Comparisons that follow from others are left out. With t for the tolerance, f > g + t and g > h + t give
 * f > h + t; f > g + t and h <= g + t give h <= f + t, and so do g <= f + t and g > h + t. (This is not circular:
 * strict comparisons follow from strict ones between closer keys, the others from a strict one and one between closer
 * keys.) */
static int build_choice(Landings *spin, const REAL *key) {
    for (int r = 0; r < spin->option_rows; r++)
        if (key[r] != key[r]) return 0;
    spin->cached += spin->cached < CHOICE_CACHE_SIZE;
    move_to_front(spin, spin->cached - 1);
    CachedChoice *choice = spin->cache[0];
    memcpy(choice->weight, spin->fixed_weight, spin->rows * sizeof(REAL));
    uint64_t strictly[MAX_OPTION_ROWS] = {0}, weakly[MAX_OPTION_ROWS] = {0};
    for (int l = 0; l < spin->landings; l++) {
        const int *option = spin->option + spin->first[l], options = spin->first[l + 1] - spin->first[l];
        int pick = 0;
        for (int o = 1; o < options; o++)
            if (key[option[o]] > key[option[pick]] + spin->tolerance) pick = o;
        const int f = option[pick];
        choice->weight[f] += spin->chance[l];
        for (int o = 0; o < options; o++) {
            if (o < pick) strictly[f] |= (uint64_t)1 << option[o];
            else if (option[o] != f) weakly[f] |= (uint64_t)1 << option[o];
        }
    }
    choice->comparisons = choice->count = 0;
    for (int strict = 1; strict >= 0; strict--) {
        for (int f = 0; f < spin->option_rows; f++) {
            uint64_t needed = strict ? strictly[f] : weakly[f] & ~strictly[f];
            for (int g = 0; g < spin->option_rows; g++) {
                if (strictly[f] >> g & 1) needed &= ~(strict ? strictly[g] : strictly[g] | weakly[g]);
                else if (!strict && weakly[f] >> g & 1) needed &= ~strictly[g];
            }
            for (; needed; needed &= needed - 1) {
                choice->over[choice->comparisons] = f;
                choice->under[choice->comparisons++] = __builtin_ctzll(needed);
            }
        }
        if (strict) choice->strict = choice->comparisons;
    }
    for (int r = 0; r < spin->rows; r++)
        if (choice->weight[r] != 0) {
            choice->row[choice->count] = r;
            choice->weight[choice->count++] = choice->weight[r];
        }
    return 1;
}

static const INT places[CHUNK] __attribute__((aligned(CHUNK * sizeof(INT)))) = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
};

#define VECTOR 16
#define WIDE(name) name##_16
#include "sums.h"
#include "expectimax_rows.h"
#undef VECTOR
#undef WIDE

#ifdef VECTOR_LEVELS
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
#define VECTOR 32
#define WIDE(name) name##_32
#include "sums.h"
#include "expectimax_rows.h"
#undef VECTOR
#undef WIDE
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4")
#define VECTOR 64
#define WIDE(name) name##_64
#include "sums.h"
#include "expectimax_rows.h"
#undef VECTOR
#undef WIDE
#pragma GCC pop_options
#endif

static void rows_weighted_sum(REAL *restrict acc, long width, const REAL *const *row, const long *stride,
                              const REAL *weight, int terms, long n, int planes) {
#ifdef VECTOR_LEVELS
    if (n * sizeof(REAL) > 32 && vectors == 64) {
        sum_64(acc, width, row, stride, weight, terms, n, planes);
        return;
    }
    if (vectors >= 32) {
        sum_32(acc, width, row, stride, weight, terms, n, planes);
        return;
    }
#endif
    sum_16(acc, width, row, stride, weight, terms, n, planes);
}

static void rows_expectimax(REAL *restrict acc, long width, const REAL *const *row, const long *stride, Landings *spin,
                            long n, int planes) {
    for (int r = 0; r < spin->rows; r++) {
        spin->from[r] = row[spin->caller_row[r]];
        spin->stride[r] = stride[spin->caller_row[r]];
    }
    if (!spin->landings) {
        rows_weighted_sum(acc, width, spin->from, spin->stride, spin->fixed_weight, spin->rows, n, planes);
        return;
    }
#ifdef VECTOR_LEVELS
    if (n * sizeof(REAL) > 32 && vectors == 64) {
        expectimax_64(acc, width, spin, n, planes);
        return;
    }
    if (vectors >= 32) {
        expectimax_32(acc, width, spin, n, planes);
        return;
    }
#endif
    expectimax_16(acc, width, spin, n, planes);
}
