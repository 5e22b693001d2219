"""How a game stands after its events; undo, redo and numbers put right later."""

import pytest

from engine.errors import EventError
from engine.game.record.events import Correction, PassSpins, Replacement, RoundBegins, Spin, SpinResult, Undo
from engine.game.record.game import Game
from engine.game.record.reading import parse_game
from engine.game.record.writing import write_game


def standing(text):
    """The position in the one-line notation; without @ if nobody is up."""
    state = parse_game(text).state
    notation = state.position.notation
    return notation if state.seat is not None else notation.partition("@")[0]


def test_two_rounds():
    text = "round 1: 3 2 4\n2. 750 w\n1. 1250 w 500+ 8:300\n3. 1000 pass 1\n1. w 400 12>4:1500\n"
    assert standing(text) == "1900w2,0w1,1000"
    # The lowest score begins round 2; scores and Whammies are carried.
    assert standing(f"{text}round 2: 3 1 5") == "1900e3w2,0e1w1,1000e5@2"


def test_undo_and_redo_are_events():
    text = "= 0e3,800,0@1\n500 750 undo undo 1000\n"
    game = parse_game(text)
    assert len(game.events) == 6
    assert game.state.position.notation == "1000e2,800,0@1"
    assert [played.number for played in game.played] == [1, 6]
    assert standing("= 0e3,800,0@1\n500 750 undo undo redo") == "500e2,800,0@1"
    with pytest.raises(EventError, match="nothing to redo"):
        parse_game(text).add(parse_game("= 0e1,0,0@1\n500 undo redo").events[-1])
    with pytest.raises(EventError, match="nothing to undo"):
        Game.begin().add(Undo())


def test_a_number_put_right_here():
    assert standing("= 0e3,800,0@1\n500\nfix 1 $750 w1") == "750e2w1,800,0@1"


def test_a_number_put_right_at_an_earlier_place_keeps_what_came_after():
    game = parse_game("= 0e4,800,0@1\n500 750 w 1000\nfix 1 $600 after 2")
    assert [played.number for played in game.played] == [1, 2, 6, 3, 4, 5]
    assert [played.after.podiums[0].score for played in game.played] == [0, 500, 600, 1350, 0, 1000]
    # Undoing it gives the old numbers back.
    assert parse_game(write_game(game.add(Undo()))).state.podiums[0].score == 1000
    assert game.add(Undo()).played == parse_game("= 0e4,800,0@1\n500 750 w 1000").played


def test_a_correction_keeps_who_played_and_who_received():
    # With $900 the passed spins should have gone to contestant 3; the show gave them to contestant 2.
    game = parse_game("= 0e2,800,700@1\npass\n2. 500 w\nfix 3 $900 after 1")
    assert game.state.position.notation.startswith("0,0w1,900")
    assert game.warnings == [
        (2, "The spins go to the opponent with the higher score, contestant 3, not to contestant 2.")
    ]


def test_a_correction_that_makes_a_later_event_impossible_is_refused():
    game = parse_game("= 0e2,800,700@1\n500 750")
    with pytest.raises(EventError, match="Then event 3 could not be: The game is over"):
        game.add(Correction(0, earned=0, after=2))
    with pytest.raises(EventError, match="Event 9 is not one that counts here"):
        game.add(Correction(0, score=0, after=9))


def test_a_correction_before_anyone_has_acted_changes_who_is_up():
    assert standing("round 2: 500e2,800e1,700e1\nfix 1 $900") == "900e2,800e1,700e1@3"


def test_who_is_up_can_be_overruled():
    assert standing("round 2: 500e2,800e1,700e1\nup 3\n1000") == "500e2,800e1,1700@1"


def test_an_id_is_entered_once():
    game = parse_game("= 0e3,800,0@1\n500 <id a>")
    same_game = game.add(Spin(SpinResult("money", 500), id="a"))
    assert same_game is game


