"""Types of the compiled module ``_kernel64.pyx``: those of ``_kernel32.pyx``, in double precision."""

from ._kernel32 import PRECISION as PRECISION
from ._kernel32 import Block as Block
from ._kernel32 import DollarEnd as DollarEnd
from ._kernel32 import Front as Front
from ._kernel32 import Game as Game
from ._kernel32 import Lane as Lane
from ._kernel32 import OrderEnd as OrderEnd
from ._kernel32 import SpinRows as SpinRows
from ._kernel32 import Sweep as Sweep
