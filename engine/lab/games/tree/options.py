"""The options that several of Tree Solitaire's questions share, and the strategies and trees read from them."""

from ....errors import InputError
from ...controls import NumberControl, PlayerControl
from ...options import (
    GAMES,
    THE_METHOD,
    Option,
    Reader,
    decimal,
    group,
    join_with_or,
    radios,
    shares_reader,
    word_reader,
)
from ...options import SEED as ANY_SEED
from ...question import Parameters
from .rules import MAX_LOOKS, MAX_PLIES, STRATEGIES, STRATEGIES_BY_NAME, WEIGHING, parse_strategy_name
from .trees import PAIR, SplitRatio, Trees

MAX_LEVELS, MAX_BRANCHES = 30, 12
_STRATEGY_NAMES = f"{join_with_or(STRATEGIES)}, or Xhstrat, Xlstrat with X from 1 to {MAX_LOOKS}, or Dply with D from 1 to {MAX_PLIES}"
WHO_PLAYS, THE_FORK, WHAT, THE_TREES, DRIFT = "Who plays", "The fork", "What is shown", "The trees", "The drift form"
CHANCE, SHARE = (0, 1, 0.05), (0.5, 1, 0.05)  # sliders
WORDS = {name: f"{strategy.title}: looks {strategy.looks}" for name, strategy in STRATEGIES_BY_NAME.items()}
SEARCHES = {"lowest": "Search: the lowest value first", "highest": "Search: the highest value first"}
PLAYERS = PlayerControl(
    {
        **{name: (words, ()) for name, words in WORDS.items()},
        "xhstrat": ("XHSTRAT: looks high, and high on, at X points", ("x",)),
        "xlstrat": ("XLSTRAT: looks low, and high on, at X points", ("x",)),
        "ply": ("Looks at all points down to a depth", ("plies",)),
    },
    {"x": NumberControl("X", 1, MAX_LOOKS, "3"), "plies": NumberControl("Plies", 1, MAX_PLIES, "2")},
)


def strategy_reader(*without: str) -> Reader:
    """Return a reader of a strategy's name: ``3hstrat``, also written ``xhstrat:3``."""

    def read(text: str) -> str:
        name = parse_strategy_name(text)
        if name is None or name in without:
            if name:
                raise InputError(f"cannot be {name} here, as it searches before it moves: see tree search")
            raise InputError(f"must be {_STRATEGY_NAMES}, not “{text[:40]}”")
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
    decimal(
        "E", "E: end points", "the chance that a point is an end point, from 0 to 1", 0, 1, required=True
    ).with_hint("the chance that a point ends the game", CHANCE),
    Option(
        "ends",
        "E on the first levels of the tree: 1, 2, … with commas; --E from there on",
        shares_reader(MAX_LEVELS),
    ).with_changes(label="E on the first levels", hint="levels 1, 2, …: 0.3,0.5; below them E", wide=True, long=True),
    decimal("A", "A: split ratio", "the constant split ratio, from 0.5 to 1", 0.5, 1).with_hint(
        "the share of the high branch; the mean where ratios vary", SHARE
    ),
    radios("ratio", "Split ratios", RATIOS_TEXT, RATIOS, "constant", wide=True).with_changes(radios=False),
    Option("shares", SHARES_TEXT, shares_reader(MAX_BRANCHES), label="Shares of the branches").with_changes(
        hint="instead of A, for more than two: 0.5,0.3,0.2", wide=True, long=True
    ),
    decimal("value", "Value", "the value of the split point where play begins, 0 to 1", 0, 1, "1").with_hint(
        "of the point where play begins", CHANCE
    ),
)
TOP, STEP = group(
    DRIFT,
    decimal("top", "T: top", "drift form: T, the value of the top, 0 to 1", 0, 1).with_hint(
        "the value of the top", CHANCE
    ),
    decimal("step", "D: step", "drift form: D, half the (mean) distance between branches, 0 to 1", 0, 1).with_hint(
        "branches are C + D and C − D", (0, 0.5, 0.01)
    ),
)
MEAN = A.with_changes(help="the mean split ratio, from 0.5 to 1", required=True)
OF_TREES = (END, ENDS, A, RATIO, SHARES, VALUE, TOP, STEP)
TWO_FORMS = FORM.with_changes(
    help="dependent or independent form", read=word_reader("tsi", "tsd"), choices=("tsi", "tsd")
)

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
    ANY_SEED.with_hint("the same seed, the same trees"),
)
(STRATEGY,) = group(
    WHO_PLAYS,
    Option(
        "strategy", f"who plays: {_STRATEGY_NAMES}", strategy_reader(), required=True, words=WORDS | SEARCHES
    ).with_changes(label="Strategy", player=PLAYERS, wide=True),
)
STEPPER = STRATEGY.with_changes(read=strategy_reader("unlimited"))


