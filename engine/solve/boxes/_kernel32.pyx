"""The kernel in single precision."""

include "_rows32.pxi"
include "_kernel.pxi"
