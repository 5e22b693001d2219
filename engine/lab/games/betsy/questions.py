"""Betsy's questions to the lab."""

from __future__ import annotations

import time
from typing import Any

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...controls import Number, Player, Slider
from ...exhibits import Show
from ...found import Found
from ...options import PLAYED, SEED, Option, choice, number, record, whole, word
from ...question import Fact, Game, Parameters, Question
from .exact import best_moves, forcing_moves, minimax, perft
from .rules import START, Position, after, moves, over, read_board
from .think import Thought, think

# Modules that ``play`` does not need are imported within functions, so that it starts at once.

PLAYERS = "random, material:DEPTH, depth:DEPTH, seconds:SECONDS, or a function of --file"
ENGINES = Player(
    {
        "random": ("Moves at random", ()),
        "material": ("Counts birds, so many plies ahead", ("plies",)),
        "depth": ("The engine, so many plies ahead", ("plies",)),
        "seconds": ("The engine, so long for each move", ("seconds",)),
    },
    {
        "plies": Number("Plies", 1, 30, "2"),
        "seconds": Number("Seconds", 0.001, 60, "0.5", whole=False),
    },
)
POLICIES = {"best": "plays the best reply", "random": "moves at random"}
THE_POSITION, HOW_FAR, THE_PLAYERS, THE_GAMES = "The position", "How far", "The players", "The games"
# The parts of the time limit reserved for printing and exiting; on a busy machine exiting is as slow as starting,
# so that includes a share of the starting time.
KEPT_SECONDS, KEPT_PART, KEPT_OF_BEGINNING = 0.1, 0.03, 0.3


def _directions(text: str) -> int:
    return int(str(word("8", "4")(text)))


def _odd(text: str) -> int:
    plies = int(str(whole(1, 39)(text)))
    if plies % 2 == 0:
        raise InputError(f"must be odd: one's own moves at both ends; not “{plies}”")
    return plies


BOARD = Option(
    "board", "64 characters, White's home row first, . for an empty square", read_board, START, label="Board"
)
SIDE = Option(
    "side",
    "who moves: w, White, or b, Black",
    word("w", "b"),
    "w",
    choices=("w", "b"),
    label="Side to move",
    words={"w": "White", "b": "Black"},
    radios=True,
    group=THE_POSITION,
)
KINGFISHER = Option(
    "kingfisher",
    "directions of a kingfisher's step",
    _directions,
    "8",
    choices=("8", "4"),
    label="The kingfisher steps",
    words={"8": "in 8 directions", "4": "in 4"},
    radios=True,
    group=THE_POSITION,
)
PLACE = (BOARD, SIDE, KINGFISHER)
DEPTH = Option(
    "depth",
    "plies",
    whole(0, 30),
    required=True,
    label="Plies ahead",
    hint="a ply is one move of one side",
    slider=Slider(0, 10),
    group=HOW_FAR,
)
SHUFFLE = Option(
    "seed",
    "shuffles the moves before the search, so that equal moves vary; 0 for no shuffling",
    SEED.read,
    "0",
    label="Seed",
    hint="the same seed, the same games",
    group=THE_GAMES,
)
FILE = Option(
    "file", "a Python file that defines players f(board, side, moves), which return one of the moves", str, local=True
)
SEEDED = SEED.but(hint="the same seed, the same games", group=THE_GAMES)
CONDITIONS = (
    FILE,
    Option(
        "games",
        "how many games two players play, with alternating colors",
        whole(2, 10_000),
        "10",
        label="Games",
        hint="of each pair; colors alternate",
        group=THE_GAMES,
    ),
    Option(
        "opening",
        "random plies before the players begin",
        whole(0, 20),
        "4",
        label="Random plies first",
        hint="so that games differ",
        slider=Slider(0, 20),
        group=THE_GAMES,
    ),
    Option(
        "longest",
        "plies after which a game is a draw",
        whole(20, 2000),
        "200",
        label="Drawn after",
        hint="plies",
        slider=Slider(20, 400, 20),
        group=THE_GAMES,
    ),
    KINGFISHER,
    SEEDED,
)


def _position(parameters: Parameters) -> Position:
    return Position(parameters["board"], parameters["side"], parameters["kingfisher"])


def _player(text: str) -> str:
    from .players import known_player

    known_player(text.strip())
    return text.strip()


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


