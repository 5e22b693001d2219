"""Boards in time: the eras of the show, which board was in use when, and the gaps between known boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from django import forms
from django.utils import timezone

from engine import ERAS as SHOWS
from engine import era_of_show, is_bonus_round
from engine.formatting import format_count

from . import services
from .models import Board, BoardRevision

ROUNDS = {"1": "Round 1", "2": "Round 2", "bonus": "Bonus game", "other": "Other rounds"}
ONE_DAY = timedelta(days=1)
MIN_GAP = timedelta(days=31)  # a shorter one is a summer break or a missing date


@dataclass(frozen=True)
class BoardEra:
    """A version of the show; `id` is used in addresses. It was on from `first` to `last`; without `last` it still is."""

    id: str
    name: str
    years: str
    note: str = ""
    first: date | None = None
    last: date | None = None


ERAS = (
    BoardEra("cbs", "Press Your Luck on CBS", "1983 – 1986", first=date(1983, 9, 19), last=date(1986, 9, 26)),
    BoardEra("gsn", "Whammy! on GSN", "2002 – 2003", first=date(2002, 4, 15), last=date(2003, 12, 5)),
    BoardEra("abc", "Press Your Luck on ABC", "2019 –", first=date(2019, 6, 12)),
    BoardEra("composite", "Composites", "various dates", "Combined from several days; never shown as a whole."),
    BoardEra("other", "Other boards", ""),
)


class DateForm(forms.Form):
    date = forms.DateField(
        label="My episode’s date",
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"invalid": "Enter a date, such as 1984-05-31."},
    )


@dataclass(frozen=True)
class UsePeriod:
    """Period in which a board was used; `open` if its end is unknown, so that it is drawn up to the next board of the
    round.
    """

    revision: BoardRevision
    first: date
    last: date
    open: bool

    def count_days_from(self, day: date) -> int:
        """Return the days until the period begins, or minus the days since its end; 0 for a day in it."""
        return max(0, (self.first - day).days) or min(0, (self.last - day).days)


@dataclass(frozen=True)
class TimelineBar:
    """A period as drawn: its place and width as shares of the era."""

    period: UsePeriod
    x: float
    width: float


@dataclass(frozen=True)
class Track:
    name: str
    bars: list[TimelineBar]
    gaps: list[tuple[date, date | None]]


@dataclass(frozen=True)
class Timeline:
    """One era: its years with their places, a track for each round, and its boards from the oldest.

    `bonus` are the boards of the bonus game, which no position is played on.
    """

    era: BoardEra
    years: list[tuple[int, float]]
    tracks: list[Track]
    boards: list[BoardRevision]
    bonus: list[BoardRevision]


@dataclass(frozen=True)
class Nearest:
    """The board of a round that was in use on a date, or is nearest to it."""

    round: str
    revision: BoardRevision
    distance: str


def get_era(board: Board) -> str:
    era = era_of_show(board.show)
    if era is None:
        return "other"
    return "composite" if era.id == "cbs" and not board.valid_from else era.id


def get_round(board: Board) -> str:
    if is_bonus_round(board.round):
        return "bonus"
    return board.round if board.round in ROUNDS else "other"


def build_timelines(revisions: Iterable[BoardRevision], today: date) -> list[Timeline]:
    """Return the timelines of all versions of the show, even one without a known board; then of boards without a date."""
    by_era: dict[str, list[BoardRevision]] = {}
    for revision in sorted(revisions, key=_rank_age):
        by_era.setdefault(get_era(revision.board), []).append(revision)
    return [_build_timeline(era, by_era.get(era.id, []), today) for era in ERAS if era.first or era.id in by_era]


def find_nearest_boards(revisions: Iterable[BoardRevision], day: date, today: date) -> list[Nearest]:
    """Return for each round the playable board of the day's show that was in use then, or the nearest to the day."""
    rounds: dict[str, list[UsePeriod]] = {}
    show = next((show for show in SHOWS if show.was_on(day)), None)
    own = (revision for revision in revisions if revision.playable and show and get_era(revision.board) == show.id)
    for period in _build_use_periods(own, today):
        rounds.setdefault(get_round(period.revision.board), []).append(period)
    closest = {
        name: min(rounds[key], key=lambda period: (abs(period.count_days_from(day)), -period.first.toordinal()))
        for key, name in ROUNDS.items()
        if key in rounds
    }
    return [
        Nearest(name, period.revision, _describe_distance(period.count_days_from(day)))
        for name, period in closest.items()
    ]


