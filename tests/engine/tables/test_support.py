"""A table is right about every question that it answers, on every complete board that comes with the program, or refused."""

from dataclasses import replace

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine.answers.from_table import answer_from_table
from engine.errors import BoardError, InputError, Unaffordable, Unsettled
from engine.game.options import Rules
from engine.game.rules import PlayRules, game_over
from engine.solvers.dense.solver import supports
from engine.tables import Store, TableError
from engine.tables.building import build_table
from engine.tables.store import open_table
from tests.engine.solvers.kept_answers import exact_ply
from tests.engine.solvers.test_support import KNOWN as PRESETS
from tests.engine.solvers.test_support import boards as any_boards
from tests.engine.strategies import many, positions, rules

KNOWN = [board for board in PRESETS if not board.bonus]
UNITS = st.sampled_from([250, 500, 500, 1000])
CAPS = st.sampled_from([1000, 2500])
TABLED = [board for board in KNOWN if supports(board, PlayRules(Rules().seated(0), 500, 2500))]


def boards():
    """Mostly boards of which there are tables."""
    return st.one_of(
        st.sampled_from(TABLED), st.sampled_from(TABLED), any_boards().filter(lambda board: not board.bonus)
    )


@st.composite
def others(draw, board, rules, position):
    """Questions near another: other scores, another board, another configuration, and each rule changed alone."""
    scores = [0 if c.out else draw(st.sampled_from([0, rules.unit, 2 * rules.unit, 700])) for c in position.contestants]
    there, changed = position.with_scores(*scores), draw(RULES)
    near = [(board, rules, there), (draw(boards()), rules, there), (board, rules, draw(positions(most_spins=2)))]
    return near + [(board, replace(rules, **{name: getattr(changed, name)}), there) for name in rules.options()]


KEPT = rules(goals=("win",), leads=(None,), styles=("optimal",), houses=("won",))  # those of which tables are kept
RULES = st.one_of(KEPT, KEPT, KEPT, rules(habits=True))


@many(120)
@given(st.data(), boards(), RULES, positions(most_spins=2), UNITS, CAPS)
def test_what_a_table_answers_is_the_oracles(tmp_path_factory, data, board, rules, position, unit, cap):
    assume(not game_over(position, rules))
    rules = replace(rules, unit=unit, cap=cap)
    store = Store(tmp_path_factory.mktemp("tables"), 10**8)
    try:
        build_table(store, position, board, rules)
    except (TableError, InputError, Unaffordable, Unsettled) as refusal:
        event(type(refusal).__name__)
        return
    questions = dict.fromkeys([(board, rules, position), *data.draw(others(board, rules, position))])  # each once
    for board_, rules_, position_ in questions:
        if game_over(position_, rules_):
            continue
        play_rules = PlayRules(rules_.seated(position_.mover_seat), rules_.unit, rules_.cap)
        table = open_table(store, position_, board_, rules_, rules_.unit)
        answer = table and table.answer(position_, play_rules.rules)
        near = answer_from_table(position_, board_, rules_, store)
        if answer is None and (near is None or near.method != "exact"):
            event("no answer")
            continue
        try:
            expected = exact_ply(position_, board_, play_rules, 1000)
        except (Unaffordable, Unsettled, BoardError):
            event("not known to the oracle")
            continue
        event("compared")
        if answer is not None:
            same(answer, expected)
        if near is not None and near.method == "exact":
            same([action and action.win for action in (near.press, near.passing)], expected)


def same(actual, expected):
    for one, other in zip(actual, expected, strict=True):
        assert (one is None) == (other is None)
        assert one is None or one == pytest.approx(other, abs=1e-5)
