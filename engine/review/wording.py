"""A review in words, with no more digits than are known."""

from __future__ import annotations

from .. import calls, formatting
from ..answers.result import Odds
from ..game.questions import AVERAGE_QUESTIONS
from ..game.record.state import Setup
from ..game.record.wording import event_words
from .early import FIRST_ROUND, EarlyPosition
from .judge import Account, Judged
from .plan import Change, Plan

STATED_ERRORS = 2.0  # standard errors that are stated for an estimate
TOO_ROUGH = "too rough yet to split luck from skill"
GERUND, PRESENT, PARTICIPLE = range(3)
FORMS = {
    "press": ("pressing", "presses", "pressed"),
    "pass": ("passing", "passes", "passed"),
    "stop": ("stopping", "stops", "stopped"),
    "take": ("taking", "takes", "taken"),
}


def stated_error(odds: Odds, seat: int) -> float:
    """Return the stated error of a chance: two standard errors for an estimate."""
    return odds.error[seat] * (STATED_ERRORS if odds.method == "estimated" else 1.0)


def chance(odds: Odds, seat: int) -> str:
    """Return a chance with its error: “45.27%”, “45 ± 2%”."""
    win, error = odds.win[seat], stated_error(odds, seat)
    if error < formatting.WELL_KNOWN:
        return f"{100 * win:.2f}%"
    return formatting.use_plain_spaces(
        formatting.format_percent(win, max(0.0, win - error), min(1.0, win + error), odds.method)
    )


def brief_chance(odds: Odds, seat: int) -> str:
    """Return a chance rounded to its error, without the error."""
    error = stated_error(odds, seat)
    if error < formatting.WELL_KNOWN:
        return chance(odds, seat)
    return formatting.use_plain_spaces(formatting.format_rough_percent(odds.win[seat], error))


def signed_points(difference: float, error: float) -> str:
    """Return a difference in points with a sign and without the unit: “+4.25”, “−17 ± 3”."""
    if error < formatting.WELL_KNOWN:
        text = f"{100 * difference:+.2f}".replace("-", formatting.MINUS)
        return "0" if float(text[1:]) == 0 else text
    return formatting.use_plain_spaces(formatting.format_points_within(difference, error))


def counts_words(decisions: int, right: int, too_close: int) -> str:
    """Return the number of right decisions: “2 of 3 decisions were right, 1 close”; "" if there are none."""
    if not decisions:
        return ""
    verb = "decision was" if decisions == 1 else "decisions were"
    close = f", {too_close} close" if too_close else ""
    return f"{right} of {decisions} {verb} right{close}"


def account_words(account: Account, setup: Setup) -> str:
    """Return a contestant's account in a sentence, each figure with its error."""
    seat = account.seat
    by_questions = ""
    if account.questions or account.questions_error:
        by_questions = (
            f" ({signed_points(account.questions, STATED_ERRORS * account.questions_error)} by the questions)"
        )
    luck_and_skill = [
        f"{signed_points(account.luck, STATED_ERRORS * account.luck_error)} points of luck{by_questions}",
        f"{signed_points(account.skill, STATED_ERRORS * account.skill_error)} of skill",
    ]
    parts = [
        f"{chance(account.start, seat)} at first",
        *([TOO_ROUGH] if account.too_rough else luck_and_skill),
        f"{chance(account.end, seat)} at the end",
    ]
    counts = counts_words(account.decisions, account.right, account.too_close)
    return f"{_capitalize(setup.name(seat))}: {'; '.join(filter(None, (', '.join(parts), counts)))}."


def change_words(change: Change, steps: list[Judged], setup: Setup) -> str:
    """Return a line on an event: what happened, and the grades of its decisions."""
    words = event_words(change.played, setup)
    return " ".join([words, *(decision_words(step, setup) for step in steps if len(step.choices) > 1)])


def decision_words(step: Judged, setup: Setup) -> str:
    """Return the grade of a decision in words, and the better choice."""
    words = _grade_words(step, setup)
    return _capitalize(words) if step.done.startswith(("press", "pass", "stop")) else f"The choice: {words}"


def _grade_words(step: Judged, setup: Setup) -> str:
    if step.grade_is_uncertain:
        return "a toss-up, nearer than the error." if step.call == calls.TOSS_UP else "too close to call."
    close = "a toss-up: " if step.verdict == "too_close" else ""
    if step.done == step.best:
        margin = formatting.format_plain_points(
            step.margin or 0.0, STATED_ERRORS * step.margin_error, _shown_chances(step)
        )
        return f"{close}correct, by {margin}."
    return f"{close}{action_words(step.best, setup)} would have been better, by {_cost_words(step)}."


def _cost_words(step: Judged) -> str:
    return formatting.format_plain_points(step.cost, STATED_ERRORS * step.cost_error, _shown_chances(step))


def _shown_chances(step: Judged) -> tuple[float, float]:
    """Return the two chances that a decision is judged by, as `chance` rounds them."""
    seat = step.position.mover_seat
    taken_chance, other_chance = (
        formatting.round_plain_chance(odds.win[seat], stated_error(odds, seat)) for odds in step.compared
    )
    return taken_chance, other_chance


def should_words(step: Judged, setup: Setup) -> str:
    """Return the better choice, and its result."""
    return f"{advice_words(step, setup)}: {_cost_words(step)} better."


def advice_words(step: Judged, setup: Setup) -> str:
    """Return the better choice: “Ann should have passed to Bob instead of pressing”."""
    name = setup.name(step.position.mover_seat)
    return f"{_capitalize(name)} should have {_verb_form(step.best, PARTICIPLE, setup)} instead of {_verb_form(step.done, GERUND, setup)}"


def action_words(name: str, setup: Setup) -> str:
    """Return a choice in words: “passing to Bob”."""
    return _verb_form(name, GERUND, setup)


def moment_words(step: Judged, line: str, setup: Setup) -> str:
    """Return the cause of a change: a decision without the result of its spin, otherwise the event's line."""
    if step.kind != "decision":
        return line
    name = _capitalize(setup.name(step.position.mover_seat))
    action = f"{name} {_verb_form(step.done, PRESENT, setup)}"
    return f"{action}." if step.best == step.done else f"{action}; {_verb_form(step.best, GERUND, setup)} was better."


def swing_words(step: Judged, setup: Setup) -> str:
    """Return the contestant with the largest change, and the chances before and after."""
    seat = step.swing_seat
    return f"{_capitalize(setup.name(seat))} from {brief_chance(step.before, seat)} to {brief_chance(step.after, seat)}"


def _verb_form(name: str, form: int, setup: Setup) -> str:
    """Return a choice as a verb in one of the ``FORMS``: “passing to Bob”, “takes $500 on square 8”."""
    verb, _, seat = name.partition(" ")
    if verb not in FORMS:
        return f"{FORMS['take'][form]} {name}"
    to = f" to {setup.name(int(seat) - 1)}" if seat else ""
    return f"{FORMS[verb][form]}{to}"


def _capitalize(text: str) -> str:
    return text[0].upper() + text[1:]


def before_round_2_words(plan: Plan) -> str:
    """Return the assumption of the odds before round 2, or why there are none; "" if the record begins with round 2."""
    if any(isinstance(position, EarlyPosition) for position in plan.positions):
        return f"Before round 2 all odds are estimated, assuming {AVERAGE_QUESTIONS[0].lower()}{AVERAGE_QUESTIONS[1:]}"
    in_round_1 = any(change.played.before.round == FIRST_ROUND for change in plan.changes)
    return plan.no_odds_before if in_round_1 else ""
