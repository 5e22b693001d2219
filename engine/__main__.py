"""Runs ``python -m engine``."""

import os
import sys
from contextlib import suppress

from .cli import main

status = main()
with suppress(BrokenPipeError):
    sys.stdout.flush()
    sys.stderr.flush()
# Not sys.exit: taking a big program apart costs up to a tenth of a second, which time limits do not have.
os._exit(status)
