"""The options that several of Pig's questions share, and Pig's players: parsed, and in words."""

import re
from collections.abc import Mapping
from typing import Any

from ....errors import InputError
from ...controls import SEPARATOR, NumberControl, PlayerControl
from ...options import (
    MAX_GOAL,
    SCORES,
    THE_METHOD,
    THE_SCORES,
    group,
    integer,
    players,
    points,
    radios,
)
from .rules import Pig, PigPolicy

MAX_SIDES, MAX_TURNS = 100, 10_000
THE_PLAYERS, THE_RULES, THE_LIMIT = "The players", "The rules", "The limit"

HOLDING = {"hold": ("Always holds at a total", ("hold",))}
BEST = {"optimal": ("The best player", ())}
HOLDS = {"hold": NumberControl("Holds at", 1, 1000, "20")}
FIXED_PLAYER = PlayerControl({**BEST, **HOLDING}, HOLDS)
ANY_PLAYER = PlayerControl({**BEST, "best-response": ("The best reply to the other", ()), **HOLDING}, HOLDS)

BUST_TEXT = "the face that ends the turn and loses its points"
DIE = group(
    THE_RULES,
    integer("goal", "Points to win", "points that win", 1, MAX_GOAL, "100", slider=(10, 200, 5)),
    integer("sides", "Faces of the die", "faces of the die", 2, MAX_SIDES, "6", slider=(2, 20)),
    integer("bust", "Losing face", BUST_TEXT, 1, MAX_SIDES, "1", slider=(1, 20)),
)
PLAYERS = A, B = group(
    THE_PLAYERS,
    players("a", "Player A", "A's policy: optimal, best-response or hold:K", ANY_PLAYER, "optimal"),
    players("b", "Player B", "B's policy: optimal, best-response or hold:K", ANY_PLAYER, "optimal"),
)
AGAINST = B.with_changes(help="B's policy: optimal or hold:K")
(SOLO_POLICY,) = group(
    THE_PLAYERS,
    players(
        "policy", "Player", "optimal, or hold:K to hold at a turn total of K or at the goal", FIXED_PLAYER, "optimal"
    ),
)
(HOW_MANY,) = group(
    THE_PLAYERS,
    radios("players", "Players", "one who counts turns, or two", {"1": "one, who counts turns", "2": "two"}, "2"),
)
(FIRST,) = group(THE_SCORES, radios("first", "Who moves now", "who moves now", {"a": "A", "b": "B"}, "a"))
TOTAL = points(
    "turn-total", "Turn total", "points in hand of the player to move, who decides now if above 0", 10**6
).with_changes(hint="points not banked yet")
SOLO_SCORES = (
    SCORES[0].with_changes(help="points banked"),
    TOTAL.with_changes(help="points in hand: the player decides now if above 0"),
)
AIM_TEXT = "the best chance to reach the goal in time, or the least expected number of turns used"
REACH, FEWEST = "the best chance to get there in time", "as few turns as possible"
LIMIT = TURNS, OBJECTIVE = group(
    THE_LIMIT,
    integer(
        "turns", "Turns left", "turns left, this one included; then play stops", 0, MAX_TURNS, required=True
    ).with_hint("this one included", (1, 40)),
    radios("objective", "Aim", AIM_TEXT, {"reach": REACH, "turns": FEWEST}, "reach", wide=True),
)
GROUPS = ("What was played", THE_PLAYERS, THE_SCORES, THE_LIMIT, THE_RULES, THE_METHOD)

MAX_HOLD_TOTAL = 10**9  # turn total to hold at


def read_rules(parameters: Mapping[str, Any]) -> Pig:
    """Return the rules. Raises InputError."""
    pig = Pig(parameters["goal"], parameters["sides"], parameters["bust"])
    if pig.bust > pig.sides:
        raise InputError(f"must be a face of the die, from 1 to {pig.sides}", field="bust")
    return pig


def read_policy(_: Pig, name: str, typed_name: str, *, best_response: bool = True) -> PigPolicy:
    """Read the option ``name``. Raises InputError with its name."""
    text = typed_name.strip()
    if text == "optimal" or (text == "best-response" and best_response):
        return PigPolicy(text)
    match = re.fullmatch(r"hold:0*([0-9]{1,10})", text)
    if match and 1 <= int(match[1]) <= MAX_HOLD_TOTAL:
        return PigPolicy(text, int(match[1]))
    words = "optimal, best-response or hold:K" if best_response else "optimal or hold:K"
    raise InputError(f"must be {words} with K a whole number from 1, not “{text[:40]}”", field=name)


def describe_player(policy: str) -> str:
    """Return a policy in words: “holding at 20”."""
    kind, _, total = policy.partition(SEPARATOR)
    return f"holding at {int(total)}" if kind == "hold" else "the best player"


def describe_situation(entry: Mapping[str, Any]) -> str:
    return f"{entry['total']} in hand at {entry['own']} to {entry['opp']}"
