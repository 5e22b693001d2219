"""A board that changes after the next spins: the same answer from the definition, the graph and the facade."""

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine import BoardError, Limits, NextSpinsBoard, Position, Rules, RulesError, preset_boards, solve
from engine.errors import Unaffordable, Unsettled
from engine.game.rules import (
    PlayRules,
    Press,
    apply_effect,
    game_over,
    legal_actions,
    list_available_options,
    pass_spins,
    rank_preference,
)
from engine.game.spin import landings_by_seat
from engine.solvers.oracle import Oracle
from tests.engine.near import assert_near
from tests.engine.strategies import boards, many, positions, rules
from tests.engine.tiny import tiny
from tests.tier import few

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
CLASSIC = preset_boards()["pyl-classic-r2"]
SEED = Rules.preset("seed")
EXACT = Limits(seconds=600, method="exact")


def by_definition(position, now, left, later, play_rules):
    """(press, best pass) in fractions: the next `left` spins on `now`, valued by the oracle behind them."""

    def value(position, left):
        if game_over(position, play_rules.rules) or not left:
            return later.value(position)
        press, passing = actions(position, left)
        return best([v for v in (press, passing) if v is not None], position.mover_seat)

    def best(values, up):
        top = max(v[up] for v in values)
        return next(v for v in values if v[up] >= top - later.tolerance)

    def mixed(parts):
        return tuple(sum(chance * v[seat] for chance, v in parts) for seat in range(3))

    def actions(position, left):
        up = position.mover_seat
        press, passes = None, []
        for action in legal_actions(position, play_rules.rules):
            if action != Press():
                passes.append(value(pass_spins(position, action.to, play_rules.rules), left))
                continue
            landed = []
            for chance, options in now[up]:
                real = sorted(
                    list_available_options(position, options),
                    key=lambda o: rank_preference(position.mover.score, o, play_rules.unit),
                )
                values = [
                    mixed([(p, value(q, left - 1)) for p, q in apply_effect(position, o.effect, play_rules)])
                    for o in real
                ]
                landed.append((chance, best(values, up)))
            press = mixed(landed)
        return press, best(passes, up) if passes else None

    return actions(position, left)


@many(40)
@given(boards(), boards(), rules(), positions(most_spins=2), st.integers(1, 2))
def test_graph_and_definition_agree(now, later, rules, position, count):
    assume(not game_over(position, rules))
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        oracle = Oracle(landings_by_seat(later, rules, rules.unit), play_rules, 600)
        expected = by_definition(position, landings_by_seat(now, rules, rules.unit), count, oracle, play_rules)
        result = solve(position, later, rules, EXACT, next_spins=NextSpinsBoard(now, count))
    except (Unaffordable, Unsettled, BoardError):
        assume(False)
    event(f"{count} spins")
    within = 1e-6 if rules.in_dollars else 1e-9
    for action, value in ((result.press, expected[0]), (result.passing, expected[1])):
        assert (action is None) == (value is None)
        if action is not None:
            figures = action.utility if rules.in_dollars else action.win
            assert figures == pytest.approx([float(x) for x in value], abs=within)


def test_a_sure_thing_now_and_a_whammy_later():
    """$1,000 for the next spin only: 500 against 1,200 wins with it at once, and never afterwards."""
    now, later = tiny("1000"), tiny("W")
    result = solve(Position.parse("500e1,1200,0@1"), later, Rules(), EXACT, next_spins=NextSpinsBoard(now))
    assert result.press.win == pytest.approx((1, 0, 0))
    # Passed on, the spin is still the next one: 1,200 + 1,000.
    assert result.passing.win == pytest.approx((0, 1, 0))
    two = solve(Position.parse("500e2,1200,0@1"), later, Rules(), EXACT, next_spins=NextSpinsBoard(now))
    # After $1,000 he may keep the lead only by passing the Whammy to second place.
    assert two.press.win == pytest.approx((1, 0, 0))
    assert solve(Position.parse("500e1,1200,0@1"), later, Rules(), EXACT).press.win == pytest.approx((0, 1, 0))


def test_the_answer_says_which_board_and_for_how_long():
    result = solve(
        Position.parse("8000e1,3000,0@1"), FEBRUARY, SEED, EXACT, next_spins=NextSpinsBoard(CLASSIC, 1)
    ).to_json()
    assert result["now"] == {"board": "pyl-classic-r2", "spins": 1}
    assert result["board"] == FEBRUARY.id
    # The next spin is told slide by slide as the board of now has it: no moves there.
    assert not any("Move" in outcome["label"] or "Corner" in outcome["label"] for outcome in result["outcomes"])
    assert "now" not in solve(Position.parse("8000e1,3000,0@1"), FEBRUARY, SEED, EXACT).to_json()


@pytest.mark.parametrize(
    ("text", "spins", "goal"),
    few(
        1,
        [
            ("8000e2,3000,500w3@1", 3, "money"),
            ("8000e2,3000,500w3@1", 3, "win"),
            ("2000e1,3500e1,0@1", 1, "win"),
            ("0,1000e2,2500e1@2", 2, "money"),
        ],
    ),
)
def test_an_estimate_knows_the_board_of_the_next_spins(text, spins, goal):
    position, rules, now = Position.parse(text), Rules(unit=500, goal=goal), NextSpinsBoard(CLASSIC, spins)
    exact = solve(position, FEBRUARY, rules, EXACT, next_spins=now)
    result = solve(position, FEBRUARY, rules, Limits(600, method="estimated", cells=100_000), next_spins=now)
    assert_near(result, exact, most=0.02)


@pytest.mark.parametrize("count", [0, 7, -1, True, 1.5])
def test_only_so_many_spins(count):
    with pytest.raises(BoardError, match="1 to 6 spins") as caught:
        NextSpinsBoard(CLASSIC, count)
    assert caught.value.field == "spins"


def test_a_board_with_gaps_is_refused():
    with pytest.raises(BoardError, match="not complete") as caught:
        NextSpinsBoard(preset_boards()["pyl-1983-r2-partial"])
    assert caught.value.field == "now"


def test_there_are_no_bounds_of_a_board_that_changes():
    with pytest.raises(RulesError, match="bounds"):
        solve(
            Position.parse("1000e1,0,0@1"), FEBRUARY, SEED, Limits(method="bounded"), next_spins=NextSpinsBoard(CLASSIC)
        )
