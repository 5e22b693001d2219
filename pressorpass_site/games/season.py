"""Many games at a glance: the results of each contestant, and the costliest calls."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import Any, ClassVar

from engine import Game, GameError, InputError
from pressorpass_site.answers.analyses.answers import BADGES, find_least_certain_method
from pressorpass_site.core.csv_text import render_csv
from pressorpass_site.games.reviews import luck_and_skill, totals
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.services import ReviewStatus
from pressorpass_site.games.reviews.totals import Appearance, MistakeRow

from . import services
from .models import StoredGame

MAX_GAMES = 100
MAX_COSTLY_CALLS = 10
EDGE = 0.06  # margin of the picture, as a part of its size
MIN_NAME_DISTANCE = 0.07  # as a part of the picture's height
ERRORS = ("start", "luck", "skill", "end")


@dataclass
class SeasonContestant:
    """A contestant in all games; one without a name is a different person in each game."""

    name: str
    appearances: list[Appearance] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.appearances)

    @cached_property
    def means(self) -> dict[str, float]:
        values = [appearance.account.values for appearance in self.appearances]
        return {part: fmean(value[part] for value in values) for part in values[0]}

    @property
    def luck(self) -> float:
        return sum(self.means[part] for part in luck_and_skill.LUCK)

    @cached_property
    def errors(self) -> dict[str, float]:
        """The error of each mean, if the errors of all games have the same sign."""
        errors = [luck_and_skill.compute_account_errors(appearance.account) for appearance in self.appearances]
        return {part: fmean(error[part] for error in errors) for part in errors[0]}

    @property
    def error(self) -> float:
        return max(self.errors.values())

    @property
    def method(self) -> str:
        return find_least_certain_method(appearance.method for appearance in self.appearances)

    @property
    def how_sure(self) -> str:
        return BADGES[self.method]

    @cached_property
    def counts(self) -> luck_and_skill.Counts:
        return luck_and_skill.count_decisions(appearance.account for appearance in self.appearances)

    @property
    def presses(self) -> tuple[int, int]:
        """The number of times the contestant pressed when pressing was best, and the number of times it was best."""
        pressed, best = (sum(appearance.presses[index] for appearance in self.appearances) for index in (0, 1))
        return pressed, best

    @property
    def row(self) -> luck_and_skill.AccountRow:
        """The means as texts that add up."""
        return luck_and_skill.build_account_row(self.name, self.means, self.errors, self.counts)


@dataclass(frozen=True)
class SeasonDot:
    """A contestant in the picture; `named` if there is room for the name."""

    name: str
    x: float
    y: float
    named: bool


@dataclass(frozen=True)
class CostlyCall:
    stored_game: StoredGame
    mistake: MistakeRow


@dataclass(frozen=True)
class Season:
    """The known results of the games; games `without` results are not finished or have no odds."""

    ORDERS: ClassVar[dict[str, Callable[[SeasonContestant], Any]]] = {
        "name": lambda contestant: contestant.name.lower(),
        "games": lambda contestant: -contestant.games,
        "start": lambda contestant: -contestant.means["start"],
        "luck": lambda contestant: -contestant.luck,
        "skill": lambda contestant: -contestant.means["skill"],
        "end": lambda contestant: -contestant.means["end"],
        "right": lambda contestant: -contestant.counts.right / max(1, contestant.counts.decisions),
        "pressed": lambda contestant: -contestant.presses[0] / max(1, contestant.presses[1]),
    }

    contestants: list[SeasonContestant]
    mistakes: list[CostlyCall]
    reviewed: int
    unreviewed: list[StoredGame]
    without: list[StoredGame]
    under_way: bool

    @property
    def dots(self) -> list[SeasonDot]:
        """The picture: luck from left to right, zero in the middle; skill from bottom to top, nothing lost at the top."""
        sure_contestants = [contestant for contestant in self.contestants if not contestant.row.too_rough]
        luck = max((abs(contestant.luck) for contestant in sure_contestants), default=0.0) or 1.0
        largest_cost = max((-contestant.means["skill"] for contestant in sure_contestants), default=0.0) or 1.0
        dots: list[SeasonDot] = []
        for contestant in sure_contestants:
            y = EDGE - (1 - 2 * EDGE) * contestant.means["skill"] / largest_cost
            free = all(abs(y - dot.y) >= MIN_NAME_DISTANCE for dot in dots if dot.named)
            dots.append(SeasonDot(contestant.name, EDGE + (1 - 2 * EDGE) * (0.5 + contestant.luck / luck / 2), y, free))
        return dots

    def sort_contestants(self, order: str) -> list[SeasonContestant]:
        return sorted(self.contestants, key=self.ORDERS[order])


def build_season(stored_games: Iterable[StoredGame]) -> Season:
    """Return the results of the reviewed games, in a constant number of queries; start no job."""
    contestants: dict[tuple[Any, ...], SeasonContestant] = {}
    mistakes: list[CostlyCall] = []
    unreviewed: list[StoredGame] = []
    without: list[StoredGame] = []
    reviewed = 0
    under_way = False
    finished = [(stored_game, _read_finished_game(stored_game)) for stored_game in stored_games]
    stored_totals = reviews.get_stored_totals(reviews.build_review_key(game) for _, game in finished if game)
    reviews_by_game = _list_reviews(
        [
            (stored_game, game)
            for stored_game, game in finished
            if game and reviews.build_review_key(game) not in stored_totals
        ]
    )
    for stored_game, game in finished:
        game_totals = stored_totals.get(reviews.build_review_key(game)) if game else None
        if game and not game_totals and (status := reviews_by_game.get(stored_game.code)):
            if status.review.unsolved:
                unreviewed.append(stored_game)
                under_way |= status.under_way
                continue
            game_totals = reviews.get_complete_review(game, status).totals
        if game_totals:
            reviewed += 1
            _add_appearances(stored_game, totals.parse_appearances(game_totals), contestants)
            mistakes += [
                CostlyCall(stored_game, mistake) for mistake in totals.parse_mistakes(game_totals, stored_game.names)
            ]
        else:
            without.append(stored_game)
    mistakes.sort(key=lambda call: -call.mistake.share)
    return Season(list(contestants.values()), mistakes[:MAX_COSTLY_CALLS], reviewed, unreviewed, without, under_way)


def render_table(season: Season) -> str:
    """Return the contestants as CSV: unrounded chances, averaged over their games."""
    heads = ["contestant", "games", "start", "luck", "skill", "end", "chance", "opponents", "corrections", "error"]
    heads += ["method", "decisions", "right", "press_was_best", "pressed_then", "wrong", "too_close", "questions"]
    heads += [f"{part}_error" for part in ERRORS]
    rows = []
    for contestant in season.sort_contestants("name"):
        means = contestant.means
        pressed, best = contestant.presses
        counts = contestant.counts
        wrong_count = counts.decisions - counts.right - counts.too_close
        row = [contestant.name, contestant.games, means["start"], contestant.luck, means["skill"], means["end"]]
        row += [means["chance"], means["opponents"], means["corrections"], contestant.error]
        row += [contestant.method, counts.decisions, counts.right, best, pressed, wrong_count, counts.too_close]
        row += [means["questions"], *(contestant.errors[part] for part in ERRORS)]
        rows.append(row)
    return render_csv(heads, rows)


def _read_finished_game(stored_game: StoredGame) -> Game | None:
    try:
        game = services.get_named_game(stored_game)
    except (GameError, InputError):
        return None
    return game if game.over else None


def _list_reviews(games: Iterable[tuple[StoredGame, Game]]) -> dict[str, ReviewStatus]:
    """Return the reviews so far by the code of their game, without games that cannot be reviewed."""
    plans = {}
    for stored_game, game in games:
        with suppress(InputError):
            plans[stored_game.code] = reviews.PlannedReview.from_game(
                game, [stored_game.review_id] if stored_game.review_id else []
            )
    statuses = zip(plans, reviews.find_reviews(list(plans.values())), strict=True)
    return {code: status for code, status in statuses if status.plan.positions}


def _add_appearances(
    stored_game: StoredGame, appearances: list[Appearance], contestants: dict[tuple[Any, ...], SeasonContestant]
) -> None:
    names = stored_game.headers.get("names") or ("", "", "")
    for appearance in appearances:
        seat = appearance.account.seat
        name = names[seat]
        key = (name.lower(),) if name else (stored_game.code, seat)
        label = name or f"{stored_game.names[seat]}, {stored_game.title}"
        contestants.setdefault(key, SeasonContestant(label)).appearances.append(appearance)
