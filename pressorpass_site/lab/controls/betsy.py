"""Betsy's controls; the board is drawn by the page itself."""

from __future__ import annotations

from dataclasses import replace

from . import shared
from .control import Control, Group, Layout, Number, Player, Slider

ENGINES = Player(
    {
        "random": ("Moves at random", ()),
        "material": ("Counts birds, so many plies ahead", ("plies",)),
        "depth": ("The engine, so many plies ahead", ("plies",)),
        "seconds": ("The engine, so long for each move", ("seconds",)),
    },
    {
        "plies": Number("Plies", 1, 30, "2"),
        "seconds": Number("Seconds", 0.001, 60, "0.5", whole=False),
    },
)
POLICIES = {"best": "plays the best reply", "random": "moves at random"}

LAYOUT = Layout(
    {
        "record": replace(shared.RECORD, label="The moves", hint="one after the other: e4,e5,Nf3 or e2e4,e7e5,g1f3"),
        "reviewed": Control("Whose moves", words={"w": "White’s", "b": "Black’s", "both": "both sides’"}, radios=True),
        "board": Control("Board"),
        "side": Control("Side to move", words={"w": "White", "b": "Black"}, radios=True),
        "kingfisher": Control("The kingfisher steps", words={"8": "in 8 directions", "4": "in 4"}, radios=True),
        "depth": Control("Plies ahead", "a ply is one move of one side", slider=Slider(0, 10)),
        "plies": Control(
            "Within",
            "counting both sides’ moves; the last is the capture",
            words={str(plies): f"{plies} plies" if plies > 1 else "1 ply" for plies in range(1, 12, 2)},
        ),
        "seconds": Control("Seconds to think", slider=Slider(0.1, 10, 0.1)),
        "white": Control("White", words=POLICIES),
        "black": Control("Black", words=POLICIES),
        "a": Control("Player A", player=ENGINES, wide=True),
        "b": Control("Player B", player=ENGINES, wide=True),
        "policies": Control("Players", player=ENGINES, many=True, wide=True),
        "method": shared.METHOD,
        "games": Control("Games", "of each pair; colors alternate"),
        "opening": Control("Random plies first", "so that games differ", slider=Slider(0, 20)),
        "longest": Control("Drawn after", "plies", slider=Slider(20, 400, 20)),
        "seed": shared.SEED,
    },
    (
        Group("What was played", ("record", "reviewed")),
        Group("The position", ("side", "kingfisher")),
        Group("How far", ("depth", "plies", "seconds")),
        Group("The players", ("white", "black", "a", "b", "policies")),
        Group("The games", ("method", "games", "opening", "longest", "seed")),
    ),
)
