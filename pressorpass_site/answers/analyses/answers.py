"""An engine's answer in words: the verdict, its certainty, and its method.

Nothing is computed again: templates and pictures read these objects.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from engine import calls, formatting
from pressorpass_site.boards import ring
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.question import SEATS

from .figures import ACTIONS, ContestantOdds, Figure, Figures, OddsBar, OddsGap
from .trail import TrailLink

__all__ = ["ACTIONS", "Answer", "ContestantOdds", "Figure", "OddsBar", "OddsGap"]

# The methods, the most certain first: in one word, in a few, and in full.
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
_ROUGH_YET = "The first estimate is rough. Improving…"
_TOO_ROUGH = "The best estimate is too rough to say more."
_OLD_CALLS = {"either": calls.TOSS_UP, "close": calls.TOSS_UP}  # in answers stored before they had one name


def find_least_certain_method(methods: Iterable[str]) -> str:
    """Return the least certain of several methods; "" if there are none."""
    return max(methods, key=list(BADGES).index, default="")


@dataclass(frozen=True)
class OutcomeRow:
    label: str
    kind: str
    tone: str
    amount: int | None
    chance: float
    change: float
    change_text: str
    value: float
    shown: list[str]

    @property
    def key(self) -> tuple[str, int | None]:
        """The key of the slides that bring this outcome (`ring.DrawnSlide.key`)."""
        return self.label, self.amount


@dataclass(frozen=True)
class TossUpWords:
    """A toss-up in words: that either is fine, and by how much one is better."""

    words: str
    by: str

    def __str__(self) -> str:
        return f"{self.words}: {self.by[0].lower()}{self.by[1:]}."


class Answer(Figures):
    def with_names(self, names: Sequence[str]) -> Self:
        return type(self)(self.result, self.steps, improving=self.improving, names=names)

    @property
    def tone(self) -> str:
        if not self.won and self.call == calls.TOSS_UP:
            return "toss"
        return "even" if self.won or self.call not in ACTIONS else self.call

    @property
    def word(self) -> str:
        return self._name_call(self.call)

    @property
    def word_size(self) -> str:
        """The size of the word on the screen: “half” for an open verdict, “long” for a long word, else ""."""
        if not self.won and self.call == calls.OPEN:
            return "half"
        return "long" if len(self.word) > len("Toss-up.") else ""

    def _name_call(self, call: str) -> str:
        if self.won:
            return "Won already."
        if self.forced:
            return "Forced."
        if call == calls.OPEN:
            return "Can’t tell yet." if self.improving else "Can’t tell."
        return "Toss-up." if call == calls.TOSS_UP else f"{self.labels[call]}."

    def get_call(self, version: int) -> str:
        """Return the verdict of the answer stored as number `version`; "" if there is none."""
        call = str(self.steps[version - 1]["call"]) if 1 <= version <= len(self.steps) else ""
        return _OLD_CALLS.get(call, call)

    @property
    def overruled(self) -> str:
        """The last different verdict among the earlier, rougher answers; "" if there is none."""
        if self.won or self.forced:
            return ""
        earlier = [self.get_call(version) for version in range(len(self.steps), 0, -1)]
        other = next((call for call in earlier if call not in (self.call, calls.OPEN)), "")
        return self._name_call(other) if other else ""

    @cached_property
    def headline(self) -> str:
        return f"{self.word} {self.sentence}"

    @cached_property
    def sentence(self) -> str:
        if self.won:
            return f"The other two are out, so {self.mover} has won, whatever the spins bring."
        if self.is_too_rough:
            rough = _ROUGH_YET if self.improving else _TOO_ROUGH
            return f"{self._why_forced} {rough}" if self.forced else rough
        texts = {name: self.get_bar(name, self.mover_seat).text for name in self.actions}
        if self.forced:
            (only,) = texts
            return f"{self._why_forced} {self._describe_gain(texts[only])}."
        if self.stopping and self.in_dollars and not self.blended:
            return self._keep_or_press(texts)
        best, other, gerunds = self.best, self.other, self.gerunds
        if self.equal:
            return f"{self._describe_gain(texts[best])} by {gerunds['press']} and by {gerunds['pass']} alike."
        both_sides = f"{self._describe_gain(texts[best])} by {gerunds[best]}, {texts[other]} by {gerunds[other]}."
        if self.certain:
            return f"{both_sides} The verdict is already certain."
        return f"{both_sides} {self.toss_up.words}." if self.toss_up else both_sides

    @property
    def reason(self) -> str:
        """The reason shown beside the bars, without the figures that the bars show; "" if there is nothing to add."""
        if self.won or self.forced or self.is_too_rough or (self.stopping and self.in_dollars and not self.blended):
            return self.sentence
        if self.certain:
            return "The verdict is already certain."
        return str(self.toss_up or "")

    @property
    def open_shares(self) -> str:
        """A sentence with the share of games whose winner is still open; "" unless the answer is bounded and has it."""
        shares = {name: outcome.get("uncertainty") for name, outcome in self.actions.items()}
        if not self.proven or None in shares.values():
            return ""
        texts = [
            f"{formatting.format_percent_at_most(float(share or 0))} after {self.gerunds[name]}"
            for name, share in shares.items()
        ]
        return f"Uncertainty, the share of games whose winner is still open: at most {' and '.join(texts)}."

    @cached_property
    def toss_up(self) -> TossUpWords | None:
        """The words for a toss-up; None for any other verdict."""
        margin = self.difference
        if self.won or margin is None or self.call != calls.TOSS_UP:
            return None
        small = calls.is_small(margin, self.margin_error, self.too_close, self.scale)
        words = "Either is fine" if small else "Too close to call"
        if self.equal:
            return TossUpWords(
                words, f"{self.gerunds['press'].capitalize()} and {self.gerunds['pass']} come to the same"
            )
        if self.too_close:
            max_margin = abs(margin) + self.margin_error
            difference_text = (
                formatting.format_money_at_most(max_margin)
                if self.in_dollars
                else formatting.write_in_100(formatting.format_points_at_most(max_margin))
            )
            return TossUpWords(words, f"At most {difference_text} apart")
        return TossUpWords(words, f"{self.gerunds[self.best].capitalize()} is better by {self._format_margin(margin)}")

    def _format_margin(self, margin: float) -> str:
        """Return a certain difference: “1 win in 500”, “$40 on average”."""
        shown_values = self.get_mover_figure(self.best).shown, self.get_mover_figure(self.other).shown
        if self.in_dollars:
            size = formatting.format_money_change_within(abs(margin), self.margin_error, shown_values).removeprefix("+")
            return f"{size} on average"
        return formatting.format_one_win_in(margin, self.margin_error, shown_values)

    def _describe_gain(self, text: str) -> str:
        if self.blended:
            return f"{self.mover} gets what is worth {text} on average"
        return f"{self.mover} takes home {text} on average" if self.in_dollars else f"{self.mover} wins {text}"

    def _keep_or_press(self, texts: dict[str, str]) -> str:
        score = formatting.format_money(self.position.contestants[self.mover_seat].score)
        pressing = f"pressing is worth {texts['press']} on average"
        if self.call == "pass" or self.equal:
            return f"Keep {score}: {pressing}{', no more and no less' if self.equal else ''}."
        return f"{pressing[0].upper()}{pressing[1:]}; stopping keeps {score}."

    @property
    def _why_forced(self) -> str:
        if self.position.contestants[self.mover_seat].passed:
            return "Passed spins must be played."
        return f"Under these rules the only move is to {self.best}."

    @cached_property
    def gap(self) -> OddsGap | None:
        """The advantage of the better choice; None without a choice, or while the better one is not known."""
        margin = self.difference
        if margin is None or self.call not in ACTIONS:
            return None
        if self.proven:
            best_ends, other_ends = (self.get_ends(action, self.mover_seat) for action in (self.best, self.other))
            return OddsGap.from_wins(
                formatting.format_wins_between(best_ends[0] - other_ends[1], best_ends[1] - other_ends[0])
            )
        shown_values = self.get_mover_figure(self.best).shown, self.get_mover_figure(self.other).shown
        if self.in_dollars:
            size = formatting.format_money_change_within(abs(margin), self.margin_error, shown_values)
            return OddsGap(size.removeprefix("+"), "more on average")
        return OddsGap.from_wins(formatting.format_wins(margin, self.margin_error, shown_values))

    @property
    def badge(self) -> str:
        badge = f"{BADGES[self.method]}, {ON_AVERAGE}" if self.of_round_1 else BADGES[self.method]
        return f"{badge} · {formatting.format_money(self.unit)} steps" if self.unit > 1 else badge

    @cached_property
    def badge_explained(self) -> str:
        certain = "Either choice may still be the better one." if self.too_close else "The verdict is certain."
        figure = "amount" if self.in_dollars else "chance"
        ranges = not self.in_dollars and max(self._get_error(action) for action in self.actions) > calls.ROUGH
        explained = _EXPLAINED[self.method].format(
            error=self._precision, verdict=certain, figure=figure, extent="the range shown" if ranges else "the ±"
        )
        steps = formatting.format_money(self.unit)
        if self.result["rules"].get("unit") == self.unit:
            explained += f" These rules count the board’s values in steps of {steps}."
        elif self.unit > 1:
            explained += f" The board’s values were rounded to {steps} steps to keep the count manageable."
        return explained

    @property
    def _precision(self) -> str:
        if self.in_dollars:
            return "far more than that"
        worst = max(self.get_bar(action, seat).uncertainty for action in self.actions for seat in range(len(SEATS)))
        return "far more than that" if worst <= formatting.CERTAIN else formatting.format_error(worst)

    @property
    def odds_measure(self) -> str:
        if self.blended:
            worth = formatting.format_money(self.result["rules"]["win_worth"])
            return f"Winnings on average, with {worth} for a win"
        return "Winnings on average" if self.in_dollars else "Chance to win"

    @property
    def odds_in_words(self) -> str:
        """The chart as a sentence, for screen readers."""
        texts = (
            f"{odds.name}: " + ", ".join(f"{bar.label.lower()} {bar.text}" for bar in odds.bars) for odds in self.odds
        )
        return f"{self.odds_measure}. {'; '.join(texts)}."

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
        facts = [f"Checked {formatting.count_text(states)} position{'' if states == 1 else 's'}"]
        if result["seconds"] is not None:  # precomputed answers don't say
            facts.append(formatting.format_seconds(float(result["seconds"])))
        if self.unit > 1:
            facts.append(f"values to {formatting.format_money(self.unit)}")
        elif self.method != "estimated":
            facts.append("values to the dollar")
        if (cap := result.get("cap")) and all(contestant.score <= cap for contestant in self.position.contestants):
            facts.append(f"scores up to {formatting.format_money(cap)}")
        return [*facts, f"engine {result['engine']}"]

    # --- the next spin ---

    @cached_property
    def outcomes(self) -> list[OutcomeRow]:
        """The possible results of the next spin, worst for the mover first.

        Empty if pressing is not open, or the chances are so rough that the effect of a slide is lost in their error.
        """
        if "press" not in self.actions or (not self.spin_in_dollars and self.spin_uncertainty > calls.ROUGH):
            return []
        measure = "worth" if self.spin_in_dollars else "win"
        pressing = self._pressing[self.mover_seat]
        before = pressing.value
        worth = [float(row[measure][self.mover_seat]) for row in self.result.get("outcomes") or []]
        outcomes = [
            OutcomeRow(
                label=row["label"],
                kind=row["kind"],
                tone=ring.choose_slide_tone(row["kind"]),
                amount=row["amount"],
                chance=float(row["chance"]),
                change=mover_worth - before,
                change_text=self.format_change(mover_worth - before, (self._round_worth(mover_worth), pressing.shown)),
                value=self._round_worth(mover_worth),
                shown=[self._format_worth(float(row[measure][seat]), seat) for seat in self._order],
            )
            for row, mover_worth in zip(self.result.get("outcomes") or [], worth, strict=True)
        ]
        return sorted(outcomes, key=lambda o: (round(o.change, 9), o.amount or 0, o.label))

    @cached_property
    def _pressing(self) -> list[Figure]:
        """The worth of pressing to each contestant, in the measure of the spin."""
        return [self.get_figure("press", seat, in_dollars=self.spin_in_dollars) for seat in range(len(SEATS))]

    @cached_property
    def spin_in_dollars(self) -> bool:
        rows = self.result.get("outcomes") or [{}]
        return "worth" in rows[0]

    @property
    def spin_measure(self) -> str:
        if not self.spin_in_dollars:
            return f"{self.mover}’s wins in 100"
        return f"what {self.mover} {'gets' if self.blended else 'takes home'}, in dollars"

    @cached_property
    def spin_uncertainty(self) -> float:
        """The error of the outcomes' figures: about that of pressing.

        Larger where the outcomes are of an earlier, rougher answer.
        """
        return max(self._get_error("press"), float(self.result.get("outcomes_error") or 0.0))

    def _format_worth(self, value: float, seat: int) -> str:
        """Return the worth to a contestant after a slide; an opponent's may be less certain than the mover's."""
        pressing = self._pressing[seat]
        error = max(self.spin_uncertainty, pressing.error)
        if self.spin_in_dollars:
            return formatting.format_rough_money(value, error)
        out = self.position.contestants[seat].out
        return formatting.format_rough_percent(value, 0.0 if out else error)

    def _round_worth(self, value: float) -> float:
        error = max(self.spin_uncertainty, self._pressing[self.mover_seat].error)
        return (
            formatting.round_shown_money(value, error)
            if self.spin_in_dollars
            else formatting.round_rough_chance(value, error)
        )

    def is_known(self, change: float) -> bool:
        """Whether the change in the spin's measure exceeds its error, so its direction is known."""
        exceeds = formatting.money_exceeds_error if self.spin_in_dollars else formatting.exceeds_error
        return exceeds(change, self.spin_uncertainty)

    def format_change(self, value: float, of: tuple[float, float] | None = None) -> str:
        """Return a change in the measure of the spin, with the digits that are known: “< 0.4” if its error hides it."""
        error = self.spin_uncertainty
        if not self.is_known(value):
            max_change = (
                formatting.format_money_at_most(error)
                if self.spin_in_dollars
                else formatting.format_points_at_most(error)
            )
            return f"<{formatting.NBSP}{max_change}"
        return (
            formatting.format_money_change(value, error, of)
            if self.spin_in_dollars
            else formatting.format_points(value, error, of)
        )

    def format_after_spin(self, change: float) -> str:
        before = self._pressing[self.mover_seat].value
        return self._format_worth(before + change, self.mover_seat)


