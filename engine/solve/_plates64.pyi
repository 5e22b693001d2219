"""Types of the compiled module ``_plates64.pyx``: those of ``_plates32.pyx``, in double precision."""

from ._plates32 import PRECISION as PRECISION
from ._plates32 import Block as Block
from ._plates32 import EndRows as EndRows
from ._plates32 import FrameRules as FrameRules
from ._plates32 import Front as Front
from ._plates32 import Rows as Rows
from ._plates32 import SpinRows as SpinRows
from ._plates32 import Sweep as Sweep
