"""The oracle's answers to random cases, kept in kept_answers.json, as finding them takes a hundred times as long as the
kernels do.

``python -m tests.engine.solvers.kept_answers`` draws cases and writes the file anew; a nightly test recomputes it.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import assume, given, seed, settings

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.rules import Pass, PlayRules, Press, game_over
from engine.game.spin import StagedSpins
from engine.solvers.dense.solver import supports
from engine.solvers.oracle import Oracle
from tests.engine.strategies import boards, many, positions, rules

FILE = Path(__file__).with_suffix(".json")
# How many cases are kept for each kernel, and how big a tree of each may be.
COUNT = {"graph": 400, "dense": 200}
BUDGET = 800
USUAL = Rules()

Values = list[float] | None


class Enough(Exception):
    """As many cases as are wanted."""


class Case(NamedTuple):
    """A position with the values of pressing and passing, each None where it is not allowed; no answer: unsettled."""

    board: Board
    rules: Rules
    position: Position
    answer: tuple[Values, Values] | None

    @property
    def play_rules(self) -> PlayRules:
        return PlayRules(self.rules, self.rules.unit, self.rules.cap)


def exact_ply(
    position: Position, board: Board, play_rules: PlayRules, budget: int, tolerance: float | None = None
) -> tuple[Values, Values]:
    """(press, pass) from the oracle; with a tolerance, payoffs that are closer than that count as equal.

    Raises:
        Unsettled: there is no exact answer.
        Unaffordable: the budget is too small.
        BoardError: moves branch too far.
    """
    staged = StagedSpins(board, play_rules.rules, play_rules.unit, position.spins)
    oracle = Oracle(staged, play_rules, budget)
    oracle.tolerance = oracle.tolerance if tolerance is None else Fraction(tolerance)
    actions = oracle.actions(position)
    passes = [value for action, value in actions.items() if isinstance(action, Pass)]
    best = max((value[position.mover_seat] for value in passes), default=None)
    press = actions.get(Press())
    passing = next((value for value in passes if value[position.mover_seat] == best), None)
    return press and [float(x) for x in press], passing and [float(x) for x in passing]


def kept(kernel: str) -> Iterator[Case]:
    """Read the cases for a kernel: "graph" or "dense"."""
    for case in json.loads(FILE.read_text())[kernel]:
        answer = case["answer"] and tuple(case["answer"])
        yield Case(
            Board.from_json(case["board"]), USUAL.with_options(case["rules"]), Position.parse(case["position"]), answer
        )


def drawn(kernel: str) -> list[dict[str, Any]]:
    """Draw cases for a kernel and ask the oracle."""
    answers_by_key: dict[str, dict[str, Any]] = {}
    of_boards = boards(growing=kernel == "graph")
    of_positions = positions() if kernel == "graph" else positions(most_spins=4, holders=(1, 2, 2, 3, 3))

    @seed(0)
    @settings(many(1), max_examples=4 * COUNT[kernel], database=None)
    @given(of_boards, rules(), of_positions)
    def draw(board: Board, rules: Rules, position: Position) -> None:
        if len(answers_by_key) == COUNT[kernel]:
            raise Enough
        assume(not game_over(position, rules))
        play_rules = PlayRules(rules, rules.unit, rules.cap)
        try:
            assume(kernel == "graph" or (not position.alone and supports(board, play_rules)))
            answer = exact_ply(position, board, play_rules, BUDGET)
        except (Unaffordable, BoardError):
            assume(False)
        except Unsettled:
            answer = None
        changed = {name: value for name, value in rules.options().items() if value != USUAL.options()[name]}
        plain = {name: board.to_json()[name] for name in ("id", "round", "squares")}
        case = {"board": plain, "rules": changed, "position": position.notation, "answer": answer}
        answers_by_key[json.dumps(case)] = case

    with suppress(Enough):
        draw()
    return list(answers_by_key.values())


if __name__ == "__main__":
    lines = [
        f'"{kernel}": [\n' + ",\n".join(json.dumps(case, separators=(",", ":")) for case in drawn(kernel)) + "\n]"
        for kernel in COUNT
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
