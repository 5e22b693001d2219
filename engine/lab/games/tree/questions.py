"""Tree Solitaire's questions to the lab."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ....errors import InputError
from ...answer import Answer, Known
from ...budget import Budget
from ...options import GAMES, SEED, Option, Reader, choice, either, flag, number, numbers, whole
from ...question import Game, Parameters, Question
from . import depreciation
from .ends import Ends
from .memo import DRIFT_TABLES, TABLES, Figure, Order
from .orders import ORDERS
from .play import FORMS, UNSEEN, Trees, share, simulate
from .ratio import SplitRatio
from .reading import VERDICTS
from .rules import MOST_LOOKS, MOST_PLIES, STEPPING, STRATEGIES, WEIGHING, looks_at_most, named, plies
from .upward import MOVERS, SEARCHES

if TYPE_CHECKING:
    from .counts import What
    from .exact import ExactChance

BOUND_MATTERS = 1e-8
ROUNDING = 1e-13  # of a formula or a power series, unless E is tiny
MOVES = 200
STEPS = 100
MOST_LEVELS = 30
MOST_BRANCHES = 12
TWO = 2
SUM_OF_SHARES = 1e-6
LEAST_END = 0.52  # for trees built as a whole
LAST_LEVEL = 10
ROWS = 4  # of a diagram
EVERY = "all"
RUNS = {"E": (0.0, 1.0), "A": (0.5, 1.0), "value": (0.0, 1.0), "top": (0.0, 1.0), "step": (0.0, 0.5)}  # curves over

_FORM = choice("form", "dependent or independent form, or the drift form of chapter 6", *FORMS, default="tsi")
_END = Option("E", "the chance that a point is an end point, from 0 to 1", number(0, 1), required=True)
_ENDS = Option(
    "ends", "E on the first levels of the tree: 1, 2, … with commas; --E from there on", numbers(0, 1, MOST_LEVELS)
)
_SHARES = Option(
    "shares",
    "instead of --A, for 2 to 12 branches: the shares of a value that they get, largest first",
    numbers(0, 1, MOST_BRANCHES),
)
_A = Option("A", "the constant split ratio, from 0.5 to 1", number(0.5, 1))
_MEAN = Option("A", "the mean split ratio, from 0.5 to 1", number(0.5, 1), required=True)
_RATIO = choice(
    "ratio",
    "constant, or uniform on 0.5 to 1; drift form: branches C+D and C-D, or drawn on ±3D",
    "constant",
    "uniform",
    default="constant",
)
_VALUE = Option("value", "the value of the split point where play begins, 0 to 1", number(0, 1), "1")
_TOP = Option("top", "drift form: T, the value of the top, 0 to 1", number(0, 1))
_STEP = Option("step", "drift form: D, half the (mean) distance between branches, 0 to 1", number(0, 1))


def strategy_named(*without: str) -> Reader:
    """Reads the name of a strategy: ``3hstrat``, also written ``xhstrat:3``."""

    def read(text: str) -> str:
        name = named(text)
        if name is None or name in without:
            if name:
                raise InputError(f"cannot be {name} here")
            raise InputError(f"must be {_NAMED}, not “{text[:40]}”")
        return name

    return read


def strategies() -> Reader:
    """Reads names of strategies with commas between."""
    one = strategy_named()

    def read(text: str) -> list[str]:
        return [str(one(part)) for part in text.split(",")]

    return read


_METHOD = choice(
    "method",
    "exactly, or by playing games (drift form, --ratio uniform: games only)",
    "exact",
    "simulate",
    default="exact",
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A strategy and the trees it plays on."""

    strategy: str
    trees: Trees


def win(parameters: Parameters, budget: Budget) -> Answer:
    """The chance to win."""
    setting = _setting(parameters, parameters["strategy"])
    if parameters["method"] == "simulate":
        return _simulated_win(setting, parameters, budget)
    found = _exact_win(setting, budget)
    known: Known = "exact" if found.error < BOUND_MATTERS else "bounded"
    return Answer(found.chance, known, found.error, {"route": found.route})


