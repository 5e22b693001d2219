"""The possible results of one spin of the board: every landing with its chance and the contestant's options.

A landing is the place where the light stops and the slides that show; its options are the choices left to the
contestant (squares offered by a move slide, money or a Whammy off). Most landings have one option. All squares show a
slide when the light stops, so a contestant on a move slide chooses between visible slides (rules 1.13).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from ..errors import BoardError
from .board import Board, Slide
from .landing import Effect, Landing, SpinOption, round_half_up
from .options import Rules
from .position import SEATS
from .reduce import reduced

__all__ = [
    "Effect",
    "Landing",
    "SpinLandings",
    "SpinOption",
    "StagedSpins",
    "landings",
    "landings_by_seat",
    "merged_landings",
    "prize_pool",
    "round_half_up",
    "single_sums",
    "visible_options",
    "without_square",
]

SpinLandings = tuple[tuple[Fraction, tuple[SpinOption, ...]], ...]  # landings: chances and options

MAX_LANDINGS = 20_000
MAX_STEPS = 200_000  # move slides followed while listing the landings; the show's boards need 500


@lru_cache(maxsize=8)
def landings(board: Board, rules: Rules, unit: int) -> tuple[Landing, ...]:
    """Return every landing of one spin; the chances sum to 1. With ``reduce``, those of the reduced board.

    Args:
        board: it must be complete.
        rules: as they apply to one seat (``Rules.for_seat``).
        unit: dollars that sums are rounded to.

    Raises:
        BoardError: a slide is not documented, or the move slides branch too far to list.
        ValueError: the rules' ``weights`` differ by seat.
    """
    found = _landings(board, rules, unit)
    if rules.reduce is None or len({without_square(landing.options) for landing in found}) <= rules.reduce:
        return found
    return reduced(found, rules.reduce)


def _landings(board: Board, rules: Rules, unit: int) -> tuple[Landing, ...]:
    if not board.complete:
        raise BoardError(board.refusal, field="board")
    spin = _SlideExpander(board, rules, unit)
    found: list[Landing] = []
    for chance, square, slide in board.slides(even=spin.even):
        for branch in spin.branches(square.number, slide, chance):
            found.append(branch)
            if len(found) > MAX_LANDINGS:
                raise _too_far()
    return tuple(found)


def landings_by_seat(board: Board, rules: Rules, unit: int) -> tuple[SpinLandings, SpinLandings, SpinLandings]:
    """Return ``merged`` for each seat; they differ if only some contestants know the board's weights."""
    first, second, third = (merged_landings(board, rules.for_seat(seat), unit) for seat in SEATS)
    return first, second, third


class StagedSpins:
    """The landings of each seat while many spins are left, and while few are (``reduce_from``).

    Args:
        board, rules, unit: as for ``spins``.
        most: the most spins that are left.
        now: the board of the next spins, if it is another, as the second stage.

    Attributes:
        stages: the landings of the seats in each stage: the last spins first, then those before them if they differ.
        begins: spins left from which the second stage holds, if that depends on them; else more than there ever are.
    """

    def __init__(self, board: Board, rules: Rules, unit: int, most: int, now: Board | None = None):
        self.stages = [landings_by_seat(board, rules.at(most), unit)]
        self.begins = most + 1
        if rules.mixes_boards(most):
            self.stages.insert(0, landings_by_seat(board, rules.at(0), unit))
            self.begins = rules.reduce_from
        if now is not None:
            self.stages.append(landings_by_seat(now, rules, unit))

    def stage(self, spins_left: int) -> int:
        """Return the stage of a spin with these spins left."""
        return int(spins_left >= self.begins)

    def at(self, spins_left: int, next_spins: int = 0) -> tuple[SpinLandings, SpinLandings, SpinLandings]:
        """Return the landings of each seat with these spins left, the next ones on the board of now."""
        return self.stages[-1] if next_spins else self.stages[self.stage(spins_left)]


@lru_cache(maxsize=64)
def merged_landings(board: Board, rules: Rules, unit: int) -> SpinLandings:
    """Return landings with the same options joined, as (chance, options) pairs.

    The square of an effect is kept only if there is a choice, as it breaks ties.
    """
    chances: dict[tuple[SpinOption, ...], Fraction] = {}
    for landing in landings(board, rules, unit):
        options = without_square(landing.options)
        chances[options] = chances.get(options, Fraction(0)) + landing.chance
    return tuple((chance, options) for options, chance in chances.items())


def visible_options(
    board: Board, rules: Rules, number: int, slide: Slide, shown: Mapping[int, Slide]
) -> tuple[SpinOption, ...]:
    """Return the options where the light stopped on a slide and the squares it leads to show these slides.

    Args:
        board: the board.
        rules: as they apply to one seat (``Rules.for_seat``).
        number: the square of the slide.
        slide: the slide on which the light stopped.
        shown: the slides of all squares that can be reached.
    """
    return _ordered(_SlideExpander(board, rules, 1)._reach(number, slide, shown, frozenset({number})))


def without_square(options: tuple[SpinOption, ...]) -> tuple[SpinOption, ...]:
    """Return options as in ``merged``: a single one without its square."""
    if len(options) == 1:
        return (SpinOption(options[0].effect, 0),)
    return options


def single_sums(effect: Effect) -> list[tuple[Effect, Fraction]]:
    """Return the distinct values of a pool of prizes with their weights; any other effect as itself."""
    if len(effect.amounts) <= 1:
        return [(effect, Fraction(1))]
    weights: dict[Effect, Fraction] = {}
    for amount in effect.amounts:
        single = Effect("money", (amount,), effect.spin)
        weights[single] = weights.get(single, Fraction(0)) + Fraction(1, len(effect.amounts))
    return list(weights.items())


