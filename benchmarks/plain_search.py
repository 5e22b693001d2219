"""A plain search by the first program's design, position by position, whose shortcuts can be left out one by one.

It knows the rules of the preset ``seed`` only: nothing to choose on squares, turns from left to right, level opponents
by the next seat. Positions are listed from the root on, then valued from the end of the game back; positions of the
same spins left and the same sum of scores at once from zero until they stand still, as the engine's oracle does.

References:
    Brian Dominy, pressorpass, its introduction (the sections "Implementation" and "Other Optimizations").
"""

from __future__ import annotations

import time
from array import array
from collections import defaultdict
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine import Position, Unaffordable
from engine.game.position import SEATS, WHAMMIES_OUT
from engine.game.rules import PlayRules
from engine.game.spin import SpinLandings

Vector = tuple[float, float, float]
Seat = tuple[int, int, int, int]  # score, earned spins, passed spins, Whammies
State = tuple[int, Seat, Seat, Seat]  # the seat of the mover, then the seats
Result = tuple[float, int | None, int, int]  # chance; dollars, None for a Whammy; earned spins won, passed ones left

OUT: Seat = (0, 0, 0, WHAMMIES_OUT)
TIE = 1e-12
STILL = 1e-15
WHAMMY_MERGING = ("none", "all", "each")


