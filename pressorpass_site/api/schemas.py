"""Schemas of requests and responses; the OpenAPI document is generated from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.conf import settings
from ninja import Schema
from pydantic import ConfigDict, Field, create_model

from engine import MOST_QUESTIONS, OPTIONS, RULE_PRESETS, Option
from pressorpass_site.questions.question import DEFAULT_PRESET, MOST_NEXT_SPINS, ROUND_1, default_board
from pressorpass_site.work.models import Status

MAX_WAIT = 10
DEFAULT_WAIT = 2.0
MAX_POSITION_LENGTH = 300
EXAMPLE = "8000e3,3000,0@1"
EXAMPLE_KEY = "6f1d0f5f5a2b9a4f7c3f1a8f0a5c8f5b6b0d4a1c7e2f9b3d5c6a7e8f9012abcd"
EXAMPLE_LAB = ("pig", "duel")
EXAMPLE_SQUARE, EXAMPLE_SHOWS = 9, "8:500+,10:p2190"
MAX_OPTION_VALUE = 10_000_000


def _option_schema(option: Option) -> dict[str, Any]:
    """Return the JSON Schema of a rule option's values."""
    alternatives: list[dict[str, Any]] = []
    if option.yes_no:
        alternatives.append({"type": "boolean"})
    if option.values:
        alternatives.append({"type": "string", "enum": list(option.values)})
    if option.number:
        alternatives.append({"type": "integer", "minimum": option.minimum, "maximum": MAX_OPTION_VALUE})
    if option.by_seat:
        word = "|".join([*option.by_seat, *(["0|[1-9][0-9]{0,5}"] if option.number else [])])
        alternatives.append({"type": "string", "pattern": f"^({word})(/({word})){{2}}$"})
    schema = alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}
    return {**schema, "description": option.sentence}


def _query_schema(option: Option) -> dict[str, Any]:
    """Return the JSON Schema of an option as a query parameter, which is always text."""
    words = ["yes", "no"] if option.yes_no else list(option.values)
    alternatives = [each for each in _option_schema(option).get("anyOf", []) if "pattern" in each]
    if option.number:  # every minimum has one digit
        alternatives.append({"type": "string", "pattern": f"^([{option.minimum}-9]|[1-9][0-9]{{1,6}})$"})
    if words:
        alternatives = [{"type": "string", "enum": words}, *alternatives]
    return {"anyOf": alternatives}


_OPTIONS_SCHEMA: dict[str, Any] = {
    "properties": {name: _option_schema(option) for name, option in OPTIONS.items()},
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


Options = Annotated[
    dict[str, Any] | None,
    Field(
        default_factory=dict,
        description="Rule options that differ from the preset, by name.",
        json_schema_extra=_OPTIONS_SCHEMA,
    ),
]
Wait = Annotated[
    float | None,
    Field(
        ge=0,
        le=MAX_WAIT,
        allow_inf_nan=False,
        description="Seconds to wait for the final answer. The response may come earlier when the site is busy.",
        examples=[0],
    ),
]


class Asked(Schema):
    """A question: press or pass? Null is the same as leaving a field out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    position: str = Field(
        min_length=1,
        max_length=MAX_POSITION_LENGTH,
        description="The position in one line: scores from left to right, e3 for three earned and p2 for two passed "
        "spins, w1 for one Whammy, w4 for a contestant who is out, @1 for the contestant who is up. Other spellings are accepted.",
        examples=[EXAMPLE, "$8,000 3 spins / 3000 / 0", "12000,9500e2p1,w4@2"],
    )
    board: Reference | None = Field(
        default=None,
        description=f"The board; by default {settings.DEFAULT_BOARD}, and with `round` 1 {default_board(ROUND_1)}.",
    )
    rules: Preset | None = DEFAULT_PRESET
    options: Options
    method: Literal["auto", "bounded"] | None = Field(
        default="auto",
        description="auto: the best answer there is time for. bounded: proven intervals, which narrow while the solver works.",
    )
    now: Reference | None = Field(default=None, description="The board of the next spins, if it is a different one.")
    spins: int | None = Field(
        default=None, ge=0, le=MOST_NEXT_SPINS, description="For how many spins `now` holds.", examples=[1]
    )
    round: Literal[1, 2] | None = Field(
        default=None,
        description="1: questions and round 2 follow. 2, the default unless `then` or `questions` is given: the last round, on any board.",
        examples=[2],
    )
    then: Reference | None = Field(
        default=None,
        description="Round 1: the board of round 2; by default the one of the time of `board`.",
    )
    questions: int | None = Field(
        default=None,
        ge=0,
        le=MOST_QUESTIONS,
        description="Round 1: how many questions are still to come before round 2; by default as many as on the show.",
    )
    wait: Wait = DEFAULT_WAIT


class ChoiceAsked(Schema):
    """A question: which slide to take? Null is the same as leaving a field out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    position: str = Field(
        min_length=1,
        max_length=MAX_POSITION_LENGTH,
        description="The position before the spin, as in `solve`.",
        examples=[EXAMPLE],
    )
    square: int = Field(ge=1, le=99, description="Where the light stopped.", examples=[EXAMPLE_SQUARE])
    shows: str | None = Field(
        default="",
        max_length=200,
        description="What the squares on offer show: `8:500+,10:w`; `p` is a prize, `p2190` one of $2,190. Not needed for "
        "“$2,000 or lose a Whammy”.",
        examples=[EXAMPLE_SHOWS],
    )
    board: Reference | None = settings.DEFAULT_BOARD
    rules: Preset | None = DEFAULT_PRESET
    options: Options
    wait: Wait = DEFAULT_WAIT


class WaitIn(Schema):
    """How long to wait for the final answer."""

    wait: float = Field(
        default=0.0,
        ge=0,
        le=MAX_WAIT,
        allow_inf_nan=False,
        description="Seconds to wait for the final answer.",
        examples=[0],
    )


# Rule options are query parameters by name, as in the addresses of the site's pages.
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
                json_schema_extra=_query_schema(option),
            ),
        )
        for name, option in OPTIONS.items()
    },
}
PositionQuery: Any = create_model("PositionQuery", __base__=Schema, **_in_query)


