"""A reduced board: a few outcomes that keep what matters most about a spin (rule option ``reduce``).

The chances of a Whammy and of an extra spin stay exactly the same, and so does the mean of the money, with and without
an extra spin. The spread of the money within a group and the contestant's choices are lost: every landing is first
reduced to one effect.

- Of several options the contestant takes the most money. An extra spin counts as the average of the
  landings without a choice; a Whammy off, and a slide whose sum depends on the score, count as $0; a
  Whammy comes last. Ties go to the lower square.
- A prize drawn from a pool becomes the pool's values.
- ``Double`` and ``Add-A-One`` have no sum of their own and stay as they are.

Then the sums without an extra spin and those with one are each sorted into groups of similar weight. The Whammy takes
one of the outcomes; the two kinds of money share the others: one each, a second one each, then by their chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd

from .board import Slide
from .landing import Effect, Landing, SpinOption

Chances = dict[int, Fraction]  # by sum in dollars


class GroupSlide(Slide):
    """A slide that represents a group of slides; its label is its text."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return self.label or ""


def reduce_landings(landings: tuple[Landing, ...], outcomes: int) -> tuple[Landing, ...]:
    """Return the landings of the reduced board, ``outcomes`` (at least 3) or fewer.

    With three or four, a kind of money may be left with one outcome, whose mean is seldom on the grid: then it pays one
    of two neighboring sums. They share a slide, so an answer shows them as one outcome. ``Double`` and ``Add-A-One``
    come in addition.
    """
    whammy = Fraction(0)
    money: dict[bool, Chances] = {False: {}, True: {}}
    reduced_landings: list[Landing] = []
    extra = estimate_extra_spin(landings)
    for landing in landings:
        option = prefer_option(landing.options, extra)
        effect = option.effect
        if effect.kind == "whammy":
            whammy += landing.chance
        elif effect.kind == "money":
            sums = money[effect.spin]
            for amount in effect.amounts:
                sums[amount] = sums.get(amount, Fraction(0)) + landing.chance / len(effect.amounts)
        else:
            reduced_landings.append(Landing(landing.chance, (option,), landing.square, landing.slide))
    if whammy:
        reduced_landings.append(Landing(whammy, (SpinOption(Effect("whammy"), 0),), 0, Slide("whammy")))
    grid = gcd(*money[False], *money[True]) or 1
    for spin, groups in _allocate_groups(money, outcomes - bool(whammy)).items():
        reduced_landings += _group_landings(money[spin], groups, grid, spin)
    return tuple(reduced_landings)


def merge_sums(sums: Mapping[int, Fraction], groups: int, grid: int) -> Chances:
    """Return the sums in ``groups`` groups, each as one sum on the grid; chances and mean stay exact.

    The mean of a group is seldom on the grid. The lowest is rounded down, the highest up, the others to
    the nearest; then the weight of each group is split between the two sums around its true mean so that
    the mean is kept. A single group that is not on the grid becomes two sums.

    Args:
        sums: chances by sum (dollars), all on the grid.
        groups: 1 or more.
        grid: dollars.
    """
    sum_groups = [dict(sum_group) for sum_group in _split_groups(sorted(sums.items()), groups)]
    means = [_average_sums(sum_group) for sum_group in sum_groups]
    inner = (_round_to_grid(mean, grid) for mean in means[1:-1])
    grid_sums = sorted({int(means[0] // grid) * grid, *inner, -int(-means[-1] // grid) * grid})
    chances: Chances = {}
    for sum_group, mean in zip(sum_groups, means, strict=True):
        low = max(grid_sum for grid_sum in grid_sums if grid_sum <= mean)
        high = min(grid_sum for grid_sum in grid_sums if grid_sum >= mean)
        share = Fraction(0) if high == low else (mean - low) / (high - low)
        weight = sum(sum_group.values())
        for grid_sum, chance in ((low, weight * (1 - share)), (high, weight * share)):
            if chance:
                chances[grid_sum] = chances.get(grid_sum, Fraction(0)) + chance
    return chances


def _average_sums(sums: Chances) -> Fraction:
    return Fraction(sum((amount * chance for amount, chance in sums.items()), Fraction(0)) / sum(sums.values()))


def _round_to_grid(amount: Fraction, grid: int) -> int:
    return int((2 * amount + grid) // (2 * grid)) * grid


def estimate_extra_spin(landings: Iterable[Landing]) -> Fraction:
    """Return the dollars that an extra spin counts as: the average of the landings without a choice."""
    total = weight = Fraction(0)
    for landing in landings:
        if len(landing.options) == 1:
            total += landing.chance * _average_effect(landing.options[0].effect)
            weight += landing.chance
    return total / weight if weight else Fraction(0)


def _average_effect(effect: Effect) -> Fraction:
    return Fraction(sum(effect.amounts), len(effect.amounts)) if effect.kind == "money" else Fraction(0)


def prefer_option(options: tuple[SpinOption, ...], extra: Fraction) -> SpinOption:
    """Return the option with the most money, an extra spin counting as ``extra`` dollars."""

    def rank(option: SpinOption) -> tuple[bool, Fraction, bool, int]:
        effect = option.effect
        dollars = _average_effect(effect) + extra * effect.spin
        return effect.kind == "whammy", -dollars, effect.kind == "whammy_off", option.square

    return min(options, key=rank)


def _allocate_groups(money: Mapping[bool, Chances], outcomes: int) -> dict[bool, int]:
    """Return the number of groups for each kind of money: one each, then a second one each, then by chance per group."""
    groups = {spin: 1 for spin, sums in money.items() if sums}
    while sum(groups.values()) < outcomes:
        splittable = [spin for spin in groups if groups[spin] < len(money[spin])]
        if not splittable:
            break
        groups[max(splittable, key=lambda spin: (groups[spin] == 1, sum(money[spin].values()) / groups[spin]))] += 1
    return groups


def _split_groups(sums: list[tuple[int, Fraction]], groups: int) -> list[list[tuple[int, Fraction]]]:
    """Return neighboring sums joined into groups of about the same weight, none empty."""
    sum_groups: list[list[tuple[int, Fraction]]] = []
    remaining = list(sums)
    for groups_left in range(min(groups, len(sums)), 0, -1):
        target = sum((chance for _, chance in remaining), Fraction(0)) / groups_left
        sum_group = [remaining.pop(0)]
        weight = sum_group[0][1]
        while len(remaining) >= groups_left and (
            groups_left == 1 or abs(weight + remaining[0][1] - target) <= abs(weight - target)
        ):
            weight += remaining[0][1]
            sum_group.append(remaining.pop(0))
        sum_groups.append(sum_group)
    return sum_groups


def _group_landings(sums: Chances, groups: int, grid: int, is_extra_spin: bool) -> list[Landing]:
    chances = merge_sums(sums, groups, grid)
    mean = _round_to_grid(_average_sums(chances), 1)
    return [
        Landing(
            chances[amount],
            (SpinOption(Effect("money", (amount,), is_extra_spin), 0),),
            0,
            _group_slide(amount if groups > 1 else mean, is_extra_spin),
        )
        for amount in sorted(chances)
    ]


def _group_slide(amount: int, is_extra_spin: bool) -> Slide:
    words = f"about ${amount:,}{' + one spin' if is_extra_spin else ''}"
    return GroupSlide("cash_spin" if is_extra_spin else "cash", amount, label=words)
