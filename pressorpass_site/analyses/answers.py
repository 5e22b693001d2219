"""An engine's answer turned into what the page says: words, figures and rows, nothing computed anew.

The one place that knows the shape of the stored JSON. Templates and charts read these objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine import Position
from pressorpass_site.boards import services as boards
from pressorpass_site.core import formatting
from pressorpass_site.questions.rule_words import SEATS

from .bands import Band, bands

ACTIONS = {"press": "Press", "pass": "Pass"}
# Alone against the house there is nobody to pass to: the spins are given up.
ALONE = {"press": "Press", "pass": "Stop"}

# Below this an exact margin is arithmetic noise, not a preference.
EQUAL = 1e-9
# An uncertainty of a chance above which nothing is said of the choice.
VAGUE = 0.1

METHODS = {
    "exact": (
        "Exact",
        "Every spin and every later choice was counted, so these chances follow from the rules and the board "
        "alone. They are shown to a tenth of a per cent; the arithmetic is good to {error}.",
    ),
    "bounded": (
        "Bounded",
        "The true chance is proven to lie in the interval shown. What was not explored could go to anyone, "
        "and both ends allow for that. {verdict}",
    ),
    "estimated": (
        "Estimated",
        "Counting it in full takes too long, so it was simplified or played out many times. The ± says "
        "how far off the figure may be; it is no proof.",
    ),
}


@dataclass(frozen=True)
class Bar:
    """One action's chance for one contestant, or his winnings as a share of the largest.

    `wins` is his chance to win where the bar tells of dollars.
    """

    action: str
    label: str
    chance: float
    low: float
    high: float
    text: str
    wins: str = ""

    @property
    def uncertainty(self) -> float:
        return max(self.high - self.chance, self.chance - self.low, 0.0)


@dataclass(frozen=True)
class Figure:
    """A chance to win, or dollars on average; how far off that may be, and how it is said."""

    value: float
    off: float
    text: str


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
    change: float
    change_text: str
    shown: list[str]


class Answer:
    """A stored result, ready to be shown; `steps` tells what it and the rougher ones before it said."""

    def __init__(self, result: dict[str, Any], steps: Sequence[dict[str, Any]] = ()) -> None:
        self.result = result
        self.steps = steps
        self.position = Position.parse(result["position"])
        self.up = self.position.mover_seat
        self.mover = SEATS[self.up]
        self.method: str = result["method"]
        self.labels = ALONE if self.position.alone else ACTIONS
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
        return _level(self.result)

    @property
    def won(self) -> bool:
        """The other two are out, and there is no playing on against the house."""
        return self.position.alone and self.result["rules"].get("house", "won") == "won"

    @property
    def tone(self) -> str:
        """Which colour the verdict wears."""
        if self.too_close or self.level or self.won:
            return "even"
        return str(self.result["best"])

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        if self.won:
            return "Won already."
        if self.forced:
            return "Forced."
        if self.too_close and self._vague:
            return "Not clear yet."
        return self._choice(self.result)

    @property
    def _vague(self) -> bool:
        """Whether so little is known that “too close” would say too much."""
        if self.in_dollars:
            return False
        return max(self.bar(action, self.up).uncertainty for action in self.actions) > VAGUE

    def _choice(self, said: dict[str, Any]) -> str:
        """The verdict of a result, or of a step towards it, where there is a choice."""
        if said["too_close"]:
            return "Too close to call."
        return "Either." if _level(said) else f"{self.labels[said['best']]}."

    def word_at(self, version: int) -> str:
        """The verdict of the answer that was stored as number `version`; empty if there is none."""
        if not 1 <= version <= len(self.steps):
            return ""
        return self.word if self.forced else self._choice(self.steps[version - 1])

    @property
    def overruled(self) -> str:
        """What the last rougher answer with another verdict said; empty if all agree."""
        words = [self.word_at(version) for version in range(len(self.steps), 0, -1)]
        mine = self.word if self.won or self.forced else self._choice(self.result)
        return next((word for word in words if word != mine), "")

    @property
    def headline(self) -> str:
        """The verdict as a title and as what a screen reader is told."""
        return f"{self.word} {self.sentence}"

    @property
    def sentence(self) -> str:
        """The verdict's reason in one line."""
        if self.won:
            return f"The other two are out, so {self.mover} has won, whatever the spins bring."
        said = {name: self.bar(name, self.up).text for name in self.actions}
        if self.forced:
            (only,) = said
            return f"{self._why_forced} {self._gains(said[only])}."
        if self.stopping and self.in_dollars and not self.blended:
            return self._keep_or_press(said)
        best = str(self.result["best"])
        doing = self.doing
        if self.level:
            return f"{self._gains(said[best])} by {doing['press']} and by {doing['pass']} alike."
        other = "pass" if best == "press" else "press"
        return f"{self._gains(said[best])} by {doing[best]}, {said[other]} by {doing[other]}."

    @property
    def doing(self) -> dict[str, str]:
        """“pressing” and “passing”, or alone “stopping”."""
        return {name: _DOING[label] for name, label in self.labels.items()}

    def _gains(self, said: str) -> str:
        """“Left wins 76.7 %”, or what he gets in dollars."""
        if self.blended:
            return f"{self.mover} gets what is worth {said} on average"
        return f"{self.mover} takes home {said} on average" if self.in_dollars else f"{self.mover} wins {said}"

    def _keep_or_press(self, said: dict[str, str]) -> str:
        """The sentence of a contestant who is alone and may stop."""
        score = formatting.money(self.position.contestants[self.up].score)
        pressing = f"pressing is worth {said['press']} on average"
        if self.result["best"] == "pass" or self.level:
            return f"Keep {score}: {pressing}{', no more and no less' if self.level else ''}."
        return f"{pressing[0].upper()}{pressing[1:]}; stopping keeps {score}."

    @property
    def _why_forced(self) -> str:
        if self.position.contestants[self.up].passed:
            return "Passed spins must be played."
        return f"These rules leave nothing but to {self.result['best']}."

    @property
    def stopping(self) -> bool:
        """Whether the one up is alone and may stop."""
        return self.position.alone and not self.won

    @property
    def in_dollars(self) -> bool:
        """Whether the verdict is about dollars: the winnings, or winnings and what the win itself is worth."""
        return self.result["rules"].get("goal", "win") != "win"

    @property
    def blended(self) -> bool:
        """Whether the dollars are winnings and what the win itself is worth."""
        return self.result["rules"].get("goal") == "blend"

    @property
    def margin(self) -> str:
        """How much better the better choice is; empty where there is nothing to compare."""
        margin = self.result["margin"]
        if margin is None or self.too_close or self.level:
            return ""
        if self.in_dollars:
            return formatting.money_change(margin, max(self._dollars_off(name, self.up) for name in self.actions))
        spread = sum(self.bar(name, self.up).uncertainty for name in self.actions)
        return formatting.points(margin, spread)

    @property
    def margin_unit(self) -> str:
        return "on average" if self.in_dollars else "points"

    @property
    def badge(self) -> str:
        name = METHODS[self.method][0]
        return f"{name} · {formatting.money(self.unit)} steps" if self.unit > 1 else name

    @property
    def badge_explained(self) -> str:
        certain = (
            "The verdict is not open any more." if not self.too_close else "So far either choice may be the better."
        )
        explained = METHODS[self.method][1].format(error=self._precision, verdict=certain)
        steps = formatting.money(self.unit)
        if self.result["rules"].get("unit") == self.unit:
            explained += f" The rules that were asked about count the board’s values in steps of {steps}."
        elif self.unit > 1:
            explained += f" To keep the count within reach, the board’s values were first rounded to {steps} steps."
        return explained

    @property
    def _precision(self) -> str:
        """How good the arithmetic of an exact answer is, in words."""
        if self.in_dollars:
            return "far more than that"
        worst = max(self.bar(action, seat).uncertainty for action in self.actions for seat in range(len(SEATS)))
        return "far more than that" if worst <= formatting.CERTAIN else formatting.error(worst)

    @property
    def unit(self) -> int:
        """Dollars that the board's values were rounded to; 1 if they were not."""
        return int(self.result.get("unit") or 1)

    # --- odds -------------------------------------------------------------------------------

    def bar(self, action: str, seat: int) -> Bar:
        if self.in_dollars:
            worth, off = float(self._worths(action)[seat]), self._dollars_off(action, seat)
            if self.position.contestants[seat].out:
                off = 0.0  # nor does he take anything home
            share, low, high = (max(0.0, dollars) / self._most_money for dollars in (worth, worth - off, worth + off))
            text = formatting.money_within(worth, off)
            return Bar(action, self.labels[action], share, low, high, text, self._chance(action, seat))
        chance, low, high = self._interval(action, seat)
        return Bar(action, self.labels[action], chance, low, high, self._chance(action, seat))

    def figure(self, action: str, seat: int, *, dollars: bool) -> Figure:
        """What an action brings a contestant, in dollars on average or as a chance to win, to be compared."""
        if dollars:
            worth, off = float(self._worths(action)[seat]), self._dollars_off(action, seat)
            return Figure(worth, off, formatting.money_within(worth, off))
        chance, low, high = self._interval(action, seat)
        return Figure(chance, max(high - chance, chance - low, 0.0), self._chance(action, seat))

    def _interval(self, action: str, seat: int) -> tuple[float, float, float]:
        """A chance to win, and between what it lies."""
        found = self.actions[action]
        chance, low, high = (float(found[key][seat]) for key in ("win", "low", "high"))
        if self.position.contestants[seat].out:
            low = high = chance  # nobody wins who is out, however chances are rounded
        return chance, low, high

    def _chance(self, action: str, seat: int) -> str:
        if self.position.contestants[seat].out:
            return formatting.exact_percent(0.0)
        return formatting.percent(*self._interval(action, seat), self.method)

    def _worths(self, action: str) -> list[float]:
        """What an action is worth to everybody in dollars; engines before 1.2 knew of money only."""
        found = self.actions[action]
        return list(found["worth"] if "worth" in found else found["money"])

    def _dollars_off(self, action: str, seat: int) -> float:
        """How far off the dollars may be, two standard errors; 0 if they are exact, or if an older engine did not say."""
        errors = self.actions[action].get("worth_error")
        return 2 * float(errors[seat]) if errors else 0.0

    @property
    def _most_money(self) -> float:
        """What fills a bar where bars are dollars."""
        most = [
            worth + self._dollars_off(action, seat)
            for action in self.actions
            for seat, worth in enumerate(self._worths(action))
        ]
        return max(most) or 1.0

    @property
    def odds_title(self) -> str:
        if self.blended:
            return "Who gets what"
        return "Who takes home what" if self.in_dollars else "Who wins"

    @property
    def odds_measure(self) -> str:
        if self.blended:
            worth = formatting.money(self.result["rules"]["win_worth"])
            return f"Winnings on average, with {worth} for a win"
        return "Winnings on average" if self.in_dollars else "Chance to win"

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
        return f"{self.odds_measure}. {'; '.join(parts)}."

    # --- the next spin ----------------------------------------------------------------------

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Everything the next spin may do, worst for the one up first; empty if pressing is not open."""
        if "press" not in self.actions:
            return []
        measure = "worth" if self.spin_in_dollars else "win"
        before = float(self.actions["press"][measure][self.up])
        order = self._order
        found = [
            Outcome(
                label=row["label"],
                kind=row["kind"],
                tone=boards.slide_tone(row["kind"]),
                amount=row["amount"],
                chance=float(row["chance"]),
                change=float(row[measure][self.up]) - before,
                change_text=self._change(float(row[measure][self.up]) - before),
                shown=[self._worth(float(row[measure][seat]), seat) for seat in order],
            )
            for row in self.result.get("outcomes") or []
        ]
        return sorted(found, key=lambda o: (o.change, o.amount or 0))

    @property
    def spin_in_dollars(self) -> bool:
        """Whether outcomes are compared by dollars: where the verdict is, and the engine told them."""
        rows = self.result.get("outcomes") or [{}]
        return "worth" in rows[0]

    @property
    def spin_measure(self) -> str:
        """What the changes by the next spin are changes of, with their unit."""
        if not self.spin_in_dollars:
            return f"{self.mover}’s chance to win, in points"
        return f"what {self.mover} {'gets' if self.blended else 'takes home'}, in dollars"

    @property
    def spin_gain(self) -> str:
        """What a spin changes, as a part of a sentence: “Left’s chance to win”."""
        if not self.spin_in_dollars:
            return f"{self.mover}’s chance to win"
        return f"what {self.mover} {'gets' if self.blended else 'takes home'} on average"

    @property
    def _spin_uncertainty(self) -> float:
        """How far off what comes after the next spin may be: about as far as what pressing is worth."""
        if self.spin_in_dollars:
            return self._dollars_off("press", self.up)
        chance, low, high = self._interval("press", self.up)
        return max(high - chance, chance - low, 0.0)

    def _worth(self, value: float, seat: int) -> str:
        if self.spin_in_dollars:
            return formatting.rough_money(value, self._spin_uncertainty)
        out = self.position.contestants[seat].out
        return formatting.rough_percent(value, 0.0 if out else self._spin_uncertainty)

    def _change(self, value: float) -> str:
        if self.spin_in_dollars:
            return formatting.money_change(value, self._spin_uncertainty)
        return formatting.points(value, self._spin_uncertainty)

    @cached_property
    def bands(self) -> list[Band]:
        """The outcomes gathered into few enough rows for the middle of the ring."""
        return bands(self.outcomes, self._change)

    @property
    def best_outcomes(self) -> list[str]:
        """The slides that help the one up most."""
        return [o.label for o in self.outcomes if o.change > self.outcomes[-1].change - EQUAL]

    @property
    def spin_figures(self) -> str:
        """“Whammy 16.7 % · + spin 24.1 % · move 11.1 %”: what the light may stop on."""
        sorts = {"whammy": "Whammy", "spin": "+ spin", "move": "move"}
        chances = {name: sum(o.chance for o in self.outcomes if o.tone == name) for name in sorts}
        return " · ".join(f"{sorts[name]} {formatting.exact_percent(c)}" for name, c in chances.items() if c)

    # --- small print ------------------------------------------------------------------------

    @property
    def notes(self) -> Sequence[str]:
        return self.result.get("notes") or []

    @property
    def small_print(self) -> list[str]:
        """How the answer came about: states, time, unit, cap, engine."""
        result = self.result
        states = int(result["states"])
        said = [f"{states:,} position{'' if states == 1 else 's'}", formatting.seconds(float(result["seconds"]))]
        said.append("values to the dollar" if self.unit == 1 else f"values to {formatting.money(self.unit)}")
        if result.get("cap"):
            said.append(f"scores up to {formatting.money(result['cap'])}")
        return [*said, f"engine {result['engine']}"]


def _level(said: dict[str, Any]) -> bool:
    margin = said["margin"]
    return not said["too_close"] and margin is not None and abs(margin) < EQUAL


_DOING = {"Press": "pressing", "Pass": "passing", "Stop": "stopping"}
