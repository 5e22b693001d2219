"""Reading a position as people write it: the notation, a sentence, three lines of a forum, a table.

``read_position`` is the one reader of texts that people type or paste, for the site, the API and the command line. A
text in the engine's notation is read by ``engine.game.notation``, whose errors point at the character. Any other text
(``words``) is cleaned (``cleaning``); unless it is a table (``tables``), it is cut into one piece per contestant
(``splitting``), and each piece is read (``podium``).
"""

from .reading import Reading, read_podiums, read_position

__all__ = ["Reading", "read_podiums", "read_position"]
