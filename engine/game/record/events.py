"""The events of a game, in the show's terms. Seats are 0-2 from left to right."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..position import Contestant

Podiums = tuple[Contestant, Contestant, Contestant]

RESULT_KINDS = ("money", "prize", "whammy", "whammy_off", "double", "add_a_one", "lead")


@dataclass(frozen=True, slots=True)
class Event:
    """The parts that every event may have.

    Attributes:
        id: its name, set on entry; an event with the id of an earlier event is not entered again.
        time: of the day, or of the episode.
        comment: any text.
    """

    id: str | None = field(default=None, kw_only=True)
    time: str | None = field(default=None, kw_only=True)
    comment: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class RoundBegins(Event):
    """The beginning of a round of spins, after its questions.

    Attributes:
        round: 1 or 2.
        spins: earned by each contestant in the questions; None if not known.
        scores, whammies: of each contestant at the start; None to keep the record's.
        passed: passed spins of each contestant; None if nobody has any.
    """

    round: int
    spins: tuple[int | None, int | None, int | None]
    scores: tuple[int, int, int] | None = None
    whammies: tuple[int, int, int] | None = None
    passed: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class QuizQuestion(Event):
    """A question between the rounds, answered.

    Attributes:
        spins: earned by each contestant in the questions so far, as the podiums show after it.
        number: of the question before round 2, from 1; None for the next one. Its spins include
            the spins of unrecorded earlier questions.
    """

    spins: tuple[int, int, int]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SpinResult:
    """The result of a spin.

    Attributes:
        kind: one of ``RESULT_KINDS``.
        amount: dollars of ``money`` and, if known, of ``prize``.
        spin: whether an extra spin came with it.
    """

    kind: str
    amount: int | None = None
    spin: bool = False


@dataclass(frozen=True, slots=True)
class ShownSlide:
    """A slide that an offered square showed: ``kind``, ``amount`` and ``spin`` as a board's slide has them."""

    square: int
    kind: str
    amount: int | None = None
    spin: bool = False


@dataclass(frozen=True, slots=True)
class Spin(Event):
    """A press, or a spin that must be taken, and its result.

    Attributes:
        result: the result for the contestant.
        square: the square where the light stopped, if recorded.
        moves: the squares that a direction slide led to, one after another.
        shown: the slides on the squares on offer, if recorded.
        seat: the contestant who spun; None for the one who is up.
    """

    result: SpinResult
    square: int | None = None
    moves: tuple[int, ...] = ()
    shown: tuple[ShownSlide, ...] = ()
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PassSpins(Event):
    """A pass of all earned spins to another contestant; alone against the house, they are given up.

    ``to`` is the receiver's seat; None where the rules leave no choice. ``seat`` is the passer's; None for the
    contestant who is up.
    """

    to: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Correction(Event):
    """Corrected numbers of a podium; None leaves a number alone.

    ``after`` is the number of the event after which they hold, counted from 1 in the order of entry; None for the place
    of the correction itself.
    """

    seat: int
    score: int | None = None
    earned: int | None = None
    passed: int | None = None
    whammies: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Replacement(Event):
    """A correction of an earlier event; everything after it is replayed.

    Attributes:
        of: the number of the replaced event, counted from 1 in the order of entry.
        event: a spin or a pass of the same contestant in the place of a spin or a pass, or the same round or question
            with other spins; without notes.
    """

    of: int
    event: Event


@dataclass(frozen=True, slots=True)
class Up(Event):
    """A contestant who is up, whatever the rules say."""

    seat: int


@dataclass(frozen=True, slots=True)
class Situation(Event):
    """The position of the game from here on: at the beginning of a record, or after a gap.

    ``seat`` is the mover's; None for the mover by the rules.
    """

    podiums: Podiums
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Gap(Event):
    """An unknown part of the game; the position after it is unknown too."""


@dataclass(frozen=True, slots=True)
class Undo(Event):
    """The removal of the last event that counts."""


@dataclass(frozen=True, slots=True)
class Redo(Event):
    """The return of the event that was undone last."""
