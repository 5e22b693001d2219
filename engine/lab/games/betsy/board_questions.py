"""Questions about a board: moves, what they lead to, what the board is worth."""

from __future__ import annotations

import time
from typing import Any

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...exhibits import Ask, Badge, Board, Code, Exhibit, Link, Links, Panel, Rows, Show, Strong, Text
from ...found import Found, digits, sentence
from ...options import GAMES, Option, choice, decimal, group, radios, whole
from ...question import Parameters, Question
from . import options as shared
from . import shown
from .exact import best_moves, forcing_moves, minimax
from .rules import EMPTY, NAMES, PIECE_VALUES, after, moves, over, square_name
from .shown import position_of
from .think import Thought, think
from .words import SIDES, ahead, bird_words, move_words, outcome, read_move, signed, thinking

# Modules that ``play`` does not need are imported within functions, so that it starts at once.

# The parts of the time limit reserved for printing and exiting; on a busy machine exiting is as slow as starting,
# so that includes a share of the starting time.
KEPT_SECONDS, KEPT_PART, KEPT_OF_BEGINNING = 0.1, 0.03, 0.3
FIRST_CHANGES = 10
POLICIES = {"best": "plays the best reply", "random": "moves at random"}


def _odd(text: str) -> int:
    plies = int(str(whole(1, 39)(text)))
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
        shared.SEEDED.but(help=SHUFFLES, default="0"),
    )
    positional = ("side", "board", "seconds")
    bare = True

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        position, seconds = position_of(parameters), parameters["seconds"]
        if not moves(position):
            why = "a kingfisher is missing, the game is over" if over(position.board) else "that side is stuck, a draw"
            raise InputError(f"must leave the side to move a move: {why}", field="board")
        beginning = time.monotonic() - budget.began
        deadline = budget.began + seconds - KEPT_SECONDS - KEPT_PART * seconds - KEPT_OF_BEGINNING * beginning
        shown: list[str] = []

        def heard(thought: Thought) -> None:
            board = after(position, thought.move).board
            if shown[-1:] != [board]:
                shown.append(board)
                budget.say(board)

        thought = think(position, budget, deadline, heard=heard, seed=parameters["seed"])
        return Answer(after(position, thought.move).board, "estimated", None, _told(thought))

    def show(self, found: Found) -> Show:
        position, details = position_of(found.asked), found.details
        thought = thinking(position, details)
        reached = after(position, thought.move)
        mover = SIDES[position.side]
        words = f"The engine’s judgment for {mover}: {thought.judged}."
        lede = Text(words) if not thought.proven else Text(Badge("exact"), f" Proven for {mover}: {thought.judged}.")
        searched = f"{thought.searched}, in {details['seconds']} s. The answer is stored: the same question gets the same answer."
        parts: list[Exhibit] = [
            Text(Strong(sentence(thought.words)), headline=True),
            lede,
            shown.board(reached, [thought.move]),
            Rows(("", "Expected line of play"), [(str(n), each) for n, each in enumerate(thought.line, 1)], worded=2),
            Text(searched, small=True),
            Text("The board afterwards: ", Code(found.answer), small=True),
        ]
        if moves(reached):
            parts.append(Links((Link("Reply on the board", options=shown.at_table(reached)),)))
        yield Panel("A good move", parts)
        yield shown.squares()


def _told(thought: Thought) -> dict[str, Any]:
    return {
        "move": str(thought.move),
        "depth": thought.depth,
        "score": thought.score,
        "ends_in": thought.ends_in,
        "line": [str(move) for move in thought.line],
        "nodes": thought.nodes,
        "nodes_per_second": round(thought.nodes / max(thought.seconds, 1e-6)),
        "seconds": round(thought.seconds, 4),
    }