def gain(parameters: Parameters, budget: Budget) -> Answer:
    """How much more often one strategy wins than another, on the same trees."""
    setting, other = (_setting(parameters, parameters[name]) for name in ("strategy", "over"))
    if parameters["method"] == "simulate":
        if not setting.trees.end:
            return Answer(0.0)
        played = simulate(
            setting.trees, setting.strategy, parameters["games"], parameters["seed"], budget, other.strategy
        )
        chances = {"win": played.wins / played.games, "over_win": played.other_wins / played.games}
        return Answer(played.gain.mean, "estimated", played.gain.error, chances | _branches(setting.trees))
    first, second = _exact_win(setting, budget), _exact_win(other, budget)
    chances = {"win": first.chance, "over_win": second.chance}
    return Answer(first.chance - second.chance, "exact", first.error + second.error, chances)


def moves(parameters: Parameters, budget: Budget) -> Answer:
    """The chance to win on each of the first moves."""
    strategy, count = parameters["strategy"], parameters["moves"]
    setting = _setting(parameters, strategy)
    trees = setting.trees
    if parameters["outcome"] == "loss":
        return _losses(setting, parameters, budget)
    if parameters["method"] == "simulate":
        return _simulated_moves(setting, parameters, budget)
    if not trees.end:
        return Answer([0.0] * count)
    if plies(strategy):
        raise InputError(f"must be simulate for {strategy}", field="method")
    if trees.form == "drift" or strategy in WEIGHING:
        if strategy not in ("nostrat", "strat", "hstrat", "lstrat", "bstrat", *WEIGHING):
            raise InputError(
                f"must be simulate for {strategy} in the drift form: it may see a win long before reaching it",
                field="method",
            )
        return _walked_moves(setting, count, budget)
    from .series import by_move, value_at

    found = by_move(strategy, trees.ends, trees.ratio, count)
    chances = [value_at(each, trees.top, trees.form) for each in found]
    return Answer(chances, "exact", ROUNDING, {"sum": sum(chances)})


def factor(parameters: Parameters, budget: Budget) -> Answer:
    """The depreciation factor K(X)."""
    end, mean, value = parameters["E"], parameters["A"], parameters["value"]
    if not end:
        return Answer(0.0)
    return Answer(float(depreciation.factor(parameters["strategy"], end, mean, value)), "exact", ROUNDING)


def decide(parameters: Parameters, budget: Budget) -> Answer:
    """The choice of a weighing strategy if what it has seen splits."""
    strategy, end, mean = parameters["strategy"], parameters["E"], parameters["A"]
    high, low = parameters["high"], parameters["low"]
    ratios = (parameters["high_ratio"], parameters["low_ratio"])
    if low > high:
        raise InputError("must be at most the value of the high branch", field="low")
    if strategy == "bprime" and ratios[1] is None:
        raise InputError("is required for bprime, which also looks at the low branch", field="low-ratio")
    to_high = to_low = 0.0
    if end:
        to_high, to_low = map(float, depreciation.compared(strategy, end, mean, high, low, ratios))
    answer = "high" if depreciation.prefers_high(strategy, to_high, to_low) else "low"
    return Answer(answer, "exact", 0.0, {"high": to_high, "low": to_low, "tie": to_high == to_low})


def ranking(parameters: Parameters, budget: Budget) -> Answer:
    """All strategies that go from fork to fork, best first; with ``all`` also the others with an exact method."""
    ranked = [*STEPPING, *(parameters["also"] or ())]
    if parameters["all"]:
        weigh = parameters["ratio"] != "uniform" and not parameters["ends"] and not parameters["shares"]
        ranked += ["unlimited", *(WEIGHING if weigh else ())]
    ranked = list(dict.fromkeys(ranked))
    found = []
    for strategy in ranked:
        try:
            found.append((_exact_win(_setting(parameters, strategy), budget), strategy))
        except InputError as error:
            if error.field != "method":
                raise
            raise InputError(f"cannot have {strategy}: its chance is not known exactly here", field="also") from None
    found.sort(key=lambda each: -each[0].chance)
    rows = [[strategy, chance.chance] for chance, strategy in found]
    looks = {strategy: looks_at_most(strategy) for strategy in ranked}
    return Answer(rows, "exact", max(chance.error for chance, _ in found), {"looks": looks})


