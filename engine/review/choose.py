"""The best slide to take on a choice square whose offers are visible."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

from ..answers.result import Odds
from ..calls import ONLY, TAKE, call
from ..errors import EventError
from ..game.board import Board, Slide
from ..game.options import Rules
from ..game.position import MAX_SCORE, Position
from ..game.record.events import ShownSlide
from ..game.record.slides import describe_shown_slide, find_recorded_slide, find_square
from ..game.record.words import read_shown
from ..game.record.writing import write_shown_slides
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, ignore_progress
from ..solvers.limits import Limits
from ..solvers.ply import TOLERANCE, first_within_tolerance
from ..version import ENGINE_VERSION
from .judge import TOO_CLOSE
from .offers import Offer, find_choice_slide, list_offers
from .position_values import average_odds, check_rules, choose_best_odds, find_known_odds, position_values, share_limits
from .wording import stated_error


@dataclass(frozen=True)
class OpenChoice:
    """The offers of a choice square.

    Attributes:
        position: before the spin. board: of the spin. rules: spelled out by seat.
        square: the square where the light stopped. slide: the slide shown there.
        shown: the slides on the squares on offer.
        offers: the options of the mover.
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
        return write_shown_slides(self.shown)

    @property
    def next_positions(self) -> dict[str, tuple[Position, ...]]:
        """The positions that each offer leads to, by its name."""
        return {offer.name: tuple(position for _, position in offer.outcomes) for offer in self.offers}

    @property
    def notes(self) -> tuple[str, ...]:
        notes = []
        for shown_slide in self.shown:
            slide = find_recorded_slide(shown_slide, find_square(self.board, shown_slide.square))
            if slide is None:
                notes.append(
                    f"Square {shown_slide.square} of the board {self.board.id} has no slide with {describe_shown_slide(shown_slide)}."
                )
            if shown_slide.kind == "prize" and (slide is None or slide.value is None) and self.rules.prizes != "pool":
                value = self.rules.prize_value(self.board.round)
                notes.append(f"Prize value on square {shown_slide.square} unknown; counted as ${value:,}.")
        return tuple(notes)


