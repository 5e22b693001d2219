"""The lab: other games, solved with the same ideas as Press Your Luck.

``ask`` answers a question about one of ``GAMES``. Rules live in ``games``, ways to solve them in
``algorithms``; ``docs/lab/`` explains each game and has a glossary of the words that all of them share.
"""

from .answer import Answer
from .ask import Reply, ask
from .budget import Budget
from .catalogue import GAMES, game
from .options import Option
from .question import Game, Question

__all__ = ["GAMES", "Answer", "Budget", "Game", "Option", "Question", "Reply", "ask", "game"]