class Progress(Schema):
    """The solver's progress; all figures are estimates."""

    doing: str = Field(description="The current stage, in words.", examples=["Solving… Working out the odds"])
    share: float = Field(ge=0, le=1, description="The share that is done, 0 to 1.", examples=[0.4])
    seconds_left: float | None = Field(description="Estimated seconds left; null where unknown.")


class TossUp(Schema):
    """Later calls that are toss-ups to the contestant who makes them, and move the others."""

    contestant: int = Field(description="Who makes them, 1 to 3 from left to right.", examples=[2])
    low: Triple = Field(description="The lower of the two chances of each contestant.")
    high: Triple = Field(description="The higher of the two.")


class Action(Schema):
    """All three contestants' chances to win after one action."""

    win: Triple | None = Field(
        description="The chances to win; null if they are bounded, as nothing between low and high is more likely."
    )
    low: Triple = Field(
        description="Lower bounds of the chances: proven, or for an estimate two standard errors below it, or below the lower of two."
    )
    high: Triple = Field(description="Upper bounds of the chances.")
    standard_error: Triple | None = Field(description="The standard errors of `win`, for an estimate.")
    uncertainty: float | None = Field(
        default=None,
        description="Only if bounded: what the three chances in `low` lack of 1, the share of the games whose winner is open.",
    )
    money: Triple | None = Field(default=None, description="Expected winnings in dollars, with a goal in dollars.")
    worth: Triple | None = Field(
        default=None, description="The utilities that decide the verdict, with a goal in dollars."
    )
    worth_error: Triple | None = Field(
        default=None, description="The standard errors of `money` and `worth`, for an estimate."
    )
    toss_up: TossUp | None = Field(
        default=None, description="Only if an estimate depends on a call that is a toss-up: what it leaves open."
    )


class Actions(Schema):
    """Null where an action is not allowed."""

    press: Action | None
    pass_: Action | None = Field(alias="pass")


class Outcome(Schema):
    """One outcome of the next spin."""

    label: str = Field(description="The outcome in words.", examples=["Whammy"])
    kind: str = Field(examples=["whammy"])
    amount: int | None = Field(description="Dollars won.")
    chance: float
    win: Triple = Field(description="The chances to win after it.")
    worth: Triple | None = Field(default=None, description="The utilities after it, with a goal in dollars.")
    worth_error: Triple | None = Field(default=None, description="The standard errors of `worth`, for an estimate.")


class NextBoard(Schema):
    """The board of the next spins."""

    board: str = Field(description="The board's id.")
    spins: int = Field(description="The number of spins.")


class NextRound(Schema):
    """What follows round 1."""

    board: str = Field(description="The id of the board of round 2.")
    questions: int = Field(description="How many questions are still to come before it.")


class State(Schema):
    """The state of a question, and what it asks."""

    id: str = Field(description="The permanent id of the question.", examples=[EXAMPLE_KEY])
    status: Status = Field(
        description="queued, running, done; or ended without a final answer: failed, cancelled, unreached. "
        "The best answer so far is included in every case.",
        json_schema_extra={"enum": list(Status.values)},
        examples=[Status.DONE.value],
    )
    url: str = Field(description="The permanent page of this question.")
    message: str | None = Field(description="Why there is no better answer, in words.")
    progress: Progress | None = Field(description="Present while the solver is working.")
    revision: str = Field(description="The board and its revision.", examples=[f"{settings.DEFAULT_BOARD}.1"])

    position: str = Field(description="In canonical notation.", examples=[EXAMPLE])
    board: str = Field(description="The board's id.")
    rules: dict[str, Any] = Field(description="All rule options.")