def round_2_after(board: Board) -> BoardRevision:
    """Return the board of round 2 for a board of round 1: the one in use when the other was new, or the nearest to it."""
    show = era_of_show(board.show)
    day = board.valid_from or (show.since if show else None)
    if day:
        for nearest_board in find_nearest_boards(services.list_current_revisions(), day, timezone.localdate()):
            if get_round(nearest_board.revision.board) == "2":
                return nearest_board.revision
    return services.find_revision(services.DEFAULT_BOARD)


def count_questions_after(board: Board) -> int:
    """Return the number of questions between the rounds on the board's show; on CBS if it has no show."""
    return (era_of_show(board.show) or SHOWS[0]).questions_before(2)


def _build_timeline(era: BoardEra, revisions: list[BoardRevision], today: date) -> Timeline:
    bonus = [revision for revision in revisions if get_round(revision.board) == "bonus"]
    boards = [revision for revision in revisions if revision not in bonus]
    if not era.first:
        return Timeline(era, [], [], boards, bonus)
    last_year = (era.last or today).year
    start, end = date(era.first.year, 1, 1), date(last_year, 12, 31)
    days = (end - start).days

    def place(day: date) -> float:
        return (day - start).days / days

    periods = _build_use_periods(boards, today)
    tracks = []
    for key in ("1", "2"):
        own = [period for period in periods if get_round(period.revision.board) == key]
        bars = [TimelineBar(p, place(p.first), max(place(p.last) - place(p.first), 0.01)) for p in own]
        tracks.append(Track(ROUNDS[key], bars, _find_gaps(own, era, today)))
    years = [(year, place(date(year, 1, 1))) for year in range(start.year, last_year + 1)]
    return Timeline(era, years, tracks, boards, bonus)


def _build_use_periods(revisions: Iterable[BoardRevision], today: date) -> list[UsePeriod]:
    ends = {era.id: era.last or today for era in ERAS}
    dated = [
        (revision, first)
        for revision in sorted(revisions, key=_rank_age)
        if (first := revision.board.valid_from) is not None
    ]
    periods = []
    for revision, first in dated:
        board = revision.board
        later = [
            other - ONE_DAY
            for other_revision, other in dated
            if get_round(other_revision.board) == get_round(board) and other > first
        ]
        last = board.valid_to or min([*later, ends[get_era(board)]])
        periods.append(UsePeriod(revision, first, max(last, first), not board.valid_to))
    return periods


def _find_gaps(periods: list[UsePeriod], era: BoardEra, today: date) -> list[tuple[date, date | None]]:
    """Return the parts of an era without a known board; the last part may have no end."""
    assert era.first
    end = (era.last or today) + ONE_DAY
    periods_in_era = [(period.first, period.last) for period in periods if period.last >= era.first]
    edges = [(era.first, era.first - ONE_DAY), *periods_in_era, (end, end)]
    gaps = [
        (before[1] + ONE_DAY, after[0] - ONE_DAY) for before, after in pairwise(edges) if after[0] - before[1] > MIN_GAP
    ]
    return [(first, None if last == end - ONE_DAY and not era.last else last) for first, last in gaps]


def _describe_distance(days: int) -> str:
    """Return text such as “in use on that date”, “3 months later”."""
    if not days:
        return "in use on that date"
    count = abs(days)
    size = (
        format_count(count, "day")
        if count < 60
        else f"{count // 30} months"
        if count < 700
        else f"{count // 365} years"
    )
    return f"{size} {'later' if days > 0 else 'earlier'}"


def _rank_age(revision: BoardRevision) -> tuple[date, str]:
    return revision.board.valid_from or date.max, revision.board.slug