class Play(Question):
    """The board after a good move, found within a time limit; the last line is the move."""

    title = "What would the engine play?"
    line = "A good move within a time limit"
    button = "Think"
    options = (
        SIDE,
        BOARD,
        Option(
            "seconds",
            "time limit",
            number(0.01, 3600),
            "1",
            label="Seconds to think",
            slider=Slider(0.1, 10, 0.1),
            group=HOW_FAR,
        ),
        KINGFISHER,
        SHUFFLE,
    )
    positional = ("side", "board", "seconds")
    bare = True

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        position, seconds = _position(parameters), parameters["seconds"]
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
        from . import shown

        yield from shown.play(found)


class Best(Question):
    """All optimal moves by minimax."""

    title = "What is the best move?"
    line = "All best moves, looking so many plies ahead"
    options = (
        *PLACE,
        DEPTH.but(read=whole(1, 30)),
    )
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found, best = best_moves(_position(parameters), parameters["depth"], budget)
        return Answer(sorted(map(str, best)), details={"value": found.value, "nodes": found.nodes})

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.best(found)


class Solve(Question):
    """All moves that force the capture of the kingfisher."""

    title = "Can the capture be forced?"
    line = "All moves that force the capture of the kingfisher"
    options = (
        *PLACE,
        Option(
            "plies",
            "within how many plies, including one's own move and the capture; odd",
            _odd,
            required=True,
            label="Within",
            hint="counting both sides’ moves; the last is the capture",
            words={str(plies): f"{plies} plies" if plies > 1 else "1 ply" for plies in range(1, 12, 2)},
            group=HOW_FAR,
        ),
    )
    example = {
        "plies": "3",
        "side": "b",
        "board": "RNBQKBNRPPPPP..P.....P........P.............p...pppp.ppprnbqkbnr",
    }

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found, nodes = forcing_moves(_position(parameters), parameters["plies"], budget)
        within = {str(move): plies for move, plies in found.items()}
        return Answer(sorted(within), details={"plies": within, "nodes": nodes})

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.solve(found)


class Moves(Question):
    """All moves."""

    title = "Which moves are there?"
    line = "Every move of the side to move"
    topic = "This board"
    options = PLACE

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .notation import written

        position = _position(parameters)
        choices = moves(position)
        found = {str(move): written(position, move) for move in choices}
        boards = {str(move): after(position, move).board for move in choices}
        return Answer(sorted(found), details={"over": over(position.board), "notation": found, "boards": boards})

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.moves(found)


class Evaluate(Question):
    """The evaluation h(b): White's material and square bonuses minus Black's, bird by bird."""

    title = "What is this board worth?"
    line = "The evaluation h(b), bird by bird"
    topic = "This board"
    button = "Evaluate"
    options = PLACE
    unit = "parakeets"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import evaluation

        return evaluation(_position(parameters))

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.evaluate(found)


class Minimax(Question):
    """White's material minus Black's after optimal play to a depth, or at the end."""

    title = "Who is ahead after best play?"
    line = "White’s birds less Black’s, so many plies on"
    topic = "This board"
    options = (
        *PLACE,
        DEPTH,
    )
    unit = "parakeets"
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found = minimax(_position(parameters), parameters["depth"], budget)
        return Answer(found.value, details={"nodes": found.nodes})

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.minimax(found)


