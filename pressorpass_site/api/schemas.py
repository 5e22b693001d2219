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
Triple = Annotated[
    list[float], Field(min_length=3, max_length=3, description="One number a contestant, left to right.")
]
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
    Field(
        ge=0,
        le=MAX_WAIT,
        allow_inf_nan=False,
        description="The longest wait for a final answer, in seconds.",
        examples=[0],
    ),
]
Line = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_POSITION_LENGTH,
        description="Three scores; e3: 3 earned spins, p2: 2 passed spins, w1: 1 Whammy, @1: the left contestant is up.",
    ),
]


class PositionIn(Schema):
    """The position and the rules of a question. Null is the same as leaving a field out."""

    model_config = ConfigDict(extra="forbid", strict=True)

    position: Line = Field(examples=[EXAMPLE, "$8,000 3 spins / 3000 / 0", "12000,9500e2p1,w4@2"])
    rules: Preset | None = DEFAULT_PRESET
    options: Options
    wait: Seconds | None = DEFAULT_WAIT


class SolveRequest(PositionIn):
    """The question whether to press or pass."""

    board: Reference | None = Field(None, description=f"Round 1 has the default {get_default_board(ROUND_1)}.")
    method: Literal["auto", "bounded"] | None = Field("auto", description="bounded: proven intervals, which narrow.")
    now: Reference | None = Field(None, description="The board of the next spins, if it differs from `board`.")
    spins: int | None = Field(
        None, ge=0, le=MAX_NEXT_SPINS, description="The number of spins on the board `now`.", examples=[1]
    )
    round: Literal[1, 2] | None = Field(None, description="In round 1, questions and round 2 follow.", examples=[2])
    then: Reference | None = Field(None, description="The board of round 2, if `round` is 1.")
    questions: int | None = Field(
        None, ge=0, le=MAX_QUESTIONS, description="The number of questions before round 2, if `round` is 1."
    )


class ChooseRequest(PositionIn):
    """The question which slide of a choice square to take."""

    square: int = Field(ge=1, le=99, description="The square where the light stopped.", examples=[EXAMPLE_SQUARE])
    shows: str | None = Field(
        "", max_length=200, description="The slides that the squares on offer show.", examples=[EXAMPLE_SHOWS]
    )
    board: Reference | None = settings.DEFAULT_BOARD


class WaitIn(Schema):
    """The wait for the final answer."""

    wait: Seconds = 0.0


# Rule options are query parameters by name, as in the addresses of the site's pages.
_in_query: dict[str, Any] = {"board": (Reference, settings.DEFAULT_BOARD), "rules": (Preset, DEFAULT_PRESET)}
for _name, _option in OPTIONS.items():
    _in_query[_name] = (str | None, Field(None, max_length=40, json_schema_extra=_build_query_schema(_option)))
PositionQuery: Any = create_model("PositionQuery", __base__=Schema, **_in_query)


class Progress(Schema):
    """The solver's progress; all figures are estimates."""

    doing: str = Field(description="The current stage, in words.", examples=["Solving… Working out the odds"])
    share: float = Field(ge=0, le=1, description="The share of the work that is done.", examples=[0.4])
    seconds_left: float | None


class TossUp(Schema):
    """Later calls that are toss-ups to the contestant, and move the others between `low` and `high`."""

    contestant: int = Field(description="The contestant who makes the calls, 1 to 3.", examples=[2])
    low: Triple
    high: Triple


class Action(Schema):
    """All three contestants' chances to win after one action."""

    win: Triple | None = Field(description="Null if the chances are bounded: they lie between `low` and `high`.")
    low: Triple = Field(
        description="The proven bounds; for an estimate, two standard errors below `win`, or below the lower of two."
    )
    high: Triple
    standard_error: Triple | None = Field(description="The standard errors of `win`, for an estimate.")
    uncertainty: float | None = Field(None, description="1 minus the sum of `low`; only if the chances are bounded.")
    money: Triple | None = Field(None, description="Expected winnings in dollars, with a goal in dollars.")
    worth: Triple | None = Field(None, description="The utilities that decide the verdict, with a goal in dollars.")
    worth_error: Triple | None = Field(None, description="The standard errors of `money` and `worth`, for an estimate.")
    toss_up: TossUp | None = Field(None, description="Only if the estimate depends on toss-ups.")


