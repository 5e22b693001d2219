"""The plate kernel in double precision."""

include "_rows64.pxi"
include "_plates.pxi"