class Answer(State):
    """The command line's JSON object (`python -m engine solve --json`) and the state of the question.

    Values that are not known yet are null.
    """

    now: NextBoard | None = Field(default=None, description="Only present if the next spins are on a different board.")
    then: NextRound | None = Field(
        default=None,
        description="Only present in round 1: what follows its spins. The figures are estimates that assume average questions.",
    )
    guesses: list[str] = Field(
        default=[],
        description="Only if something was assumed in reading the position that was sent, such as who is up.",
    )
    unit: int | None = Field(description="The unit in dollars that scores were rounded to; 1: not rounded.")
    cap: int | None = Field(description="The score cap.")
    method: str | None = Field(
        description="exact, bounded (proven to lie between low and high) or estimated.",
        json_schema_extra={"enum": ["exact", "bounded", "estimated", None]},
    )
    actions: Actions | None
    best: str | None = Field(
        description="The better action for the contestant who is up; null while bounds do not prove it.",
        json_schema_extra={"enum": ["press", "pass", None]},
    )
    margin: float | None = Field(
        description="The difference between the actions, in chance to win or in dollars; null without a choice, "
        "and if it is bounded."
    )
    proven_margin: list[float] | None = Field(
        default=None,
        min_length=2,
        max_length=2,
        description="Only if bounded and the verdict is certain: the least and the most that the margin may be.",
    )
    too_close: bool | None = Field(description="True if the verdict is not certain.")
    call: str | None = Field(
        description="What may be said: an action; either, if they are known to be equal; close, if the difference is known "
        "to be small (under half a win in 100); open, if the actions cannot be told apart.",
        json_schema_extra={"enum": ["press", "pass", "either", "close", "open", None]},
    )
    states: int | None = Field(description="The number of positions examined.")
    seconds: float | None = Field(description="The solver's running time.")
    engine: str = Field(description="The version of the solver.")
    notes: list[str] | None = Field(description="What was simplified, in sentences.")
    outcomes: list[Outcome] | None = Field(
        description="Outcomes of the next spin, from worst to best for the contestant who is up."
    )
    outcomes_error: float | None = Field(
        None, description="How far off the outcomes’ figures may be, where that is more than the figures of pressing."
    )


class TakeOdds(Schema):
    """One thing that may be taken, and what it is worth."""

    take: str = Field(description="In words.", examples=["$500 + one spin on square 8"])
    square: int
    kind: str = Field(description="money, double, add_a_one, lead, whammy or whammy_off.", examples=["money"])
    amount: int | None = Field(description="Dollars of money; null where there are none, or where they are not known.")
    spin: bool = Field(description="Whether it brings an extra spin.")
    positions: list[str] = Field(description="What it leads to: one position, or those of a prize drawn from a pool.")
    win: Triple = Field(description="The chances to win after it.")
    error: Triple = Field(
        description="How far they may be off: rounding, half the width of a proven interval, or one standard error."
    )
    method: str = Field(json_schema_extra={"enum": ["exact", "bounded", "estimated"]})


class ChoiceReply(State):
    """The command line's JSON object (`python -m engine choose --json`) and the state of the question.

    The position is that before the spin. Values that are not known yet are null.
    """

    square: int = Field(description="Where the light stopped.", examples=[EXAMPLE_SQUARE])
    slide: str = Field(description="The slide that it stopped on.", examples=["Move One Space"])
    takes: list[TakeOdds] | None = Field(description="What may be taken, the best first.")
    best: str | None = Field(description="What to take, as in `takes`.")
    margin: float | None = Field(
        description="How much better the best is than the next, in chance to win; null where nothing else is on offer."
    )
    too_close: bool | None = Field(description="True if the best is not certain.")
    call: str | None = Field(
        description="What may be said: take (the best), only (nothing else is on offer), either (equal for certain), close "
        "(known to differ by less than half a win in 100), open (cannot be told apart).",
        json_schema_extra={"enum": ["take", "only", "either", "close", "open", None]},
    )
    notes: list[str] = Field(description="What was assumed, in sentences.")
    seconds: float | None = Field(description="The solver's running time.")
    engine: str = Field(description="The version of the solver.")


class SpinFigures(Schema):
    """Exact figures of one spin, with moves followed."""

    whammy: float = Field(description="Chance of a Whammy.")
    extra_spin: float = Field(description="Chance of an extra spin.")
    mean: float = Field(description="Mean dollars; amounts that depend on the score count as 0.")
    spread: float = Field(description="Standard deviation of the dollars.")


