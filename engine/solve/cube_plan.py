"""The plan of a cube solve: configurations, lanes, reachable rows, and what memory they take.

Where several contestants hold spins nearly all scores can be reached, so nothing is listed: the
scores span a box with one axis for each seat. ``_reach.pyx`` cuts away what cannot be reached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import Unaffordable
from engine.game.board import Board
from engine.game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from engine.game.rules import Pass, Press, Table, legal_actions, pass_spins, take
from engine.game.spin import Effect, merged, single_sums
from engine.solve import _reach
from engine.solve.flag import CancelFlag
from engine.solve.lanes import Lane, changed, merge

Ints = npt.NDArray[np.int32]
FrameKey = tuple[int, int]  # spins left, bit mask of seats that are out

PATTERNS = 27
GROUP_LANES = 4  # lanes in one sweep: few enough to free early, enough for wide vectors
MOST_CONFIGS = 4000  # beyond, neither memory nor time would do
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
class Ranges:
    """Which cells of each line a configuration needs, and where they are stored."""

    low: Ints
    high: Ints
    start: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    cells: int = 0

    def close(self) -> None:
        """Lays the cells out once the ranges are final."""
        sizes = np.maximum(self.high - self.low, 0).astype(np.int64)
        self.cells = int(sizes.sum())
        self.start = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)


@dataclass
class Frame:
    """All configurations with the same number of spins left and the same contestants out."""

    key: FrameKey
    configs: dict[Any, Config] = field(default_factory=dict)
    arising: dict[Lane, set[Any]] = field(default_factory=dict)  # lane -> configurations it arises in
    groups: list[list[Lane]] = field(default_factory=list)  # lanes computed together
    members: list[list[Any]] = field(default_factory=list)  # by group, the configurations computed
    place: dict[Lane, tuple[int, int]] = field(default_factory=dict)  # lane -> group and place in it


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


class CubePlan:
    """The configurations below one position, and what computing them takes.

    Args:
        position, board, table: what to solve (``suits`` must hold).
        every_score: keep all scores of the root's configuration, for a table of answers.
    """

    def __init__(
        self, position: Position, board: Board, table: Table, cancel: CancelFlag, *, every_score: bool = False
    ):
        self.position = position
        self.table = table
        self.cancel = cancel
        self.spin = merged(board, table.rules, table.unit)
        self.offers = any(o.effect.kind == "whammy_off" for _, options in self.spin for o in options)
        self._plan_moves()
        self._plan_axes()
        self._plan_configs()
        self._plan_lanes()
        self._plan_reach(every_score)

    @property
    def cells(self) -> int:
        """Cells to compute, Whammies included."""
        return sum(self.work(frame, group) for frame in self.order() for group in range(len(frame.groups)))

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
        waiting = [self.config_of(self.position)]
        count = 0
        while waiting:
            key = waiting.pop()
            self.cancel.check()
            if key is None or key[0] == "end":
                continue
            frame = self.frames.setdefault(frame_key(key), Frame(frame_key(key)))
            if key in frame.configs:
                continue
            count += 1
            if count > MOST_CONFIGS:
                raise Unaffordable("It has too many ways to share out the spins.")
            config = frame.configs[key] = self._follow(key)
            for follow in (config.spent, config.whammy, config.fourth, *config.passes, [config.spin]):
                waiting += {k for k in follow if k is not None and k[0] != "end"}
        masks = {self._out_mask(self.position)} | {k[2] for f in self.frames.values() for k in _ends(f)}
        for out in masks:
            self.frames[(0, out)] = Frame((0, out))

    def config_of(self, position: Position) -> Any:
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
        for pattern, scores in PATTERN_SCORES.items():
            by_seat = {axis.seat: score for axis, score in zip(self.axes, scores, strict=True)}
            podiums = tuple(
                Contestant(by_seat[s], spins[s][0], spins[s][1], WHAMMIES_OUT if out >> s & 1 else 0) for s in SEATS
            )
            position = Position((podiums[0], podiums[1], podiums[2]), up)
            actions = legal_actions(position, rules)
            config.may_press[pattern] = Press() in actions
            for place, action in enumerate(a for a in actions if isinstance(a, Pass)):
                config.passes[place][pattern] = self.config_of(pass_spins(position, action.to, rules))
            config.spent[pattern] = self.config_of(take(position, STAY, free)[0][1])
            config.spin = self.config_of(take(position, EXTRA, free)[0][1])
            if by_seat[up] == 0:
                config.whammy[pattern] = self.config_of(take(position, WHAMMY, free)[0][1])
                marked = tuple(
                    Contestant(c.score, c.earned, c.passed, WHAMMIES_OUT - 1) if s == up else c
                    for s, c in enumerate(podiums)
                )
                last = Position((marked[0], marked[1], marked[2]), up)
                config.fourth[pattern] = self.config_of(take(last, WHAMMY, free)[0][1])
        return config

    def order(self) -> Iterator[Frame]:
        """Frames that are computed, fewest spins first."""
        return iter(frame for key, frame in sorted(self.frames.items()) if key[0] and frame.groups)

    def _plan_lanes(self) -> None:
        """Assignments of Whammies that can arise in each configuration, and their groups."""
        counts = [0 if c.out else c.whammies for c in self.position.contestants]
        root = self.config_of(self.position)
        self.root = self.frames[frame_key(root)]
        self._arise(root, (counts[0], counts[1], counts[2]))
        for key in sorted(self.frames, reverse=True):
            frame = self.frames[key]
            if not key[0]:
                frame.arising = {(0, 0, 0): {("end", None, key[1])}}
            waiting = [(lane, config) for lane, configs in frame.arising.items() for config in configs]
            self.cancel.check()
            while waiting and key[0]:
                lane, name = waiting.pop()
                config = frame.configs[name]
                for target in {config.spin, *config.passes[0], *config.passes[1]} - {None}:
                    if self._arise(target, lane):
                        waiting.append((lane, target))
                self._arise_below(config, lane)
            # Most Whammies first: what they alone read below can then be freed early.
            lanes = sorted(frame.arising, key=lambda lane: (-sum(lane), lane))
            frame.groups = [lanes[i : i + GROUP_LANES] for i in range(0, len(lanes), GROUP_LANES)]
            frame.members = [sorted(set().union(*(frame.arising[lane] for lane in g)), key=str) for g in frame.groups]
            frame.place = {lane: (g, i) for g, group in enumerate(frame.groups) for i, lane in enumerate(group)}

    def _arise(self, key: Any, lane: Lane) -> bool:
        """Notes that a lane arises in a configuration; whether that is new."""
        if key[0] == "end":
            return False
        frame = self.frames[frame_key(key)]
        configs = frame.arising.setdefault(self.merged(lane, frame.key), set())
        if key in configs:
            return False
        configs.add(key)
        return True

    def _arise_below(self, config: Config, lane: Lane) -> None:
        seat = config.key[3]
        for targets, after in (
            (config.spent, lane),
            (config.whammy, changed(lane, seat, 1) if lane[seat] < WHAMMIES_OUT - 1 else None),
            (config.fourth, lane if lane[seat] == WHAMMIES_OUT - 1 else None),
            (config.spent, changed(lane, seat, -1) if self.offers and lane[seat] else None),
        ):
            if after is not None:
                for target in set(targets) - {None}:
                    self._arise(target, after)

    def merged(self, lane: Lane, key: FrameKey) -> Lane:
        """The lane that stands for this one in a frame."""
        return merge(lane, key[0], key[1], self.offers) if key[0] else (0, 0, 0)

    def _plan_reach(self, every_score: bool) -> None:
        a, b, c = self.axes
        self.zero = (b.tracks[0].index(0), c.tracks[0].index(0))
        reach = _reach.Reach(
            self.a_first, self.a_length, self.dollars, self.b_next, self.c_next, self.shift, self.zero, self.gives_spin
        )
        self.ranges = {
            key: Ranges(np.zeros(self.lines, np.int32), np.zeros(self.lines, np.int32))
            for frame in self.frames.values()
            for key in (frame.configs if frame.key[0] else [("end", None, frame.key[1])])
        }
        root = self.ranges[self.config_of(self.position)]
        if every_score:
            for track in range(len(a.tracks)):
                root.high[track :: len(a.tracks)] = self.a_length[track]
        else:
            where, cell = next(self.places(self.position))
            root.low[where], root.high[where] = cell, cell + 1
        for key in sorted((k for k, frame in self.frames.items() if k[0] and frame.groups), reverse=True):
            self._spread(reach, self.frames[key])
            self.cancel.check()
        for ranges in self.ranges.values():
            ranges.close()

    def _spread(self, reach: _reach.Reach, frame: Frame) -> None:
        """Closes a frame's ranges and fills those of the configurations that it leads to."""
        number = {key: index for index, key in enumerate(frame.configs)}
        here = [(config.up, number[config.spin]) for config in frame.configs.values()]
        passes = np.full((len(number), 2, PATTERNS), -1, np.int32)
        after: list[tuple[int, int, Ints, Ints]] = []
        for index, config in enumerate(frame.configs.values()):
            for place, pattern in product(range(2), range(PATTERNS)):
                passes[index, place, pattern] = number.get(config.passes[place][pattern], -1)
            for kind, targets in ((0, config.spent), (1, config.whammy), (1, config.fourth), (2, config.spent)):
                if kind == 2 and not self.offers:
                    continue
                for target in set(targets):
                    if target in self.ranges:
                        after.append((index, kind, self.ranges[target].low, self.ranges[target].high))
        reach.spread(
            here, [self.ranges[key].low for key in number], [self.ranges[key].high for key in number], passes, after
        )

    def places(self, position: Position) -> Iterator[tuple[int, int]]:
        """Lines and cells of a position's scores (someone who is out stands at $0).

        There are several where a score lies on two tracks, as the cap does.
        """
        found = []
        for axis in self.axes:
            score = position.contestants[axis.seat].score
            found.append([index for index, dollars in enumerate(axis.dollars) if dollars == score])
        for a, b, c in product(*found):
            track = int(np.searchsorted(self.a_first, a, side="right")) - 1
            line = (c * len(self.dollars[1]) + b) * len(self.a_first) + track
            yield line, a - int(self.a_first[track])

    def work(self, frame: Frame, group: int) -> int:
        """Cells of one group of lanes of a frame."""
        if not frame.key[0]:
            return self.ranges[("end", None, frame.key[1])].cells
        cells = sum(self.ranges[name].cells for name in frame.members[group])
        return cells * len(frame.groups[group])

    def reads(self, frame: Frame, group: int) -> set[tuple[FrameKey, int]]:
        """The groups of other frames that a sweep of this group reads."""
        found = set()
        for name in frame.members[group]:
            config = frame.configs[name]
            seat = config.key[3]
            for targets, by in ((config.spent, 0), (config.whammy, 1), (config.fourth, 0), (config.spent, -1)):
                if by == -1 and not self.offers:
                    continue
                for target in set(targets) - {None}:
                    if target[0] == "end" and target[1] is not None:
                        continue
                    below = self.frames[frame_key(target)]
                    for lane in frame.groups[group]:
                        if 0 <= lane[seat] + by < WHAMMIES_OUT:
                            place = below.place.get(self.merged(changed(lane, seat, by), below.key))
                            if place is not None:
                                found.add((below.key, place[0]))
        return found

    def readers(self) -> dict[tuple[FrameKey, int], int]:
        """How many sweeps read each group."""
        counts: dict[tuple[FrameKey, int], int] = {}
        for frame in self.order():
            self.cancel.check()
            for group in range(len(frame.groups)):
                for read in self.reads(frame, group):
                    counts[read] = counts.get(read, 0) + 1
        return counts

    def peak_cells(self, threads: int) -> int:
        """The most cells held at one time, copies made for a sweep included."""
        alive = peak = 0
        readers = self.readers()
        for frame in self.order():
            below = self.frames.get((frame.key[0] - 1, frame.key[1]))
            for group in range(len(frame.groups)):
                alive += self.work(frame, group)
                copies = 0
                if below is not None and below.key[0]:
                    copies = sum(self.ranges[name].cells for name in below.configs) * len(frame.groups[group])
                elif below is not None:
                    copies = self.ranges[("end", None, below.key[1])].cells * len(frame.groups[group])
                peak = max(peak, alive + copies * min(threads, len(frame.groups)))
                for read in self.reads(frame, group):
                    readers[read] -= 1
                    if readers[read] == 0:
                        alive -= self.work(self.frames[read[0]], read[1])
        return peak


def frame_key(key: Any) -> FrameKey:
    """The frame that a configuration belongs to."""
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
PATTERN_SCORES = {_pattern(*scores): scores for scores in product((0, 1000, 2000), repeat=3) if min(scores) == 0}
