"""The engine's readers of texts, JSON and files: each raises its documented error and no other."""

import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from engine import (
    DEFAULT_BOARD,
    OPTIONS,
    Board,
    BoardError,
    EventError,
    GameError,
    InputError,
    Limits,
    Position,
    Rules,
    RulesError,
    TableError,
    event_from_json,
    game_from_json,
    game_to_json,
    parse_game,
    preset_boards,
    read_choice,
    read_moves,
    read_position,
    sample_games,
)
from engine.cli import main
from engine.lab import GAMES
from engine.tables.answer_table import read
from engine.tables.store import Store
from pressorpass_site.boards.exchange import read_board

from .runs import with_runs
from .target import reader
from .values import Cases, broken, broken_json, one_of, texts, written_json

NOTATIONS = (
    "8000e3,3000,0@1",
    "8000e3p2w1,3000e1,0w4@1",
    "0,0p9,12500e5@3",
    "1000e1w3, 2000p20w2, 999999e1w1 @2",
)
CHOOSING = "3000e1w2,2500,2000@1"
TYPED = (
    *NOTATIONS,
    "$8,000 3 spins / 3000 / 0",
    "8k three spins vs 3000 vs 0",
    "Left 8000 3 earned 2 passed 1 whammy, Centre $3,000; Right: out",
    "8000 2 spins / *3000 1 spin / 0",
    "**Peter:** $8,000, 3 spins\n**Ed:** $3,000\n**Janie:** $0",
    "3000e1, 2500e1, 0 (up 2)",
    "Ann: $3,000 1 spin\nBob: 8 000 $ 2 passed\nCy – whammied out\nBob’s turn",
    "Player A - €8.000 - 3 spins | Player B - 3k | Player C - $0, it’s 1's turn",
    "Score\t8,000\t3,000\t0\nEarned\t3\t0\t0\nWhammies\t1\t0\t2",
)
GAME = """[Left "Ann"]
[Board1 "pyl-1984-09-r1"]
[Board2 "pyl-1985-02-r2"]
[Date "1984-06-08"]
[Rules "show ties=joint"]

round 1: 3 3 5
1. 7:w 10:p299 7:w {a comment} <time=12:30>
2. 17:p698 3:250 5:300
3. 4:1250 7:p749 4:1500 15:p526 15:700
round 2: 1 6 2
1. 17:p2494
2. 12>4:5000+ 16:w 12>4:4000+
undo
= 1000e3,2000e2w1,3000e1
up 2
"""
PRESENTERS = (
    "aBoard = {1: {type: [{1: 'prize'}], values: [{1: 500}], text: [{1: 'Car \\u{1f600}'}]}}",
    'let a = { /* of round 2 */ 1: `text`, // to come\n 2: "\\ud83d\\ude00"}',
)
MOVES = ("1. 750 w pass", "2. 3:750 w\n   pass 2", "up 3", "= 0e1p2,500,300@1", "750; undo", "redo", "gap")
FORUM = """> [Left “Ann”]
= 3000e2,2500e1,0 up 1
- **Ann:** 12→4:3000 and a spin {great}
* Ann: $1.250, WHAMMY! = $0 w1
Bob - pass 1 spins to Cy
= Cy $0 e1
"""
ROUNDS = (
    "round 2: 500e1,1000e1,2000\n1. 500",
    "round 2: $2,500 3 spins / 3000 p2 / out @1",
    "round 1: 3 ? 12\nround 2: 100e?, e3, 0w4",
)
GAME_TEXTS = (GAME, "= 1000e3,2000e2,3000e1\n1. 750 w", *MOVES, *ROUNDS, FORUM)
EVENTS = (
    {"id": "e1", "type": "spin", "seat": 1, "came": {"kind": "money", "amount": 750, "spin": True}},
    {"type": "spin", "came": {"kind": "whammy"}, "square": 16, "time": "12:30", "comment": "oh"},
    {"type": "spin", "came": {"kind": "prize", "amount": 299}, "square": 17},
    {"type": "spin", "came": {"kind": "money", "amount": 5000, "spin": True}, "square": 12, "moves": [4]},
    {
        "type": "spin",
        "came": {"kind": "money", "amount": 500, "spin": True},
        "square": 9,
        "moves": [8],
        "shown": [{"square": 8, "kind": "cash_spin", "amount": 500}, {"square": 10, "kind": "whammy"}],
    },
    {"type": "pass", "seat": 1},
    {"type": "pass", "seat": 1, "to": 3},
    {"type": "correction", "seat": 2, "score": 500, "earned": 1, "passed": 2, "whammies": 1},
    {"type": "up", "seat": 3},
    {"type": "situation", "podiums": [{"score": 1, "earned": 2}, {"score": 3}, {"score": 0}]},
    {"type": "round", "round": 2, "spins": [3, 2, 4]},
    {"type": "question", "number": 1, "spins": [3, 0, 1]},
    {"type": "gap"},
    {"type": "undo"},
    {"type": "redo"},
)


@cache
def boards() -> list[Board]:
    return [preset_boards()[name] for name in (DEFAULT_BOARD, "pyl-1984-09-r1")]


@cache
def games_in_json() -> list[Any]:
    short = '[Left "Ann"]\nround 2: 3 2 4\n2. 750 w\n'
    return [game_to_json(parse_game(text)) for text in (short, min(sample_games().values(), key=len))]


def read_game_text(text: str) -> None:
    parse_game(text)


def go_on(text: str) -> None:
    read_moves(text, parse_game('[Left "Ann"]\n= 1000e3,2000e2,3000e1'))


