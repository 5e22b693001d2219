"""The board model as plain arrays, for kernels in which a score is an index in a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import Unaffordable
from ..game.position import SEATS
from ..game.rules import PlayRules, rank_preference
from ..game.spin import Effect, SpinLandings, SpinOption, single_sums
from . import _spin
from .cancel_flag import CancelFlag
from .kernel_rules import kernel_rules
from .spin_rows import chances_by_options

MAX_SCORES = 60_000

Chances = list[Fraction]  # by seat, stage by stage
Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]


class SpinArrays:
    """The landings of one spin as arrays; chances are by seat, as only some contestants may know the board.

    Args:
        stages: each seat's landings, stage by stage (``engine.game.spin.StagedSpins``). All stages have the same moves
            and landings, with chances of their own.
        play_rules: rules, unit and cap.

    Attributes:
        moves: every sum, with or without an extra spin, that a spin can bring.
        gives_spin, takes_lead: uint8 [moves], whether a move gives an extra spin, whether it takes the lead.
        weights: double [3 * stages, moves], chance of each move without a choice.
        whammy: double [3 * stages], chance of a Whammy without a choice.
        chances: double [3 * stages, c], chance of each landing with a choice.
        options: int32 [c + 1], where the options of each such landing start.
        parts: int32 [options + 1], where the parts of each option start: several for a prize
            drawn from a pool.
        part_moves: int32 [parts], a move, or ``_spin.WHAMMY_OFF`` or ``WHAMMY``; part_weights: double [parts].
        offers: whether a slide may take a Whammy off.
    """

    def __init__(self, stages: Sequence[tuple[SpinLandings, SpinLandings, SpinLandings]], play_rules: PlayRules):
        self.play_rules = play_rules
        landings = chances_by_options([spin for stage in stages for spin in stage])
        never = [Fraction(0)] * (len(SEATS) * len(stages))
        self.moves = _list_moves(landings)
        self.offers = any(o.effect.kind == "whammy_off" for options in landings for o in options)
        self.gives_spin = np.array([move.spin for move in self.moves] or [False], np.uint8)
        self.takes_lead = np.array([move.kind == "lead" for move in self.moves] or [False], np.uint8)
        self._index = {move: index for index, move in enumerate(self.moves)}
        terms: dict[int, Chances] = {}
        choice_chances: list[Chances] = []
        self._flat: list[SpinOption] = []
        self._starts, parts_at = [0], [0]
        part_moves, part_weights = list[int](), list[float]()
        for options, chances in landings.items():
            if len(options) == 1:
                for part, weight in self._list_parts(options[0].effect):
                    term = terms.setdefault(part, never)
                    terms[part] = [so_far + chance * weight for so_far, chance in zip(term, chances, strict=True)]
                continue
            choice_chances.append(chances)
            self._flat += options
            self._starts.append(len(self._flat))
            for option in options:
                for part, weight in self._list_parts(option.effect):
                    part_moves.append(part)
                    part_weights.append(float(weight))
                parts_at.append(len(part_moves))
        self.whammy = _by_seat([terms.pop(_spin.WHAMMY, never)])[:, 0].copy()
        self.weights = _by_seat([terms.get(m, never) for m in range(len(self.gives_spin))])
        self.chances = _by_seat(choice_chances or [never])
        self.options = np.array(self._starts, np.int32)
        self.parts = np.array(parts_at, np.int32)
        self.part_moves = np.array(part_moves or [0], np.int32)
        self.part_weights = np.array(part_weights or [0.0])

    def _apply_move(self, move: Effect, scores: Int64) -> Int64:
        """Return the scores after a move from these scores."""
        sums = sums_of(move, self.play_rules.unit, scores)
        after: Int64 = np.maximum(scores, np.minimum(scores + sums, self.play_rules.cap))
        return after

    def scores_by_seat(self, entries: Sequence[Iterable[int]], cancel: CancelFlag) -> list[list[int]]:
        """Return the scores that each seat can reach, lowest first; the same for all where the lead may be taken.

        Raises:
            Unaffordable: more than ``MAX_SCORES``.
            Cancelled: ``cancel`` was set.
        """
        if self.takes_lead.any():
            entries = [{score for entry in entries for score in entry}] * len(SEATS)
        return [self._reachable_scores(entry, cancel) for entry in entries]

    def _reachable_scores(self, entries: Iterable[int], cancel: CancelFlag) -> list[int]:
        """Return every score that a contestant can reach from these scores or from $0."""
        sums = {0, *entries}
        last = sums
        while last:
            scores = np.array(list(last), np.int64)
            last = set()
            for move in self.moves:
                cancel.check()
                new = set(self._apply_move(move, scores).tolist()) - sums
                sums |= new
                last |= new
                if len(sums) > MAX_SCORES:
                    raise Unaffordable(f"There are more than {MAX_SCORES:,} different scores at this unit.")
        return sorted(sums)

    def orders(
        self, scores: list[list[int]], cancel: CancelFlag | None = None
    ) -> tuple[Int32, list[npt.NDArray[np.uint8]]]:
        """Return orders of preference [classes, options], and for each list of scores the class of each score.

        There is one class unless a slide's sum depends on the score.
        """
        classes: dict[tuple[int, ...], int] = {}

        def order_class(score: int) -> int:
            if cancel is not None:
                cancel.check()
            order: list[int] = []
            for first, last in pairwise(self._starts):
                order += sorted(
                    range(first, last), key=lambda i: rank_preference(score, self._flat[i], self.play_rules.unit)
                )
            return classes.setdefault(tuple(order), len(classes))

        if any(option.effect.kind in ("double", "add_a_one") for option in self._flat):
            of_scores = [np.array([order_class(score) for score in seat_scores], np.uint8) for seat_scores in scores]
        else:
            order_class(0)
            of_scores = [np.zeros(len(seat_scores), np.uint8) for seat_scores in scores]
        return np.array([list(order) or [0] for order in classes], np.int32), of_scores

    def for_kernel(self, orders: Int32, stage: int = 0) -> _spin.KernelSpin:
        """Return the kernels' spin of a stage, with orders of preference [orders, options]."""
        rows = self._rows(stage)
        has_choice = bool(self.chances[rows].any())
        return _spin.KernelSpin(
            gives_spin=self.gives_spin,
            takes_lead=self.takes_lead,
            weights=self.weights[rows],
            whammy=self.whammy[rows],
            chances=self.chances[rows],
            options=self.options if has_choice else self.options[:1],
            orders=orders,
            parts=self.parts,
            part_moves=self.part_moves,
            part_weights=self.part_weights,
        )

    def for_states(self, scores: list[list[int]], cancel: CancelFlag) -> dict[str, Any]:
        """Return the arguments of a kernel's ``StateGraph`` for the board, the scores and the rules."""
        orders, classes = self.orders(scores, cancel)
        dollars = [np.array(seat_scores, np.int64) for seat_scores in scores]

        def places_after(move: Effect, seat_dollars: Int64) -> Any:
            cancel.check()  # a sum that depends on the score takes a tenth of a second for all scores
            return np.searchsorted(seat_dollars, self._apply_move(move, seat_dollars))

        places = [[places_after(move, seat_dollars) for move in self.moves] for seat_dollars in dollars]
        zero = tuple(seat_scores.index(0) for seat_scores in scores)
        last = len(self.whammy) // len(SEATS) - 1
        return {
            "stages": (self.for_kernel(orders, 0), self.for_kernel(orders, last)),
            "arises": np.array([self.arises(0), self.arises(last)]),
            "scores": _spin.KernelScores(
                dollars,
                [
                    np.array(seat_places or [np.arange(len(seat_dollars))], np.int32)
                    for seat_dollars, seat_places in zip(dollars, places, strict=True)
                ],
                classes,
                zero,
            ),
            "options": kernel_rules(self.play_rules.rules),
            "offers": self.offers,
            "stop": cancel.memory,
        }

    def arises(self, stage: int) -> npt.NDArray[np.uint8]:
        """Return uint8 [moves], whether each move can occur in a stage."""
        rows = self._rows(stage)
        occurs: npt.NDArray[np.uint8] = np.any(self.weights[rows], axis=0).astype(np.uint8)
        if self.chances[rows].any():
            occurs[self.part_moves[self.part_moves >= 0]] = True
        return occurs

    def _rows(self, stage: int) -> slice:
        return slice(len(SEATS) * stage, len(SEATS) * (stage + 1))

    def _list_parts(self, effect: Effect) -> list[tuple[int, Fraction]]:
        """Return the parts of an option with weights: one, or the different values of a prize pool."""
        if effect.kind == "whammy_off":
            return [(_spin.WHAMMY_OFF, Fraction(1))]
        if effect.kind == "whammy":
            return [(_spin.WHAMMY, Fraction(1))]
        return [(self._index[single], weight) for single, weight in single_sums(effect)]


def sums_of(move: Effect, unit: int, scores: Int64) -> Int64:
    """Return the dollars that a move adds: one number, or one for each score."""
    if move.kind in ("money", "lead"):
        return np.array(move.amounts)
    return np.array([move.sums(score, unit)[0] for score in scores.tolist()], np.int64)


def _by_seat(chances: list[Chances]) -> npt.NDArray[np.float64]:
    """Return chances as an array [3 * stages, n]."""
    return np.ascontiguousarray(np.array([[float(x) for x in row] for row in chances]).T)


def _list_moves(landings: Iterable[tuple[SpinOption, ...]]) -> list[Effect]:
    effects = [option.effect for options in landings for option in options]
    sums = (effect for effect in effects if effect.kind not in ("whammy", "whammy_off"))
    return list(dict.fromkeys(single for effect in sums for single, _ in single_sums(effect)))
