"""The next spin: every outcome with its effect, and the squares of the ring with theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine import formatting
from engine.calls import EQUAL, ROUGH
from pressorpass_site.boards import ring
from pressorpass_site.boards.models import BoardRevision

from .figures import Figures
from .trail import Link


@dataclass(frozen=True)
class Outcome:
    """One possible result of the next spin."""

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
        """The key by which the board's slides find it."""
        return self.label, self.amount


class SpinOutcomes(Figures):
    """A stored result with the possible results of the next spin."""

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """The possible results of the next spin, worst for the mover first.

        Empty if pressing is not open, or the chances are so rough that the effect of a slide is lost in their error.
        """
        if "press" not in self.actions or (not self.spin_in_dollars and self.spin_uncertainty > ROUGH):
            return []
        measure = "worth" if self.spin_in_dollars else "win"
        pressing = self.figure("press", self.mover_seat, dollars=self.spin_in_dollars)
        before = pressing.value
        order = self._order
        worth = [float(row[measure][self.mover_seat]) for row in self.result.get("outcomes") or []]
        found = [
            Outcome(
                label=row["label"],
                kind=row["kind"],
                tone=ring.tone(row["kind"]),
                amount=row["amount"],
                chance=float(row["chance"]),
                change=mine - before,
                change_text=self.change_text(mine - before, (self._shown(mine), pressing.shown)),
                value=self._shown(mine),
                shown=[self._worth(float(row[measure][seat]), seat) for seat in order],
            )
            for row, mine in zip(self.result.get("outcomes") or [], worth, strict=True)
        ]
        return sorted(found, key=lambda o: (round(o.change, 9), o.amount or 0, o.label))

    @property
    def spin_in_dollars(self) -> bool:
        """Whether outcomes are compared by dollars: if the verdict is about them and the engine has stored them."""
        rows = self.result.get("outcomes") or [{}]
        return "worth" in rows[0]

    @property
    def spin_measure(self) -> str:
        """The measure of the next spin's effects, with its unit."""
        if not self.spin_in_dollars:
            return f"{self.mover}’s wins in 100"
        return f"what {self.mover} {'gets' if self.blended else 'takes home'}, in dollars"

    @property
    def spin_uncertainty(self) -> float:
        """The error of the outcomes' figures: about that of pressing.

        Larger where the outcomes are of an earlier, rougher answer.
        """
        return max(self._off("press"), float(self.result.get("outcomes_error") or 0.0))

    def _worth(self, value: float, seat: int) -> str:
        """Return the worth to a contestant after a slide; another's may be known less well than the mover's."""
        pressing = self.figure("press", seat, dollars=self.spin_in_dollars)
        off = max(self.spin_uncertainty, pressing.off)
        if self.spin_in_dollars:
            return formatting.rough_money(value, off)
        out = self.position.contestants[seat].out
        return formatting.rough_percent(value, 0.0 if out else off)

    def _shown(self, value: float) -> float:
        """Return the mover's worth after a slide as `_worth` rounds it."""
        off = max(self.spin_uncertainty, self.figure("press", self.mover_seat, dollars=self.spin_in_dollars).off)
        return formatting.shown_money(value, off) if self.spin_in_dollars else formatting.shown_rough_chance(value, off)

    def is_known(self, change: float) -> bool:
        """Return whether the change in the spin's measure exceeds its error, so its direction is known."""
        exceeds = formatting.money_exceeds_error if self.spin_in_dollars else formatting.exceeds_error
        return exceeds(change, self.spin_uncertainty)

    def change_text(self, value: float, of: tuple[float, float] | None = None) -> str:
        """Return a change in the measure of the spin, with the digits that are known: “< 0.4” if it is lost in its error."""
        off = self.spin_uncertainty
        if not self.is_known(value):
            most = formatting.money_at_most(off) if self.spin_in_dollars else formatting.points_at_most(off)
            return f"<{formatting.NBSP}{most}"
        return formatting.money_change(value, off, of) if self.spin_in_dollars else formatting.points(value, off, of)

    def after_a_spin(self, change: float) -> str:
        """Return the worth to the mover after a spin that changes that of pressing by `change`."""
        before = self.figure("press", self.mover_seat, dollars=self.spin_in_dollars).value
        return self._worth(before + change, self.mover_seat)


@dataclass(frozen=True)
class SlideChange:
    """A slide with its effect, if known, and the links to what comes after it."""

    slide: ring.DrawnSlide
    change: str
    links: list[Link]


@dataclass(frozen=True)
class ChangedSquare(ring.DrawnSquare):
    """A square of the ring with what each slide changes."""

    changes: Sequence[SlideChange] = ()


def stage_ring(
    answer: SpinOutcomes | None, revision: BoardRevision, walk: Mapping[Any, list[Link]] | None = None
) -> ring.Ring:
    """Return the ring of the next spin's board, each square marked with the mean effect of its slides.

    A square has a color if its effect is larger than its error, and no text if that of one slide is not known; the best
    square is outlined. `walk` has the links of slides by their keys.
    """
    drawn = ring.draw(revision.engine_board, marks={})
    if answer is None:
        return drawn
    found = {outcome.key: outcome for outcome in answer.outcomes}
    means = {square.number: _mean(square, found) for square in drawn.squares}
    known = [mean for mean in means.values() if mean is not None]
    most = max(map(abs, known), default=0.0) or 1.0
    squares: list[ring.DrawnSquare] = []
    for square in drawn.squares:
        changes = [
            SlideChange(
                slide, found[slide.key].change_text if slide.key in found else "", (walk or {}).get(slide.key) or []
            )
            for slide in square.slides
        ]
        mean = means[square.number]
        mark = ring.Mark("")
        if mean is not None:
            text = changes[0].change if len(changes) == 1 else answer.change_text(mean)
            clear = answer.is_known(mean) and not text.startswith("<")
            mark = ring.Mark(
                text,
                mean / most if clear else 0.0,
                best=clear and mean > max(known) - EQUAL,
                words=f"{text} on average",
            )
        squares.append(ChangedSquare(square.number, square.slides, square.weight, mark, changes))
    return replace(drawn, squares=squares)


def _mean(square: ring.DrawnSquare, found: Mapping[Any, Outcome]) -> float | None:
    """Return the mean effect of a square's slides; None if that of one is not known."""
    weight = sum(slide.weight for slide in square.slides)
    outcomes = [(slide.weight, found.get(slide.key)) for slide in square.slides]
    if not weight or not all(outcome for _, outcome in outcomes):
        return None
    return sum(share * outcome.change for share, outcome in outcomes if outcome) / weight
