"""Betsy's questions about a board, its moves and its value; ``game_questions`` has the questions about games."""

import time
from collections.abc import Sequence

from ....errors import InputError
from ...answer import Answer
from ...answer_view import AnswerView, build_exact_panel, capitalize, format_digits
from ...budget import Budget
from ...exhibits import (
    Ask,
    Badge,
    Board,
    CardGenerator,
    Code,
    Exhibit,
    Link,
    Links,
    Panel,
    Rows,
    Strong,
    Text,
    build_aside,
)
from ...options import GAMES, PLAYED, Option, choice, decimal, group, radios, whole_reader
from ...question import Game, GameFact, Parameters, Question, list_questions
from . import game_questions, panels
from . import options as shared
from .exact import compute_minimax, find_best_moves, find_forcing_moves
from .notation import write_move
from .panels import get_position
from .piece_values import UNIT, Part, evaluate, list_changes, list_parts
from .rules import EMPTY, NAMES, PIECE_VALUES, SIDES, Move, is_over, list_moves, make_move, square_name
from .think import SearchInfo, think
from .words import (
    build_engine_move,
    describe_bird,
    describe_bird_at,
    describe_material_lead,
    describe_move,
    describe_outcome,
    describe_position,
    format_signed,
)

# Modules that need NumPy are imported within functions: ``play`` does without and must start at once.

# The part of the time limit reserved for printing and exiting. On a busy machine exiting is as slow as starting, so
# it includes a share of the starting time.
RESERVED_SECONDS, RESERVED_SHARE, RESERVED_START_SHARE = 0.1, 0.03, 0.3
MAX_CHANGES_SHOWN = 10
POLICIES = {"best": "plays the best reply", "random": "moves at random"}


def _parse_odd(text: str) -> int:
    plies = int(str(whole_reader(1, 39)(text)))
    if plies % 2 == 0:
        raise InputError(f"must be odd: one's own moves at both ends; not “{plies}”")
    return plies


TO_THINK = (0.1, 10, 0.1)
SHUFFLES = "shuffles the moves before the search, so that equal moves vary; 0 for no shuffling"


class Play(Question):
    """The board after a good move, found within a time limit; the last line is the move."""

    title = "What would the engine play?"
    line = "A good move within a time limit"
    button = "Think"
    options = (
        shared.SIDE,
        shared.BOARD,
        *group(shared.HOW_FAR, decimal("seconds", "Seconds to think", "time limit", 0.01, 3600, "1", slider=TO_THINK)),
        shared.KINGFISHER,
        shared.SEEDED.with_changes(help=SHUFFLES, default="0"),
    )
    positional = ("side", "board", "seconds")
    bare = True

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        position, seconds = get_position(parameters), parameters["seconds"]
        if not list_moves(position):
            why = (
                "a kingfisher is missing, the game is over" if is_over(position.board) else "that side is stuck, a draw"
            )
            raise InputError(f"must leave the side to move a move: {why}", field="board")
        beginning = time.monotonic() - budget.started
        deadline = (
            budget.started + seconds - RESERVED_SECONDS - RESERVED_SHARE * seconds - RESERVED_START_SHARE * beginning
        )
        boards: list[str] = []

        def show_board(info: SearchInfo) -> None:
            board = make_move(position, info.move).board
            if boards[-1:] != [board]:
                boards.append(board)
                budget.write_line(board)

        info = think(position, budget, deadline, on_better_move=show_board, seed=parameters["seed"])
        return Answer(make_move(position, info.move).board, "estimated", None, info.to_json())

    def show(self, view: AnswerView) -> CardGenerator:
        position = get_position(view.parameters)
        engine_move = build_engine_move(position, view.details)
        after = make_move(position, engine_move.move)
        mover = SIDES[position.side]
        words = f"The engine’s judgment for {mover}: {engine_move.judgment}."
        lede = (
            Text(words)
            if not engine_move.is_proven
            else Text(Badge("exact"), f" Proven for {mover}: {engine_move.judgment}.")
        )
        searched = f"{engine_move.search_words}, in {view.details['seconds']} s."
        cards: list[Exhibit] = [
            Text(Strong(capitalize(engine_move.words)), headline=True),
            lede,
            panels.build_board(after, [engine_move.move], position.side, describe_position(after)),
            Rows(
                ("", "Expected line of play"), [(str(n), move) for n, move in enumerate(engine_move.line, 1)], worded=2
            ),
            Text(f"{searched} The answer is stored: the same question gets the same answer.", small=True),
            Text("The board afterwards: ", Code(view.answer), small=True),
        ]
        if list_moves(after):
            cards.append(Links((Link("Reply on the board", options=panels.get_play_options(after)),)))
        yield Panel("A good move", cards)
        yield panels.build_square_panel()


