"""Tree Solitaire's controls."""

from __future__ import annotations

from dataclasses import replace

from engine.lab.games.tree.rules import MOST_LOOKS, MOST_PLIES

from ..tree_words import CURVES, STRATEGIES, TABLES, VERDICTS
from . import shared
from .control import Control, Group, Layout, Number, Player, Slider

CHANCE = Slider(0, 1, 0.05)
SHARE = Slider(0.5, 1, 0.05)
WORDS = {name: f"{each.title}: looks {each.looks}" for name, each in STRATEGIES.items()}
SEARCHES = {"lowest": "Search: the lowest value first", "highest": "Search: the highest value first"}
PLAYERS = Player(
    {
        **{name: (words, ()) for name, words in WORDS.items()},
        "xhstrat": ("XHSTRAT: looks high, and high on, at X points", ("x",)),
        "xlstrat": ("XLSTRAT: looks low, and high on, at X points", ("x",)),
        "ply": ("Looks at all points so many plies down", ("plies",)),
    },
    {"x": Number("X", 1, MOST_LOOKS, "3"), "plies": Number("Plies", 1, MOST_PLIES, "2")},
)

LAYOUT = Layout(
    {
        "record": replace(
            shared.RECORD, label="The moves", hint="what was looked at, then where to, for each move: h.hh:h,-:l"
        ),
        "strategy": Control("Strategy", player=PLAYERS, words=WORDS | SEARCHES, wide=True),
        "over": Control("Compared with", player=PLAYERS, wide=True),
        "form": Control(
            "Wins",
            words={
                "tsi": "each end point for itself (TSI)",
                "tsd": "exactly one in the tree (TSD)",
                "drift": "values drift (chapter 6)",
            },
            radios=True,
            wide=True,
        ),
        "E": Control("E: end points", "the chance that a point ends the game", slider=CHANCE),
        "ends": Control("E on the first levels", "levels 1, 2, …: 0.3,0.5; below them E", wide=True, long=True),
        "shares": Control(
            "Shares of the branches", "instead of A, for more than two: 0.5,0.3,0.2", wide=True, long=True
        ),
        "A": Control("A: split ratio", "the share of the high branch; the mean where ratios vary", slider=SHARE),
        "ratio": Control(
            "Split ratios",
            words={"constant": "all alike: A (drift: C ± D)", "uniform": "drawn anew: ½ to 1 (drift: ±3D)"},
            wide=True,
        ),
        "value": Control("Value", "of the point where play begins", slider=CHANCE),
        "top": Control("T: top", "the value of the top", slider=CHANCE),
        "step": Control("D: step", "branches are C + D and C − D", slider=Slider(0, 0.5, 0.01)),
        "method": shared.METHOD,
        "games": shared.GAMES,
        "seed": replace(shared.SEED, hint="the same seed, the same trees"),
        "moves": Control("Moves", "how many", slider=Slider(1, 40)),
        "against": Control("Across", words=CURVES, wide=True),
        "steps": Control("Steps", "along the picture", slider=Slider(2, 100)),
        "high": Control("High branch’s value", slider=CHANCE),
        "high-ratio": Control("High branch’s split ratio", slider=SHARE),
        "low": Control("Low branch’s value", "at most the high one’s", slider=CHANCE),
        "low-ratio": Control("Low branch’s split ratio", "H′STRAT has not looked there", slider=SHARE),
        "outcome": Control("The game is", words={"win": "won", "loss": "lost"}, radios=True),
        "rows": Control("Moves drawn", slider=Slider(1, 4)),
        "total": Control("H + L", "the value of the fork", slider=CHANCE),
        "order": Control(
            "Looks at",
            words={
                "best": "the highest value first",
                "breadth": "level by level",
                "depth": "down high branches first",
                "lowest": "the lowest value first",
            },
            wide=True,
        ),
        "levels": Control("Levels", "the last has end points only", slider=Slider(1, 10)),
        "lowest": Control("Lowest value", "of an end point", slider=CHANCE),
        "highest": Control("Highest value", "of an end point", slider=CHANCE),
        "table": Control("Table", words={number: f"{number}: {title}" for number, title in TABLES.items()}, wide=True),
        "only": Control("Shown", words=VERDICTS, wide=True),
        "also": Control("Further strategies", "such as 3hstrat, 5lstrat, 2ply", wide=True, long=True),
        "all": Control("H′STRAT, B′STRAT and unlimited too"),
    },
    (
        Group("What was played", ("record",)),
        Group("Who plays", ("strategy", "over", "order")),
        Group("The fork", ("total", "high", "high-ratio", "low", "low-ratio")),
        Group("What is shown", ("table", "only", "against", "steps", "moves", "outcome", "rows", "also", "all")),
        Group("The trees", ("form", "E", "A", "ratio", "value", "levels", "lowest", "highest", "ends", "shares")),
        Group("The drift form", ("top", "step")),
        Group("The method", ("method", "games", "seed")),
    ),
)
