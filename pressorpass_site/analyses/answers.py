"""An engine's answer turned into what the page says: words, figures and rows, nothing computed anew.

The one place that knows the shape of the stored JSON. Templates and charts read these objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pressorpass_site.boards.ring import tone
from pressorpass_site.core import figures

from .bands import Band, bands

SEATS = ("Left", "Centre", "Right")
ACTIONS = {"press": "Press", "pass": "Pass"}

# Below this an exact margin is arithmetic noise, not a preference.
EQUAL = 1e-9

METHODS = {
    "exact": (
        "Exact",
        "Every spin and every later choice was counted, so these chances follow from the rules and the board "
        "alone. They are shown to a tenth of a per cent; the arithmetic is good to far more than that.",
    ),
    "bounded": (
        "Bounded",
        "The true chance is proven to lie in the interval shown. What was not explored could go to anyone, "
        "and both ends allow for that.",
    ),
    "estimated": (
        "Estimated",
        "The position is too big to count in full, so it was simplified or played out many times. The ± says "
        "how far off the figure may be; it is no proof.",
    ),
}


@dataclass(frozen=True)
class Bar:
    """One action's chance for one contestant."""

    action: str
    label: str
    chance: float
    low: float
    high: float
    text: str

    @property
    def uncertainty(self) -> float:
        return max(self.high - self.chance, self.chance - self.low, 0.0)


@dataclass(frozen=True)
class ContestantOdds:
    """A contestant's chances under every action that is open to the one up."""

    name: str
    is_up: bool
    bars: list[Bar]


@dataclass(frozen=True)
class Outcome:
    """One thing the next spin may do."""

    label: str
    kind: str
    tone: str
    amount: int | None
    chance: float
    win: tuple[float, float, float]
    change: float
    shown: list[str]


