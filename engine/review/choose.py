"""The best thing to take on a choice square whose offers are seen."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

from ..answers.odds import Odds
from ..calls import ONLY, TAKE, call
from ..errors import EventError
from ..game.board import Board, Slide
from ..game.options import Rules
from ..game.position import MAX_SCORE, Position
from ..game.record.events import ShownSlide
from ..game.record.slides import find_square, matching_slide, shown_text
from ..game.record.words import read_shown
from ..game.record.writing import shows_text
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, ignore
from ..solvers.limits import Limits
from ..solvers.ply import TOLERANCE, first_best
from ..version import ENGINE_VERSION
from .judge import TOO_CLOSE
from .offers import Offer, offers, slide_at
from .position_values import best_of, check_rules, expected_odds, known_odds, limits_for_one, position_values
from .wording import stated_error


@dataclass(frozen=True)
class OpenChoice:
    """The offers of a choice square.

    Attributes:
        position: before the spin. board: its board. rules: spelled out by seat.
        square: the square where the light stopped. slide: the slide shown there.
        shown: the slides on the squares on offer.
        offers: the things that may be taken.
    """

    position: Position
    board: Board
    rules: Rules
    square: int
    slide: Slide
    shown: tuple[ShownSlide, ...]
    offers: tuple[Offer, ...]

    @property
    def shows(self) -> str:
        """The slides on the squares on offer, in the notation: ``8:500+,10:w``."""
        return shows_text(self.shown)

    @property
    def reached(self) -> dict[str, tuple[Position, ...]]:
        """The positions that each thing on offer leads to, by its name."""
        return {offer.name: tuple(position for _, position in offer.reached) for offer in self.offers}

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what was assumed."""
        notes = []
        for each in self.shown:
            slide = matching_slide(each, find_square(self.board, each.square))
            if slide is None:
                notes.append(f"Square {each.square} of the board {self.board.id} has no slide with {shown_text(each)}.")
            if each.kind == "prize" and (slide is None or slide.value is None) and self.rules.prizes != "pool":
                value = self.rules.prize_value(self.board.round)
                notes.append(f"Prize value on square {each.square} unknown; counted as ${value:,}.")
        return tuple(notes)