class _SlideExpander:
    """Follows a slide to everything it can lead to under the rules."""

    def __init__(self, board: Board, rules: Rules, unit: int):
        if rules.weights not in ("board", "even"):
            raise ValueError("weights must be those of one seat (Rules.for_seat)")
        self.even = rules.weights == "even"
        self.slides = {q.number: q.shown(even=self.even) for q in board.squares}
        self.rules = rules
        self.unit = unit
        self.steps = 0
        self.prize = rules.prize_value(board.round)
        self.pool = prize_pool(board.round) if rules.prizes == "pool" else None

    def branches(self, number: int, slide: Slide, chance: Fraction) -> Iterator[Landing]:
        if self.rules.choices == "even":
            for part, options in self._even(number, slide, frozenset({number})):
                yield Landing(chance * part, options, number, slide)
        else:
            for part, options in self._visible(number, slide, {}):
                yield Landing(chance * part, options, number, slide)

    def _even(
        self, number: int, slide: Slide, visited: frozenset[int]
    ) -> Iterator[tuple[Fraction, tuple[SpinOption, ...]]]:
        """Yield the options of a target square drawn at random and one of its slides, with chances."""
        if slide.kind != "move":
            yield Fraction(1), self._take(number, slide)
            return
        targets = [t for t in slide.to if t not in visited]
        if not targets:
            yield Fraction(1), (_nothing(number),)
        for target in targets:
            for chance, shown in self.slides[target]:
                for more, options in self._even(target, shown, visited | {target}):
                    yield chance / len(targets) * more, options

    def _visible(
        self, number: int, slide: Slide, shown: Mapping[int, Slide]
    ) -> Iterator[tuple[Fraction, tuple[SpinOption, ...]]]:
        """Yield the options, with chances, for every drawing of the slides that the contestant can see and reach."""
        hidden = next(self._hidden(number, slide, shown, frozenset({number})), None)
        if hidden is None:
            reached = self._reach(number, slide, shown, frozenset({number}))
            yield Fraction(1), _ordered(reached)
            return
        for chance, alternative in self.slides[hidden]:
            for more, options in self._visible(number, slide, {**shown, hidden: alternative}):
                yield chance * more, options

    def _hidden(self, number: int, slide: Slide, shown: Mapping[int, Slide], visited: frozenset[int]) -> Iterator[int]:
        """Yield the reachable squares whose slides have not been drawn."""
        self._step()
        for target in slide.to:
            if target in visited:
                continue
            if target not in shown:
                yield target
            else:
                yield from self._hidden(target, shown[target], shown, visited | {target})

    def _reach(
        self, number: int, slide: Slide, shown: Mapping[int, Slide], visited: frozenset[int]
    ) -> list[SpinOption]:
        """Return everything that can be taken by following move slides without visiting a square twice."""
        self._step()
        if slide.kind != "move":
            return list(self._take(number, slide))
        found: list[SpinOption] = []
        targets = [t for t in slide.to if t not in visited]
        if not targets:
            return [_nothing(number)]
        for target in targets:
            found += self._reach(target, shown[target], shown, visited | {target})
        return found

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise _too_far()

    def _take(self, number: int, slide: Slide) -> tuple[SpinOption, ...]:
        if slide.kind == "whammy":
            effects = [Effect("whammy")]
        elif slide.kind in ("double", "add_a_one"):
            effects = [Effect(slide.kind, spin=slide.gives_spin)]
        elif slide.kind == "lead":  # rounded up, so that it is still the lead
            effects = [Effect("lead", (-(-(slide.amount or 0) // self.unit) * self.unit,), slide.spin)]
        elif slide.kind == "prize":
            if slide.value is None and self.pool is not None:
                effects = [Effect("money", tuple(round_half_up(v, self.unit) for v in self.pool), slide.spin)]
            else:
                effects = [self._money(self.prize if slide.value is None else slide.value, slide.spin)]
        else:
            effects = [self._money(slide.amount or 0, slide.gives_spin)]
            if slide.kind == "cash_or_lose_whammy" and self.rules.lose_whammy == "choice":
                effects.append(Effect("whammy_off"))
            elif slide.kind == "cash_or_double":
                effects.append(Effect("double"))
            elif slide.kind == "cash_or_spin":
                effects.append(self._money(0, spin=True))
        return tuple(SpinOption(effect, number) for effect in effects)

    def _money(self, amount: int, spin: bool = False) -> Effect:
        return Effect("money", (round_half_up(amount, self.unit),), spin)


def _too_far() -> BoardError:
    return BoardError("The move slides of this board branch too far to list every case.", field="board")


def _nothing(number: int) -> SpinOption:
    """Return the option of a move slide with nowhere left to go: the spin brings nothing."""
    return SpinOption(Effect("money", (0,)), number)


def _ordered(options: list[SpinOption]) -> tuple[SpinOption, ...]:
    """Return distinct options, each effect on its lowest square, in the order of squares."""
    best: dict[Effect, SpinOption] = {}
    for option in sorted(options, key=lambda o: o.square):
        best.setdefault(option.effect, option)
    return tuple(best.values())


@lru_cache(maxsize=2)
def prize_pool(board_round: str) -> tuple[int, ...]:
    """Return the values of prizes of 1984-85, equally likely (engine/game/prize_pools.json)."""
    text = Path(__file__).with_name("prize_pools.json").read_text(encoding="utf-8")
    values: list[int] = json.loads(text)["round1" if board_round == "1" else "round2"]["values"]
    return tuple(values)
