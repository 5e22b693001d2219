"""The next spin: every outcome with its effect, gathered into a handful of rows, and on the tiles of the ring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine import formatting
from engine.calls import EQUAL, ROUGH
from pressorpass_site.boards import ring
from pressorpass_site.boards.models import BoardRevision

from .figures import Figures
from .trail import Link

# Rows for each kind that comes in many amounts; together with Whammy, prize and specials they
# fill the middle of the ring without scrolling.
_MOST_BANDS = {"cash": 2, "cash_spin": 1}
LEVELS = 4  # shades of a tile's color
_KIND_WORDS = {"move": "A move", "prize": "Prize"}


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


@dataclass(frozen=True)
class Band:
    """Outcomes of one kind and similar size, with their common chance and mean effect."""

    label: str
    tone: str
    chance: float
    change: float
    change_text: str


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

    @cached_property
    def bands(self) -> list[Band]:
        """The outcomes gathered into few enough rows for the middle of the ring."""
        return bands(self.outcomes, self.change_text)

    @property
    def spin_figures(self) -> str:
        """Text such as “Whammy 16.7% · + spin 24.1% · move 11.1%”: the chances of kinds of slides."""
        sorts = {"whammy": "Whammy", "spin": "+ spin", "move": "move"}
        chances = {name: sum(o.chance for o in self.outcomes if o.tone == name) for name in sorts}
        return " · ".join(f"{sorts[name]} {formatting.exact_percent(c)}" for name, c in chances.items() if c)


def bands(outcomes: Sequence[Outcome], say: Callable[[float], str]) -> list[Band]:
    """Return the outcomes in few rows, worst for the mover first; `say` puts a change in words."""
    kinds: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        kinds.setdefault(outcome.kind, []).append(outcome)
    found = []
    for kind, members in kinds.items():
        if kind in _MOST_BANDS and all(o.amount is not None for o in members):
            found += [_band(group, _amounts(group), say) for group in _split(members, _MOST_BANDS[kind])]
        else:
            label = members[0].label if len(members) == 1 else _KIND_WORDS.get(kind, members[0].label)
            found.append(_band(members, label, say))
    return sorted(found, key=lambda band: round(band.change, 9))


def _split(members: Sequence[Outcome], most: int) -> list[list[Outcome]]:
    """Return the amounts cut where they lie farthest apart."""
    ordered = sorted(members, key=lambda o: o.amount or 0)
    gaps = [(ordered[i].amount or 0) - (ordered[i - 1].amount or 0) for i in range(1, len(ordered))]
    widest = sorted(range(len(gaps)), key=lambda i: (-gaps[i], i))[: most - 1]
    groups, start = [], 0
    for cut in sorted(widest):
        groups.append(ordered[start : cut + 1])
        start = cut + 1
    return [*groups, ordered[start:]]


def _amounts(group: Sequence[Outcome]) -> str:
    low, high = group[0].amount or 0, group[-1].amount or 0
    label = formatting.money(low) if low == high else f"{formatting.money(low)}–{high:,}"
    return f"{label} + spin" if group[0].tone == "spin" else label


def _band(group: Sequence[Outcome], label: str, say: Callable[[float], str]) -> Band:
    chance = sum(o.chance for o in group)
    change = sum(o.chance * o.change for o in group) / chance if chance else 0.0
    return Band(label, group[0].tone, chance, change, group[0].change_text if len(group) == 1 else say(change))


@dataclass(frozen=True)
class TileSlide:
    """A slide with its effect, if known, and the links to what comes after it."""

    slide: ring.DrawnSlide
    change: str
    links: list[Link]


@dataclass(frozen=True)
class Tile:
    """A square of the ring.

    Attributes:
        change: the mean effect of its slides as text; empty where that of one is not known.
        shade: the CSS class of its color; empty without a change that is larger than its error.
        best: whether no other square changes more for the better, and the change is larger than its error.
    """

    number: int
    slides: list[TileSlide]
    weight: int
    change: str = ""
    shade: str = ""
    best: bool = False


@dataclass(frozen=True)
class Tiles:
    """All squares; `is_ring` says whether they form the show's ring."""

    squares: list[Tile]
    is_ring: bool
    known: bool


def tiles(answer: SpinOutcomes, revision: BoardRevision, walk: Mapping[Any, list[Link]] | None) -> Tiles:
    """Return the tiles of the next spin's board; `walk` has the links of slides by their keys."""
    board = revision.engine_board
    drawn = ring.draw(board)
    changes = {outcome.key: outcome for outcome in answer.outcomes}
    squares, means = [], []
    for square in drawn.squares:
        found = [(slide, changes.get(slide.key)) for slide in square.slides]
        slides = [
            TileSlide(slide, outcome.change_text if outcome else "", list((walk or {}).get(slide.key) or []))
            for slide, outcome in found
        ]
        weight = sum(slide.weight for slide in square.slides)
        mean = None
        if weight and all(outcome for _, outcome in found):
            mean = sum(slide.weight * outcome.change for slide, outcome in found if outcome) / weight
        squares.append(Tile(square.number, slides, square.weight))
        means.append(mean)
    known = [mean for mean in means if mean is not None]
    most = max(map(abs, known), default=0.0) or 1.0
    shaded = [
        tile
        if mean is None
        else replace(
            tile,
            change=tile.slides[0].change if len(tile.slides) == 1 else answer.change_text(mean),
            shade=_shade(mean / most) if answer.is_known(mean) else "",
            best=answer.is_known(mean) and mean > max(known) - EQUAL,
        )
        for tile, mean in zip(squares, means, strict=True)
    ]
    return Tiles(shaded, drawn.is_ring, any(tile.change for tile in shaded))


def _shade(share: float) -> str:
    """Return the class for a change, as a share of the largest: “tile--up-4”, “tile--down-1”."""
    level = min(LEVELS, int(abs(share) * LEVELS) + 1)
    return f"tile--{'up' if share >= 0 else 'down'}-{level}"
