"""The states of the site's parts: database, queue and workers. Nothing is written."""

from pathlib import Path

import redis
from django.db import DatabaseError, connection

from pressorpass_site.work import liveness

WELL = "ok"


def check_parts() -> dict[str, str]:
    """Return `ok` or the fault of each part; a queue that hangs is given up (redis_client.py)."""
    return {"database": _check_database(), **_check_queue()}


def _check_database() -> str:
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return "its file is missing"  # which an open connection outlives, and a new one would make
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except DatabaseError as error:
        return f"unreachable ({type(error).__name__})"
    return WELL


def _check_queue() -> dict[str, str]:
    try:
        unserved = [queue for queue, served in liveness.read_queues().items() if not served]
    except redis.RedisError as error:
        return {"queue": f"unreachable ({type(error).__name__})", "worker": "unknown"}
    return {"queue": WELL, "worker": f"none serves {', '.join(unserved)}" if unserved else WELL}
