"""The site's settings for a test run: a data folder that is thrown away and a broker of its own.

The environment carries them to the processes that tests start, which import this module too. Each worker of a parallel
run (pytest-xdist) has a folder, and with it a database and a broker, of its own.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.processes import reserve_port
from tools.run.broker import Broker

if os.environ.get("TEST_WORKER") != os.environ.get("PYTEST_XDIST_WORKER", "main"):
    # A worker's folder lies in that of the run, which outlives it.
    _folder = tempfile.mkdtemp(prefix="pressorpass-tests-", dir=os.environ.get("TEST_RUN_DIR"))
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    os.environ |= {
        "TEST_WORKER": os.environ.get("PYTEST_XDIST_WORKER", "main"),
        "TEST_RUN_DIR": _folder,
        "DATA_DIR": _folder,
        # Never among the user's own tables, and not among another worker's.
        "PRESSORPASS_TABLES": f"{_folder}/tables",
        # Full tables of Yahtzee are built once for all tests, in whichever worker.
        "PRESSORPASS_LAB": f"{os.environ.get('TEST_RUN_DIR', _folder)}/lab",
        "REDIS_URL": Broker(Path(_folder), reserve_port()).url,
        "STATIC_COLLECTED": "0",
        "TABLES_IN_ADVANCE": "0",
        # Playwright runs an event loop in the tests' thread, in which Django would refuse to touch the database.
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
    }

from jinja2 import StrictUndefined

from pressorpass_site.settings import *  # noqa: F403
from pressorpass_site.settings import DATA_DIR, DATABASES, LIMITS, TEMPLATES

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file rather than memory, so that a worker process can share it.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Everything that is tested comes from one address.
LIMITS = dict.fromkeys(LIMITS)
QUESTIONS_PER_CLIENT = 0
# A name that a template misses is an error.
_pages, *_others = TEMPLATES
TEMPLATES = [_pages | {"OPTIONS": _pages["OPTIONS"] | {"undefined": StrictUndefined}}, *_others]
