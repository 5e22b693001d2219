"""Run ``python -m engine``."""

import gc
import os

from .cli import main

# NumPy starts threads for linear algebra, of which the engine does little; that takes as long as loading NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Loading leaves little garbage, and looking for it as often as usual takes a tenth of a small answer's time.
gc.set_threshold(100_000)
status = main()
# Not sys.exit: tearing down a large process takes up to a tenth of a second, which is too long under a time limit.
os._exit(status)
