"""Answers that put the memo beside exact values: its diagrams, its theorems and its tables."""

from __future__ import annotations

from itertools import pairwise

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...options import either
from ...question import Parameters
from . import diagram as diagrams
from . import theorems
from .beside import COLUMNS, order, row
from .exact import ROUNDING
from .memo import DRIFT_TABLES, TABLES, Figure, Order
from .plies import MOST_VIEWS, views
from .rules import WEIGHING, plies
from .setting import setting_of

EVERY = "all"


def diagram(parameters: Parameters, budget: Budget) -> Answer:
    """Return an evaluation diagram: the places after each move with values and chances, and the moves between them."""
    strategy, rows = parameters["strategy"], parameters["rows"]
    setting = setting_of({**parameters, "value": 1.0}, strategy)
    trees = setting.trees
    if not trees.end:
        raise InputError("must be above 0", field="E")
    if trees.form == "tsd":
        if strategy not in diagrams.DEPENDENT:
            raise InputError(f"must be {either(diagrams.DEPENDENT)} in the dependent form", field="strategy")
        drawn = diagrams.dependent(strategy, trees.end, trees.ratio.mean, rows)
    else:
        depth = plies(strategy)
        if depth is not None and views(depth, 2) > MOST_VIEWS:
            raise InputError("must see at most 3 plies", field="strategy")
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
    """Return the memo's closed forms for these trees beside the recursion, and the order of theorem 3.3."""
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


def tables(parameters: Parameters, budget: Budget) -> Answer:
    """Return figures of the memo beside correct values; gains of weighing strategies are estimated."""
    asked, only = parameters["table"], parameters["only"]
    rows, errors, estimated = [], [], False
    for table, figure in [(name, each) for name in TABLES if asked in (name, EVERY) for each in TABLES[name]]:
        if isinstance(figure, Order):
            cells, error = order(figure, budget), 0.0
        else:
            found = row(figure, parameters["games"], parameters["seed"], budget, drift=table in DRIFT_TABLES)
            cells, error = found.cells(), found.error
        if only in (EVERY, cells[-1]):
            rows.append([*cells, table] if asked == EVERY else cells)
            errors.append(error)
            estimated = estimated or (isinstance(figure, Figure) and figure.strategy in WEIGHING)
    columns = [*COLUMNS, "table"] if asked == EVERY else list(COLUMNS)
    details = {"columns": columns, "errors": errors}
    return Answer(rows, "estimated" if estimated else "exact", max(errors, default=0.0), details)
