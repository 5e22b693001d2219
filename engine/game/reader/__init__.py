"""Reading a position as people write it: the notation, a sentence, three lines of a forum, a table.

``read_position`` is the one reader of texts that people type or paste, for the site, the API and the command line. A
text in the engine's notation (``engine.game.notation``) is read by that, and its errors point at the character. Any
other text (``words``) is cleaned (``cleaning``), cut into one piece per contestant (``splitting``) and each piece read
(``podium``), unless it is a table (``tables``).
"""

from .reading import Reading, read_podiums, read_position

__all__ = ["Reading", "read_podiums", "read_position"]
