"""The table of Pig and Hog: the address has the start and all your choices, which are replayed with the seed's dice.

Choices are one character each. After the game its review is shown, and any game can be stepped through.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from engine.lab import Option
from engine.lab.controls import Player
from engine.lab.exhibits import Ask, Link, Pending
from engine.lab.found import Found
from engine.lab.reviewed import Words, review

from ..fields import page_field, written
from .table import ROLLS, AddressReader, query, random_seed, steps

BEGIN = "b"  # the choice to let the other player begin
LONGEST = 1000  # choices of a game that its address keeps; one that goes on keeps only where it stands
PARTS = ("goal", "against", "you", "them", "rolls", "seed", "moves", "step", "advice", "do")
NEW_DICE = "the dice are others now"
OPTIMAL = "optimal"
Asking = Generator[Ask, Found, Any]
HARMLESS = {"moves", "step", "advice", "do"}  # parts that do not change what is played


@dataclass(frozen=True)
class StoryLine:
    """An event of the game with the dice that were thrown."""

    words: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Place:
    """A game's state when you choose: both scores, the points in hand, and the number of dice thrown."""

    you: int = 0
    them: int = 0
    total: int = 0
    rolls: int = 0


@dataclass(frozen=True)
class Moment:
    """A place of the game, and the events that led there.

    Attributes:
        story: the events since the previous choice.
        turns: all whole turns since the start, as in the engine's records.
        faces: the dice of your turn so far.
    """

    place: Place
    story: tuple[StoryLine, ...] = ()
    turns: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A button: a choice with its words."""

    move: str
    label: str
    words: str = ""
    main: bool = False
    address: str = ""


@dataclass(frozen=True)
class DiceGame(ABC):
    """A game in an address.

    Attributes:
        goal: the points that win.
        against: the other player's policy.
        start: where it began.
        moves: your choices since.
        step: the number of choices after which it is shown; None for the end, where one plays on.
    """

    goal: int
    against: str
    start: Place
    seed: int
    moves: str
    step: int | None
    advice: int

    @property
    @abstractmethod
    def name(self) -> str:
        """The game's name."""

    @property
    @abstractmethod
    def options(self) -> dict[str, Any]:
        """The rules as options of a question."""

    @property
    @abstractmethod
    def parts(self) -> dict[str, Any]:
        """The rules as parts of the address, without usual ones."""

    @abstractmethod
    def choices(self, place: Place) -> list[Choice]:
        """Return your choices."""

    @abstractmethod
    def after(self, moment: Moment, move: str) -> Generator[Ask, Found, Moment]:
        """Return the game after a choice, up to your next one; ask what the other player would do."""

    @abstractmethod
    def judge(self, place: Place, chosen: str) -> Asking:
        """Return the context of the advice, with the choice made there."""

    @abstractmethod
    def told(self, move: str) -> str:
        """Return the words for a choice that was made: “You rolled 4 dice”."""

    @property
    @abstractmethod
    def words(self) -> Words:
        """The review's wording of choices."""

    @abstractmethod
    def choice_of_line(self, entry: Mapping[str, Any], moments: Sequence[Moment]) -> int:
        """Return the number of the choice that an entry of the review is about."""

    def over(self, place: Place) -> bool:
        return max(place.you, place.them) >= self.goal

    def moments(self) -> Generator[Ask, Found, tuple[list[Moment], str]]:
        """Return all places of the game up to the first impossible choice, and the error of that choice."""
        found = [Moment(self.start)]
        for number, move in enumerate(self.moves, 1):
            place = found[-1].place
            allowed = [] if self.over(place) else [choice.move for choice in self.choices(place)]
            if number == 1 and not place.total and not self.over(place):
                allowed.append(BEGIN)
            if move not in allowed:
                return found, f"Choice {number} of “moves”, “{move}”, is not possible. The game is shown up to there."
            found.append((yield from self.after(found[-1], move)))
        return found, ""

    def link(self, **changes: Any) -> str:
        """Return the address of this game, or of another."""
        play = replace(self, **changes)
        start = vars(play.start).items()
        values = {
            **play.parts,
            "goal": play.goal if play.goal != 100 else "",
            "against": play.against if play.against != OPTIMAL else "",
            **{name: value for name, value in start if value},
            "seed": play.seed,
            "moves": play.moves,
            "step": play.step,
            "advice": play.advice or "",
        }
        return query(values) + "#table"

    def going_on(self, place: Place, move: str) -> str:
        """Return the address after one more choice."""
        if len(self.moves) < LONGEST:
            return self.link(moves=self.moves + move)
        return self.link(start=place, moves=move)


