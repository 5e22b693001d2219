"""Press or Pass: the best move in the board round of *Press Your Luck*, and how sure it is.

The facade: everything a program needs is here, and in ``engine.tables`` what reads kept tables.
``python -m engine`` offers the same in a terminal.

Names are loaded when somebody asks for them (``__init__.pyi`` lists them): a command that needs little, like
a move within a time limit, begins at once.
"""

import lazy_loader

from . import solve  # what it leaves behind is deleted

# The package of that name is loaded, so it takes no attribute any more; ``engine.solve`` is the facade's function.
del solve

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
