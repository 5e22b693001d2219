"""Hog's picture: the best dice at all scores."""

from ....formatting import format_exact_percent
from ...answer_view import AnswerView
from ...exhibits import (
    HEAT_COLORS,
    MAX_PICTURE_SIDE,
    OFF_SCALE_COLOR,
    Heat,
    Rows,
    build_legend,
    build_matrix_table,
    choose_sample_step,
)
from .options import describe_dice, describe_player


def describe_bacon_share(table: AnswerView) -> str:
    """Return the share of all pairs of scores at which Free Bacon is best, in words; "" without Free Bacon."""
    if table.parameters["no_free_bacon"]:
        return ""
    share = sum(row.count(0) for row in table.answer) / sum(map(len, table.answer))
    return f"Free Bacon in {format_exact_percent(share)} of all pairs of scores"


def build_policy_picture(view: AnswerView) -> tuple[Heat, Rows]:
    """Return the picture and the table of the best dice at all scores: a color for each number, or for a few numbers."""
    table, max_dice = view.answer, view.parameters["max_dice"]
    step = choose_sample_step(len(table), MAX_PICTURE_SIDE)

    def choose_color(dice: int) -> int:
        if dice == 0:
            return OFF_SCALE_COLOR
        return dice - 1 if max_dice <= HEAT_COLORS else (dice - 1) * HEAT_COLORS // max_dice

    colors = [[choose_color(dice) for dice in row[::step]] for row in table[::step]]
    words: dict[int, str] = {OFF_SCALE_COLOR: "no dice: Free Bacon"}
    for dice in range(1, max_dice + 1):
        first = next(fewer for fewer in range(1, max_dice + 1) if choose_color(fewer) == choose_color(dice))
        words[choose_color(dice)] = describe_dice(dice) if first == dice else f"{first}–{dice} dice"
    against = describe_player(view.parameters["b"])
    title = f"The best number of dice against {against if view.parameters['b'] == 'optimal' else f'“{against}”'}"
    lesson = "Many dice are for a player who is behind; one who is ahead mostly rolls few or none."
    heat = Heat(title, lesson, "the other’s score", "own score", colors, build_legend(colors, words), step)
    return heat, build_matrix_table(table, "The smallest of the best numbers of dice.")
