"""What cannot be is refused with the reason and what could be meant; the rest of the game stays."""

import pytest

from engine.errors import EventError
from engine.game.record import events
from engine.game.record.events import Came, PassSpins, Spin
from engine.game.record.game import Game
from engine.game.record.headers import BoardName, Headers
from engine.game.record.reading import parse_game, read_game

from ...tiny import tiny

MONEY = Came("money", 500)
WHAMMY = Came("whammy")


def refusal(text, event):
    """The message for an event after a game in the notation."""
    game = parse_game(text)
    with pytest.raises(EventError) as refused:
        game.add(event)
    return refused.value.message


def problem(text):
    """The message of the only problem of a text."""
    (found,) = read_game(text).problems
    return found.message


def test_a_whammy_for_one_who_is_out():
    message = refusal("= 0w4,500e1,300@2", Spin(WHAMMY, seat=0))
    assert message == "Contestant 1 is out, with four Whammies, and cannot spin. Contestant 2 is up."


def test_a_spin_by_one_who_holds_none():
    assert refusal("= 0e1,500,300@1", Spin(WHAMMY, seat=1)) == (
        "Contestant 2 holds no spins and cannot spin. Contestant 1 is up."
    )


def test_a_spin_out_of_turn_names_who_is_up_and_how_to_overrule():
    assert refusal("= 0e1,500e1,300@1", Spin(WHAMMY, seat=1)) == (
        "Contestant 1 is up, not contestant 2. If the show went on otherwise, write “up 2” first."
    )
    game = parse_game("= 0e1,500e1,300@1\nup 2\n2. w")
    assert game.state.podiums[1].whammies == 1


def test_a_pass_of_no_spins():
    message = refusal("= 0e1,500,300@1", PassSpins(seat=1))
    assert message == "Contestant 2 has no spins to pass. Contestant 1 is up."


def test_a_pass_by_somebody_who_holds_passed_spins():
    message = refusal("= 0e1p2,500,300@1", PassSpins())
    assert message == "Contestant 1 holds 2 passed spins, which must be played before a pass."


def test_a_pass_goes_to_the_higher_score():
    message = refusal("= 0e1,500,300@1", PassSpins(2))
    assert message.startswith("The spins go to the opponent with the higher score, contestant 2, not to contestant 3.")
    assert refusal("= 0e1,500,0w4@1", PassSpins(2)) == (
        "Contestant 3 is out and receives no spins. They go to contestant 2."
    )
    assert refusal("= 0e1,500,300@1", PassSpins(0)) == "Nobody passes to themselves."


def test_level_opponents_need_the_receiver():
    message = refusal("= 0e1,300,300@1", PassSpins())
    assert message == "Contestant 2 and contestant 3 are level. Say who receives the spins: “pass 2” or “pass 3”."
    assert parse_game("= 0e1,300,300@1\npass 3").state.podiums[2].passed == 1
    assert parse_game('[Rules "show level_opponents=next_seat"]\n= 0e1,300,300@1\npass').state.podiums[1].passed == 1


def test_a_slide_that_the_square_does_not_have():
    assert problem("= 0e1,300,300@1\n3:750") == ("Square 3 has no slide with $750. It shows $500, $2,000 or Whammy.")
    assert problem("= 0e1,300,300@1\n19:750") == "The board has no square 19."
    assert problem("= 0e1,300,300@1\n2:1640") == (
        "Square 2 has no slide with $1,640. It shows $500, $1,250 or Prize. A prize is written 2:p1640."
    )
    assert problem("= 0e1,300,300@1\n12:3000+").endswith("Square 4 has it: perhaps 12>4.")


def test_moves_lead_where_the_board_says():
    assert problem("= 0e1,300,300@1\n12>5:750") == "Nothing on square 12 leads to square 5. It leads to square 4."
    assert problem("= 0e1,300,300@1\n3>4:3000+") == (
        "Square 3 has no direction slide. It shows $500, $2,000 or Whammy."
    )
    assert problem("= 0e1,300,300@1\n9(7:w 8:500+)>8") == "Square 7 is not on offer here."
    assert problem("= 0e1,300,300@1\n9(8:700+ 10:p)>8") == (
        "Square 8 has no slide with $700 + one spin. It shows $500 + one spin, $750 + one spin or $1,000 + one spin."
    )
    assert problem("= 0e1,300,300@1\n9(8:500+ 10:p)>8:750+") == (
        "Square 8 showed $500 + one spin, which does not bring $750 + one spin."
    )


