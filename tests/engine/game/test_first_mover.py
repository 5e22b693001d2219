"""Who starts (rules 1.2)."""

import pytest

from engine import Position, Rules, first_mover


def starts(text, **options):
    return first_mover(Position.parse(text).contestants, Rules().with_options(options)) + 1


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("4100e2,2400e4,500e3@1", 3),  # the lowest score
        ("2400e4,2400e3,4100e2@1", 2),  # level: fewer spins
        ("2400e3,2400e3,4100e2@1", 1),  # level in both: the left
        ("0,2400e4,4100e2@2", 2),  # nobody starts without spins
        ("0e3,0e1,0e6@1", 2),  # round 1: the fewest spins
    ],
)
def test_the_lowest_score_starts_then_fewer_spins_then_the_left(text, seat):
    assert starts(text) == seat


def test_by_seat_and_in_turn_the_leftmost_with_spins_starts():
    assert starts("4100,2400e4,500e3@2", turn_order="seat") == 2
    assert starts("4100,2400e4,500e3@2", turn_order="cyclic") == 2
