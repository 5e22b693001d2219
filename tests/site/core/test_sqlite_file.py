"""SQLite's file: who only reads waits for nobody, and free space can be returned."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection

from pressorpass_site.boards.models import Board


@pytest.fixture
def locked(transactional_db: None) -> Iterator[None]:
    """The database while another process writes, for as long as the test lasts."""
    if connection.vendor != "sqlite":
        pytest.skip("SQLite only")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def read_in_a_connection_of_its_own() -> int:
    try:
        return Board.objects.count()
    finally:
        connection.close()


@pytest.mark.usefixtures("locked")
def test_a_new_connection_reads_while_somebody_writes() -> None:
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(read_in_a_connection_of_its_own).result() >= 0
