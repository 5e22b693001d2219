"""The one-line text of a position: what is read, what is written, and where an error points."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Contestant, NotationError, Position, PositionError
from engine.game.reader import Reading, read_position
from tests.engine.strategies import positions
from tests.tier import times

LEADER = Position((Contestant(8000, 3), Contestant(3000), Contestant(0)), 0)


@st.composite
def any_positions(draw):
    """Every legal position: up to 40 spins, scores to $999,999, up to two contestants out."""
    seats, spins_left = [], 40
    for _ in range(3):
        if draw(st.integers(0, 5)) == 0:
            seats.append(Contestant(0, whammies=4))
            continue
        earned = draw(st.integers(0, spins_left))
        passed = draw(st.integers(0, spins_left - earned))
        spins_left -= earned + passed
        score = draw(st.integers(0, 999_999))
        seats.append(Contestant(score, earned, passed, draw(st.integers(0, 3))))
    holders = [seat for seat in range(3) if seats[seat].spins]
    if not holders:
        seats[1] = Contestant(draw(st.integers(0, 999_999)), 1)
        holders = [1]
    position = Position(tuple(seats), draw(st.sampled_from(holders)))
    position.validate()
    return position


@given(any_positions())
def test_reading_what_was_written_gives_the_same_position(position):
    text = position.notation
    assert Position.parse(text) == position
    assert Position.parse(text).notation == text


@given(positions(), st.data())
def test_spaces_and_line_breaks_between_contestants_change_nothing(position, data):
    blank = st.sampled_from(["", " ", "\n", " \n ", "\r\n", "\t"])
    pieces = position.notation.replace("@", ",@").split(",")
    seats, up = pieces[:3], pieces[3]
    mark = data.draw(st.sampled_from([",", "/", ";", "|"]))
    text = seats[0]
    for seat in seats[1:]:
        text += data.draw(blank) + mark + data.draw(blank) + seat
    assert Position.parse(data.draw(blank) + text + data.draw(blank) + up + data.draw(blank)) == position


@pytest.mark.parametrize(
    "text",
    [
        "8000e3,3000,0@1",
        "8000e3,3000,0",  # only one contestant holds spins
        "$8,000e3/$3,000/$0",
        "8000 e3, 3000, 0",
        "8000e3,3000,0 @ 1",
        "8000 e 3;3000|0",
        "$ 8,000 e3\n$3,000\n$0\n",
        "8000e3\n3000\n0\n@1",
        "\n8000e3, 3000,\n0 @1",
        "8000e3 3000 0",
        "08000e03,3000e0w0,0p0@1",
        "8000e3 up / 3000 / 0 @1",
    ],
)
def test_forms_that_mean_the_same(text):
    assert Position.parse(text) == LEADER


@pytest.mark.parametrize(
    "text",
    [
        "$8,000 3 spins / 3000 / 0",
        "$8,000, 3 spins / $3,000 / $0",
        "$8000 and 3 spins, $3,000, $0",
        "8000 3 earned spins, 3000, 0",
        "8000 spins 3, 3000, 0",
        "$ 8,000 3 spins\n$3,000\n$0\n",
        "$8,000, 3 spins\n$3,000\n$0\n@1",
        "8000 3 spins,3000,0",
    ],
)
def test_words_are_for_the_reader(text):
    with pytest.raises(NotationError):
        Position.parse(text)
    assert read_position(text) == Reading(LEADER)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("$8,000 6 spins / 3000 / 0", "8000e6,3000,0@1"),
        ("0e3,2000e2w1,3500e1p2@3", "0e3,2000e2w1,3500e1p2@3"),
        ("w4, 3000 2 passed, out", "0w4,3000p2,0w4@2"),
        ("0 1 whammy 1 spin, out, 500 2 whammies", "0e1w1,0w4,500w2@1"),
        ("500 w2 p1 e3 / 0 / 0", "500e3p1w2,0,0@1"),
        ("4000, 5000 e2, 6000 e1 up", "4000,5000e2,6000e1@3"),
        ("0 2 passed spins with 1 whammy, 0, 0", "0p2w1,0,0@1"),
        ("8000 3 spins,3000,500", "8000e3,3000,500@1"),  # no thousands
        ("8000 3 spins,500,250", "8000e3,500,250@1"),
        ("8000 1 earned p2 / 0 2 passed spins e1 / 500@1", "8000e1p2,0e1p2,500@1"),
    ],
)
def test_writing_is_canonical(text, canonical):
    assert read_position(text).position.notation == canonical


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("8000e3", 6),
        ("8000e3,3000@1", 13),
        ("8000e3,3000,0,0@1", 13),
        ("8,000e3,0,0@1", 9),  # thousands commas only after a $
        ("8000e3/3000/0/5", 13),
        ("8000e3\n3000\n0\n5", 13),
        ("8000x3,3000,0@1", 4),
        ("8000e3,Larson 3000,0@1", 7),
        ("-8000e3,3000,0@1", 0),
        ("8000.5e3,3000,0@1", 4),
        ("8000e,3000,0@1", 4),
        ("8000e3e2,3000,0@1", 6),
        ("8000e3 2 spins,3000,0@1", 7),
        ("8000e3 9000,3000,0@1", 7),
        ("e3,3000,0@1", 0),
        ("8000e3,w2,0@1", 7),
        ("8000e3,,0@1", 7),
        ("8000e3,3000,0@", 13),
        ("8000e3,3000,0@4", 14),
        ("8000e3,3000,0@1@2", 15),
        ("8000e3,3000,0@1 0", 16),
        ("8000e3,3000e1,0", 15),  # two hold spins: who is up?
        ("8000e3 up,3000e1 up,0", 17),
        ("8000e3 up,3000e1,0@2", 7),
        ("٣,0,0@1", 0),  # Arabic-Indic three
        ("８000e1,0,0@1", 0),  # fullwidth eight
        ("8000e²,0,0@1", 5),
        ("8000e3,3000,0@1\x00", 15),
        ("1000000000e1,0,0@1", 0),
        pytest.param("0e" + "9" * 200 + ",0,0@1", 2, id="huge"),
        pytest.param("0" * 301, 300, id="overlong"),
    ],
)
def test_an_error_points_at_the_character(text, at):
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert caught.value.position == at
    assert caught.value.message.endswith((".", "?"))
    assert "\n" not in caught.value.message


def test_the_longest_canonical_text_can_be_read():
    longest = Position((Contestant(999_999, 10, 10, 3), Contestant(999_999, 5, 5, 3), Contestant(999_999, 5, 5, 3)), 0)
    assert Position.parse(longest.notation) == longest


def test_numbers_that_read_but_cannot_be_are_an_error_of_the_field():
    with pytest.raises(PositionError) as caught:
        Position.parse("1000000e1,0,0@1")
    assert caught.value.field == "seat1.score"


@settings(max_examples=times(300))
@given(st.text(alphabet="0123456789epw@,$/;| \n\tup.-²٣x", max_size=40))
def test_any_text_is_a_position_or_a_sentence(text):
    with contextlib.suppress(PositionError):
        try:
            position = Position.parse(text)
        except NotationError as error:
            at = error.position
        else:
            at = 0
            assert Position.parse(position.notation) == position
        assert 0 <= at <= len(text)
