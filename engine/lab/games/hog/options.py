"""The options that several of Hog's questions share, and Hog's players and dice in words."""

from collections.abc import Mapping
from typing import Any

from ...controls import SEPARATOR, NumberControl, PlayerControl
from ...options import MAX_GOAL, PLAYED, THE_METHOD, THE_SCORES, flag, group, integer, players, radios
from .policies import NAMES

MAX_DICE = 50
THE_PLAYERS, THE_TURN, THE_GAME, RULES_OFF = "The players", "The turn", "The game", "Rules switched off"

NUMBERS = {"bacon": NumberControl("Bacon worth at least", 0, 100, "8"), "dice": NumberControl("Dice", 0, 50, "5")}
BEST = {"optimal": ("The best player", ())}
SIMPLE = {
    "points": ("Plays for the most points this turn", ()),
    "lead": ("Plays for the highest lead at the end", ()),
    "always": ("Always rolls the same", ("dice",)),
    "bacon": ("Takes Free Bacon if it is worth enough", ("bacon", "dice")),
    "swap": ("Takes Free Bacon also to swap", ("bacon", "dice")),
}
FIXED_PLAYER = PlayerControl({**BEST, **SIMPLE}, NUMBERS)
ANY_PLAYER = PlayerControl({**BEST, "best-response": ("The best reply to the other", ()), **SIMPLE}, NUMBERS)

# The rules that can be switched off: title, and the rule without them.
RULE_SWITCHES = {
    "no-piggy-back": ("Piggy Back", "a turn score of 0 gives the opponent nothing"),
    "no-free-bacon": ("Free Bacon", "at least one die must be rolled"),
    "no-hog-wild": ("Hog Wild", "dice always have six sides"),
    "no-hogtimus": ("Hogtimus Prime", "prime turn scores stay as they are"),
    "no-swine-swap": ("Swine Swap", "scores are never swapped"),
}
RULES = (
    *group(
        THE_GAME,
        integer("goal", "Points to win", "points that win", 1, MAX_GOAL, "100", slider=(10, 200, 5)),
        integer("max-dice", "Most dice in a turn", "the most dice in a turn", 1, MAX_DICE, "10", slider=(1, 20)),
    ),
    *group(
        RULES_OFF,
        *(flag(name, f"No {title}", text, hint=text, wide=True) for name, (title, text) in RULE_SWITCHES.items()),
    ),
)
PLAYERS = A, B = group(
    THE_PLAYERS,
    players("a", "Player A", f"A's policy: {NAMES}", ANY_PLAYER, "optimal"),
    players("b", "Player B", f"B's policy: {NAMES}", ANY_PLAYER, "optimal"),
)
AGAINST = B.with_changes(help="B's policy: optimal, points, lead, always:N, bacon:M:N or swap:M:N")
SIDES, AVERAGE = {"a": "A", "b": "B"}, {"average": "the average of both"}
FIRST_TURN, FIRST = group(
    THE_SCORES,
    radios("first", "Who moves now", "who takes the first turn", SIDES, "a", wide=True),
    radios("first", "Who moves now", "who moves now; the average of both", SIDES | AVERAGE, "a", wide=True),
)
(DICE,) = group(
    THE_TURN,
    integer("dice", "Dice rolled", "dice rolled", 0, MAX_DICE, required=True).with_hint("0 takes Free Bacon", (0, 10)),
)
GROUPS = (PLAYED, THE_PLAYERS, THE_SCORES, THE_TURN, THE_GAME, RULES_OFF, THE_METHOD)

PLAYER_WORDS = {
    "optimal": "the best player",
    "points": "the most points this turn",
    "lead": "the highest lead at the end",
}


def describe_dice(dice: int) -> str:
    """Return text such as “no dice”, “1 die”, “2 dice”."""
    return "1 die" if dice == 1 else f"{dice or 'no'} dice"


def describe_player(policy: str) -> str:
    """Return a policy in words: “always 5 dice”."""
    kind, *numbers = policy.split(SEPARATOR)
    if kind in PLAYER_WORDS:
        return PLAYER_WORDS[kind]
    dice = describe_dice(int(numbers[-1]))
    if kind == "always":
        return f"always {dice}"
    return f"Bacon from {int(numbers[0])}{' or to swap' if kind == 'swap' else ''}, else {dice}"


def describe_scores(entry: Mapping[str, Any]) -> str:
    return f"{entry['own']} to {entry['opp']}"
