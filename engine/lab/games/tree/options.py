"""The options that several of Tree Solitaire's questions share, and the readers of strategies."""

from __future__ import annotations

from ....errors import InputError
from ...controls import Number, Player
from ...options import GAMES, THE_METHOD, Option, Reader, decimal, either, group, numbers, radios, word
from ...options import SEED as ANY_SEED
from .rules import MOST_LOOKS, MOST_PLIES, STRATEGIES, named
from .words import STRATEGIES as WORDED

MOST_LEVELS, MOST_BRANCHES = 30, 12
_NAMED = (
    f"{either(STRATEGIES)}, or Xhstrat, Xlstrat with X from 1 to {MOST_LOOKS}, or Dply with D from 1 to {MOST_PLIES}"
)
WHO_PLAYS, THE_FORK, WHAT, THE_TREES, DRIFT = "Who plays", "The fork", "What is shown", "The trees", "The drift form"
CHANCE, SHARE = (0, 1, 0.05), (0.5, 1, 0.05)  # sliders
WORDS = {name: f"{each.title}: looks {each.looks}" for name, each in WORDED.items()}
SEARCHES = {"lowest": "Search: the lowest value first", "highest": "Search: the highest value first"}
PLAYERS = Player(
    {
        **{name: (words, ()) for name, words in WORDS.items()},
        "xhstrat": ("XHSTRAT: looks high, and high on, at X points", ("x",)),
        "xlstrat": ("XLSTRAT: looks low, and high on, at X points", ("x",)),
        "ply": ("Looks at all points down to a depth", ("plies",)),
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


FORMS = {
    "tsi": "each end point for itself (TSI)",
    "tsd": "exactly one in the tree (TSD)",
    "drift": "values drift (chapter 6)",
}
RATIOS = {"constant": "all alike: A (drift: C ± D)", "uniform": "drawn anew: ½ to 1 (drift: ±3D)"}
SHARES_TEXT = "instead of --A, for 2 to 12 branches: the shares of a value that they get, largest first"
RATIOS_TEXT = "constant, or uniform on 0.5 to 1; drift form: branches C+D and C-D, or drawn on ±3D"
FORM_TEXT = "dependent or independent form, or the drift form of chapter 6"
FORM, END, ENDS, A, RATIO, SHARES, VALUE = group(
    THE_TREES,
    radios("form", "Wins", FORM_TEXT, FORMS, "tsi", wide=True),
    decimal("E", "E: end points", "the chance that a point is an end point, from 0 to 1", 0, 1, required=True).shown(
        "the chance that a point ends the game", CHANCE
    ),
    Option(
        "ends", "E on the first levels of the tree: 1, 2, … with commas; --E from there on", numbers(0, 1, MOST_LEVELS)
    ).but(label="E on the first levels", hint="levels 1, 2, …: 0.3,0.5; below them E", wide=True, long=True),
    decimal("A", "A: split ratio", "the constant split ratio, from 0.5 to 1", 0.5, 1).shown(
        "the share of the high branch; the mean where ratios vary", SHARE
    ),
    radios("ratio", "Split ratios", RATIOS_TEXT, RATIOS, "constant", wide=True).but(radios=False),
    Option("shares", SHARES_TEXT, numbers(0, 1, MOST_BRANCHES), label="Shares of the branches").but(
        hint="instead of A, for more than two: 0.5,0.3,0.2", wide=True, long=True
    ),
    decimal("value", "Value", "the value of the split point where play begins, 0 to 1", 0, 1, "1").shown(
        "of the point where play begins", CHANCE
    ),
)
TOP, STEP = group(
    DRIFT,
    decimal("top", "T: top", "drift form: T, the value of the top, 0 to 1", 0, 1).shown("the value of the top", CHANCE),
    decimal("step", "D: step", "drift form: D, half the (mean) distance between branches, 0 to 1", 0, 1).shown(
        "branches are C + D and C − D", (0, 0.5, 0.01)
    ),
)
MEAN = A.but(help="the mean split ratio, from 0.5 to 1", required=True)
OF_TREES = (END, ENDS, A, RATIO, SHARES, VALUE, TOP, STEP)
TWO_FORMS = FORM.but(help="dependent or independent form", read=word("tsi", "tsd"), choices=("tsi", "tsd"))

METHOD, _, SEED = PLAYING = group(
    THE_METHOD,
    radios(
        "method",
        "How",
        "exactly, or by playing games (drift form, --ratio uniform: games only)",
        {"exact": "exactly", "simulate": "by playing games"},
        "exact",
    ),
    GAMES,
    ANY_SEED.shown("the same seed, the same trees"),
)
(STRATEGY,) = group(
    WHO_PLAYS,
    Option("strategy", f"who plays: {_NAMED}", strategy_named(), required=True, words=WORDS | SEARCHES).but(
        label="Strategy", player=PLAYERS, wide=True
    ),
)
STEPPER = STRATEGY.but(read=strategy_named("unlimited"))


def who(text: str, *strategies: str) -> Option:
    """Return the option of one of a few strategies."""
    return STRATEGY.but(help=text, read=word(*strategies), choices=strategies)
