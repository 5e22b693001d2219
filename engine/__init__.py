"""Press or Pass: the best move in the board round of *Press Your Luck*, and how sure it is.

The facade: everything a program needs is here, and in ``engine.tables`` what reads kept tables.
``python -m engine`` offers the same in a terminal.
"""

from engine.answers.near import Near, from_table, nearest
from engine.answers.refine import refine
from engine.answers.solver import solve
from engine.errors import (
    BoardError,
    Cancelled,
    Exhausted,
    InputError,
    NotationError,
    PositionError,
    RulesError,
    Unaffordable,
    Unsettled,
)
from engine.game.board import DEFAULT_BOARD, Board, Slide, Square, preset_boards
from engine.game.chains import Handing, PassChain, pass_chains
from engine.game.eras import ERAS, FACT_MARKS, FACT_SOURCES, Era, Fact
from engine.game.figures import BoardFigures, SpinFigures, board_figures
from engine.game.now import Now
from engine.game.options import OPTIONS, RULE_PRESETS, Option, Rules
from engine.game.position import Contestant, Position
from engine.game.rules import Pass, Press, first_up, game_over, legal_actions
from engine.solve.flag import CancelFlag, Progress
from engine.solve.limits import Limits
from engine.solve.result import ActionResult, OutcomeEffect, SolveResult
from engine.tables import TableError
from engine.tables.building import build_table
from engine.tables.rough import build_rough
from engine.version import ENGINE_VERSION

__all__ = [
    "DEFAULT_BOARD",
    "ENGINE_VERSION",
    "ERAS",
    "FACT_MARKS",
    "FACT_SOURCES",
    "OPTIONS",
    "RULE_PRESETS",
    "ActionResult",
    "Board",
    "BoardError",
    "BoardFigures",
    "CancelFlag",
    "Cancelled",
    "Contestant",
    "Era",
    "Exhausted",
    "Fact",
    "Handing",
    "InputError",
    "Limits",
    "Near",
    "NotationError",
    "Now",
    "Option",
    "OutcomeEffect",
    "Pass",
    "PassChain",
    "Position",
    "PositionError",
    "Press",
    "Progress",
    "Rules",
    "RulesError",
    "Slide",
    "SolveResult",
    "SpinFigures",
    "Square",
    "TableError",
    "Unaffordable",
    "Unsettled",
    "board_figures",
    "build_rough",
    "build_table",
    "first_up",
    "from_table",
    "game_over",
    "legal_actions",
    "nearest",
    "pass_chains",
    "preset_boards",
    "refine",
    "solve",
]
