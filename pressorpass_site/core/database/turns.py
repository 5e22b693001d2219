"""Locks that make transactions run one after the other."""

from django.db import connection


def wait_turn(name: str) -> None:
    """Wait until no other transaction with this lock is open; SQLite's transactions always wait for one another."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
