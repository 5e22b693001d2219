"""Controls that several games share."""

from __future__ import annotations

from .control import Control, Slider

GAMES = Control("Games", "how many are simulated")
SEED = Control("Seed", "the same seed, the same games")
GOAL = Control("Points to win", slider=Slider(10, 200, 5))
OWN = Control("A’s points", slider=Slider(0, 99, below="goal"))
OPP = Control("B’s points", slider=Slider(0, 99, below="goal"))
RECORD = Control("The game", "as the table writes it down: “Review this game” fills it in", wide=True, long=True)
METHOD = Control("How", words={"exact": "exactly", "simulate": "by playing games"}, radios=True)