def test_an_amount_that_no_slide_shows_is_a_warning_where_prizes_vary():
    game = parse_game("= 0e1,300,300@1\n1640")
    assert game.state.podiums[0].score == 1640
    assert game.warnings == [(2, "No slide of the board pyl-1985-02-r2 shows $1,640.")]


def test_an_amount_that_no_slide_shows_is_refused_where_no_prize_varies():
    board = BoardName("tiny", None, tiny("500 750+ W", "1000"))
    game = Game.begin(Headers(boards=(None, board))).add(parse_game("= 0e1,300,300@1").events[0])
    with pytest.raises(EventError, match=r"shows \$800\. Near it are \$500 and \$1,000\."):
        game.add(Spin(Came("money", 800)))


def test_a_prize_without_a_value_counts_as_the_rules_say_with_a_warning():
    game = parse_game("= 0e2,300,300@1\np p2190")
    assert game.state.podiums[0].score == 2500 + 2190
    assert game.warnings == [(2, "Prize value unknown; counted as $2,500.")]


def test_a_whammy_off_needs_a_whammy():
    assert refusal("= 0e1,500,300@1", Spin(Came("whammy_off"))) == (
        "Contestant 1 has no Whammy to lose. It is the money then."
    )
    assert parse_game("= 0e2w2,500,300@1\n15:-w").state.podiums[0].whammies == 1


def test_rounds_follow_one_another():
    assert refusal("round 2: 1 0 0", events.RoundBegins(1, (1, 1, 1))) == "Round 2 has begun already."
    assert refusal("round 1: 1 0 0", events.RoundBegins(2, (1, 1, 1))) == (
        "Round 1 is not over: contestant 1 still holds spins."
    )
    assert refusal("round 1: 1 0 0\n500", Spin(MONEY)).startswith("Round 1 is over: nobody holds spins.")
    assert refusal("round 2: 1 0 0\n500", Spin(MONEY)) == "The game is over."
    assert refusal("", Spin(MONEY)).startswith("No round has begun.")
    assert refusal("round 1: 3 3 3", events.RoundBegins(2, (30, 0, 0))).startswith("Round 1 is not over")


def test_the_last_one_in_has_won():
    assert refusal("= 0e1w3,500e2,0w4@1\nw", Spin(MONEY)) == "The game is over."
    house = '[Rules "show house=play"]\n= 0e1w3,500e2,0w4@1\nw\n'
    assert parse_game(f"{house}500 stop").state.podiums[1].score == 1000
    assert problem(f"{house}pass 3") == "Contestant 3 is out and receives no spins."
    assert problem(f"{house}pass 1") == "Contestant 1 is out and receives no spins."


def test_numbers_that_no_podium_can_show():
    assert problem("= 0e1,300,300@1\nfix 2 w5") == "Contestant 2 has 0 to 4 Whammies and is out with the fourth."
    assert problem("= 0e1,300,300@1\nfix 2 e40") == "The three hold at most 40 spins together."
    assert problem("= 999900e1,300,300@1\n500") == "The score of contestant 1 must be from $0 to $999,999."
    assert problem("= 0,300e1,300@1") == "Contestant 1 holds no spins and cannot be up."


def test_what_cannot_be_leaves_the_rest_of_the_game():
    reading = read_game("= 0e3,300,300@1\n3:750 500 -w 750+")
    assert [event.came.amount for event in reading.game.events[1:]] == [500, 750]
    assert len(reading.problems) == 2


def test_names_are_used_in_messages():
    text = '[Left "Ann"]\n[Center "Bob"]\n= 0e1p2,500,300@1\nAnn: pass'
    assert problem(text) == "Ann holds 2 passed spins, which must be played before a pass."
