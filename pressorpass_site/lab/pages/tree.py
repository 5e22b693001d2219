"""Tree Solitaire: all strategies side by side, charts of their chances, the memo's tables, chapters 5 and 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine import formatting
from engine.lab import Question
from engine.lab.games.tree.depreciation import factor
from engine.lab.games.tree.memo import DRIFT
from engine.lab.games.tree.plies import MOST_VIEWS, views
from engine.lab.games.tree.rules import WEIGHING, named, plies

from .. import controls
from .. import tree_words as words
from ..labels import AnswerView, chance, digits
from . import tree_diagram
from .pairings import simulated
from .review import review
from .shared import AnswerPending, lab_result, query
from .tree_picture import draw
from .tree_review import WORDS as REVIEW_WORDS

MEMO = {"E": "0.5", "A": "0.75"}  # the memo's standard trees
DEEP = {"form": "drift", "E": "0.5", "top": DRIFT[0], "step": "1/6"}
TREES = ("form", "E", "ends", "A", "ratio", "shares", "value", "top", "step")
BLIND = [words.strategy(name).title for name in ("nostrat", "strat")]
FACTORS = {"lstrat": "K_L", "hstrat": "K_H", "bstrat": "K_B"}


@dataclass(frozen=True)
class StrategyRow:
    """A strategy's chances: for each form the text, the length of the bar and all digits; None where unknown."""

    strategy: words.Strategy
    chances: list[tuple[str, float, str] | None]
    asked: bool


@dataclass(frozen=True)
class MemoRow:
    """A figure of the memo beside the correct value; `slip` if it counts against the memo."""

    cells: list[str]
    memo: str
    value: str
    difference: str
    remark: str
    slip: bool


# The lesson of the curves, by the option on their axis.
LESSONS = {
    "E": "The more points are end points, the more often every strategy wins.",
    "A": "The more uneven the forks, the more often every strategy wins that goes by values, and the less looking adds.",
    "value": "All chances grow with the value; only those of strategies that never look grow in proportion to it.",
    "top": "All chances grow with the value of the top.",
    "step": "The further the branches drift apart, the more often every strategy wins that goes by their values.",
}
# At E = 0 no game ends, which is not the limit of ever longer games: the picture begins beyond it.
DRIFTING_LESSON = (
    "The fewer points are end points, the longer there is to look and to climb: "
    "cautious strategies such as HSTRAT and BSTRAT win more often."
)
_NO_DIGIT = 0.3  # the error of a number as a part of it, beyond which no digit is known
GAIN_LESSON = "How far a line is above 0 is what that strategy’s looks are worth."


@dataclass(frozen=True)
class Sheet:
    """An answer that is a table: its name, the heads of its columns, its rows, a sentence below and a headline."""

    name: str
    head: list[str]
    rows: list[list[str]]
    note: str = ""
    headline: str = ""