def read(address: AddressReader, goal: int, player: Player, most_points: int) -> dict[str, Any]:
    """Return the parts that both games have; `most_points` is the most that a winner may be past a score below the
    goal.
    """
    most = goal - 1 + most_points
    you, them = address.number("you", 0, most, 0), address.number("them", 0, most, 0)
    if you >= goal and them >= goal:
        address.add_error("them", "Only one player can have won; they have no points here.")
        them = 0
    against = written(player, "against", address.request.GET) or OPTIMAL
    if fault := player.fault(against):
        address.add_error("against", f"“against” {fault}; the best player is used.")
    moves = address.text("moves")
    if len(moves) > LONGEST:
        address.add_error("moves", f"“moves” has more than {LONGEST:,} choices; none is made.")
        moves = ""
    step = address.number("step", 0, LONGEST, 0) if address.text("step") else None
    return {
        "goal": goal,
        "against": OPTIMAL if "against" in address.errors else against,
        "start": Place(you, them, 0, address.number("rolls", 0, ROLLS - 1, 0)),
        "seed": address.seed(random_seed(), NEW_DICE),
        "moves": moves,
        "step": None if "step" in address.errors else step,
        "advice": address.number("advice", 0, 1, 0),
    }


def table_page(request: HttpRequest, play: DiceGame, move: str, address: AddressReader, player: Player) -> Asking:
    """Return the context of the game's page; `move` is a choice that the address adds to its moves."""
    seed = random_seed()
    if address.errors.keys() - HARMLESS:  # the choices were made in another game
        play = replace(play, moves="", step=None)
    elif move and not address.messages:
        play = replace(play, moves=play.moves + move, step=None)
    shown: dict[str, Any] = {
        "seed": play.seed,
        "goal": play.goal,
        "advice_on": play.advice,
        "fresh_seed": seed,
        "again": play.link(),
        "new": play.link(start=Place(), moves="", step=None, seed=seed),
        "opponent": page_field(
            Option("against", "", str, OPTIMAL, label="You play against", player=player, wide=True),
            {"against": written(player, "against", request.GET) or OPTIMAL},
            [address.errors["against"]] if "against" in address.errors else [],
        ),
        "other": "the best player" if play.against == OPTIMAL else "the other player",
    }
    try:
        moments, wrong = yield from play.moments()
    except Pending as waiting:
        row = waiting.job
        return shown | {"place": play.start, "waiting": row, "unready": row.is_active, **address.context()}
    if wrong:
        address.add_error("moves", wrong)
        play = replace(play, moves=play.moves[: len(moments) - 1], step=None)
    try:
        shown |= yield from _at(play, moments)
    except Pending as waiting:
        shown |= {"not_yet": waiting.job, "unready": waiting.job.is_active}
    return {**shown, **_place(play, moments), **address.context()}


def _place(play: DiceGame, moments: list[Moment]) -> dict[str, Any]:
    """Return the table's content, with the buttons."""
    step = None if play.step is None or play.step >= len(moments) else play.step
    moment = moments[-1 if step is None else step]
    place = moment.place
    over = play.over(place)
    buttons = []
    if step is None and not over:
        buttons = [replace(each, address=play.going_on(place, each.move)) for each in play.choices(place)]
    count = len(play.moves)
    return {
        "place": place,
        "over": over,
        "won": place.you >= play.goal,
        "story": moment.story,
        "buttons": buttons,
        "begin": play.going_on(place, BEGIN) if buttons and place == Place() and not play.moves else "",
        "toggle": "" if over or step is not None else play.link(advice=1 - play.advice),
        "look_back": play.link(step=0 if over else count - 1) if count and step is None else "",
        "steps": steps(play.link, step, count),
        "made": play.told(play.moves[step]) if step is not None and step < count else "",
        "elsewhere": play.link(start=place, moves="", step=None, seed=random_seed())
        if step is not None and not over
        else "",
    }


def _at(play: DiceGame, moments: list[Moment]) -> Asking:
    """Return the engine's answer about the place that is shown."""
    if play.step is not None and play.step < len(play.moves):
        made = play.moves[play.step]
        return {} if made == BEGIN else (yield from play.judge(moments[play.step].place, made))
    place = moments[-1].place
    if not play.over(place):
        return (yield from play.judge(place, "")) if play.advice else {}
    return (yield from _review(play, moments)) if moments[-1].turns else {}


def _review(play: DiceGame, moments: list[Moment]) -> Asking:
    """Return the costs of your choices in a game that is over."""
    first = "b" if play.moves.startswith(BEGIN) else "a"
    names = {"own": play.start.you, "opp": play.start.them, "first": first, "b": play.against}
    if play.start.total:
        names["turn-total"] = play.start.total
    asked = {**play.options, **names, "record": ",".join(moments[-1].turns)}

    def link(_: int, entry: Mapping[str, Any]) -> Link:
        return Link("", address=play.link(step=play.choice_of_line(entry, moments)))

    found = yield Ask("review", asked)
    return {
        "review": list(review(found, replace(play.words, link=link))),
        "review_link": Link("Open this review on its own page", "review", asked),
    }
