"""Which slide to take on a choice square."""

from dataclasses import replace

import pytest

from engine.errors import EventError, InputError, NotationError, PositionError
from engine.game.board import Slide, Square, preset_board
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.record.choice_squares import SlideWord, choice_squares
from engine.review.choose import choose
from engine.review.position_values import Odds
from engine.solvers.limits import Limits

BOARD = preset_board("pyl-1985-02-r2")


def chosen(text, square, shows="", **options):
    rules = Rules().with_options(options)
    return choose(Position.parse(text), BOARD, rules, Limits(seconds=20), square=square, shows=shows)


def test_move_one_space():
    choice = chosen("3000e1w2,2500,2000@1", 9, "8:$500+spin, 10:p2190")
    assert [take.name for take in choice.takes] == ["$2,190 on square 10", "$500 + one spin on square 8"]
    assert choice.best.odds.win == (1, 0, 0)  # nobody holds spins after it
    assert choice.best.positions == ("5190w2,2500,2000@1",)
    assert not choice.too_close


def test_pick_a_corner_with_a_whammy_to_lose():
    choice = chosen("1000p1w3,2500,0@1", 6, "1:1750 10:w 15:2000/-w")
    assert {take.name for take in choice.takes} == {
        "$1,750 on square 1",
        "$2,000 on square 15",
        "one Whammy off on square 15",
        "Whammy on square 10",
    }
    assert choice.best.name == "$2,000 on square 15"
    assert [take.odds.win[0] for take in choice.takes] == [1, 1, 0, 0]
    assert choice.open_choice.notes == ("Square 10 of the board pyl-1985-02-r2 has no slide with Whammy.",)


def test_a_whammy_off_needs_a_whammy():
    assert [take.name for take in chosen("3000p1,2500,0@1", 15).takes] == ["$2,000 on square 15"]
    assert chosen("3000p1w1,2500,0@1", 15).margin == pytest.approx(0)


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
        (9, "8:500+ 8:w 10:w", EventError, "Square 8 is given twice."),
        (9, "8:xyz 10:w", NotationError, "“xyz” is not a slide."),
        (9, "8:move 10:w", EventError, "Square 8 has no direction slide."),
    ],
)
def test_what_cannot_be_is_refused(square, shows, error, message):
    with pytest.raises(error) as refused:
        chosen("3000p1,2500,0@1", square, shows)
    assert isinstance(refused.value, InputError)
    assert refused.value.message == message


def test_a_square_on_offer_may_lead_on():
    moving = replace(BOARD, id="other", squares=tuple(_leading_on(square) for square in BOARD.squares))
    choice = choose(Position.parse("3000p1,2500,0@1"), moving, square=9, shows="8:500+,10:move,3:w")
    assert {take.name for take in choice.takes} == {"$500 + one spin on square 8", "Whammy on square 3"}
    offered = choice_squares(moving)[2].offered
    assert [offer.square for offer in offered] == [8, 10, 3]
    assert offered[1].slides == (SlideWord("move", "Move to 3", (3,)),)


def _leading_on(square: Square) -> Square:
    return Square(10, (Slide("move", to=(3,)),)) if square.number == 10 else square


def test_an_earlier_answer_is_not_made_worse():
    question = {"position": Position.parse("8000e2,3000,0@1"), "board": BOARD, "square": 9, "shows": "8:500+,10:p"}
    sure = Odds((0.9, 0.1, 0.0), (0.0, 0.0, 0.0), "exact")
    rough = Odds((0.1, 0.5, 0.4), (0.2, 0.2, 0.2), "estimated")
    names = ["$500 + one spin on square 8", "$2,500 on square 10"]
    choice = choose(**question, limits=Limits(20), known=dict(zip(names, (sure, rough), strict=True)))
    odds = {take.name: take.odds for take in choice.takes}
    assert odds[names[0]] is sure
    assert odds[names[1]].error[0] < rough.error[0]
