"""The site's settings for a test run: a data folder that is thrown away and a broker of its own.

The environment carries them to the processes that tests start, which import this module too.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tools.run.broker import Broker

if "TEST_RUN_DIR" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="pressorpass-tests-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    os.environ |= {
        "TEST_RUN_DIR": _folder,
        "DATA_DIR": _folder,
        "REDIS_URL": Broker(Path(_folder)).url,
        "STATIC_COLLECTED": "0",
        # Playwright runs an event loop in the tests' thread, in which Django would refuse to touch the database.
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
    }

from pressorpass_site.settings import *  # noqa: F403
from pressorpass_site.settings import DATA_DIR, DATABASES, LIMITS

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file rather than memory, so that a worker process can share it.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Everything that is tested comes from one address.
LIMITS = dict.fromkeys(LIMITS)
