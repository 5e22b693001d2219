"""Cards of several of Tree Solitaire's questions: strategies side by side, curves, and the memo's chapters 5 and 6."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .... import formatting
from ...answer_view import AnswerView, build_simulation_panel, format_chance, format_digits
from ...exhibits import (
    Ask,
    Badge,
    Bar,
    Beside,
    CardGenerator,
    Cell,
    Exhibit,
    Lines,
    Link,
    Panel,
    Pending,
    Rows,
    Text,
    Titled,
    build_folded_table,
)
from ...review_exhibits import ReviewWording
from .depreciation import depreciation_factor
from .plies import has_few_views
from .rules import STRATEGIES_BY_NAME, count_plies, describe_strategy

MEMO = {"E": "0.5", "A": "0.75"}  # the memo's standard trees
DEEP = {"form": "drift", "E": "0.5", "top": 0.5, "step": "1/6"}
TREE_OPTIONS = ("form", "E", "ends", "A", "ratio", "shares", "value", "top", "step")
BLIND_TITLES = [describe_strategy(name).title for name in ("nostrat", "strat")]
FACTORS = ("lstrat", "hstrat", "bstrat")
GAMES_BESIDE = 20_000  # games beside an exact chance


@dataclass(frozen=True)
class Variable:
    words: str
    low: float
    high: float
    lesson: str


VARIABLES = {
    "E": Variable(
        "E, the chance that a point is an end point",
        0.0,
        1.0,
        "The more points are end points, the more often every strategy wins.",
    ),
    "A": Variable(
        "A, the split ratio",
        0.5,
        1.0,
        "The more uneven the forks, the more often every strategy wins that goes by values, and the less looking adds.",
    ),
    "value": Variable(
        "the value of the split point where play begins",
        0.0,
        1.0,
        "All chances grow with the value; only those of strategies that never look grow in proportion to it.",
    ),
    "top": Variable("T, the value of the top", 0.0, 1.0, "All chances grow with the value of the top."),
    "step": Variable(
        "D, the step from fork to branch",
        0.0,
        0.5,
        "The further the branches drift apart, the more often every strategy wins that goes by their values.",
    ),
}
# At E = 0 no game ends, which is not the limit of ever longer games, so the picture begins above 0.
DRIFTING_LESSON = (
    "The fewer points are end points, the longer there is to look and to climb: "
    "cautious strategies such as HSTRAT and BSTRAT win more often."
)
GAIN_LESSON = "How far a line is above 0 is what that strategy’s looks are worth."
WEIGHING_LINK = Link(
    "simulated", "gain", {"strategy": "hprime", "over": "hstrat", "ratio": "uniform", "E": "0.5", "method": "simulate"}
)
Part = Generator[Panel | Ask, AnswerView, None]


def describe_fork(entry: Mapping[str, Any]) -> str:
    looks = len(entry["seen"])
    look_words = f"{looks} look{'' if looks == 1 else 's'}" if looks else "no look"
    return f"value {entry['point']:.4g}, {look_words}"


REVIEW = ReviewWording(describe_fork, str)


def yield_all(*parts: Part | None) -> CardGenerator:
    """Yield all parts; a part that waits for an answer does not hold up the others."""
    first_pending = None
    for part in parts:
        try:
            if part:
                yield from part
        except Pending as pending:
            first_pending = first_pending or pending
    if first_pending:
        raise first_pending


def build_simulation_part(view: AnswerView, sentence: Callable[[float, float], str]) -> Part | None:
    if view.certainty != "exact":
        return None

    def ask() -> Part:
        same = {name: text for name, text in view.options.items() if name not in ("method", "games")}
        games = yield Ask(view.question.name, {**same, "method": "simulate", "games": GAMES_BESIDE})
        yield build_simulation_panel(games, view.answer, sentence(games.answer, games.error))

    return ask()


def build_ranking_part(view: AnswerView) -> Part:
    """Yield the card of all strategies on the question's trees, the independent and dependent forms side by side."""
    parameters, common = view.parameters, _select_tree_options(view.options)
    further_strategies = [
        parameters[name]
        for name in ("strategy", "over")
        if parameters.get(name) and _is_exact(parameters[name], common)
    ]
    further_strategies += [name for name in parameters.get("also") or () if name not in further_strategies]
    if further_strategies:
        common["also"] = ",".join(further_strategies)
    drifts = parameters.get("form") == "drift"
    if drifts:
        forms, rankings = ["Drift"], [(yield Ask("ranking", common))]
    else:
        forms = ["TSI", "TSD"] if parameters.get("value", 1.0) == 1.0 else ["TSI"]
        common.pop("form", None)
        rankings = []
        for form in forms:
            rankings.append((yield Ask("ranking", {**common, "all": "1", "form": form.lower()})))
    chances = [dict(ranking_chances.answer) for ranking_chances in rankings]
    rows: list[tuple[Cell, ...]] = []
    full: list[tuple[str, ...]] = []
    for name in chances[0]:
        strategy = describe_strategy(name)
        cells: list[Cell] = [Titled(strategy.title, f"looks {strategy.looks}; goes {strategy.goes}")]
        numbers = [strategy.title]
        for ranking_chances, ranking in zip(chances, rankings, strict=True):
            wins = ranking_chances.get(name)
            cells += (
                ["–", Bar(0.0)] if wins is None else [format_chance(wins, ranking.error), Bar(round(100 * wins, 2))]
            )
            numbers.append("–" if wins is None else format_digits(wins, max(ranking.error, 1e-9)))
        rows.append(tuple(cells))
        full.append(tuple(numbers))
    marked_rows = frozenset(
        n for n, name in enumerate(chances[0]) if name in (parameters.get("strategy"), parameters.get("over"))
    )
    heads = ("Strategy", *(head for form in forms for head in (form, "")))
    parts: list[Exhibit] = [
        Text(Badge("exact"), f" {_describe_trees(common)}", small=True),
        Rows(heads, rows, "Each strategy’s chance to win", best=marked_rows),
        Rows(("Strategy", *forms), full, fold="As a table, to nine digits"),
    ]
    if len(forms) == 2:
        note = (
            "TSI: end points are independent. TSD: the tree has exactly one win; the linear term of the chance in TSI is "
            "the whole chance in TSD. Unlimited search is the upper bound: it wins whenever there is a win. With random "
            "ratios, H′STRAT and B′STRAT can only be "
        )
        parts.append(Text(note, WEIGHING_LINK, ".", small=True))
    if drifts and parameters.get("ratio") == "uniform":
        note = "With branches drawn on ±3D, as selected above, the trees and the chances are different, and can only be simulated."
        parts.append(Text(note, small=True))
    yield Panel("All strategies", parts, wide=True, anchor="strengths")