class Best(Question):
    """All optimal moves by minimax."""

    title = "What is the best move?"
    line = "The best moves, looking some moves ahead"
    options = (*shared.PLACE, shared.DEPTH.with_changes(read=whole_reader(1, 30)))
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        best, value, nodes = find_best_moves(get_position(parameters), parameters["depth"], budget)
        return Answer(sorted(map(str, best)), details={"value": value, "nodes": nodes})

    def show(self, view: AnswerView) -> CardGenerator:
        value = view.details["value"]
        note = Text(f"After {view.parameters['depth']} plies of best play, {describe_outcome(value)}.")
        value_by_move = dict.fromkeys(view.answer, f"{value:+d}")
        yield from panels.build_move_panels(view, "White’s material less Black’s", value_by_move, note)


WITHIN = "the most plies to the capture, one's own move and the capture included; odd"
ODD = {str(plies): f"{plies} plies" if plies > 1 else "1 ply" for plies in range(1, 12, 2)}


class Solve(Question):
    """All moves that force the capture of the kingfisher."""

    title = "Can the capture be forced?"
    line = "All moves that force the capture of the kingfisher"
    options = (
        *shared.PLACE,
        *group(
            shared.HOW_FAR,
            Option("plies", WITHIN, _parse_odd, required=True, label="Within", words=ODD).with_hint(
                "counting both sides’ moves; the last is the capture"
            ),
        ),
    )
    example = {
        "plies": "3",
        "side": "b",
        "board": "RNBQKBNRPPPPP..P.....P........P.............p...pppp.ppprnbqkbnr",
    }

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        plies_by_move, nodes = find_forcing_moves(get_position(parameters), parameters["plies"], budget)
        within = {str(move): plies for move, plies in plies_by_move.items()}
        return Answer(sorted(within), details={"plies": within, "nodes": nodes})

    def show(self, view: AnswerView) -> CardGenerator:
        plies = {move: str(count) for move, count in view.details["plies"].items()}
        side, within = SIDES[view.parameters["side"]], view.parameters["plies"]
        none = Text(f"No move of {side}’s forces the capture within {within} plies. That is proven, too.")
        yield from panels.build_move_panels(view, "Plies to the capture", plies, *([] if plies else [none]))


class Moves(Question):
    """All moves."""

    title = "Which moves are there?"
    line = "Every move of the side to move"
    topic = "This board"
    options = shared.PLACE

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        position = get_position(parameters)
        choices = list_moves(position)
        notation_by_move = {str(move): write_move(position, move) for move in choices}
        boards = {str(move): make_move(position, move).board for move in choices}
        return Answer(
            sorted(notation_by_move),
            details={"over": is_over(position.board), "notation": notation_by_move, "boards": boards},
        )

    def show(self, view: AnswerView) -> CardGenerator:
        position, ways = get_position(view.parameters), list[tuple[str, str, str]]()
        board, moves = position.board, [Move.from_text(text) for text in view.answer]
        for start in sorted({move.start for move in moves}):
            ends = [move.end for move in moves if move.start == start]
            free = [square_name(end) for end in ends if board[end] == EMPTY]
            prey = [describe_bird_at(board, end) for end in ends if board[end] != EMPTY]
            ways.append((capitalize(describe_bird_at(board, start)), ", ".join(free) or "–", ", ".join(prey) or "–"))
        dots = sorted({move.end for move in moves})
        words = f"Squares that can be reached: {', '.join(map(square_name, dots)) or 'none'}."
        table = Rows(("Bird", "Goes to", "Captures"), ways, "Birds that can move", worded=3)
        headline = f"{len(moves)} moves" if len(moves) != 1 else "1 move"
        picture = Board(board, position.side, dots=dots, words=words)
        yield view.build_panel(headline, "", picture, *([table] if ways else []))
        yield from panels.link_to_play(position)


