"""Gathering the outcomes of a spin into a handful of rows: “$1,250–1,750”, “Whammy”, “Prize”."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pressorpass_site.core import formatting

if TYPE_CHECKING:
    from .answers import Outcome

# Rows for each kind that comes in many amounts; together with Whammy, prize and specials they
# fill the middle of the ring without scrolling.
_MOST_BANDS = {"cash": 3, "cash_spin": 2}
_KIND_WORDS = {"move": "A move", "prize": "Prize"}


@dataclass(frozen=True)
class Band:
    """Outcomes of one kind and similar size, with their common chance and mean effect."""

    label: str
    tone: str
    chance: float
    change: float
    change_text: str
    # The bar of the change, on a scale from -1 to 1 around zero.
    bar_start: str = "0"
    bar_width: str = "0"


def bands(outcomes: Sequence[Outcome], say: Callable[[float], str]) -> list[Band]:
    """The outcomes in few rows, worst for the one up first; `say` puts a change in words."""
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
    widest = max((abs(band.change) for band in found), default=0.0) or 1.0
    return [_with_bar(band, band.change / widest) for band in sorted(found, key=lambda band: band.change)]


def _with_bar(band: Band, share: float) -> Band:
    return replace(band, bar_start=f"{min(share, 0.0):.3f}", bar_width=f"{abs(share):.3f}")


def _split(members: Sequence[Outcome], most: int) -> list[list[Outcome]]:
    """Cut the amounts where they lie farthest apart."""
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
    return Band(label, group[0].tone, chance, change, say(change))
