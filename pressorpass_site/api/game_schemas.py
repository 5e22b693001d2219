from typing import Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from pressorpass_site.core.owned import TITLE_LENGTH, Visibility
from pressorpass_site.games.models import MAX_DELAY
from pressorpass_site.games.services import MAX_BATCH

from .schemas import Contestant

EXAMPLE_GAME = "simulated-5"
EXAMPLE_EVENTS = [{"id": "a1", "type": "round", "round": 1, "spins": [3, 2, 4]}]
MAX_TEXT = 200_000
MAX_PAGE = 1000


class GameQuery(Schema):
    """The delay with which a game is read."""

    delay: int = Field(
        0, ge=0, le=MAX_DELAY, description="The least delay of a game that is not yours, in seconds.", examples=[0]
    )


class GamesQuery(GameQuery):
    """The choice of games."""

    whose: Literal["public", "mine"] = Field("public", description="mine: the account’s games.", examples=["public"])
    page: int = Field(1, ge=1, le=MAX_PAGE, description="A page has 50 games, the newest first.", examples=[1])


class GameIn(Schema):
    """A game to be stored: as `text` in the game notation, as `game` in JSON, or neither to begin one."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str | None = Field(None, max_length=MAX_TEXT, examples=['[Left "Ann"]\nround 2: 3 2 4\n2. 750 w'])
    game: dict[str, Any] | None = Field(None, description="The game as JSON, as `GET /games/{code}` returns it.")
    title: str | None = Field(None, max_length=TITLE_LENGTH, description="By default made from the headers.")
    visibility: Literal["public", "unlisted", "private"] = "unlisted"
    hides_names: bool = Field(False, description="Whether only you see the contestants’ names.")
    keep_both: bool = Field(False, description="Whether to store it even if you have the same game already.")


class EventsIn(Schema):
    """Events to add to a game."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: int = Field(ge=0, le=100_000, description="The version of the game that you have seen.", examples=[0])
    events: list[dict[str, Any]] = Field(
        max_length=MAX_BATCH,
        description="The events in order, as in a game’s JSON. Each may have an `id`; events that are already stored are skipped.",
        examples=[EXAMPLE_EVENTS],
    )


class GameInList(Schema):
    """A game in a list."""

    code: str = Field(description="The permanent name of the game.", examples=[EXAMPLE_GAME])
    title: str
    visibility: Visibility
    simulated: bool = Field(description="Whether the game is simulated, and never took place.")
    version: int = Field(description="The number of events that were entered.")
    standing: str = Field(description="The state of the game, in words.")
    url: str = Field(description="The game’s page.")


class Games(Schema):
    """One page of games, the newest first."""

    games: list[GameInList]
    pages: int = Field(description="The number of pages.")


class RoundBoard(Schema):
    """The board of a round."""

    round: int = Field(description="The round, 1 or 2.")
    id: str = Field(description="The board’s ID and revision.", examples=["pyl-1985-02-r2.1"])
    words: str = Field(
        description="The board’s name, and whether it is only the nearest known board.",
        examples=["1983 episode, nearest known board: February 1985"],
    )


class GameInFull(GameInList):
    """A game with its events."""

    round: int = Field(description="The round, 1 or 2; 0 before round 1.")
    known: bool = Field(description="Whether the record says how the game stands.")
    over: bool
    up: int | None = Field(description="The contestant who is up, 1 to 3; null if nobody is.")
    contestants: list[Contestant] = Field(min_length=3, max_length=3)
    position: str | None = Field(description="The position in one line; null if there is none.")
    show: str = Field(description="The version of the show: cbs, gsn or abc.")
    boards: list[RoundBoard] = Field(min_length=2, max_length=2)
    notes: list[str] = Field(description="Notes, such as on an unreadable date; for a new game, the assumptions.")
    game: dict[str, Any] = Field(description="The whole game, as docs/game-notation.md describes its JSON.")


class RefusedEvent(Schema):
    """An event that was refused."""

    id: str = Field(description="The `id` of the event, if it had one.")
    message: str = Field(description="The reason, with corrections if there are any.")
    field: str | None = Field(description="The field that is wrong.")


class GameReview(Schema):
    """The review of a game so far."""

    final: bool = Field(description="Whether the figures are final.")
    solved: int = Field(description="The number of solved positions.")
    positions: int = Field(description="The number of all positions.")
    url: str = Field(description="The page of the review.")
    review: dict[str, Any] = Field(
        description="The object that `python -m engine review --json` prints; its `method` is null, and it has no contestants, "
        "until every position is solved."
    )


class EventsResult(Schema):
    """The result of sending events; events after a refused event are not stored."""

    version: int
    stored: int = Field(description="The number of events that were stored.")
    refused: RefusedEvent | None
