"""Questions about the memo: games 1 and 2 of chapter 6, its diagrams, theorems and tables."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ....errors import InputError
from ....formatting import MINUS
from ...answer import Answer
from ...budget import Budget
from ...exhibits import Badge, Exhibit, Link, Panel, Rows, Show, Text, folded
from ...exhibits import Diagram as Drawing
from ...found import Found, chance, digits, sentence
from ...options import GAMES, choice, decimal, either, group, integer
from ...question import Parameters, Question
from . import diagram as diagrams
from . import options as shared
from . import searches, shown, theorems, upward, words
from .beside import COLUMNS, order, row
from .exact import ROUNDING, chance_to_win
from .memo import DRIFT_TABLES, TABLES, Figure, Order
from .options import trees_of
from .plies import few_views
from .rules import STEPPING, WEIGHING, named, plies
from .trees import SplitRatio, Trees

LEAST_END = 0.52  # for trees built as a whole
EVERY = "all"
# Strategies that see no further than the branches.
NEAR = ("nostrat", "strat", "hstrat", "lstrat", "bstrat", "hprime", "bprime")


class Game1(Question):
    """Chapter 6, game 1: a split point's value is the chance of a win below it."""

    title = "Game 1: is there a win below?"
    line = "Values that say how likely a win is below"
    topic = "The memo"
    options = (
        shared.who("who plays, or a search", *STEPPING, *upward.SEARCHES),
        shared.END,
        *group(
            shared.THE_TREES,
            decimal("lowest", "Lowest value", "end points' values are uniform from this number", 0, 1, "0").shown(
                "of an end point", shared.CHANCE
            ),
            decimal("highest", "Highest value", "to this one", 0, 1, "1").shown("of an end point", shared.CHANCE),
        ),
        shared.METHOD,
        GAMES.but(default="20000"),
        shared.SEED,
    )
    unit = "chance"
    example = {"strategy": "lowest", "E": "0.7", "method": "simulate"}
    game = 1

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        end, strategy = parameters["E"], parameters["strategy"]
        low, high = parameters["lowest"], parameters["highest"]
        if low > high:
            raise InputError("must be at most --highest", field="lowest")
        details: dict[str, Any] = {}
        if end > LEAST_END:
            details["end_points_expected"] = 2 * end / (2 * end - 1)
        if self.game == 2:
            # The variance of a split point's value, divided by that of an end point's.
            details["spread_ratio"] = end / (1 + end)
        if parameters["method"] == "exact":
            if strategy in upward.SEARCHES:
                return Answer(searches.closed_form(end, (low + high) / 2), "exact", 1e-12, details)
            if self.game == 2 and low == high:
                # All points have the same value: theorem 6.1.
                level = Trees("drift", end, SplitRatio(0.5), low, 0.0)
                found = chance_to_win(strategy, level, budget)
                return Answer(found.chance, "exact", found.error, details)
            raise InputError(
                "must be simulate, but for searches" + (" or equal values" if self.game == 2 else ""), field="method"
            )
        if end <= LEAST_END:
            raise InputError(f"must be above {LEAST_END}, for trees of a moderate size", field="E")
        played = upward.play(self.game, strategy, end, (low, high), parameters["games"], parameters["seed"], budget)
        details |= {
            "looks": played.looks.mean,
            "looks_error": played.looks.error,
            "end_points": played.end_points.mean,
            "end_points_error": played.end_points.error,
        }
        return Answer(played.chance.mean, "estimated", played.chance.error, details)


class Game2(Game1):
    """Chapter 6, game 2: a split point's value is the mean of its branches."""

    title = "Game 2: values that are means"
    line = "Values that do not shrink on the way down"
    example = {"strategy": "hstrat", "E": "0.7", "method": "simulate"}
    game = 2


