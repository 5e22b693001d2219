"""The board model: every landing of one spin with its chance and the contestant's options.

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
from .reduce import reduce_landings

__all__ = [
    "Effect",
    "Landing",
    "SpinLandings",
    "SpinOption",
    "StagedSpins",
    "landings",
    "landings_by_seat",
    "load_prize_pool",
    "merged_landings",
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
    """Return every landing of one spin; the chances sum to 1. With ``reduce``, of the reduced board.

    Args:
        board: it must be complete.
        rules: as they apply to one seat (``Rules.for_seat``).
        unit: dollars that sums are rounded to.

    Raises:
        BoardError: a slide is not documented, or the move slides branch too far to list.
        ValueError: the rules' ``weights`` differ by seat.
    """
    all_landings = _list_whole_board_landings(board, rules, unit)
    if rules.reduce is None or len({without_square(landing.options) for landing in all_landings}) <= rules.reduce:
        return all_landings
    return reduce_landings(all_landings, rules.reduce)


def _list_whole_board_landings(board: Board, rules: Rules, unit: int) -> tuple[Landing, ...]:
    if not board.complete:
        raise BoardError(board.refusal, field="board")
    expander = _SlideExpander(board, rules, unit)
    all_landings: list[Landing] = []
    for chance, square, slide in board.slides(even=expander.even):
        for landing in expander.list_landings(square.number, slide, chance):
            all_landings.append(landing)
            if len(all_landings) > MAX_LANDINGS:
                raise _build_branching_error()
    return tuple(all_landings)


def landings_by_seat(board: Board, rules: Rules, unit: int) -> tuple[SpinLandings, SpinLandings, SpinLandings]:
    """Return ``merged_landings`` for each seat; they differ if only some contestants know the board's weights."""
    left, center, right = (merged_landings(board, rules.for_seat(seat), unit) for seat in SEATS)
    return left, center, right


class StagedSpins:
    """The landings of each seat while many spins are left, and while few are (``reduce_from``).

    Args:
        board, rules, unit: see ``landings``; the rules are spelled out by seat.
        max_spins_left: the most spins that may be left.
        now: another board for the next spins, which are then the second stage; None for the same board.

    Attributes:
        stages: the landings of the seats in each stage: the last spins first, then the earlier spins if they differ.
        begins: spins left from which the second stage applies; ``max_spins_left`` + 1 if it never does.
    """

    def __init__(self, board: Board, rules: Rules, unit: int, max_spins_left: int, now: Board | None = None):
        self.stages = [landings_by_seat(board, rules.at(max_spins_left), unit)]
        self.begins = max_spins_left + 1
        if rules.mixes_boards(max_spins_left):
            self.stages.insert(0, landings_by_seat(board, rules.at(0), unit))
            self.begins = rules.reduce_from
        if now is not None:
            self.stages.append(landings_by_seat(now, rules, unit))

    def stage(self, spins_left: int) -> int:
        """Return the stage of a spin with these spins left."""
        return int(spins_left >= self.begins)

    def at(self, spins_left: int, next_spins: int = 0) -> tuple[SpinLandings, SpinLandings, SpinLandings]:
        """Return the landings of each seat with these spins left; ``next_spins`` above 0 selects the board of the next spins."""
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
    board: Board, rules: Rules, number: int, slide: Slide, slides: Mapping[int, Slide]
) -> tuple[SpinOption, ...]:
    """Return the options after the light stopped on a slide; ``slides`` has the slide on every square within reach.

    The rules are as they apply to one seat.
    """
    return _sort_options(
        _SlideExpander(board, rules, 1)._list_reachable_options(number, slide, slides, frozenset({number}))
    )