def looks(parameters: Parameters, budget: Budget) -> Answer:
    """The expected number of looks in a game."""
    return _counted("looks", parameters, budget)


def length(parameters: Parameters, budget: Budget) -> Answer:
    """The expected number of moves in a game."""
    return _counted("moves", parameters, budget)


def _counted(what: What, parameters: Parameters, budget: Budget) -> Answer:
    strategy = parameters["strategy"]
    setting = _setting(parameters, strategy)
    trees = setting.trees
    if not trees.end:
        raise InputError("must be above 0: else a game has no end", field="E")
    if parameters["method"] == "simulate":
        played = simulate(trees, strategy, parameters["games"], parameters["seed"], budget)
        found = played.looks if what == "looks" else played.moves
        error = max(found.error, 1 / played.games) if found.mean else 0.0
        return Answer(found.mean, "estimated", error, {"games": played.games, **_branches(trees)})
    if trees.form == "drift" or strategy in WEIGHING or plies(strategy):
        why = "in the drift form" if trees.form == "drift" else f"for {strategy}"
        raise InputError(f"must be simulate {why}", field="method")
    from .counts import TooLong, expected
    from .series import value_at

    try:
        series = expected(what, strategy, trees.ends, trees.ratio)
    except TooLong:
        raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None
    answer = value_at(series, trees.top, trees.form)
    return Answer(answer, "exact", ROUNDING * (1 + answer) / trees.end, {"at_a_fork": looks_at_most(strategy)})


def review(parameters: Parameters, budget: Budget) -> Answer:
    """What the moves of a played game cost."""
    from .plain import Tree
    from .review import read_record
    from .review import review as judge

    record = read_record(parameters["record"])
    tree = Tree(_setting({**parameters, "value": 1.0}, "strat").trees, parameters["seed"])

    @cache
    def best(value: float) -> float:
        places = {**parameters, "value": value}
        return max(_exact_win(_setting(places, strategy), budget).chance for strategy in STEPPING)

    return judge(tree, record, best, budget)


def search(parameters: Parameters, budget: Budget) -> Answer:
    """The expected looks of an unlimited search in a tree with a last level, and those of other orders."""
    from .orders import search as searched

    first = tuple(parameters["ends"] or ())
    found = {
        order: searched(order, parameters["form"], Ends(first, parameters["E"]), parameters["A"], parameters["levels"])
        for order in ORDERS
    }
    budget.spend(1, "all orders")
    asked = found[parameters["order"]]
    details = {
        "win": asked.win,
        "end_points": asked.end_points,
        "looks": {order: each.looks for order, each in found.items()},
    }
    return Answer(asked.looks, "exact", ROUNDING * max(asked.looks, 1.0), details)


def cutoff(parameters: Parameters, budget: Budget) -> Answer:
    """The share H/(H + L) up to which a weighing strategy may go low."""
    from .cutoffs import cut_off

    for name in ("E", "total"):
        if not parameters[name]:
            raise InputError("must be above 0", field=name)
    found = cut_off(parameters["strategy"], parameters["E"], parameters["A"], parameters["total"])
    details = {
        "high": found.share * parameters["total"],
        "high_ratio": found.high_ratio,
        "low_ratio": found.low_ratio,
    }
    return Answer(found.share, "exact", 1e-12, details)


