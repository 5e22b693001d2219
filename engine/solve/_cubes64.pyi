"""Types of the compiled module ``_cubes64.pyx``: those of ``_cubes32.pyx``, in double precision."""

from ._cubes32 import PRECISION as PRECISION
from ._cubes32 import Block as Block
from ._cubes32 import FrameRules as FrameRules
from ._cubes32 import Front as Front
from ._cubes32 import SpinRows as SpinRows
from ._cubes32 import Sweep as Sweep
