"""Pig as a ``TwoPlayerGame``.

A record has the faces of each turn, ``4-5-6,3-1,2-2-6``: the players take turns, and a turn without a bust ends
with a hold. ``hold`` is a turn in which the player holds the points already in hand.
"""

from ....errors import InputError
from ...answer_view import AnswerView
from ...exhibits import Ask, CardGenerator, build_play_link_panel
from ...review import split_turns
from ...review_exhibits import ReviewWording
from ...two_player import ChoiceMade, TwoPlayerGame, Unplayable
from .duel import DuelValues, solve_duel
from .options import DIE, describe_player, describe_situation, read_policy, read_rules
from .pictures import build_policy_cards
from .rules import HOLD, ROLL, Pig
from .simulate import build_steps

# Larger games cannot be played on the site, and have no picture beside other answers.
MAX_GOAL_IN_PLAY, MAX_SIDES_IN_PLAY, MAX_GOAL_SHOWN = 200, 20, 200
FACE_SEPARATOR = "-"


def show_beside(view: AnswerView) -> CardGenerator:
    """Yield the link to play, then the best policy at all scores."""
    yield from link_to_play(view)
    if view.parameters["goal"] <= MAX_GOAL_SHOWN:
        yield from build_policy_cards((yield Ask("surface", PIG.list_rule_options(view))), view.parameters["opp"])


def link_to_play(view: AnswerView) -> CardGenerator:
    """Yield the link to play, if the game can be played on its page."""
    parameters = view.parameters
    total = parameters.get("turn_total", 0)
    small = parameters["goal"] <= MAX_GOAL_IN_PLAY and parameters["sides"] <= MAX_SIDES_IN_PLAY
    # Played on the site, a winner holds.
    if small and parameters["own"] + total < parameters["goal"] + parameters["sides"]:
        place = {"you": parameters["own"], "them": parameters["opp"], "total": total, "advice": 1}
        yield build_play_link_panel({**PIG.list_rule_options(view), **place})


def read_record(pig: Pig, record: str) -> list[tuple[int, ...]]:
    """Return the faces of each turn. Raises InputError (``field``: record)."""
    turns = []
    for number, turn in enumerate(split_turns(record), 1):
        faces = [] if turn == HOLD else [face.strip() for face in turn.split(FACE_SEPARATOR)]
        if not all(face.isascii() and face.isdigit() and 1 <= int(face[:9]) <= pig.sides for face in faces):
            raise InputError(
                f"must be the faces of each turn, like 4-5-6,3-1, and turn {number} is “{turn[:40]}”",
                field="record",
            )
        turns.append(tuple(int(face) for face in faces))
    return turns


def play_turn(
    pig: Pig, solution: DuelValues, scores: tuple[int, int], a_up: bool, total: int, turn: tuple[int, ...]
) -> tuple[tuple[int, int], list[ChoiceMade]]:
    """Return both scores after a turn, and the choices in it. Raises Unplayable."""
    points, up, choices_made = [*scores], 0 if a_up else 1, list[ChoiceMade]()

    def chance(up: int, total: int, banked: int = 0) -> float:
        after = [score + banked * (side != up) for side, score in enumerate(points)]
        return solution.chance(after[0], after[1], up == 0, total)

    for count, (choice, face) in enumerate([*((ROLL, face) for face in turn), (HOLD, 0)], 1):
        reaches_goal = points[up] + total >= pig.goal
        if choice == ROLL and reaches_goal:
            raise Unplayable("the player rolls on with enough points to win")
        if choice == HOLD and not total:
            raise Unplayable("there is nothing to hold before the first roll")
        if total and not reaches_goal:
            rolls = [*(chance(up, total + gain) for gain in pig.gains), chance(1 - up, 0)]
            worth = {HOLD: chance(1 - up, 0, total), ROLL: sum(rolls) / pig.sides}
            choices_made.append(({"own": points[0], "opp": points[1], "total": total}, choice, worth))
        if choice == HOLD:
            points[up] += total
        elif face == pig.bust:
            if more := len(turn) - count:
                follow = "face follows" if more == 1 else "faces follow"
                raise Unplayable(f"the {pig.bust} ends it, and {more} more {follow}")
            break
        total += face
    return (points[0], points[1]), choices_made


PIG = TwoPlayerGame(
    DIE,
    read_rules,
    read_policy,
    describe_player,
    solve_duel,
    build_steps,
    read_record,
    play_turn,
    wording=ReviewWording(describe_situation, str),
    look_question="policy",
    show_beside=show_beside,
)
