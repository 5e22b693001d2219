"""Tree Solitaire's questions to the lab."""

from ...exhibits import Link
from ...options import PLAYED, THE_METHOD
from ...question import Game, GameFact, list_questions
from . import fork_questions, strategy_questions, upward_questions
from .options import DRIFT, THE_FORK, THE_TREES, WHAT, WHO_PLAYS
from .panels import DEEP, MEMO

GAME = Game(
    "tree",
    "Tree Solitaire",
    "random game trees, and the gain from looking ahead in them",
    "Find a win at the bottom of a random tree, looking ahead or not.",
    tuple(
        question
        for topic in (strategy_questions, fork_questions, upward_questions)
        for question in list_questions(topic.__name__)
    ),
    GameFact(
        "It is better to look at the branch you do not want to take.",
        "With one look before each move, looking at the low branch wins "
        "68.8%, looking at the high one 66.1% (half of all points are end points, and forks split ¾ to ¼).",
        "gain",
        {"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"},
    ),
    (PLAYED, WHO_PLAYS, THE_FORK, WHAT, THE_TREES, DRIFT, THE_METHOD),
    (
        Link("how much a point is really worth", "depreciation", {"strategy": "bstrat", **MEMO}),
        Link("where caution pays", "win", {"strategy": "hstrat", **DEEP}),
    ),
)
