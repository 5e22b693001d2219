"""``solve``: each contestant's chance to win if the contestant who is up presses or passes."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from .. import calls
from ..answers.methods import solve
from ..answers.result import ActionResult, SolveResult
from ..formatting import (
    format_either_percent,
    format_money_at_most,
    format_plain_chance,
    format_plain_dollars,
    format_plain_points,
    format_points_at_most,
    round_shown_chance,
    round_shown_money,
)
from ..game.options import Rules
from ..solvers.limits import FIRST_DEPTH, METHODS
from ..solvers.ply import Triple
from . import question

MAX_ROUNDING = 1e-8  # of a chance printed with five decimals of a percent

CELL_WIDTH = len("$12,340 ± $1,000")
BOUND_STEP = Decimal("0.00001")  # of a percent, in which proven chances are printed


def add_to(commands: Any) -> None:
    text = "each contestant's chance to win if the contestant who is up presses or passes"
    parser = question.add_command(commands, "solve", run, text)
    question.add_next_spins(parser)
    question.add_next_round(parser)
    question.add_limits(parser, 120.0)
    parser.add_argument("--method", choices=METHODS, default="auto")
    parser.add_argument(
        "--depth",
        type=int,
        metavar="N",
        help=f"levels of the tree that bounded explores (the original's: {FIRST_DEPTH})",
    )
    parser.add_argument("--fresh", action="store_true", help="compute the answer even if a stored table has it")


def run(arguments: argparse.Namespace) -> None:
    next_round = question.read_next_round(arguments)
    position, board, rules = question.read(arguments)
    limits = replace(question.read_limits(arguments, arguments.method, arguments.fresh), depth=arguments.depth)
    result = solve(position, board, rules, limits, next_spins=question.read_next_spins(arguments), then=next_round)
    if arguments.json:
        print(json.dumps(result.to_json() | {"call": result.call} | arguments.guesses))
    else:
        _print(result, rules, position.mover_seat + 1)


def _count_decimals(result: SolveResult) -> int:
    """Return the decimals of a chance in percent: five, two in single precision."""
    if result.method != "exact":
        return 5
    rounding = max(high - low for action in result.actions for low, high in zip(action.low, action.high, strict=True))
    return 5 if rounding <= 2 * MAX_ROUNDING else 2


def write_action_lines(name: str, action: ActionResult, decimals: int) -> list[str]:
    """Return the chances of an action: exact chances with ``decimals``, estimates with their errors."""
    if action.standard_error is None:
        return [f"  {name:5}  " + "  ".join(f"{100 * p:{4 + decimals}.{decimals}f}%" for p in action.win)]
    texts = [format_plain_chance(*ends) for ends in zip(action.win, action.low, action.high, strict=True)]
    toss_up, lines = action.toss_up, []
    if toss_up is not None:
        for seat, ends in enumerate(zip(toss_up.low, toss_up.high, strict=True)):
            if toss_up.moves(seat):
                texts[seat] = format_either_percent(*ends)
        lines = [f"  {'':5}  one or the other, as contestant {toss_up.seat + 1}’s call is a toss-up"]
    return [f"  {name:5}  " + "  ".join(f"{text:>{CELL_WIDTH}}" for text in texts), *lines]


def _write_proven_lines(name: str, action: ActionResult, *, are_shares: bool) -> list[str]:
    """Return the lower and the upper bounds of the chances; ``are_shares``: the chances sum to at most 1."""
    low_line = "  ".join(_format_bound(p, ROUND_FLOOR) for p in action.low)
    high_line = "  ".join(_format_bound(p, ROUND_CEILING) for p in action.high)
    lines = [f"  {name:5} from  {low_line}", f"  {'':5}   to  {high_line}"]
    if are_shares:
        lines.append(f"  {'':5}       uncertainty {_format_bound(action.uncertainty, ROUND_CEILING).strip()}")
    return lines


def _format_bound(chance: float, how: str) -> str:
    """Return a bound in percent, rounded outward by ``how``, so that the printed bound is proven too."""
    return f"{(100 * Decimal(chance)).quantize(BOUND_STEP, how):9.5f}%"


def _write_amounts_line(word: str, amounts: Triple, errors: Triple | None) -> str:
    """Return the dollars of all three contestants, with errors if they are estimates."""
    if errors is None:
        return f"    {word}  " + "  ".join(f"${amount:10,.4f}" for amount in amounts)
    texts = (format_plain_dollars(amount, 2 * error) for amount, error in zip(amounts, errors, strict=True))
    return f"    {word}  " + "  ".join(f"{text:>{CELL_WIDTH}}" for text in texts)


def write_verdict_line(result: SolveResult, rules: Rules, seat: int, decimals: int) -> str:
    if result.best is None:
        return f"No verdict is proven for contestant {seat}: the intervals of press and pass overlap."
    best = f"{result.best.capitalize()} for contestant {seat}"
    if result.call == calls.TOSS_UP:
        best = f"Toss-up for contestant {seat}: {result.best} {'looks' if result.too_close else 'is'} better"
    if result.proven_margin is not None:
        low, high = (
            _format_bound(end, how).removesuffix("%").strip()
            for end, how in zip(result.proven_margin, (ROUND_FLOOR, ROUND_CEILING), strict=True)
        )
        return f"{best}, by {low} to {high} points."
    if result.margin is None:
        return f"{result.best.capitalize()}: there is no other choice for contestant {seat}."
    if result.call == calls.TOSS_UP and result.too_close:
        size = result.margin + result.margin_error
        max_difference = format_money_at_most(size) if rules.in_dollars else f"{format_points_at_most(size)} points"
        return f"{best}, but the error is larger than that; they are at most {max_difference} apart."
    if result.call == calls.OPEN and result.too_rough:
        return f"Can’t tell for contestant {seat}: the best estimate is too rough to say more."
    if result.call == calls.OPEN:
        return f"Can’t tell for contestant {seat}: {result.best} looks better, but the error is larger than that."
    if result.call == calls.TOSS_UP and result.margin < calls.EQUAL:
        return f"Toss-up for contestant {seat}: press and pass are worth the same."
    actions = result.actions
    if result.method == "exact":
        words, printed_words = (
            _format_exact_margin(margin, rules, decimals)
            for margin in (result.margin, _compute_printed_margin(actions, rules, seat - 1, decimals))
        )
        return f"{best}, by {words}." + (" It is rounded after the subtraction." if words != printed_words else "")
    if rules.in_dollars:
        dollars = [round_shown_money(_get_dollars(action)[seat - 1], action.error_of(seat - 1)) for action in actions]
        return f"{best}, by {format_plain_dollars(abs(dollars[0] - dollars[1]), result.margin_error)}."
    mover = seat - 1
    chances = [
        round_shown_chance(action.win[mover], action.low[mover], action.high[mover], "estimated") for action in actions
    ]
    return f"{best}, by {format_plain_points(result.margin, result.margin_error, (chances[0], chances[1]))}."


def _compute_printed_margin(actions: list[ActionResult], rules: Rules, seat: int, decimals: int) -> float:
    """Return the difference of the two actions' exact figures as printed."""
    if rules.in_dollars:
        first, second = (round(_get_dollars(action)[seat], 4) for action in actions)
    else:
        first, second = (round(action.win[seat], decimals + 2) for action in actions)
    return abs(first - second)


