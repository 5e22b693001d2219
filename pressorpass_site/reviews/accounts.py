"""Luck and skill of each contestant as a table whose figures add up as they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

from engine import Account
from engine import Review as EngineReview
from pressorpass_site.core.formatting import MINUS, NBSP, in_points

from .words import TWO, capital

TENTH, WHOLE = Decimal("0.1"), Decimal(1)
FINE = 0.01  # a larger error leaves whole points
SHOWN = Decimal("0.05")  # points: a smaller error is not stated
PARTS = ("start", "chance", "opponents", "corrections", "skill", "end")


@dataclass(frozen=True)
class AccountRow:
    """A contestant's account in percentage points, as texts.

    `luck` is what the spins, the opponents and corrections of the record brought. `error` says how far each may
    be off, "" if they are exact.
    """

    name: str
    start: str
    luck: str
    skill: str
    end: str
    chance: str
    opponents: str
    corrections: str
    error: str
    decisions: int
    right: int


def account_rows(found: EngineReview) -> list[AccountRow]:
    """One row for each contestant."""
    setup = found.plan.game.setup
    return [
        row_of(
            capital(setup.name(account.seat)), values_of(account), error_of(account), account.decisions, account.right
        )
        for account in found.accounts
    ]


def values_of(account: Account) -> dict[str, float]:
    """The parts of an account, as chances."""
    seat = account.seat
    return {
        "start": account.start.win[seat],
        "chance": account.chance,
        "opponents": account.opponents,
        "corrections": account.corrections,
        "skill": account.skill,
        "end": account.end.win[seat],
    }


def error_of(account: Account) -> float:
    """How far each part may be off."""
    seat = account.seat
    parts = (account.luck_error, account.chance_error, account.opponents_error, account.skill_error)
    return TWO * max(*parts, account.start.error[seat], account.end.error[seat])


def row_of(name: str, exact: Mapping[str, float], off: float, decisions: int, right: int) -> AccountRow:
    """The parts of an account, or the means of several, as texts."""
    step = TENTH if off < FINE else WHOLE
    shown = _adding_up({part: Decimal(repr(100 * value)) for part, value in exact.items()}, step)
    luck = shown["chance"] + shown["opponents"] + shown["corrections"]
    error = (Decimal(repr(100 * off))).quantize(step, ROUND_CEILING)
    return AccountRow(
        name,
        start=_percent(shown["start"]),
        luck=_signed(luck),
        skill=_signed(shown["skill"]),
        end=_percent(shown["end"]),
        chance=_signed(shown["chance"]),
        opponents=_signed(shown["opponents"]),
        corrections=_signed(shown["corrections"]),
        error=in_points(str(error)) if 100 * off >= SHOWN else "",
        decisions=decisions,
        right=right,
    )


def _adding_up(values: dict[str, Decimal], step: Decimal) -> dict[str, Decimal]:
    """The values rounded so that they add up: what rounding leaves is put where it changes least."""
    shown = {part: value.quantize(step, ROUND_HALF_UP) for part, value in values.items()}
    inner = PARTS[1:-1]
    while left := shown["end"] - shown["start"] - sum(shown[part] for part in inner):
        one = step if left > 0 else -step
        changing = [part for part in inner if values[part]] or list(inner)
        part = max(changing, key=lambda each: (values[each] - shown[each]) * (1 if one > 0 else -1))
        shown[part] += one
    return shown


def _percent(value: Decimal) -> str:
    return f"{value}{NBSP}%"


def _signed(value: Decimal) -> str:
    if not value:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"
