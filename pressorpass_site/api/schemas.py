"""The shapes of what is asked and answered, as the OpenAPI document tells them."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from ninja import Schema
from pydantic import ConfigDict, Field, create_model

from engine import OPTIONS, RULE_PRESETS, Option
from pressorpass_site.questions.question import MOST_NEXT_SPINS
from pressorpass_site.questions.rule_words import DEFAULT_PRESET
from pressorpass_site.work.models import Status

MOST_WAIT = 10
DEFAULT_WAIT = 2.0
LONGEST_POSITION = 300
EXAMPLE = "8000e3,3000,0@1"
EXAMPLE_KEY = "6f1d0f5f5a2b9a4f7c3f1a8f0a5c8f5b6b0d4a1c7e2f9b3d5c6a7e8f9012abcd"
EXAMPLE_LAB = ("pig", "duel")
LARGEST_NUMBER = 10_000_000  # of a rule option


def _values(option: Option) -> dict[str, Any]:
    """The JSON Schema of what an option takes."""
    ways: list[dict[str, Any]] = []
    if option.yes_no:
        ways.append({"type": "boolean"})
    if option.values:
        ways.append({"type": "string", "enum": list(option.values)})
    if option.number:
        ways.append({"type": "integer", "minimum": option.minimum, "maximum": LARGEST_NUMBER})
    if option.by_seat:
        word = "|".join([*option.by_seat, *(["0|[1-9][0-9]{0,5}"] if option.number else [])])
        ways.append({"type": "string", "pattern": f"^({word})(/({word})){{2}}$"})
    said = ways[0] if len(ways) == 1 else {"anyOf": ways}
    return {**said, "description": option.sentence}


def _written(option: Option) -> dict[str, Any]:
    """The same in an address, where everything is text."""
    words = ["yes", "no"] if option.yes_no else list(option.values)
    ways = [way for way in _values(option).get("anyOf", []) if "pattern" in way]
    if option.number:  # every minimum has one digit
        ways.append({"type": "string", "pattern": f"^([{option.minimum}-9]|[1-9][0-9]{{1,6}})$"})
    if words:
        ways = [{"type": "string", "enum": words}, *ways]
    return {"anyOf": ways}


_OPTIONS_SCHEMA: dict[str, Any] = {
    "properties": {name: _values(option) for name, option in OPTIONS.items()},
    "additionalProperties": False,
    "examples": [{"ties": "joint", "goal": "money"}],
}

Reference = Annotated[
    str,
    Field(
        max_length=100,
        description="A board: its id for the newest revision, or id.N for revision N. A fan’s own board at /boards/own/…/ has the id own-….",
        examples=[settings.DEFAULT_BOARD],
    ),
]
Preset = Annotated[
    str,
    Field(
        max_length=40,
        description="A preset of rule options.",
        json_schema_extra={"enum": list(RULE_PRESETS)},
        examples=[DEFAULT_PRESET],
    ),
]
Triple = Annotated[
    list[float], Field(min_length=3, max_length=3, description="One number for each contestant, from left to right.")
]


class Asked(Schema):
    """What is asked: press or pass. Null is the same as leaving a field out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    position: str = Field(
        min_length=1,
        max_length=LONGEST_POSITION,
        description="The position in one line: scores from left to right, e3 for three earned and p2 for two passed "
        "spins, w1 for a Whammy, w4 for who is out, @1 for who is up. Read forgivingly.",
        examples=[EXAMPLE, "$8,000 3 spins / 3000 / 0", "12000,9500e2p1,w4@2"],
    )
    board: Reference | None = settings.DEFAULT_BOARD
    rules: Preset | None = DEFAULT_PRESET
    options: dict[str, Any] | None = Field(
        default_factory=dict,
        description="Rule options that differ from the preset, by name.",
        json_schema_extra=_OPTIONS_SCHEMA,
    )
    now: Reference | None = Field(default=None, description="Another board for the next spins, if it is another.")
    spins: int | None = Field(
        default=None, ge=0, le=MOST_NEXT_SPINS, description="For how many spins `now` holds.", examples=[1]
    )
    wait: float | None = Field(
        default=DEFAULT_WAIT,
        ge=0,
        le=MOST_WAIT,
        allow_inf_nan=False,
        description="Seconds to hold the answer until it is final. It may come earlier when the site is busy.",
        examples=[0],
    )


class WaitIn(Schema):
    """How long to hold the answer."""

    wait: float = Field(
        default=0.0,
        ge=0,
        le=MOST_WAIT,
        allow_inf_nan=False,
        description="Seconds to hold the answer until it is final.",
        examples=[0],
    )