class Evaluate(Question):
    """The evaluation h(b): White's material and square bonuses minus Black's, bird by bird."""

    title = "What is this board worth?"
    line = "The evaluation h(b), bird by bird"
    topic = "This board"
    button = "Evaluate"
    options = shared.PLACE
    unit = "parakeets"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        position = get_position(parameters)
        birds = list_parts(position.board)
        details = {
            **_sum_values(birds),
            "kinds": {
                name: _sum_values([part for part in birds if part.bird.upper() == kind]) for kind, name in NAMES.items()
            },
            "birds": [{**part._asdict(), "bonus": part.bonus / UNIT} for part in birds],
            "changes": {move: change / UNIT for move, change in list_changes(position).items()},
        }
        return Answer(evaluate(position.board) / UNIT, details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        position, details = get_position(view.parameters), view.details
        board = position.board
        yield view.build_panel()
        counts = [f"{board.count(kind)} / {board.count(kind.lower())}" for kind in NAMES]
        names = [f"{name.capitalize()}s" for name in NAMES.values()]
        kinds = [*zip(names, counts, details["kinds"].values(), strict=True), ("Both sides", "", details)]
        rows = [
            (name, count, format_signed(entry["material"]), format_signed(entry["squares"]))
            for name, count, entry in kinds
        ]
        intro = (
            "In parakeets, for White; what Black has counts against it. The engine searches with these numbers. Those of the "
            "squares are rules of thumb from chess."
        )
        caption = "What each kind of bird adds to the evaluation"
        cards: list[Exhibit] = [Text(intro), Rows(("Birds", "White / Black", "Material", "Squares"), rows, caption)]
        best = list(details["changes"].items())[:MAX_CHANGES_SHOWN]
        if best:
            gains = [
                (capitalize(describe_move(position, Move.from_text(name))), Code(name), format_signed(value))
                for name, value in best
            ]
            caption = f"The moves with the largest gain for {SIDES[position.side]} first"
            cards.append(Text(Strong("What a move changes, for White")))
            cards.append(Rows(("Move", "Notation", "Change"), gains, caption))
        birds = [
            (
                capitalize(f"{describe_bird(entry['bird'])} {entry['square']}"),
                format_signed(entry["material"]),
                format_signed(entry["bonus"]),
            )
            for entry in details["birds"]
        ]
        caption = "What each bird adds to the evaluation"
        cards.append(Rows(("Bird", "Material", "Square"), birds, caption, "Bird by bird"))
        yield Panel("Part by part", cards)
        yield from panels.link_to_play(position)


def _sum_values(birds: Sequence[Part]) -> dict[str, float]:
    """Return the sums of birds' material and bonuses, in parakeets."""
    return {"material": sum(part.material for part in birds), "squares": sum(part.bonus for part in birds) / UNIT}


class Minimax(Question):
    """White's material minus Black's after optimal play to a depth, or at the end."""

    title = "Who is ahead after best play?"
    line = "White’s birds less Black’s, some moves later"
    topic = "This board"
    options = (*shared.PLACE, shared.DEPTH)
    unit = "parakeets"
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return compute_minimax(get_position(parameters), parameters["depth"], budget)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        yield build_aside(
            "In words", f"After {view.parameters['depth']} plies of best play, {describe_outcome(view.answer)}."
        )
        yield from panels.link_to_play(get_position(view.parameters))


class Value(Question):
    """White's average material minus Black's between given policies, at a depth."""

    title = "What if a player moves at random?"
    line = "White’s birds less Black’s, on average"
    topic = "This board"
    options = (
        *shared.PLACE,
        shared.DEPTH.with_changes(read=whole_reader(0, 6)),
        *group(
            shared.THE_PLAYERS,
            choice("white", "White", "White's moves: the best responses to Black's, or random", POLICIES, "best"),
            choice("black", "Black", "Black's moves", POLICIES, "random"),
        ),
        *group(
            shared.THE_GAMES,
            radios(
                "method",
                "How",
                "exactly, or by playing",
                {"exact": "exactly", "simulate": "by playing games"},
                "exact",
            ),
            GAMES.with_changes(read=whole_reader(2, 1_000_000), default="1000", hint="of each pair; colors alternate"),
        ),
        shared.SEEDED,
    )
    unit = "parakeets"
    example = {"depth": "2"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .match import ROUNDING, PolicyValues

        position, depth = get_position(parameters), parameters["depth"]
        values = PolicyValues(parameters["white"], parameters["black"], budget)
        if parameters["method"] == "simulate":
            estimate = values.simulate(position, depth, parameters["games"], parameters["seed"])
            return Answer(estimate.mean, "estimated", estimate.error)
        value = float(values.value(position, depth))
        return Answer(value, error=depth * ROUNDING, details={"positions": len(values.cached_values)})

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        parameters = view.parameters
        average = float(format_digits(view.answer, max(view.error, 0.001), view.certainty).replace(",", ""))
        kingfisher = f"a kingfisher counts {PIECE_VALUES['K']:,}"
        yield build_aside(
            "In words",
            f"On average after {parameters['depth']} plies, {describe_material_lead(average)}; {kingfisher}.",
        )
        if parameters["method"] == "simulate" and parameters["depth"] <= 3:
            exact = yield Ask("value", view.select_parameters("board", "side", "kingfisher", "depth", "white", "black"))
            yield build_exact_panel(format_digits(exact.answer, exact.error), view, exact.answer)
        yield from panels.link_to_play(get_position(parameters))


GAME = Game(
    "betsy",
    "Betsy",
    "chess with birds: capture the kingfisher",
    "Chess with birds: capture the kingfisher.",
    (*list_questions(__name__), *list_questions(game_questions.__name__)),
    GameFact(
        "What is a draw by stalemate in chess can be a lost game in Betsy.",
        "A kingfisher that is not attacked must still step, even if it will be captured wherever it goes. In the "
        "example, the move that would only draw in chess wins within three plies (moves of either side).",
        "solve",
        {"board": ".QK.....................................................k.......", "plies": "3"},
    ),
    (PLAYED, shared.THE_POSITION, shared.HOW_FAR, shared.THE_PLAYERS, shared.THE_GAMES),
)
