"""Luck and skill of each contestant as a table whose rounded values add up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

from engine import STATED_ERRORS, TOO_ROUGH, Account, calls, counts_words, too_rough
from engine import Review as EngineReview
from engine.formatting import MINUS, NBSP

from .words import SETTLED, capitalize_first

TENTH, WHOLE = Decimal("0.1"), Decimal(1)
LUCK = ("chance", "questions", "opponents", "corrections")
FINE = 0.01  # with a larger error, values are shown in whole points
MIN_STATED_ERROR = 0.05  # points
PARTS = ("start", "chance", "questions", "opponents", "corrections", "skill", "end")


@dataclass(frozen=True)
class Counts:
    decisions: int
    right: int
    too_close: int

    @property
    def words(self) -> str:
        """Text such as “2 of 3 decisions were right, 1 close”."""
        return counts_words(self.decisions, self.right, self.too_close)


@dataclass(frozen=True)
class AccountRow:
    """A contestant's account in percentage points, as texts.

    `luck` is the effect of the spins, the questions, the opponents and corrections of the record. `errors` are texts such
    as “± 2”; "" for an exact value. `too_rough`: the errors are too large to separate luck from skill.
    """

    name: str
    start: str
    luck: str
    skill: str
    end: str
    chance: str
    questions: str
    opponents: str
    corrections: str
    errors: Mapping[str, str]
    too_rough: bool
    counts: Counts

    @property
    def rough_words(self) -> str:
        return TOO_ROUGH

    @property
    def luck_and_skill(self) -> str:
        """Text such as “luck +4 ± 2, skill −12 ± 2”."""
        if self.too_rough:
            return TOO_ROUGH
        return ", ".join(
            f"{part} {' '.join(filter(None, (getattr(self, part), self.errors[part])))}" for part in ("luck", "skill")
        )


GOOD, FAIR = 0.9, 0.6  # shares of calls that were right or close


@dataclass(frozen=True)
class Grade:
    name: str
    tone: str
    word: str
    text: str


@dataclass(frozen=True)
class Tile:
    title: str
    hint: str
    grades: list[Grade]


def build_tiles(review: EngineReview) -> list[Tile]:
    """Return the tiles of accuracy, luck and mistakes; empty until every position has values."""
    if not review.accounts:
        return []
    rows = list(zip(review.accounts, build_account_rows(review), strict=True))
    return [
        Tile("Accuracy", "calls that were right or close", [_grade_accuracy(*row) for row in rows]),
        Tile("Luck", "wins in 100, from spins, questions and opponents", [_grade_luck(*row) for row in rows]),
        Tile("Mistakes", "and the wins in 100 that they cost", [_grade_mistakes(*row) for row in rows]),
    ]


def _grade_accuracy(account: Account, row: AccountRow) -> Grade:
    if not account.decisions:
        return Grade(row.name, "none", "", "no calls")
    good = account.decisions - account.wrong
    share = good / account.decisions
    tone, word = ("right", "good") if share >= GOOD else ("close", "fair") if share >= FAIR else ("wrong", "poor")
    return Grade(row.name, tone, word, f"{good} of {account.decisions}")


def _grade_luck(account: Account, row: AccountRow) -> Grade:
    if row.too_rough:
        return Grade(row.name, "none", "", "not known yet")
    is_known = abs(account.luck) > max(SETTLED, STATED_ERRORS * account.luck_error)
    tone, word = ("equal", "even") if not is_known else ("up", "lucky") if account.luck > 0 else ("down", "unlucky")
    return Grade(row.name, tone, word, f"{row.luck} {row.errors['luck']}".rstrip())


def _grade_mistakes(account: Account, row: AccountRow) -> Grade:
    if not account.wrong:
        return Grade(row.name, "right", "", "none")
    cost = "" if row.too_rough else f": {row.skill} {row.errors['skill']}".rstrip()
    return Grade(row.name, "wrong", "", f"{account.wrong}{cost}")


def build_account_rows(review: EngineReview) -> list[AccountRow]:
    setup = review.plan.game.setup
    return [
        build_account_row(
            capitalize_first(setup.name(account.seat)),
            account.values,
            compute_account_errors(account),
            count_decisions([account]),
        )
        for account in review.accounts
    ]


def compute_account_errors(account: Account) -> dict[str, float]:
    """Return the stated error of each part, and of luck as a whole."""
    return {part: STATED_ERRORS * error for part, error in account.errors.items()}


def count_decisions(accounts: Iterable[Account]) -> Counts:
    all_accounts = list(accounts)
    return Counts(
        sum(decision.decisions for decision in all_accounts),
        sum(decision.right for decision in all_accounts),
        sum(decision.too_close for decision in all_accounts),
    )


def build_account_row(name: str, exact: Mapping[str, float], error: Mapping[str, float], counts: Counts) -> AccountRow:
    step = TENTH if max(error.values()) < FINE else WHOLE
    rounded_values = _round_to_sum({part: Decimal(repr(100 * value)) for part, value in exact.items()}, step)
    luck = sum((rounded_values[part] for part in LUCK), Decimal(0))
    return AccountRow(
        name,
        start=_format_chance(rounded_values["start"], error["start"]),
        luck=_format_signed(luck),
        skill=_format_signed(rounded_values["skill"]),
        end=_format_chance(rounded_values["end"], error["end"]),
        chance=_format_signed(rounded_values["chance"]),
        questions=_format_signed(rounded_values["questions"]),
        opponents=_format_signed(rounded_values["opponents"]),
        corrections=_format_signed(rounded_values["corrections"]),
        errors={part: "" if _is_range(part, size) else _format_error(size, step) for part, size in error.items()},
        too_rough=too_rough(sum(exact[part] for part in LUCK), exact["skill"], error["luck"], error["skill"]),
        counts=counts,
    )


def _format_error(size: float, step: Decimal) -> str:
    if 100 * size < MIN_STATED_ERROR:
        return ""
    return f"±{NBSP}{Decimal(repr(100 * size)).quantize(step, ROUND_CEILING)}"


def _round_to_sum(values: dict[str, Decimal], step: Decimal) -> dict[str, Decimal]:
    """Round the values so that they add up: the remainder goes to the part where it changes least."""
    rounded_values = {part: value.quantize(step, ROUND_HALF_UP) for part, value in values.items()}
    inner = PARTS[1:-1]
    while remainder := rounded_values["end"] - rounded_values["start"] - sum(rounded_values[part] for part in inner):
        one = step if remainder > 0 else -step
        changing = [part for part in inner if values[part]] or list(inner)
        part = max(changing, key=lambda name: (values[name] - rounded_values[name]) * (1 if one > 0 else -1))
        rounded_values[part] += one
    return rounded_values


def _is_range(part: str, size: float) -> bool:
    """Return whether a chance is too rough for more than a range."""
    return part in ("start", "end") and size > calls.ROUGH


def _format_chance(value: Decimal, error: float) -> str:
    if error > calls.ROUGH:
        half = Decimal(repr(100 * error)).quantize(WHOLE, ROUND_CEILING)
        return f"{max(value - half, Decimal(0))}{NBSP}–{NBSP}{min(value + half, Decimal(100))}%"
    return f"{value}%"


def _format_signed(value: Decimal) -> str:
    if not value:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"