def upward(game: int) -> Callable[[Parameters, Budget], Answer]:
    """The chance to win in game 1 or 2 of chapter 6."""

    def answer(parameters: Parameters, budget: Budget) -> Answer:
        from . import upward as trees

        end, strategy = parameters["E"], parameters["strategy"]
        low, high = parameters["lowest"], parameters["highest"]
        if low > high:
            raise InputError("must be at most --highest", field="lowest")
        details: dict[str, Any] = {}
        if end > LEAST_END:
            details["end_points_expected"] = 2 * end / (2 * end - 1)
        if game == TWO:
            details["spread_ratio"] = trees.spread_ratio(end)
        if parameters["method"] == "exact":
            if strategy in trees.SEARCHES:
                return Answer(trees.search_chance(end, (low + high) / 2), "exact", 1e-12, details)
            if game == TWO and low == high:
                # All points have the same value: theorem 6.1.
                level = Trees("drift", end, SplitRatio(0.5), low, 0.0)
                found = _exact_win(Setting(strategy, level), budget)
                return Answer(found.chance, "exact", found.error, details)
            raise InputError(
                "must be simulate, but for searches" + (" or equal values" if game == TWO else ""), field="method"
            )
        if end <= LEAST_END:
            raise InputError(f"must be above {LEAST_END}, for trees of a moderate size", field="E")
        played = trees.play(game, strategy, end, (low, high), parameters["games"], parameters["seed"], budget)
        details |= {
            "looks": played.looks.mean,
            "looks_error": played.looks.error,
            "end_points": played.end_points.mean,
            "end_points_error": played.end_points.error,
        }
        return Answer(played.chance.mean, "estimated", played.chance.error, details)

    return answer


def curve(parameters: Parameters, budget: Budget) -> Answer:
    """The chances of the strategies that go from fork to fork, as a function of one parameter of the trees."""
    against, steps = parameters["against"], parameters["steps"]
    _refuse(parameters, against, "is what the curve runs over: leave it out")
    if against == "A":
        _refuse(parameters, "shares", "is not for a curve over A")
    if against == "A" and parameters["ratio"] == "uniform":
        raise InputError("cannot be A with --ratio uniform, whose mean is 0.75", field="against")
    low, high = RUNS[against]
    rows, worst = [], 0.0
    for place in range(steps + 1):
        at = low + (high - low) * place / steps
        each = {**parameters, "value": 1.0 if parameters["value"] is None else parameters["value"], against: at}
        if each["E"] is None:
            raise InputError("is required", field="E")
        found = [_exact_win(_setting(each, strategy), budget) for strategy in STEPPING]
        rows.append([at, [chance.chance for chance in found]])
        worst = max(worst, *(chance.error for chance in found))
        budget.progress("following the curve", place / steps)
    return Answer(rows, "exact", worst, {"strategies": list(STEPPING)})


def tables(parameters: Parameters, budget: Budget) -> Answer:
    """Figures of the memo beside correct values; gains of weighing strategies are estimated."""
    from .beside import COLUMNS, order, row

    asked, only = parameters["table"], parameters["only"]
    rows, worst, estimated = [], 0.0, False
    for table, figure in [(name, each) for name in TABLES if asked in (name, EVERY) for each in TABLES[name]]:
        if isinstance(figure, Order):
            cells, error = order(figure, budget), 0.0
        else:
            found = row(figure, parameters["games"], parameters["seed"], budget, drift=table in DRIFT_TABLES)
            cells, error = found.cells(), found.error
        if only in (EVERY, cells[-1]):
            rows.append([*cells, table] if asked == EVERY else cells)
            worst = max(worst, error)
            estimated = estimated or (isinstance(figure, Figure) and figure.strategy in WEIGHING)
    columns = [*COLUMNS, "table"] if asked == EVERY else list(COLUMNS)
    return Answer(rows, "estimated" if estimated else "exact", worst, {"columns": columns})


