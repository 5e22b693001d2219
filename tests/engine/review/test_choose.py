"""Which slide to take on a choice square."""

import pytest

from engine.errors import EventError, InputError, NotationError, PositionError
from engine.game.board import preset_board
from engine.game.options import Rules
from engine.game.position import Position
from engine.review.choose import choose
from engine.solve.limits import Limits

BOARD = preset_board("pyl-1985-02-r2")


def chosen(text, square, shows="", **options):
    rules = Rules().with_options(options)
    return choose(Position.parse(text), BOARD, rules, Limits(seconds=20), square=square, shows=shows)


def test_move_one_space():
    found = chosen("3000e1w2,2500,2000@1", 9, "8:$500+spin, 10:p2190")
    assert [taken.name for taken in found.takes] == ["$2,190 on square 10", "$500 + one spin on square 8"]
    assert found.best.odds.win == (1, 0, 0)  # nobody holds spins after it
    assert found.best.positions == ("5190w2,2500,2000@1",)
    assert not found.too_close


def test_pick_a_corner_with_a_whammy_to_lose():
    found = chosen("1000p1w3,2500,0@1", 6, "1:1750 10:w 15:2000/-w")
    assert {taken.name for taken in found.takes} == {
        "$1,750 on square 1",
        "$2,000 on square 15",
        "one Whammy off on square 15",
        "Whammy on square 10",
    }
    assert found.best.name == "$2,000 on square 15"
    assert [taken.odds.win[0] for taken in found.takes] == [1, 1, 0, 0]
    assert found.notes == ("Square 10 of the board pyl-1985-02-r2 has no slide with Whammy.",)


def test_a_whammy_off_needs_a_whammy():
    assert [taken.name for taken in chosen("3000p1,2500,0@1", 15).takes] == ["$2,000 on square 15"]
    assert chosen("3000p1w1,2500,0@1", 15).margin == pytest.approx(0)


def test_squares_that_lead_to_one_square():
    assert chosen("3000p1,2500,0@1", 12, "4:3000+").takes[0].option.effect.amounts == (3000,)
    assert chosen("3000p1,2500,0@1", 6, "4:3000+").slide == "Go Back Two Spaces"


def test_the_rules_may_model_choices_otherwise():
    assert len(chosen("3000p1w1,2500,0@1", 15, lose_whammy="money").takes) == 2
    assert len(chosen("3000p1w1,2500,0@1", 9, "8:500+ 10:p", choices="even").takes) == 2


@pytest.mark.parametrize(
    ("square", "shows", "error", "message"),
    [
        (9, "8:500+", EventError, "Square 10 is on offer too: say what is shown there."),
        (9, "8:500+ 11:w", PositionError, "Square 9 leads to 8 and 10; say what is shown there."),
        (9, "", PositionError, "Square 9 leads to 8 and 10; say what is shown there."),
        (3, "", PositionError, "Square 3 of the board pyl-1985-02-r2 has no choice."),
        (30, "", EventError, "The board has no square 30."),
        (9, "8:xyz 10:w", NotationError, "“xyz” is not a slide."),
        (9, "8:move 10:w", EventError, "Square 8 has no direction slide."),
    ],
)
def test_what_cannot_be_is_refused(square, shows, error, message):
    with pytest.raises(error) as refused:
        chosen("3000p1,2500,0@1", square, shows)
    assert isinstance(refused.value, InputError)
    assert refused.value.message == message