def without_square(options: tuple[SpinOption, ...]) -> tuple[SpinOption, ...]:
    """Return options as in ``merged_landings``: a single option without its square."""
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
    """Expands a slide to the options that it can lead to under the rules."""

    def __init__(self, board: Board, rules: Rules, unit: int):
        if rules.weights not in ("board", "even"):
            raise ValueError("weights must be those of one seat (Rules.for_seat)")
        self.even = rules.weights == "even"
        self.slides = {q.number: q.slide_chances(even=self.even) for q in board.squares}
        self.rules = rules
        self.unit = unit
        self.steps = 0
        self.prize = rules.prize_value(board.round)
        self.pool = load_prize_pool(board.round) if rules.prizes == "pool" else None

    def list_landings(self, number: int, slide: Slide, chance: Fraction) -> Iterator[Landing]:
        if self.rules.choices == "even":
            for share, options in self._list_random_options(number, slide, frozenset({number})):
                yield Landing(chance * share, options, number, slide)
        else:
            for share, options in self._list_visible_options(number, slide, {}):
                yield Landing(chance * share, options, number, slide)

    def _list_random_options(
        self, number: int, slide: Slide, visited: frozenset[int]
    ) -> Iterator[tuple[Fraction, tuple[SpinOption, ...]]]:
        """Yield the options of one target square and slide drawn at random, with chances."""
        if slide.kind != "move":
            yield Fraction(1), self._list_slide_options(number, slide)
            return
        targets = [t for t in slide.to if t not in visited]
        if not targets:
            yield Fraction(1), (_build_empty_option(number),)
        for target in targets:
            for chance, slides in self.slides[target]:
                for share, options in self._list_random_options(target, slides, visited | {target}):
                    yield chance / len(targets) * share, options

    def _list_visible_options(
        self, number: int, slide: Slide, slides: Mapping[int, Slide]
    ) -> Iterator[tuple[Fraction, tuple[SpinOption, ...]]]:
        """Yield the options, with chances, for every drawing of the slides that the contestant can see and reach."""
        undrawn = next(self._find_undrawn_squares(number, slide, slides, frozenset({number})), None)
        if undrawn is None:
            reachable = self._list_reachable_options(number, slide, slides, frozenset({number}))
            yield Fraction(1), _sort_options(reachable)
            return
        for chance, alternative in self.slides[undrawn]:
            for share, options in self._list_visible_options(number, slide, {**slides, undrawn: alternative}):
                yield chance * share, options

    def _find_undrawn_squares(
        self, number: int, slide: Slide, slides: Mapping[int, Slide], visited: frozenset[int]
    ) -> Iterator[int]:
        """Yield the reachable squares whose slides have not been drawn."""
        self._count_step()
        for target in slide.to:
            if target in visited:
                continue
            if target not in slides:
                yield target
            else:
                yield from self._find_undrawn_squares(target, slides[target], slides, visited | {target})

    def _list_reachable_options(
        self, number: int, slide: Slide, slides: Mapping[int, Slide], visited: frozenset[int]
    ) -> list[SpinOption]:
        """Return the options reachable by move slides without visiting a square twice."""
        self._count_step()
        if slide.kind != "move":
            return list(self._list_slide_options(number, slide))
        options: list[SpinOption] = []
        targets = [t for t in slide.to if t not in visited]
        if not targets:
            return [_build_empty_option(number)]
        for target in targets:
            options += self._list_reachable_options(target, slides[target], slides, visited | {target})
        return options

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise _build_branching_error()

    def _list_slide_options(self, number: int, slide: Slide) -> tuple[SpinOption, ...]:
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
                effects = [self._build_money_effect(self.prize if slide.value is None else slide.value, slide.spin)]
        else:
            effects = [self._build_money_effect(slide.amount or 0, slide.gives_spin)]
            if slide.kind == "cash_or_lose_whammy" and self.rules.lose_whammy == "choice":
                effects.append(Effect("whammy_off"))
            elif slide.kind == "cash_or_double":
                effects.append(Effect("double"))
            elif slide.kind == "cash_or_spin":
                effects.append(self._build_money_effect(0, is_extra_spin=True))
        return tuple(SpinOption(effect, number) for effect in effects)

    def _build_money_effect(self, amount: int, is_extra_spin: bool = False) -> Effect:
        return Effect("money", (round_half_up(amount, self.unit),), is_extra_spin)


def _build_branching_error() -> BoardError:
    return BoardError("The move slides of this board branch too far to list every case.", field="board")


def _build_empty_option(number: int) -> SpinOption:
    """Return the option of a move slide without an unvisited target: $0."""
    return SpinOption(Effect("money", (0,)), number)


def _sort_options(options: list[SpinOption]) -> tuple[SpinOption, ...]:
    """Return distinct options, each effect on its lowest square, in the order of squares."""
    best: dict[Effect, SpinOption] = {}
    for option in sorted(options, key=lambda o: o.square):
        best.setdefault(option.effect, option)
    return tuple(best.values())


@lru_cache(maxsize=2)
def load_prize_pool(board_round: str) -> tuple[int, ...]:
    """Return the values of prizes of 1984-85, equally likely (engine/game/prize_pools.json)."""
    text = Path(__file__).with_name("prize_pools.json").read_text(encoding="utf-8")
    values: list[int] = json.loads(text)["round1" if board_round == "1" else "round2"]["values"]
    return tuple(values)