@dataclass(frozen=True)
class OfferOdds:
    """An offer with the odds of all three after taking it."""

    offer: Offer
    odds: Odds

    @property
    def name(self) -> str:
        return self.offer.name

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions that the offer leads to, in the one-line notation."""
        return tuple(position.notation for _, position in self.offer.outcomes)


@dataclass(frozen=True)
class Choice:
    """The best offer of a choice square.

    Attributes:
        open_choice: the choice square. takes: the offers with their odds, best first.
        seconds: the time taken.
    """

    open_choice: OpenChoice
    takes: tuple[OfferOdds, ...]
    seconds: float

    @property
    def best(self) -> OfferOdds:
        return self.takes[0]

    @property
    def margin(self) -> float | None:
        """The mover's gain from the best offer over the second; None if there is no choice."""
        if len(self.takes) == 1:
            return None
        first, second = (take.odds.win[self.open_choice.position.mover_seat] for take in self.takes[:2])
        return max(0.0, first - second)

    @property
    def margin_error(self) -> float:
        return sum(stated_error(take.odds, self.open_choice.position.mover_seat) for take in self.takes[:2])

    @property
    def too_close(self) -> bool:
        """Whether it is uncertain which offer is best."""
        error = hypot(*(take.odds.error[self.open_choice.position.mover_seat] for take in self.takes[:2]))
        exact = all(_is_exact(take.odds) for take in self.takes)
        return self.margin is not None and not exact and self.margin < max(TOLERANCE[False], TOO_CLOSE * error)

    @property
    def call(self) -> str:
        """The verdict in the words of ``engine.calls``: take (the best offer), only, toss-up or open."""
        return ONLY if self.margin is None else call(TAKE, self.margin, self.margin_error, self.too_close)

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``python -m engine choose --json`` prints, without ``call``, which follows from it."""
        return {
            "position": self.open_choice.position.notation,
            "board": self.open_choice.board.id,
            "rules": self.open_choice.rules.options(),
            "square": self.open_choice.square,
            "slide": self.open_choice.slide.text,
            "takes": [_take_to_json(take) for take in self.takes],
            "best": self.best.name,
            "margin": self.margin,
            "too_close": self.too_close,
            "notes": list(self.open_choice.notes),
            "seconds": self.seconds,
            "engine": ENGINE_VERSION,
        }


def _take_to_json(take: OfferOdds) -> dict[str, Any]:
    effect = take.offer.option.effect
    return {
        "take": take.name,
        "square": take.offer.option.square,
        "kind": effect.kind,
        "amount": effect.amounts[0] if len(effect.amounts) == 1 else None,
        "spin": effect.spin,
        "positions": list(take.positions),
        **take.odds.to_json(),
    }


def read_choice(
    position: Position, board: Board, rules: Rules | None = None, *, square: int, shows: str = ""
) -> OpenChoice:
    """Return the offers without their odds.

    Raises:
        InputError: see ``choose``.
    """
    position.validate()
    rules = (rules or Rules()).seated(position.mover_seat)
    check_rules(rules)
    shown_slides = read_shown(shows)
    for number, slide_shown in enumerate(shown_slides):
        if slide_shown.square in {earlier_slide.square for earlier_slide in shown_slides[:number]}:
            raise EventError(f"Square {slide_shown.square} is given twice.", field="shows")
    slide = find_choice_slide(board, square, shown_slides)
    all_offers = tuple(list_offers(position, board, rules, slide, square, shown_slides))
    for offer in all_offers:
        if any(next_position.contestants[position.mover_seat].score > MAX_SCORE for _, next_position in offer.outcomes):
            raise EventError(f"With {offer.name} the score would be more than ${MAX_SCORE:,}.", field="shows")
    return OpenChoice(position, board, rules, square, slide, shown_slides, all_offers)


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
    """Return the best of the slides on offer for the mover, and the odds after each.

    The light has stopped on ``square``; ``shows`` has the slides on the squares on offer, as in the game notation:
    ``8:500+ 10:w``; it is not needed for “$2,000 or lose a Whammy”. ``known`` has the odds of an earlier answer, by the
    names of the offers: exact odds are not solved again, and no odds become less certain.

    Raises:
        InputError: an impossible position, board, option, square or slide, with the field at fault.
        Unaffordable, Unsettled, Cancelled: see ``solve``.
    """
    start = time.perf_counter()
    board.check()
    open_choice = read_choice(position, board, rules, square=square, shows=shows)
    limits, earlier_odds = limits or Limits(), known or {}
    unsolved = [offer for offer in open_choice.offers if not _is_exact(earlier_odds.get(offer.name))]
    positions = list(dict.fromkeys(next_position for offer in unsolved for _, next_position in offer.outcomes))
    odds_by_position: dict[Position, Odds] = {}
    for count, next_position in enumerate(positions):
        odds = find_known_odds(next_position, board, open_choice.rules)
        if odds is None:
            (progress or ignore_progress)(Progress("Solving what each choice leads to", count / len(positions)))
            seconds_left = limits.seconds - (time.perf_counter() - start)
            position_limits = share_limits(limits, seconds_left, len(positions) - count)
            values = position_values(next_position, board, open_choice.rules, position_limits, cancel=cancel)
            odds = choose_best_odds(
                [odds for odds in (values.press, values.passing) if odds is not None], next_position.mover_seat
            )
        odds_by_position[next_position] = odds
    takes: list[OfferOdds] = []
    for offer in open_choice.offers:
        candidates = [earlier_odds[offer.name]] if offer.name in earlier_odds else []
        if offer in unsolved:
            candidates.append(
                average_odds(
                    [(float(chance), odds_by_position[next_position]) for chance, next_position in offer.outcomes]
                )
            )
        takes.append(OfferOdds(offer, min(candidates, key=lambda odds: odds.uncertainty)))
    seat = position.mover_seat
    best = first_within_tolerance(takes, lambda take: take.odds.win[seat])
    others = sorted((take for take in takes if take is not best), key=lambda take: -take.odds.win[seat])
    return Choice(open_choice, (best, *others), time.perf_counter() - start)


def _is_exact(odds: Odds | None) -> bool:
    return odds is not None and odds.method == "exact"