class Actions(Schema):
    """The chances after each action; null if an action is not allowed."""

    press: Action | None
    pass_: Action | None = Field(alias="pass")


class Outcome(Schema):
    """One outcome of the next spin, and the chances to win after it."""

    label: str = Field(description="The outcome in words.", examples=["Whammy"])
    kind: str = Field(examples=["whammy"])
    amount: int | None = Field(description="The dollars won.")
    chance: float
    win: Triple
    worth: Triple | None = Field(None, description="The utilities after the outcome, with a goal in dollars.")
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
    """A question, and the state of its answer."""

    id: str = Field(examples=[EXAMPLE_KEY])
    status: Status = Field(description="With every status comes the best answer so far.", examples=[Status.DONE.value])
    url: str = Field(description="The permanent page of the question.")
    message: str | None = Field(description="The reason why there is no better answer, in words.")
    progress: Progress | None = Field(description="The solver’s progress; null once it has ended.")
    revision: str = Field(description="The board and its revision.", examples=[f"{settings.DEFAULT_BOARD}.1"])
    position: str = Field(description="The position in canonical notation.", examples=[EXAMPLE])
    board: str
    rules: dict[str, Any] = Field(description="All rule options.")


class AnswerResponse(State):
    """The command line's JSON object (`python -m engine solve --json`), with null for fields that are not known yet."""

    now: NextBoard | None = Field(None, description="The board of the next spins; only if it differs from `board`.")
    then: NextRound | None = Field(None, description="Round 2; only in round 1. The figures assume average questions.")
    guesses: list[str] = Field([], description="The assumptions made in reading the position, in sentences.")
    unit: int | None = Field(description="The unit in dollars that scores were rounded to; 1: not rounded.")
    cap: int | None = Field(description="The score cap.")
    method: Method | None = Field(description="bounded: the chances are proven to lie between `low` and `high`.")
    actions: Actions | None
    best: Literal["press", "pass"] | None = Field(description="The best action; null while bounds do not prove it.")
    margin: float | None = Field(
        description="The lead of `best`, in chance to win or dollars; null without a choice, and if bounded."
    )
    proven_margin: list[float] | None = Field(
        None, min_length=2, max_length=2, description="The bounds of the margin, if the verdict is proven."
    )
    too_close: bool | None = Field(description="True if the verdict is not certain.")
    call: Literal["press", "pass", "toss-up", "open"] | None = Field(
        description="The verdict. toss-up: under 1 win in 100 apart, or nearer than the error; open: not known yet."
    )
    states: int | None = Field(description="The number of positions examined.")
    seconds: float | None
    engine: str
    notes: list[str] | None = Field(description="The simplifications, in sentences.")
    outcomes: list[Outcome] | None = Field(description="The next spin’s outcomes; the worst for the mover comes first.")
    outcomes_error: float | None = Field(None, description="The outcomes’ error, if larger than that of pressing.")


class TakeOdds(Schema):
    """A slide that may be taken, and the chances to win after it."""

    take: str = Field(description="The slide in words.", examples=["$500 + one spin on square 8"])
    square: int
    kind: str = Field(description="money, double, add_a_one, lead, whammy or whammy_off.", examples=["money"])
    amount: int | None
    spin: bool = Field(description="Whether the slide brings an extra spin.")
    positions: list[str] = Field(description="The position that follows, or one for each prize of a pool.")
    win: Triple
    error: Triple = Field(description="The rounding, half the width of a proven interval, or one standard error.")
    method: Method


