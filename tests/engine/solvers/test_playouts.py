"""Playouts: what they estimate, how sure they are, that they can be repeated and stopped."""

import math
from functools import partial
from random import Random

import pytest
from hypothesis import assume, given

from engine import CancelFlag, Cancelled, Limits, Position, Rules, preset_boards, solve
from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.position import Contestant
from engine.game.rules import PlayRules, Press, apply_effect, game_over, legal_actions, pass_spins
from engine.game.spin import landings_by_seat, merged_landings
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver, supports
from engine.solvers.lanes import ALL_SEATS
from engine.solvers.playouts import Playouts, choose_pass
from engine.solvers.ply import one_ply_lookahead, terminal_payoff
from tests.engine.solvers.kernels import expectimax_graph
from tests.engine.solvers.readable_grid import root_ply_of, value_of
from tests.engine.strategies import boards, many, positions, rules
from tests.engine.tiny import tiny
from tests.tier import few

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")
SHOW = Rules(unit=250)
SUMS = tiny("500 W 1250", "750 2000 250")
CHOICES = tiny("500 W >2,3", "750+ 1500/W", "1000 250 W")


def solved(text, grid, board=FEBRUARY, rules=SEED, cap=20_000, **options):
    play_rules = PlayRules(rules, rules.unit, cap)
    dense = DenseSolver(
        Position.parse(text),
        board,
        play_rules,
        DenseOptions(memory=2**30, grid=grid, keep=True, **options),
        cancel=CancelFlag(),
    )
    dense.solve()
    return dense


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


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize(
    "rules", [SEED, SHOW, Rules(unit=250, turn_order="cyclic", ties="joint"), Rules(unit=250, turn_order="receiver")]
)
@pytest.mark.parametrize("text", ["8000e2,3000,0@1", "1330e1p1w3,3000e1w2,1500@1", "0w4,2500e1,2500p1w3@3"])
def test_exact_values_are_left_as_they_are(text, rules, single):
    dense = solved(text, None, rules=rules, single=single)
    playouts = Playouts(dense)
    playouts.improve(100, CancelFlag())
    noise = 1e-5 if single else 1e-9
    for sample, value in both(playouts, root_ply_of(dense)):
        assert sample.mean == pytest.approx(value, abs=noise)
        assert max(sample.standard_error) < noise


def test_a_score_is_looked_up_where_it_is_and_not_between_two_others():
    """$500 after a Whammy lies between $250 and $750, which the entered score leads to."""
    board = tiny("0", "W 500+ W", ">2,1", "0")
    position = Position.parse("250e1,0p1,0w2@1")
    dense = DenseSolver(
        position, board, PlayRules(Rules(), 500, 1300), DenseOptions(memory=2**30, keep=True), cancel=CancelFlag()
    )
    dense.solve()
    playouts = Playouts(dense)
    playouts.improve(30, CancelFlag())
    assert playouts.press.mean == pytest.approx(root_ply_of(dense).press, abs=1e-8)


@many(20)
@given(boards(), rules(goals=("win",)), positions())
def test_exact_values_are_left_as_they_are_on_any_board(board, rules, position):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(supports(board, play_rules))
        dense = DenseSolver(position, board, play_rules, DenseOptions(memory=2**30, keep=True), cancel=CancelFlag())
        dense.solve()
    except (Unaffordable, BoardError, Unsettled):
        assume(False)
    playouts = Playouts(dense).at(position)  # as two calls after a pass that are nearly alike count half each
    playouts.improve(30, CancelFlag())
    for sample, value in both(playouts, root_ply_of(dense)):
        assert sample.mean == pytest.approx(value, abs=1e-8)


# -- coarse values -----------------------------------------------------------------------------


def worth_of_play(dense):
    """What the root's actions are worth if everybody chooses by the coarse values, by listing every game.

    Choices are looked at one spin ahead; in the positions below a spin more changes none of them.
    """
    plan, play_rules = dense.plan, dense.plan.play_rules
    spin = dense.plan.spin.spins[0]
    figures = {}

    def choice(position):
        ply = one_ply_lookahead(position, spin, play_rules, partial(value_of, dense), dense.tolerance)
        up = position.mover_seat
        return ply.passing is None or (ply.press is not None and ply.passing[up] <= ply.press[up] + dense.tolerance)

    def best_pass(position):
        passes = [
            pass_spins(position, a.to, play_rules.rules)
            for a in legal_actions(position, play_rules.rules)
            if a != Press()
        ]
        best = max(value_of(dense, p)[position.mover_seat] for p in passes)
        return next(p for p in passes if value_of(dense, p)[position.mover_seat] >= best - dense.tolerance)

    def pressed(position):
        total = [0.0, 0.0, 0.0]
        for chance, options in spin:
            assert len(options) == 1
            for part, reached in apply_effect(position, options[0].effect, play_rules):
                for seat, x in enumerate(value(reached)):
                    total[seat] += float(chance * part) * x
        return tuple(total)

    def value(position):
        if game_over(position, play_rules.rules):
            return terminal_payoff(position, play_rules.rules)
        if position not in figures:
            figures[position] = pressed(position) if choice(position) else value(best_pass(position))
        return figures[position]

    root = plan.position
    return pressed(root), value(best_pass(root)) if root_ply_of(dense).passing is not None else None


