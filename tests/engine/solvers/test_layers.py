"""Grids on which a finished game counts to the dollar: held to their definition, position by position."""

import random

import pytest

from engine import Position, Rules, preset_boards
from engine.game.rules import Pass as PassAction
from engine.game.rules import PlayRules, apply_effect, game_over, legal_actions, pass_spins
from engine.game.rules import Press as PressAction
from engine.game.spin import Effect, landings_by_seat
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.spin_rows import DenseSpin, SumMove
from tests.engine.solvers.readable_grid import root_ply_of, value_of
from tests.engine.tiny import tiny

BOARDS = preset_boards()
STEPS = [(1, 500), (50, 1000), (250, 750), (500, 500)]  # in a finished game, and before
TEXTS = ["3100e2w3,5000e1,2750e1@1", "8000e3,3000w2,1250e1w3@1", "0e1,0e1,0e1@2", "4300p2w3,700e2w1,8100w3@1"]


def solved(position, board, rules, steps, cap=10_000):
    last, grid = steps
    dense = DenseSolver(
        position,
        board,
        PlayRules(rules, 1, cap),
        DenseOptions(memory=2**31, grid=grid, terminal_grid=last, keep=True, single=False),
        cancel=CancelFlag(),
    )
    dense.solve()
    return dense


def step_with(steps, spins_left):
    return steps[min(spins_left, 1)]


class Definition:
    """One spin of a graded grid by its definition, from the values one spin further."""

    def __init__(self, dense, board, steps):
        self.dense, self.steps = dense, steps
        rules = dense.plan.play_rules.rules
        self.spins = landings_by_seat(board, rules, 1)

    def press(self, position):
        spins_left, seat = position.spins, position.mover_seat
        spin = DenseSpin(self.spins, 1, step_with(self.steps, spins_left), step_with(self.steps, spins_left - 1))
        sums = [0.0] * 3
        for part, chance in spin.terms[seat].items():
            sums = [x + chance * y for x, y in zip(sums, self.after(position, part), strict=True)]
        for options, chances in spin.choices.items():
            offered = [o for o in options if o.effect.kind != "whammy_off" or position.mover.whammies]
            worths = []
            for option in offered:
                parts = spin.parts(option.effect)
                values = [(weight, self.after(position, part)) for part, weight in parts]
                worths.append([sum(weight * value[k] for weight, value in values) for k in range(3)])
            best = max(worths, key=lambda worth: worth[seat])
            sums = [x + chances[seat] * y for x, y in zip(sums, best, strict=True)]
        return sums

    def after(self, position, part):
        effect = Effect("money", (part.dollars,), part.gives_spin) if isinstance(part, SumMove) else Effect(part)
        [(_, reached)] = apply_effect(position, effect, self.dense.plan.play_rules)
        return value_of(self.dense, reached)

    def value(self, position):
        """What is best for the mover; several where they are alike."""
        rules = self.dense.plan.play_rules.rules
        steps = []
        for action in legal_actions(position, rules):
            if isinstance(action, PressAction):
                steps.append(self.press(position))
            elif isinstance(action, PassAction):
                steps.append(value_of(self.dense, pass_spins(position, action.to, rules)))
        best = max(worth[position.mover_seat] for worth in steps)
        return [worth for worth in steps if worth[position.mover_seat] >= best - 1e-9]


def games(dense, board, steps, chance):
    """Positions that arise on the grid, from the root to near the end of the game."""
    definition = Definition(dense, board, steps)
    rules, position = dense.plan.play_rules.rules, dense.plan.position
    while not game_over(position, rules) and not position.alone:
        yield position
        actions = legal_actions(position, rules)
        action = chance.choice(actions)
        if isinstance(action, PassAction):
            position = pass_spins(position, action.to, rules)
            continue
        spins_left = position.spins
        spin = DenseSpin(definition.spins, 1, step_with(steps, spins_left), step_with(steps, spins_left - 1))
        parts = list(spin.terms[position.mover_seat])
        part = chance.choice(parts)
        effect = Effect("money", (part.dollars,), part.gives_spin) if isinstance(part, SumMove) else Effect(part)
        [(_, position)] = apply_effect(position, effect, dense.plan.play_rules)
        if max(c.score for c in position.contestants) >= dense.plan.play_rules.cap:
            return  # there, an extra spin leads back


