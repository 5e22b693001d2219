"""What a position may be; every refusal names the field that is wrong."""

import pytest

from engine import Contestant, Position, PositionError

NOBODY = Contestant(0)
ONE = Contestant(1000, 1)


def refusal(first, second=NOBODY, third=NOBODY, *, up=0):
    with pytest.raises(PositionError) as caught:
        Position((first, second, third), up).validate()
    return caught.value.field, caught.value.message


@pytest.mark.parametrize(
    ("contestant", "part", "word"),
    [
        (Contestant(-1, 1), "score", "999,999"),
        (Contestant(1_000_000, 1), "score", "999,999"),
        (Contestant(0, -1), "earned", "0 to 40"),
        (Contestant(0, 41), "earned", "0 to 40"),
        (Contestant(0, 0, -1), "passed", "0 to 40"),
        (Contestant(0, 0, 41), "passed", "0 to 40"),
        (Contestant(0, 1, 0, -1), "whammies", "0 to 4"),
        (Contestant(0, 1, 0, 5), "whammies", "0 to 4"),
        (Contestant(0, 1, 0, 4), "earned", "out"),
        (Contestant(0, 0, 1, 4), "passed", "out"),
        (Contestant(500, 0, 0, 4), "score", "out"),
    ],
)
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_each_number_of_each_contestant(contestant, part, word, seat):
    seats = [ONE, ONE, ONE]
    seats[seat - 1] = contestant
    field, message = refusal(*seats, up=seat % 3)
    assert field == f"seat{seat}.{part}"
    assert word in message


@pytest.mark.parametrize("up", [-1, 3, 99])
def test_no_such_seat(up):
    assert refusal(ONE, up=up)[0] == "up"


def test_the_one_up_is_in_and_holds_spins():
    assert refusal(ONE, Contestant(0, whammies=4), up=1) == ("up", "The contestant who is up is out.")
    assert refusal(ONE, NOBODY, up=1) == ("up", "The contestant who is up has no spins.")


def test_somebody_has_spins():
    field, message = refusal(NOBODY, up=2)
    assert field == "seat3.earned"
    assert message == "Nobody has spins, so there is nothing to decide."


def test_forty_spins_together_at_most():
    Position((Contestant(0, 20), Contestant(0, 10, 9), Contestant(0, 1)), 0).validate()
    assert "40" in refusal(Contestant(0, 20), Contestant(0, 10, 10), Contestant(0, 1))[1]


def test_out_and_spins():
    assert Contestant(0, whammies=4).out
    assert not Contestant(0, whammies=3).out
    assert Contestant(0, 2, 3).spins == 5
    assert Position.parse("0e2,0p3w1,0w4@2").spins == 5
    assert Position.parse("0e2,0p3w1,0w4@2").still_in == (0, 1)


def test_positions_are_values():
    assert len({Position.parse("8000e3,3000,0@1"), Position.parse("8000 e3 / 3000 / 0")}) == 1
