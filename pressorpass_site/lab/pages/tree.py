"""Tree Solitaire: all strategies side by side, their chances as lines, the memo's tables, chapters 5 and 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine.lab import Question
from engine.lab.games.tree.depreciation import factor
from engine.lab.games.tree.memo import DRIFT, READ, TABLES
from engine.lab.games.tree.rules import WEIGHING
from pressorpass_site.core import formatting

from ..labels import Told, chance, digits
from . import tree_words as words
from .shared import NotYet, query, result
from .tree_picture import draw

MEMO = {"E": "0.5", "A": "0.75"}  # the trees that the memo comes back to
DEEP = {"form": "drift", "E": "0.5", "top": DRIFT[0], "step": "1/6"}
BLIND = [words.STRATEGIES[name].title for name in ("nostrat", "strat")]
FACTORS = {"lstrat": "K_L", "hstrat": "K_H", "bstrat": "K_B"}


@dataclass(frozen=True)
class Strength:
    """A strategy's chances: for each form how it is told, how long its bar is, all digits; None where unknown."""

    strategy: words.Strategy
    chances: list[tuple[str, float, str] | None]
    asked: bool


@dataclass(frozen=True)
class Row:
    """A figure of the memo and what it should be."""

    cells: list[str]
    memo: str
    value: str
    difference: str
    remark: str
    slip: bool


def context(request: HttpRequest, question: Question, told: Told | None) -> dict[str, Any]:
    """What the page shows for this question and its answer."""
    shown: dict[str, Any] = {"groups": words.groups(question)}
    asked: Mapping[str, Any] = told.asked.parameters if told else {}
    options = told.asked.options if told else {}
    shown |= {"links": _links(), "memo_tables": _tables(asked.get("table", ""))}
    name = question.name
    drifts = asked.get("form") == "drift" or asked.get("table", "").startswith("6")
    parts: list[Callable[[], dict[str, Any]]] = []
    if name in ("win", "moves", "gain", "ranking"):
        parts.append(lambda: _strengths(asked, options))
    if name in ("depreciation", "decide") or asked.get("table", "").startswith("5"):
        parts.append(lambda: _factors(options if name != "tables" else MEMO, asked.get("value")))
    if drifts:
        parts.append(_caution)
    elif name in ("win", "gain", "ranking"):
        parts.append(lambda: _usual_curve(options))
    if told and name in _TOLD:
        shown |= _TOLD[name](told)
    for part in parts:
        try:
            shown |= part()
        except NotYet as waiting:
            shown["not_yet"] = waiting.row
    return shown