@dataclass(frozen=True)
class SlideChange:
    slide: ring.DrawnSlide
    change: str
    links: list[TrailLink]


@dataclass(frozen=True)
class ChangedSquare(ring.DrawnSquare):
    changes: Sequence[SlideChange] = ()


def build_ring(
    answer: Answer | None, revision: BoardRevision, walk: Mapping[Any, list[TrailLink]] | None = None
) -> ring.Ring:
    """Return the ring of the next spin's board, each square marked with the mean effect of its slides.

    A square has a color if its effect is larger than its error, and no text if the effect of one of its slides is not
    known; the best square is outlined. `walk` has the links of slides by their keys.
    """
    picture = ring.draw(revision.engine_board, marks={})
    if answer is None:
        return picture
    by_key = {outcome.key: outcome for outcome in answer.outcomes}
    means = {square.number: _average_square(square, by_key) for square in picture.squares}
    known_means = [mean for mean in means.values() if mean is not None]
    max_mean = max(map(abs, known_means), default=0.0) or 1.0
    squares: list[ring.DrawnSquare] = []
    for square in picture.squares:
        changes = [
            SlideChange(
                slide, by_key[slide.key].change_text if slide.key in by_key else "", (walk or {}).get(slide.key) or []
            )
            for slide in square.slides
        ]
        mean = means[square.number]
        mark = ring.SquareMark("")
        if mean is not None:
            text = changes[0].change if len(changes) == 1 else answer.format_change(mean)
            clear = answer.is_known(mean) and not text.startswith("<")
            mark = ring.SquareMark(
                text if answer.is_known(mean) else "",
                mean / max_mean if clear else 0.0,
                best=clear and mean > max(known_means) - calls.EQUAL,
                words=f"{text} on average",
            )
        squares.append(ChangedSquare(square.number, square.slides, square.weight, mark, changes))
    return replace(picture, squares=squares)


def _average_square(square: ring.DrawnSquare, spin_outcomes: Mapping[Any, OutcomeRow]) -> float | None:
    """Return the mean effect of a square's slides; None if the effect of one is not known."""
    weight = sum(slide.weight for slide in square.slides)
    outcomes = [(slide.weight, spin_outcomes.get(slide.key)) for slide in square.slides]
    if not weight or not all(outcome for _, outcome in outcomes):
        return None
    return sum(share * outcome.change for share, outcome in outcomes if outcome) / weight