def _format_exact_margin(margin: float, rules: Rules, decimals: int) -> str:
    """Return the margin with ``decimals``; “less than” the last decimal if it is smaller."""
    if rules.in_dollars:
        return f"${margin:,.4f}" if margin >= 0.00005 else "less than $0.0001"
    last_digit = Decimal(1).scaleb(-decimals)
    return f"{100 * margin:.{decimals}f} points" if 100 * margin >= last_digit / 2 else f"less than {last_digit} points"


def _get_dollars(action: ActionResult) -> Triple:
    dollars = action.utility or action.money
    assert dollars is not None
    return dollars


def _print(result: SolveResult, rules: Rules, seat: int) -> None:
    round_text = "" if result.then is None else f"round 1, then {result.then[1]} questions and {result.then[0]}; "
    print(f"{result.position}  ({result.board}, {round_text}{rules.preset_name} rules)")
    decimals = _count_decimals(result)
    proven = result.method == "bounded"
    for name, action in (("press", result.press), ("pass", result.passing)):
        if action is None:
            continue
        lines = (
            _write_proven_lines(name, action, are_shares=rules.ties == "split")
            if proven
            else write_action_lines(name, action, decimals)
        )
        print("\n".join(lines))
        for word, amounts in (("money", action.money), ("worth", action.utility)):
            if amounts is not None and not (word == "worth" and rules.goal == "money"):
                print(_write_amounts_line(word, amounts, action.utility_error))
    print(write_verdict_line(result, rules, seat, decimals))
    how = "estimated (± is two s.e.)" if result.method == "estimated" else result.method
    print(f"{how}; unit ${result.unit:,}, cap ${result.cap:,}; {result.states:,} states, ", end="")
    print(f"{result.seconds:.3f} s; engine {result.engine}")
    for note in result.notes:
        print(note)
