"""The review of a played game of Tree Solitaire.

A record has the moves, each with the looks before it: ``h.hh:h,-:l``. Looks are ways from the fork (h is its
high branch, hh the high branch of h), ``-`` for none; h or l is the move. The seed determines the tree.

A choice is valued by the player's knowledge at the fork (``get_point_state``, ``compute_branch_chances``), as the exact
chance of this plan: move there; pass the forks whose branches are in view without another look, each time by the better
branch; from then on play the best strategy that goes from fork to fork. Looking again on the way may win more often.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import build_entry_of_values, build_review_answer, split_turns, turn_error
from .reference import HIGH, LOW, Point, Tree

TURNS = (HIGH, LOW)
UNSEEN, SPLIT, WIN, LOST = "unseen", "split", "win", "lost"
# The best strategy's chance from a split point of this value.
Best = Callable[[float], float]


def get_point_state(tree: Tree, way: str, looks: Sequence[str], under: str) -> str:
    if under not in looks:
        return UNSEEN
    point = tree.point_at(way + under)
    if not tree.is_end(point):
        return SPLIT
    return WIN if tree.is_win(point) else LOST


def compute_branch_chances(tree: Tree, way: str, looks: Sequence[str], best: Best) -> dict[str, float]:
    """Return the chance to win by each branch of the fork at ``way``: h and l."""
    chance_by_turn = {turn: _compute_point_chance(tree, way, looks, best, turn) for turn in TURNS}
    if tree.trees.form == "tsi":
        return chance_by_turn
    if 1.0 in chance_by_turn.values():  # there is only one win
        return {turn: float(chance == 1.0) for turn, chance in chance_by_turn.items()}
    # A lost end point makes all others more likely to win.
    loss_chance = sum(
        tree.point_at(way + under).value for under in looks if get_point_state(tree, way, looks, under) == LOST
    )
    return {turn: min(1.0, chance / (1 - loss_chance)) for turn, chance in chance_by_turn.items()}


def plan_passes_forks(looks: Sequence[str], chance_by_turn: Mapping[str, float]) -> bool:
    """Return whether the plan passes forks below the branches without another look, as they are in view."""
    return any(len(under) > 1 for under in looks) and 1.0 not in chance_by_turn.values()


def _compute_point_chance(tree: Tree, way: str, looks: Sequence[str], best: Best, under: str) -> float:
    """Return the chance to win by a point, from what was seen; if its branches are in view, the better branch's."""
    point, state = tree.point_at(way + under), get_point_state(tree, way, looks, under)
    if state in (WIN, LOST):
        return float(state == WIN)
    if state == SPLIT:
        if any(under + turn in looks for turn in TURNS):
            return max(_compute_point_chance(tree, way, looks, best, under + turn) for turn in TURNS)
        return _compute_chance_below(tree, point, best)
    end = tree.trees.end
    return end * point.value + (1 - end) * _compute_chance_below(tree, point, best)


def _compute_chance_below(tree: Tree, point: Point, best: Best) -> float:
    """Return the best strategy's chance from a point that splits, with nothing known below."""
    # In the dependent form the player knows that the win is elsewhere with the complementary chance.
    return point.value * best(1.0) if tree.trees.form == "tsd" else best(point.value)


TURN_NAMES = dict(zip(TURNS, ("high", "low"), strict=True))
NO_LOOK = "-"
TIE = 1e-9
ERROR = 1e-9  # of each chance

Move = tuple[tuple[str, ...], str]


def read_record(text: str) -> list[Move]:
    """Return the moves of a record: the looks and the direction of each. Raises InputError (``field``: record)."""
    moves: list[Move] = []
    for number, move in enumerate(split_turns(text), 1):
        parts = re.fullmatch(r"(-|[hl]+(?:\.[hl]+)*):([hl])", move)
        if not parts:
            raise InputError(
                f"must be the looks and the way of each move, like h.hh:h,-:l, and move {number} is “{move[:40]}”",
                field="record",
            )
        moves.append((() if parts[1] == NO_LOOK else tuple(parts[1].split(".")), parts[2]))
    return moves


def review_moves(tree: Tree, record: Sequence[Move], best: Best, budget: Budget) -> Answer:
    """Return the review of a player's moves against the better branches, by the points in view.

    ``best`` returns the best strategy's chance from a split point of a value. Raises InputError if a move or look is
    impossible in this tree; Exhausted or Cancelled: the budget is charged one node per move.
    """
    way, values, choices = "", [best(tree.top.value)], []
    for number, (looks, turn) in enumerate(record, 1):
        budget.spend(1, f"{number - 1} of {len(record)} moves")
        if way and tree.is_end(tree.point_at(way)):
            raise turn_error(number, "the game is already over")
        if look_error := find_look_error(tree, way, looks):
            raise turn_error(number, look_error)
        chance_by_turn = compute_branch_chances(tree, way, looks, best)
        where = {"point": tree.point_at(way).value, "seen": list(looks)}
        by_name = {TURN_NAMES[branch_turn]: chance for branch_turn, chance in chance_by_turn.items()}
        choices.append(build_entry_of_values(number, where, TURN_NAMES[turn], by_name, TIE))
        way += turn
        point = tree.point_at(way)
        values.append(float(tree.is_win(point)) if tree.is_end(point) else _compute_chance_below(tree, point, best))
    return build_review_answer(values, choices, None, ERROR)


def find_look_error(tree: Tree, way: str, looks: Sequence[str]) -> str:
    """Return the error of a sequence of looks at a fork, "" if it is possible."""
    for place, under in enumerate(looks):
        above = under[:-1]
        if under in looks[:place]:
            return f"{under} is looked at twice"
        if above and get_point_state(tree, way, looks[:place], above) != SPLIT:
            what = "high" if under[-1] == HIGH else "low"
            return f"the {what} branch of {above} cannot be looked at"
    return ""