def add_event(data: Any) -> None:
    parse_game("= 1000e3,2000e2,3000e1").add(event_from_json(data))


def read_rules(options: dict[str, Any]) -> None:
    Rules().with_options(options).seated(0)


def read_board_file(text: str) -> None:
    read_board(text.encode("utf-8", "surrogatepass"))


def read_shown(case: tuple[str, int, str]) -> None:
    notation, square, shows = case
    read_choice(Position.parse(notation), boards()[0], square=square, shows=shows)


def read_lab_options(case: tuple[int, int, dict[str, str]]) -> None:
    game, question, typed = case
    questions = GAMES[game % len(GAMES)].questions
    lab_question = questions[question % len(questions)]
    lab_question.parse(
        {lab_question.options[int(name) % len(lab_question.options)].name: text for name, text in typed.items()}
    )


def run_command(words: list[str]) -> None:
    """The command line says what is wrong in one line, whatever is typed."""
    output, complaint = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(complaint):
        try:
            status = main(words)
        except SystemExit as help_shown:
            status = help_shown.code  # type: ignore[assignment]
    assert status in (0, 1, 2, 3), status
    assert status in (0, 3) or complaint.getvalue().count("\n") == 1, complaint.getvalue()


@cache
def table() -> dict[str, bytes]:
    """The files of a small table, by their suffix."""
    from engine import build_grid_tables

    with TemporaryDirectory() as folder:
        position, rules = Position.parse(NOTATIONS[0].replace("e3", "e1")), Rules.preset("seed")
        tables = build_grid_tables(Store(folder), position, boards()[0], rules, Limits(5, 2**28))
        stored = next(tables)
        return {path.name: path.read_bytes() for path in stored.path.parent.iterdir()}


def read_table(damage: tuple[list[tuple[int, int]], int | None]) -> None:
    flips, length = damage
    with TemporaryDirectory() as folder:
        for name, content in table().items():
            data = bytearray(content)
            for at, mask in flips:
                data[at % len(data)] ^= mask
            (Path(folder) / name).write_bytes(data[:length])
        for path in Path(folder).glob("*.json"):
            read(path)


def lab_options(draw: Random) -> tuple[int, int, dict[str, str]]:
    typed = {str(draw.randint(0, 30)): texts(draw) for _ in range(draw.randint(0, 4))}
    return draw.randint(0, 5), draw.randint(0, 20), typed


def lab_words(draw: Random) -> list[str]:
    """A question of the lab that a budget ends at once, perhaps mistyped."""
    game = draw.choice(GAMES)
    question = draw.choice(game.questions)
    words = ["lab", game.name, question.name]
    for option in draw.choices(question.options, k=draw.randint(0, 3)) if question.options else ():
        words.append(f"--{option.name}")
        if not option.flag:
            words.append(draw.choice(option.choices) if option.choices else texts(draw))
    for _ in range(draw.randint(0, 2)):
        words.insert(draw.randint(1, len(words)), texts(draw))
    return [*words, "--budget-seconds", "0.01", "--budget-nodes", "50"]


def rule_options(draw: Random) -> dict[str, Any]:
    names = (*OPTIONS, "", "Ties")
    values = (texts, lambda draw: draw.choice((0, 1, -1, 2, 10**30)), lambda draw: bool(draw.getrandbits(1)))
    return {draw.choice(names): draw.choice(values)(draw) for _ in range(draw.randint(0, 4))}


def choices(draw: Random) -> tuple[str, int, str]:
    notation = draw.choice((*NOTATIONS, CHOOSING))
    return notation, draw.choice((9, 9, 12, 3, 0, -1, 10**9)), SHOWN(draw)


def damage(draw: Random) -> tuple[list[tuple[int, int]], int | None]:
    """Bytes of a file that are changed, and where it ends."""
    flips = [(draw.randrange(2**20), draw.randint(1, 255)) for _ in range(draw.randint(0, 4))]
    return flips, None if draw.getrandbits(1) else draw.randint(0, 20_000)


def later(make: Callable[[], Cases[Any]]) -> Cases[Any]:
    """Cases made of what is read when the first is asked for."""
    made = cache(make)
    return lambda draw: made()(draw)


SHOWN = broken(["8:500+,10:w", "10:Whammy; 8:$500 + spin", ""])
TARGETS = (
    reader(
        "positions in notation", one_of(broken(NOTATIONS), with_runs(NOTATIONS, 300)), 120, Position.parse, InputError
    ),
    reader("positions as typed", one_of(broken(TYPED), with_runs(TYPED, 500)), 200, read_position, InputError),
    reader("rule options", rule_options, 60, read_rules, RulesError),
    reader(
        "boards in JSON", later(lambda: broken_json([b.to_json() for b in boards()])), 50, Board.from_json, BoardError
    ),
    reader(
        "board files", later(lambda: written_json([b.to_json() for b in boards()])), 50, read_board_file, BoardError
    ),
    reader(
        "game texts",
        one_of(broken(GAME_TEXTS), broken(GAME_TEXTS), with_runs(GAME_TEXTS, 20_000)),
        60,
        read_game_text,
        GameError,
    ),
    reader("moves", one_of(broken(MOVES), broken(MOVES), with_runs(MOVES, 20_000)), 100, go_on, GameError),
    reader("games in JSON", later(lambda: broken_json(games_in_json())), 40, game_from_json, GameError),
    reader("events in JSON", broken_json(EVENTS), 80, add_event, EventError),
    reader("choices", choices, 40, read_shown, InputError),
    reader("lab options", lab_options, 80, read_lab_options, InputError),
    reader("table files", damage, 20, read_table, TableError),
    reader("lab commands", lab_words, 1, run_command),
)
