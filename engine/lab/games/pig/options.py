"""The options of Pig's questions, and its players in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...controls import SEPARATOR, Number, Player, Slider
from ...options import Option, choice, points, record, whole

TALLEST = 1000
MOST_SIDES = 100
MOST_TURNS = 10_000
THE_PLAYERS, THE_SCORES, THE_RULES, THE_LIMIT = "The players", "The scores", "The rules", "The limit"

HOLDS = {"hold": Number("Holds at", 1, 1000, "20")}
HOLDING = {"hold": ("Always holds at a total", ("hold",))}
BEST = {"optimal": ("The best player", ())}
GIVEN = Player({**BEST, **HOLDING}, HOLDS)
ANY = Player({**BEST, "best-response": ("The best reply to the other", ()), **HOLDING}, HOLDS)
FIRST_POLICY = Player({"": ("Holds after every roll", ()), **HOLDING}, HOLDS)

GOAL = Option(
    "goal",
    "points that win",
    whole(1, TALLEST),
    "100",
    label="Points to win",
    slider=Slider(10, 200, 5),
    group=THE_RULES,
)
DIE = (
    GOAL,
    Option(
        "sides",
        "faces of the die",
        whole(2, MOST_SIDES),
        "6",
        label="Faces of the die",
        slider=Slider(2, 20),
        group=THE_RULES,
    ),
    Option(
        "bust",
        "the face that ends the turn and loses its points",
        whole(1, MOST_SIDES),
        "1",
        label="Losing face",
        slider=Slider(1, 20),
        group=THE_RULES,
    ),
)
A = Option(
    "a",
    "A's policy: optimal, best-response or hold:K",
    str,
    "optimal",
    label="Player A",
    player=ANY,
    wide=True,
    group=THE_PLAYERS,
)
B = A.but(name="b", help="B's policy: optimal, best-response or hold:K", label="Player B")
PLAYERS = (A, B)
AGAINST = B.but(help="B's policy: optimal or hold:K")
ALONE = A.but(
    name="policy",
    help="optimal, or hold:K to hold at a turn total of K or at the goal",
    label="Player",
    player=GIVEN,
)
SEVERAL = ALONE.but(
    name="policies",
    help="policies, separated by commas",
    default="optimal,hold:15,hold:20,hold:25,hold:30",
    label="Players",
    many=True,
)
HOW_MANY = choice(
    "players",
    "one who counts turns, or two",
    "1",
    "2",
    default="2",
    label="Players",
    words={"1": "one, who counts turns", "2": "two"},
    radios=True,
    group=THE_PLAYERS,
)
SCORES = (
    points("own", "A's points", "A’s points", TALLEST - 1, THE_SCORES),
    points("opp", "B's points", "B’s points", TALLEST - 1, THE_SCORES),
)
FIRST = choice(
    "first",
    "who moves now",
    "a",
    "b",
    default="a",
    label="Who moves now",
    words={"a": "A", "b": "B"},
    radios=True,
    group=THE_SCORES,
)
TOTAL = points(
    "turn-total",
    "points in hand of the player to move, who decides now if above 0",
    "Turn total",
    10**6,
    THE_SCORES,
).but(hint="points not banked yet")
ONE = (
    SCORES[0].but(help="points banked"),
    TOTAL.but(help="points in hand: the player decides now if above 0"),
)
TURNS = Option(
    "turns",
    "turns left, this one included; then play stops",
    whole(0, MOST_TURNS),
    required=True,
    label="Turns left",
    hint="this one included; empty where there may be no limit",
    slider=Slider(1, 40),
    group=THE_LIMIT,
)
OBJECTIVE = choice(
    "objective",
    "the best chance to reach the goal in time, or the least expected number of turns used",
    "reach",
    "turns",
    default="reach",
    label="Aim",
    words={"reach": "the best chance to get there in time", "turns": "as few turns as possible"},
    radios=True,
    wide=True,
    group=THE_LIMIT,
)
RECORD = record(
    "the faces of each turn, held unless the last is a bust: 4-5-6,3-1",
    "the faces of each turn, A’s and B’s in turns: 4-5-6,3-1,2-2-6",
)


def player_words(policy: str) -> str:
    """Return a policy in words: “holding at 20”."""
    kind, _, total = policy.partition(SEPARATOR)
    return f"holding at {int(total)}" if kind == "hold" else "the best player"


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of the place of a choice in a review."""
    return f"{each['total']} in hand at {each['own']} to {each['opp']}"
