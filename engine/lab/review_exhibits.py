"""Exhibits of the review of a played game: the cost of each choice, and the chance turn by turn."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import formatting
from .answer_view import AnswerView, capitalize, format_chance, format_digits
from .exhibits import Badge, Cell, Exhibit, Lines, Link, Number, Panel, Rows, Text, build_folded_table

Entry = Mapping[str, Any]
NEGLIGIBLE = 1e-9
MIN_KINGFISHER_COST = 900  # parakeets: only the loss of a kingfisher costs this much
MAX_COSTLY_ROWS, MAX_LISTED_CHOICES = 50, 150  # choices in a table; each has the address of its game
MAX_NAMED_BEST = 3
UNITS = {"chance": "percentage points", "points": "points", "parakeets": "parakeets"}


@dataclass(frozen=True, slots=True)
class ReviewWording:
    """The wording of a game's choices.

    Attributes:
        where: returns what the player saw, from an entry of the details' list of choices.
        choice: returns a choice in words.
        link: returns a link to the choice's situation, from its number and entry; None without links.
        unit: of values and costs: "chance", "points" or "parakeets".
        heading: returns the answer in words, instead of the sum of the costs.
        notation: whether choices are moves in a notation, one for each ply.
    """

    where: Callable[[Entry], str]
    choice: Callable[[Any], str]
    link: Callable[[int, Entry], Link] | None = None
    unit: str = "chance"
    heading: Callable[[AnswerView], str] | None = None
    notation: bool = False

    @property
    def turn(self) -> str:
        return "ply" if self.notation else "turn"

    def sum_up(self, view: AnswerView) -> str:
        return self.heading(view) if self.heading else f"{format_cost(view.answer, self.unit)} {UNITS[self.unit]}"


def build_review_cards(view: AnswerView, words: ReviewWording) -> Iterator[Panel]:
    """Yield the cards of a question ``build_detail_cards``: the sum of the costs, then the whole review."""
    total = Number(words.sum_up(view), view.certainty, "A is “you” below.")
    yield Panel("What A’s choices cost in all", (total,))
    yield from build_detail_cards(view, words)


def build_detail_cards(view: AnswerView, words: ReviewWording) -> Iterator[Panel]:
    """Yield the cards of a review: the costly choices, and the chance to win turn by turn."""
    details = view.details
    choices = details["choices"]
    dearest = sorted((entry["cost"] for entry in choices if entry["cost"]), reverse=True)
    min_cost = dearest[:MAX_COSTLY_ROWS][-1] if dearest else math.inf
    costly = [(place, entry) for place, entry in enumerate(choices) if entry["cost"] >= min_cost][:MAX_COSTLY_ROWS]
    heading = f"Your choices cost {words.sum_up(view)}" if costly else "Your choices cost nothing: every one was best."
    parts: list[Exhibit] = []
    if costly:
        parts.append(_build_worst_text(max(choices, key=lambda entry: entry["cost"]), words, view.certainty))
    if "start" in details:
        caption = f"From the start to the end of the game, in {UNITS[words.unit]}"
        parts.append(Rows(("Part", "Size"), _list_parts(details, view, words), caption))
        luck = "Luck is what is left: what chance gave, compared with what it gives on average."
        parts.append(Text(luck, small=True))
    if costly:
        parts.append(_build_table("Choices that cost something", costly, words))
        if len(dearest) > len(costly):
            parts.append(Text(f"{len(dearest) - len(costly)} more cost less than these.", small=True))
    if len(costly) < len(choices) <= MAX_LISTED_CHOICES:
        fold = f"All {len(choices)} choices"
        parts.append(_build_table("All choices", list(enumerate(choices)), words, fold))
    yield Panel(words.heading(view) if words.heading else heading, parts, wide=True, anchor="review")
    values = details.get("values", [])
    if words.unit == "chance" and len(values) > 1:
        rows = [(turn, _format_value(value, words.unit)) for turn, value in enumerate(values)]
        table = build_folded_table(("Turns played", "Chance to win"), rows)
        yield Panel("How the game went", (_build_chart(values), table), wide=True, anchor="review-chances")


def format_cost(amount: float, unit: str) -> str:
    """Return a cost without its sign: “1.2” percentage points, “0.35” or “< 0.01” points; “3” parakeets or “the kingfisher”."""
    if unit == "chance":
        return formatting.format_points(amount).lstrip(f"+{formatting.MINUS}")
    if unit == "parakeets":
        return "the kingfisher" if amount >= MIN_KINGFISHER_COST else f"{amount:g}"
    return format_digits(amount, 1e-2) if amount >= 0.005 or amount < NEGLIGIBLE else f"<{formatting.NBSP}0.01"


def _build_worst_text(entry: Entry, words: ReviewWording, certainty: str) -> Text:
    cost = format_cost(entry["cost"], words.unit)
    price = f"{cost} {UNITS[words.unit]}" if cost[-1:].isdigit() else cost
    place = f"{words.turn} {entry['turn']} ({words.where(entry)})"
    text = f"The most costly one: {words.choice(entry['choice'])} in {place}, where {_format_best(entry, words)} was best. "
    return Text(f"{text}It cost {price}. ", Badge(certainty))


def _build_table(caption: str, entries: Sequence[tuple[int, Entry]], words: ReviewWording, fold: str = "") -> Rows:
    heads = (words.turn.capitalize(), "Where", "You chose", "Best", "Cost")
    spell = str if words.notation else capitalize
    rows: list[tuple[Cell, ...]] = []
    for number, entry in entries:
        where: Cell = words.where(entry)
        if words.link:
            there = words.link(number, entry)
            where = Link(words.where(entry), there.question, there.options, there.anchor, there.address)
        costs = (
            (spell(_format_best(entry, words)), format_cost(entry["cost"], words.unit))
            if entry["cost"]
            else ("it was best", "–")
        )
        rows.append((str(entry["turn"]), where, spell(words.choice(entry["choice"])), *costs))
    return Rows(heads, rows, caption, fold, worded=4)


def _format_best(entry: Entry, words: ReviewWording) -> str:
    best_words = [words.choice(name) for name in entry["best"][:MAX_NAMED_BEST]]
    return " or ".join(best_words + ["others"] * (len(entry["best"]) > MAX_NAMED_BEST))


def _format_value(value: float, unit: str) -> str:
    return format_chance(value, 0.0) if unit == "chance" else format_digits(value, 1e-2)


def _list_parts(details: Entry, view: AnswerView, words: ReviewWording) -> list[tuple[str, str]]:
    """Return the parts of the change in value from the start to the end, in words."""
    parts = [("At the start, with best play", _format_value(details["start"], words.unit))]
    parts.append(("Your choices", _format_change(-view.answer, words.unit)))
    if abs(details.get("given", 0.0)) > NEGLIGIBLE:
        parts.append(("The other player’s choices", _format_change(details["given"], words.unit)))
    parts.append(("Luck", _format_change(details["luck"], words.unit)))
    return [*parts, ("At the end", _format_value(details["end"], words.unit))]


def _format_change(difference: float, unit: str) -> str:
    difference = 0.0 if abs(difference) < NEGLIGIBLE else difference
    if unit == "chance":
        return formatting.format_points(difference)
    sign = "" if not difference else "+" if difference > 0 else formatting.MINUS
    return sign + format_cost(abs(difference), unit)


def _build_chart(values: Sequence[float]) -> Lines:
    lesson = (
        "Each point is your chance with best play from there on: a steep step is luck, good or bad, or a costly choice."
    )
    title, line = "Your chance to win, turn by turn", list(enumerate(values))
    return Lines(title, lesson, "turns played", "chance to win", [("", line)], "chance")