class PlainSearch:
    """Chances to win by listing every position that may follow.

    Args:
        spin: what one spin may bring; landings of one option each.
        play_rules: ``seed`` rules with any unit and cap.
        whammies: whose Whammies count as none: those of ``each`` contestant who can't come to four any more, of
            ``all`` once nobody can, or of none.
        composed: all passed spins of a turn are one step, up to a Whammy.
        most: positions to list at most.

    Attributes:
        states: positions listed, without ends of the game. seconds: of the processor, for all of it.
    """

    def __init__(
        self,
        spin: SpinLandings,
        play_rules: PlayRules,
        *,
        whammies: str = "each",
        composed: bool = False,
        most: int = 1_000_000,
    ):
        self.cap = play_rules.cap
        self.whammies = whammies
        self.composed = composed
        self.most = most
        self.outcomes = _list_outcomes(spin)
        self._results: dict[int, list[Result]] = {0: self._list_single_results(0), 1: self._list_single_results(1)}
        self.seconds = 0.0

    # -- the rules ----------------------------------------------------------------------------

    def _list_single_results(self, passed: int) -> list[Result]:
        """Return the possible results of a spin to a contestant with this number of passed spins."""
        spins_left = max(0, passed - 1)
        return [(chance, dollars, extra, spins_left) for chance, dollars, extra in self.outcomes]

    def results(self, passed: int) -> list[Result]:
        """Return the possible results of a step to a contestant with this number of passed spins, equal results as one."""
        if passed not in self._results:
            self._results[passed] = (
                self._compose_results(passed) if self.composed else self._list_single_results(passed)
            )
        return self._results[passed]

    def _compose_results(self, passed: int) -> list[Result]:
        """Return the joint result of all passed spins: money from each, or a Whammy, after which the rest are earned ones."""
        now: dict[tuple[int, int], float] = {(0, 0): 1.0}  # chances by dollars and spins won
        ended: dict[tuple[int, int], float] = defaultdict(float)  # ... by spins won and passed ones left
        for spins_left in range(passed - 1, -1, -1):
            after: dict[tuple[int, int], float] = defaultdict(float)
            for (total, won), reached in now.items():
                for chance, dollars, extra in self.outcomes:
                    if dollars is None:
                        ended[won, spins_left] += reached * chance
                    else:
                        after[min(total + dollars, self.cap), won + extra] += reached * chance
            now = after
        return [
            *((chance, None, won, spins_left) for (won, spins_left), chance in ended.items()),
            *((chance, total, won, 0) for (total, won), chance in now.items()),
        ]

    def after_press(self, state: State, result: Result) -> State:
        """Return the position that a result of a step leads to."""
        _, dollars, won, spins_left = result
        mover = state[0]
        score, earned, passed, whammies = state[1 + mover]
        earned += won - (passed == 0)
        seat: Seat
        if dollars is not None:
            seat = max(score, min(score + dollars, self.cap)), earned, spins_left, whammies
        elif whammies + 1 < WHAMMIES_OUT:
            seat = 0, earned + spins_left, 0, whammies + 1
        else:
            seat = OUT
        return self._turn(_replace_seat(state, mover, seat), mover)

    def after_pass(self, state: State) -> State:
        """Return the position after a pass to the opponent with more money, or to the next one of two level opponents."""
        mover = state[0]
        score, earned, _, whammies = state[1 + mover]
        others = [seat for seat in ((mover + 1) % 3, (mover + 2) % 3) if state[1 + seat][3] < WHAMMIES_OUT]
        to = max(others, key=lambda seat: state[1 + seat][0])  # the first of several
        money, own, passed, count = state[1 + to]
        passing = _replace_seat(state, mover, (score, 0, 0, whammies))
        return self._turn(_replace_seat(passing, to, (money, own, passed + earned, count)), mover)

    def _turn(self, state: State, mover: int) -> State:
        """Return the state with its next mover, its Whammies merged.

        The same contestant goes on while holding spins, then the leftmost who does.
        """
        _, a, b, c = state
        spins = a[1] + a[2], b[1] + b[2], c[1] + c[2]
        if not spins[mover]:
            mover = 0 if spins[0] else 1 if spins[1] else 2
        spins_left = sum(spins)
        if spins_left < WHAMMIES_OUT and self.whammies != "none":
            matter = [seat[3] + spins_left >= WHAMMIES_OUT for seat in (a, b, c) if seat[3] < WHAMMIES_OUT]
            if self.whammies == "each" or not any(matter):
                a, b, c = (
                    seat if seat[3] == 0 or seat[3] + spins_left >= WHAMMIES_OUT else (seat[0], seat[1], seat[2], 0)
                    for seat in (a, b, c)
                )
        return mover, a, b, c

    # -- listing ------------------------------------------------------------------------------

    def solve(self, position: Position) -> tuple[Vector | None, Vector | None]:
        """Return the chances of the three if the mover presses, and passes; None where that is not allowed.

        Raises:
            Unaffordable: more positions than ``most``.
        """
        started = time.process_time()
        self._list(_state(position))
        values = self._values()
        self.seconds = time.process_time() - started
        first, last = self.starts[0], self.starts[1]
        press = self.chances[first:last] @ values[self.targets[first:last]]
        return _to_vector(press), _to_vector(values[self.passes[0]]) if self.passes[0] >= 0 else None

    def _list(self, root: State) -> None:
        """Number all positions and ends of the game, with what they lead to.

        Ends have the numbers -1 to -8, by who shares the win (bits).
        """
        root = self._turn(root, root[0])
        number = {root: 0}
        self.listed = [root]
        targets, passes, starts = array("q"), array("q"), array("q", [0])
        chances = array("d")

        def of(state: State) -> int:
            index = number.get(state)
            if index is None:
                winners = _find_winners(state)
                if winners is not None:
                    return -1 - winners
                index = number[state] = len(self.listed)
                self.listed.append(state)
            return index

        for state in self.listed:  # which grows
            if len(self.listed) > self.most:
                raise Unaffordable(f"More than {self.most:,} positions follow.")
            passed = state[1 + state[0]][2]
            for result in self.results(passed):
                chances.append(result[0])
                targets.append(of(self.after_press(state, result)))
            starts.append(len(targets))
            passes.append(-1 if passed else of(self.after_pass(state)))
        self.states = len(self.listed)
        # Ends come after the positions, so that all have a value.
        self.targets, self.passes = np.array(targets), np.array(passes)
        self.targets[self.targets < 0] = self.states - 1 - self.targets[self.targets < 0]
        may_pass = np.array([not state[1 + state[0]][2] for state in self.listed])
        over = may_pass & (self.passes < 0)
        self.passes[over] = self.states - 1 - self.passes[over]
        self.chances, self.starts = np.array(chances), np.array(starts)

    @property
    def branches(self) -> int:
        """Count the results of steps and passes, of all positions."""
        return len(self.targets) + int((self.passes >= 0).sum())

    def _values(self) -> npt.NDArray[np.float64]:
        """Return the value of each position, and of the ends after them, [positions + 8, 3]."""
        movers = np.array([state[0] for state in self.listed])
        spins_left = np.array([sum(seat[1] + seat[2] for seat in state[1:]) for state in self.listed])
        total = np.array([sum(seat[0] for seat in state[1:]) for state in self.listed])
        values = np.zeros((self.states + 8, 3))
        for winners in range(1, 8):
            shared = [winners >> seat & 1 for seat in SEATS]
            values[self.states + winners] = np.array(shared) / sum(shared)
        order = np.lexsort((-total, spins_left))
        keys = np.stack((spins_left[order], total[order]), axis=1)
        edges = [0, *(np.flatnonzero((np.diff(keys, axis=0) != 0).any(axis=1)) + 1).tolist(), self.states]
        widths = np.diff(self.starts)
        for low, high in pairwise(edges):
            here = order[low:high]
            ends = np.cumsum(widths[here])
            picked = np.arange(ends[-1]) + np.repeat(self.starts[here] - ends + widths[here], widths[here])
            chances, targets = self.chances[picked, None], self.targets[picked]
            firsts, up, to = ends - widths[here], movers[here], self.passes[here]
            indices = np.arange(len(here))
            moved = 1.0
            while moved > STILL:
                press = np.add.reduceat(chances * values[targets], firsts)
                passing = values[to]
                better = (to >= 0) & (passing[indices, up] > press[indices, up] + TIE)
                now = np.where(better[:, None], passing, press)
                moved = float(np.abs(now - values[here]).max())
                values[here] = now
        return values

    # -- without merging ----------------------------------------------------------------------

    def tree(self, depth: int) -> float:
        """Count the nodes of the tree without merging, down to a depth; call it after ``solve``."""
        nodes = np.ones(self.states + 8)
        may_pass = self.passes >= 0
        for _ in range(depth):
            below = np.add.reduceat(nodes[self.targets], self.starts[:-1])
            below[may_pass] += nodes[self.passes[may_pass]]
            nodes[: self.states] = 1 + below
        return float(nodes[0])

    def walk(self, position: Position, depth: int, most: int) -> tuple[Vector, int]:
        """Return the root's value from the tree down to a depth, and the number of its nodes.

        What is deeper, or beyond ``most`` nodes, is worth nothing to anybody.
        """
        nodes = 0

        def value(state: State, plies: int) -> Vector:
            nonlocal nodes
            nodes += 1
            winners = _find_winners(state)
            if winners is not None:
                return _share_win(winners)
            if plies == 0 or nodes > most:
                return 0.0, 0.0, 0.0
            x = y = z = 0.0
            mover = state[0]
            passed = state[1 + mover][2]
            for result in self.results(passed):
                a, b, c = value(self.after_press(state, result), plies - 1)
                x, y, z = x + result[0] * a, y + result[0] * b, z + result[0] * c
            press = x, y, z
            if passed:
                return press
            passing = value(self.after_pass(state), plies - 1)
            return passing if passing[mover] > press[mover] + TIE else press

        return value(_state(position), depth), nodes


