"""A review in words, with no digit that is not known."""

from __future__ import annotations

from ..game.record.state import Setup
from ..game.record.wording import event_words
from .judge import Judged
from .plan import Change

EXACT_DIGITS = 2
TENTHS = 0.05  # points of error up to which one decimal is shown
WHOLE = 0.5
MEANINGLESS = 0.2


def points(probability: float, error: float) -> str:
    """A difference of chances in percentage points: “4.25 points”."""
    digits = decimals(error)
    value = f"{100 * abs(probability):.{digits}f}"
    return f"{value} point{'' if value == '1' else 's'}"


def percent(probability: float, error: float) -> str:
    """A chance in per cent; a question mark where next to nothing is known."""
    if error > MEANINGLESS:
        return "?"
    return f"{100 * probability:.{decimals(error)}f} %"


def decimals(error: float) -> int:
    """Decimals of a percentage that are known with this error (a probability)."""
    off = 100 * error
    return EXACT_DIGITS if off < TENTHS / 10 else 1 if off < WHOLE else 0


def change_words(change: Change, steps: list[Judged], setup: Setup) -> str:
    """One line for an event: what happened, and how good a decision it was."""
    words = event_words(change.played, setup)
    return " ".join([words, *(decision_words(step, setup) for step in steps if len(step.choices) > 1)])


def decision_words(step: Judged, setup: Setup) -> str:
    """Whether a decision was right, or what should have been done instead."""
    if step.mover is None:
        return ""
    right = step.done == step.best
    name = action_words(step.best, setup)
    margin = step.margin or 0.0
    error = max(odds.error[step.mover] for odds in step.choices.values())
    what = "" if step.done.startswith(("press", "pass", "stop")) else "The choice: "
    if step.too_close:
        return f"{what}{'too' if what else 'Too'} close to call."
    if right:
        return f"{what}{'correct' if what else 'Correct'}, by {points(margin, error)}."
    cost = points(step.cost, step.cost_error)
    return f"{what}{name if what else _capital(name)} would have been better, by {cost}."


def should_words(step: Judged, setup: Setup) -> str:
    """What should have been done, and what it would have brought."""
    return f"{advice_words(step, setup)}: {points(step.cost, step.cost_error)} better."


def advice_words(step: Judged, setup: Setup) -> str:
    """What should have been done: “Ann should have passed to Bob instead of pressing”."""
    assert step.mover is not None
    name = setup.name(step.mover)
    return f"{_capital(name)} should have {_participle(step.best, setup)} instead of {_gerund(step.done, setup)}"


def action_words(name: str, setup: Setup) -> str:
    """A choice in words: “passing to Bob”."""
    return _gerund(name, setup)


def moment_words(step: Judged, line: str, setup: Setup) -> str:
    """What changed the chances: a decision by itself, without what the spin brought; otherwise the event's line."""
    if step.kind != "decision" or step.mover is None:
        return line
    name = _capital(setup.name(step.mover))
    if step.best == step.done:
        return f"{name} decides for {_gerund(step.done, setup)}."
    return f"{name} decides for {_gerund(step.done, setup)} instead of {_gerund(step.best, setup)}."


def swing_words(step: Judged, setup: Setup) -> str:
    """Whose chance changed most, from what to what."""
    seat = max(range(3), key=lambda s: abs(step.after.win[s] - step.before.win[s]))
    before = percent(step.before.win[seat], step.before.error[seat])
    after = percent(step.after.win[seat], step.after.error[seat])
    return f"{_capital(setup.name(seat))} from {before} to {after}"


def _gerund(name: str, setup: Setup) -> str:
    verb, _, seat = name.partition(" ")
    if verb == "pass":
        return f"passing to {setup.name(int(seat) - 1)}" if seat else "passing"
    return {"press": "pressing", "stop": "stopping"}.get(verb, f"taking {name}")


def _participle(name: str, setup: Setup) -> str:
    verb, _, seat = name.partition(" ")
    if verb == "pass":
        return f"passed to {setup.name(int(seat) - 1)}" if seat else "passed"
    return {"press": "pressed", "stop": "stopped"}.get(verb, f"taken {name}")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def round_1_words(rounds: set[int]) -> str:
    """Why some events have no odds."""
    if 1 not in rounds:
        return ""
    return "Round 1 has no odds: who wins depends on the questions still to come, which are not modelled."
