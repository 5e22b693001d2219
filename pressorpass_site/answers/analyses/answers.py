"""An engine's answer in words: the verdict, its certainty, and its method.

Nothing is computed again: templates and pictures read these objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine import calls, formatting
from pressorpass_site.questions.question import SEATS

from .figures import ACTIONS, Bar, ContestantOdds, Figure
from .outcomes import SpinOutcomes

__all__ = ["ACTIONS", "Answer", "Bar", "ContestantOdds", "Figure"]

# The methods by which figures are known, the most certain first: in a word, in a few, and in full.
BADGES = {"exact": "Exact", "bounded": "Bounded", "estimated": "Estimated"}
HOW_SURE = {
    "exact": "every spin and every later choice counted",
    "bounded": "proven to lie in the interval",
    "estimated": "very likely within the ±",
}
_EXPLAINED = {
    "exact": "Every spin and every later choice was counted. Chances are shown to a tenth of a percent; the arithmetic "
    "behind them is good to {error}.",
    "bounded": "The true chance is proven to lie in the interval shown. {verdict}",
    "estimated": "Too many possibilities to count exactly, so this is an estimate. The true {figure} is very likely within "
    "{extent}.",
}
ON_AVERAGE = "assuming average questions"  # beside every figure of round 1
_GERUNDS = {"Press": "pressing", "Pass": "passing", "Stop": "stopping"}
_ROUGH_YET = "The first estimate is rough. Improving…"
_TOO_ROUGH = "The best estimate is too rough to say more."
_WORDS = {calls.CLOSE: "Too close to call.", calls.EITHER: "Either."}


def least_sure(methods: Iterable[str]) -> str:
    """Return the least certain of several methods; "" if there is none."""
    return max(methods, key=list(BADGES).index, default="")


@dataclass(frozen=True)
class Gap:
    """How much better the better choice is: “23” and “more wins in 100”, or “$570” and “more on average”."""

    size: str
    unit: str

    @classmethod
    def of_wins(cls, size: str) -> Gap:
        return cls(size, formatting.in_100(size, "more").removeprefix(f"{size} "))

    def __str__(self) -> str:
        return f"{self.size} {self.unit}"


class Answer(SpinOutcomes):
    """A stored result, ready to be shown."""

    def named(self, names: Sequence[str]) -> Answer:
        """Return the same answer about contestants with these names, from left to right."""
        return Answer(self.result, self.steps, improving=self.improving, names=names)

    @property
    def tone(self) -> str:
        """The verdict's color."""
        return "even" if self.won or self.call not in ACTIONS else self.call

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        return self._word(self.call)

    def _word(self, call: str) -> str:
        if self.won:
            return "Won already."
        if self.forced:
            return "Forced."
        if call == calls.OPEN:
            return "Can’t tell yet." if self.improving else "Can’t tell."
        return _WORDS.get(call) or f"{self.labels[call]}."

    def call_at(self, version: int) -> str:
        """Return the call of the answer stored as number `version`; empty if there is none."""
        return _called(self.steps[version - 1]) if 1 <= version <= len(self.steps) else ""

    @property
    def overruled(self) -> str:
        """The verdict of the last rougher answer that called another one; empty if none did."""
        if self.won or self.forced:
            return ""
        earlier = [self.call_at(version) for version in range(len(self.steps), 0, -1)]
        other = next((call for call in earlier if call not in (self.call, calls.OPEN)), "")
        return self._word(other) if other else ""

    @property
    def headline(self) -> str:
        """The verdict as a title, and for screen readers."""
        return f"{self.word} {self.sentence}"

    @property
    def sentence(self) -> str:
        """The verdict's reason in one line."""
        if self.won:
            return f"The other two are out, so {self.mover} has won, whatever the spins bring."
        if self.says_nothing:
            rough = _ROUGH_YET if self.improving else _TOO_ROUGH
            return f"{self._why_forced} {rough}" if self.forced else rough
        texts = {name: self.bar(name, self.mover_seat).text for name in self.actions}
        if self.forced:
            (only,) = texts
            return f"{self._why_forced} {self._gains(texts[only])}."
        if self.stopping and self.in_dollars and not self.blended:
            return self._keep_or_press(texts)
        best = self.best
        gerunds = self.gerunds
        if self.equal:
            return f"{self._gains(texts[best])} by {gerunds['press']} and by {gerunds['pass']} alike."
        other = "pass" if best == "press" else "press"
        both = f"{self._gains(texts[best])} by {gerunds[best]}, {texts[other]} by {gerunds[other]}."
        if self.certain:
            return f"{both} The verdict is already certain."
        return f"{both} {self._smaller_than}" if self.call == calls.CLOSE else both

    @property
    def reason(self) -> str:
        """The sentence beside the bars, which have the figures; "" if they say it all."""
        if self.won or self.forced or self.says_nothing or (self.stopping and self.in_dollars and not self.blended):
            return self.sentence
        if self.equal:
            return "Pressing and passing come to the same."
        if self.certain:
            return "The verdict is already certain."
        return self._smaller_than if self.call == calls.CLOSE else ""

    @property
    def open_shares(self) -> str:
        """The share of games whose winner is open, where nothing else is known; empty elsewhere."""
        shares = {name: found.get("uncertainty") for name, found in self.actions.items()}
        if not self.proven or None in shares.values():
            return ""
        texts = [
            f"{formatting.percent_at_most(float(share or 0))} after {self.gerunds[name]}"
            for name, share in shares.items()
        ]
        return f"Uncertainty, the share of games whose winner is still open: at most {' and '.join(texts)}."

    @property
    def _smaller_than(self) -> str:
        """The largest difference that is too close to call."""
        if self.in_dollars:
            return f"The difference is less than {formatting.money(calls.SMALL * self.scale)}."
        return "The difference is less than half a win in 100."

    @property
    def gerunds(self) -> dict[str, str]:
        """“pressing” and “passing”, or alone “stopping”."""
        return {name: _GERUNDS[label] for name, label in self.labels.items()}

    def _gains(self, text: str) -> str:
        """Return text such as “Left wins 76.7%”, or what that is in dollars."""
        if self.blended:
            return f"{self.mover} gets what is worth {text} on average"
        return f"{self.mover} takes home {text} on average" if self.in_dollars else f"{self.mover} wins {text}"

    def _keep_or_press(self, texts: dict[str, str]) -> str:
        """Return the sentence of a contestant who is alone and may stop."""
        score = formatting.money(self.position.contestants[self.mover_seat].score)
        pressing = f"pressing is worth {texts['press']} on average"
        if (self.best == "pass" and not self.too_close) or self.equal:
            return f"Keep {score}: {pressing}{', no more and no less' if self.equal else ''}."
        return f"{pressing[0].upper()}{pressing[1:]}; stopping keeps {score}."

    @property
    def _why_forced(self) -> str:
        if self.position.contestants[self.mover_seat].passed:
            return "Passed spins must be played."
        return f"Under these rules the only move is to {self.best}."

    @property
    def gap(self) -> Gap | None:
        """The advantage of the better choice; None where there is nothing to compare, or it is not known."""
        margin = self.difference
        if margin is None or self.too_close or self.equal:
            return None
        other = "pass" if self.best == "press" else "press"
        if self.proven:
            best, rest = (self.ends(action, self.mover_seat) for action in (self.best, other))
            return Gap.of_wins(formatting.wins_between(best[0] - rest[1], best[1] - rest[0]))
        one, two = (self.figure(each, self.mover_seat, dollars=self.in_dollars).shown for each in (self.best, other))
        if self.in_dollars:
            size = formatting.money_change_within(abs(margin), self.margin_error, (one, two))
            return Gap(size.removeprefix("+"), "more on average")
        return Gap.of_wins(formatting.wins(margin, self.margin_error, (one, two)))

    @property
    def badge(self) -> str:
        name = f"{BADGES[self.method]}, {ON_AVERAGE}" if self.of_round_1 else BADGES[self.method]
        return f"{name} · {formatting.money(self.unit)} steps" if self.unit > 1 else name

    @property
    def badge_explained(self) -> str:
        certain = "Either choice may still be the better one." if self.too_close else "The verdict is certain."
        figure = "amount" if self.in_dollars else "chance"
        ranges = not self.in_dollars and max(self._off(action) for action in self.actions) > calls.ROUGH
        explained = _EXPLAINED[self.method].format(
            error=self._precision, verdict=certain, figure=figure, extent="the range shown" if ranges else "the ±"
        )
        steps = formatting.money(self.unit)
        if self.result["rules"].get("unit") == self.unit:
            explained += f" These rules count the board’s values in steps of {steps}."
        elif self.unit > 1:
            explained += f" The board’s values were rounded to {steps} steps to keep the count manageable."
        return explained

    @property
    def _precision(self) -> str:
        """The precision of an exact answer, in words."""
        if self.in_dollars:
            return "far more than that"
        worst = max(self.bar(action, seat).uncertainty for action in self.actions for seat in range(len(SEATS)))
        return "far more than that" if worst <= formatting.CERTAIN else formatting.error(worst)

    @property
    def odds_measure(self) -> str:
        if self.blended:
            worth = formatting.money(self.result["rules"]["win_worth"])
            return f"Winnings on average, with {worth} for a win"
        return "Winnings on average" if self.in_dollars else "Chance to win"

    @property
    def odds_in_words(self) -> str:
        """The chart as a sentence, for screen readers."""
        parts = (
            f"{row.name}: " + ", ".join(f"{bar.label.lower()} {bar.text}" for bar in row.bars) for row in self.odds
        )
        return f"{self.odds_measure}. {'; '.join(parts)}."

    @property
    def notes(self) -> Sequence[str]:
        return self.result.get("notes") or []

    @property
    def small_print(self) -> list[str]:
        """How the answer was computed: states, time, unit, cap, engine.

        An estimate's notes give the step of its scores, so values to the dollar would claim too much.
        """
        result = self.result
        states = int(result["states"])
        facts = [f"Checked {formatting.many(states)} position{'' if states == 1 else 's'}"]
        if result["seconds"] is not None:  # precomputed answers don't say
            facts.append(formatting.seconds(float(result["seconds"])))
        if self.unit > 1:
            facts.append(f"values to {formatting.money(self.unit)}")
        elif self.method != "estimated":
            facts.append("values to the dollar")
        if (cap := result.get("cap")) and all(each.score <= cap for each in self.position.contestants):
            facts.append(f"scores up to {formatting.money(cap)}")
        return [*facts, f"engine {result['engine']}"]


def _called(step: dict[str, Any]) -> str:
    """Return an earlier answer's call; answers stored before there were calls have no error of the margin."""
    if "call" in step:
        return str(step["call"])
    return calls.OPEN if step["too_close"] else calls.call(step["best"], step["margin"], 0.0, too_close=False)
