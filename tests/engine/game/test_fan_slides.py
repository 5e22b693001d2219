"""Slides of fans' games: money or doubling, money or another spin, a jackpot; by hand on tiny boards."""

from fractions import Fraction

import pytest

from engine import Limits, Position, Rules, preset_boards, solve
from engine.game.record.events import Spin, SpinResult
from engine.game.record.game import Game
from engine.game.record.headers import BoardName, Headers
from engine.game.record.reading import parse_game, read_moves
from engine.game.record.slides import fit_spin
from engine.game.walk import slide_steps
from engine.simulation.spinning import draw_spin
from tests.engine.tiny import exact, tiny


def test_money_or_doubling_is_the_better_of_both():
    """Behind by $700 with $500, $600 wins by the money; with $800 against $1,500 only doubling does."""
    board = tiny("600/x2")
    assert exact("500e1,1050,0@1", board)["press"][0] == 1
    assert exact("800e1,1500,0@1", board)["press"][0] == 1
    assert exact("500e1,1200,0@1", board)["press"][0] == 0


def test_money_or_a_spin_is_the_better_of_both():
    """$100 is not enough; spinning again may bring a Whammy or $1,000, or the same choice again."""
    board = tiny("100/again W 1000")
    assert exact("0e1,500,0@1", board)["press"][0] == Fraction(1, 2)
    assert exact("0p1,500,0@1", board)["press"][0] == Fraction(1, 2)
    assert exact("450e1,500,0@1", board)["press"][0] == Fraction(2, 3)


def test_a_prize_with_a_spin_is_money_with_a_spin():
    board = tiny("prize=500+ W")
    money = exact("0e1,900,0@1", tiny("500+ W"), cap=2000)
    assert exact("0e1,900,0@1", board, cap=2000) == money
    assert exact("0e1,900,0@1", tiny("prize+ W"), cap=2000, prizes=500) == money


def test_a_jackpot_is_the_money_in_it():
    assert (
        exact(
            "0e1,5000,0@1",
            tiny("W"),
        )["press"]
        != exact("0e1,5000,0@1", tiny("9000"))["press"]
    )
    board = tiny("500").from_json({"id": "x", "squares": [{"slides": [{"kind": "jackpot", "amount": 9000}]}]})
    assert exact("0e1,5000,0@1", board) == exact("0e1,5000,0@1", tiny("9000"))


@pytest.mark.parametrize(
    ("text", "options", "wins"),
    [
        ("500e1,900,300@1", {}, 1),
        ("1000e1,900,300@1", {}, 1),
        ("900e1,900,300@1", {}, 1),  # level is not the lead
        ("0e1,300,900@1", {"unit": 250}, 1),  # rounded up
        ("500e1,5000,300@1", {"cap": 4000}, Fraction(1, 2)),  # no score grows beyond the cap
    ],
)
def test_the_lead_is_taken_from_the_best_of_the_others(text, options, wins):
    assert exact(text, tiny("lead1"), **options)["press"][0] == wins


def test_who_leads_keeps_the_score():
    """A sum added to the best of the others would lower it, or raise it: $901, or $1,001."""
    assert exact("1000e1,900,0w4@1", tiny("lead1"), goal="money")["press"][0] == 1000
    assert exact("900e1,1000,0w4@1", tiny("lead5"), goal="money")["press"][0] == 1005
    assert exact("900p1e1,1000,0w4@1", tiny("lead5+ W*0"), goal="money", cap=1003)["press"][0] == 0  # an endless game


def test_an_estimate_with_the_lead_is_right():
    squares = preset_boards()["pyl-1985-02-r2"].to_json()["squares"]
    for number in (3, 7):
        squares[number]["slides"][0] = {"kind": "lead", "amount": 1, "spin": True}
    board = preset_boards()["pyl-1985-02-r2"].from_json({"id": "fans", "squares": squares})
    position, rules = Position.parse("4000e1,6500,1000@1"), Rules(unit=500, cap=20_000)
    exact_answer = solve(position, board, rules, Limits(seconds=600, method="exact"))
    estimate = solve(position, board, rules, Limits(seconds=600, method="estimated", cells=100_000))
    for action in ("press", "passing"):
        exact_action, estimated_action = getattr(exact_answer, action), getattr(estimate, action)
        for chance, truth, error in zip(
            estimated_action.win, exact_action.win, estimated_action.standard_error, strict=True
        ):
            assert abs(chance - truth) <= 4 * error + 1e-3


BOARD = tiny("600/x2 W", "100/again 500", ">1,2 W", "lead2+ W", "prize=700+ prize=300", ">5 W")


@pytest.mark.parametrize(
    ("text", "podiums"),
    [
        ("1:600", "1100e1,0,0"),
        ("1:x2", "1000e1,0,0"),
        ("2:0+", "500e2,0,0"),
        ("4:lead+", "500e2,0,0"),
        ("5:p700+", "1200e2,0,0"),
        ("5:p300", "800e1,0,0"),
        ("6(5:p700+)>5:p700+", "1200e2,0,0"),
        ("3(1:600/x2 2:100/0+)>2:0+", "500e2,0,0"),
    ],
)
def test_both_are_recorded(text, podiums):
    game = Game.begin(Headers(boards=(None, BoardName("tiny", None, BOARD))))
    game = game.add(parse_game("= 500e2,0,0@1").events[0])
    game = read_moves(text, game).game
    assert game.state.position.notation == f"{podiums}@1"
    assert game.played[-1].warnings == ()


@pytest.mark.parametrize("text", ["4:p700", "4:p700+", "6(5:p700)>5:p700", "5:700+"])
def test_a_prize_with_a_spin_is_not_one_without(text):
    game = Game.begin(Headers(boards=(None, BoardName("tiny", None, BOARD))))
    game = game.add(parse_game("= 500e2,0,0@1").events[0])
    assert read_moves(text, game).problems


def test_what_a_slide_offers_to_walk_on():
    position = Position.parse("500e2,0,0@1")
    (either_slide, _), (spin_again, _) = BOARD.squares[0].slides, BOARD.squares[1].slides
    assert [step.text for step in slide_steps(position, either_slide, BOARD, Rules())] == ["600", "500"]
    assert [step.text for step in slide_steps(position, spin_again, BOARD, Rules())] == ["100", "0s"]
    assert [step.text for step in slide_steps(position, BOARD.squares[4].slides[0], BOARD, Rules())] == ["700s"]


def test_simulated_spins_fit_the_board():
    import random

    rng, results = random.Random(7), set()
    for score in (100, 5000, 0):
        position = Position.parse(f"{score}e2,0,0@1")
        for _ in range(300):
            spin = draw_spin(rng, position, BOARD, Rules().seated(0))
            assert fit_spin(spin, BOARD, Rules()).warnings == ()
            results.add(spin.result)
    assert {
        SpinResult("money", 600),
        SpinResult("money", 500),
        SpinResult("whammy"),
        SpinResult("prize", 700, True),
    } <= results
    assert isinstance(spin, Spin)
