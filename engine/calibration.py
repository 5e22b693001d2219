"""Calibration constants: measured speeds (CPU seconds) and error models, each with the benchmark that reproduces it.

Machine, unless stated otherwise: 2 cores (AMD EPYC, 24 GiB), Linux, Python 3.11; November 21 to 23, 2026. Seconds are
of one thread on an idle machine. Errors are standard errors, rounded up, for the board of February 1985, round 2
(``MEAN_SPIN``): on a board with smaller amounts the same grid is coarser. Constants that no command prints say so.
"""

from __future__ import annotations

# -- costs: python -m benchmarks.speeds compares them with this machine; with --write it corrects each kind of values
# -- that is more than 30% off, and writes the machine and the date -----------------------------

REFERENCE_SECONDS = 9.0e-5  # of the loop in ``solvers/costs.py``, which compares another machine with this one
THREAD_EFFICIENCY = 0.7  # speed that each further thread adds, as a share of one thread's; no command prints it
MAX_THREADS = 8  # more slow one another down; no command prints it

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
# The other costs are printed by no command.
BOUNDS_SPEED = 400_000.0  # states visited in a second, until a round is timed
BOUNDS_TIMED = 5000  # states of a round that is timed, at least
BOUNDS_THRESHOLD_RATIO = 3.0  # of the thresholds of two rounds
BOUNDS_WORTH_WHILE = 1.25  # states for which a round must have time, as a multiple of the round before
# Cells up to which values are in double precision: with one or two holders of spins (double takes little longer, and
# tells near ties apart), and with three.
DOUBLE_CELLS = 100_000_000
DOUBLE_CELLS_OF_MANY = 4_000_000
SHARED_CELLS = 20_000  # of a block; one thread computes a smaller block before a second one starts
# Repeats of a line at the cap in which the change of values that converge at all falls by more than half. On a grid
# values need not converge: cyclic choices return after a few repeats, and after a multiple of these the end values of a
# row do not depend on the rows beside it.
STALL_WINDOW = 1000
STALL_WINDOW_ON_GRID = 240
MIN_ARENA_BYTES = 2**26  # of addresses
MAX_KEPT_ARENA_BYTES = 2**32  # of memory kept for the next solve
# More configurations, and more lines of scores, take minutes to plan.
MAX_CONFIGS = 60_000
MAX_LINES = 30_000_000
MAX_RANGES = 600_000_000  # lines * configurations
CLASSED_RANGES = 70_000_000  # up to which classes of lanes pay
# Planning: a configuration, and a line of one.
CONFIG_SECONDS = 1.5e-5
RANGE_SECONDS = 2e-8
BYTE_SECONDS = 2.5e-10  # to touch a byte of memory for the first time, at least; measured at the start of a process

# The size of a question before planning (no command prints it).
SECONDS_OF_THREE = 4e-8  # of dense cells with three holders of spins, per spin squared and triple of scores
UNIT_OF_MANY = 50  # finer units have too many scores for dense cells where three hold spins
FEW_STATES = 50_000  # a graph of them takes a tenth of a second
FEW_GAMES = 1e5  # sequences of landings; with more, many positions follow
DOLLAR_STATES = {1: 2_000_000, 2: 8_000_000, 3: 32_000_000}  # of a graph to the exact dollar, by spins left
CELL_GROWTH = 2.3  # least power with which cells grow as a grid gets finer
ROW_GROWTH = 1.4  # the same for rows

# -- rounding in the kernels' arithmetic: pytest tests/engine/solvers/test_kernel_is_oracle.py ----

DOUBLE_ROUNDING = 1e-10
SINGLE_ROUNDING = 8e-6
# The rounding bounds hold where a spin brings no extra spin with at least this chance; on the show's boards it is higher.
REFERENCE_STOP_CHANCE = 0.5

# -- errors of grids before any playout --------------------------------------------------------

MEAN_SPIN = 1530  # average dollars of a spin on the measured board, rounded down
BY_LEAD = 3.0  # error factor where contestants decide by their lead: a small error in an amount may change an action
# Chances on a grid of scores: python -m benchmarks.dollars.
GRID_ERROR = {250: 0.004, 500: 0.008, 1000: 0.02, 2000: 0.04, 4000: 0.08, 8000: 0.15}
# The cap on a grid, in dollars for a mean spin of ``MEAN_SPIN`` (no command prints it).
LOW_CAP = 20_000  # at least
HEADROOM = 12_000  # above the highest score
CATCHING_UP = 10_000  # the growth of opponents who try to catch a runaway leader
RUNAWAY = 2.0  # multiple of their score from which a leader is rarely caught
# The Whammies that a grid counts (no command prints it): those of contestants with at least this many, as others rarely
# go out; a grid finer than ``GOOD_GRID`` is never bought by counting fewer.
COUNTED_FROM = 2
GOOD_GRID = 2000
# The error by Whammies that are not counted, as a share of the chance to go out with one's own spins and a share of the
# opponents'. Rough: judged from seven positions; in one a choice depended on it, and the error was twice that. No
# command prints it.
UNCOUNTED_WHAMMY_SHARE = 0.2
OPPONENT_SPIN_SHARE = 0.5

# -- errors of stored tables: python -m benchmarks.what_ifs -------------------------------------

