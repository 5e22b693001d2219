"""Calibration constants: measured speeds (CPU seconds) and error models, each with the benchmark that reproduces it.

Machine, where nothing else is said: 2 cores (AMD EPYC, 24 GiB), Linux, Python 3.11; November 21 to 23, 2026. Seconds are
of one thread on an idle machine. Errors hold for the board of February 1985, round 2 (``MEAN_SPIN``): on a board with
smaller amounts the same unit or grid is as rough as a larger one there. They are standard errors, rounded up. A figure
that no command prints says so.
"""

from __future__ import annotations

# -- costs: python -m benchmarks.speeds prints how near they are; with --write it corrects values that are more than
# 30% off,
# -- each kind as a whole, and writes the machine and the date ----------------------------------

REFERENCE_SECONDS = 9.0e-5  # of the loop in ``solvers/costs.py``, which compares another machine with this one
THREAD_EFFICIENCY = 0.7  # of the speed of one thread, added by each further one; no command prints it
MAX_THREADS = 8  # more get in one another's way; no command prints it

# lines: AMD EPYC, 2 cores, 2026-11-23.
LINE_CELL_SECONDS = 6.5e-9
LINE_ROW_SECONDS = 1.8e-7
LINE_CELL_OPTION_SECONDS = 4.0e-10  # for each option of a landing with a choice
LINE_ROW_OPTION_SECONDS = 1.5e-9
GRID_ROW_OPTION_SECONDS = 8e-9  # on a grid of scores the best option changes from cell to cell
BLOCK_SECONDS = 1.2e-4  # a lane of a frame, whatever its size
# boxes: AMD EPYC, 2 cores, 2026-11-23.
BOX_CELL_SECONDS = 8e-9
BOX_ROW_SECONDS = 2.5e-7
BOX_CELL_OPTION_SECONDS = 6e-11  # along a long row the best option changes a few times, however far apart scores are
BOX_ROW_OPTION_SECONDS = 3.5e-8
# graph: AMD EPYC, 2 cores, 2026-11-23.
STATE_SECONDS = 2.0e-6
# No command prints what follows. Bounds: states visited in a second, until a round with this many was timed; what the threshold is divided by from round to
# round, and for how many times the states of the last round the next must have time.
BOUNDS_SPEED = 400_000.0
BOUNDS_TIMED = 5000
BOUNDS_THRESHOLD_RATIO = 3.0
BOUNDS_WORTH_WHILE = 1.25
# Dense cells: more than these are kept in single precision, where one or two contestants hold spins (double takes little
# longer there, and tells near ties apart), and elsewhere; and a smaller block is computed before a second thread gets going.
DOUBLE_CELLS = 100_000_000
DOUBLE_CELLS_OF_MANY = 4_000_000
SHARED_CELLS = 20_000
# Repeats of a line at the cap in which values that converge at all come nearer by more than half. A grid's need not:
# choices that chase one another come back after a few repeats, and after a multiple of those what a row ends at does not
# depend on the rows beside it.
STALL_WINDOW = 1000
STALL_WINDOW_ON_GRID = 240
# Bytes: of addresses that a piece of memory has at least, and of memory kept for the next solve at most.
MIN_ARENA_BYTES = 2**26
MAX_KEPT_ARENA_BYTES = 2**32
# More configurations, and more lines of scores, take minutes to plan.
MAX_CONFIGS = 60_000
MAX_LINES = 30_000_000
# Lines times configurations whose ranges are kept at most, and up to which classes of lanes pay.
MAX_RANGES = 600_000_000
CLASSED_RANGES = 70_000_000
# Planning: a configuration, and a line of one.
CONFIG_SECONDS = 1.5e-5
RANGE_SECONDS = 2e-8
# A byte of memory that is touched for the first time: at least this, measured as a process begins.
BYTE_SECONDS = 2.5e-10