def diagram(parameters: Parameters, budget: Budget) -> Answer:
    """An evaluation diagram: the places after each move with their values and chances, and the moves between them."""
    from . import diagram as diagrams

    strategy, rows = parameters["strategy"], parameters["rows"]
    setting = _setting({**parameters, "value": 1.0}, strategy)
    trees = setting.trees
    if not trees.end:
        raise InputError("must be above 0", field="E")
    if trees.form == "tsd":
        if strategy not in diagrams.DEPENDENT:
            raise InputError(f"must be {either(diagrams.DEPENDENT)} in the dependent form", field="strategy")
        drawn = diagrams.dependent(strategy, trees.end, trees.ratio.mean, rows)
    else:
        drawn = diagrams.lattice(strategy, trees, rows, budget)
    details = {
        "columns": ["row", "number", "value", "reached"],
        "lines": [[each.row, each.number, each.to, each.chance] for each in drawn.lines],
        "line_columns": ["row", "number", "to", "chance"],
        "wins": drawn.wins,
    }
    places = [[each.row, each.number, each.value, each.reached] for each in drawn.places]
    return Answer(places, "exact", ROUNDING, details)


def theorem(parameters: Parameters, budget: Budget) -> Answer:
    """The memo's closed forms for these trees beside the recursion, and the order of theorem 3.3."""
    from . import theorems

    end, ratio, top = parameters["E"], parameters["A"], parameters["top"]
    for name, value in (("E", end), ("top", top)):
        if not value:
            raise InputError("must be above 0", field=name)
    rows = theorems.rows(end, ratio, top, budget)
    chances = {
        strategy: value for _, strategy, of, _, value, _ in rows[: len(theorems.DEPENDENT)] if of == theorems.WIN
    }
    order = sorted(("strat", "hstrat", "lstrat"), key=chances.__getitem__, reverse=True)
    apart = [chances[one] - chances[other] for one, other in pairwise(order)]
    details = {
        "columns": list(theorems.COLUMNS),
        "order": order,
        "relations": ["=" if difference < 1e-12 + 1e-15 / end else ">" for difference in apart],
        "lead": theorems.lead(end, ratio),
        "lead_formula": "E(SB)^2 / ((1 - SA)(1 - S(A + BE)))",
    }
    return Answer(rows, "exact", 1e-12 + 1e-15 / end, details)


def _setting(parameters: Parameters, strategy: str) -> Setting:
    """The strategy and trees asked about. Raises InputError if options do not fit together."""
    form, end = parameters.get("form", "tsi"), parameters["E"]
    uniform = parameters.get("ratio") == "uniform"
    first = tuple(parameters.get("ends") or ())
    if first and strategy in WEIGHING:
        raise InputError(f"is not for {strategy}, whose factors are for the same E everywhere", field="ends")
    if form == "drift":
        return Setting(strategy, _drifting(parameters, first))
    for name in ("top", "step"):
        _refuse(parameters, name, "is for the drift form only: --form drift")
    if form == "tsd" and parameters["value"] != 1:
        raise InputError("must be 1 in the dependent form, where the one win is below the top", field="value")
    if uniform:
        _refuse(parameters, "A", "is not for --ratio uniform, whose mean is 0.75")
        _refuse(parameters, "shares", "is not for --ratio uniform, which is for two branches")
        ratio = SplitRatio(None)
    else:
        ratio = _constant(parameters)
    if len(ratio.shares) > TWO and strategy in WEIGHING:
        raise InputError(f"must be two for {strategy}, whose factors are for two branches", field="shares")
    return Setting(strategy, Trees(form, end, ratio, parameters["value"], first_ends=first))


def _drifting(parameters: Parameters, first: tuple[float, ...]) -> Trees:
    """The trees of the drift form."""
    uniform = parameters.get("ratio") == "uniform"
    top, step = parameters.get("top"), parameters.get("step")
    for name in ("A", "shares"):
        _refuse(parameters, name, "is not for the drift form, whose values do not split")
    if uniform and parameters.get("method") != "simulate":
        raise InputError(
            "must be constant in the drift form, which takes branches C+D and C-D:"
            " trees with random branches on ±3D can only be simulated (--method simulate)",
            field="ratio",
        )
    if parameters["value"] != 1:
        raise InputError("is not for the drift form; --top is the value there", field="value")
    for name, value in (("top", top), ("step", step)):
        if value is None:
            raise InputError("is required for the drift form", field=name)
    assert top is not None
    assert step is not None
    return Trees("drift", parameters["E"], SplitRatio(None if uniform else 0.5), top, step, first)


