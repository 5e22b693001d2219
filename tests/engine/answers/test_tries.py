"""A hundred tries: games that the rules allow, the same for any number of threads, with the winners that the odds promise."""

import json
from math import sqrt
from random import Random

import pytest
from hypothesis import assume, given

from engine import Limits, Position, Rules, Unaffordable, Unsettled, game_over, play_tries, preset_boards, solve
from engine.answers import tries as tries_module
from engine.errors import BoardError
from engine.game.landing import Effect
from engine.game.position import MAX_SCORE, SEATS, Contestant
from engine.game.rules import Pass, PlayRules, Press, apply_effect, legal_actions, next_turn, pass_spins, winners
from engine.solvers import _playout
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.playouts import Playouts
from engine.solvers.processors import limit_threads
from tests.engine.solvers.kernels import solve_dense
from tests.engine.strategies import boards, many, positions, rules
from tests.tier import NIGHTLY

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SHOW = Rules(unit=250)
SHARES = [{1 << seat for seat in SEATS if tops >> seat & 1} for tops in range(8)]  # of a shared win one has all
POSITION = Position.parse("8000e3,3000w1,0w2@1")


def played(position, rules=None, board=FEBRUARY, **more):
    return play_tries(position, board, rules, **more)


def bytes_of(tries):
    return json.dumps(tries.to_json())


# -- the same tries ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["8000e3,3000w1,0w2@1", "4000e2,3000e2w1,2500e1w3@3"])
def test_tries_are_the_same_for_any_number_of_threads_and_every_time(text):
    with limit_threads(1):
        one = played(Position.parse(text))
    with limit_threads(2):
        two = played(Position.parse(text))
    assert bytes_of(one) == bytes_of(two) == bytes_of(played(Position.parse(text)))


def test_later_tries_go_on_from_the_ones_so_far():
    both = played(POSITION, count=150)
    first = played(POSITION, count=100)
    assert first.and_then(played(POSITION, first=100, count=50)) == both


def test_games_are_those_that_estimates_play():
    position = Position.parse("8000e2,3000,0@1")
    playouts = Playouts(solve_dense(position, FEBRUARY, PlayRules(Rules(unit=250), 250, 20_000), grid=1000, keep=True))
    playouts.improve(100, CancelFlag())
    games = playouts.record(_playout.PRESS, 0, 100, CancelFlag())
    began = [game.steps[0] for game in games]
    sums = playouts._sums[_playout.PRESS].by_part[:, 0]
    assert [began.count(move) for move in range(len(sums) - 2)] == sums[:-2].tolist()
    assert began.count(_playout.RECORDED_PASS) == 0


# -- by the rules ------------------------------------------------------------------------------


def mask(seats):
    return sum(1 << seat for seat in seats)


def after(here, step, rules):
    """The position after a step, whose sum is what it added."""
    if step.kind == "pass":
        assert Pass(step.to) in legal_actions(here, rules)
        return pass_spins(here, step.to, rules)
    assert Press() in legal_actions(here, rules)
    assert step.kind != "whammy_off" or here.mover.whammies
    effect = Effect(step.kind, (step.amount,) if step.kind == "money" else (), step.spin)
    [(_, reached)] = apply_effect(here, effect, PlayRules(rules, 1, MAX_SCORE))
    return reached


def assert_follows(tries, position, rules):
    """Each game is one that can happen, and ends as it says."""
    for action in (tries.press, tries.passing):
        for won, game in zip(action.winners if action else "", action.games if action else (), strict=False):
            here = position
            for step in game:
                assert not game_over(here, rules)
                assert not here.alone
                here = after(here, step, rules)
            assert game_over(here, rules) or here.alone
            tops, drawn = mask(winners(here)), int(won)
            risky = rules.house == "play" and here.alone  # may be put out by passed spins
            assert drawn == tops or (risky and not drawn) or (rules.ties == "split" and drawn in SHARES[tops])


@many(30)
@given(boards(), rules(goals=("win",)), positions())
def test_games_follow_the_rules_on_any_board(board, rules, position):
    assume(not game_over(position, rules))
    try:
        tries = play_tries(position, board, rules, Limits(memory_bytes=2**30))
    except (Unaffordable, Unsettled, BoardError):
        assume(False)
    if tries is not None:
        assert_follows(tries, position, rules.seated(position.mover_seat))


# -- who wins ----------------------------------------------------------------------------------


def drawn_position(random):
    """A position that is soon solved, and not decided."""
    seat, held, podiums = random.randrange(3), random.randint(1, 2), list[Contestant]()
    for other in SEATS:
        spins = held if other == seat else 0
        podiums.append(Contestant(random.randrange(0, 9000, 250), spins, whammies=random.choice((0, 0, 1, 2, 3))))
    return next_turn(tuple(podiums), seat, Rules())


def test_as_many_win_as_the_odds_say():
    """Pooled over positions no seat wins too many or too few by more than three standard errors; and by χ² the single ones don't."""
    random, deviations, variances = Random(1), [0.0] * 3, [0.0] * 3
    squares = []
    count = 200 if NIGHTLY else 12
    for _ in range(count):
        position = drawn_position(random)
        exact = solve(position, FEBRUARY, SHOW, Limits(60, method="exact"))
        tries = played(position, SHOW)
        for action, value in ((tries.press, exact.press), (tries.passing, exact.passing)):
            for seat in SEATS if action else ():
                variance = 100 * value.win[seat] * (1 - value.win[seat])
                deviation = action.count_wins(seat) - 100 * value.win[seat]
                deviations[seat] += deviation
                variances[seat] += variance
                if variance > 5:
                    squares.append(deviation**2 / variance)
    assert len(squares) > count
    pooled = [deviations[seat] / sqrt(variances[seat]) for seat in SEATS]
    assert max(map(abs, pooled)) <= 3, pooled
    # The seats of an action depend on each other, so the sum spreads up to √3 times as wide as that of independent ones.
    free = len(squares)
    assert abs(sum(squares) - free) <= 3 * sqrt(2 * free * 3), (sum(squares), free)


# -- none --------------------------------------------------------------------------------------


def test_what_cannot_be_played_out_has_none():
    alone = Position.parse("8000e1,0w4,0w4@1")
    assert played(alone) is None
    assert played(alone, Rules(house="play")) is None
    assert played(Position.parse("8000e1,0,0w4@1"), Rules(house="play", goal="money")) is None


def test_a_huge_position_takes_a_coarser_grid(monkeypatch):
    monkeypatch.setattr(tries_module, "MAX_CELLS", 1000)
    monkeypatch.setattr(tries_module, "COARSEST_FACTOR", 1000)
    assert played(Position.parse("8000e2,3000e2,0@1")).count == 100
    monkeypatch.setattr(tries_module, "COARSEST_FACTOR", 1)
    with pytest.raises(Unaffordable):
        played(Position.parse("8000e2,3000e2,0@1"))