# The size of a question before anything is planned (no command prints it): dense cells with three holders of spins, in seconds per spin squared and
# triple of scores; states of a graph to the exact dollar, by spins left (with more it is hopeless); the least powers with
# which cells and rows grow as a grid gets finer.
SECONDS_OF_THREE = 4e-8
UNIT_OF_MANY = 50  # finer units have too many scores for dense cells where three hold spins
FEW_STATES = 50_000  # a graph of them takes a tenth of a second
FEW_GAMES = 1e5  # ways the spins can fall; with more, many positions follow
DOLLAR_STATES = {1: 2_000_000, 2: 8_000_000, 3: 32_000_000}
CELL_GROWTH = 2.3
ROW_GROWTH = 1.4

# -- rounding in the kernels' arithmetic: pytest tests/engine/solvers/test_kernel_is_oracle.py ----

DOUBLE_ROUNDING = 1e-10
SINGLE_ROUNDING = 8e-6
REFERENCE_STOP_CHANCE = 0.5  # the chance of no extra spin at which they are so; the show's boards have more

# -- errors of grids before any playout --------------------------------------------------------

MEAN_SPIN = 1530  # average dollars of a spin on the measured board, rounded down
BY_LEAD = 3.0  # factor where contestants decide by their lead: a small error in an amount may change an action
# Chances on a grid of scores: python -m benchmarks.dollars.
GRID_ERROR = {250: 0.004, 500: 0.008, 1000: 0.02, 2000: 0.04, 4000: 0.08, 8000: 0.15}
# Where scores stop on a grid (no command prints it), in proportion to a mean spin: at least here, and this much above the
# highest; how much opponents who try to catch up with a runaway leader may grow, and how many times their score hardly ever is
# caught.
LOW_CAP = 20_000
HEADROOM = 12_000
CATCHING_UP = 10_000
RUNAWAY = 2.0
# Whose Whammies a grid counts (no command prints it): of contestants with this many at least, as others rarely go out; and
# a grid finer than this is never bought by counting fewer.
COUNTED_FROM = 2
GOOD_GRID = 2000
# Whammies that are not counted: the part of the chance to go out, with the contestant's own spins and a part of the
# others', that an estimate is off. Rough: judged from seven positions, in one of which a choice turned on it and the
# error was twice that. No command prints it.
UNCOUNTED_WHAMMY_SHARE = 0.2
OPPONENT_SPIN_SHARE = 0.5

# -- errors of stored tables: python -m benchmarks.what_ifs -------------------------------------

# A table on a grid counts every Whammy up to $500, so it is surer than an estimate's grid, whose lanes are merged. With
# few spins chances jump as a score grows, so a grid is rougher.
TABLE_ERROR = {250: 0.001, 500: 0.002, 1000: 0.03, 2000: 0.04}
TABLE_ERROR_FEW_SPINS = {250: 0.002, 500: 0.006, 1000: 0.03, 2000: 0.09}
FEW_SPINS = 3  # held by all together: tables for this few are quick, and tell nothing on the coarsest grid
# From this grid on tables count the Whammies of few contestants only. That changes a chance by 0.1 to 0.8 points (root
# mean square), where 3 to 9 are stated, and takes a fifth to a thirteenth of the time. No command prints it.
MERGED_FROM = 1000
# Interpolation: a share of the distance between the neighboring chances, and what is added where neighbors are left out
# because they rank the contestants differently.
SHARE_OF_DISTANCE = 0.15
LEFT_OUT = 0.01

# -- errors of playouts: python -m benchmarks.consistent -----------------------------------------

