"""The files: what was put in comes out, and damage is noticed."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tables import TableError, array_file, size_of
from engine.tables.answer_table import read, write
from engine.tables.array_file import remove, remove_abandoned
from tests.engine.tables.answers import array_of, close, random_table
from tests.tier import times

KEY = {"engine": "1.0.0", "configuration": "0e1,0,0@1"}


def file_of(solved, folder):
    path = folder / "20000.json"
    write(path, KEY, 20_000, 5000, solved)
    return path


@st.composite
def tables(draw):
    """Tables of many shapes, with both actions or one, with and without answers everywhere."""
    shape = tuple(draw(st.sampled_from([1, 2, 7, 17])) for _ in range(3))
    solved = random_table(shape, seed=draw(st.integers(0, 99)), sharing=draw(st.sampled_from([1.0, 0.5])))
    for payoffs in (solved.press, solved.passing):
        if draw(st.booleans()):
            payoffs[np.random.default_rng(1).random(shape) < 0.3] = np.nan
    only = draw(st.sampled_from(["press", "pass", "both"]))
    object.__setattr__(solved, "press", None if only == "pass" else solved.press)
    object.__setattr__(solved, "passing", None if only == "press" else solved.passing)
    return solved


@settings(max_examples=times(60))
@given(tables())
def test_what_was_written_is_read(tmp_path_factory, solved):
    path = file_of(solved, tmp_path_factory.mktemp("t"))
    table = read(path)
    assert (table.key, table.cap, table.relevant_sum) == (KEY, 20_000, 5000)
    assert (table.rounding, table.states) == (solved.rounding, solved.states)
    assert [list(axis) for axis in table.dollars] == [list(axis) for axis in solved.dollars]
    assert size_of(path) == sum(file.stat().st_size for file in path.parent.iterdir())
    assert 0 < size_of(path) - sum(payoffs.nbytes for payoffs in solved.by_action.values()) < 2000
    assert np.load(array_of(path)).shape[1:] == (*solved.shape, 3)
    for values, expected in zip((table.press, table.passing), (solved.press, solved.passing), strict=True):
        assert close(values, expected, 0)


@pytest.mark.parametrize("wrong", [2.0, -0.5, np.inf])
def test_what_is_no_chance_is_refused(tmp_path, wrong):
    solved = random_table((2, 2, 2))
    solved.press[1, 1, 1] = wrong
    with pytest.raises(ValueError, match="chances"):
        file_of(solved, tmp_path)


def test_an_answer_for_some_seats_only_is_refused(tmp_path):
    solved = random_table((2, 2, 2))
    solved.press[1, 1, 1, 2] = np.nan
    with pytest.raises(ValueError, match="missing"):
        file_of(solved, tmp_path)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("t")
    file_of(random_table((9, 10, 11)), folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def write_all(folder, files):
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / "20000.json"


@settings(max_examples=times(150))
@given(place=st.floats(0, 1, exclude_max=True), suffix=st.sampled_from([".json", ".npy"]), bit=st.integers(0, 7))
def test_any_changed_bit_is_noticed(tmp_path_factory, original, place, suffix, bit):
    files = {name: bytearray(content) for name, content in original.items()}
    [content] = (content for name, content in files.items() if name.endswith(suffix))
    content[int(place * (len(content) if bit else min(len(content), 400)))] ^= 1 << bit
    with pytest.raises(TableError, match=r"20000\.json is damaged"):
        read(write_all(tmp_path_factory.mktemp("t"), files))


@pytest.mark.parametrize(
    "change", [lambda c: c[:-1], lambda c: c[:-4], lambda c: c[:30], lambda c: c[:5], lambda c: b"", lambda c: c + b"x"]
)
@pytest.mark.parametrize("suffix", [".json", ".npy"])
@pytest.mark.parametrize("check", [True, False])
def test_a_file_cut_short_or_too_long_is_no_table(tmp_path, original, change, suffix, check):
    files = {name: change(content) if name.endswith(suffix) else content for name, content in original.items()}
    path = write_all(tmp_path, files)
    with pytest.raises(TableError):
        read(path, check=check)


@pytest.mark.parametrize(
    "text", [b"%PDF-1.7" + b"x" * 1000, b"[1]\n", b"7\n", b'"text"\n', b"null\n", b"{}\n", b'{"crc32":1,"array":7}\n']
)
def test_what_describes_no_table_says_so(tmp_path, text):
    with pytest.raises(TableError, match=r"20000\.json is damaged"):
        read(write_all(tmp_path, {"20000.json": text}))


def test_a_table_written_again_has_one_array_in_the_end(tmp_path):
    """The one before stays for an hour, for those who have just read the description."""
    arrays = []
    for seed in (1, 2):
        path = file_of(random_table((3, 3, 3), seed=seed), tmp_path)
        arrays.append(array_of(path))
    assert set(tmp_path.glob("*.npy")) == set(arrays)
    for array in arrays:
        os.utime(array, (1_000_000, 1_000_000))
    remove_abandoned(tmp_path)
    assert set(tmp_path.iterdir()) == {path, arrays[1]}
    assert close(read(path).press, random_table((3, 3, 3), seed=2).press, 0)


# -- tables that are read again ----------------------------------------------------------------


def test_a_table_is_compared_with_its_checksum_once(tmp_path, monkeypatch):
    path = file_of(random_table((5, 6, 7)), tmp_path)
    read(path)
    os.utime(path, (1_000_000, 1_000_000))
    monkeypatch.setattr(array_file.zlib, "crc32", counting(calls := [], array_file.zlib.crc32))
    read(path)
    assert max(calls) < 2000  # bytes of a description


def counting(calls, function):
    return lambda data, *more: calls.append(len(data)) or function(data, *more)


def test_a_table_that_was_replaced_is_read_anew(tmp_path):
    for seed in range(5):
        table = random_table((5, 6, 7), seed=seed)
        path = file_of(table, tmp_path)
        os.utime(path, (1_000_000, 1_000_000))
        assert close(read(path).press, table.press, 0)


def test_a_table_that_was_removed_is_not_found_and_its_place_on_the_disk_is_free(tmp_path):
    path = file_of(random_table((5, 6, 7)), tmp_path)
    table, array = read(path), str(array_of(path))
    assert array in open_files()
    assert remove(path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(FileNotFoundError):
        read(path)
    assert close(table.press, random_table((5, 6, 7)).press, 0)  # its readers go on
    del table
    assert array not in open_files()


def test_a_table_that_lost_its_array_is_not_found(tmp_path):
    path = file_of(random_table((5, 6, 7)), tmp_path)
    read(path)
    array_of(path).unlink()
    with pytest.raises(FileNotFoundError):
        read(path)


def test_a_table_that_is_damaged_in_its_place_is_noticed(tmp_path):
    path = file_of(random_table((5, 6, 7)), tmp_path)
    read(path)
    for file in (path, array_of(path)):
        content = file.read_bytes()
        file.write_bytes(content[:-1] + b"?")
        with pytest.raises(TableError, match="damaged"):
            read(path)
        file.write_bytes(content)
        read(path)


def open_files():
    """The files that this process has mapped, as text."""
    return Path("/proc/self/maps").read_text()
