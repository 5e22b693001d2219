"""Press or Pass: the best action in the board round of *Press Your Luck*, and how certain it is.

This facade has everything a program needs; ``engine.tables`` reads stored tables. ``python -m engine``
offers the same in a terminal.

Names are loaded on first use (``__init__.pyi`` lists them), so that a command that needs little, such as
a move within a time limit, starts at once.
"""

import lazy_loader

from . import review, solve  # the names they bind are deleted

# Once loaded, a subpackage no longer sets this attribute, so ``engine.solve`` is the facade's function.
del review, solve

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
