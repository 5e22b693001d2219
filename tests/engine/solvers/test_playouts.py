"""Playouts: what they estimate, how sure they are, that they can be repeated and stopped."""

import math

import pytest
from hypothesis import assume, given

from engine import CancelFlag, Cancelled, Position, Rules, preset_boards
from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.rules import PlayRules, game_over
from engine.game.spin import merged_landings
from engine.solvers.dense.solver import supports
from engine.solvers.playouts import Playouts, choose_pass
from tests.engine.solvers.kernels import expectimax_graph, solve_dense
from tests.engine.solvers.readable_grid import root_ply_of
from tests.engine.strategies import boards, many, positions, rules
from tests.engine.tiny import tiny
from tests.tier import few

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")


def solved(text, grid, board=FEBRUARY, rules=SEED, cap=20_000, **options):
    play_rules = PlayRules(rules, rules.unit, cap)
    return solve_dense(Position.parse(text), board, play_rules, grid=grid, keep=True, **options)


def preferred_pass(playouts):
    return choose_pass(playouts.passes, playouts.position.mover_seat)


def both(playouts, ply):
    """The estimates of pressing and of the pass, with the values to compare them with."""
    pairs = ((playouts.press, ply.press), (preferred_pass(playouts), ply.passing))
    assert all((sample is None) == (value is None) for sample, value in pairs)
    return [pair for pair in pairs if pair[0] is not None]


def samples(playouts):
    return [sample for sample in (playouts.press, preferred_pass(playouts)) if sample is not None]


# -- exact values need no correction -----------------------------------------------------------


@many(20)
@given(boards(), rules(goals=("win",)), positions())
def test_exact_values_are_left_as_they_are_on_any_board(board, rules, position):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(supports(board, play_rules))
        dense = solve_dense(position, board, play_rules, keep=True)
    except (Unaffordable, BoardError, Unsettled):
        assume(False)
    playouts = Playouts(dense).for_position(position)  # as two calls after a pass that are nearly alike count half each
    playouts.improve(30, CancelFlag())
    for sample, value in both(playouts, root_ply_of(dense)):
        assert sample.mean == pytest.approx(value, abs=1e-8)


# -- coarse values -----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"goal": "money"}, {"goal": "blend", "ties": "joint"}])
@pytest.mark.parametrize("text", ["2000e1,3500e1w3,0@1", "4250e2,4250,1000@1"])
def test_dollars_and_the_chances_that_go_with_them_are_near_the_exact_values(text, options):
    rules = Rules(unit=250, **options)
    exact = solved(text, None, rules=rules).root_ply()
    playouts = Playouts(solved(text, 1000, rules=rules))
    playouts.improve(10_000, CancelFlag())
    for sample, value in both(playouts, exact):
        for mean, error, truth in zip(sample.mean, sample.error, value, strict=True):
            assert abs(mean - truth) <= 4 * error
        assert max(sample.error[:3]) < 100
        assert max(sample.error[3:]) < 0.006
    outcomes = playouts.outcomes()
    assert outcomes.keys() == playouts.ply.outcomes.keys()
    assert all(min(value) >= 0 and max(value[3:]) <= 1 for value in outcomes.values())


# -- values of a simpler game ------------------------------------------------------------------


def simplified(text, grid, **options):
    """Playouts of ``text`` under the show's rules by the values of a game in which nobody goes out; and the table."""
    rules = Rules(**options)
    play_rules = PlayRules(rules, rules.unit, 20_000)
    dense = solved(text, grid, rules=Rules(unit=250, choices="even"), counted=0)
    return Playouts(dense, game=(FEBRUARY, play_rules)), play_rules


@pytest.mark.parametrize("text", ["2000e1,3500e1,0@1", "5000w3,1000e2w1,7000p1@2", "250w2,4000e1w3,3000p1@3"])
def test_a_simpler_game_corrected_is_the_real_one(text):
    playouts, play_rules = simplified(text, 500, unit=250)
    playouts.improve(8000, CancelFlag())
    assert playouts.position == Position.parse(text)
    for sample, value in both(playouts, solved(text, None, rules=play_rules.rules).root_ply()):
        assert sample.mean == pytest.approx(value, abs=0.01)


def test_slides_that_double_the_score_are_played_as_they_are():
    rules = Rules(unit=250)
    real, model = tiny("500 W double", "750 add 250+"), tiny("500 W 3000", "750 3000 250+")
    play_rules = PlayRules(rules, 250, 20_000)
    dense = solved("1000e1,3500,500@1", 500, board=model, rules=rules)
    playouts = Playouts(dense, game=(real, play_rules))
    playouts.improve(20_000, CancelFlag())
    for sample, value in both(playouts, expectimax_graph(dense.plan.position, real, play_rules)):
        assert sample.mean == pytest.approx(value, abs=0.01)


