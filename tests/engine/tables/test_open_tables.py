"""Tables that stay open: checked once, and noticed when they are replaced, removed or damaged."""

import os
from pathlib import Path

import pytest

from engine.tables import TableError, open_tables
from engine.tables.array_file import remove
from engine.tables.key import Key
from engine.tables.open_tables import OpenTables
from engine.tables.table_file import write
from tests.engine.tables.answers import close, random_table

KEY = Key({"engine": "1.0.0", "configuration": "0e1,0,0@1"}, 20_000)


def put(path, table):
    write(path, KEY, 5000, table)
    return path


def test_a_table_is_read_once_however_often_it_is_used(tmp_path):
    tables, path = OpenTables(), put(tmp_path / "20000.json", random_table((5, 6, 7)))
    os.utime(path, (1_000_000, 1_000_000))
    table = tables.read(path)
    tables.use(path)
    assert path.stat().st_mtime > 1_000_000
    assert tables.read(path) is table
    used = path.stat().st_mtime_ns
    tables.use(path)  # the time is known well enough
    assert path.stat().st_mtime_ns == used


def test_a_table_that_was_replaced_is_read_anew(tmp_path):
    tables, path = OpenTables(), tmp_path / "20000.json"
    for seed in range(5):
        table = random_table((5, 6, 7), seed=seed)
        put(path, table)
        os.utime(path, (1_000_000, 1_000_000))
        assert close(tables.read(path).press, table.press, 0)


def test_a_table_that_was_removed_is_not_found_and_its_place_on_the_disk_is_free(tmp_path):
    tables, path = OpenTables(), put(tmp_path / "20000.json", random_table((5, 6, 7)))
    table = tables.read(path)
    array = str(table.array_path)
    assert array in open_files()
    assert remove(path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(FileNotFoundError):
        tables.read(path)
    assert close(table.press, random_table((5, 6, 7)).press, 0)  # its readers go on
    del table
    assert array not in open_files()


def test_a_table_that_lost_its_array_is_not_found(tmp_path):
    tables, path = OpenTables(), put(tmp_path / "20000.json", random_table((5, 6, 7)))
    tables.read(path).array_path.unlink()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            tables.read(path)


def test_a_table_that_is_damaged_in_its_place_is_noticed(tmp_path):
    tables, path = OpenTables(), put(tmp_path / "20000.json", random_table((5, 6, 7)))
    for file in (path, tables.read(path).array_path):
        content = file.read_bytes()
        file.write_bytes(content[:-1] + b"?")
        with pytest.raises(TableError, match="damaged"):
            tables.read(path)
        file.write_bytes(content)
        tables.read(path)


def test_the_table_used_longest_ago_is_closed(tmp_path, monkeypatch):
    monkeypatch.setattr(open_tables, "MAX_TABLES", 2)
    tables = OpenTables()
    paths = [put(tmp_path / f"{cap}.json", random_table((2, 2, 2))) for cap in (1, 2, 3)]
    first = tables.read(paths[0])
    tables.read(paths[1])
    assert tables.read(paths[0]) is first
    tables.read(paths[2])
    assert tables.read(paths[0]) is first
    assert [f"{path.with_suffix('')}-" in open_files() for path in paths] == [True, False, True]


def open_files():
    """The files that this process has mapped, as text."""
    return Path("/proc/self/maps").read_text()