class BoardInList(Schema):
    """A board, as a list shows it."""

    id: str = Field(examples=[settings.DEFAULT_BOARD])
    label: str = Field(description="The board's short name.")
    revision: int = Field(description="The revision described here.")
    era: str = Field(
        description="The version of the show: cbs, gsn, abc, composite (of several days) or other.", examples=["cbs"]
    )
    round: str = Field(description="A number, or a name such as bonus1.", examples=["2"])
    valid_from: str | None = Field(description="The first day it is known to have been used.")
    valid_to: str | None = Field(description="The last day.")
    complete: bool = Field(description="Whether every slide is documented; otherwise no answers can be computed on it.")
    figures: SpinFigures | None = Field(description="Null where they cannot be computed.")
    url: str = Field(description="The board's page.")


class Boards(Schema):
    """The newest revision of every board of the show."""

    boards: list[BoardInList]


class BoardInFull(BoardInList):
    """A revision with all its squares and slides."""

    revisions: list[int] = Field(description="The numbers of all revisions, the newest first.")
    content: dict[str, Any] = Field(description="The board itself, as /boards/schema.json describes it.")


PLACES = ("Left", "Centre", "Right")  # the podiums by name, as first published; pages say “Center”


class Contestant(Schema):
    """One podium."""

    name: str = Field(description="The podium's place.", examples=["Left"])
    score: int = Field(description="Dollars.")
    earned: int = Field(description="Spins that may be played or passed.")
    passed: int = Field(description="Spins that must be played.")
    whammies: int
    out: bool = Field(description="Whether four Whammies have put the contestant out.")


class LegalAction(Schema):
    """An action available to the contestant who is up."""

    action: str = Field(json_schema_extra={"enum": ["press", "pass"]})
    to: int | None = Field(description="The contestant who gets the passed spins, 1 to 3; null when they are given up.")


class PositionRead(Schema):
    """A parsed and validated position."""

    position: str = Field(description="In canonical notation.", examples=[EXAMPLE])
    up: int = Field(ge=1, le=3, description="The contestant who is up, counted from the left.")
    contestants: list[Contestant] = Field(min_length=3, max_length=3)
    spins: int = Field(description="All spins still to be played.")
    holders: list[int] = Field(description="The contestants who have spins.")
    over: bool = Field(description="Whether the game is decided under these rules.")
    actions: list[LegalAction]
    guesses: list[str] = Field(description="What was assumed in reading the text, such as who is up.")
    url: str = Field(description="The page that answers it.")


class LabOption(Schema):
    """An option of a lab question, given as a query parameter."""

    name: str = Field(examples=["goal"])
    help: str = Field(description="The option's meaning.")
    default: str | None = Field(description="The default value; null if there is none.")
    required: bool
    choices: list[str] = Field(description="The accepted values; empty if others are accepted.")


class LabQuestion(Schema):
    """A question of the lab."""

    name: str = Field(examples=["duel"])
    summary: str = Field(description="What the question answers.")
    unit: str = Field(description="The unit of a numeric answer: chance, turns, points; empty for other answers.")
    options: list[LabOption]


class LabGame(Schema):
    """A game of the lab."""

    name: str = Field(examples=["pig"])
    title: str = Field(description="The displayed name.")
    summary: str = Field(description="What the game is.")
    url: str = Field(description="The game's page.")
    questions: list[LabQuestion]


class Lab(Schema):
    """All games of the lab."""

    games: list[LabGame]


class LabReply(Schema):
    """A question of the lab and its answer so far."""

    status: Status = Field(
        description="queued, running, done; or ended without an answer: failed, cancelled, unreached.",
        json_schema_extra={"enum": list(Status.values)},
        examples=[Status.DONE.value],
    )
    url: str = Field(description="Its page.")
    message: str | None = Field(description="Why there is no answer, for people.")
    game: str = Field(examples=["pig"])
    question: str = Field(examples=["duel"])
    parameters: dict[str, Any] = Field(description="Every option with its value; names have `_` for `-`.")
    answer: Any = Field(description="A number, a text or a list; null as long as there is none.")
    known: str | None = Field(
        description="exact (up to a proven error), bounded or estimated.",
        json_schema_extra={"enum": ["exact", "bounded", "estimated", None]},
    )
    error: float | None = Field(description="The proven bound; for an estimate one standard error.")
    details: dict[str, Any] = Field(description="Further results.")


class Fault(Schema):
    """One error."""

    field: str | None = Field(description="The invalid part of the request; null if it is none in particular.")
    message: str = Field(description="A sentence for people.")
    character: int | None = Field(default=None, description="The place in the field’s text, counted from 1.")


class Problems(Schema):
    """Errors."""

    detail: list[Fault] = Field(min_length=1)


# The responses that any operation may send, one with a name in its path, and one with a body.
REFUSED = dict.fromkeys((400, 401, 422, 429), Problems)
MISSING = {404: Problems}
TOO_BIG = {413: Problems, 415: Problems}