class Value(Question):
    """White's average material minus Black's between given policies, at a depth."""

    title = "What if a player moves at random?"
    line = "White’s birds less Black’s, on average"
    topic = "This board"
    options = (
        *PLACE,
        DEPTH.but(read=whole(0, 6)),
        choice(
            "white",
            "White's moves: the best responses to Black's, or random",
            *POLICIES,
            default="best",
            label="White",
            words=POLICIES,
            group=THE_PLAYERS,
        ),
        choice("black", "Black's moves", *POLICIES, default="random", label="Black", words=POLICIES, group=THE_PLAYERS),
        choice(
            "method",
            "exactly, or by playing",
            "exact",
            "simulate",
            default="exact",
            label="How",
            words={"exact": "exactly", "simulate": "by playing games"},
            radios=True,
            group=THE_GAMES,
        ),
        Option(
            "games",
            "how many games are simulated",
            whole(2, 1_000_000),
            "1000",
            label="Games",
            hint="of each pair; colors alternate",
            group=THE_GAMES,
        ),
        SEEDED,
    )
    unit = "parakeets"
    example = {"depth": "2"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import value

        return value(_position(parameters), parameters, budget)

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.value(found)


class Match(Question):
    """A match between two players: A's average score, a win 1, a draw ½."""

    title = "Who is the better player?"
    line = "A match between two computer players"
    topic = "The players"
    button = "Play the match"
    options = (
        Option(
            "a", f"A: {PLAYERS}", _player, "depth:4", label="Player A", player=ENGINES, wide=True, group=THE_PLAYERS
        ),
        Option(
            "b", f"B: {PLAYERS}", _player, "material:2", label="Player B", player=ENGINES, wide=True, group=THE_PLAYERS
        ),
        *CONDITIONS,
    )
    unit = "points a game"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import match

        return match(parameters, budget)

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.match(found)


class Contest(Question):
    """Points a game in a round robin: a match between every two players."""

    title = "Which player beats the others?"
    line = "Everyone against everyone"
    topic = "The players"
    button = "Play the matches"
    options = (
        Option(
            "policies",
            f"players, separated by commas: {PLAYERS}",
            str,
            "random,material:1,depth:1,depth:3",
            label="Players",
            player=ENGINES,
            many=True,
            wide=True,
            group=THE_PLAYERS,
        ),
        *CONDITIONS,
    )
    unit = "points a game"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import contest

        return contest(parameters, budget)

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.contest(found)


class OneGame(Question):
    """One game, every move; who wins: white, black or draw."""

    name = "game"
    title = "Watch one game"
    line = "A game between two computer players: A plays White"
    topic = "Played games"
    button = "Play the game"
    options = (
        Option(
            "a",
            f"A, who plays White: human, {PLAYERS}",
            _player,
            "depth:4",
            label="Player A",
            player=ENGINES,
            wide=True,
            group=THE_PLAYERS,
        ),
        Option(
            "b",
            f"B, who plays Black: human, {PLAYERS}",
            _player,
            "depth:4",
            label="Player B",
            player=ENGINES,
            wide=True,
            group=THE_PLAYERS,
        ),
        FILE,
        *PLACE,
        Option(
            "longest",
            "plies after which the game is a draw",
            whole(1, 2000),
            "200",
            label="Drawn after",
            hint="plies",
            slider=Slider(20, 400, 20),
            group=THE_GAMES,
        ),
        SEEDED,
    )

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .answers import game

        return game(_position(parameters), parameters, budget)

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.game(found)


class Review(Question):
    """What moves of a played game cost in all, in material some plies later."""

    title = "What did the moves cost?"
    line = "A played game, move by move"
    topic = "Played games"
    options = (
        record(
            "the moves, separated by commas: e4,e5,Nf3 or e2e4,e7e5,g1f3",
            "one after the other: e4,e5,Nf3 or e2e4,e7e5,g1f3",
            "The moves",
        ),
        choice(
            "reviewed",
            "whose moves are reviewed",
            "w",
            "b",
            "both",
            default="both",
            label="Whose moves",
            words={"w": "White’s", "b": "Black’s", "both": "both sides’"},
            radios=True,
            group=PLAYED,
        ),
        DEPTH.but(help="plies, the reviewed move included", read=whole(1, 8), default="4", required=False),
        *PLACE,
    )
    unit = "parakeets"
    example = {"record": "f3,e5,g4,Qh4,a3,Qxe1"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .review import read_record, review

        position = _position(parameters)
        played = read_record(position, parameters["record"])
        return review(position, played, parameters["reviewed"], parameters["depth"], budget)

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.review(found)


class Perft(Question):
    """How many move sequences there are."""

    title = "How many ways can it go on?"
    line = "Counts the positions after so many plies"
    topic = "How it is solved"
    options = (
        *PLACE,
        DEPTH,
    )
    unit = "sequences"
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found = perft(_position(parameters), parameters["depth"], budget)
        return Answer(found.value, details={"nodes": found.nodes})

    def show(self, found: Found) -> Show:
        from . import shown

        yield from shown.perft(found)


GAME = Game(
    "betsy",
    "Betsy",
    "chess with birds: capture the kingfisher",
    "Chess with birds: capture the kingfisher.",
    (
        Play(),
        Best(),
        Solve(),
        Moves(),
        Evaluate(),
        Minimax(),
        Value(),
        Match(),
        Contest(),
        OneGame(),
        Review(),
        Perft(),
    ),
    Fact(
        "What is a draw by stalemate in chess can be a lost game in Betsy.",
        "A kingfisher that is not attacked must still step, even if it will be captured wherever it goes. In the "
        "example, the move that would only draw in chess wins within three plies (moves of either side).",
        "solve",
        {"board": ".QK.....................................................k.......", "plies": "3"},
    ),
    (PLAYED, THE_POSITION, HOW_FAR, THE_PLAYERS, THE_GAMES),
    "perft",
)
