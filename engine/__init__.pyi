"""What the facade exports, and from where; ``__init__.py`` loads names on first use."""

from .answers.between_rounds import between_rounds
from .answers.from_table import answer_from_table, nearest_table
from .answers.methods import exact_seconds, solve
from .answers.refine import refine
from .answers.result import ROUGH_SCORES, SHORT_OF_MEMORY, ActionResult, Odds, OutcomeEffect, SolveResult
from .answers.tries import TRIES, ActionTries, Tries, can_try, play_tries
from .errors import (
    BoardError,
    BoardFileError,
    Cancelled,
    EventError,
    Exhausted,
    GameError,
    GameProblem,
    InputError,
    NotationError,
    PositionError,
    RulesError,
    ShortOfMemory,
    Unaffordable,
    Unsettled,
    quoted,
)
from .game.board import (
    DEFAULT_BOARD,
    DEFAULT_BOARDS,
    Board,
    Slide,
    Square,
    preset_boards,
)
from .game.board_files import FileBoard, SquareText, read_board_file, square_lines, why_unread, with_marks_quoted
from .game.board_format import (
    MAX_MONEY,
    MAX_SLIDES,
    MAX_SQUARES,
    MONEY_KINDS,
    WITH_AMOUNT,
    WITH_SPIN,
    BoardProblem,
    is_bonus_round,
)
from .game.chains import PassChain, PassStep, pass_chains
from .game.episode import era_of_show, is_of_day, read_day
from .game.eras import (
    BY_CHOICE,
    ERAS,
    FACT_MARKS,
    FACT_SOURCES,
    ON_THE_BUZZER,
    PILOT,
    Era,
    Fact,
)
from .game.figures import BoardFigures, SpinFigures, board_figures
from .game.json_text import NestedTooDeep, parse_json
from .game.light import LIGHTS, Light
from .game.next_spins import NextSpinsBoard
from .game.options import (
    OPTIONS,
    RULE_PRESETS,
    Option,
    Rules,
)
from .game.plain_text import decode_text, plain
from .game.position import MAX_SCORE, Contestant, Position
from .game.questions import AVERAGE_QUESTIONS, MAX_QUESTIONS, NextRound, spins_from_questions
from .game.reader import Reading, read_position
from .game.record.choice_squares import ChoiceSquare, OfferedSquare, SlideWord, choice_squares
from .game.record.game import Game, Played
from .game.record.headers import SHOW, BoardName, Headers
from .game.record.json_form import event_from_json, event_to_json, game_from_json, game_to_json
from .game.record.partial import PartialGame, Stop
from .game.record.reading import GameReading, parse_game, read_game, read_moves
from .game.record.samples import sample_games
from .game.record.slides import kind_shown
from .game.record.state import State
from .game.record.wording import event_words, result_words
from .game.record.writing import event_text, write_game
from .game.rules import (
    Pass,
    Press,
    first_mover,
    game_over,
    legal_actions,
    mover_is_open,
    pass_spins,
    payoff,
)
from .game.walk import Step, slide_steps, walk
from .review.choose import Choice, OpenChoice, choose, read_choice
from .review.early import EarlyPosition, why_round_1_has_no_odds
from .review.judge import Account, Judged, too_rough
from .review.plan import Plan, plan_review
from .review.position_values import PositionValues, position_values
from .review.review import Review, review, review_from
from .review.solving import solve_positions, soon_exact
from .review.wording import (
    STATED_ERRORS,
    TOO_ROUGH,
    action_words,
    advice_words,
    counts_words,
    moment_words,
    stated_error,
)
from .simulation.play import play
from .solvers.cancel_flag import CancelFlag, Progress
from .solvers.limits import Limits
from .tables import TableError
from .tables.answer_table import NearestTable
from .tables.building import build_grid_tables, build_table, has_tables
from .tables.score_value_build import check_round_1
from .version import ENGINE_VERSION

__all__ = [
    "AVERAGE_QUESTIONS",
    "BY_CHOICE",
    "DEFAULT_BOARD",
    "DEFAULT_BOARDS",
    "ENGINE_VERSION",
    "ERAS",
    "FACT_MARKS",
    "FACT_SOURCES",
    "LIGHTS",
    "MAX_MONEY",
    "MAX_QUESTIONS",
    "MAX_SCORE",
    "MAX_SLIDES",
    "MAX_SQUARES",
    "MONEY_KINDS",
    "ON_THE_BUZZER",
    "OPTIONS",
    "PILOT",
    "ROUGH_SCORES",
    "RULE_PRESETS",
    "SHORT_OF_MEMORY",
    "SHOW",
    "STATED_ERRORS",
    "TOO_ROUGH",
    "TRIES",
    "WITH_AMOUNT",
    "WITH_SPIN",
    "Account",
    "ActionResult",
    "ActionTries",
    "Board",
    "BoardError",
    "BoardFigures",
    "BoardFileError",
    "BoardName",
    "BoardProblem",
    "CancelFlag",
    "Cancelled",
    "Choice",
    "ChoiceSquare",
    "Contestant",
    "EarlyPosition",
    "Era",
    "EventError",
    "Exhausted",
    "Fact",
    "FileBoard",
    "Game",
    "GameError",
    "GameProblem",
    "GameReading",
    "Headers",
    "InputError",
    "Judged",
    "Light",
    "Limits",
    "NearestTable",
    "NestedTooDeep",
    "NextRound",
    "NextSpinsBoard",
    "NotationError",
    "Odds",
    "OfferedSquare",
    "OpenChoice",
    "Option",
    "OutcomeEffect",
    "PartialGame",
    "Pass",
    "PassChain",
    "PassStep",
    "Plan",
    "Played",
    "Position",
    "PositionError",
    "PositionValues",
    "Press",
    "Progress",
    "Reading",
    "Review",
    "Rules",
    "RulesError",
    "ShortOfMemory",
    "Slide",
    "SlideWord",
    "SolveResult",
    "SpinFigures",
    "Square",
    "SquareText",
    "State",
    "Step",
    "Stop",
    "TableError",
    "Tries",
    "Unaffordable",
    "Unsettled",
    "action_words",
    "advice_words",
    "answer_from_table",
    "between_rounds",
    "board_figures",
    "build_grid_tables",
    "build_table",
    "can_try",
    "check_round_1",
    "choice_squares",
    "choose",
    "counts_words",
    "decode_text",
    "era_of_show",
    "event_from_json",
    "event_text",
    "event_to_json",
    "event_words",
    "exact_seconds",
    "first_mover",
    "game_from_json",
    "game_over",
    "game_to_json",
    "has_tables",
    "is_bonus_round",
    "is_of_day",
    "kind_shown",
    "legal_actions",
    "moment_words",
    "mover_is_open",
    "nearest_table",
    "parse_game",
    "parse_json",
    "pass_chains",
    "pass_spins",
    "payoff",
    "plain",
    "plan_review",
    "play",
    "play_tries",
    "position_values",
    "preset_boards",
    "quoted",
    "read_board_file",
    "read_choice",
    "read_day",
    "read_game",
    "read_moves",
    "read_position",
    "refine",
    "result_words",
    "review",
    "review_from",
    "sample_games",
    "slide_steps",
    "solve",
    "solve_positions",
    "soon_exact",
    "spins_from_questions",
    "square_lines",
    "stated_error",
    "too_rough",
    "walk",
    "why_round_1_has_no_odds",
    "why_unread",
    "with_marks_quoted",
    "write_game",
]
