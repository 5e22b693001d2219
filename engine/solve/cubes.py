"""Exact values of a whole configuration: every score at once, row by row.

Where several contestants hold spins nearly all scores can be reached, so nothing is listed: the
scores span a box, and a kernel (``_cubes.pxi``) walks along it. ``_reach.pyx`` cuts away what
cannot be reached; this module plans configurations, lanes and memory, and reads the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import Unaffordable
from engine.game.board import Board
from engine.game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from engine.game.rules import Pass, Press, Table, legal_actions, pass_spins, payoff, take
from engine.game.spin import Effect, SpinOption, merged
from engine.solve import _cubes32, _cubes64, _reach
from engine.solve.cube_job import Job
from engine.solve.flag import CancelFlag, Progress, ProgressListener, ignore
from engine.solve.lanes import Lane, Lanes, changed, merge
from engine.solve.ply import TOLERANCE, Ply, look

Ints = npt.NDArray[np.int32]
Triple = tuple[float, float, float]
FrameKey = tuple[int, int]  # spins left, bit mask of seats that are out

PATTERNS = 27
MOST_LANES = 8  # in one sweep: rows stay in the cache, and groups run side by side
CAPPED = 10**12  # a cap that no representative score meets
STAY = Effect("money", (0,))
EXTRA = Effect("money", (0,), spin=True)
WHAMMY = Effect("whammy")


@dataclass(frozen=True)
class Axis:
    """The scores of one seat: tracks of equally spaced scores, each ending at the cap."""

    seat: int
    tracks: tuple[tuple[int, ...], ...]

    @property
    def dollars(self) -> list[int]:
        return [score for track in self.tracks for score in track]

    def moved(self, amount: int) -> list[int]:
        """Index of each score after a sum is added, stopping at the end of its track."""
        out = []
        first = 0
        for track in self.tracks:
            step = track[1] - track[0] if len(track) > 2 else amount or 1
            shift = round(amount / step) if len(track) > 2 else (1 if amount else 0)
            out += [first + min(i + shift, len(track) - 1) for i in range(len(track))]
            first += len(track)
        return out


@dataclass
class Config:
    """Spins and who is up, everything but scores and Whammies; with what follows by score order."""

    key: Any
    up: int  # axis
    spins: tuple[tuple[int, int], ...]
    spin: Any = None
    spent: list[Any] = field(default_factory=lambda: [None] * PATTERNS)
    whammy: list[Any] = field(default_factory=lambda: [None] * PATTERNS)
    fourth: list[Any] = field(default_factory=lambda: [None] * PATTERNS)
    passes: list[list[Any]] = field(default_factory=lambda: [[None] * PATTERNS, [None] * PATTERNS])
    may_press: list[bool] = field(default_factory=lambda: [True] * PATTERNS)


@dataclass
class Frame:
    """All configurations with the same number of spins left and the same contestants out."""

    key: FrameKey
    configs: dict[Any, Config] = field(default_factory=dict)
    low: list[Ints] = field(default_factory=list)  # by axis up; frame 0: one table for the ends
    high: list[Ints] = field(default_factory=list)
    start: list[npt.NDArray[np.int64]] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    lanes: Lanes = field(default_factory=Lanes)
    groups: list[list[Lane]] = field(default_factory=list)
    values: dict[Any, list[npt.NDArray[Any]]] = field(default_factory=dict)


def suits(board: Board, table: Table) -> bool:
    """Whether the cube kernel knows these rules and this board; the sparse kernel knows all."""
    rules = table.rules
    if rules.goal != "win" or rules.max_lead is not None:
        return False
    for _, options in merged(board, rules, table.unit):
        for option in options:
            if option.effect.kind in ("double", "add_a_one"):
                return False
            if option.effect.spin and 0 in option.effect.amounts:
                return False
    return True


class Cubes:
    """The configurations below one position, and their values.

    Args:
        position, board, table: what to solve (``suits`` must hold).
        memory: bytes that values may take.
        single: single precision instead of double.
        every_score: keep all scores of the root's configuration, for a table of answers.
        threads: groups of lanes computed side by side.

    Raises:
        Unaffordable: more memory than allowed; said before any value is computed.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        table: Table,
        *,
        memory: int,
        cancel: CancelFlag,
        single: bool = False,
        every_score: bool = False,
        threads: int = 1,
    ):
        self.position = position
        self.table = table
        self.cancel = cancel
        self.threads = threads
        self.kernel = _cubes32 if single else _cubes64
        self.spin = merged(board, table.rules, table.unit)
        self.offers = any(o.effect.kind == "whammy_off" for _, options in self.spin for o in options)
        self._plan_moves()
        self._plan_axes()
        self._plan_configs()
        self._plan_lanes()
        self._plan_reach(every_score)
        self.peak = self._peak_bytes()
        if self.peak > memory:
            raise Unaffordable(
                f"This position needs about {self.peak / 2**30:.1f} GiB of memory; "
                f"{memory / 2**30:.1f} GiB are allowed."
            )

    @property
    def states(self) -> int:
        """Cells computed, Whammies included."""
        return sum(self._work(frame) for frame in self._order())

    # -- planning -----------------------------------------------------------------------------

    def _plan_moves(self) -> None:
        effects: dict[Effect, None] = {}
        for _, options in self.spin:
            for option in options:
                for effect, _ in single_sums(option.effect):
                    if effect.kind == "money":
                        effects.setdefault(effect)
        self.moves = list(effects) or [STAY]
        self.move_index = {effect: index for index, effect in enumerate(self.moves)}
        self.gives_spin = np.array([effect.spin for effect in self.moves], np.uint8)

    def _plan_axes(self) -> None:
        grid = math.gcd(*(effect.amounts[0] for effect in self.moves)) or self.table.cap
        podiums = self.position.contestants
        others = sorted(
            (s for s in SEATS if s != self.position.up), key=lambda s: (-podiums[s].spins, -podiums[s].score)
        )
        self.axes = [Axis(s, _tracks(podiums[s].score, grid, self.table.cap)) for s in (self.position.up, *others)]
        self.axis_of = {axis.seat: index for index, axis in enumerate(self.axes)}
        a, b, c = self.axes
        amounts = [effect.amounts[0] for effect in self.moves]
        lengths = [len(track) for track in a.tracks]
        self.shift = np.array([_shift(amount, grid) for amount in amounts], np.int32)
        if max(int(self.shift.max()), max(lengths)) > 30_000:
            raise Unaffordable("There are too many different scores at this unit.")
        self.a_first = np.cumsum([0, *lengths[:-1]]).astype(np.int32)
        self.a_length = np.array(lengths, np.int32)
        self.dollars = tuple(np.array(axis.dollars, np.int64) for axis in self.axes)
        self.b_next = np.array([b.moved(amount) for amount in amounts], np.int32)
        self.c_next = np.array([c.moved(amount) for amount in amounts], np.int32)
        self.lines = len(self.dollars[1]) * len(self.dollars[2]) * len(lengths)

    def _plan_configs(self) -> None:
        """Closes the configurations under the rules, whatever the scores."""
        self.frames: dict[FrameKey, Frame] = {}
        waiting = [self._config_of(self.position)]
        while waiting:
            key = waiting.pop()
            if key is None or key[0] == "end":
                continue
            frame = self.frames.setdefault(_frame_key(key), Frame(_frame_key(key)))
            if key in frame.configs:
                continue
            config = frame.configs[key] = self._follow(key)
            for follow in (config.spent, config.whammy, config.fourth, *config.passes, [config.spin]):
                waiting += {k for k in follow if k is not None and k[0] != "end"}
        masks = {self._out_mask(self.position)} | {k[2] for f in self.frames.values() for k in _ends(f)}
        for out in masks:
            self.frames[(0, out)] = Frame((0, out))

    def _config_of(self, position: Position) -> Any:
        """Key of a position's configuration; ("end", winner, out) once the game is decided for all scores."""
        out = self._out_mask(position)
        if len(position.still_in) <= 1:
            return ("end", position.still_in[0] if position.still_in else -1, out)
        if position.spins == 0:
            return ("end", None, out)
        return ("play", tuple((c.earned, c.passed) for c in position.contestants), out, position.up)

    @staticmethod
    def _out_mask(position: Position) -> int:
        return sum(1 << seat for seat in SEATS if position.contestants[seat].out)

    def _follow(self, key: Any) -> Config:
        """What follows a configuration, by the order of the scores: asked of the rules themselves."""
        _, spins, out, up = key
        rules = self.table.rules
        config = Config(key, self.axis_of[up], spins)
        free = Table(rules, 1, CAPPED)
        for pattern, scores in _PATTERN_SCORES.items():
            by_seat = {axis.seat: score for axis, score in zip(self.axes, scores, strict=True)}
            podiums = tuple(
                Contestant(by_seat[s], *spins[s], WHAMMIES_OUT if out >> s & 1 else 0) for s in SEATS
            )
            position = Position((podiums[0], podiums[1], podiums[2]), up)
            actions = legal_actions(position, rules)
            config.may_press[pattern] = Press() in actions
            for place, action in enumerate(a for a in actions if isinstance(a, Pass)):
                config.passes[place][pattern] = self._config_of(pass_spins(position, action.to, rules))
            config.spent[pattern] = self._config_of(take(position, STAY, free)[0][1])
            config.spin = self._config_of(take(position, EXTRA, free)[0][1])
            if by_seat[up] == 0:
                config.whammy[pattern] = self._config_of(take(position, WHAMMY, free)[0][1])
                marked = tuple(
                    Contestant(c.score, c.earned, c.passed, WHAMMIES_OUT - 1) if s == up else c
                    for s, c in enumerate(podiums)
                )
                last = Position((marked[0], marked[1], marked[2]), up)
                config.fourth[pattern] = self._config_of(take(last, WHAMMY, free)[0][1])
        return config

    def _order(self) -> Iterator[Frame]:
        """Frames that are computed, fewest spins first."""
        return iter(frame for key, frame in sorted(self.frames.items()) if key[0] and frame.lanes.items)

    def _plan_lanes(self) -> None:
        """Assignments of Whammies that can arise in each frame."""
        counts = [0 if c.out else c.whammies for c in self.position.contestants]
        root = self.frames[_frame_key(self._config_of(self.position))]
        self.root = root
        root.lanes.add(self._merged((counts[0], counts[1], counts[2]), root.key))
        for frame in self.frames.values():
            if frame.key[0] == 0:
                frame.lanes.add((0, 0, 0))
        for key in sorted(self.frames, reverse=True):
            frame = self.frames[key]
            if not key[0] or not frame.lanes.items:
                continue
            below = self.frames[(key[0] - 1, key[1])] if (key[0] - 1, key[1]) in self.frames else None
            ups = {config.key[3] for config in frame.configs.values()}
            for lane in frame.lanes.items:
                for seat in ups:
                    if below is not None:
                        below.lanes.add(self._merged(lane, below.key))
                        if lane[seat] < WHAMMIES_OUT - 1:
                            below.lanes.add(self._merged(changed(lane, seat, 1), below.key))
                        if self.offers and lane[seat]:
                            below.lanes.add(self._merged(changed(lane, seat, -1), below.key))
            for target in self._fourth_frames(frame):
                for seat in ups:
                    for lane in frame.lanes.items:
                        if lane[seat] == WHAMMIES_OUT - 1 and target.key[1] >> seat & 1 and target.key[0]:
                            target.lanes.add(self._merged(lane, target.key))
        for frame in self.frames.values():
            lanes = sorted(frame.lanes.items)
            frame.lanes = Lanes()
            for lane in lanes:
                frame.lanes.add(lane)
            size = max(1, min(MOST_LANES, -(-len(lanes) // max(1, self.threads))))
            frame.groups = [lanes[i : i + size] for i in range(0, len(lanes), size)]

    def _merged(self, lane: Lane, key: FrameKey) -> Lane:
        return merge(lane, key[0], key[1], self.offers) if key[0] else (0, 0, 0)

    def _fourth_frames(self, frame: Frame) -> list[Frame]:
        keys = {
            _frame_key(target)
            for config in frame.configs.values()
            for target in config.fourth
            if target is not None and (target[0] == "play" or target[1] is None)
        }
        return [self.frames[key] for key in sorted(keys)]

    def _plan_reach(self, every_score: bool) -> None:
        a, b, c = self.axes
        self.zero = (b.tracks[0].index(0), c.tracks[0].index(0))
        reach = _reach.Reach(
            self.a_first, self.a_length, self.dollars, self.b_next, self.c_next, self.shift, self.zero, self.gives_spin
        )
        for frame in self.frames.values():
            tables = 3 if frame.key[0] else 1
            frame.low = [np.zeros(self.lines, np.int32) for _ in range(tables)]
            frame.high = [np.zeros(self.lines, np.int32) for _ in range(tables)]
        where, cell = self.place(self.position)
        if every_score:
            for track in range(len(a.tracks)):
                self.root.high[0][track :: len(a.tracks)] = self.a_length[track]
        else:
            self.root.low[0][where], self.root.high[0][where] = cell, cell + 1
        for key in sorted((k for k in self.frames if k[0]), reverse=True):
            frame = self.frames[key]
            passes = np.zeros((3, 3, PATTERNS), np.uint8)
            after: dict[tuple[int, int, int], tuple[Ints, Ints]] = {}
            for config in frame.configs.values():
                for place, pattern in product(range(2), range(PATTERNS)):
                    target = config.passes[place][pattern]
                    if target is not None:
                        passes[config.up, self.axis_of[target[3]], pattern] = 1
                for kind, targets in ((0, config.spent), (1, config.whammy), (1, config.fourth), (2, config.spent)):
                    if kind == 2 and not self.offers:
                        continue
                    for target in {t for t in targets if t is not None}:
                        table = self._table_of(target)
                        if table is not None:
                            low, high = table
                            after[(config.up, kind, id(low))] = (low, high)
            here = list(zip(frame.low, frame.high, strict=True))
            reach.spread(here, passes, [(up, kind, *pair) for (up, kind, _), pair in after.items()])
            self.cancel.check()
        for frame in self.frames.values():
            for low, high in zip(frame.low, frame.high, strict=True):
                sizes = np.maximum(high - low, 0).astype(np.int64)
                frame.cells.append(int(sizes.sum()))
                frame.start.append(np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64))

    def _table_of(self, key: Any) -> tuple[Ints, Ints] | None:
        """The ranges that a configuration is stored in; None when one value holds for all scores."""
        if key[0] == "end":
            if key[1] is not None:
                return None
            frame = self.frames[(0, key[2])]
            return frame.low[0], frame.high[0]
        frame = self.frames[_frame_key(key)]
        up = self.axis_of[key[3]]
        return frame.low[up], frame.high[up]

    def place(self, position: Position) -> tuple[int, int]:
        """Line and cell of a position's scores (someone who is out stands at $0)."""
        index = []
        for axis in self.axes:
            score = position.contestants[axis.seat].score
            index.append(axis.dollars.index(score))
        track = int(np.searchsorted(self.a_first, index[0], side="right")) - 1
        line = (index[2] * len(self.dollars[1]) + index[1]) * len(self.a_first) + track
        return line, index[0] - int(self.a_first[track])

    def _work(self, frame: Frame) -> int:
        return sum(frame.cells[config.up] for config in frame.configs.values()) * len(frame.lanes.items)

    def _peak_bytes(self) -> int:
        size = 3 * np.dtype(self.kernel.PRECISION).itemsize
        alive = peak = 0
        readers = self._readers()
        for frame in self._order():
            alive += size * self._work(frame)
            copies = sum(
                size * self.frames[k].cells[0 if not k[0] else c.up] * min(MOST_LANES, len(frame.lanes.items))
                for k in {(frame.key[0] - 1, frame.key[1])}
                if k in self.frames
                for c in (self.frames[k].configs.values() if k[0] else [None])  # type: ignore[list-item]
            ) * min(self.threads, len(frame.groups))  # fmt: skip
            peak = max(peak, alive + copies)
            for target in self._targets(frame):
                readers[target] -= 1
                if readers[target] == 0:
                    alive -= size * self._work(self.frames[target])
        return int(peak) + 12 * 8 * self.lines * len(self.frames) // 4

    def _targets(self, frame: Frame) -> set[FrameKey]:
        return {
            _frame_key(target)
            for config in frame.configs.values()
            for targets in (config.spent, config.whammy, config.fourth)
            for target in targets
            if target is not None and (target[0] == "play" or target[1] is None)
        }

    def _readers(self) -> dict[FrameKey, int]:
        readers = dict.fromkeys(self.frames, 0)
        for frame in self._order():
            for target in self._targets(frame):
                readers[target] += 1
        return readers

    # -- sweeping -----------------------------------------------------------------------------

    def solve(self, progress: ProgressListener = ignore) -> None:
        """Computes every frame, fewest spins first.

        Raises:
            Unsettled: some choices in an endless cycle chase one another.
            Cancelled: the flag was set.
        """
        total = max(1, self.states)
        done = 0
        readers = self._readers()
        for key, frame in self.frames.items():
            if key[0] == 0:
                self._fill_ends(frame)
        with ThreadPoolExecutor(self.threads) as pool:
            for frame in self._order():
                dtype = self.kernel.PRECISION
                for config in frame.configs.values():
                    cells = frame.cells[config.up]
                    frame.values[config.key] = (
                        [np.zeros((cells, 3, len(group)), dtype) for group in frame.groups] if cells else []
                    )
                share = self._work(frame) / max(1, len(frame.groups))
                reports = [
                    pool.submit(Job(self, frame, number).run) for number in range(len(frame.groups))
                ]
                for report in reports:
                    report.result()
                    done += int(share)
                    progress(Progress(f"Solving positions with {frame.key[0]} spins left", done / total))
                self.cancel.check()
                for target in self._targets(frame):
                    readers[target] -= 1
                    if readers[target] == 0 and frame is not self.root:
                        self.frames[target].values.clear()

    def _fill_ends(self, frame: Frame) -> None:
        """Payoffs at the end, for every order of the scores that is reached."""
        rules = self.table.rules
        low, high, start = frame.low[0], frame.high[0], frame.start[0]
        values = np.zeros((max(1, frame.cells[0]), 3, 1), self.kernel.PRECISION)
        worth = {}
        for pattern, scores in _PATTERN_SCORES.items():
            by_seat = {axis.seat: score for axis, score in zip(self.axes, scores, strict=True)}
            podiums = tuple(
                Contestant(by_seat[s], whammies=WHAMMIES_OUT if frame.key[1] >> s & 1 else 0) for s in SEATS
            )
            worth[pattern] = [float(x) for x in payoff(Position((podiums[0], podiums[1], podiums[2]), 0), rules)]
        payoffs = np.zeros((PATTERNS, 3))
        for pattern, triple in worth.items():
            payoffs[pattern] = triple
        used = np.flatnonzero(high > low)
        tracks, size_b = len(self.a_first), len(self.dollars[1])
        for line in used:
            track, b, c = line % tracks, line // tracks % size_b, line // tracks // size_b
            first = self.a_first[track]
            a = self.dollars[0][first + low[line] : first + high[line]]
            y, z = self.dollars[1][b], self.dollars[2][c]
            pattern = 9 * (np.sign(a - y) + 1) + 3 * (np.sign(a - z) + 1) + np.sign(y - z) + 1
            values[start[line] : start[line] + len(a), :, 0] = payoffs[pattern]
        frame.values[("end", None, frame.key[1])] = [values]

    # -- reading ------------------------------------------------------------------------------

    def value(self, position: Position) -> Triple:
        """Payoffs of a position in a frame that is still held: the root's and those just below."""
        if position.over:
            a, b, c = payoff(position, self.table.rules)
            return float(a), float(b), float(c)
        key = self._config_of(position)
        frame = self.frames[_frame_key(key)]
        up = self.axis_of[key[3]]
        line, cell = self.place(position)
        at = int(frame.start[up][line]) + cell - int(frame.low[up][line])
        counts = [0 if c.out else c.whammies for c in position.contestants]
        lane = self._merged((counts[0], counts[1], counts[2]), frame.key)
        for group, values in zip(frame.groups, frame.values[key], strict=True):
            if lane in group:
                x, y, z = values[at, :, group.index(lane)]
                return float(x), float(y), float(z)
        raise KeyError(position.notation)

    def look(self) -> Ply:
        """The actions of the root."""
        tolerance = TOLERANCE[self.table.rules.goal] if self.kernel is _cubes64 else 1e-6
        return look(self.position, self.spin, self.table, self.value, tolerance)


def _frame_key(key: Any) -> FrameKey:
    if key[0] == "end":
        return (0, key[2])
    return (sum(e + p for e, p in key[1]), key[2])


def _ends(frame: Frame) -> Iterator[Any]:
    """Keys of the ends of the game that a frame leads to, where scores decide."""
    for config in frame.configs.values():
        for targets in (config.spent, config.whammy, config.fourth):
            for target in targets:
                if target is not None and target[0] == "end" and target[1] is None:
                    yield target


def _tracks(entry: int, grid: int, cap: int) -> tuple[tuple[int, ...], ...]:
    """Scores on the grid of $0, and on the grid of the entered score, each up to the cap."""
    zero = (*range(0, cap, grid), cap)
    if entry in zero:
        return (zero,)
    if entry >= cap:
        return (zero, (entry,))
    return (zero, (*range(entry, cap, grid), cap))


def _shift(amount: int, grid: int) -> int:
    return amount // grid


def _pattern(a: int, b: int, c: int) -> int:
    def sign(x: int, y: int) -> int:
        return (x > y) - (x < y) + 1

    return 9 * sign(a, b) + 3 * sign(a, c) + sign(b, c)


# One triple of scores for each order that three scores can be in, the lowest being $0.
_PATTERN_SCORES = {
    _pattern(*scores): scores for scores in product((0, 1000, 2000), repeat=3) if min(scores) == 0
}


def single_sums(effect: Effect) -> list[tuple[Effect, float]]:
    """A pool of prizes as its different values with their weights; anything else as itself."""
    if len(effect.amounts) <= 1:
        return [(effect, 1.0)]
    share = 1.0 / len(effect.amounts)
    weights: dict[Effect, float] = {}
    for amount in effect.amounts:
        single = Effect("money", (amount,), effect.spin)
        weights[single] = weights.get(single, 0.0) + share
    return list(weights.items())


__all__ = ["Cubes", "Frame", "SpinOption", "single_sums", "suits"]