@dataclass(frozen=True)
class OfferOdds:
    """An offer, solved: with the odds of all three after taking it."""

    offer: Offer
    odds: Odds

    @property
    def name(self) -> str:
        return self.offer.name

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions that it leads to, in the one-line notation."""
        return tuple(position.notation for _, position in self.offer.reached)


@dataclass(frozen=True)
class Choice:
    """The answer to “which one should I take?”.

    Attributes:
        asked: the choice square. takes: the things that may be taken, the best first.
        seconds: the time it took.
    """

    asked: OpenChoice
    takes: tuple[OfferOdds, ...]
    seconds: float

    @property
    def best(self) -> OfferOdds:
        """The best thing to take."""
        return self.takes[0]

    @property
    def margin(self) -> float | None:
        """The mover's gain from the first over the second; None if there is no choice."""
        if len(self.takes) == 1:
            return None
        first, second = (taken.odds.win[self.asked.position.mover_seat] for taken in self.takes[:2])
        return max(0.0, first - second)

    @property
    def margin_error(self) -> float:
        """The error of the margin."""
        return sum(stated_error(taken.odds, self.asked.position.mover_seat) for taken in self.takes[:2])

    @property
    def too_close(self) -> bool:
        """Whether it is not certain which is the best."""
        doubt = hypot(*(taken.odds.error[self.asked.position.mover_seat] for taken in self.takes[:2]))
        exact = all(_is_exact(taken.odds) for taken in self.takes)
        return self.margin is not None and not exact and self.margin < max(TOLERANCE[False], TOO_CLOSE * doubt)

    @property
    def call(self) -> str:
        """The verdict in the words of ``engine.calls``: take (the first), only, toss-up or open."""
        return ONLY if self.margin is None else call(TAKE, self.margin, self.margin_error, self.too_close)

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``python -m engine choose --json`` prints, without ``call``, which follows from it."""
        return {
            "position": self.asked.position.notation,
            "board": self.asked.board.id,
            "rules": self.asked.rules.options(),
            "square": self.asked.square,
            "slide": self.asked.slide.text,
            "takes": [_taken_json(taken) for taken in self.takes],
            "best": self.best.name,
            "margin": self.margin,
            "too_close": self.too_close,
            "notes": list(self.asked.notes),
            "seconds": self.seconds,
            "engine": ENGINE_VERSION,
        }


def _taken_json(taken: OfferOdds) -> dict[str, Any]:
    effect = taken.offer.option.effect
    return {
        "take": taken.name,
        "square": taken.offer.option.square,
        "kind": effect.kind,
        "amount": effect.amounts[0] if len(effect.amounts) == 1 else None,
        "spin": effect.spin,
        "positions": list(taken.positions),
        **taken.odds.to_json(),
    }


def read_choice(
    position: Position, board: Board, rules: Rules | None = None, *, square: int, shows: str = ""
) -> OpenChoice:
    """Return the offers, without solving anything.

    Raises:
        InputError: see ``choose``.
    """
    position.validate()
    rules = (rules or Rules()).seated(position.mover_seat)
    check_rules(rules)
    shown = read_shown(shows)
    for number, each in enumerate(shown):
        if each.square in {earlier.square for earlier in shown[:number]}:
            raise EventError(f"Square {each.square} is given twice.", field="shows")
    slide = slide_at(board, square, shown)
    found = tuple(offers(position, board, rules, slide, square, shown))
    for offer in found:
        if any(reached.contestants[position.mover_seat].score > MAX_SCORE for _, reached in offer.reached):
            raise EventError(f"With {offer.name} the score would be more than ${MAX_SCORE:,}.", field="shows")
    return OpenChoice(position, board, rules, square, slide, shown, found)


def choose(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    square: int,
    shows: str = "",
    known: Mapping[str, Odds] | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Choice:
    """Return which of the slides on offer the mover should take, and the worth of each to all three.

    Args:
        position: before the spin.
        board: its board.
        rules: its rules.
        limits: for all of it.
        square: the square where the light stopped.
        shows: the slides on the squares on offer, as in the game notation: ``8:500+ 10:w``. Not needed for “$2,000 or
            lose a Whammy”.
        known: the odds of an earlier answer, by the names of the offers. Exact ones are not solved again, and nothing
            becomes less certain.
        progress: receives reports.
        cancel: set it to stop.

    Raises:
        InputError: an impossible position, board, option, square or slide, with the field at fault.
        Unaffordable, Unsettled, Cancelled: see ``solve``.
    """
    started = time.perf_counter()
    board.check()
    asked, known, limits = (
        read_choice(position, board, rules, square=square, shows=shows),
        known or {},
        limits or Limits(),
    )
    solving = [offer for offer in asked.offers if not _is_exact(known.get(offer.name))]
    positions = list(dict.fromkeys(reached for offer in solving for _, reached in offer.reached))
    worth: dict[Position, Odds] = {}
    for done, reached in enumerate(positions):
        odds = known_odds(reached, board, asked.rules)
        if odds is None:
            (progress or ignore)(Progress("Solving what each choice leads to", done / len(positions)))
            left = limits.seconds - (time.perf_counter() - started)
            share = limits_for_one(limits, left, len(positions) - done)
            values = position_values(reached, board, asked.rules, share, cancel=cancel)
            odds = best_of([each for each in (values.press, values.passing) if each is not None], reached.mover_seat)
        worth[reached] = odds
    takes: list[OfferOdds] = []
    for offer in asked.offers:
        found = [known[offer.name]] if offer.name in known else []
        if offer in solving:
            found.append(expected_odds([(float(chance), worth[reached]) for chance, reached in offer.reached]))
        takes.append(OfferOdds(offer, min(found, key=lambda each: each.uncertainty)))
    seat = position.mover_seat
    best = first_best(takes, lambda taken: taken.odds.win[seat])
    rest = sorted((taken for taken in takes if taken is not best), key=lambda taken: -taken.odds.win[seat])
    return Choice(asked, (best, *rest), time.perf_counter() - started)


def _is_exact(odds: Odds | None) -> bool:
    return odds is not None and odds.method == "exact"