def _constant(parameters: Parameters) -> SplitRatio:
    """The same shares at each fork, from ``A`` or ``shares``."""
    constant, shares = parameters["A"], parameters.get("shares")
    if shares is None:
        if constant is None:
            raise InputError("is required, or --ratio uniform, or --shares", field="A")
        return SplitRatio(constant)
    _refuse(parameters, "A", "is not for --shares, the first of which it is")
    if len(shares) < TWO or sorted(shares, reverse=True) != shares or abs(sum(shares) - 1) > SUM_OF_SHARES:
        raise InputError("must be two or more numbers, largest first, with the sum 1", field="shares")
    return SplitRatio(shares[0]) if len(shares) == TWO else SplitRatio(shares[0], tuple(shares[1:]))


def _refuse(parameters: Parameters, name: str, why: str) -> None:
    if parameters.get(name) is not None:
        raise InputError(why, field=name)


def _exact_win(setting: Setting, budget: Budget) -> ExactChance:
    from .exact import chance_to_win

    return chance_to_win(setting.strategy, setting.trees, budget)


def _simulated_win(setting: Setting, parameters: Parameters, budget: Budget) -> Answer:
    if not setting.trees.end:
        return Answer(0.0, details={"note": "without end points no game ends"})
    played = simulate(setting.trees, setting.strategy, parameters["games"], parameters["seed"], budget)
    details = {"games": played.games, "wins": played.wins, **_branches(setting.trees)}
    searching = setting.strategy == "unlimited"
    if not searching or setting.trees.form == "tsd":
        details |= {"looks": played.looks.mean, "looks_error": played.looks.error}
    bias = UNSEEN if searching and setting.trees.form == "tsi" else 0.0
    if played.given_up:
        bias = played.given_up / played.games
        details["given_up"] = played.given_up
    return Answer(played.chance.mean, "estimated", played.chance.error + bias, details)


def _simulated_moves(setting: Setting, parameters: Parameters, budget: Budget) -> Answer:
    count = parameters["moves"]
    if not setting.trees.end:
        return Answer([0.0] * count)
    played = simulate(setting.trees, setting.strategy, parameters["games"], parameters["seed"], budget)
    shares = [share(wins, played.games) for wins in played.by_move[:count]]
    errors = [each.error for each in shares]
    return Answer(
        [each.mean for each in shares], "estimated", max(errors), {"errors": errors, **_branches(setting.trees)}
    )


def _branches(trees: Trees) -> dict[str, Any]:
    """Which kind of branches was simulated, if there are two kinds."""
    if trees.form != "drift":
        return {}
    return {"branches": "C plus two draws, uniform on ±3D" if trees.drawn else "C+D and C-D"}


def _losses(setting: Setting, parameters: Parameters, budget: Budget) -> Answer:
    """The chance to lose on each of the first moves, of all ways down."""
    from .exact import values_of
    from .walk import walk

    trees, strategy, count = setting.trees, setting.strategy, parameters["moves"]
    if parameters["method"] == "simulate":
        raise InputError("must be exact for losses", field="method")
    if trees.form == "tsd" or trees.ratio.constant is None or len(trees.ratio.shares) > TWO or plies(strategy):
        raise InputError(
            "must be win, but in the independent form with constant A and in the drift form, without plies",
            field="outcome",
        )
    if not trees.end:
        return Answer([0.0] * count)
    found = walk(strategy, trees.ends, values_of(strategy, trees), budget, moves=count).lost
    chances = found + [0.0] * (count - len(found))
    return Answer(chances, "exact", ROUNDING, {"sum": sum(chances)})


