"""The calibration of estimates by consistency: random questions whose answers must agree with other answers.

``python -m benchmarks.consistent [--cases 100] [--seed 1] [--seconds 1] [--longer 10 30 60] [--checks pass exact]``

Each question is answered as a fan asks it, and the answer is compared with others that are computed separately:

- ``pass``: the position that follows the pass, given the longest time;
- ``press``: the mean of the positions that follow the press, each with the time of the question (half a minute a case);
- ``seats``: the same contestants, each one seat further, if no rule depends on the leftmost seat;
- ``seeds``: the same game with other random numbers;
- ``longer``: the same question with more time;
- ``exact``: an exact answer within the longest time, and an estimate; rounded to $250, $500 or $1,000 if necessary.

Prints the cases in which a figure is off by more than 2 and 4 stated errors (of both answers combined), and the worst
cases as commands. Half of the questions are by the show's rules, half by others. With ``--json`` each case is added to a
file, and cases in the file are not repeated; ``--cases 0`` only reports the file. With seconds, answers depend on the
machine and its load: with ``--cells 1000000 10000000`` the judged answers are estimated with the first number of cells,
and the others exact within ``--longer`` seconds, or else estimated with the second number.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine import InputError, Unaffordable, Unsettled

from .consistent_checks import CHECKS, Budget, answer
from .consistent_draw import RULES, draw
from .consistent_report import Case, report


def main() -> None:
    """Ask what is not in the file yet, and print the report."""
    arguments = _parse_arguments()
    seconds = [arguments.seconds, *sorted(arguments.longer)]
    cells = [None] * len(seconds)
    if arguments.cells:
        seconds, cells = [seconds[-1]] * len(arguments.cells), sorted(arguments.cells)  # seconds of exact answers
    settings = {
        "seed": arguments.seed, "rules": arguments.rules, "checks": sorted(arguments.checks), "seconds": seconds,
        "cells": cells, "unit": arguments.unit,
    }  # fmt: skip
    known = {} if arguments.json is None else _read(arguments.json, settings)
    numbers = [number for number in range(arguments.first, arguments.first + arguments.cases) if number not in known]
    end = time.monotonic() + 60 * arguments.minutes
    ask = partial(_ask, settings)
    for case in _run_cases(ask, numbers, arguments.processes, end):
        known[case["case"]] = case
        if arguments.json is not None:
            with arguments.json.open("a") as lines:
                lines.write(json.dumps(case) + "\n")
    report([known[number] for number in sorted(known)], arguments.boards, arguments.worst)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case (0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=RULES, nargs="+", default=RULES)
    parser.add_argument("--checks", choices=CHECKS, nargs="+", default=[*CHECKS])
    parser.add_argument("--seconds", type=float, default=1.0, help="of the answers that are judged (1)")
    parser.add_argument(
        "--longer", type=float, nargs="+", default=[10.0, 30.0, 60.0], help="of those beside (10 30 60)"
    )
    parser.add_argument("--cells", type=int, nargs="+", metavar="N", help="cells of either, instead of seconds")
    parser.add_argument("--unit", type=int, help="dollars that all sums are rounded to, so that more is exact")
    parser.add_argument("--minutes", type=float, default=10_000.0, help="after which no new case begins")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keeps a record of each case, one a line")
    parser.add_argument("--worst", type=int, default=12, help="cases to print (12)")
    parser.add_argument(
        "--boards", type=Path, default=Path(tempfile.gettempdir()), help="where random boards of the worst cases go"
    )
    return parser.parse_args()


def _read(file: Path, settings: dict[str, Any]) -> dict[int, Case]:
    """Return the cases in the file that were asked with these settings, by number."""
    lines = file.read_text().splitlines() if file.exists() else []
    same = json.loads(json.dumps(settings))
    return {case["case"]: case for case in map(json.loads, lines) if case["settings"] == same}


def _run_cases(ask: Callable[[int], Case], numbers: list[int], processes: int, end: float) -> Iterator[Case]:
    """Yield cases as they are finished, in several processes side by side."""
    if processes == 1:
        for number in numbers:
            if time.monotonic() > end:
                return
            yield ask(number)
        return
    os.environ["PRESSORPASS_SIDE_BY_SIDE"] = str(processes)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_ask_before, end, ask, number) for number in numbers]):
            case = future.result()
            if case is not None:
                yield case


def _ask_before(end: float, ask: Callable[[int], Case], number: int) -> Case | None:
    return ask(number) if time.monotonic() < end else None


def _ask(settings: dict[str, Any], number: int) -> Case:
    """Return the record of one case."""
    question = draw(settings["seed"], number, settings["rules"])
    groups = question.groups
    if settings["unit"] is not None:
        question = replace(question, rules=replace(question.rules, unit=settings["unit"]))
    budgets = [Budget(*budget) for budget in zip(settings["seconds"], settings["cells"], strict=True)]
    began = time.perf_counter()
    case = {
        "case": number, "settings": settings, "groups": groups, "command": budgets[0].asking(question),
        "spins": [c.spins for c in question.position.contestants], "checks": {}, "refused": {}, "crashed": {},
    }  # fmt: skip
    mine = _try_work(case, "answer", partial(answer, question, budgets[0].limits()))
    if mine is not None:
        case |= {"method": mine.method, "notes": list(mine.notes)}
        for name in settings["checks"]:
            pairs = _try_work(case, name, partial(CHECKS[name], question, mine, budgets))
            case["checks"][name] = [pair.to_json() for pair in pairs or ()]
    return {**case, "took": round(time.perf_counter() - began, 2)}


def _try_work(case: Case, name: str, work: Callable[[], Any]) -> Any:
    """Return the result of the work; if it fails, note the reason in the case and return None."""
    try:
        return work()
    except (Unaffordable, Unsettled, InputError) as refusal:
        case["refused"][name] = str(refusal)
    except Exception as error:  # a crash is worth reporting, and no reason to end
        case["crashed"][name] = repr(error)
    return None


if __name__ == "__main__":
    main()
