"""Moves that go on with a game."""

from engine import parse_game, read_moves

GAME = parse_game('[Left "Ann"]\n= 1000e3,2000e2,3000e1')


def test_moves_are_added() -> None:
    reading = read_moves("1000 w", GAME)
    assert not reading.problems
    assert len(reading.game.events) == 3
    assert reading.game.state.podiums[0].whammies == 1


def test_those_before_the_first_problem_are_added() -> None:
    reading = read_moves("1000\nAnn: xyz 500", GAME)
    assert len(reading.game.events) == 2
    assert (reading.problems[0].line, reading.problems[0].column) == (2, 6)
    refused = read_moves("1000 3. 500 w", GAME)
    assert len(refused.game.events) == 2
    assert len(refused.problems) == 1


def test_no_moves_change_nothing() -> None:
    assert read_moves("  # nothing yet", GAME).game is GAME