def _is_exact(strategy: str, trees: Mapping[str, str]) -> bool:
    """Return whether a strategy that not every ranking includes has an exact chance on these trees."""
    if strategy in STRATEGIES_BY_NAME:
        return False
    depth = count_plies(strategy)
    if depth is None:
        return True
    pair = trees.get("ratio") != "uniform" and "shares" not in trees and trees.get("form") != "drift"
    return pair and has_few_views(depth, 2)


def choose_caution_part(view: AnswerView) -> Part | None:
    """Return the part about caution for an answer in the drift form, else None."""
    return _build_caution_part() if view.parameters.get("form") == "drift" else None


def choose_curve_part(view: AnswerView) -> Part:
    """Return the part about the value of looking; in the drift form, the part about caution."""
    return choose_caution_part(view) or _build_curve_part(view)


def _build_curve_part(view: AnswerView) -> Part:
    names = ("form", "ends", "A", "ratio", "shares")
    trees = {name: text for name, text in _select_tree_options(view.options).items() if name in names}
    trees["against"] = "E"
    curve = yield Ask("curve", trees)
    parts = build_curve_pictures(curve.answer, curve.details["strategies"], "E", curve.error, VARIABLES["E"].lesson)
    links = Text(
        *(Link("Open this picture on its own page", "curve", trees), " · against "),
        *(Link("A", "curve", {"against": "A", "E": "0.5"}), " or "),
        *(Link("the value", "curve", {"against": "value", **MEMO}), " · with "),
        *(Link("random split ratios", "curve", {"against": "E", "ratio": "uniform"}), " · in the "),
        Link("dependent form", "curve", {"against": "E", "form": "tsd", "A": "0.75"}),
        small=True,
    )
    yield Panel("The value of looking", (*parts, links), wide=True, anchor="curve")


