"""Where the verdict changes along one contestant's scores, in words that claim no more than the cells of the line."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine import Position
from engine.calls import OPEN, TOSS_UP
from engine.formatting import format_money

from .cells import Cell
from .variations import STEP, VariedScore

DOING = {TOSS_UP: "toss-up", OPEN: "can’t tell"}
ABOUT = 2000  # dollars: a change within a narrower range is given as one amount
WIDEST = 4000  # dollars: a change within a wider range is not worth a line


@dataclass(frozen=True)
class VerdictRun:
    """Consecutive values with the same verdict: press, pass, or why neither."""

    verdict: str
    first: int
    last: int


@dataclass(frozen=True)
class VerdictChange:
    """Neighboring values with different verdicts; values between them are in doubt or have no cell."""

    low: int
    high: int
    before: str
    after: str


def find_runs(line: Mapping[int, Cell]) -> list[VerdictRun]:
    """Return the runs of a line by ascending value, ignoring values without an answer.

    Doubtful cells next to one another are one run: open, unless all are toss-ups.
    """
    runs: list[VerdictRun] = []
    for value, cell in sorted(line.items()):
        if not cell.call:
            continue
        last = runs[-1] if runs else None
        doubtful = {TOSS_UP, OPEN}
        if last and (last.verdict == cell.side or {last.verdict, cell.side} == doubtful):
            verdict = OPEN if last.verdict != cell.side else cell.side
            runs[-1] = VerdictRun(verdict, last.first, value)
        else:
            runs.append(VerdictRun(cell.side, value, value))
    return runs


def find_changes(line: Mapping[int, Cell]) -> list[VerdictChange]:
    decided = [(value, cell.side) for value, cell in sorted(line.items()) if cell.is_decided]
    return [
        VerdictChange(low, high, before, after) for (low, before), (high, after) in pairwise(decided) if before != after
    ]


def describe_line(score: VariedScore, line: Mapping[int, Cell]) -> str:
    """Return text such as “Press up to $13,500, pass from $13,750 on.”; empty without answers."""
    runs = find_runs(line)
    if not runs:
        return ""
    if len(runs) == 1:
        return _describe_single_run(score, runs[0])
    phrases = []
    for index, run in enumerate(runs):
        first, last = format_money(run.first), format_money(run.last)
        if index == 0:
            where = f"up to {last}" if run.first != run.last else f"with {last}"
        elif index == len(runs) - 1:
            where = f"from {first} on"
        else:
            where = f"from {first} to {last}" if run.first != run.last else f"at {first}"
        phrases.append(f"{DOING.get(run.verdict, run.verdict)} {where}")
    sentence = ", ".join(phrases)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _describe_single_run(score: VariedScore, run: VerdictRun) -> str:
    if run.verdict in DOING:
        doing = DOING[run.verdict]
        return f"{doing[0].upper()}{doing[1:]}, whatever {score.label} is."
    always = f"{run.verdict} from {format_money(run.first)} to {format_money(run.last)}"
    return f"No score of {score.owner}’s changes the verdict: {always}."


def describe_line_by_lead(score: VariedScore, line: Mapping[int, Cell], position: Position) -> str:
    """Return text such as “Press up to a lead of $10,500, pass from $10,750 on.”; empty if the lead does not decide."""
    changes = find_changes(line)
    if len(changes) != 1:
        return ""
    change = changes[0]
    leads = sorted(_compute_lead(score, position, value) for value in (change.low, change.high))
    if leads[0] <= 0:
        return ""
    behind, ahead = change.before, change.after
    if score.seat != position.mover_seat:
        behind, ahead = ahead, behind
    if change.high - change.low <= STEP:
        return (
            f"{behind.capitalize()} up to a lead of {format_money(leads[0])}, {ahead} from {format_money(leads[1])} on."
        )
    if change.high - change.low > ABOUT:
        return f"The call changes somewhere between a lead of {format_money(leads[0])} and one of {format_money(leads[1])}."
    about = abs(_compute_lead(score, position, _locate_change(line, change)))
    return f"{ahead.capitalize()} from a lead of about {format_money(about)} on."


def describe_break_even(score: VariedScore, line: Mapping[int, Cell], position: Position) -> str:
    """Return the change of verdict nearest to a position's own score, in one line; empty if not known well enough.

    “Pass once Left has about $14,000 (a $11,000 lead).” if the change is known to the step, without the lead if it is not;
    “The call changes somewhere between $12,000 and $15,500.” if it is known less well. If the verdict changes once more:
    “Pass while Left has $5,750 to $9,000.”
    """
    line_changes, own = find_changes(line), score.get_value(position)
    if not line_changes:
        return ""
    index = min(range(len(line_changes)), key=lambda index: _measure_distance(line_changes[index], own))
    change = line_changes[index]
    if change.high - change.low > STEP:
        if change.high - change.low > WIDEST:
            return ""
        if change.high - change.low > ABOUT:
            return f"The call changes somewhere between {format_money(change.low)} and {format_money(change.high)}."
        return f"{change.after.capitalize()} once {score.owner} has about {format_money(_locate_change(line, change))}."
    high = format_money(change.high)
    if index + 1 < len(line_changes):
        last = format_money(line_changes[index + 1].low)
        span = high if last == high else f"{high} to {last}"
        return f"{change.after.capitalize()} while {score.owner} has {span}."
    return f"{change.after.capitalize()} once {score.owner} has about {high}{_as_lead(score, position, change.high)}."


def _locate_change(line: Mapping[int, Cell], change: VerdictChange) -> int:
    """Return about where the verdict changes: where the margins cross, to the step; the middle if they don’t cross."""
    margins = [
        (value, cell.margin)
        for value, cell in sorted(line.items())
        if change.low <= value <= change.high and cell.margin is not None
    ]
    crossings = [
        low + (high - low) * one / (one - other) for (low, one), (high, other) in pairwise(margins) if one * other < 0
    ] or [(change.low + change.high) / 2]
    return STEP * round(sum(crossings) / len(crossings) / STEP)


def _measure_distance(change: VerdictChange, own: int) -> int:
    return 0 if change.low < own < change.high else min(abs(own - change.low), abs(own - change.high))


def _as_lead(score: VariedScore, position: Position, value: int) -> str:
    lead = _compute_lead(score, position, value)
    if lead <= 0:
        return ""
    article = "an" if str(lead).startswith("8") or lead // 1000 in (11, 18) else "a"
    return f" ({article} {format_money(lead)} lead)"


def _compute_lead(score: VariedScore, position: Position, value: int) -> int:
    """Return the mover's lead if the score has this value; 0 if the score does not affect the lead."""
    beside = score.with_value(position, value)
    rivals = {seat: beside.contestants[seat].score for seat in beside.opponents(beside.mover_seat)}
    highest = max(rivals.values())
    return 0 if score.seat in rivals and rivals[score.seat] < highest else beside.mover.score - highest
