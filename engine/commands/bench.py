"""``bench``: fixed positions, the speed of solving them, and one signature of all answers.

As with a chess engine's bench, the speed depends on the machine and the signature does not: two builds
with the same answers print the same signature on any machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..answers.methods import solve
from ..answers.result import SolveResult
from ..errors import InputError
from ..game.board import Board, preset_board
from ..game.options import Rules
from ..game.position import Position
from ..solvers.limits import Limits
from ..version import ENGINE_VERSION
from .bench_cases import CASES, BenchCase

MEMORY_BYTES = 4 * 2**30
MONEY_DIGITS = 2  # cents; dollars are known to 1e-8 of the sums at stake


def add_to(commands: Any) -> None:
    text = "fixed positions: how fast they are solved, and one signature of all answers"
    parser = commands.add_parser("bench", help=text, description=text)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seconds", type=float, default=60.0, help="about how long one position may take (60)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    if not 0 < arguments.seconds <= 86_400:
        raise InputError("--seconds must be above 0 and at most 86400")
    if not arguments.json:
        print(f"{'states':>12} {'seconds':>9} {'states/s':>12}  position")
    answers = []
    for case in CASES:
        answer = solve_case(case, arguments.seconds)
        answers.append(answer)
        if not arguments.json:
            print(f"{_format_speed(answer.states, answer.seconds)}  {_format_case(case)}", flush=True)
    states, seconds = sum(a.states for a in answers), sum(a.seconds for a in answers)
    if arguments.json:
        print(json.dumps(_to_json(answers, states, seconds)))
        return
    print(f"{_format_speed(states, seconds)}  in all, {len(answers)} positions")
    print(f"signature {hash_answers(zip(CASES, answers, strict=True))}; engine {ENGINE_VERSION}")


def solve_case(case: BenchCase, seconds: float = 60.0) -> SolveResult:
    """Return the exact answer, without stored tables. Raises Unaffordable if `seconds` are too few for the case."""
    rules = Rules.preset(case.rules).with_options(case.options)
    limits = Limits(seconds=seconds, memory_bytes=MEMORY_BYTES, method="exact", fresh=True)
    return solve(Position.parse(case.position), _read_case_board(case.board), rules, limits)


def _read_case_board(name: str) -> Board:
    """Return the preset; a bonus board, used for its large sums, as a board of round 2."""
    board = preset_board(name)
    return replace(board, round="2") if board.bonus else board


def hash_answers(answers: Iterable[tuple[BenchCase, SolveResult]]) -> str:
    """Return a hash of the answers: 16 hexadecimal digits.

    The hash covers each action's chances (with dollars at stake also the money, to the cent), rounded to the
    digits of the case; not the speed, states or engine version. A rounded figure is the same on every
    machine if its error crosses no rounding boundary. The cases are chosen so (tests/engine/test_bench.py), with
    errors of 1e-10 at six digits, and of 1e-5 at three digits if a kernel may use single precision.
    Figures are hashed as whole numbers of the last digit, so that neither -0.0 nor a platform's number format matters.
    """
    lines = []
    for case, answer in answers:
        for name, action in (("press", answer.press), ("pass", answer.passing)):
            if action is None:
                continue
            figures = [round(p * 10**case.digits) for p in action.win]
            if action.money is not None:
                figures += [round(dollars * 10**MONEY_DIGITS) for dollars in action.money]
            lines.append(f"{case.position} {name} {' '.join(map(str, figures))}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _format_speed(states: int, seconds: float) -> str:
    return f"{states:12,} {seconds:9.3f} {states / max(seconds, 1e-9):12,.0f}"


def _format_case(case: BenchCase) -> str:
    options = "".join(f" {name}={value}" for name, value in case.options.items())
    return f"{case.position} {case.rules}{options} {case.board}"


def _to_json(answers: list[SolveResult], states: int, seconds: float) -> dict[str, Any]:
    return {
        "positions": [
            {
                "position": answer.position,
                "board": answer.board,
                "rules": answer.rules,
                "actions": answer.to_json()["actions"],
                "states": answer.states,
                "seconds": answer.seconds,
                "states_per_second": answer.states / max(answer.seconds, 1e-9),
            }
            for answer in answers
        ],
        "states": states,
        "seconds": seconds,
        "states_per_second": states / max(seconds, 1e-9),
        "signature": hash_answers(zip(CASES, answers, strict=True)),
        "engine": ENGINE_VERSION,
    }
