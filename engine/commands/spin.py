"""``spin``: what each outcome of the next spin leads to."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..answers.solver import solve
from ..solve.limits import Limits
from . import question


def add_to(commands: Any) -> None:
    parser = question.add_command(commands, "spin", run, "what each outcome of the next spin leads to")
    question.add_next_spins(parser)


def run(arguments: argparse.Namespace) -> None:
    # A stored table does not have the outcomes.
    result = solve(*question.read(arguments), Limits(fresh=True), next_spins=question.read_next_spins(arguments))
    if arguments.json:
        print(json.dumps({"position": result.position, "outcomes": [o.to_json() for o in result.outcomes]}))
        return
    if not result.outcomes:
        print(" ".join(result.notes) or "This answer has no outcomes of the next spin.")
    for outcome in result.outcomes:
        wins = "  ".join(f"{100 * p:8.4f} %" for p in outcome.win)
        print(f"{outcome.label:36} {100 * outcome.chance:7.3f} %   {wins}")
