"""Schemas of requests and responses; the OpenAPI document is generated from them."""

from typing import Annotated, Any, Literal

from django.conf import settings
from ninja import Schema
from pydantic import ConfigDict, Field, create_model

from engine import MAX_QUESTIONS, OPTIONS, RULE_PRESETS, Option
from pressorpass_site.questions.question import DEFAULT_PRESET, MAX_NEXT_SPINS, ROUND_1, get_default_board
from pressorpass_site.work.models import Status

MAX_WAIT = 10
DEFAULT_WAIT = 2.0
MAX_POSITION_LENGTH = 300
EXAMPLE = "8000e3,3000,0@1"
EXAMPLE_KEY = "6f1d0f5f5a2b9a4f7c3f1a8f0a5c8f5b6b0d4a1c7e2f9b3d5c6a7e8f9012abcd"
MAX_OPTION_VALUE = 10_000_000
Method = Literal["exact", "bounded", "estimated"]
EXAMPLE_SQUARE, EXAMPLE_SHOWS = 9, "8:500+,10:p2190"


def _build_option_schema(option: Option) -> dict[str, Any]:
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


def _build_query_schema(option: Option) -> dict[str, Any]:
    """Return the JSON Schema of an option as a query parameter, which is always text."""
    words = ["yes", "no"] if option.yes_no else list(option.values)
    alternatives = [
        alternative for alternative in _build_option_schema(option).get("anyOf", []) if "pattern" in alternative
    ]
    if option.number:  # every minimum has one digit
        alternatives.append({"type": "string", "pattern": f"^([{option.minimum}-9]|[1-9][0-9]{{1,6}})$"})
    if words:
        alternatives = [{"type": "string", "enum": words}, *alternatives]
    return {"anyOf": alternatives}


Reference = Annotated[
    str, Field(max_length=100, description="A board's id, or id.N for revision N.", examples=[settings.DEFAULT_BOARD])
]
Preset = Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(RULE_PRESETS)}, examples=[DEFAULT_PRESET])]
Triple = Annotated[list[float], Field(min_length=3, max_length=3, description="Of the contestants from left to right.")]
Options = Annotated[
    dict[str, bool | int | float | str] | None,
    Field(
        default_factory=dict,
        description="Rule options that differ from the preset, by name.",
        json_schema_extra={
            "properties": {name: _build_option_schema(option) for name, option in OPTIONS.items()},
            "additionalProperties": False,
            "examples": [{"ties": "joint", "goal": "money"}],
        },
    ),
]
Seconds = Annotated[
    float,
    Field(ge=0, le=MAX_WAIT, allow_inf_nan=False, description="How long to wait for the final answer.", examples=[0]),
]
Line = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_POSITION_LENGTH,
        description="Scores, e3: earned spins, p2: passed ones, w1: Whammies, @1: who is up.",
    ),
]


class PositionIn(Schema):
    """What both questions have. Null is the same as leaving a field out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    position: Line = Field(examples=[EXAMPLE, "$8,000 3 spins / 3000 / 0", "12000,9500e2p1,w4@2"])
    rules: Preset | None = DEFAULT_PRESET
    options: Options
    wait: Seconds | None = DEFAULT_WAIT


class SolveRequest(PositionIn):
    """Press or pass, with boards and a method."""

    board: Reference | None = Field(None, description=f"With `round` 1 by default {get_default_board(ROUND_1)}.")
    method: Literal["auto", "bounded"] | None = Field("auto", description="bounded: proven intervals, which narrow.")
    now: Reference | None = Field(None, description="The board of the next spins, if it is a different one.")
    spins: int | None = Field(
        None, ge=0, le=MAX_NEXT_SPINS, description="The number of spins on the board `now`.", examples=[1]
    )
    round: Literal[1, 2] | None = Field(None, description="1: questions and round 2 follow.", examples=[2])
    then: Reference | None = Field(None, description="Round 1: the board of round 2.")
    questions: int | None = Field(
        None, ge=0, le=MAX_QUESTIONS, description="Round 1: the number of questions before round 2."
    )


class ChooseRequest(PositionIn):
    """Which slide to take on a choice square."""

    square: int = Field(ge=1, le=99, description="Where the light stopped.", examples=[EXAMPLE_SQUARE])
    shows: str | None = Field(
        "", max_length=200, description="What the squares on offer show.", examples=[EXAMPLE_SHOWS]
    )
    board: Reference | None = settings.DEFAULT_BOARD


class WaitIn(Schema):
    """How long to wait for the final answer."""

    wait: Seconds = 0.0


# Rule options are query parameters by name, as in the addresses of the site's pages.
_in_query: dict[str, Any] = {"board": (Reference, settings.DEFAULT_BOARD), "rules": (Preset, DEFAULT_PRESET)}
for _name, _option in OPTIONS.items():
    _in_query[_name] = (str | None, Field(None, max_length=40, json_schema_extra=_build_query_schema(_option)))
PositionQuery: Any = create_model("PositionQuery", __base__=Schema, **_in_query)


class Progress(Schema):
    """The solver's progress; all figures are estimates."""

    doing: str = Field(description="The current stage, in words.", examples=["Solving… Working out the odds"])
    share: float = Field(ge=0, le=1, description="The share that is done.", examples=[0.4])
    seconds_left: float | None


