"""The kernel in double precision."""

include "_rows64.pxi"
include "_kernel.pxi"