class Diagram(Question):
    """An evaluation diagram: where a strategy may be after each move, and how likely."""

    title = "Where may it be after each move?"
    line = "The memo’s evaluation diagrams"
    topic = "The memo"
    options = (
        *(shared.FORM, shared.STEPPER, shared.END, shared.A, shared.TOP, shared.STEP),
        *group(shared.WHAT, integer("rows", "Moves drawn", "how many moves", 1, 4, "3", slider=(1, 4))),
    )
    example = {"form": "tsd", "strategy": "hstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy, rows = parameters["strategy"], parameters["rows"]
        trees = trees_of({**parameters, "value": 1.0}, strategy)
        if not trees.end:
            raise InputError("must be above 0", field="E")
        if trees.form == "tsd":
            if strategy not in diagrams.DEPENDENT:
                raise InputError(f"must be {either(diagrams.DEPENDENT)} in the dependent form", field="strategy")
            drawn = diagrams.dependent(strategy, trees.end, trees.ratio.mean, rows)
        else:
            depth = plies(strategy)
            if depth is not None and not few_views(depth, 2):
                raise InputError("must see at most 3 plies", field="strategy")
            drawn = diagrams.lattice(strategy, trees, rows)
        details = {
            "columns": ["row", "number", "value", "reached"],
            "lines": list(map(list, drawn.lines)),
            "line_columns": ["row", "number", "to", "chance"],
            "wins": drawn.wins,
        }
        return Answer(list(map(list, drawn.places)), "exact", ROUNDING, details)

    def show(self, found: Found) -> Show:
        circles = [(row, value) for row, _, value, _ in found.answer]
        wins = ", ".join(f"on move {move}: {digits(won, 1e-6)}" for move, won in enumerate(found.details["wins"], 1))
        further = ""
        if found.asked["strategy"] not in NEAR:
            further = (
                " A win further down counts on the move that first goes towards it, and is not drawn on from there."
            )
        rows = [
            (str(row), str(number + 1), digits(value, 1e-6), chance(reached, 1e-12))
            for row, number, value, reached in found.answer
        ]
        lede = (
            "In a circle: the chance that the point is a win, if it is an end point. On a line: the chance to move that way "
            "from a point that splits."
        )
        yield Panel(
            found.question.line,
            (
                Text(Badge(found.known), " ", lede),
                Drawing(circles, [tuple(line) for line in found.details["lines"]]),
                Text(f"Chance to win {wins}.{further}"),
                folded(
                    ("After move", "Place, from the high side", "Value", "Chance to move there"),
                    rows,
                    "Evaluation diagram",
                ),
            ),
        )


class Theorems(Question):
    """The closed forms of theorems 3.1 to 3.3 and 6.1 beside the recursion."""

    title = "What do the theorems say?"
    line = "The memo’s closed forms beside the recursion"
    topic = "The memo"
    options = (
        shared.END,
        shared.MEAN,
        shared.TOP.but(help="theorem 6.1: T, the value of all points, 0 to 1", default="0.5"),
    )
    example = {"E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
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

    def show(self, found: Found) -> Show:
        rows = [
            (theorem or "–", _strategy(strategy), of, formula, digits(closed, 1e-9), digits(recursion, 1e-9))
            for theorem, strategy, of, formula, closed, recursion in found.answer
        ]
        first, *others = (words.strategy(name).title for name in found.details["order"])
        order = first + "".join(
            f" {sign} {name}" for sign, name in zip(found.details["relations"], others, strict=True)
        )
        note = (
            f"Theorem 3.3, for these trees: {order}. LSTRAT is ahead of HSTRAT by {found.details['lead_formula']} = "
            f"{digits(found.details['lead'], 1e-9)} in the dependent form. S is 1 − E and B is 1 − A."
        )
        heads = ("Theorem", "Strategy", "", "Formula", "Closed form", "Recursion")
        table = Rows(heads, rows, "Closed forms", worded=4)
        yield Panel(found.question.line, (Text(Badge(found.known), " ", found.how), table, Text(note, small=True)))


class Tables(Question):
    """A table of the memo beside the exact values."""

    title = "Are the memo’s tables right?"
    line = "The memo of 1968, figure by figure"
    topic = "The memo"
    options = (
        *group(
            shared.WHAT,
            choice(
                "table",
                "Table",
                "its number in the memo; 4.4b is its second table 4.4; all: every table",
                {number: f"{number}: {title}" for number, title in words.TABLES.items()},
                required=True,
                wide=True,
            ),
            choice("only", "Shown", "only figures of which this is the verdict", words.VERDICTS, EVERY, wide=True),
        ),
        GAMES.but(default="2000000"),
        shared.SEED,
    )
    example = {"table": "4.1"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        asked, only = parameters["table"], parameters["only"]
        rows, errors, estimated = [], [], False
        for table, figure in [(name, each) for name in TABLES if asked in (name, EVERY) for each in TABLES[name]]:
            if isinstance(figure, Order):
                cells, error = order(figure, budget), 0.0
            else:
                drift = table in DRIFT_TABLES
                cells, error = row(figure, parameters["games"], parameters["seed"], budget, drift=drift)
            if only in (EVERY, cells[-1]):
                rows.append([*cells, table] if asked == EVERY else cells)
                errors.append(error)
                estimated = estimated or (isinstance(figure, Figure) and figure.strategy in WEIGHING)
        columns = [*COLUMNS, "table"] if asked == EVERY else list(COLUMNS)
        details = {"columns": columns, "errors": errors}
        return Answer(rows, "estimated" if estimated else "exact", max(errors, default=0.0), details)

    def show(self, found: Found) -> Show:
        number = found.asked["table"]
        rows = [dict(zip(found.details["columns"], row, strict=True)) for row in found.answer]
        columns = [name for name in ("table", "E", "A", "move") if any(_cell(row, name) for row in rows)]
        # Answers stored before figures had errors of their own have one for all of them.
        errors = found.details.get("errors") or [None] * len(rows)
        cells = [
            _memo_row(row, columns, error or found.error, alone=error is not None)
            for row, error in zip(rows, errors, strict=True)
        ]
        read = [row for row in rows if row["verdict"] not in ("unreadable", "random")]
        right = sum(row["verdict"] != "differs" for row in read)
        headline = f"{right} of {len(read)} figures correct" if read else f"{len(rows)} figures from games"
        slips = [place for place, row in enumerate(rows) if row["verdict"] == "differs"]
        uncounted = "figures that are illegible, or that the memo found by playing games, are not counted"
        parts: list[Exhibit] = [found.number(headline, f"{found.how}; {uncounted}")]
        for place in slips:
            strategy, *_, memo, correct, _, remark = cells[place]
            parts.append(Text(f"Error: {strategy} {memo}, where {correct} is correct: {remark}."))
        title = words.TABLES[number]
        yield Panel(title if number == "all" else f"Table {number}: {title}", parts)
        others: list[Link | str] = []
        for each in words.TABLES:
            others += [" · " if others else "", Link(each, "tables", {"table": each}, "lab-answer")]
        heads = ("Strategy", *map(sentence, columns), "Memo", "Correct", "Difference", "Remark")
        note = (
            "“0” means correct to the memo’s last digit. The scan takes digits for one another: a figure counts as wrong only "
            "if no misread digit explains it; the remark then has the digits of the scan."
        )
        heading = "Every table" if number == "all" else f"Table {number}"
        caption = f"{heading}: the memo’s figure, the correct figure and the difference"
        table = Rows(heads, cells, caption, best=frozenset(slips))
        yield Panel(
            f"{heading}, figure by figure", (Text(*others), table, Text(note, small=True)), wide=True, anchor="memo"
        )
        if number.startswith("5"):
            yield from shown.all_of(shown.factors(shown.MEMO, None))
        if number.startswith("6"):
            yield from shown.all_of(shown.caution())


def _memo_row(row: Mapping[str, Any], columns: list[str], error: float, *, alone: bool) -> tuple[str, ...]:
    """Return a figure of the memo: what it is of, the memo's figure, the correct one, the difference, a remark."""
    places = len(row["scan"].partition(".")[2])
    cells = [_cell(row, name) or ("uniform" if name == "A" else "") for name in columns]
    if row["quantity"] == "order":
        order, correct = (_order(row[name]) for name in ("memo", "value"))
        return ("", *cells, order, correct, "–" if row["verdict"] == "differs" else "0", row["remark"])
    strategy, memo, difference = row["strategy"], row["memo"], row["difference"]
    if any(name in strategy for name in WEIGHING):
        value = digits(row["value"], error, "estimated") + (f" ± {error:.1g}" if alone else "")
    else:
        value = f"{row['value']:.{max(places, 5) + 1}f}"
    off = "–"
    if difference is not None:
        near = row["verdict"] in ("agrees", "misread")
        off = "0" if near else f"{difference:+.{max(places, 5)}f}".replace("-", MINUS)
    what = f"{_strategy(strategy)} {words.QUANTITIES.get(row['quantity'], '')}".strip()
    return (what, *cells, "–" if memo is None else f"{memo:.{places}f}", value, off, row["remark"])


def _cell(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else value if isinstance(value, str) else f"{value:.3g}"


def _order(text: str) -> str:
    """Return text such as “inflstrat=infhstrat bstrat” in the memo's spelling."""
    ranks = [each.split("=") for each in text.split()]
    return ", ".join(" = ".join(words.strategy(name).title for name in rank) for rank in ranks)


def _strategy(name: str) -> str:
    """Return text such as “bprime over bstrat” in the memo's spelling."""
    return " ".join(words.strategy(word).title if named(word) else word for word in name.split())
