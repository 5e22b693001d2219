"""The options of Tree Solitaire's questions, and the readers of strategies."""

from __future__ import annotations

from ....errors import InputError
from ...controls import Number, Player, Slider
from ...options import SEED as ANY_SEED
from ...options import THE_METHOD, Option, Reader, choice, either, flag, number, numbers, record, whole, word
from .play import FORMS
from .rules import MOST_LOOKS, MOST_PLIES, STRATEGIES, named
from .words import CURVES
from .words import STRATEGIES as WORDED

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


WHO_PLAYS, THE_FORK, WHAT = "Who plays", "The fork", "What is shown"
THE_TREES, DRIFT = "The trees", "The drift form"
CHANCE = Slider(0, 1, 0.05)
SHARE = Slider(0.5, 1, 0.05)
WORDS = {name: f"{each.title}: looks {each.looks}" for name, each in WORDED.items()}
SEARCHES = {"lowest": "Search: the lowest value first", "highest": "Search: the highest value first"}
PLAYERS = Player(
    {
        **{name: (words, ()) for name, words in WORDS.items()},
        "xhstrat": ("XHSTRAT: looks high, and high on, at X points", ("x",)),
        "xlstrat": ("XLSTRAT: looks low, and high on, at X points", ("x",)),
        "ply": ("Looks at all points so many plies down", ("plies",)),
    },
    {"x": Number("X", 1, MOST_LOOKS, "3"), "plies": Number("Plies", 1, MOST_PLIES, "2")},
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


FORM = choice(
    "form",
    "dependent or independent form, or the drift form of chapter 6",
    *FORMS,
    default="tsi",
    label="Wins",
    words={
        "tsi": "each end point for itself (TSI)",
        "tsd": "exactly one in the tree (TSD)",
        "drift": "values drift (chapter 6)",
    },
    radios=True,
    wide=True,
    group=THE_TREES,
)
END = Option(
    "E",
    "the chance that a point is an end point, from 0 to 1",
    number(0, 1),
    required=True,
    label="E: end points",
    hint="the chance that a point ends the game",
    slider=CHANCE,
    group=THE_TREES,
)
ENDS = Option(
    "ends",
    "E on the first levels of the tree: 1, 2, … with commas; --E from there on",
    numbers(0, 1, MOST_LEVELS),
    label="E on the first levels",
    hint="levels 1, 2, …: 0.3,0.5; below them E",
    wide=True,
    long=True,
    group=THE_TREES,
)
SHARES = Option(
    "shares",
    "instead of --A, for 2 to 12 branches: the shares of a value that they get, largest first",
    numbers(0, 1, MOST_BRANCHES),
    label="Shares of the branches",
    hint="instead of A, for more than two: 0.5,0.3,0.2",
    wide=True,
    long=True,
    group=THE_TREES,
)
A = Option(
    "A",
    "the constant split ratio, from 0.5 to 1",
    number(0.5, 1),
    label="A: split ratio",
    hint="the share of the high branch; the mean where ratios vary",
    slider=SHARE,
    group=THE_TREES,
)
MEAN = A.but(help="the mean split ratio, from 0.5 to 1", required=True)
RATIO = choice(
    "ratio",
    "constant, or uniform on 0.5 to 1; drift form: branches C+D and C-D, or drawn on ±3D",
    "constant",
    "uniform",
    default="constant",
    label="Split ratios",
    words={"constant": "all alike: A (drift: C ± D)", "uniform": "drawn anew: ½ to 1 (drift: ±3D)"},
    wide=True,
    group=THE_TREES,
)
VALUE = Option(
    "value",
    "the value of the split point where play begins, 0 to 1",
    number(0, 1),
    "1",
    label="Value",
    hint="of the point where play begins",
    slider=CHANCE,
    group=THE_TREES,
)
TOP = Option(
    "top",
    "drift form: T, the value of the top, 0 to 1",
    number(0, 1),
    label="T: top",
    hint="the value of the top",
    slider=CHANCE,
    group=DRIFT,
)
STEP = Option(
    "step",
    "drift form: D, half the (mean) distance between branches, 0 to 1",
    number(0, 1),
    label="D: step",
    hint="branches are C + D and C − D",
    slider=Slider(0, 0.5, 0.01),
    group=DRIFT,
)
METHOD = choice(
    "method",
    "exactly, or by playing games (drift form, --ratio uniform: games only)",
    "exact",
    "simulate",
    default="exact",
    label="How",
    words={"exact": "exactly", "simulate": "by playing games"},
    radios=True,
    group=THE_METHOD,
)
SEED = ANY_SEED.but(hint="the same seed, the same trees")
WHO = f"who plays: {_NAMED}"
STRATEGY = Option(
    "strategy",
    WHO,
    strategy_named(),
    required=True,
    label="Strategy",
    player=PLAYERS,
    words=WORDS | SEARCHES,
    wide=True,
    group=WHO_PLAYS,
)
STEPPER = STRATEGY.but(read=strategy_named("unlimited"))
SHARED = (END, ENDS, A, RATIO, SHARES, VALUE, TOP, STEP)
HIGH = Option(
    "high",
    "the high branch's value",
    number(0, 1),
    required=True,
    label="High branch’s value",
    slider=CHANCE,
    group=THE_FORK,
)
LOW = Option(
    "low",
    "the low branch's value",
    number(0, 1),
    required=True,
    label="Low branch’s value",
    hint="at most the high one’s",
    slider=CHANCE,
    group=THE_FORK,
)
HIGH_RATIO = Option(
    "high-ratio",
    "the high branch's split ratio",
    number(0.5, 1),
    required=True,
    label="High branch’s split ratio",
    slider=SHARE,
    group=THE_FORK,
)
LOW_RATIO = Option(
    "low-ratio",
    "the low branch's split ratio; hprime has not looked there",
    number(0.5, 1),
    label="Low branch’s split ratio",
    hint="H′STRAT has not looked there",
    slider=SHARE,
    group=THE_FORK,
)
ALSO = Option(
    "also",
    "further strategies, with commas: 3lstrat,2ply",
    strategies(),
    label="Further strategies",
    hint="such as 3hstrat, 5lstrat, 2ply",
    wide=True,
    long=True,
    group=WHAT,
)
ALL = flag(
    "all",
    "include the strategies that weigh or search, if there is an exact method",
    label="H′STRAT, B′STRAT and unlimited too",
    group=WHAT,
)
AGAINST = choice(
    "against",
    "the variable: E, A, value, top (T) or step (D, to 0.5)",
    *RUNS,
    required=True,
    label="Across",
    words=CURVES,
    wide=True,
    group=WHAT,
)
ANY_END = END.but(help="the chance that a point is an end point, unless the curve runs over it", required=False)
ANY_VALUE = VALUE.but(help="the value of the split point where play begins, 0 to 1; 1 if left out", default=None)
POINTS = Option(
    "steps",
    "steps along the curve",
    whole(1, STEPS),
    "20",
    label="Steps",
    hint="along the picture",
    slider=Slider(2, 100),
    group=WHAT,
)
OUTCOME = choice(
    "outcome",
    "how the game ends: with a win or a loss",
    "win",
    "loss",
    default="win",
    label="The game is",
    words={"win": "won", "loss": "lost"},
    radios=True,
    group=WHAT,
)
COUNT = Option(
    "moves",
    "how many moves",
    whole(1, MOVES),
    "10",
    label="Moves",
    hint="how many",
    slider=Slider(1, 40),
    group=WHAT,
)

RECORD = record(
    "looks and way of each move, - for no look: h.hh:h,-:l",
    "what was looked at, then where to, for each move: h.hh:h,-:l",
    "The moves",
)
TWO_FORMS = FORM.but(help="dependent or independent form", read=word("tsi", "tsd"), choices=("tsi", "tsd"))


def who(text: str, *strategies: str) -> Option:
    """Return the option of one of a few strategies."""
    return STRATEGY.but(help=text, read=word(*strategies), choices=strategies)