class TossUp(Schema):
    """Later calls that are toss-ups to the contestant who makes them, and move the others between two chances."""

    contestant: int = Field(description="Who makes them, 1 to 3.", examples=[2])
    low: Triple
    high: Triple


class Action(Schema):
    """All three contestants' chances to win after one action."""

    win: Triple | None = Field(description="Null if they are bounded, as nothing between low and high is more likely.")
    low: Triple = Field(
        description="Proven, or for an estimate two standard errors below it, or below the lower of two."
    )
    high: Triple
    standard_error: Triple | None = Field(description="Of `win`, for an estimate.")
    uncertainty: float | None = Field(None, description="Only if bounded: 1 minus the chances in `low`.")
    money: Triple | None = Field(None, description="Expected winnings in dollars, with a goal in dollars.")
    worth: Triple | None = Field(None, description="The utilities that decide the verdict, with a goal in dollars.")
    worth_error: Triple | None = Field(None, description="The standard errors of `money` and `worth`, for an estimate.")
    toss_up: TossUp | None = Field(None, description="Only if an estimate depends on a call that is a toss-up.")


class Actions(Schema):
    """Null where an action is not allowed."""

    press: Action | None
    pass_: Action | None = Field(alias="pass")


class Outcome(Schema):
    """One outcome of the next spin, and the chances to win after it."""

    label: str = Field(description="In words.", examples=["Whammy"])
    kind: str = Field(examples=["whammy"])
    amount: int | None = Field(description="Dollars won.")
    chance: float
    win: Triple
    worth: Triple | None = Field(None, description="The utilities after it, with a goal in dollars.")
    worth_error: Triple | None = Field(None, description="The standard errors of `worth`, for an estimate.")


class NextBoard(Schema):
    """The board of the next spins, and their number."""

    board: str
    spins: int


class NextRound(Schema):
    """The board of round 2, and how many questions are still to come before it."""

    board: str
    questions: int


class State(Schema):
    """The state of a question, and what it asks."""

    id: str = Field(examples=[EXAMPLE_KEY])
    status: Status = Field(description="Every status has the best answer so far.", examples=[Status.DONE.value])
    url: str = Field(description="Its permanent page.")
    message: str | None = Field(description="Why there is no better answer, in words.")
    progress: Progress | None = Field(description="While the solver is working.")
    revision: str = Field(description="The board and its revision.", examples=[f"{settings.DEFAULT_BOARD}.1"])
    position: str = Field(description="In canonical notation.", examples=[EXAMPLE])
    board: str
    rules: dict[str, Any] = Field(description="All rule options.")


class AnswerResponse(State):
    """The command line's JSON object (`python -m engine solve --json`), with null for what is not known yet."""

    now: NextBoard | None = Field(None, description="Only if the next spins are on a different board.")
    then: NextRound | None = Field(None, description="Only in round 1. The figures assume average questions.")
    guesses: list[str] = Field([], description="Only if something was assumed in reading the position that was sent.")
    unit: int | None = Field(description="The unit in dollars that scores were rounded to; 1: not rounded.")
    cap: int | None = Field(description="The score cap.")
    method: Method | None = Field(description="bounded: proven to lie between low and high.")
    actions: Actions | None
    best: Literal["press", "pass"] | None = Field(description="Null while bounds do not prove it.")
    margin: float | None = Field(description="In chance to win or in dollars; null without a choice, and if bounded.")
    proven_margin: list[float] | None = Field(None, min_length=2, max_length=2, description="If bounded and certain.")
    too_close: bool | None = Field(description="True if the verdict is not certain.")
    call: Literal["press", "pass", "toss-up", "open"] | None = Field(
        description="The verdict. toss-up: under 1 win in 100 apart, or nearer than the error; open: not known yet."
    )
    states: int | None = Field(description="The number of positions examined.")
    seconds: float | None
    engine: str
    notes: list[str] | None = Field(description="What was simplified, in sentences.")
    outcomes: list[Outcome] | None = Field(description="Of the next spin, from worst to best for who is up.")
    outcomes_error: float | None = Field(None, description="Their error, if it is larger than that of pressing.")


class TakeOdds(Schema):
    """One thing that may be taken, and the chances to win after it."""

    take: str = Field(description="In words.", examples=["$500 + one spin on square 8"])
    square: int
    kind: str = Field(description="money, double, add_a_one, lead, whammy or whammy_off.", examples=["money"])
    amount: int | None
    spin: bool = Field(description="Whether it brings an extra spin.")
    positions: list[str] = Field(description="What it leads to: one position, or those of a prize drawn from a pool.")
    win: Triple
    error: Triple = Field(description="Rounding, half the width of a proven interval, or one standard error.")
    method: Method


