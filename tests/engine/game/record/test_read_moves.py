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


def test_moves_may_follow_a_beginning_on_its_line() -> None:
    game = parse_game("round 1: 1, 1, 1 1. 500 2. 750 3. w round 2: 3 2 4")
    assert len(game.events) == 5
    assert [podium.score for podium in game.state.podiums] == [500, 750, 0]
    game = parse_game("= 8000e3,3000,0@1 750 pass")
    assert [podium.score for podium in game.state.podiums] == [8750, 3000, 0]
    assert game.state.seat == 1
