"""Sebastian's questions to the lab: the same as Yahtzee's."""

from ...exhibits import Link
from ...options import choice
from ...question import Game, GameFact
from ..yahtzee.options import GROUPS
from ..yahtzee.questions import build_questions

RULES = choice("rules", "", "which rules are played", {"sebastian": "Sebastian"}, "sebastian")

GAME = Game(
    "sebastian",
    "Sebastian",
    "Yahtzee in Latin: the depth-limited autoplayer, and how far it falls short of the best",
    "Yahtzee in Latin, with a computer player to beat.",
    build_questions(RULES),
    GameFact(
        "Looking one more turn ahead gains Sebastian’s autoplayer only 7.0 points a game.",
        "It expects 211.2 points when it plans one turn and 218.1 when it plans two. The best player expects 245.9.",
        "policy",
        {"policy": "autoplayer", "depth": "2"},
    ),
    GROUPS,
    (
        Link(
            "The autoplayer’s games beside the best",
            "distribution",
            {"policy": "autoplayer", "depth": 2, "games": 20000},
        ),
        Link("What each player gives away", "policy", {"policy": "autoplayer", "depth": 2}),
        Link("Watch it play", "game", {"policy": "autoplayer", "depth": 2, "seed": 1}),
    ),
)
