"""The plate kernel in single precision: half the memory, answers to about 1e-6."""

include "_rows32.pxi"
include "_plates.pxi"