def build_curve_pictures(
    answer: list[list[Any]], strategies: list[str], against: str, error: float, lesson: str
) -> list[Exhibit]:
    """Return the pictures and their tables, the strategies ordered by their chances in the middle."""
    places = [place for place, _ in answer]
    if len(places) < 2:
        return []
    middle = answer[len(answer) // 2][1]
    order = sorted(range(len(strategies)), key=lambda column: -middle[column])
    lines = [(describe_strategy(strategies[column]).title, [point[1][column] for point in answer]) for column in order]
    blind = dict(lines)[describe_strategy("strat").title]
    gains = [(name, [one - none for one, none in zip(wins, blind, strict=True)]) for name, wins in lines]
    gains = [(name, gained) for name, gained in gains if name not in BLIND_TITLES]
    across = VARIABLES[against].words
    title, gain_title = f"The chance to win against {across}", "What looking gains over STRAT, in percentage points"
    pictures = Beside(
        (
            Lines(title, lesson, across, "chance to win", _pair_points(places, lines), "chance"),
            Lines(gain_title, GAIN_LESSON, across, "points", _pair_points(places, gains), "points"),
        )
    )
    rows = [(f"{place:.4g}", *(format_chance(wins[column], error) for column in order)) for place, wins in answer]
    gain_rows = [
        (f"{place:.4g}", *(formatting.format_points(gained[index], max(error, 1e-9)) for _, gained in gains))
        for index, place in enumerate(places)
    ]
    heads, gain_heads = (across, *(name for name, _ in lines)), (across, *(name for name, _ in gains))
    return [
        Text(Badge("exact")),
        pictures,
        Rows(heads, rows, title, "As a table"),
        Rows(gain_heads, gain_rows, gain_title, "As a table"),
    ]


def _pair_points(
    places: Sequence[float], lines: Sequence[tuple[str, Sequence[float]]]
) -> list[tuple[str, list[tuple[float, float]]]]:
    return [(name, list(zip(places, values, strict=True))) for name, values in lines]


def build_factors_part(view: AnswerView) -> Part:
    """Yield chapter 5: K for three values, beside the actual value of a point."""
    trees = {name: view.options[name] for name in MEMO}
    end, mean, value = view.parameters["E"], view.parameters["A"], view.parameters.get("value")
    if not end:
        return
    rows = []
    for point_value in (*sorted({1.0, 0.1, *([value] if value else [])}, reverse=True), 0.0):
        point_options = {"value": f"{point_value:.9g}"} if point_value else {"form": "tsd"}
        win_chances = dict((yield Ask("ranking", trees | point_options)).answer)
        cells = [
            format_digits(number, 1e-6)
            for strategy in FACTORS
            for number in (
                float(depreciation_factor(strategy, end, mean, point_value)),
                win_chances[strategy] / (point_value or 1.0),
            )
        ]
        rows.append((f"{point_value:.4g}" if point_value else "toward 0", *cells))
    heads = [head for strategy in FACTORS for head in (f"K of {describe_strategy(strategy).title}", "actual")]
    why = (
        "A point of value X that splits is worth less than X: you look at only part of what lies below, and go down one "
        "path only. The memo assumes that it is worth K times X, with the same K at the next point, and solves the "
        "equation of one move for K. The true worth differs, because K changes on the way. As X becomes small, the chance "
        "of two wins at once vanishes, and K becomes exact: it is then the chance to win in the dependent form."
    )
    use = (
        "K of LSTRAT is above K of HSTRAT at every value: where values shrink on the way down, it is best to take a win "
        "while it is there, and to look where you would not go anyway. H′STRAT and B′STRAT use K to compare two points "
        "that split, each with the ratio that was seen: an even split below is worth less. The gain is small: with random "
        "ratios and E = ½, .0032 for HSTRAT and .00015 for BSTRAT, in 20 million games each (standard errors .00004 and "
        ".00001). "
    )
    simulate = Link("Simulate it", WEIGHING_LINK.question, WEIGHING_LINK.options)
    table = Rows(("Value X", *heads), rows, "Depreciation factors")
    parts = (Text(Badge("exact"), f" {_describe_trees(trees)}", small=True), Text(why), table, Text(use, simulate))
    yield Panel("Chapter 5: how values depreciate on the way down", parts, wide=True, anchor="factors")


def _build_caution_part() -> Part:
    """Yield chapter 6: HSTRAT and LSTRAT in the drift form for all steps."""
    over = {name: value for name, value in DEEP.items() if name != "step"}
    curve = yield Ask("curve", {**over, "against": "step"})
    strategies = curve.details["strategies"]
    columns = [strategies.index(name) for name in ("bstrat", "hstrat", "lstrat", "strat")]
    lines = [
        (describe_strategy(strategies[column]).title, [point[1][column] for point in curve.answer])
        for column in columns
    ]
    places = [place for place, _ in curve.answer]
    rows = [
        (f"{place:.4g}", *(format_chance(point[column], curve.error) for column in columns))
        for place, point in curve.answer
    ]
    why = (
        "In Tree Solitaire values shrink, so boldness pays: LSTRAT, which looks for a quick win, beats HSTRAT, which looks "
        "to avoid losing. In the drift form values do not shrink: the branches of a point worth C are worth C + D and "
        "C − D, and an end point of value v is a win with chance v, limited to 0 to 1. A game that goes on climbs, and "
        "from 1 − D every step high is safe. There HSTRAT beats LSTRAT, at T = E = ½ for every D below ½: with D = ⅙ it "
        "wins 91.6%, LSTRAT 83.5%, STRAT 79.2%. The memo proves it for D = 0, where all points have the value T: HSTRAT "
        "T(1 + E − ET) / (T + E − ET), LSTRAT T(2 − ET) / (1 + T − ET)."
    )
    drawn_note = (
        "At T = E = ½ these are 5/6 and 7/10. The memo’s own branches are C plus two random draws, which C ± D stands for: "
        "with draws uniform on ±3D, where the higher is D above C on average, HSTRAT wins 86.3%, LSTRAT 79.0%. "
    )
    simulate = Link("Simulate it", "win", {"strategy": "hstrat", **DEEP, "ratio": "uniform", "method": "simulate"})
    picture = Lines(
        "Drift: the chance to win against D, from T = ½ with E = ½",
        "Where values drift instead of shrinking, looking high (HSTRAT) wins more often than looking low (LSTRAT).",
        VARIABLES["step"].words,
        "chance to win",
        _pair_points(places, lines),
        "chance",
    )
    table = build_folded_table((VARIABLES["step"].words, *(name for name, _ in lines)), rows)
    parts = (Text(why), Text(drawn_note, simulate), Text(Badge("exact")), picture, table)
    yield Panel("Chapter 6: where caution pays", parts, wide=True, anchor="caution")


def _select_tree_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of the trees, by default the memo's, without options that have no exact chances."""
    tree_options = {name: options[name] for name in TREE_OPTIONS if name in options}
    if tree_options.get("form") == "drift":
        return {name: text for name, text in tree_options.items() if name not in ("A", "ratio", "value", "shares")}
    if "E" not in tree_options:
        tree_options["E"] = MEMO["E"]
    if "A" not in tree_options and "shares" not in tree_options and tree_options.get("ratio") != "uniform":
        tree_options["A"] = MEMO["A"]
    return tree_options


def _describe_trees(trees: Mapping[str, str]) -> str:
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
