"""The lab: other games, solved with the same ideas as Press Your Luck.

``ask`` answers a question about one of ``GAMES``. ``games`` has their rules, ``algorithms`` the methods
to solve them; ``docs/lab/`` explains each game and has a glossary of common terms.
"""

from .answer import Answer
from .ask import Reply, ask
from .budget import Budget
from .catalogue import GAMES, game
from .options import Option
from .question import Game, Question

__all__ = ["GAMES", "Answer", "Budget", "Game", "Option", "Question", "Reply", "ask", "game"]
