"""Cards of several of Betsy's questions: boards with arrows, moves in words, the values of squares."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from ....formatting import MINUS
from ...answer_view import AnswerView, capitalize
from ...exhibits import (
    HEAT_COLORS,
    Beside,
    Board,
    Code,
    Exhibit,
    Heat,
    Legend,
    Link,
    Panel,
    Rows,
    Text,
    build_play_link_panel,
)
from ...review_exhibits import ReviewWording
from .piece_values import SQUARES
from .rules import COLUMNS, NAMES, SIDES, START, BirdPosition, Move, is_over
from .words import describe_move

MAX_COLORED_VALUE = 50  # hundredths of a parakeet at either end of the color scale


def build_review_wording(view: AnswerView) -> ReviewWording:
    parameters, record = view.parameters, "-".join(view.details["moves"])
    place = {"board": parameters["board"], "first": parameters["side"], "kingfisher": parameters["kingfisher"]}
    usual = {"board": START, "first": "w", "kingfisher": 8}
    start = {name: value for name, value in place.items() if value != usual[name]}

    def link(_: int, entry: Mapping[str, Any]) -> Link:
        return Link("", options={"you": "both", **start, "moves": record, "step": entry["turn"] - 1})

    def write_title(view: AnswerView) -> str:
        choices = view.details["choices"]
        costly_count = sum(1 for entry in choices if entry["cost"])
        return f"{costly_count} of {len(choices)} moves cost something within {view.parameters['depth']} plies"

    return ReviewWording(
        lambda entry: f"{entry['notation']}, {SIDES[entry['side']]}", str, link, "parakeets", write_title, notation=True
    )


def get_position(parameters: Mapping[str, Any]) -> BirdPosition:
    return BirdPosition(parameters["board"], parameters["side"], parameters["kingfisher"])


def get_play_options(position: BirdPosition) -> dict[str, Any]:
    place = {"board": position.board, "kingfisher": position.kingfisher}
    return {**place, "first": position.side, "you": position.side}


def link_to_play(position: BirdPosition) -> Iterator[Panel]:
    """Yield the link to play on, unless the game is over."""
    if not is_over(position.board):
        yield build_play_link_panel(get_play_options(position), "Continue playing from this board")


def build_board(position: BirdPosition, moves_shown: Iterable[Move], seen_from: str, words: str) -> Board:
    return Board(position.board, seen_from, [(move.start, move.end) for move in moves_shown], words=words)


def build_move_panels(
    view: AnswerView, head: str, notes_by_move: Mapping[str, str], *notes: Exhibit
) -> Iterator[Panel]:
    """Yield the moves of the answer: in words, as arrows, and in a table with ``notes_by_move`` under ``head``."""
    position = get_position(view.parameters)
    best_moves = [Move.from_text(name) for name in view.answer]
    words = [describe_move(position, move) for move in best_moves]
    headline = f"{len(best_moves)} moves" if len(best_moves) > 2 else " or ".join(words) or "none"
    parts = list(notes)
    if best_moves:
        rows = [
            (capitalize(move_text), Code(name), notes_by_move[name])
            for move_text, name in zip(words, view.answer, strict=True)
        ]
        parts.append(build_board(position, best_moves, position.side, f"Arrows: {'; '.join(words)}."))
        parts.append(Rows(("Move", "Notation", head), rows, "The moves"))
    yield view.build_panel(capitalize(headline), "", *parts)
    yield from link_to_play(position)


def build_square_panel() -> Panel:
    legend = _build_legend({value for rows in SQUARES.values() for row in rows for value in row})
    intro = (
        "How much a square adds to a bird’s value when the engine plays, for White (mirrored for Black), in hundredths of "
        "a parakeet. Parakeets aim for the far rows, nighthawks for the middle; the kingfisher stays at home. These are "
        "rules of thumb from chess: a judgment, not a solution."
    )
    heats, tables = [], []
    for place, (kind, rows) in enumerate(SQUARES.items()):
        name, colors = NAMES[kind].capitalize(), [list(map(_choose_color, row)) for row in rows]
        names = (COLUMNS, "87654321")
        heats.append(Heat(name, "", "column", "row", colors, () if place else legend, names=names))
        numbers = [(str(8 - row), *map(str, entry)) for row, entry in enumerate(rows)]
        tables.append(Rows(("", *COLUMNS), numbers, name, f"{name} as a table"))
    return Panel("Where Betsy likes her birds", (Text(intro), Beside(heats), *tables), wide=True, anchor="squares")


def _choose_color(value: int) -> int:
    share = (value + MAX_COLORED_VALUE) / (2 * MAX_COLORED_VALUE)
    return min(HEAT_COLORS - 1, max(0, int(share * HEAT_COLORS)))


def _build_legend(values: Iterable[int]) -> list[Legend]:
    legend = []
    for color, group in groupby(sorted(values), _choose_color):
        meant = list(group)
        words = f"{meant[0]:+d}" if len(meant) == 1 else f"{meant[0]:+d} to {meant[-1]:+d}"
        legend.append(Legend(color, words.replace("-", MINUS).replace("+0", "0")))
    return legend