def _walked_moves(setting: Setting, count: int, budget: Budget) -> Answer:
    from .exact import values_of
    from .walk import walk

    found = walk(setting.strategy, setting.trees.ends, values_of(setting.strategy, setting.trees), budget, moves=count)
    chances = found.by_move + [0.0] * (count - len(found.by_move))
    return Answer(chances, "exact", ROUNDING, {"sum": sum(chances)})


_NAMED = (
    f"{either(STRATEGIES)}, or Xhstrat, Xlstrat with X from 1 to {MOST_LOOKS}, or Dply with D from 1 to {MOST_PLIES}"
)
_WHO = f"who plays: {_NAMED}"
_STRATEGY = Option("strategy", _WHO, strategy_named(), required=True)
_STEPPER = Option("strategy", _WHO, strategy_named("unlimited"), required=True)
_SHARED = (_END, _ENDS, _A, _RATIO, _SHARES, _VALUE, _TOP, _STEP)
_HIGH = Option("high", "the high branch's value", number(0, 1), required=True)
_LOW = Option("low", "the low branch's value", number(0, 1), required=True)
_HIGH_RATIO = Option("high-ratio", "the high branch's split ratio", number(0.5, 1), required=True)
_LOW_RATIO = Option("low-ratio", "the low branch's split ratio; hprime has not looked there", number(0.5, 1))
_ALSO = Option("also", "further strategies, with commas: 3lstrat,2ply", strategies())
_ALL = flag("all", "include the strategies that weigh or search, if there is an exact method")
_AGAINST = choice("against", "the variable: E, A, value, top (T) or step (D, to 0.5)", *RUNS, required=True)
_ANY_END = Option("E", "the chance that a point is an end point, unless the curve runs over it", number(0, 1))
_ANY_VALUE = Option("value", "the value of the split point where play begins, 0 to 1; 1 if left out", number(0, 1))
_POINTS = Option("steps", "steps along the curve", whole(1, STEPS), "20")
_OUTCOME = choice("outcome", "how the game ends: with a win or a loss", "win", "loss", default="win")
_COUNT = Option("moves", "how many moves", whole(1, MOVES), "10")