def _list_outcomes(spin: SpinLandings) -> list[tuple[float, int | None, int]]:
    """Return chance, dollars (None for a Whammy) and spins won, by landing."""
    outcomes = []
    for chance, (option,) in spin:
        dollars = None if option.effect.kind == "whammy" else option.effect.amounts[0]
        outcomes.append((float(chance), dollars, int(option.effect.spin)))
    return outcomes


def _state(position: Position) -> State:
    a, b, c = ((x.score, x.earned, x.passed, x.whammies) for x in position.contestants)
    return position.mover_seat, a, b, c


def _replace_seat(state: State, seat: int, changed: Seat) -> State:
    mover, a, b, c = state
    return mover, changed if seat == 0 else a, changed if seat == 1 else b, changed if seat == 2 else c


def _find_winners(state: State) -> int | None:
    """Return the bits of those who share the win if the game is over, else None."""
    _, a, b, c = state
    still_in = [seat for seat, (_, _, _, whammies) in enumerate((a, b, c)) if whammies < WHAMMIES_OUT]
    if len(still_in) > 1 and any(seat[1] or seat[2] for seat in (a, b, c)):
        return None
    top = max((state[1 + seat][0] for seat in still_in), default=0)
    return sum(1 << seat for seat in still_in if state[1 + seat][0] == top)


def _share_win(winners: int) -> Vector:
    count = winners.bit_count()
    a, b, c = ((winners >> seat & 1) / max(1, count) for seat in SEATS)
    return a, b, c


def _to_vector(values: npt.NDArray[np.float64]) -> Vector:
    a, b, c = values.tolist()
    return a, b, c
