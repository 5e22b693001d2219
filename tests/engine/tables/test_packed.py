"""The file: what was put in comes out, and damage is noticed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tables import StoredTable, TableError
from engine.tables.key import Key
from engine.tables.packed import BRICK, describe, size_of, write
from tests.engine.tables.answers import close, random_cube

KEY = Key({"engine": "1.0.0", "configuration": "0e1,0,0@1"}, 20_000)
WHOLE = (slice(None), slice(None), slice(None))


def file_of(cube, folder):
    path = folder / "20000.table"
    with path.open("wb") as file:
        write(file, describe(KEY, 5000, cube), cube)
    return path


@st.composite
def cubes(draw):
    """Cubes of many shapes, with both actions or one, with and without answers everywhere."""
    shape = tuple(draw(st.sampled_from([1, 2, 7, 8, 9, 17])) for _ in range(3))
    cube = random_cube(shape, seed=draw(st.integers(0, 99)), sharing=draw(st.sampled_from([1.0, 0.5])))
    for payoffs in (cube.press, cube.passing):
        if draw(st.booleans()):
            payoffs[np.random.default_rng(1).random(shape) < 0.3] = np.nan
        if draw(st.booleans()):
            payoffs[0, 0] = [0, 1, 0] if np.nanmax(payoffs) > 0.5 else [0, 0.5, 0]
    only = draw(st.sampled_from(["press", "pass", "both"]))
    object.__setattr__(cube, "press", None if only == "pass" else cube.press)
    object.__setattr__(cube, "passing", None if only == "press" else cube.passing)
    return cube


@st.composite
def parts(draw, length):
    first = draw(st.integers(0, length - 1))
    return slice(first, draw(st.integers(first, length)))


@settings(max_examples=60, deadline=None)
@given(cubes(), st.data())
def test_any_part_reads_as_it_was_written(tmp_path_factory, cube, data):
    kept = StoredTable(file_of(cube, tmp_path_factory.mktemp("t")))
    assert kept.shape == cube.shape
    assert cube.rounding < kept.rounding < cube.rounding + 1e-6
    kept.verify()
    for box in (WHOLE, tuple(data.draw(parts(length)) for length in cube.shape)):
        for found, expected in zip(kept.read(box), cube.read(box), strict=True):
            assert close(found, expected, kept.rounding - cube.rounding)


def test_certain_ends_stay_certain(tmp_path):
    cube = random_cube((3, 3, 3))
    cube.press[:] = [0, 1 / 3, 2 / 3]
    cube.passing[:] = [1, 0, 0]
    press, passing = StoredTable(file_of(cube, tmp_path)).read(WHOLE)
    assert (press[..., 0] == 0).all()
    assert (passing == [1, 0, 0]).all()


def test_two_payoffs_are_stored_where_the_third_is_the_rest(tmp_path):
    shared = describe(KEY, None, random_cube((9, 9, 9)))
    joint = describe(KEY, None, random_cube((9, 9, 9), sharing=0.9))
    assert (shared.seats, joint.seats) == (2, 3)
    assert shared.data_bytes == 9**3 * 12
    path = file_of(random_cube((9, 9, 9)), tmp_path)
    described = describe(KEY, 5000, random_cube((9, 9, 9)))
    assert path.stat().st_size == size_of(described, described.to_bytes())


def test_what_is_no_chance_is_refused():
    for wrong in (2.0, -0.5, np.inf):
        cube = random_cube((2, 2, 2))
        cube.press[1, 1, 1] = wrong
        with pytest.raises(ValueError, match=r"chances|missing"):
            describe(KEY, None, cube)
    cube = random_cube((2, 2, 2))
    cube.press[1, 1, 1, 2] = np.nan
    with pytest.raises(ValueError, match="missing"):
        describe(KEY, None, cube)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    cube = random_cube((9, 10, 11))
    return file_of(cube, tmp_path_factory.mktemp("t")).read_bytes(), cube


@settings(max_examples=150, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), head=st.booleans(), bit=st.integers(0, 7))
def test_any_changed_byte_is_noticed(tmp_path_factory, original, place, head, bit):
    content = bytearray(original[0])
    content[int(place * (400 if head else len(content)))] ^= 1 << bit
    path = tmp_path_factory.mktemp("t") / "20000.table"
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"20000\.table (is|has)"):
        StoredTable(path).verify()


def test_damage_is_told_where_it_is_read_and_only_there(tmp_path, original):
    content, cube = original
    path = tmp_path / "20000.table"
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    kept = StoredTable(path)  # opening reads no answers
    first = (slice(0, BRICK), slice(0, BRICK), slice(0, BRICK))
    assert close(kept.read(first)[0], cube.read(first)[0], 1e-6)
    with pytest.raises(TableError, match="part of its answers"):
        kept.read((slice(8, 9), slice(9, 10), slice(10, 11)))


@pytest.mark.parametrize(
    "change", [lambda c: c[:-1], lambda c: c[:30], lambda c: c[:5], lambda c: b"", lambda c: c + b"x"]
)
def test_a_file_cut_short_or_too_long_is_no_table(tmp_path, original, change):
    path = tmp_path / "20000.table"
    path.write_bytes(change(original[0]))
    with pytest.raises(TableError):
        StoredTable(path)


def test_another_format_says_so(tmp_path, original):
    path = tmp_path / "20000.table"
    path.write_bytes(original[0][:8] + b"\x07" + original[0][9:])
    with pytest.raises(TableError, match="has format 7; this engine reads format 1"):
        StoredTable(path)
    path.write_bytes(b"%PDF-1.7" + b"x" * 1000)
    with pytest.raises(TableError, match="is not a table"):
        StoredTable(path)
