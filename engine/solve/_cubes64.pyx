"""The cube kernel in double precision."""

include "_rows64.pxi"
include "_cubes.pxi"
