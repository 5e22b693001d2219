"""The file: what was put in comes out, and damage is noticed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tables import TableError
from engine.tables.key import Key
from engine.tables.table_file import describe, read, size_of, write
from tests.engine.tables.answers import close, random_table
from tests.tier import times

KEY = Key({"engine": "1.0.0", "configuration": "0e1,0,0@1"}, 20_000)


def file_of(solved, folder):
    path = folder / "20000.table"
    with path.open("wb") as file:
        write(file, describe(KEY, 5000, solved), solved)
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
    kept = read(path)
    assert (kept.key, kept.matter, kept.rounding, kept.states) == (KEY, 5000, solved.rounding, solved.states)
    assert [list(axis) for axis in kept.dollars] == [list(axis) for axis in solved.dollars]
    assert path.stat().st_size == kept.bytes == size_of(describe(KEY, 5000, solved), solved)
    for found, expected in zip((kept.press, kept.passing), (solved.press, solved.passing), strict=True):
        assert close(found, expected, 0)


def test_noise_beside_a_certain_end_is_cut_off(tmp_path):
    solved = random_table((3, 3, 3))
    solved.press[:] = [-1e-7, 1 / 3, 1 + 1e-7]
    press = read(file_of(solved, tmp_path)).press
    assert (press == np.array([0, 1 / 3, 1], np.float32)).all()


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
    return file_of(random_table((9, 10, 11)), tmp_path_factory.mktemp("t")).read_bytes()


@settings(max_examples=times(150))
@given(place=st.floats(0, 1, exclude_max=True), head=st.booleans(), bit=st.integers(0, 7))
def test_any_changed_bit_is_noticed(tmp_path_factory, original, place, head, bit):
    content = bytearray(original)
    content[int(place * (400 if head else len(content)))] ^= 1 << bit
    path = tmp_path_factory.mktemp("t") / "20000.table"
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"20000\.table (is|has)"):
        read(path)


@pytest.mark.parametrize(
    "change", [lambda c: c[:-1], lambda c: c[:-4], lambda c: c[:30], lambda c: c[:5], lambda c: b"", lambda c: c + b"x"]
)
@pytest.mark.parametrize("check", [True, False])
def test_a_file_cut_short_or_too_long_is_no_table(tmp_path, original, change, check):
    path = tmp_path / "20000.table"
    path.write_bytes(change(original))
    with pytest.raises(TableError):
        read(path, check=check)


def test_another_format_says_so(tmp_path, original):
    path = tmp_path / "20000.table"
    path.write_bytes(original[:8] + b"\x01" + original[9:])
    with pytest.raises(TableError, match="has format 1; this engine reads format 2"):
        read(path)
    path.write_bytes(b"%PDF-1.7" + b"x" * 1000)
    with pytest.raises(TableError, match="is not a table"):
        read(path)
