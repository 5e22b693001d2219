"""Who is up in a game with `turn_order=receiver`, from the told game that it fits."""

from pathlib import Path

import pytest

from engine import InputError, parse_game

TOLD = Path(__file__).with_name("told-game.txt").read_text()
AFTER_CYS_PASS = "6525e4p2,11087p2,20074"


def turns(game):
    """The positions at which a turn began."""
    return [
        played_event.after.position.notation
        for played_event in game.played
        if played_event.after.seat != played_event.before.seat
    ]


def test_the_told_game_needs_no_word_on_who_is_up():
    game = parse_game(TOLD)
    assert not game.warnings
    assert turns(game) == [
        "6525e4,0e5,0e7@2",
        "6525e4p2,11087,0e7@3",  # the first lap goes on
        f"{AFTER_CYS_PASS}@2",  # who received last, though Ann has not been up
        "6525e4p2,18039,20074p1@3",
    ]
    assert parse_game(TOLD + "Cy: 500\nAnn: 1000").state.seat == 0


def test_by_the_score_it_does():
    by_score = TOLD.replace(" turn_order=receiver", "")
    with pytest.raises(InputError, match="Ann is up, not Bob"):
        parse_game(by_score)
    assert parse_game(by_score.replace("Bob: p1952", "up 2\nBob: p1952")).state.seat == 0


@pytest.mark.parametrize("fix", ["fix 2 $9,000", "fix 1 $4,080 e2", "fix 3 $0", "fix 1 p0"])
def test_a_correction_before_the_next_spin_knows_who_received_last(fix):
    at = TOLD.index("Bob: p1952")
    game = parse_game(TOLD[:at] + fix)
    assert game.state.seat == (0 if fix == "fix 1 p0" else 1)
    assert not game.warnings


def test_numbers_alone_do_not_tell_who_received_last():
    rules = '[Rules "show turn_order=receiver"]\n'
    with pytest.raises(InputError, match="the last of them is up"):
        parse_game(f"{rules}= {AFTER_CYS_PASS}")
    assert parse_game(f"{rules}= {AFTER_CYS_PASS}@2").state.seat == 1
    assert parse_game(f"{rules}= 6525e4,11087p2,20074").state.seat == 0
