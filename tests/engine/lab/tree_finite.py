"""Tree Solitaire in trees with a last level, played in fractions over every tree there can be; knows no formula.

Points are named by the branches that lead to them, 0 for high. What a game asks about a point is drawn when it is first
asked, with the chances of the form; all ways of drawing are tried in turn.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

Way = tuple[int, ...]


@dataclass
class Trees:
    """E by level, the last one 1; the shares of the branches, or T and D of the drift form."""

    form: str
    ends: tuple[Fraction, ...]
    shares: tuple[Fraction, ...] = ()
    top: Fraction = Fraction(1)
    step: Fraction = Fraction(0)

    @property
    def branches(self) -> int:
        return len(self.shares) or 2

    def value(self, way: Way) -> Fraction:
        value = self.top
        for branch in way:
            value = value * self.shares[branch] if self.shares else value + (-self.step if branch else self.step)
        return value


@dataclass
class Sums:
    """What was found: chances to win and lose by move, the expected moves and looks."""

    won: dict[int, Fraction] = field(default_factory=dict)
    lost: dict[int, Fraction] = field(default_factory=dict)
    moves: Fraction = Fraction(0)
    looks: Fraction = Fraction(0)


class TreeGame:
    """One game: what was drawn first is given, and from there on everything is drawn as yes."""

    def __init__(self, trees: Trees, given: list[bool]):
        self.trees, self.outcomes_given = trees, given
        self.outcomes_drawn: list[bool] = []
        self.chance, self.looks = Fraction(1), 0
        self.results: dict[tuple[str, Way], bool] = {}
        self.gone = Fraction(0)  # dependent form: the values of the end points that have lost

    def draw(self, chance: Fraction) -> bool:
        if chance in (0, 1):
            return bool(chance)
        place = len(self.outcomes_drawn)
        self.outcomes_drawn.append(self.outcomes_given[place] if place < len(self.outcomes_given) else True)
        self.chance *= chance if self.outcomes_drawn[-1] else 1 - chance
        return self.outcomes_drawn[-1]

    def is_end(self, way: Way) -> bool:
        if ("ends", way) not in self.results:
            self.results["ends", way] = self.draw(self.trees.ends[len(way) - 1])
        return self.results["ends", way]

    def is_win(self, way: Way) -> bool:
        if ("wins", way) not in self.results:
            value = min(max(self.trees.value(way), Fraction(0)), Fraction(1))
            if self.trees.form == "tsd":  # one end point is the win, each with the chance of its value
                value = value / (1 - self.gone) if self.gone < 1 else Fraction(0)
            won = self.results["wins", way] = self.draw(value)
            if self.trees.form == "tsd":
                self.gone = Fraction(1) if won else self.gone + self.trees.value(way)
        return self.results["wins", way]

    def play(self, strategy: str) -> tuple[int, bool]:
        """The number of moves, and whether the game is won."""
        way: Way = ()
        while not way or not self.is_end(way):
            way = (*way, self.choose(strategy, way))
        return len(way), self.is_win(way)

    def choose(self, strategy: str, at: Way) -> int:
        if strategy in ("strat", "nostrat"):
            return 0 if strategy == "strat" or self.draw(Fraction(1, 2)) else 1
        if strategy == "bstrat":
            return self.far(at, 1)
        if strategy.endswith("ply"):
            return self.far(at, int(strategy[0]))
        number, side = re.fullmatch(r"(inf|\d*)([hl])strat", strategy).groups()
        way, reach = (*at, int(side == "l")), None if number == "inf" else int(number or 1)
        for _ in range(reach or len(self.trees.ends)):
            self.looks += 1
            if self.is_end(way):
                return int(self.is_win(way) == (side == "l"))
            way = (*way, 0)
        return 0

    def far(self, at: Way, plies: int) -> int:
        """To a win in sight, else toward the highest of the last points that split; to the first of equals."""
        best, last = None, at
        wins: list[Way] = []
        seen = [at]
        for ply in range(plies):
            seen = [(*way, branch) for way in seen for branch in range(self.trees.branches)]
            self.looks += len(seen)
            splits = [way for way in seen if not self.is_end(way)]
            wins += [way for way in seen if self.is_end(way) and self.is_win(way)]
            seen = splits
            if ply == plies - 1:
                best = max(seen, key=self.trees.value, default=None)
        if wins:
            last = min(wins)
        elif best is not None:
            last = best
        return last[len(at)] if last != at else 0


def play_all(strategy: str, trees: Trees) -> Sums:
    """All games of a strategy."""
    sums, waiting = Sums(), [[]]
    while waiting:
        given = waiting.pop()
        game = TreeGame(trees, given)
        moves, won = game.play(strategy)
        ends = sums.won if won else sums.lost
        ends[moves] = ends.get(moves, 0) + game.chance
        sums.moves += moves * game.chance
        sums.looks += game.looks * game.chance
        waiting += [[*game.outcomes_drawn[:place], False] for place in range(len(given), len(game.outcomes_drawn))]
    return sums