@pytest.mark.parametrize("counted", few(2, range(8)))
@pytest.mark.parametrize("text", ["500e1w3,1000e1w2,250@1", "250w3,1000e1w3,500p1w2@3"])
def test_whammies_that_the_values_do_not_count_still_put_contestants_out(text, counted):
    rules, board = Rules(unit=250), tiny("500 W 250+", "750 W")
    play_rules = PlayRules(rules, 250, 20_000)
    dense = solved(text, 250, board=board, rules=rules, counted=counted)
    playouts = Playouts(dense, game=(board, play_rules))
    playouts.improve(20_000, CancelFlag())
    for sample, value in both(playouts, expectimax_graph(dense.plan.position, board, play_rules)):
        assert sample.mean == pytest.approx(value, abs=0.01)


def test_a_game_without_a_whammy_off_still_corrects_one_with_it():
    rules = Rules(unit=250)
    dense = solved("250w3,4000e1w3,3000@2", 500, rules=Rules(unit=250, lose_whammy="money"))
    playouts = Playouts(dense, game=(FEBRUARY, PlayRules(rules, 250, 20_000)))
    playouts.improve(8000, CancelFlag())
    exact = solved("250w3,4000e1w3,3000@2", None, rules=rules).root_ply()
    assert playouts.press.mean == pytest.approx(exact.press, abs=0.01)


def test_looking_further_ahead_estimates_the_same():
    text = "2000e1,3500e1,0@1"
    exact = solved(text, None).root_ply()
    playouts = Playouts(solved(text, 1000), depth=3)
    playouts.improve(2000, CancelFlag())
    for sample, value in both(playouts, exact):
        for mean, error, worth in zip(sample.mean, sample.error, value, strict=True):
            assert abs(mean - worth) <= 4 * error


# -- outcomes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ties", ["split", "joint"])
@pytest.mark.parametrize("text", ["8000e1,3000e2,250@1", "14000e1,0w3,0w4@1", "0p2w3,20000,12000@1"])
def test_outcomes_fit_the_corrected_press(text, ties):
    rules = Rules(unit=250, ties=ties)
    dense = solved(text, 1000, rules=rules)
    playouts = Playouts(dense)
    assert playouts.outcomes() == playouts.ply.outcomes
    playouts.improve(300, CancelFlag())
    outcomes = playouts.outcomes()
    mean = [0.0, 0.0, 0.0]
    for chance, options in merged_landings(FEBRUARY, rules, 250):
        assert all(0 <= x <= 1 for x in outcomes[options])
        for seat in range(3):
            mean[seat] += float(chance) * outcomes[options][seat]
        if ties == "split":
            assert sum(outcomes[options]) == pytest.approx(sum(playouts.ply.outcomes[options]), abs=0.02)
    assert mean == pytest.approx(playouts.press.mean, abs=1e-9)


# -- more playouts, seeds, canceling ----------------------------------------------------------


def test_more_playouts_make_the_error_smaller():
    playouts = Playouts(solved("8000e2,3000,0@1", 1000))
    assert [s.count for s in samples(playouts)] == [0, 0]
    assert all(math.isinf(error) for s in samples(playouts) for error in s.standard_error)
    playouts.improve(500, CancelFlag())
    few = samples(playouts)
    playouts.improve(7500, CancelFlag())
    many = samples(playouts)
    assert [s.count for s in many] == [8000, 8000]
    for a, b in zip(few, many, strict=True):
        assert max(b.standard_error) < max(a.standard_error) / 2


def test_a_seed_can_be_repeated_whoever_plays():
    figures = []
    for threads in (1, 2):
        playouts = Playouts(solved("3000e1,2000e2,4000@2", 1000, threads=threads), seed=7)
        playouts.improve(100, CancelFlag())
        playouts.improve(101, CancelFlag())
        figures.append([playouts.press, *playouts.passes])
    other = Playouts(solved("3000e1,2000e2,4000@2", 1000), seed=8)
    other.improve(201, CancelFlag())
    assert figures[0] == figures[1]  # to the bit
    for one, another in zip(figures[0], [other.press, *other.passes], strict=True):
        assert one.count == another.count == 201
        assert one.mean != pytest.approx(another.mean, abs=1e-9)


def test_cancelling_keeps_what_was_played():
    playouts = Playouts(solved("8000e2,3000,0@1", 1000))
    playouts.improve(100, CancelFlag())
    before = samples(playouts)
    cancel = CancelFlag()
    cancel.set()
    with pytest.raises(Cancelled):
        playouts.improve(10**12, cancel)
    assert samples(playouts) == before


def test_a_board_that_never_ends_a_turn_is_given_up_in_the_end():
    dense = solved("500e1,0,0@1", 500, board=tiny("500+ 250+"), rules=Rules(unit=250, ties="joint"), cap=2000)
    playouts = Playouts(dense)
    playouts.improve(3, CancelFlag())
    assert playouts.press.mean == pytest.approx((0.0, 0.0, 0.0), abs=0.05)