# The part of a contestant's policy error (what wrong choices may have changed) that is stated: by 173 questions that
# were solved exactly, judged by 70 others (decision 12). A part of the correction, as values so wrong mislead choices
# that look clear, and what is always left: fitted to one half of positions of five boards, judged by the other (decision 12).
POLICY_ERROR_FACTOR = 0.48
UNSEEN_ERROR_SHARE = 0.06
MIN_POLICY_ERROR = 1e-4
NOISE_FACTOR = 1.2  # factor: what few games change much is seen too seldom
RARE_EVENT_ERROR = 0.1  # what a kind of game changes that comes up once in as many playouts, and may not have been seen
PASS_DIFFERENCE_ERROR = 0.7  # the part of two passes' errors that may decide between them, as they mostly err alike
# Choices by values without some habits. In most positions playouts make up for it; in 2 of 40 with two or three spins an
# estimate with a stated error of less than 0.05 points was 0.16 and 0.4 points off. No command prints it.
WITHOUT_HABITS = 0.002
# Playouts of each action: of the first turn, after which the rate shows how many there is time for; and the noise (standard
# error of a payoff of 1) that needs no more, small beside the error of the choices or in itself. No command prints them.
FIRST_PLAYOUTS = 32
SMALL_NOISE = 0.1
FINE_NOISE = 2e-4
PILOTS = 16  # playouts that estimate the error of the values
# A choice between options x typical errors apart may be wrong by (1 + x²)^-TAIL of what it changes, up to CLOSE_CHOICE;
# options closer than LOOKED_AT are looked at a spin further ahead, but not those farther apart than CLEARLY_APART to begin with.
ERROR_TAIL_EXPONENT = 0.7
CLOSE_MARGIN = 10.0
DEEPEN_MARGIN = 1.0
CLEAR_MARGIN = 4.0
# Floor of the values' typical error: this share of the RMS correction per playout at depth 1, times
# ERROR_DECAY_PER_PLY per extra ply.
# times how much less it is with each further spin; and a chance that is always in doubt. Where all spins that are left are
# looked at, only this part is left, as some bring another.
ERROR_PER_CORRECTION = 0.4
ERROR_DECAY_PER_PLY = 0.6
MIN_VALUE_ERROR = 1e-4
FULL_DEPTH_SHARE = 0.2
# A call between options no farther apart than this many typical errors is a toss-up. Chances are told as a range if those of
# one contestant move a chance by more than this, by these multiples of the standard error of all else, and of what they
# move that contestant's own: in three of 69 random positions. No command prints that.
TOSS_UP = 1.0
TOSS_UP_MIN_SHIFT = 0.01  # what it moves at least of each contestant's chance that is then told as two
TOSS_UP_MIN_WIDTH = 0.05
TOSS_UP_ERROR_RATIO = 12.0
TOSS_UP_COST_RATIO = 30.0
# Of the chance to go out while pressing, the part that counts, as spins are passed on too: leaves the least noise; a
# smaller chance is left to the playouts.
ELIMINATION_SHARE = 0.7
MIN_ELIMINATION_CHANCE = 1e-3
# Spins that playouts look ahead where choices are close: two, or three, if there is time for this many of each action.
# A choice made one spin ahead may be wrong by more than the noise of few, one made two spins ahead hardly ever is.
ENOUGH_PLAYOUTS = {2: 200, 3: 400}
DEEPER = 3.0  # times as long, at least, playouts take that look one spin further ahead: python -m benchmarks.playouts

# -- a review ----------------------------------------------------------------------------------

# Exact answers are found soon with at most SOON_SPINS left, and with more in units of COARSE_UNIT dollars and more. No
# command prints them.
SOON_SPINS = 5
SOON_COARSE_SPINS = 12
COARSE_UNIT = 250
REGRID_SPIN_SHARE = 0.6  # of a root's spins: with fewer left a position is rough on its grid, so a finer one is worth it; no command prints it

# -- the value of scores between the rounds: python -m benchmarks.rounds -------------------------

# Scores that are told apart, where a spin brings ``MEAN_SPIN`` on average; the error of a chance, solved in full and on the spot.
VALUES_TO = 20_000
SCORE_VALUES = 0.003
ROUGH_SCORE_VALUES = 0.03
ROUGH_BY_WHAMMIES = (1.0, 1.0, 2.0, 5.0)  # times that, by the most Whammies of a contestant who is in
# Between the rounds: of the policy errors of single starts, what is stated of their mean; and the questions up to which all starts
# are solved where no value of scores is kept.
POLICY_OF_STARTS = 0.3
QUESTIONS_AT_ONCE = 3
