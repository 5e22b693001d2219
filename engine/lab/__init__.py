"""The lab: other games, solved with the same ideas as Press Your Luck.

``ask`` answers a question about one of ``GAMES``. Rules live in ``games``, ways to solve them in
``algorithms``; ``docs/lab/`` explains each game and has a glossary of the words that all of them share.
"""

from engine.lab.answer import Answer
from engine.lab.ask import Reply, ask
from engine.lab.budget import Budget
from engine.lab.catalogue import GAMES, game
from engine.lab.options import Option
from engine.lab.question import Game, Question

__all__ = ["GAMES", "Answer", "Budget", "Game", "Option", "Question", "Reply", "ask", "game"]
