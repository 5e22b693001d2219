"""What happens in a game, in the show's terms. Seats are 0-2 from left to right."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..position import Contestant

Podiums = tuple[Contestant, Contestant, Contestant]

CAME = ("money", "prize", "whammy", "whammy_off", "double", "add_a_one")


@dataclass(frozen=True, slots=True)
class Event:
    """What every event may carry.

    Attributes:
        id: the name given to it when it was entered; an event whose id is in the game already is not entered again.
        time: of the day, or of the episode.
        comment: any text.
    """

    id: str | None = field(default=None, kw_only=True)
    time: str | None = field(default=None, kw_only=True)
    comment: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class RoundBegins(Event):
    """A round of spins begins, its questions being over.

    Attributes:
        round: 1 or 2.
        spins: earned by each contestant in the questions; None where that is not known.
        scores, whammies: what each contestant brings along; None for what the record has.
        passed: spins that each holds besides; None for none.
    """

    round: int
    spins: tuple[int | None, int | None, int | None]
    scores: tuple[int, int, int] | None = None
    whammies: tuple[int, int, int] | None = None
    passed: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Came:
    """What a spin brought.

    Attributes:
        kind: one of ``CAME``.
        amount: dollars of ``money`` and, if known, of ``prize``.
        spin: whether an extra spin came with it.
    """

    kind: str
    amount: int | None = None
    spin: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A slide that an offered square showed: ``kind``, ``amount`` and ``spin`` as a board's slide has them."""

    square: int
    kind: str
    amount: int | None = None
    spin: bool = False


@dataclass(frozen=True, slots=True)
class Spin(Event):
    """A press, or a spin that must be taken, and what it brought.

    Attributes:
        came: what the contestant received.
        square: where the light stopped, if recorded.
        moves: the squares that a direction slide led to, one after another.
        shown: what the squares on offer showed, if recorded.
        seat: who spun; None for the contestant who is up.
    """

    came: Came
    square: int | None = None
    moves: tuple[int, ...] = ()
    shown: tuple[Shown, ...] = ()
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PassSpins(Event):
    """All earned spins go to another contestant; alone against the house, they are given up.

    ``to`` is the receiver's seat; None where the rules leave no choice. ``seat`` is who passes; None for
    the contestant who is up.
    """

    to: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Correction(Event):
    """A podium's numbers put right; None leaves a number alone.

    ``after`` is the number of the event after which they hold, counted from 1 in the order of entry;
    None for here.
    """

    seat: int
    score: int | None = None
    earned: int | None = None
    passed: int | None = None
    whammies: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Up(Event):
    """A contestant is up, whatever the rules say."""

    seat: int


@dataclass(frozen=True, slots=True)
class Situation(Event):
    """From here on the game stands like this: where a record begins, or goes on after a gap.

    ``seat`` is who is up; None for whom the rules name.
    """

    podiums: Podiums
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Gap(Event):
    """What happened here is not known, and so how the game stands is not known either."""


@dataclass(frozen=True, slots=True)
class Undo(Event):
    """The last event that still counts no longer does."""


@dataclass(frozen=True, slots=True)
class Redo(Event):
    """The event that was undone last counts again."""