# The rule options stand in the query by their names, as in the addresses of the site's pages.
_in_query: dict[str, Any] = {
    "board": (Reference, settings.DEFAULT_BOARD),
    "rules": (Preset, DEFAULT_PRESET),
    **{
        name: (
            str | None,
            Field(
                default=None,
                min_length=1,
                max_length=40,
                description=option.sentence,
                json_schema_extra=_written(option),
            ),
        )
        for name, option in OPTIONS.items()
    },
}
PositionQuery: Any = create_model("PositionQuery", __base__=Schema, **_in_query)


class Progress(Schema):
    """Where the solver stands; figures are its own estimates."""

    doing: str = Field(description="What it is at, in words.", examples=["Working it out…"])
    share: float = Field(ge=0, le=1, description="How much of it is done, 0 to 1.", examples=[0.4])
    seconds_left: float | None = Field(description="About how long it still takes; null where that cannot be said.")


class Action(Schema):
    """Everybody's chances to win after one action."""

    win: Triple
    low: Triple = Field(
        description="What the true chances are not below: proven, or for an estimate two standard errors."
    )
    high: Triple = Field(description="What they are not above.")
    standard_error: Triple | None = Field(description="Of `win`, for an estimate.")
    money: Triple | None = Field(default=None, description="Expected winnings in dollars, with a goal in dollars.")
    worth: Triple | None = Field(default=None, description="What the verdict goes by, with a goal in dollars.")
    worth_error: Triple | None = Field(default=None, description="Standard error of the two, for an estimate.")


class Actions(Schema):
    """Null where an action is not allowed."""

    press: Action | None
    pass_: Action | None = Field(alias="pass")


class Outcome(Schema):
    """One outcome of the next spin."""

    label: str = Field(description="In words.", examples=["Whammy"])
    kind: str = Field(examples=["whammy"])
    amount: int | None = Field(description="The dollars that it brings.")
    chance: float
    win: Triple = Field(description="Everybody’s chances to win after it.")
    worth: Triple | None = Field(default=None, description="What it leads to is worth, with a goal in dollars.")
    worth_error: Triple | None = Field(default=None, description="Its standard error, for an estimate.")


class NextBoard(Schema):
    """Another board for the next spins."""

    board: str = Field(description="Its id.")
    spins: int = Field(description="How many.")


class Answer(Schema):
    """The command line's JSON object (`python -m engine solve --json`), and how the question stands.

    What is not known yet is null.
    """

    id: str = Field(description="Names the question for ever.", examples=[EXAMPLE_KEY])
    status: Status = Field(
        description="queued, running, done; or ended without a final answer: failed, cancelled, unreached. "
        "Whichever it is, the best answer so far is given if there is one.",
        json_schema_extra={"enum": list(Status.values)},
        examples=[Status.DONE.value],
    )
    url: str = Field(description="The page of this question, for ever.")
    message: str | None = Field(description="Why there is no (better) answer, for people.")
    progress: Progress | None = Field(description="While the solver is at it.")
    revision: str = Field(description="The board and its revision.", examples=[f"{settings.DEFAULT_BOARD}.1"])

    position: str = Field(description="In canonical notation.", examples=[EXAMPLE])
    board: str = Field(description="Its id.")
    rules: dict[str, Any] = Field(description="Every rule option.")
    now: NextBoard | None = Field(default=None, description="Only there if another board holds for the next spins.")
    unit: int | None = Field(description="Dollars that sums were rounded to; 1: not at all.")
    cap: int | None = Field(description="Where scores stop counting.")
    method: str | None = Field(
        description="How it is known: exact, bounded (between low and high, proven) or estimated.",
        json_schema_extra={"enum": ["exact", "bounded", "estimated", None]},
    )
    actions: Actions | None
    best: str | None = Field(
        description="The better action for the contestant up.", json_schema_extra={"enum": ["press", "pass", None]}
    )
    margin: float | None = Field(description="By how much, in chance to win or in dollars; null without a choice.")
    too_close: bool | None = Field(description="True if the verdict is not certain.")
    states: int | None = Field(description="How many positions were looked at.")
    seconds: float | None = Field(description="How long the solver took.")
    engine: str = Field(description="The version of the solver.")
    notes: list[str] | None = Field(description="Sentences about what was simplified.")
    outcomes: list[Outcome] | None = Field(description="The next spin, worst to best for the contestant up.")


class SpinFigures(Schema):
    """One spin, exactly, with moves followed."""

    whammy: float = Field(description="Chance of a Whammy.")
    extra_spin: float = Field(description="Chance of an extra spin.")
    mean: float = Field(description="Dollars on average; what depends on the score counts as 0.")
    spread: float = Field(description="Their standard deviation.")


