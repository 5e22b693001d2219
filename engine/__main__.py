"""Runs ``python -m engine``."""

import os
import sys
from contextlib import suppress

from .cli import main

status = main()
with suppress(BrokenPipeError):
    sys.stdout.flush()
    sys.stderr.flush()
# Not sys.exit: tearing down a large process takes up to a tenth of a second, too long under a time limit.
os._exit(status)
