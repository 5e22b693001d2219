"""The options of Hog's questions, and its players and dice in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...controls import SEPARATOR, Number, Player, Slider
from ...options import Option, choice, flag, points, record, whole

TALLEST = 1000
MOST_DICE = 50
THE_PLAYERS, THE_SCORES, THE_TURN, THE_GAME, OFF = (
    "The players",
    "The scores",
    "The turn",
    "The game",
    "Rules switched off",
)

NUMBERS = {"bacon": Number("Bacon worth at least", 0, 100, "8"), "dice": Number("Dice", 0, 50, "5")}
BEST = {"optimal": ("The best player", ())}
SIMPLE = {
    "points": ("Plays for the most points this turn", ()),
    "lead": ("Plays for the highest lead at the end", ()),
    "always": ("Always rolls the same", ("dice",)),
    "bacon": ("Takes Free Bacon if it is worth enough", ("bacon", "dice")),
    "swap": ("Takes Free Bacon also to swap", ("bacon", "dice")),
}
GIVEN = Player({**BEST, **SIMPLE}, NUMBERS)
ANY = Player({**BEST, "best-response": ("The best reply to the other", ()), **SIMPLE}, NUMBERS)
NAMES = "optimal, best-response, points, lead, always:N, bacon:M:N or swap:M:N"

# The rules that can be switched off: title, what holds without them on a page, and on the command line.
SWITCHED = {
    "no-piggy-back": (
        "Piggy Back",
        "a turn score of 0 gives the other nothing",
        "a turn score of 0 gives the opponent nothing",
    ),
    "no-free-bacon": ("Free Bacon", "at least one die must be rolled", "at least one die must be rolled"),
    "no-hog-wild": ("Hog Wild", "dice always have six sides", "dice always have 6 sides"),
    "no-hogtimus": ("Hogtimus Prime", "prime turn scores stay as they are", "prime turn scores stay as they are"),
    "no-swine-swap": ("Swine Swap", "scores are never swapped", "scores are never swapped"),
}
RULES = (
    Option(
        "goal",
        "points that win",
        whole(1, TALLEST),
        "100",
        label="Points to win",
        slider=Slider(10, 200, 5),
        group=THE_GAME,
    ),
    Option(
        "max-dice",
        "the most dice in a turn",
        whole(1, MOST_DICE),
        "10",
        label="Most dice in a turn",
        slider=Slider(1, 20),
        group=THE_GAME,
    ),
    *(
        flag(name, text, label=f"No {title}", hint=words, wide=True, group=OFF)
        for name, (title, words, text) in SWITCHED.items()
    ),
)
A = Option("a", f"A's policy: {NAMES}", str, "optimal", label="Player A", player=ANY, wide=True, group=THE_PLAYERS)
B = A.but(name="b", help=f"B's policy: {NAMES}", label="Player B")
PLAYERS = (A, B)
AGAINST = B.but(help="B's policy: optimal, points, lead, always:N, bacon:M:N or swap:M:N")
SEVERAL = A.but(
    name="policies",
    help="policies, separated by commas",
    default="optimal,always:4,always:5,bacon:8:5,swap:8:5",
    label="Players",
    player=GIVEN,
    many=True,
)
FILE = Option("file", "a Python file that defines strategies f(score, opponent_score)", str, local=True)
SCORES = (
    points("own", "A's points", "A’s points", TALLEST - 1, THE_SCORES),
    points("opp", "B's points", "B’s points", TALLEST - 1, THE_SCORES),
)
FIRST = choice(
    "first",
    "who moves now; the average of both",
    "a",
    "b",
    "average",
    default="a",
    label="Who moves now",
    words={"a": "A", "b": "B", "average": "the average of both"},
    radios=True,
    wide=True,
    group=THE_SCORES,
)
FIRST_TURN = choice(
    "first",
    "who takes the first turn",
    "a",
    "b",
    default="a",
    label="Who moves now",
    words={"a": "A", "b": "B"},
    radios=True,
    wide=True,
    group=THE_SCORES,
)
DICE = Option(
    "dice",
    "dice rolled",
    whole(0, MOST_DICE),
    required=True,
    label="Dice rolled",
    hint="0 takes Free Bacon; empty where it may be: the most points",
    slider=Slider(0, 10),
    group=THE_TURN,
)
SUM = Option(
    "total",
    "their sum, without a boost; 0 for a Pig Out",
    whole(0, 6 * MOST_DICE),
    label="Their sum",
    hint="0 for a Pig Out; empty without dice",
    slider=Slider(0, 60),
    group=THE_TURN,
)
RECORD = record(
    "dice and their sum in each turn, 0 for Free Bacon: 4:13,0,6:0",
    "dice and their sum, A’s and B’s in turns, 0 for Free Bacon: 4:13,0,6:0",
)

PLAYER_WORDS = {
    "optimal": "the best player",
    "points": "the most points this turn",
    "lead": "the highest lead at the end",
}


def dice_words(dice: int) -> str:
    """Return text such as “no dice”, “1 die”, “2 dice”."""
    return "1 die" if dice == 1 else f"{dice or 'no'} dice"


def player_words(policy: str) -> str:
    """Return a policy in words: “always 5 dice”."""
    kind, *numbers = policy.split(SEPARATOR)
    if kind in PLAYER_WORDS:
        return PLAYER_WORDS[kind]
    dice = dice_words(int(numbers[-1]))
    if kind == "always":
        return f"always {dice}"
    return f"Bacon from {int(numbers[0])}{' or to swap' if kind == 'swap' else ''}, else {dice}"


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of the place of a choice in a review."""
    return f"{each['own']} to {each['opp']}"