class Best(Question):
    """All optimal moves by minimax."""

    title = "What is the best move?"
    line = "The best moves, looking some moves ahead"
    options = (*shared.PLACE, shared.DEPTH.but(read=whole(1, 30)))
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found, best = best_moves(position_of(parameters), parameters["depth"], budget)
        return Answer(sorted(map(str, best)), details={"value": found.value, "nodes": found.nodes})

    def show(self, found: Found) -> Show:
        position, value = position_of(found.asked), found.details["value"]
        note = Text(f"After {found.asked['depth']} plies of best play, {outcome(value)}.")
        table = shown.move_table(position, found.answer, "White’s material less Black’s", lambda move: f"{value:+d}")
        yield shown.chosen(found, position, note, shown.arrows(found, position), table)
        yield from shown.to_the_table(position)


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
            Option("plies", WITHIN, _odd, required=True, label="Within", words=ODD).shown(
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
        found, nodes = forcing_moves(position_of(parameters), parameters["plies"], budget)
        within = {str(move): plies for move, plies in found.items()}
        return Answer(sorted(within), details={"plies": within, "nodes": nodes})

    def show(self, found: Found) -> Show:
        position, plies = position_of(found.asked), found.details["plies"]
        if plies:
            table = shown.move_table(position, found.answer, "Plies to the capture", lambda move: str(plies[move]))
            yield shown.chosen(found, position, shown.arrows(found, position), table)
        else:
            side, within = SIDES[position.side], found.asked["plies"]
            none = f"No move of {side}’s forces the capture within {within} plies. That is proven, too."
            yield shown.chosen(found, position, Text(none))
        yield from shown.to_the_table(position)


class Moves(Question):
    """All moves."""

    title = "Which moves are there?"
    line = "Every move of the side to move"
    topic = "This board"
    options = shared.PLACE

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .notation import written

        position = position_of(parameters)
        choices = moves(position)
        found = {str(move): written(position, move) for move in choices}
        boards = {str(move): after(position, move).board for move in choices}
        return Answer(sorted(found), details={"over": over(position.board), "notation": found, "boards": boards})

    def show(self, found: Found) -> Show:
        position, ways = position_of(found.asked), list[tuple[str, str, str]]()
        made = [read_move(text) for text in found.answer]
        for start in sorted({move.start for move in made}):
            ends = [move.end for move in made if move.start == start]
            free = [square_name(end) for end in ends if position.board[end] == EMPTY]
            prey = [
                f"{NAMES[position.board[end].upper()]} {square_name(end)}"
                for end in ends
                if position.board[end] != EMPTY
            ]
            bird = f"{NAMES[position.board[start].upper()].capitalize()} {square_name(start)}"
            ways.append((bird, ", ".join(free) or "–", ", ".join(prey) or "–"))
        dots = sorted({move.end for move in made})
        words = f"Squares that can be reached: {', '.join(map(square_name, dots)) or 'none'}."
        board = Board(position.board, position.side, dots=dots, words=words)
        table = Rows(("Bird", "Goes to", "Captures"), ways, "Birds that can move", worded=3)
        headline = f"{len(made)} moves" if len(made) != 1 else "1 move"
        yield found.panel(headline, "", board, *([table] if ways else []))
        yield from shown.to_the_table(position)


class Evaluate(Question):
    """The evaluation h(b): White's material and square bonuses minus Black's, bird by bird."""

    title = "What is this board worth?"
    line = "The evaluation h(b), bird by bird"
    topic = "This board"
    button = "Evaluate"
    options = shared.PLACE
    unit = "parakeets"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import evaluation

        return evaluation(position_of(parameters))

    def show(self, found: Found) -> Show:
        position, details = position_of(found.asked), found.details
        yield found.panel()
        kinds = [
            (
                f"{NAMES[kind].capitalize()}s",
                f"{position.board.count(kind)} / {position.board.count(kind.lower())}",
                signed(details["kinds"][NAMES[kind]]["material"]),
                signed(details["kinds"][NAMES[kind]]["squares"]),
            )
            for kind in NAMES
        ]
        kinds.append(("Both sides", "", signed(details["material"]), signed(details["squares"])))
        intro = (
            "In parakeets, for White; what Black has counts against it. The engine searches with these numbers. Those of the "
            "squares are rules of thumb from chess."
        )
        caption = "What each kind of bird adds to the evaluation"
        parts: list[Exhibit] = [Text(intro), Rows(("Birds", "White / Black", "Material", "Squares"), kinds, caption)]
        changes = list(details["changes"].items())[:FIRST_CHANGES]
        if changes:
            rows = [
                (sentence(move_words(position, read_move(move))), Code(move), signed(value)) for move, value in changes
            ]
            caption = f"The moves with the largest gain for {SIDES[position.side]} first"
            parts += [
                Text(Strong("What a move changes, for White")),
                Rows(("Move", "Notation", "Change"), rows, caption),
            ]
        birds = [
            (
                f"{bird_words(bird['bird']).capitalize()} {bird['square']}",
                signed(bird["material"]),
                signed(bird["bonus"]),
            )
            for bird in details["birds"]
        ]
        parts.append(
            Rows(("Bird", "Material", "Square"), birds, "What each bird adds to the evaluation", "Bird by bird")
        )
        yield Panel("Part by part", parts)
        yield from shown.to_the_table(position)


class Minimax(Question):
    """White's material minus Black's after optimal play to a depth, or at the end."""

    title = "Who is ahead after best play?"
    line = "White’s birds less Black’s, some moves later"
    topic = "This board"
    options = (*shared.PLACE, shared.DEPTH)
    unit = "parakeets"
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found = minimax(position_of(parameters), parameters["depth"], budget)
        return Answer(found.value, details={"nodes": found.nodes})

    def show(self, found: Found) -> Show:
        yield found.panel()
        words = f"After {found.asked['depth']} plies of best play, {outcome(found.answer)}."
        yield Panel("", (Text(words),), "In words")
        yield from shown.to_the_table(position_of(found.asked))


class Value(Question):
    """White's average material minus Black's between given policies, at a depth."""

    title = "What if a player moves at random?"
    line = "White’s birds less Black’s, on average"
    topic = "This board"
    options = (
        *shared.PLACE,
        shared.DEPTH.but(read=whole(0, 6)),
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
            GAMES.but(read=whole(2, 1_000_000), default="1000", hint="of each pair; colors alternate"),
        ),
        shared.SEEDED,
    )
    unit = "parakeets"
    example = {"depth": "2"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import value

        return value(position_of(parameters), parameters, budget)

    def show(self, found: Found) -> Show:
        yield found.panel()
        asked = found.asked
        average = float(digits(found.answer, max(found.error, 0.001), found.known).replace(",", ""))
        words = f"On average after {asked['depth']} plies, {ahead(average)}; a kingfisher counts {PIECE_VALUES['K']:,}."
        yield Panel("", (Text(words),), "In words")
        if asked["method"] == "simulate" and asked["depth"] <= 3:
            exact = yield Ask("value", found.same("board", "side", "kingfisher", "depth", "white", "black"))
            off = f"{abs(found.answer - exact.answer) / found.error:.1f}" if found.error else ""
            far = f" The simulation differs by {off} standard errors." if off else ""
            text = Text("Exactly: ", Strong(digits(exact.answer, exact.error)), " ", Badge("exact"), far)
            yield Panel("", (text,), "The exact value")
        yield from shown.to_the_table(position_of(found.asked))
