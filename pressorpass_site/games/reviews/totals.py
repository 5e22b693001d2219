"""The totals of a reviewed game for a season, stored with the review, without names."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine import Account, Judged, Odds, advice_words
from engine import Review as EngineReview
from pressorpass_site.answers.analyses.answers import find_least_certain_method

from . import words

MAX_MISTAKES = 10
PRESS = "press"
_SEAT = re.compile(r"\{(\d)\}")  # stands for a name in a stored text


@dataclass(frozen=True)
class Appearance:
    """A contestant's part in one game.

    `presses` are the numbers of decisions where pressing was certainly best: pressed, and all.
    """

    account: Account
    method: str
    presses: tuple[int, int]


@dataclass(frozen=True)
class MistakeRow:
    text: str
    cost: str
    share: float


def serialize_totals(review: EngineReview) -> dict[str, Any]:
    seats = replace(review.plan.game.setup, names=("{0}", "{1}", "{2}"))
    return {
        "method": find_least_certain_method(step.method for step in review.judged) or "exact",
        "accounts": [
            asdict(account)
            | {"presses": _count_presses([step for step in review.judged if step.mover == account.seat])}
            for account in review.accounts
        ],
        "mistakes": [
            {"text": advice_words(step, seats), "cost": words.describe_cost(step), "share": step.cost}
            for step in review.mistakes[:MAX_MISTAKES]
        ],
    }


def parse_appearances(totals: dict[str, Any]) -> list[Appearance]:
    appearances = []
    for account in totals["accounts"]:
        fields = {name: value for name, value in account.items() if name != "presses"}
        odds = {name: Odds.from_json(account[name]) for name in ("start", "end")}
        pressed, best = account["presses"]
        appearances.append(Appearance(Account(**fields | odds), totals["method"], (pressed, best)))
    return appearances


def parse_mistakes(totals: dict[str, Any], names: Sequence[str]) -> list[MistakeRow]:
    return [
        MistakeRow(
            words.capitalize_first(_SEAT.sub(lambda match: names[int(match[1])], mistake["text"])),
            mistake["cost"],
            mistake["share"],
        )
        for mistake in totals["mistakes"]
    ]


def _count_presses(steps: list[Judged]) -> tuple[int, int]:
    best = [step for step in steps if step.best == PRESS and len(step.choices) > 1 and not step.too_close]
    return sum(step.done == PRESS for step in best), len(best)