class ChoiceReply(State):
    """The command line's JSON object (`python -m engine choose --json`) about the position before the spin."""

    square: int = Field(examples=[EXAMPLE_SQUARE])
    slide: str = Field(description="The slide that the light stopped on.", examples=["Move One Space"])
    takes: list[TakeOdds] | None = Field(description="What may be taken, the best first.")
    best: str | None = Field(description="What to take, as in `takes`.")
    margin: float | None = Field(description="In chance to win; null where nothing else is on offer.")
    too_close: bool | None = Field(description="True if the best is not certain.")
    call: Literal["take", "only", "toss-up", "open"] | None
    notes: list[str] = Field(description="What was assumed, in sentences.")
    seconds: float | None
    engine: str


class SpinFigures(Schema):
    """Exact figures of one spin, with moves followed; amounts that depend on the score count as 0."""

    whammy: float
    extra_spin: float
    mean: float
    spread: float = Field(description="Standard deviation of the dollars.")


class BoardInList(Schema):
    """A board, as a list shows it."""

    id: str = Field(examples=[settings.DEFAULT_BOARD])
    label: str
    revision: int
    era: str = Field(description="cbs, gsn, abc, composite (of several days) or other.", examples=["cbs"])
    round: str = Field(description="A number, or a name such as bonus1.", examples=["2"])
    valid_from: str | None = Field(description="The first day it is known to have been used.")
    valid_to: str | None
    complete: bool = Field(description="Whether every slide is documented; otherwise nothing can be asked on it.")
    figures: SpinFigures | None
    url: str


class Boards(Schema):
    """The newest revision of every board of the show."""

    boards: list[BoardInList]


class BoardInFull(BoardInList):
    """A revision with all its squares and slides."""

    revisions: list[int] = Field(description="The newest first.")
    content: dict[str, Any] = Field(description="The board itself, as /boards/schema.json describes it.")


PLACES = ("Left", "Centre", "Right")  # the podiums by name, as first published; pages say “Center”


class Contestant(Schema):
    """One podium."""

    name: str = Field(examples=["Left"])
    score: int
    earned: int = Field(description="Spins that may be played or passed.")
    passed: int = Field(description="Spins that must be played.")
    whammies: int
    out: bool


class LegalAction(Schema):
    """An action of the contestant who is up."""

    action: Literal["press", "pass"]
    to: int | None = Field(description="Who gets the passed spins, 1 to 3; null when they are given up.")


class PositionRead(Schema):
    """A parsed and validated position."""

    position: str = Field(description="In canonical notation.", examples=[EXAMPLE])
    up: int = Field(ge=1, le=3)
    contestants: list[Contestant] = Field(min_length=3, max_length=3)
    spins: int = Field(description="All spins still to be played.")
    holders: list[int] = Field(description="The contestants who have spins.")
    over: bool
    actions: list[LegalAction]
    guesses: list[str] = Field(description="What was assumed in reading the text, such as who is up.")
    url: str


class LabOption(Schema):
    """An option of a lab question, given as a query parameter."""

    name: str = Field(examples=["goal"])
    help: str
    default: str | None
    required: bool
    choices: list[str] = Field(description="The accepted values; empty if others are accepted.")


class LabQuestion(Schema):
    """A question of the lab."""

    name: str = Field(examples=["duel"])
    summary: str
    unit: str = Field(description="Of a numeric answer: chance, turns, points; empty for other answers.")
    options: list[LabOption]


class LabGame(Schema):
    """A game of the lab."""

    name: str = Field(examples=["pig"])
    title: str
    summary: str
    url: str
    questions: list[LabQuestion]


class Lab(Schema):
    """All games of the lab."""

    games: list[LabGame]


class LabReply(Schema):
    """A question of the lab and its answer so far."""

    status: Status = Field(examples=[Status.DONE.value])
    url: str
    message: str | None = Field(description="Why there is no answer, for people.")
    game: str = Field(examples=["pig"])
    question: str = Field(examples=["duel"])
    parameters: dict[str, Any] = Field(description="Every option with its value; names have `_` for `-`.")
    answer: Any = Field(description="A number, a text or a list; null as long as there is none.")
    known: Method | None
    error: float | None = Field(description="The proven bound; for an estimate one standard error.")
    details: dict[str, Any]


class Refusal(Schema):
    """Why a request is refused, in words."""

    detail: str


class InvalidField(Schema):
    """A field with a wrong value."""

    type: str = Field(examples=["value_error"])
    loc: list[str | int] = Field(description="Where it is.", examples=[["body", "asked", "position"]])
    msg: str
    ctx: dict[str, Any] | None = Field(default=None, description="`character`: the place in a position, from 1.")


class InvalidFields(Schema):
    """All that is wrong with a request."""

    detail: list[InvalidField]


# The responses that any operation may send, one with a name in its path, and one with a body.
REFUSED = {400: Refusal, 401: Refusal, 422: InvalidFields, 429: Refusal}
MISSING = {404: Refusal}
TOO_BIG = {413: Refusal, 415: Refusal}
