"""Hog's controls, among them its rules, each of which can be switched off."""

from __future__ import annotations

from dataclasses import replace

from . import shared
from .control import Control, Group, Layout, Number, Player, Slider

NUMBERS = {
    "bacon": Number("Bacon worth at least", 0, 100, "8"),
    "dice": Number("Dice", 0, 50, "5"),
}
SIMPLE = {
    "points": ("Plays for the most points this turn", ()),
    "lead": ("Plays for the highest lead at the end", ()),
    "always": ("Always rolls the same", ("dice",)),
    "bacon": ("Takes Free Bacon if it is worth enough", ("bacon", "dice")),
    "swap": ("Takes Free Bacon also to swap", ("bacon", "dice")),
}
GIVEN = Player({"optimal": ("The best player", ()), **SIMPLE}, NUMBERS)
ANY = Player(
    {"optimal": ("The best player", ()), "best-response": ("The best reply to the other", ()), **SIMPLE}, NUMBERS
)

# The rules that can be switched off, and what holds without them.
RULES = {
    "no-piggy-back": ("Piggy Back", "a turn score of 0 gives the other nothing"),
    "no-free-bacon": ("Free Bacon", "at least one die must be rolled"),
    "no-hog-wild": ("Hog Wild", "dice always have six sides"),
    "no-hogtimus": ("Hogtimus Prime", "prime turn scores stay as they are"),
    "no-swine-swap": ("Swine Swap", "scores are never swapped"),
}

LAYOUT = Layout(
    {
        "a": Control("Player A", player=ANY, wide=True),
        "b": Control("Player B", player=ANY, wide=True),
        "policies": Control("Players", player=GIVEN, many=True, wide=True),
        "own": shared.OWN,
        "opp": shared.OPP,
        "first": Control(
            "Who moves now", words={"a": "A", "b": "B", "average": "the average of both"}, radios=True, wide=True
        ),
        "dice": Control(
            "Dice rolled", "0 takes Free Bacon; empty where it may be: the most points", slider=Slider(0, 10)
        ),
        "total": Control("Their sum", "0 for a Pig Out; empty without dice", slider=Slider(0, 60)),
        "record": replace(shared.RECORD, hint="dice and their sum, A’s and B’s in turns, 0 for Free Bacon: 4:13,0,6:0"),
        "goal": shared.GOAL,
        "max-dice": Control("Most dice in a turn", slider=Slider(1, 20)),
        **{name: Control(f"No {title}", words, wide=True) for name, (title, words) in RULES.items()},
        "games": shared.GAMES,
        "seed": replace(shared.SEED, hint="the same seed, the same dice"),
    },
    (
        Group("What was played", ("record",)),
        Group("The players", ("a", "b", "policies")),
        Group("The scores", ("own", "opp", "first")),
        Group("The turn", ("dice", "total")),
        Group("The game", ("goal", "max-dice")),
        Group("Rules switched off", tuple(RULES)),
        Group("The simulation", ("games", "seed")),
    ),
)
