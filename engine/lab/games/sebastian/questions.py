"""Sebastian's questions to the lab: the same as Yahtzee's."""

from __future__ import annotations

from ...options import choice
from ...question import Game
from ..yahtzee.questions import questions

RULES = choice("rules", "which rules are played", "sebastian", default="sebastian")

GAME = Game(
    "sebastian",
    "Sebastian",
    "Yahtzee in Latin: the depth-limited autoplayer, and how far it falls short of the best",
    questions(RULES),
)