@pytest.mark.parametrize(
    "rules", [Rules(unit=250), SEED, Rules(unit=250, opponents="optimal/500/cautious", house="play")]
)
@pytest.mark.parametrize("text", ["1000e1,1250,500@1", "1000e1,1100e1,0@1", "0e1w3,250p1,0e1@3"])
def test_the_mean_is_what_the_choices_are_worth(text, rules):
    dense = solved(text, 1000, board=SUMS, rules=rules, cap=6000)
    playouts = Playouts(dense)
    playouts.improve(20_000, CancelFlag())
    for sample, value in zip((playouts.press, preferred_pass(playouts)), worth_of_play(dense), strict=True):
        assert (sample is None) == (value is None)
        if value is not None:
            for mean, error, worth in zip(sample.mean, sample.standard_error, value, strict=True):
                assert abs(mean - worth) <= 4.5 * error + 1e-9
            assert max(sample.standard_error) < 0.01


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


def walks(root, board, play_rules, random, games):
    """Yield the positions of games played at random from a root."""
    landings = landings_by_seat(board, play_rules.rules, play_rules.unit)
    for _ in range(games):
        position = root
        while not game_over(position, play_rules.rules):
            action = random.choice(legal_actions(position, play_rules.rules))
            if action == Press():
                _, options = random.choice(landings[position.mover_seat])
                _, position = random.choice(apply_effect(position, random.choice(options).effect, play_rules))
            else:
                position = pass_spins(position, action.to, play_rules.rules)
            yield position


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


# In exact dollars, of which there are too many to solve it every time.
EXACT_DOLLARS = [
    ("4000e1,4500,0@1", (0.7502786, 0.2497214, 0), (0.2178092, 0.7821908, 0)),
    ("8130e1w3,8500w1,0w4@1", (0.7784670, 0.2215330, 0), (0.2186775, 0.7813225, 0)),
]


@pytest.mark.parametrize(("text", "press", "passing"), few(1, EXACT_DOLLARS))
def test_coarse_values_of_a_simpler_game_give_exact_dollars(text, press, passing):
    playouts, _ = simplified(text, 500, unit=1, prizes="pool")
    playouts.improve(20_000, CancelFlag())
    assert playouts.press.mean == pytest.approx(press, abs=0.004)
    assert preferred_pass(playouts).mean == pytest.approx(passing, abs=0.004)


@pytest.mark.nightly
@pytest.mark.parametrize(("text", "press", "passing"), EXACT_DOLLARS)
def test_exact_dollars_are_as_kept(text, press, passing):
    rules, limits = Rules(unit=1, prizes="pool", cap=20_000), Limits(1e5, method="exact")
    result = solve(Position.parse(text), FEBRUARY, rules, limits)
    assert result.press.win == pytest.approx(press, abs=1e-7)
    assert result.passing.win == pytest.approx(passing, abs=1e-7)


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


@pytest.mark.parametrize("counted", few(2, range(8)))
@pytest.mark.parametrize("root", ["1500e2w3,1000e2w3,500e1w3@3", "250e1w3,1000e2w3,500p1e1w2@3"])
def test_who_is_out_uncounted_is_looked_up_as_one_with_nothing(root, counted):
    """As one still in with no Whammies, spins or dollars; the others' Whammies stay as they are."""
    rules, board, random = Rules(unit=250), tiny("500 W 250+", "750 W"), Random(counted)
    play_rules = PlayRules(rules, 250, 20_000)
    dense = solved(root, 250, board=board, rules=rules, counted=counted)
    playouts = Playouts(dense, game=(board, play_rules))
    seen = 0
    for position in walks(dense.plan.position, board, play_rules, random, games=150):
        uncounted = [c.out and not counted >> seat & 1 for seat, c in enumerate(position.contestants)]
        # With less than two scores a game may end at $0 all round, where who is out matters to the exact payoffs.
        few = sum(c.score > 0 for c in position.contestants) < 2
        if not any(uncounted) or few or position.alone or game_over(position, rules):
            continue
        podiums = (Contestant(0) if is_out else c for c, is_out in zip(position.contestants, uncounted, strict=True))
        nothing = Position(tuple(podiums), position.mover_seat)
        assert playouts.value(position) == pytest.approx(playouts.value(nothing), abs=1e-9), position
        seen += 1
    assert seen or counted == ALL_SEATS


def test_the_fourth_whammy_of_the_third_seat_is_in_no_other_configuration():
    dense = solved("4000e3w1,4000e4w2,4000e2@1", 2000, rules=Rules(unit=250), counted=2)
    playouts = Playouts(dense, game=(FEBRUARY, PlayRules(Rules(unit=250), 250, 20_000)))
    for there, here in (("0w4,0e2w2,4000e2@2", "0,0e2w2,4000e2@2"), ("4000e2w1,0e2w2,0w4@2", "4000e2w1,0e2w2,0@2")):
        assert playouts.value(Position.parse(there)) == playouts.value(Position.parse(here))


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


def test_the_first_call_after_a_pass_is_made_by_what_games_corrected():
    """By the values contestant 1 passes, which leaves 2 nothing; it is right to press."""
    text, rules = "2500e1,2000e2w1,4500@2", Rules(unit=500)
    exact = solved(text, None, rules=rules).root_ply().passing
    playouts = Playouts(solved(text, 2000, rules=rules, counted=0), game=(FEBRUARY, PlayRules(rules, 500, 20_000)))
    playouts.improve(1000, CancelFlag())
    [first_pass] = playouts.passes
    for mean, error, worth in zip(first_pass.mean, first_pass.error, exact, strict=True):
        assert abs(mean - worth) <= 2 * error
    assert max(first_pass.error) < 0.03
    playouts = playouts.at(playouts.position)
    playouts.improve(1000, CancelFlag())
    [by_values] = playouts.passes
    assert by_values.mean[1] < 0.01 < exact[1]


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
