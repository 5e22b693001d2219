"""Run ``python -m engine``."""

import gc
import os

from .cli import main

# NumPy starts threads for linear algebra, which takes as long as loading NumPy; the engine hardly needs them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The garbage collector would take a tenth of a small answer's time, and loading leaves little garbage.
gc.set_threshold(100_000)
status = main()
# Not sys.exit: tearing down a large process takes up to a tenth of a second, which is too long under a time limit.
os._exit(status)