GAME = Game(
    "tree",
    "Tree Solitaire",
    "random game trees, and the gain from looking ahead in them",
    (
        Question(
            "win",
            "the chance to win",
            (_FORM, _STRATEGY, *_SHARED, _METHOD, GAMES, SEED),
            win,
            "chance",
            example={"strategy": "inflstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "moves",
            "the chance to win, or to lose, on move 1, 2, …",
            (_FORM, _STEPPER, _OUTCOME, *_SHARED, _COUNT, _METHOD, GAMES, SEED),
            moves,
            example={"strategy": "lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "length",
            "the expected number of moves in a game",
            (_FORM, _STEPPER, *_SHARED, _METHOD, GAMES, SEED),
            length,
            "moves",
            example={"strategy": "lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "looks",
            "the expected number of looks in a game",
            (_FORM, _STEPPER, *_SHARED, _METHOD, GAMES, SEED),
            looks,
            "looks",
            example={"strategy": "2lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "gain",
            "how much more often one strategy wins than another",
            (
                _FORM,
                _STRATEGY,
                Option("over", "the other strategy, named likewise", strategy_named(), required=True),
                *_SHARED,
                _METHOD,
                GAMES,
                SEED,
            ),
            gain,
            example={"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "ranking",
            "the strategies that go from fork to fork, best first",
            (_FORM, *_SHARED, _ALSO, _ALL),
            ranking,
            example={"E": "0.5", "A": "0.75"},
        ),
        Question(
            "review",
            "what the moves of a played game cost in all, in chance to win",
            (
                Option("record", "looks and way of each move, - for no look: h.hh:h,-:l", str, required=True),
                choice("form", "independent or dependent form", "tsi", "tsd", default="tsi"),
                _END,
                _A,
                _RATIO,
                replace(SEED, help="the seed of the tree"),
            ),
            review,
            "chance",
            example={"record": "-:l", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "curve",
            "the chances to win against E, A, the value, T or D",
            (_FORM, _AGAINST, _ANY_END, _ENDS, _A, _RATIO, _SHARES, _ANY_VALUE, _TOP, _STEP, _POINTS),
            curve,
            example={"against": "E", "A": "0.75"},
        ),
        Question(
            "depreciation",
            "the depreciation factor K(X) of chapter 5",
            (choice("strategy", "whose", "lstrat", "hstrat", "bstrat", required=True), _END, _MEAN, _VALUE),
            factor,
            example={"strategy": "lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "decide",
            "the choice of a weighing strategy if what it saw splits",
            (
                choice("strategy", "who decides", *WEIGHING, required=True),
                _END,
                _MEAN,
                _HIGH,
                _HIGH_RATIO,
                _LOW,
                _LOW_RATIO,
            ),
            decide,
            example={"strategy": "hprime", "E": "0.5", "A": "0.75", "high": "0.6", "high-ratio": "0.5", "low": "0.4"},
        ),
        Question(
            "cutoff",
            "the share of the high branch above which a weighing strategy never goes low",
            (
                choice("strategy", "whose", *WEIGHING, required=True),
                _END,
                _MEAN,
                Option("total", "H + L, the value of the fork, 0 to 1", number(0, 1), "1"),
            ),
            cutoff,
            example={"strategy": "bprime", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "search",
            "the expected looks until an unlimited search sees a win",
            (
                choice("form", "dependent or independent form", "tsi", "tsd", default="tsi"),
                choice(
                    "order",
                    "what is looked at next: the highest value, level by level, down high branches, or the lowest value",
                    *ORDERS,
                    default="best",
                ),
                _END,
                _ENDS,
                _MEAN,
                Option("levels", "the tree's last level, of end points only", whole(1, LAST_LEVEL), "8"),
            ),
            search,
            "looks",
            example={"E": "0.5", "A": "0.75"},
        ),
        *(
            Question(
                f"game{game}",
                f"chapter 6, game {game}: a split point's value is {what}",
                (
                    choice("strategy", "who plays, or a search", *MOVERS, *SEARCHES, required=True),
                    _END,
                    Option("lowest", "end points' values are uniform from this number", number(0, 1), "0"),
                    Option("highest", "to this one", number(0, 1), "1"),
                    _METHOD,
                    replace(GAMES, default="20000"),
                    SEED,
                ),
                upward(game),
                "chance",
                example={"strategy": "lowest" if game == 1 else "hstrat", "E": "0.7", "method": "simulate"},
            )
            for game, what in ((1, "the chance of a win below it"), (2, "the mean of its branches"))
        ),
        Question(
            "diagram",
            "an evaluation diagram: where a strategy may be after each move, and how likely",
            (
                _FORM,
                choice("strategy", "whose", *STEPPING, required=True),
                _END,
                _A,
                _TOP,
                _STEP,
                Option("rows", "how many moves", whole(1, ROWS), "3"),
            ),
            diagram,
            example={"form": "tsd", "strategy": "hstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "theorems",
            "the closed forms of theorems 3.1 to 3.3 and 6.1 beside the recursion",
            (_END, _MEAN, replace(_TOP, help="theorem 6.1: T, the value of all points, 0 to 1", default="0.5")),
            theorem,
            example={"E": "0.5", "A": "0.75"},
        ),
        Question(
            "tables",
            "a table of the memo beside the exact values",
            (
                choice(
                    "table",
                    "its number in the memo; 4.4b is its second table 4.4; all: every table",
                    *TABLES,
                    EVERY,
                    required=True,
                ),
                choice("only", "only figures of which this is the verdict", EVERY, *VERDICTS, default=EVERY),
                replace(GAMES, default="2000000"),
                SEED,
            ),
            tables,
            example={"table": "4.1"},
        ),
    ),
)
