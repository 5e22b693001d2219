"""Yahtzee's and Sebastian's controls; dice and boxes are drawn by the page itself."""

from __future__ import annotations

from dataclasses import replace

from . import shared
from .control import Control, Group, Layout, Number, Player, Slider

UPPER = Control("Points in the upper boxes", "without the bonus", slider=Slider(0, 105))
HELD = Control("Yahtzee box", words={"": "open", "0": "filled with 0", "50": "filled with 50"})
SCORE = Control("Points so far", "with the bonus of 35, if earned", slider=Slider(0, 400))

FIVE = replace(HELD, label="Quintuplicatam")
GROUPS = (
    Group("What was played", ("record",)),
    Group("The player", ("policy", "depth", "prune-first-die")),
    Group("The players", ("a", "b", "method", "policies", "players")),
    Group("The games", ("games", "seed", "bin")),
    Group("The computer", ("threads",)),
)

PLAYER = Player(
    {
        "optimal": ("The best player for the win", ()),
        "best-response": ("The best reply to the other", ()),
        "solitaire": ("The best player for points", ()),
        "greedy": ("Greedy: the most points this turn", ()),
        "random": ("Random", ()),
        "autoplayer": ("Sebastian’s autoplayer", ("turns",)),
        "numbers": ("Autoplayer, three of a kind to the numbers", ("turns",)),
        "ranked": ("Autoplayer, boxes by rank", ("turns",)),
    },
    {"turns": Number("Turns planned", 1, 13, "1")},
)

LISTED = Player({name: each for name, each in PLAYER.kinds.items() if name != "best-response"}, PLAYER.numbers)

LAYOUT = Layout(
    {
        "rules": Control(
            "Rules",
            words={
                "official": "official: bonus for further Yahtzees",
                "plain": "plain: no such bonus",
                "sebastian": "Sebastian: plain, in Latin",
            },
            wide=True,
        ),
        "open": Control("Open boxes"),
        "upper": UPPER,
        "yahtzee": HELD,
        "score": SCORE,
        "opp-open": Control("The other’s open boxes"),
        "opp-upper": UPPER,
        "opp-yahtzee": HELD,
        "opp-score": SCORE,
        "record": replace(
            shared.RECORD, hint="rolls and keeps by turns, then the box: 11346/11/11256/112/11224/twos,22345/…"
        ),
        "roll": Control("The dice"),
        "rerolls": Control("Rerolls left", words={"0": "none", "1": "1", "2": "2"}, radios=True),
        "objective": Control("Play for", words={"points": "points", "win": "the win"}, radios=True),
        "policy": Control(
            "Player",
            words={
                "optimal": "The best player",
                "greedy": "Greedy: the most points this turn",
                "random": "Random",
                "autoplayer": "Sebastian’s autoplayer",
                "numbers": "Autoplayer, three of a kind to the numbers",
                "ranked": "Autoplayer, boxes by rank",
            },
            wide=True,
        ),
        "depth": Control(
            "Turns planned",
            "by an autoplayer, this one included",
            words={"": "–", **{str(turns): str(turns) for turns in range(1, 14)}},
        ),
        "prune-first-die": Control("An autoplayer prunes rerolls by their first die"),
        "players": Control("Players", words={"1": "one", "2": "two"}, radios=True),
        "policies": Control("Players", player=LISTED, many=True, wide=True),
        "a": Control("Player A", "moves now", player=PLAYER, wide=True),
        "b": Control("Player B", player=PLAYER, wide=True),
        "method": Control(
            "How",
            words={
                "auto": "exactly if few boxes are open or one plays for the win",
                "exact": "exactly",
                "simulate": "by playing games, if all play for points",
            },
            radios=True,
            wide=True,
        ),
        "games": shared.GAMES,
        "seed": replace(shared.SEED, hint="the same seed, the same dice"),
        "bin": Control("Points in each bar", slider=Slider(1, 50)),
        "threads": Control("Processor cores", slider=Slider(1, 8)),
    },
    GROUPS,
)
SEBASTIAN = Layout({**LAYOUT.controls, "yahtzee": FIVE, "opp-yahtzee": FIVE}, GROUPS)