@pytest.mark.parametrize(
    ("text", "steps", "board"),
    [
        pytest.param(text, steps, board, marks=() if (row + column) % 4 == place else pytest.mark.nightly)
        for row, text in enumerate(TEXTS)
        for column, steps in enumerate(STEPS)
        for place, board in enumerate(("pyl-1985-02-r2", "pyl-1984-09-r1", "pyl-classic-r2"))
    ],
)
def test_each_value_is_what_one_spin_or_a_pass_makes_of_the_values_one_step_further(board, steps, text):
    chance = random.Random(5)
    rules = Rules.preset("show")
    dense = solved(Position.parse(text), BOARDS[board], rules, steps)
    definition = Definition(dense, BOARDS[board], steps)
    count = 0
    for _ in range(12):
        for position in games(dense, BOARDS[board], steps, chance):
            value, seat, worths = value_of(dense, position), position.mover_seat, definition.value(position)
            assert value[seat] == pytest.approx(worths[0][seat], abs=1e-9), position
            # Of options alike to the mover one is taken, not always the one that is the best by a last bit.
            assert any(value == pytest.approx(worth, abs=1e-3) for worth in worths), position
            count += 1
    assert count > 20


@pytest.mark.parametrize("text", ["3100e2w3,5000e1,2750e1@1", "500e1,5000e2w1,2000w3@2"])
def test_a_last_step_like_the_others_changes_nothing(text):
    board, rules = BOARDS["pyl-1985-02-r2"], Rules.preset("show")
    one, other = (solved(Position.parse(text), board, rules, steps) for steps in ((None, 500), (500, 500)))
    assert root_ply_of(one) == root_ply_of(other)
    assert one.plan.cells == other.plan.cells


def test_a_small_sum_with_a_spin_leads_to_values_that_are_there():
    """After a pass of four spins the third wins $100 and a spin: below $8,600 the grid itself never has three earned."""
    dense = solved(Position.parse("5239e4w3,2100,7600e2@1"), BOARDS["pyl-1984-09-r1"], Rules.preset("show"), (1, 1000))
    assert dense.value(Position.parse("5239w3,2100,7600e3p3@3"))[0] >= 0  # not NaN
    lower, here, upper = (
        value_of(dense, Position.parse(f"5239w3,2100,{score}e3p3@3"))[2] for score in (7600, 7700, 8600)
    )
    assert here == pytest.approx(0.9 * lower + 0.1 * upper)


def test_between_points_only_those_of_the_same_order_are_read():
    """The leader by $50: of the points around both only one has the leader ahead."""
    dense = solved(Position.parse("0e1,0e1,4000e1@1"), BOARDS["pyl-1985-02-r2"], Rules.preset("show"), (1000, 1000))
    here, point = (value_of(dense, Position.parse(text)) for text in ("2500,2450e1,4000e1@2", "3000,2000e1,4000e1@2"))
    assert here == pytest.approx(point, abs=1e-12)


def test_levels_have_the_same_scores_even_if_all_sums_are_multiples_of_more():
    # Every sum is a multiple of ten steps of this grid; the finished game is told apart to the dollar.
    board, rules = tiny("500 1000 W"), Rules()
    position = Position.parse("1000w3,1500e2,0e3w1@3")
    values = []
    for grid, last in ((None, None), (50, None), (50, 1)):
        dense = DenseSolver(
            position,
            board,
            PlayRules(rules, 1, 5000),
            DenseOptions(memory=2**28, grid=grid, terminal_grid=last),
            cancel=CancelFlag(),
        )
        dense.solve()
        values.append(value_of(dense, position))
    assert values[1] == pytest.approx(values[0])
    assert values[2] == pytest.approx(values[0])