class Answer:
    """A stored result, ready to be shown."""

    def __init__(self, result: dict[str, Any]) -> None:
        self.result = result
        self.up = int(result["position"].rsplit("@", 1)[1]) - 1
        self.mover = SEATS[self.up]
        self.method: str = result["method"]
        self.actions: dict[str, dict[str, Any]] = {
            name: result["actions"][name] for name in ACTIONS if result["actions"].get(name)
        }

    # --- the verdict ------------------------------------------------------------------------

    @property
    def forced(self) -> bool:
        """Only one thing is allowed."""
        return len(self.actions) == 1

    @property
    def too_close(self) -> bool:
        return bool(self.result["too_close"])

    @property
    def level(self) -> bool:
        """Known exactly, and no difference."""
        margin = self.result["margin"]
        return not self.too_close and margin is not None and abs(margin) < EQUAL

    @property
    def tone(self) -> str:
        """Which colour the verdict wears."""
        if self.too_close or self.level:
            return "even"
        return str(self.result["best"])

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        if self.too_close:
            return "Too close to call."
        if self.level:
            return "Either."
        return f"{ACTIONS[self.result['best']]}."

    @property
    def headline(self) -> str:
        """The verdict as a title and as what a screen reader is told."""
        return f"{self.word} {self.sentence}"

    @property
    def sentence(self) -> str:
        """The verdict's reason in one line."""
        if self.by_money:
            return self._money_sentence()
        said = {name: self._said(name) for name in self.actions}
        if self.forced:
            only = next(iter(self.actions))
            why = "Passed spins must be played" if only == "press" else "These rules leave no choice but to pass"
            return f"{why}. {self.mover} wins {said[only]}."
        if self.level:
            return f"{self.mover} wins {said['press']} by pressing and by passing alike."
        best = self.result["best"]
        other = "pass" if best == "press" else "press"
        return f"{self.mover} wins {said[best]} by {_doing(best)}, {said[other]} by {_doing(other)}."

    def _said(self, action: str) -> str:
        bar = self.bar(action, self.up)
        return bar.text

    @property
    def by_money(self) -> bool:
        """Whether everybody plays for money, so that the verdict is about dollars."""
        return self.result["rules"].get("goal") == "money"

    def _money_sentence(self) -> str:
        worth = {name: figures.money(found["money"][self.up]) for name, found in self.actions.items()}
        if self.forced:
            only = next(iter(worth))
            return f"Only one choice is open. It is worth {worth[only]} to {self.mover}."
        return f"{self.mover} takes home {worth['press']} by pressing, {worth['pass']} by passing, on average."

    @property
    def margin(self) -> str:
        """How much better the better choice is; empty where there is nothing to compare."""
        margin = self.result["margin"]
        if margin is None or self.too_close or self.level:
            return ""
        if self.by_money:
            return f"+{figures.money(margin)}"
        spread = sum(self.bar(name, self.up).uncertainty for name in self.actions)
        return figures.points(margin, spread)

    @property
    def margin_unit(self) -> str:
        return "on average" if self.by_money else "points"

    @property
    def badge(self) -> str:
        return METHODS[self.method][0]

    @property
    def badge_explained(self) -> str:
        return METHODS[self.method][1]

    # --- odds -------------------------------------------------------------------------------

    def bar(self, action: str, seat: int) -> Bar:
        found = self.actions[action]
        chance, low, high = (float(found[key][seat]) for key in ("win", "low", "high"))
        text = figures.percent(chance, low, high, self.method)
        return Bar(action, ACTIONS[action], chance, low, high, text)

    @cached_property
    def odds(self) -> list[ContestantOdds]:
        """The one up first, then from left to right."""
        return [
            ContestantOdds(SEATS[seat], seat == self.up, [self.bar(action, seat) for action in self.actions])
            for seat in self._order
        ]

    @property
    def _order(self) -> list[int]:
        return [self.up, *(seat for seat in range(len(SEATS)) if seat != self.up)]

    @property
    def odds_in_words(self) -> str:
        """The chart for those who cannot see it."""
        parts = (
            f"{row.name}: " + ", ".join(f"{bar.label.lower()} {bar.text}" for bar in row.bars) for row in self.odds
        )
        return "Chances to win. " + "; ".join(parts) + "."

    # --- the next spin ----------------------------------------------------------------------

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Everything the next spin may do, worst for the one up first; empty if pressing is not open."""
        if "press" not in self.actions:
            return []
        before = float(self.actions["press"]["win"][self.up])
        order = self._order
        found = [
            Outcome(
                label=row["label"],
                kind=row["kind"],
                tone=tone(row["kind"]),
                amount=row["amount"],
                chance=float(row["chance"]),
                win=tuple(row["win"]),
                change=float(row["win"][self.up]) - before,
                shown=[figures.exact_percent(row["win"][seat]) for seat in order],
            )
            for row in self.result.get("outcomes") or []
        ]
        return sorted(found, key=lambda o: (o.change, o.amount or 0))

    @cached_property
    def bands(self) -> list[Band]:
        """The outcomes gathered into few enough rows for the middle of the ring."""
        return bands(self.outcomes)

    @property
    def best_outcome(self) -> Outcome | None:
        return self.outcomes[-1] if self.outcomes else None

    @property
    def spin_figures(self) -> str:
        """“Whammy 16.7 % · + spin 29.6 % · mean $1,390”."""
        if not self.outcomes:
            return ""
        whammy = sum(o.chance for o in self.outcomes if o.kind == "whammy")
        spin = sum(o.chance for o in self.outcomes if o.tone == "spin")
        mean = sum(o.chance * (o.amount or 0) for o in self.outcomes)
        return " · ".join(
            (
                f"Whammy {figures.exact_percent(whammy)}",
                f"+ spin {figures.exact_percent(spin)}",
                f"mean {figures.money(mean)}",
            )
        )

    # --- small print ------------------------------------------------------------------------

    @property
    def notes(self) -> Sequence[str]:
        return self.result.get("notes") or []

    @property
    def small_print(self) -> list[str]:
        """How the answer came about: states, time, unit, cap, engine."""
        result = self.result
        said = [f"{result['states']:,} positions", figures.seconds(float(result["seconds"]))]
        if result.get("unit"):
            said.append("values to the dollar" if result["unit"] == 1 else f"values to {figures.money(result['unit'])}")
        if result.get("cap"):
            said.append(f"scores up to {figures.money(result['cap'])}")
        return [*said, f"engine {result['engine']}"]


def _doing(action: str) -> str:
    return {"press": "pressing", "pass": "passing"}[action]
