"""Tree Solitaire played out over every tree there can be, with fractions: slow, and knows no formula.

A game is a plain function that asks about points by the way to them ("" is the top, "hl" the low
branch of the high branch). Each question has two answers with chances; the game is played again for
each way of answering. A point that was asked about stays as it is, as in one tree. What lies deeper
than a limit is not known, so chances to win come with a bound on what was missed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Ask = Callable[[str, str], bool]


class TooDeep(Exception):
    """A point below the limit was asked about."""


class Tree:
    """One of all trees: answers are given as told, then True, and their chances multiply."""

    def __init__(self, told: list[bool], chance_of: Callable[[str, str, Ask], Fraction], deepest: int):
        self.told, self.chance_of, self.deepest = told, chance_of, deepest
        self.known: dict[tuple[str, str], bool] = {}
        self.given: list[bool] = []
        self.chance = Fraction(1)

    def ask(self, point: str, what: str) -> bool:
        if (point, what) not in self.known:
            if len(point) > self.deepest:
                raise TooDeep
            yes = self.chance_of(point, what, self.ask)
            if yes in (0, 1):
                self.known[point, what] = bool(yes)
            else:
                reply = self.told[len(self.given)] if len(self.given) < len(self.told) else True
                self.given.append(reply)
                self.chance *= yes if reply else 1 - yes
                self.known[point, what] = reply
        return self.known[point, what]


def wins_by_move(
    strategy: str, form: str, end: Fraction, ratio: Fraction, top: Fraction, deepest: int
) -> tuple[list[Fraction], Fraction]:
    """Chances to win on move 1, 2, ... ``deepest``, and the chance that something deeper was asked about."""

    def chance_of(point: str, what: str, ask: Ask) -> Fraction:
        return _chance(point, what, form, end, ratio, top, ask)

    by_move = [Fraction(0)] * deepest
    missed = Fraction(0)
    pending: list[list[bool]] = [[]]
    while pending:
        told = pending.pop()
        tree = Tree(told, chance_of, deepest)
        try:
            move = play(strategy, tree.ask)
            if move:
                by_move[move - 1] += tree.chance
        except TooDeep:
            missed += tree.chance
        # All questions after those told were answered with yes: now each of them with no.
        pending += [[*tree.given[:i], False] for i in range(len(told), len(tree.given))]
    return by_move, missed


def value(point: str, ratio: Fraction, top: Fraction) -> Fraction:
    return top * ratio ** point.count("h") * (1 - ratio) ** point.count("l")


def play(strategy: str, ask: Ask) -> int:
    """The number of the move that won, or 0."""
    point = ""
    while True:
        point += _choose(strategy, point, ask)
        if ask(point, "end"):
            return len(point) if ask(point, "win") else 0


def _choose(strategy: str, at: str, ask: Ask) -> str:
    high, low = at + "h", at + "l"

    def wins(point: str) -> bool:
        return ask(point, "end") and ask(point, "win")

    def path_wins(point: str) -> bool:
        while not ask(point, "end"):
            point += "h"
        return ask(point, "win")

    def first_end(point: str, reach: int) -> str | None:
        for _ in range(reach):
            if ask(point, "end"):
                return point
            point += "h"
        return None

    if strategy == "nostrat":
        return "h" if ask(at, "coin") else "l"
    if strategy == "strat":
        return "h"
    if strategy == "hstrat":
        return "l" if ask(high, "end") and not ask(high, "win") else "h"
    if strategy == "lstrat":
        return "l" if wins(low) else "h"
    if strategy == "2hstrat":
        if ask(high, "end"):
            return "h" if ask(high, "win") else "l"
        return "h" if not ask(high + "h", "end") or ask(high + "h", "win") else "l"
    if strategy == "2lstrat":
        return "l" if wins(low) or (not ask(low, "end") and wins(low + "h")) else "h"
    if strategy == "bstrat":
        if wins(high) or wins(low):
            return "h" if wins(high) else "l"
        return "h" if not ask(high, "end") else "l"
    if strategy == "3hstrat":
        seen = first_end(high, 3)
        return "h" if seen is None or ask(seen, "win") else "l"
    if strategy == "3lstrat":
        seen = first_end(low, 3)
        return "l" if seen and ask(seen, "win") else "h"
    if strategy == "2ply":
        return _two_plies(at, ask)
    if strategy == "infhstrat":
        return "h" if path_wins(high) else "l"
    if strategy == "inflstrat":
        return "l" if path_wins(low) else "h"
    raise ValueError(strategy)


def _two_plies(at: str, ask: Ask) -> str:
    """To a win in sight; else to the higher of the grandchildren that split, hh above hl and lh above ll."""
    splits = []
    for branch in "hl":
        if ask(at + branch, "end"):
            if ask(at + branch, "win"):
                return branch
            continue
        for further in "hl":
            point = at + branch + further
            if not ask(point, "end"):
                splits.append(branch + further)
            elif ask(point, "win"):
                return branch
    return min(splits, key=("hh", "hl", "lh", "ll").index)[0] if splits else "h"


def _chance(point: str, what: str, form: str, end: Fraction, ratio: Fraction, top: Fraction, ask: Ask) -> Fraction:
    if what == "coin":
        return Fraction(1, 2)
    if what == "end":
        return end
    if form == "tsi":
        return value(point, ratio, top)
    if what == "win":  # TSD: an end point is the win if the win is here
        return Fraction(_holds(point, ask))
    return ratio  # "goes high": whether the win below a point is below its high branch


def _holds(point: str, ask: Ask) -> bool:
    """Whether the one win is at or below the point."""
    return all(ask(point[:depth], "goes high") == (branch == "h") for depth, branch in enumerate(point))
