"""An engine's answer in words: the verdict, how sure it is, and how it came about.

Nothing is computed anew: templates and pictures read these objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pressorpass_site.core import formatting
from pressorpass_site.questions.question import SEATS

from .figures import ACTIONS, Bar, ContestantOdds, Figure, is_equal
from .outcomes import SpinOutcomes

__all__ = ["ACTIONS", "Answer", "Bar", "ContestantOdds", "Figure"]

# An uncertainty of a chance above which the verdict is left open.
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
_GERUNDS = {"Press": "pressing", "Pass": "passing", "Stop": "stopping"}


class Answer(SpinOutcomes):
    """A stored result, ready to be shown."""

    @property
    def tone(self) -> str:
        """Which colour the verdict wears."""
        if self.too_close or self.equal or self.won:
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
        return max(self.bar(action, self.mover_seat).uncertainty for action in self.actions) > VAGUE

    def _choice(self, result: dict[str, Any]) -> str:
        """The verdict of a result, or of a step towards it, where there is a choice."""
        if result["too_close"]:
            return "Too close to call."
        return "Either." if is_equal(result) else f"{self.labels[result['best']]}."

    def word_at(self, version: int) -> str:
        """The verdict of the answer that was stored as number `version`; empty if there is none."""
        if not 1 <= version <= len(self.steps):
            return ""
        return self.word if self.forced else self._choice(self.steps[version - 1])

    @property
    def overruled(self) -> str:
        """The verdict of the last rougher answer that had another one; empty if all agree."""
        words = [self.word_at(version) for version in range(len(self.steps), 0, -1)]
        present = self.word if self.won or self.forced else self._choice(self.result)
        return next((word for word in words if word != present), "")

    @property
    def headline(self) -> str:
        """The verdict as a title, and for screen readers."""
        return f"{self.word} {self.sentence}"

    @property
    def sentence(self) -> str:
        """The verdict's reason in one line."""
        if self.won:
            return f"The other two are out, so {self.mover} has won, whatever the spins bring."
        texts = {name: self.bar(name, self.mover_seat).text for name in self.actions}
        if self.forced:
            (only,) = texts
            return f"{self._why_forced} {self._gains(texts[only])}."
        if self.stopping and self.in_dollars and not self.blended:
            return self._keep_or_press(texts)
        best = str(self.result["best"])
        gerunds = self.gerunds
        if self.equal:
            return f"{self._gains(texts[best])} by {gerunds['press']} and by {gerunds['pass']} alike."
        other = "pass" if best == "press" else "press"
        return f"{self._gains(texts[best])} by {gerunds[best]}, {texts[other]} by {gerunds[other]}."

    @property
    def gerunds(self) -> dict[str, str]:
        """“pressing” and “passing”, or alone “stopping”."""
        return {name: _GERUNDS[label] for name, label in self.labels.items()}

    def _gains(self, text: str) -> str:
        """“Left wins 76.7 %”, or what that is in dollars."""
        if self.blended:
            return f"{self.mover} gets what is worth {text} on average"
        return f"{self.mover} takes home {text} on average" if self.in_dollars else f"{self.mover} wins {text}"

    def _keep_or_press(self, texts: dict[str, str]) -> str:
        """The sentence of a contestant who is alone and may stop."""
        score = formatting.money(self.position.contestants[self.mover_seat].score)
        pressing = f"pressing is worth {texts['press']} on average"
        if self.result["best"] == "pass" or self.equal:
            return f"Keep {score}: {pressing}{', no more and no less' if self.equal else ''}."
        return f"{pressing[0].upper()}{pressing[1:]}; stopping keeps {score}."

    @property
    def _why_forced(self) -> str:
        if self.position.contestants[self.mover_seat].passed:
            return "Passed spins must be played."
        return f"These rules leave nothing but to {self.result['best']}."

    @property
    def margin(self) -> str:
        """How much better the better choice is; empty where there is nothing to compare."""
        margin = self.result["margin"]
        if margin is None or self.too_close or self.equal:
            return ""
        if self.in_dollars:
            return formatting.money_change(
                margin, max(self._dollars_off(name, self.mover_seat) for name in self.actions)
            )
        spread = sum(self.bar(name, self.mover_seat).uncertainty for name in self.actions)
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

    @property
    def odds_in_words(self) -> str:
        """The chart for those who cannot see it."""
        parts = (
            f"{row.name}: " + ", ".join(f"{bar.label.lower()} {bar.text}" for bar in row.bars) for row in self.odds
        )
        return f"{self.odds_measure}. {'; '.join(parts)}."

    @property
    def notes(self) -> Sequence[str]:
        return self.result.get("notes") or []

    @property
    def small_print(self) -> list[str]:
        """How the answer came about: states, time, unit, cap, engine."""
        result = self.result
        states = int(result["states"])
        facts = [f"{states:,} position{'' if states == 1 else 's'}", formatting.seconds(float(result["seconds"]))]
        facts.append("values to the dollar" if self.unit == 1 else f"values to {formatting.money(self.unit)}")
        if result.get("cap"):
            facts.append(f"scores up to {formatting.money(result['cap'])}")
        return [*facts, f"engine {result['engine']}"]