class BoardInList(Schema):
    """A board, as a list shows it."""

    id: str = Field(examples=[settings.DEFAULT_BOARD])
    label: str = Field(description="Its short name.")
    revision: int = Field(description="Which revision this tells of.")
    era: str = Field(
        description="The version of the show: cbs, abc, composite (of several days) or other.", examples=["cbs"]
    )
    round: str = Field(description="A number, or a name such as bonus1.", examples=["2"])
    valid_from: str | None = Field(description="The first day it is known to have been used.")
    valid_to: str | None = Field(description="The last day.")
    complete: bool = Field(description="Whether every slide is documented; otherwise no answers can be computed on it.")
    figures: SpinFigures | None = Field(description="Null where they cannot be counted.")
    url: str = Field(description="Its page.")


class Boards(Schema):
    """Every board of the show, the newest revision of each."""

    boards: list[BoardInList]


class BoardInFull(BoardInList):
    """A revision with all its squares and slides."""

    revisions: list[int] = Field(description="The numbers of all revisions, the newest first.")
    content: dict[str, Any] = Field(description="The board itself, as /boards/schema.json describes it.")


class Contestant(Schema):
    """One podium."""

    name: str = Field(description="Where it stands.", examples=["Left"])
    score: int = Field(description="Dollars.")
    earned: int = Field(description="Spins that may be played or passed.")
    passed: int = Field(description="Spins that must be played.")
    whammies: int
    out: bool = Field(description="Whether four Whammies have put the contestant out.")


class LegalAction(Schema):
    """Something that the contestant up may do."""

    action: str = Field(json_schema_extra={"enum": ["press", "pass"]})
    to: int | None = Field(description="Who would get the spins of a pass, 1 to 3; null when they are given up.")


class PositionRead(Schema):
    """A position, read and checked."""

    position: str = Field(description="In canonical notation.", examples=[EXAMPLE])
    up: int = Field(ge=1, le=3, description="Who is up, counted from the left.")
    contestants: list[Contestant] = Field(min_length=3, max_length=3)
    spins: int = Field(description="All spins still to be played.")
    holders: list[int] = Field(description="Who holds spins.")
    over: bool = Field(description="Whether the game is decided under these rules.")
    actions: list[LegalAction]
    url: str = Field(description="The page that answers it.")


class LabOption(Schema):
    """What a question of the lab takes, as a parameter of its address."""

    name: str = Field(examples=["goal"])
    help: str = Field(description="What it means.")
    default: str | None = Field(description="What stands for it when it is left out; null: nothing does.")
    required: bool
    choices: list[str] = Field(description="The words it takes; empty if it takes others.")


class LabQuestion(Schema):
    """A question of the lab."""

    name: str = Field(examples=["duel"])
    summary: str = Field(description="What is answered.")
    unit: str = Field(description="What a number in the answer is: chance, turns, points; empty for other answers.")
    options: list[LabOption]


class LabGame(Schema):
    """A game of the lab."""

    name: str = Field(examples=["pig"])
    title: str = Field(description="Its name for people.")
    summary: str = Field(description="What it is.")
    url: str = Field(description="Its page.")
    questions: list[LabQuestion]


class Lab(Schema):
    """All games of the lab."""

    games: list[LabGame]


class LabReply(Schema):
    """A question of the lab and what is known of its answer."""

    status: Status = Field(
        description="queued, running, done; or ended without an answer: failed, cancelled, unreached.",
        json_schema_extra={"enum": list(Status.values)},
        examples=[Status.DONE.value],
    )
    url: str = Field(description="Its page.")
    message: str | None = Field(description="Why there is no answer, for people.")
    game: str = Field(examples=["pig"])
    question: str = Field(examples=["duel"])
    parameters: dict[str, Any] = Field(description="Every option with its value.")
    answer: Any = Field(description="A number, a text or a list; null as long as there is none.")
    known: str | None = Field(
        description="How it is known: exact (up to a proven error), bounded or estimated.",
        json_schema_extra={"enum": ["exact", "bounded", "estimated", None]},
    )
    error: float | None = Field(description="The proven bound; for an estimate one standard error.")
    details: dict[str, Any] = Field(description="What else is worth telling.")


class Fault(Schema):
    """One thing that is wrong."""

    field: str | None = Field(description="The part of the request; null where it is none.")
    message: str = Field(description="A sentence for people.")
    character: int | None = Field(default=None, description="Where in the field’s text, counted from 1.")


class Problems(Schema):
    """What is wrong."""

    detail: list[Fault] = Field(min_length=1)
