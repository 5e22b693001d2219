"""Exhibits of questions about Yahtzee and Sebastian: values of choices and boxes, players side by side, histograms."""

from collections.abc import Mapping, Sequence
from typing import Any

from ....formatting import MINUS, NBSP
from ...answer_view import AnswerView, format_digits
from ...exhibits import Badge, Bar, Cell, Dice, Exhibit, Panel, Rows, Spread, Text, build_folded_table
from .rules import box_title
from .words import describe_keep, describe_player

ADDS_NOTE = " Adds: expected points lost if the box were filled with 0 now."
SHOWN_PRECISION = 1e-3  # of numbers in tables
MAX_ROWS_OPEN = 8


def format_value(value: float, win: bool, places: int = 3) -> str:
    """Return points, or a chance in percent, rounded to some places."""
    if not value:
        return "0%" if win else "0"
    return f"{100 * value:.{places}f}%" if win else f"{value:.{places}f}"


def format_cost(cost: float, win: bool) -> str:
    size = 100 * cost if win else cost
    return f"{MINUS}{size:.3f}" if size >= 0.0005 else f"<{NBSP}0.001"


def build_choice_table(view: AnswerView, other_aim: AnswerView | None = None, places: int = 3) -> Rows:
    """Return all choices of ``keep`` or ``category``, best first, each with its value rounded to some places.

    ``other_aim`` is the answer for the other objective, whose values get a column.
    """
    max_value, win = view.details["value"], view.parameters.get("objective") == "win"
    most_lost = max_value - min(entry["value"] for entry in view.details["choices"]) or 1.0
    others = {str(entry["choice"]): entry["value"] for entry in other_aim.details["choices"]} if other_aim else {}
    rows: list[tuple[Cell, ...]] = []
    for entry in view.details["choices"]:
        choice, value = entry["choice"], entry["value"]
        best = choice in view.answer
        cells: list[Cell] = [
            box_title(choice)
            if isinstance(choice, str)
            else Dice.from_roll(view.parameters["roll"], choice, f"Keep {describe_keep(choice)}"),
            format_value(value, win, places),
            "best" if best else format_cost(max_value - value, win),
            Bar(0.0 if best else round(100 * (max_value - value) / most_lost, 2)),
        ]
        if other_aim:
            is_best = " best" if choice in other_aim.answer else ""
            cells.append(format_value(others[str(choice)], not win) + is_best)
        rows.append(tuple(cells))
    winning = frozenset(place for place, entry in enumerate(view.details["choices"]) if entry["choice"] in view.answer)
    first = "Keep" if view.question.name == "keep" else "Box"
    heads = (first, "Wins" if win else "Points", "Costs", "", *(["For points"] if other_aim else []))
    return Rows(heads, rows, "The value of each choice, best first", best=winning)


def fold_rows(table: Rows) -> list[Exhibit]:
    first = Rows(table.heads, table.rows[:MAX_ROWS_OPEN], table.caption, best=table.best)
    rest = table.rows[MAX_ROWS_OPEN:]
    return [first, *([Rows(table.heads, rest, fold=f"{len(rest)} more")] if rest else [])]


def build_box_panel(adds: Sequence[tuple[str, float]], alone: Sequence[tuple[str, float]], error: float) -> Panel:
    """Return the card of the points that each open box adds and, unless ``alone`` is empty, scores as the only open box."""
    max_points, precision = max((points for _, points in adds), default=0) or 1, max(error, SHOWN_PRECISION)
    rows: list[list[Cell]] = [
        [box_title(name), format_digits(points, precision), Bar(round(100 * points / max_points, 2))]
        for name, points in adds
    ]
    for table_row, (_, points) in zip(rows, alone, strict=False):
        table_row.append(format_digits(points, precision))
    caption, note = "Points that each open box adds", ADDS_NOTE
    if alone:
        caption += ", and its value as the only open box"
        note += " Alone: expected points if no other box were open."
    table = Rows(("Box", "Adds", "", *(["Alone"] if alone else [])), rows, caption)
    return Panel("What each open box adds", (table, Text(Badge("exact"), note, small=True)), wide=True)


def build_player_panel(heading: str, view: AnswerView) -> Panel:
    """Return the card of a ranking: the players' points and their difference from the best player."""
    best, prunes = view.details["optimal"], view.parameters["prune_first_die"]
    rows = [
        (
            describe_player(name, prunes),
            format_digits(value, SHOWN_PRECISION),
            Bar(round(100 * value / best, 2) if best else 0.0),
            format_digits(best - value, SHOWN_PRECISION) if value != best else "–",
        )
        for name, value in view.answer
    ]
    caption = "Expected points of each player in a whole game, and the difference from the best player"
    words = " Each player is evaluated on all cards, without simulation."
    table = Rows(("Player", "Points", "", "Short"), rows, caption, best=frozenset({0}))
    return Panel(heading, (table, Text(Badge("exact"), words, small=True)), wide=True)


def build_spread_panel(view: AnswerView, best: AnswerView | None) -> Panel:
    """Return the card of a distribution's picture; ``best`` is the best player's distribution, drawn as an outline."""
    details, width = view.details, view.parameters["bin"]
    words = describe_policy(view)
    shares: Mapping[int, float] = dict(view.answer)
    others: Mapping[int, float] = dict(best.answer) if best else {}
    marks = [(details["exact_mean"], f"{words}: {format_digits(details['exact_mean'], SHOWN_PRECISION)} expected")]
    if best:
        marks.append(
            (details["optimal"], f"The best player: {format_digits(details['optimal'], SHOWN_PRECISION)} expected")
        )
    lesson = (
        f"One standard deviation is {round(details['deviation'])} points: luck alone often takes a game that far from the "
        "average."
    )
    title = "How often games end with each number of points"
    picture = Spread(title, lesson, words, width, shares, "The best player" if best else "", others, marks)
    heads = ["Points", f"{words}, %", *(["The best player, %"] if best else [])]
    rows = []
    for first in sorted({*shares, *others}):
        cells = [f"{first}–{first + width - 1}" if width > 1 else str(first), f"{100 * shares.get(first, 0):.2f}"]
        rows.append([*cells, *([f"{100 * others.get(first, 0):.2f}"] if best else [])])
    table = build_folded_table(heads, rows, "Percent of the games by points")
    return Panel("", (picture, table), "Picture", wide=True)


def describe_policy(view: AnswerView) -> str:
    parameters = view.parameters
    name = "solitaire" if parameters["policy"] == "optimal" else parameters["policy"]
    return describe_player(f"{name}:{parameters['depth'] or 1}", parameters["prune_first_die"])


def build_turn_table(view: AnswerView) -> Rows:
    """Return every turn of a game: its rolls with the dice kept, the box and its points."""
    total, rows = 0, list[tuple[Any, ...]]()
    for number, turn in enumerate(view.details["turns"], 1):
        total += turn["points"]
        rolls = [Dice.from_roll(roll, keep) for roll, keep in zip(turn["rolls"], [*turn["keeps"], None], strict=False)]
        cells = [*rolls, *[""] * (3 - len(rolls))]
        rows.append((str(number), *cells, box_title(turn["category"]), str(turn["points"]), str(total)))
    caption = "Every turn: three rolls with the dice kept, the box and its points"
    heads = ("Turn", "First roll", "Second", "Third", "Box", "Points", "Total")
    return Rows(heads, rows, caption, worded=5)
