"""What cannot be is refused with the reason and what could be meant; the rest of the game stays."""

import pytest

from engine.errors import EventError
from engine.game.record import events
from engine.game.record.events import PassSpins, Spin, SpinResult
from engine.game.record.game import Game
from engine.game.record.headers import BoardName, Headers
from engine.game.record.reading import parse_game, read_game

from ...tiny import tiny

MONEY = SpinResult("money", 500)
WHAMMY = SpinResult("whammy")


ONE_UP, LEVEL = "= 0e1,500,300@1", "= 0e1,300,300@1"


@pytest.mark.parametrize(
    ("text", "event", "message"),
    [
        (
            "= 0w4,500e1,300@2",
            Spin(WHAMMY, seat=0),
            "Contestant 1 is out, with four Whammies, and cannot spin. Contestant 2 is up.",
        ),
        (ONE_UP, Spin(WHAMMY, seat=1), "Contestant 2 holds no spins and cannot spin. Contestant 1 is up."),
        (
            "= 0e1,500e1,300@1",
            Spin(WHAMMY, seat=1),
            "Contestant 1 is up, not contestant 2. If the show went on otherwise, write “up 2” first.",
        ),
        (ONE_UP, Spin(SpinResult("whammy_off")), "Contestant 1 has no Whammy to lose. It is the money then."),
        (ONE_UP, PassSpins(seat=1), "Contestant 2 has no spins to pass. Contestant 1 is up."),
        (
            "= 0e1p2,500,300@1",
            PassSpins(),
            "Contestant 1 holds 2 passed spins, which must be played before a pass.",
        ),
        (ONE_UP, PassSpins(0), "Nobody passes to themselves."),
        (
            ONE_UP,
            PassSpins(2),
            "The spins go to the opponent with the higher score, contestant 2, not to contestant 3.",
        ),
        ("= 0e1,500,0w4@1", PassSpins(2), "Contestant 3 is out and receives no spins. They go to contestant 2."),
        (
            LEVEL,
            PassSpins(),
            "Contestant 2 and contestant 3 are level. Say who receives the spins: “pass 2” or “pass 3”.",
        ),
        ("round 2: 1 0 0", events.RoundBegins(1, (1, 1, 1)), "Round 2 has begun already."),
        (
            "round 1: 1 0 0",
            events.RoundBegins(2, (1, 1, 1)),
            "Round 1 is not over: contestant 1 still holds spins.",
        ),
        ("round 1: 1 0 0\n500", Spin(MONEY), "Round 1 is over: nobody holds spins."),
        ("round 2: 1 0 0\n500", Spin(MONEY), "The game is over."),
        ("= 0e1w3,500e2,0w4@1\nw", Spin(MONEY), "The game is over."),  # the last one in has won
        ("", Spin(MONEY), "No round has begun."),
    ],
)
def test_an_event_that_cannot_be(text, event, message):
    with pytest.raises(EventError) as refused:
        parse_game(text).add(event)
    assert refused.value.message.startswith(message)


HOUSE = '[Rules "show house=play"]\n= 0e1w3,500e2,0w4@1\nw\n'
NAMED = '[Left "Ann"]\n[Center "Bob"]\n= 0e1p2,500,300@1\nAnn: pass'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # A slide that the square does not have.
        (f"{LEVEL}\n3:750", "Square 3 has no slide with $750. It shows $500, $2,000 or Whammy."),
        (f"{LEVEL}\n19:750", "The board has no square 19."),
        (
            f"{LEVEL}\n2:1640",
            "Square 2 has no slide with $1,640. It shows $500, $1,250 or Prize. A prize is written 2:p1640.",
        ),
        (f"{LEVEL}\n12:3000+", "Square 4 has it: perhaps 12>4."),
        # Moves lead where the board says.
        (f"{LEVEL}\n12>5:750", "Nothing on square 12 leads to square 5. It leads to square 4."),
        (f"{LEVEL}\n3>4:3000+", "Square 3 has no direction slide. It shows $500, $2,000 or Whammy."),
        (f"{LEVEL}\n9(7:w 8:500+)>8", "Square 7 is not on offer here."),
        (
            f"{LEVEL}\n9(8:700+ 10:p)>8",
            "Square 8 has no slide with $700 + one spin. It shows $500 + one spin, $750 + one spin or $1,000 + one spin.",
        ),
        (
            f"{LEVEL}\n9(8:500+ 10:p)>8:750+",
            "Square 8 showed $500 + one spin, which does not bring $750 + one spin.",
        ),
        # Who is out receives nothing, the winner against the house neither.
        (f"{HOUSE}pass 3", "Contestant 3 is out and receives no spins."),
        (f"{HOUSE}pass 1", "Contestant 1 is out and receives no spins."),
        # Numbers that no podium can show.
        (f"{LEVEL}\nfix 2 w5", "Contestant 2 has 0 to 4 Whammies and is out with the fourth."),
        (f"{LEVEL}\nfix 2 e40", "The three hold at most 40 spins together."),
        ("= 999900e1,300,300@1\n500", "The score of contestant 1 must be from $0 to $999,999."),
        ("= 0,300e1,300@1", "Contestant 1 holds no spins and cannot be up."),
        # Names are used.
        (NAMED, "Ann holds 2 passed spins, which must be played before a pass."),
    ],
)
def test_a_line_that_cannot_be(text, message):
    (problem,) = read_game(text).problems
    assert problem.message.endswith(message)


def test_what_was_refused_is_taken_where_it_is_said_how():
    assert parse_game("= 0e1,500e1,300@1\nup 2\n2. w").state.podiums[1].whammies == 1
    assert parse_game(f"{LEVEL}\npass 3").state.podiums[2].passed == 1
    assert parse_game(f'[Rules "show level_opponents=next_seat"]\n{LEVEL}\npass').state.podiums[1].passed == 1
    assert parse_game("= 0e2w2,500,300@1\n15:-w").state.podiums[0].whammies == 1
    assert parse_game(f"{HOUSE}500 stop").state.podiums[1].score == 1000


def test_an_amount_that_no_slide_shows_is_a_warning_where_prizes_vary():
    game = parse_game("= 0e1,300,300@1\n1640")
    assert game.state.podiums[0].score == 1640
    assert game.warnings == [(2, "No slide of the board pyl-1985-02-r2 shows $1,640.")]


def test_an_amount_that_no_slide_shows_is_refused_where_no_prize_varies():
    board = BoardName("tiny", None, tiny("500 750+ W", "1000"))
    game = Game.begin(Headers(boards=(None, board))).add(parse_game("= 0e1,300,300@1").events[0])
    with pytest.raises(EventError, match=r"shows \$800\. Near it are \$500 and \$1,000\."):
        game.add(Spin(SpinResult("money", 800)))


def test_a_prize_without_a_value_counts_as_the_rules_say_with_a_warning():
    game = parse_game("= 0e2,300,300@1\np p2190")
    assert game.state.podiums[0].score == 2500 + 2190
    assert game.warnings == [(2, "Prize value unknown; counted as $2,500.")]


def test_what_cannot_be_leaves_what_comes_before_it():
    reading = read_game("= 0e3,300,300@1\n500 3:750 -w 750+")
    assert [event.result.amount for event in reading.game.events[1:]] == [500]
    assert len(reading.problems) == 2
