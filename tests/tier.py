"""Which tier of tests runs: `make test`, or `make nightly` with TIMES as many random cases and what is marked nightly or slow."""

import os

TIMES = int(os.environ.get("TIMES", "1"))
NIGHTLY = TIMES > 1