def test_a_gap_leaves_the_game_unknown_until_it_is_said_how_it_stands():
    game = parse_game("round 2: 3 1 5\n2. 500\n...\n2. w {the only thing known}\n= 100e1,200,300@1\nw")
    assert [played.after.known for played in game.played] == [True, True, False, False, True, True]
    assert game.over


def test_a_game_goes_to_its_end():
    assert parse_game("= 0e1,800,0@1\n500").over
    assert not parse_game("= 0e2,800,0@1\n500").over
    assert not parse_game("round 1: 1 0 0\n500").over


def test_a_replaced_spin_is_as_if_it_had_been_entered_so():
    wrong = parse_game("= 0e3,800e1,700@1\n500 4:5000+ w pass\n2. 750\ninstead of 2: 750")
    right = parse_game("= 0e3,800e1,700@1\n750 4:5000+ w pass\n2. 750")
    assert [(played_event.number, played_event.event, played_event.after) for played_event in wrong.played] == [
        (played_event.number, played_event.event, played_event.after) for played_event in right.played
    ]
    assert wrong.unfit == ()
    assert list(wrong.replaced) == [2]
    assert len(wrong.events) == 7
    assert parse_game(write_game(wrong)) == wrong
    assert wrong.add(Undo()).played[1].event == Spin(SpinResult("money", 500), seat=0)


def test_a_correction_follows_an_event_of_the_game_not_its_replacement():
    game = parse_game("= 0e3,800e1,700@1\n500 750\ninstead of 2: 750")
    with pytest.raises(EventError, match="Event 4 is not one that counts here"):
        game.add(Correction(0, score=0, after=4))
    assert game.add(Correction(0, score=0, after=2)).state.podiums[0].score == 750


def test_what_no_longer_fits_is_marked_and_comes_back():
    text = "round 2: 500e1,800e1,700e1\n1. 4:3000+ 750\n3. 500\n2. w\n"
    game = parse_game(f"{text}instead of 2: 600")
    assert [played_event.number for played_event in game.played] == [1, 2, 4, 5]
    assert [(event.number, event.warnings) for event in game.unfit] == [
        (3, ("Contestant 1 holds no spins and cannot spin. Contestant 3 is up.",))
    ]
    assert [event.number for event in game.recorded] == [1, 2, 3, 4, 5]
    assert game.state.podiums[0].score == 1100
    restored = game.add(Replacement(2, Spin(SpinResult("money", 3000, spin=True), 4)))
    assert restored.unfit == ()
    assert restored.played == parse_game(text).played
    assert game.add(Undo()).played == parse_game(text).played


def test_the_spins_of_a_round_and_a_pass_are_replaced_too():
    game = parse_game("round 2: 500e1,800e2,700e1\n1. 750\n3. 500\n2. pass")
    other = game.add(Replacement(4, Spin(SpinResult("whammy"))))
    assert other.state.podiums[1].score == 0
    more = game.add(Replacement(1, RoundBegins(2, (2, 2, 1), (500, 800, 700))))
    assert more.state.podiums[0].spins == 3, "one left, and two passed"
    assert [played_event.number for played_event in more.played] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("of", "event", "reason"),
    [
        (9, Spin(SpinResult("whammy")), "Event 9 is not one that counts here"),
        (1, Spin(SpinResult("whammy")), "a round the same round"),
        (2, Spin(SpinResult("whammy"), seat=2), "must have the same contestant"),
        (2, PassSpins(1), "must be played before a pass|higher score|nobody|Contestant"),
        (1, RoundBegins(1, (1, 1, 1)), "begins round 2"),
        (3, Spin(SpinResult("money", 123), 3), "Square 3 has no slide"),
    ],
)
def test_a_replacement_that_cannot_be_is_refused(of, event, reason):
    game = parse_game("round 2: 500e1p1,800e2,700e1\n1. 750\n1. 500")
    with pytest.raises(EventError, match=reason):
        game.add(Replacement(of, event))
