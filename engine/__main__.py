"""Runs ``python -m engine``."""

import os
import sys
from contextlib import suppress

from .cli import main

# NumPy starts threads for linear algebra, of which the engine does little; that takes as long as loading NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
status = main()
with suppress(BrokenPipeError):
    sys.stdout.flush()
    sys.stderr.flush()
# Not sys.exit: tearing down a large process takes up to a tenth of a second, too long under a time limit.
os._exit(status)
