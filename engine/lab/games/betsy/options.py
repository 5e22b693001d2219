"""The options that several of Betsy's questions share."""

from ...options import SEED, Option, group, integer, players, radios, word_reader
from .players import ENGINES, parse_player
from .rules import SIDES, START, read_board

PLAYERS = "random, material:DEPTH, depth:DEPTH, seconds:SECONDS, or a function of --file"
THE_POSITION, HOW_FAR, THE_PLAYERS, THE_GAMES = "The position", "How far", "The players", "The games"


DIRECTIONS = {"8": "in 8 directions", "4": "in 4"}


def _parse_player_name(text: str) -> str:
    parse_player(text.strip())
    return text.strip()


HOME_FIRST = "64 characters, White's home row first, . for an empty square"
BOARD = Option("board", HOME_FIRST, read_board, START, label="Board")
SIDE, KINGFISHER = group(
    THE_POSITION,
    radios("side", "Side to move", "who moves: w, White, or b, Black", SIDES, "w"),
    radios("kingfisher", "The kingfisher steps", "directions of a kingfisher's step", DIRECTIONS, "8").with_changes(
        read=lambda text: int(str(word_reader(*DIRECTIONS)(text)))
    ),
)
PLACE = (BOARD, SIDE, KINGFISHER)
(DEPTH,) = group(
    HOW_FAR,
    integer("depth", "Plies ahead", "plies", 0, 30, required=True).with_hint("a ply is one move of one side", (0, 10)),
)
FILE = Option(
    "file", "a Python file that defines players f(board, side, moves), which return one of the moves", str, local=True
)
A, B = group(
    THE_PLAYERS,
    players("a", "Player A", f"A: {PLAYERS}", ENGINES, "depth:4").with_changes(read=_parse_player_name),
    players("b", "Player B", f"B: {PLAYERS}", ENGINES, "material:2").with_changes(read=_parse_player_name),
)
SEEDED, COUNT, OPENING, LONGEST = group(
    THE_GAMES,
    SEED.with_hint("the same seed, the same games"),
    integer("games", "Games", "how many games two players play, with alternating colors", 2, 10_000, "10").with_hint(
        "of each pair; colors alternate"
    ),
    integer("opening", "Random plies first", "random plies before the players begin", 0, 20, "4").with_hint(
        "so that games differ", (0, 20)
    ),
    integer("longest", "Drawn after", "plies after which a game is a draw", 20, 2000, "200").with_hint(
        "plies", (20, 400, 20)
    ),
)
CONDITIONS = (FILE, COUNT, OPENING, LONGEST, KINGFISHER, SEEDED)
