"""``spin``: the odds after each outcome of the next spin."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..answers.methods import solve
from ..answers.result import OutcomeEffect, SolveResult
from ..formatting import format_plain_chance
from ..solvers.limits import Limits
from . import question

CELL_WIDTH = len("45.3 ± 0.4%")


def add_to(commands: Any) -> None:
    parser = question.add_command(commands, "spin", run, "what each outcome of the next spin leads to")
    question.add_next_spins(parser)


def run(arguments: argparse.Namespace) -> None:
    # Stored tables do not have the outcomes.
    result = solve(*question.read(arguments), Limits(fresh=True), next_spins=question.read_next_spins(arguments))
    if arguments.json:
        outcomes = [outcome.to_json() for outcome in result.outcomes]
        errors = [_estimate_outcome_error(result, seat) for seat in range(3)] if outcomes else None
        spin_json = {"position": result.position, "outcomes": outcomes, "method": result.method, "error": errors}
        print(json.dumps(spin_json))
        return
    if not result.outcomes:
        print(" ".join(result.notes) or "This answer has no outcomes of the next spin.")
    for outcome in result.outcomes:
        wins = "  ".join(f"{_format_chance(result, outcome, seat):>{CELL_WIDTH}}" for seat in range(3))
        print(f"{outcome.label:36} {100 * outcome.chance:7.3f}%   {wins}")


def _format_chance(result: SolveResult, outcome: OutcomeEffect, seat: int) -> str:
    """Return a chance after an outcome, with the certain digits."""
    win, error = outcome.win[seat], _estimate_outcome_error(result, seat)
    if result.method == "exact":
        return f"{100 * win:8.4f}%"
    return format_plain_chance(win, max(0.0, win - error), min(1.0, win + error))


def _estimate_outcome_error(result: SolveResult, seat: int) -> float:
    """Return the error of the chances after the next spin: about the error of pressing."""
    if result.press is None:
        return 0.0
    error = result.press.chance_error(seat)
    return error if result.press.utility is not None else max(error, result.outcomes_error or 0.0)