# Up to $500 a table on a grid counts every Whammy, so its error is smaller than that of an estimate's grid, whose lanes
# are merged. With few spins chances jump as a score grows, so the error is larger.
TABLE_ERROR = {250: 0.001, 500: 0.002, 1000: 0.03, 2000: 0.04}
TABLE_ERROR_FEW_SPINS = {250: 0.002, 500: 0.006, 1000: 0.03, 2000: 0.09}
FEW_SPINS = 3  # held by all together: such tables are quick, and say nothing on the coarsest grid
# Tables on this grid and coarser ones count the Whammies of few contestants only. That changes a chance by 0.1 to 0.8
# points (root mean square), where 3 to 9 are stated, and takes a fifth to a thirteenth of the time. No command prints it.
MERGED_FROM = 1000
# Interpolation: a share of the difference of the neighboring chances, and an error that is added where neighbors are
# left out because they rank the contestants differently.
SHARE_OF_DISTANCE = 0.15
LEFT_OUT = 0.01

# -- errors of playouts: python -m benchmarks.consistent -----------------------------------------

# The stated policy error: a share of the possible changes by a contestant's wrong choices (fitted to 173 questions that
# were solved exactly, tested on 70 others), a share of the correction (large corrections mislead choices that look
# clear), and a minimum (fitted to one half of the positions of five boards, tested on the other; decision 12).
POLICY_ERROR_FACTOR = 0.48
UNSEEN_ERROR_SHARE = 0.06
MIN_POLICY_ERROR = 1e-4
NOISE_FACTOR = 1.2  # few playouts underestimate the noise of rare games
RARE_EVENT_ERROR = 0.1  # change by a kind of game that comes up once in as many playouts, and may not have been seen
PASS_DIFFERENCE_ERROR = 0.7  # share of two passes' combined error in their difference, as their errors are correlated
# Choices by values without some habits. In most positions playouts make up for it; in 2 of 40 with two or three spins an
# estimate with a stated error of less than 0.05 points was 0.16 and 0.4 points off. No command prints it.
WITHOUT_HABITS = 0.002
FIRST_PLAYOUTS = 32  # of each action; their rate shows how many more there is time for
# Noise that needs no more playouts: a share of the policy error, or a standard error of a payoff of 1. No command prints
# these.
SMALL_NOISE = 0.1
FINE_NOISE = 2e-4
PILOTS = 16  # playouts that estimate the error of the values
# A choice between options x typical errors apart may be wrong by (1 + x²)^-ERROR_TAIL_EXPONENT of its effect, up to
# CLOSE_MARGIN. Lookahead goes one spin deeper for options closer than DEEPEN_MARGIN, and does not begin for options
# farther apart than CLEAR_MARGIN.
ERROR_TAIL_EXPONENT = 0.7
CLOSE_MARGIN = 10.0
DEEPEN_MARGIN = 1.0
CLEAR_MARGIN = 4.0
# The values' typical error is at least this share of the RMS correction per playout at depth 1, times
# ERROR_DECAY_PER_PLY per extra ply, and at least MIN_VALUE_ERROR. Where the lookahead covers all spins left, only
# FULL_DEPTH_SHARE of it remains, as some spins bring extra spins.
ERROR_PER_CORRECTION = 0.4
ERROR_DECAY_PER_PLY = 0.6
MIN_VALUE_ERROR = 1e-4
FULL_DEPTH_SHARE = 0.2
# A call between options no farther apart than this many typical errors is a toss-up. Chances are stated as a range if the
# toss-ups of one contestant move a chance by more than TOSS_UP_MIN_WIDTH, TOSS_UP_ERROR_RATIO times the standard error of
# everything else, and TOSS_UP_COST_RATIO times the change of that contestant's own chance: in three of 69 random
# positions. No command prints that.
TOSS_UP = 1.0
TOSS_UP_MIN_SHIFT = 0.01  # least change of a contestant's chance that is then stated as two chances
TOSS_UP_MIN_WIDTH = 0.05
TOSS_UP_ERROR_RATIO = 12.0
TOSS_UP_COST_RATIO = 30.0
# Share of the chance to go out by pressing all spins that leaves the least noise, as spins are passed too; a smaller
# chance is left to the playouts.
ELIMINATION_SHARE = 0.7
MIN_ELIMINATION_CHANCE = 1e-3
# Playouts of each action for which there must be time at a depth of two and three spins. The error of a choice at depth 1
# may exceed the noise of few playouts, at depth 2 it rarely does.
ENOUGH_PLAYOUTS = {2: 200, 3: 400}
DEEPER = 3.0  # least ratio of playout times at a depth and at one spin less: python -m benchmarks.playouts

# -- a review ----------------------------------------------------------------------------------

# Exact answers are quick with up to SOON_SPINS left, and with up to SOON_COARSE_SPINS in units of at least COARSE_UNIT
# dollars. No command prints these.
SOON_SPINS = 5
SOON_COARSE_SPINS = 12
COARSE_UNIT = 250
# Share of a root's spins: with fewer left its grid is coarse for a position, so a finer grid pays. No command prints it.
REGRID_SPIN_SHARE = 0.6

# -- score values between the rounds: python -m benchmarks.rounds --------------------------------

VALUES_TO = 20_000  # dollars up to which scores have values of their own, where a spin brings ``MEAN_SPIN`` on average
SCORE_VALUES = 0.003  # error of a chance
ROUGH_SCORE_VALUES = 0.03  # the same for score values built on demand,
ROUGH_BY_WHAMMIES = (1.0, 1.0, 2.0, 5.0)  # ... times this, by the most Whammies of a contestant who is in
POLICY_OF_STARTS = 0.3  # share of the mean policy error of single starts that is stated of all starts
QUESTIONS_AT_ONCE = 3  # up to which all starts are solved if no score values are stored