def context(request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of the page for this question and its answer."""
    shown: dict[str, Any] = {}
    asked: Mapping[str, Any] = view.asked.parameters if view else {}
    options = view.asked.options if view else {}
    shown |= {"links": _links(), "memo_tables": _tables(asked.get("table", ""))}
    name = question.name
    drifts = asked.get("form") == "drift" or asked.get("table", "").startswith("6")
    parts: list[Callable[[], dict[str, Any]]] = []
    if name in ("win", "moves", "gain", "ranking", "looks", "length"):
        parts.append(lambda: _strengths(asked, options))
    if name in ("depreciation", "decide") or asked.get("table", "").startswith("5"):
        parts.append(lambda: _factors(options if name != "tables" else MEMO, asked.get("value")))
    if drifts:
        parts.append(_caution)
    elif name in ("win", "gain", "ranking"):
        parts.append(lambda: _usual_curve(options))
    if view and name in ("win", "gain") and view.certainty == "exact":
        parts.append(lambda: _simulated(view))
    if view and name in _OF_ANSWER:
        shown |= _OF_ANSWER[name](view)
    for part in parts:
        try:
            shown |= part()
        except AnswerPending as waiting:
            shown["not_yet"] = waiting.row
    return shown


def _simulated(view: AnswerView) -> dict[str, Any]:
    """Return the comparison with simulated games."""
    name = view.asked.question.name

    def told(estimate: float, error: float) -> str:
        if name == "win":
            return f"It wins {chance(estimate, error, 'estimated')}"
        return f"{formatting.points_within(estimate, error, tell_apart=True)} points"

    options = {option: text for option, text in view.asked.options.items() if option not in ("method", "games")}
    return simulated("tree", name, {**options, "method": "simulate"}, view.answer, told)


def _strengths(asked: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return all strategies on the question's trees, the independent and the dependent form side by side."""
    common = _trees(options)
    also = [asked[name] for name in ("strategy", "over") if asked.get(name) and _is_exact(asked[name], common)]
    also += [name for name in asked.get("also") or () if name not in also]
    if also:
        common["also"] = ",".join(also)
    if asked.get("form") == "drift":
        forms, rankings = ["Drift"], [lab_result("tree", "ranking", **common)]
    else:
        whole = asked.get("value", 1.0) == 1.0
        forms = ["TSI", "TSD"] if whole else ["TSI"]
        common.pop("form", None)
        rankings = [lab_result("tree", "ranking", **common, all="1", form=form.lower()) for form in forms]
    errors = [each["error"] for each in rankings]
    chances = [dict(each["answer"]) for each in rankings]
    rows = [
        StrategyRow(
            words.strategy(strategy),
            [
                None
                if found.get(strategy) is None
                else (
                    chance(found[strategy], error, "exact"),
                    round(100 * found[strategy], 2),
                    digits(found[strategy], max(error, 1e-9)),
                )
                for found, error in zip(chances, errors, strict=True)
            ],
            strategy in (asked.get("strategy"), asked.get("over")),
        )
        for strategy in chances[0]
    ]
    drawn = asked.get("form") == "drift" and asked.get("ratio") == "uniform"
    return {"strengths": rows, "forms": forms, "trees": _tree_words(common), "drawn": drawn}


def _is_exact(strategy: str, trees: Mapping[str, str]) -> bool:
    """Return whether a strategy that is not in every ranking has an exact chance on these trees."""
    if strategy in words.STRATEGIES:
        return False
    depth = plies(strategy)
    if depth is None:
        return True
    pair = trees.get("ratio") != "uniform" and "shares" not in trees and trees.get("form") != "drift"
    return pair and views(depth, 2) <= MOST_VIEWS


def _usual_curve(options: Mapping[str, str]) -> dict[str, Any]:
    trees = {name: text for name, text in _trees(options).items() if name in ("form", "ends", "A", "ratio", "shares")}
    found = lab_result("tree", "curve", **trees, against="E")
    shown = _curve(found["answer"], found["details"]["strategies"], "E", found["error"])
    return {
        **shown,
        "curve_address": reverse("lab:question", args=["tree", "curve"]) + query({**trees, "against": "E"}),
    }


def _answer_curve(view: AnswerView) -> dict[str, Any]:
    answer, against = view.answer, view.asked.parameters["against"]
    lesson = LESSONS[against]
    if against == "E" and view.asked.parameters["form"] == "drift":
        lesson, answer = DRIFTING_LESSON, [row for row in answer if row[0]]
    return _curve(answer, view.details["strategies"], against, view.error, lesson)


def _curve(
    answer: list[list[Any]], strategies: list[str], against: str, error: float, lesson: str = ""
) -> dict[str, Any]:
    """Return the chart and its table, the strategies ordered by their chances in the middle."""
    places = [place for place, _ in answer]
    middle = answer[len(answer) // 2][1]
    order = sorted(range(len(strategies)), key=lambda each: -middle[each])
    lines = [(words.strategy(strategies[each]).title, [row[1][each] for row in answer]) for each in order]
    if len(places) < 2:
        return {}
    across = words.CURVES[against]
    picture = draw(f"The chance to win against {across}", lesson or LESSONS[against], across, places, lines)
    blind = dict(lines)[words.strategy("strat").title]
    gains = [(name, [each - none for each, none in zip(chances, blind, strict=True)]) for name, chances in lines]
    gains = [(name, gained) for name, gained in gains if name not in BLIND]
    gain = draw("What looking gains over STRAT, in points of chance", GAIN_LESSON, across, places, gains, unit="")
    rows = [(f"{place:.4g}", [chance(chances[each], error, "exact") for each in order]) for place, chances in answer]
    gain_rows = [
        (f"{place:.4g}", [formatting.points(gained[at], max(error, 1e-9)) for _, gained in gains])
        for at, place in enumerate(places)
    ]
    return {"picture": picture, "picture_rows": rows, "gained": gain, "gained_rows": gain_rows}


def _factors(options: Mapping[str, str], value: float | None) -> dict[str, Any]:
    """Return chapter 5: K for three values, beside the actual value of a point."""
    trees = {name: options.get(name, usual) for name, usual in MEMO.items()}
    end, mean = (_number(trees[name]) for name in ("E", "A"))
    if not end:
        return {}
    rows = []
    for at in sorted({1.0, 0.1, *([value] if value else [])}, reverse=True):
        really = dict(lab_result("tree", "ranking", **trees, value=f"{at:.9g}")["answer"])
        cells = [
            (digits(float(factor(strategy, end, mean, at)), 1e-6), digits(really[strategy] / at, 1e-6))
            for strategy in FACTORS
        ]
        rows.append((f"{at:.4g}", cells))
    dependent = dict(lab_result("tree", "ranking", **trees, form="tsd")["answer"])
    zero = [
        (digits(float(factor(strategy, end, mean, 0)), 1e-6), digits(dependent[strategy], 1e-6)) for strategy in FACTORS
    ]
    rows.append(("towards 0", zero))
    heads = [words.strategy(strategy).title for strategy in FACTORS]
    return {"factors": rows, "factor_heads": heads, "factor_trees": _tree_words(trees)}


def _caution() -> dict[str, Any]:
    """Return chapter 6: HSTRAT and LSTRAT in the drift form for all steps."""
    over = {name: value for name, value in DEEP.items() if name != "step"}
    found = lab_result("tree", "curve", **over, against="step")
    strategies = found["details"]["strategies"]
    kept = [strategies.index(name) for name in ("bstrat", "hstrat", "lstrat", "strat")]
    lines = [(words.strategy(strategies[each]).title, [row[1][each] for row in found["answer"]]) for each in kept]
    places = [place for place, _ in found["answer"]]
    rows = [
        (f"{place:.4g}", [chance(row[each], found["error"], "exact") for each in kept])
        for place, row in found["answer"]
    ]
    return {
        "caution": draw(
            "Drift: the chance to win against D, from T = ½ with E = ½",
            "Where values drift instead of shrinking, looking high (HSTRAT) wins more often than looking low (LSTRAT).",
            words.CURVES["step"],
            places,
            lines,
        ),
        "caution_rows": rows,
    }


def _moves(view: AnswerView) -> dict[str, Any]:
    """Return the chance to win on each move, the cumulative chance, and the ratio to the previous move."""
    total, before, last_error, by_then, rows = 0.0, 0.0, 0.0, 0.0, []
    games = view.asked.parameters["games"] if view.certainty == "estimated" else 0
    most = max([*view.answer, 1e-300])
    errors = view.details.get("errors") or [view.error] * len(view.answer)
    for move, (each, error) in enumerate(zip(view.answer, errors, strict=True), 1):
        total += each
        ratio = _ratio(each, error, before, last_error) if before > 0 and each > 0 else ""
        by_then = (total * max(1 - total, 0.0) / games) ** 0.5 if games else max(move * error, 5e-7)
        share = round(100 * each / most, 2)
        rows.append(
            (
                move,
                digits(each, max(error, 1e-9), view.certainty),
                share,
                digits(total, max(by_then, 1e-9), view.certainty),
                ratio,
            )
        )
        before, last_error = each, error
    ended = "lost" if view.asked.parameters["outcome"] == "loss" else "won"
    return {
        "moves": rows,
        "moves_ended": ended,
        "moves_sum": chance(min(total, 1.0), max(by_then, 1e-9), view.certainty),
    }


def _ratio(chance_now: float, error: float, chance_before: float, error_before: float) -> str:
    """Return a chance divided by the one before, with the digits that their errors leave; "" if they leave none."""
    relative = ((error / chance_now) ** 2 + (error_before / chance_before) ** 2) ** 0.5
    if relative > _NO_DIGIT:
        return ""
    return digits(chance_now / chance_before, max(relative * chance_now / chance_before, 1e-4))


def _gain(view: AnswerView) -> dict[str, Any]:
    details, asked = view.details, view.asked.parameters
    names = [words.strategy(asked[name]).title for name in ("strategy", "over")]
    if "win" not in details:
        return {"gain": formatting.points(view.answer, view.error), "gain_names": names}
    error = view.error if view.certainty == "exact" else (details["win"] * (1 - details["win"]) / asked["games"]) ** 0.5
    both = [chance(details[name], error, view.certainty) for name in ("win", "over_win")]
    return {"gain": formatting.points(view.answer, view.error), "gain_names": names, "gain_chances": both}


def _decide(view: AnswerView) -> dict[str, Any]:
    values = [digits(view.details[name], 1e-9) for name in ("high", "low")]
    return {"branch_values": values, "tie": view.details["tie"]}


def _ranking(view: AnswerView) -> dict[str, Any]:
    strategy, best = view.answer[0]
    return {"best": words.strategy(strategy).title, "best_chance": chance(best, view.error, view.certainty)}


def _memo(view: AnswerView) -> dict[str, Any]:
    """Return a table of the memo, figure by figure."""
    number = view.asked.parameters["table"]
    found = [dict(zip(view.details["columns"], row, strict=True)) for row in view.answer]
    columns = [name for name in ("table", "E", "A", "move") if any(_cell(row, name) for row in found)]
    # Answers stored before figures had errors of their own have one for all of them.
    errors = view.details.get("errors") or [None] * len(found)
    rows = [
        _row(row, columns, error or view.error, alone=error is not None)
        for row, error in zip(found, errors, strict=True)
    ]
    read = [row for row in found if row["verdict"] not in ("unreadable", "random")]
    return {
        "table": number,
        "table_title": words.TABLES[number],
        "table_columns": columns,
        "table_rows": rows,
        "table_read": len(read),
        "table_right": sum(row["verdict"] != "differs" for row in read),
        "table_slips": [row for row in rows if row.slip],
    }


def _row(row: dict[str, Any], columns: list[str], error: float, *, alone: bool) -> MemoRow:
    places = len(row["scan"].partition(".")[2])
    cells = [_cell(row, name) or ("uniform" if name == "A" else "") for name in columns]
    slip = row["verdict"] == "differs"
    if row["quantity"] == "order":
        order, correct = (_order(row[name]) for name in ("memo", "value"))
        return MemoRow(["", *cells], order, correct, "0" if not slip else "", row["remark"], slip)
    strategy, memo, difference = row["strategy"], row["memo"], row["difference"]
    estimated = any(name in strategy for name in WEIGHING)
    quantity = words.QUANTITIES.get(row["quantity"], "")
    near = row["verdict"] in ("agrees", "misread")
    return MemoRow(
        [f"{_strategy(strategy)} {quantity}".strip(), *cells],
        "" if memo is None else f"{memo:.{places}f}",
        digits(row["value"], error, "estimated") + (f" ± {error:.1g}" if alone else "")
        if estimated
        else f"{row['value']:.{max(places, 5) + 1}f}",
        ""
        if difference is None
        else ("0" if near else f"{difference:+.{max(places, 5)}f}".replace("-", formatting.MINUS)),
        row["remark"],
        slip,
    )


def _cell(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else value if isinstance(value, str) else f"{value:.3g}"


def _order(text: str) -> str:
    """Return text such as “inflstrat=infhstrat bstrat” in the memo's spelling."""
    ranks = [each.split("=") for each in text.split()]
    return ", ".join(" = ".join(words.strategy(name).title for name in rank) for rank in ranks)


def _search(view: AnswerView) -> dict[str, Any]:
    orders = controls.control("tree", "order").words
    looks = view.details["looks"]
    rows = [[orders[order].capitalize(), digits(looks[order], 1e-6)] for order in sorted(looks, key=looks.__getitem__)]
    note = (
        f"The search finds a win with chance {chance(view.details['win'], 1e-12, 'exact')}, and "
        f"{digits(view.details['end_points'], 1e-3)} of its looks are at end points. To look at the highest value first "
        "takes the fewest looks at end points, and so the fewest looks in a tree without a last level."
    )
    return {"sheet": Sheet("Orders", ["Looks at", "Expected looks"], rows, note, view.headline)}


def _theorems(view: AnswerView) -> dict[str, Any]:
    rows = [
        [theorem or "–", _strategy(strategy), of, formula, digits(closed, 1e-9), digits(recursion, 1e-9)]
        for theorem, strategy, of, formula, closed, recursion in view.answer
    ]
    first, *others = (words.strategy(name).title for name in view.details["order"])
    order = first + "".join(f" {sign} {name}" for sign, name in zip(view.details["relations"], others, strict=True))
    note = (
        f"Theorem 3.3, for these trees: {order}. LSTRAT is ahead of HSTRAT by {view.details['lead_formula']} = "
        f"{digits(view.details['lead'], 1e-9)} in the dependent form. S is 1 − E and B is 1 − A."
    )
    head = ["Theorem", "Strategy", "", "Formula", "Closed form", "Recursion"]
    return {"sheet": Sheet("Closed forms", head, rows, note)}


def _strategy(name: str) -> str:
    """Return text such as “bprime over bstrat” in the memo's spelling."""
    return " ".join(words.strategy(word).title if named(word) else word for word in name.split())


_OF_ANSWER = {
    "moves": _moves,
    "gain": _gain,
    "ranking": _ranking,
    "curve": _answer_curve,
    "decide": _decide,
    "review": lambda view: review(view.result, REVIEW_WORDS),
    "tables": _memo,
    "theorems": _theorems,
    "search": _search,
    "diagram": tree_diagram.context,
}


def _trees(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that describe the trees, the memo's by default, without those that have no exact chances."""
    found = {name: options[name] for name in TREES if name in options}
    if found.get("form") == "drift":
        return {name: text for name, text in found.items() if name not in ("A", "ratio", "value", "shares")}
    if "E" not in found:
        found["E"] = MEMO["E"]
    if "A" not in found and "shares" not in found and found.get("ratio") != "uniform":
        found["A"] = MEMO["A"]
    return found


def _tree_words(trees: Mapping[str, str]) -> str:
    parts = [f"E = {trees['E']}"]
    if "top" in trees:
        parts += [f"T = {trees['top']}", f"D = {trees['step']}", "branches C + D and C − D"]
    elif trees.get("ratio") == "uniform":
        parts.append("R uniform on ½ to 1")
    elif "shares" in trees:
        parts.append(f"shares {trees['shares'].replace(',', ', ')}")
    else:
        parts.append(f"A = {trees['A']}")
    if "ends" in trees:
        parts.append(f"E on the first levels {trees['ends'].replace(',', ', ')}")
    if trees.get("value", "1") != "1":
        parts.append(f"from a point of value {trees['value']}")
    return ", ".join(parts)


def _links() -> dict[str, str]:
    def address(question: str, **options: Any) -> str:
        return reverse("lab:question", args=["tree", question]) + query(options)

    return {
        "memo": address("tables", table="4.1"),
        "factors": address("depreciation", strategy="bstrat", **MEMO),
        "drift": address("win", strategy="hstrat", **DEEP),
        "drawn": address("win", strategy="hstrat", **DEEP, ratio="uniform", method="simulate"),
        "weigh": address("gain", strategy="hprime", over="hstrat", ratio="uniform", E="0.5", method="simulate"),
        "against_a": address("curve", against="A", E="0.5"),
        "against_value": address("curve", against="value", **MEMO),
        "against_tsd": address("curve", against="E", form="tsd", A="0.75"),
        "against_uniform": address("curve", against="E", ratio="uniform"),
    }


def _tables(now: str) -> list[tuple[str, str, str, bool]]:
    """Return the memo's tables: number, title, address and whether it is shown."""
    base = reverse("lab:question", args=["tree", "tables"])
    return [(number, title, f"{base}?table={number}", number == now) for number, title in words.TABLES.items()]


def _number(text: str) -> float:
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)
