/* Which width of vectors the inner loops use, chosen when a kernel is imported (processors.py).
 *
 * All widths round alike, as terms are added in the same order and kernels are compiled without fused multiply-add
 * (setup.py). So an answer does not depend on the machine's vectors. */
#ifndef PRESSORPASS_VECTORS_H
#define PRESSORPASS_VECTORS_H

#define NOT_INLINE __attribute__((noinline))
#define INLINE static inline __attribute__((always_inline))

/* Bytes of the vectors in use: 64, 32, or the baseline of 16. */
static int vectors = 16;

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#if __GNUC__ >= 12
#include <immintrin.h>
#define VECTOR_LEVELS /* functions written for one width are compiled for each, too */
#define VECTORS_V4 "arch=x86-64-v4"
#define VECTORS_V3 "arch=x86-64-v3"
#define VECTORS_HAVE_V4 __builtin_cpu_supports("x86-64-v4")
#define VECTORS_HAVE_V3 __builtin_cpu_supports("x86-64-v3")
#else
#define VECTORS_V4 "avx2"
#define VECTORS_V3 "avx2"
#define VECTORS_HAVE_V4 0
#define VECTORS_HAVE_V3 __builtin_cpu_supports("avx2")
#endif

/* The widest vectors of this machine that the kernels are built for, in bytes. */
static int vectors_widest(void) { return VECTORS_HAVE_V4 ? 64 : VECTORS_HAVE_V3 ? 32 : 16; }

/* Defines NAME from the inlined NAME_at_any_width, compiled for each width. */
#define AT_EACH_WIDTH(NAME, PARAMETERS, ARGUMENTS)                                                                     \
    __attribute__((target(VECTORS_V4))) static void NAME##_v4 PARAMETERS { NAME##_at_any_width ARGUMENTS; }            \
    __attribute__((target(VECTORS_V3))) static void NAME##_v3 PARAMETERS { NAME##_at_any_width ARGUMENTS; }            \
    static void NAME PARAMETERS {                                                                                      \
        if (vectors == 64) NAME##_v4 ARGUMENTS;                                                                        \
        else if (vectors == 32) NAME##_v3 ARGUMENTS;                                                                   \
        else NAME##_at_any_width ARGUMENTS;                                                                            \
    }
#else
static int vectors_widest(void) { return 16; }
#define AT_EACH_WIDTH(NAME, PARAMETERS, ARGUMENTS)                                                                     \
    static void NAME PARAMETERS { NAME##_at_any_width ARGUMENTS; }
#endif

#endif
