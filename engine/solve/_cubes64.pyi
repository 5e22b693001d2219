"""Types of the compiled module ``_cubes64.pyx``: those of its twin in single precision."""

from engine.solve._cubes32 import DONE as DONE
from engine.solve._cubes32 import PRECISION as PRECISION
from engine.solve._cubes32 import STOPPED as STOPPED
from engine.solve._cubes32 import CubeSweep as CubeSweep