def strategy_option(text: str, *strategies: str) -> Option:
    return STRATEGY.with_changes(help=text, read=word_reader(*strategies), choices=strategies)


_MAX_SUM_ERROR = 1e-3  # of the shares, whose sum is 1


def read_trees(parameters: Parameters, *strategies: str) -> Trees:
    """Return the trees on which strategies play.

    Raises InputError: options do not fit together; ``field`` is one of their names.
    """
    form = parameters.get("form", "tsi")
    weighing = next((strategy for strategy in strategies if strategy in WEIGHING), None)
    first, end = _read_ends(parameters)
    if first and weighing:
        raise InputError(f"is not for {weighing}, whose factors are for the same E everywhere", field="ends")
    if form == "drift":
        return _read_drift_trees(parameters, end, first)
    for name in ("top", "step"):
        reject_option(parameters, name, "is for the drift form only: --form drift")
    if form == "tsd" and parameters["value"] != 1:
        raise InputError("must be 1 in the dependent form, where the one win is below the top", field="value")
    ratio = _read_ratio(parameters)
    if len(ratio.shares) > PAIR and weighing:
        raise InputError(f"must be two for {weighing}, whose factors are for two branches", field="shares")
    return Trees(form, end, ratio, parameters["value"], first_ends=first)


def _read_ends(parameters: Parameters) -> tuple[tuple[float, ...], float]:
    """Return E on the first levels, and on later levels; levels below one of end points only are dropped."""
    first, end = tuple(parameters.get("ends") or ()), parameters["E"]
    if 1.0 in first:
        first, end = first[: first.index(1.0)], 1.0
    if first and not end:
        raise InputError("must be above 0, unless E is 1 on a level of --ends: else some games have no end", field="E")
    return first, end


def _read_drift_trees(parameters: Parameters, end: float, first: tuple[float, ...]) -> Trees:
    uniform = parameters.get("ratio") == "uniform"
    for name in ("A", "shares"):
        reject_option(parameters, name, "is not for the drift form, whose values do not split")
    if uniform and parameters.get("method") != "simulate":
        raise InputError(
            "must be constant in the drift form, which takes branches C+D and C-D:"
            " trees with random branches on ±3D can only be simulated (--method simulate)",
            field="ratio",
        )
    if parameters["value"] != 1:
        raise InputError("is not for the drift form; --top is the value there", field="value")
    for name in ("top", "step"):
        if parameters.get(name) is None:
            raise InputError("is required for the drift form", field=name)
    return Trees("drift", end, SplitRatio(None if uniform else 0.5), parameters["top"], parameters["step"], first)


def _read_ratio(parameters: Parameters) -> SplitRatio:
    if parameters.get("ratio") == "uniform":
        reject_option(parameters, "A", "is not for --ratio uniform, whose mean is 0.75")
        reject_option(parameters, "shares", "is not for --ratio uniform, which is for two branches")
        return SplitRatio(None)
    constant, shares = parameters["A"], parameters.get("shares")
    if shares is None:
        if constant is None:
            raise InputError("is required, or --ratio uniform, or --shares", field="A")
        return SplitRatio(constant)
    reject_option(parameters, "A", "is not for --shares, the first of which it is")
    total = sum(shares)
    if len(shares) < PAIR or sorted(shares, reverse=True) != shares or abs(total - 1) > _MAX_SUM_ERROR * (1 + 1e-9):
        raise InputError("must be two or more numbers, largest first, with the sum 1", field="shares")
    first, *others = (share / total for share in shares)
    return SplitRatio(first) if len(shares) == PAIR else SplitRatio(first, tuple(others))


def reject_option(parameters: Parameters, name: str, why: str) -> None:
    if parameters.get(name) is not None:
        raise InputError(why, field=name)