def _strengths(asked: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """All strategies on the trees that are asked about, independent and dependent form side by side."""
    common = _trees(options)
    if asked.get("form") == "drift":
        forms, rankings = ["Drift"], [result("tree", "ranking", **common)]
    else:
        whole = asked.get("value", 1.0) == 1.0
        forms = ["TSI", "TSD"] if whole else ["TSI"]
        common.pop("form", None)
        rankings = [result("tree", "ranking", **common, all="1", form=form.lower()) for form in forms]
    errors = [each["error"] for each in rankings]
    chances = [dict(each["answer"]) for each in rankings]
    rows = [
        Strength(
            words.STRATEGIES[strategy],
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
    return {"strengths": rows, "forms": forms, "trees": _told_trees(common), "drawn": drawn}


def _usual_curve(options: Mapping[str, str]) -> dict[str, Any]:
    trees = {name: text for name, text in _trees(options).items() if name in ("form", "A", "ratio")}
    found = result("tree", "curve", **trees, against="E")
    shown = _curve(found["answer"], found["details"]["strategies"], "E", found["error"])
    return {
        **shown,
        "curve_address": reverse("lab:question", args=["tree", "curve"]) + query({**trees, "against": "E"}),
    }


def _told_curve(told: Told) -> dict[str, Any]:
    return _curve(told.answer, told.details["strategies"], told.asked.parameters["against"], told.error)


def _curve(answer: list[list[Any]], strategies: list[str], against: str, error: float) -> dict[str, Any]:
    """The picture and its table, the strategies in the order of their chances in the middle."""
    places = [place for place, _ in answer]
    middle = answer[len(answer) // 2][1]
    order = sorted(range(len(strategies)), key=lambda each: -middle[each])
    lines = [(words.STRATEGIES[strategies[each]].title, [row[1][each] for row in answer]) for each in order]
    if len(places) < 2:
        return {}
    across = words.CURVES[against]
    picture = draw(f"The chance to win against {across}", across, places, lines)
    blind = dict(lines)[words.STRATEGIES["strat"].title]
    gains = [(name, [each - none for each, none in zip(chances, blind, strict=True)]) for name, chances in lines]
    gains = [(name, gained) for name, gained in gains if name not in BLIND]
    gain = draw("What looking gains over STRAT, in points of chance", across, places, gains, unit="")
    rows = [(f"{place:.4g}", [chance(chances[each], error, "exact") for each in order]) for place, chances in answer]
    gain_rows = [
        (f"{place:.4g}", [formatting.points(gained[at], max(error, 1e-9)) for _, gained in gains])
        for at, place in enumerate(places)
    ]
    return {"picture": picture, "picture_rows": rows, "gained": gain, "gained_rows": gain_rows}


def _factors(options: Mapping[str, str], value: float | None) -> dict[str, Any]:
    """Chapter 5: K for three values, beside what a point is really worth."""
    trees = {name: options.get(name, usual) for name, usual in MEMO.items()}
    end, mean = (_number(trees[name]) for name in ("E", "A"))
    if not end:
        return {}
    rows = []
    for at in sorted({1.0, 0.1, *([value] if value else [])}, reverse=True):
        really = dict(result("tree", "ranking", **trees, value=f"{at:.9g}")["answer"])
        cells = [
            (digits(float(factor(strategy, end, mean, at)), 1e-6), digits(really[strategy] / at, 1e-6))
            for strategy in FACTORS
        ]
        rows.append((f"{at:.4g}", cells))
    dependent = dict(result("tree", "ranking", **trees, form="tsd")["answer"])
    zero = [
        (digits(float(factor(strategy, end, mean, 0)), 1e-6), digits(dependent[strategy], 1e-6)) for strategy in FACTORS
    ]
    rows.append(("towards 0", zero))
    heads = [words.STRATEGIES[strategy].title for strategy in FACTORS]
    return {"factors": rows, "factor_heads": heads, "factor_trees": _told_trees(trees)}


def _caution() -> dict[str, Any]:
    """Chapter 6: HSTRAT and LSTRAT in the drift form, whatever the step."""
    over = {name: value for name, value in DEEP.items() if name != "step"}
    found = result("tree", "curve", **over, against="step")
    strategies = found["details"]["strategies"]
    kept = [strategies.index(name) for name in ("bstrat", "hstrat", "lstrat", "strat")]
    lines = [(words.STRATEGIES[strategies[each]].title, [row[1][each] for row in found["answer"]]) for each in kept]
    places = [place for place, _ in found["answer"]]
    rows = [
        (f"{place:.4g}", [chance(row[each], found["error"], "exact") for each in kept])
        for place, row in found["answer"]
    ]
    return {
        "caution": draw(
            "Drift: the chance to win against D, from T = ½ with E = ½", words.CURVES["step"], places, lines
        ),
        "caution_rows": rows,
    }


def _moves(told: Told) -> dict[str, Any]:
    """The chance on each move, what has been won by then, and how it shrinks."""
    total, before, rows = 0.0, 0.0, []
    most = max([*told.answer, 1e-300])
    errors = told.details.get("errors") or [told.error] * len(told.answer)
    for move, (each, error) in enumerate(zip(told.answer, errors, strict=True), 1):
        total += each
        ratio = digits(each / before, 1e-4) if before > 0 else ""
        rows.append((move, digits(each, max(error, 1e-9), told.known), round(100 * each / most, 2), total, ratio))
        before = each
    shown = [(move, text, share, f"{whole:.6f}", ratio) for move, text, share, whole, ratio in rows]
    return {"moves": shown, "moves_sum": chance(min(total, 1.0), max(told.error * len(rows), 1e-9), told.known)}


def _gain(told: Told) -> dict[str, Any]:
    details, asked = told.details, told.asked.parameters
    names = [words.STRATEGIES[asked[name]].title for name in ("strategy", "over")]
    if "win" not in details:
        return {"gain": formatting.points(told.answer, told.error), "gain_names": names}
    error = told.error if told.known == "exact" else (details["win"] * (1 - details["win"]) / asked["games"]) ** 0.5
    both = [chance(details[name], error, told.known) for name in ("win", "over_win")]
    return {"gain": formatting.points(told.answer, told.error), "gain_names": names, "gain_chances": both}


def _decide(told: Told) -> dict[str, Any]:
    worth = [digits(told.details[name], 1e-9) for name in ("high", "low")]
    return {"worth": worth, "tie": told.details["tie"]}


def _ranking(told: Told) -> dict[str, Any]:
    strategy, best = told.answer[0]
    return {"best": words.STRATEGIES[strategy].title, "best_chance": chance(best, told.error, told.known)}


def _memo(told: Told) -> dict[str, Any]:
    """A table of the memo, figure by figure."""
    number = told.asked.parameters["table"]
    columns = [name for name in ("E", "A", "move") if any(_cell(row, name) for row in told.answer)]
    figures_read = [row[4] for row in told.answer if row[4] is not None]
    places = max(len(f"{figure:.10g}".partition(".")[2]) for figure in figures_read)
    rows = [_row(row, columns, places, told) for row in told.answer]
    read = sum(1 for row in rows if row.memo)
    right = sum(1 for row in rows if row.memo and row.difference == "0")
    return {
        "table": number,
        "table_title": words.TABLES[number],
        "table_columns": columns,
        "table_rows": rows,
        "table_read": read,
        "table_right": right,
        "table_slips": [row for row in rows if row.slip],
    }


def _row(row: list[Any], columns: list[str], places: int, told: Told) -> Row:
    strategy, _, _, _, memo, value, difference, remark = row
    estimated = any(name in strategy for name in WEIGHING)
    small = difference is None or abs(difference) <= 1.01 * 10.0**-places
    return Row(
        [_strategy(strategy), *(_cell(row, name) or ("uniform" if name == "A" else "") for name in columns)],
        "" if memo is None else f"{memo:.{places}f}",
        digits(value, told.error, "estimated") if estimated else f"{value:.6f}",
        ""
        if difference is None
        else ("0" if small and not estimated else f"{difference:+.{max(places, 5)}f}".replace("-", formatting.MINUS)),
        remark.replace(READ, "read with the exact value at hand: the scan is garbled"),
        any(word in remark for word in ("slip", "noise")),
    )


def _cell(row: list[Any], name: str) -> str:
    value = row[{"E": 1, "A": 2, "move": 3}[name]]
    return "" if value is None else f"{value:.3g}"


def _strategy(name: str) -> str:
    """“bprime over bstrat” as the memo would write it."""
    return " ".join(words.STRATEGIES[word].title if word in words.STRATEGIES else word for word in name.split())


_TOLD = {
    "moves": _moves,
    "gain": _gain,
    "ranking": _ranking,
    "curve": _told_curve,
    "decide": _decide,
    "tables": _memo,
}


def _trees(options: Mapping[str, str]) -> dict[str, str]:
    """Which trees with exact chances the options describe, the memo's if they do not say."""
    found = {name: options[name] for name in ("form", "E", "A", "ratio", "value", "top", "step") if name in options}
    if found.get("form") == "drift":
        return {name: text for name, text in found.items() if name not in ("A", "ratio", "value")}
    if "E" not in found:
        found["E"] = MEMO["E"]
    if "A" not in found and found.get("ratio") != "uniform":
        found["A"] = MEMO["A"]
    return found


def _told_trees(trees: Mapping[str, str]) -> str:
    said = [f"E = {trees['E']}"]
    if "top" in trees:
        said += [f"T = {trees['top']}", f"D = {trees['step']}", "branches C + D and C − D"]
    elif trees.get("ratio") == "uniform":
        said.append("R uniform on ½ to 1")
    else:
        said.append(f"A = {trees['A']}")
    if trees.get("value", "1") != "1":
        said.append(f"from a point of value {trees['value']}")
    return ", ".join(said)


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
    """Number, title, address and whether it is shown."""
    base = reverse("lab:question", args=["tree", "tables"])
    return [(number, words.TABLES[number], f"{base}?table={number}", number == now) for number in TABLES]


def _number(text: str) -> float:
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)