class ChoiceReply(State):
    """The command line's JSON object (`python -m engine choose --json`) about the position before the spin."""

    square: int = Field(examples=[EXAMPLE_SQUARE])
    slide: str = Field(description="The slide that the light stopped on.", examples=["Move One Space"])
    takes: list[TakeOdds] | None = Field(description="The slides that may be taken, the best first.")
    best: str | None = Field(description="The best `take` of `takes`.")
    margin: float | None = Field(description="The lead of the best slide, in chance to win; null if there is no other.")
    too_close: bool | None = Field(description="True if the best slide is not certain.")
    call: Literal["take", "only", "toss-up", "open"] | None
    notes: list[str] = Field(description="The assumptions, in sentences.")
    seconds: float | None
    engine: str


class SpinFigures(Schema):
    """Exact figures of one spin, with moves followed; amounts that depend on the score count as 0."""

    whammy: float
    extra_spin: float
    mean: float
    spread: float = Field(description="The standard deviation of the dollars.")


class BoardInList(Schema):
    """A board in a list."""

    id: str = Field(examples=[settings.DEFAULT_BOARD])
    label: str
    revision: int
    era: str = Field(description="The era: cbs, gsn, abc, composite (of several days) or other.", examples=["cbs"])
    round: str = Field(description="The number of the round, or its name, such as bonus1.", examples=["2"])
    valid_from: str | None = Field(description="The first day on which the board is known to have been used.")
    valid_to: str | None
    complete: bool = Field(description="Whether every slide is documented; other boards have no answers.")
    figures: SpinFigures | None
    url: str


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

    name: str = Field(examples=["Left"])
    score: int
    earned: int = Field(description="The spins that may be played or passed.")
    passed: int = Field(description="The spins that must be played.")
    whammies: int
    out: bool


class LegalAction(Schema):
    """An action of the contestant who is up."""

    action: Literal["press", "pass"]
    to: int | None = Field(description="The contestant who gets the passed spins, 1 to 3; null if nobody does.")


class PositionRead(Schema):
    """A parsed and validated position."""

    position: str = Field(description="The position in canonical notation.", examples=[EXAMPLE])
    up: int = Field(ge=1, le=3)
    contestants: list[Contestant] = Field(min_length=3, max_length=3)
    spins: int = Field(description="The number of spins still to be played.")
    holders: list[int] = Field(description="The contestants who have spins.")
    over: bool
    actions: list[LegalAction]
    guesses: list[str] = Field(description="The assumptions made in reading the text, such as who is up.")
    url: str


class LabOption(Schema):
    """An option of a lab question, given as a query parameter."""

    name: str = Field(examples=["goal"])
    help: str
    default: str | None
    required: bool
    choices: list[str] = Field(description="The only accepted values; empty if there is no such list.")


class LabQuestion(Schema):
    """A question of the lab."""

    name: str = Field(examples=["duel"])
    summary: str
    unit: str = Field(description="The unit of a numeric answer: chance, turns or points; empty for other answers.")
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
    message: str | None = Field(description="The reason why there is no answer, in words.")
    game: str = Field(examples=["pig"])
    question: str = Field(examples=["duel"])
    parameters: dict[str, Any] = Field(description="The value of every option; names have `_` instead of `-`.")
    answer: Any = Field(description="The answer: a number, a text or a list; null until there is one.")
    known: Method | None
    error: float | None = Field(description="The proven bound; for an estimate, one standard error.")
    details: dict[str, Any]


class Refusal(Schema):
    """The reason why a request is refused, in words."""

    detail: str


class InvalidField(Schema):
    """A field with a wrong value."""

    type: str = Field(examples=["value_error"])
    loc: list[str | int] = Field(description="The path to the field.", examples=[["body", "asked", "position"]])
    msg: str
    ctx: dict[str, Any] | None = Field(default=None, description="`character`: the place in a position, from 1.")


class InvalidFields(Schema):
    """All errors of a request."""

    detail: list[InvalidField]


# The responses that any operation may send, one with a name in its path, and one with a body.
REFUSED = {400: Refusal, 401: Refusal, 422: InvalidFields, 429: Refusal}
MISSING = {404: Refusal}
TOO_BIG = {413: Refusal, 415: Refusal}
