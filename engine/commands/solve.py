"""``solve``: each contestant's chance to win if the contestant who is up presses or passes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..answers.solver import solve
from ..game.options import Rules
from ..solve.limits import METHODS
from ..solve.result import ActionResult, SolveResult, Triple
from . import question

WELL_KNOWN = 1e-8  # rounding of a chance that leaves five decimals of a per cent alone


def add_to(commands: Any) -> None:
    text = "each contestant's chance to win if the contestant who is up presses or passes"
    parser = question.add_command(commands, "solve", run, text)
    question.add_next_spins(parser)
    question.add_limits(parser, 120.0)
    parser.add_argument("--method", choices=METHODS, default="auto")
    parser.add_argument("--fresh", action="store_true", help="compute the answer even if a stored table has it")


def run(arguments: argparse.Namespace) -> None:
    position, board, rules = question.read(arguments)
    limits = question.read_limits(arguments, arguments.method, arguments.fresh)
    result = solve(position, board, rules, limits, next_spins=question.read_next_spins(arguments))
    if arguments.json:
        print(json.dumps(result.to_json()))
    else:
        _print(result, rules, position.mover_seat + 1)


def _decimals(result: SolveResult) -> int:
    """Decimals of a chance in per cent; single precision knows two of them."""
    if result.method != "exact":
        return 5
    actions = [action for action in (result.press, result.passing) if action is not None]
    rounding = max(high - low for action in actions for low, high in zip(action.low, action.high, strict=True))
    return 5 if rounding <= 2 * WELL_KNOWN else 2


def _uncertainty(method: str, action: ActionResult) -> list[tuple[str, Triple]]:
    """The uncertainty: standard errors of an estimate, or the bounds around midpoints."""
    if action.standard_error is not None:
        return [("s.e.", action.standard_error)]
    return [("from", action.low), ("to", action.high)] if method == "bounded" else []


def _print(result: SolveResult, rules: Rules, seat: int) -> None:
    print(f"{result.position}  ({result.board}, {rules.preset_name} rules)")
    decimals = _decimals(result)
    for name, action in (("press", result.press), ("pass", result.passing)):
        if action is None:
            continue
        shown = "  ".join(f"{100 * p:{4 + decimals}.{decimals}f} %" for p in action.win)
        print(f"  {name:5}  {shown}")
        for word, chances in _uncertainty(result.method, action):
            print(f"  {word:>5}  " + "  ".join(f"{100 * p:{4 + decimals}.{decimals}f} %" for p in chances))
        for word, dollars in (("money", action.money), ("worth", action.utility)):
            if dollars is not None and not (word == "worth" and rules.goal == "money"):
                print(f"    {word}  " + "  ".join(f"${m:10,.4f}" for m in dollars))
    if result.margin is None:
        print(f"{result.best.capitalize()}: there is no other choice for contestant {seat}.")
    else:
        margin = f"${result.margin:,.4f}" if rules.in_dollars else f"{100 * result.margin:.{decimals}f} points"
        print(f"{result.best.capitalize()} for contestant {seat}, by {margin}.")
    print(f"{result.method}; unit ${result.unit:,}, cap ${result.cap:,}; {result.states:,} states, ", end="")
    print(f"{result.seconds:.3f} s; engine {result.engine}")
    for note in result.notes:
        print(note)
