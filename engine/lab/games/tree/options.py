"""The options of Tree Solitaire's questions, and the readers of strategies."""

from __future__ import annotations

from ....errors import InputError
from ...options import Option, Reader, choice, either, flag, number, numbers, whole
from .play import FORMS
from .rules import MOST_LOOKS, MOST_PLIES, STRATEGIES, named

MOVES = 200
STEPS = 100  # along a curve
MOST_LEVELS = 30
MOST_BRANCHES = 12
LAST_LEVEL = 10
ROWS = 4  # of a diagram
RUNS = {"E": (0.0, 1.0), "A": (0.5, 1.0), "value": (0.0, 1.0), "top": (0.0, 1.0), "step": (0.0, 0.5)}  # curves over
_NAMED = (
    f"{either(STRATEGIES)}, or Xhstrat, Xlstrat with X from 1 to {MOST_LOOKS}, or Dply with D from 1 to {MOST_PLIES}"
)


def strategy_named(*without: str) -> Reader:
    """Return a reader of a strategy's name: ``3hstrat``, also written ``xhstrat:3``."""

    def read(text: str) -> str:
        name = named(text)
        if name is None or name in without:
            if name:
                raise InputError(f"cannot be {name} here, as it searches before it moves: see tree search")
            raise InputError(f"must be {_NAMED}, not “{text[:40]}”")
        return name

    return read


def strategies() -> Reader:
    """Return a reader of names of strategies with commas between."""
    one = strategy_named()

    def read(text: str) -> list[str]:
        return [str(one(part)) for part in text.split(",")]

    return read


FORM = choice("form", "dependent or independent form, or the drift form of chapter 6", *FORMS, default="tsi")
END = Option("E", "the chance that a point is an end point, from 0 to 1", number(0, 1), required=True)
ENDS = Option(
    "ends", "E on the first levels of the tree: 1, 2, … with commas; --E from there on", numbers(0, 1, MOST_LEVELS)
)
SHARES = Option(
    "shares",
    "instead of --A, for 2 to 12 branches: the shares of a value that they get, largest first",
    numbers(0, 1, MOST_BRANCHES),
)
A = Option("A", "the constant split ratio, from 0.5 to 1", number(0.5, 1))
MEAN = Option("A", "the mean split ratio, from 0.5 to 1", number(0.5, 1), required=True)
RATIO = choice(
    "ratio",
    "constant, or uniform on 0.5 to 1; drift form: branches C+D and C-D, or drawn on ±3D",
    "constant",
    "uniform",
    default="constant",
)
VALUE = Option("value", "the value of the split point where play begins, 0 to 1", number(0, 1), "1")
TOP = Option("top", "drift form: T, the value of the top, 0 to 1", number(0, 1))
STEP = Option("step", "drift form: D, half the (mean) distance between branches, 0 to 1", number(0, 1))
METHOD = choice(
    "method",
    "exactly, or by playing games (drift form, --ratio uniform: games only)",
    "exact",
    "simulate",
    default="exact",
)
WHO = f"who plays: {_NAMED}"
STRATEGY = Option("strategy", WHO, strategy_named(), required=True)
STEPPER = Option("strategy", WHO, strategy_named("unlimited"), required=True)
SHARED = (END, ENDS, A, RATIO, SHARES, VALUE, TOP, STEP)
HIGH = Option("high", "the high branch's value", number(0, 1), required=True)
LOW = Option("low", "the low branch's value", number(0, 1), required=True)
HIGH_RATIO = Option("high-ratio", "the high branch's split ratio", number(0.5, 1), required=True)
LOW_RATIO = Option("low-ratio", "the low branch's split ratio; hprime has not looked there", number(0.5, 1))
ALSO = Option("also", "further strategies, with commas: 3lstrat,2ply", strategies())
ALL = flag("all", "include the strategies that weigh or search, if there is an exact method")
AGAINST = choice("against", "the variable: E, A, value, top (T) or step (D, to 0.5)", *RUNS, required=True)
ANY_END = Option("E", "the chance that a point is an end point, unless the curve runs over it", number(0, 1))
ANY_VALUE = Option("value", "the value of the split point where play begins, 0 to 1; 1 if left out", number(0, 1))
POINTS = Option("steps", "steps along the curve", whole(1, STEPS), "20")
OUTCOME = choice("outcome", "how the game ends: with a win or a loss", "win", "loss", default="win")
COUNT = Option("moves", "how many moves", whole(1, MOVES), "10")
