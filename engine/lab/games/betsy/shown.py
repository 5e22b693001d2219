"""What the answers to Betsy's questions show: boards with arrows, moves in words, matches, the values of squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....formatting import MINUS
from ...exhibits import (
    HEAT_COLORS,
    Ask,
    Badge,
    Beside,
    Board,
    Code,
    Exhibit,
    Heat,
    Legend,
    Link,
    Links,
    Panel,
    Rows,
    Show,
    Strong,
    Text,
)
from ...found import Found, digits, sentence
from ...found import contest as all_pairs
from ...reviewed import Words, shown
from .piece_values import SQUARES
from .rules import EMPTY, NAMES, PIECE_VALUES, START, Move, Position, after, over, square_name
from .rules import moves as moves_from
from .words import (
    COLUMNS,
    SIDES,
    ahead,
    bird_words,
    move_words,
    outcome,
    player_words,
    position_words,
    read_move,
    signed,
    thinking,
)

# Numbers of sequences of 1, 2, … plies from the start, by directions of the kingfisher; tests check them.
KNOWN = {8: (20, 400, 8902, 197742, 4896998), 4: (20, 400, 8822, 194194, 4741975)}
MAX_BESIDE = 5  # plies counted without a request
WARMEST = 50  # hundredths of a parakeet at either end of the color scale
FIRST_CHANGES = 10
RESULTS = {"white": "White wins", "black": "Black wins", "draw": "A draw", "unfinished": "Unfinished"}
ENDED = {
    "capture": "The kingfisher is captured after {plies} plies.",
    "no move": "The side to move has no move after {plies} plies.",
    "too long": "The game was drawn after {plies} plies, the most allowed.",
}


def play(found: Found) -> Show:
    """Yield a good move, its judgment, and the values of squares behind it."""
    position, details = _position(found), found.details
    thought = thinking(position, details)
    reached = after(position, thought.move)
    mover = SIDES[position.side]
    words = f"The engine’s judgment for {mover}: {thought.judged}."
    lede = Text(words) if not thought.proven else Text(Badge("exact"), f" Proven for {mover}: {thought.judged}.")
    searched = (
        f"{thought.searched}, in {details['seconds']} s. The answer is stored: the same question gets the same answer."
    )
    parts: list[Exhibit] = [
        Text(Strong(sentence(thought.words)), headline=True),
        lede,
        _board(reached, [thought.move]),
        Rows(("", "Expected line of play"), [(str(n), each) for n, each in enumerate(thought.line, 1)], worded=2),
        Text(searched, small=True),
        Text("The board afterwards: ", Code(found.answer), small=True),
    ]
    if moves_from(reached):
        parts.append(Links((Link("Reply on the board", options=_at_table(reached)),)))
    yield Panel("A good move", parts)
    yield _squares()


def best(found: Found) -> Show:
    """Yield all best moves."""
    position, value = _position(found), found.details["value"]
    note = Text(f"After {found.asked['depth']} plies of best play, {outcome(value)}.")
    table = _move_table(position, found.answer, "White’s material less Black’s", lambda move: f"{value:+d}")
    yield _chosen(found, position, note, _arrows(found, position), table)
    yield from _to_the_table(position)


def solve(found: Found) -> Show:
    """Yield the moves that force the capture, or that there is none."""
    position, plies = _position(found), found.details["plies"]
    if plies:
        table = _move_table(position, found.answer, "Plies to the capture", lambda move: str(plies[move]))
        yield _chosen(found, position, _arrows(found, position), table)
    else:
        side, within = SIDES[position.side], found.asked["plies"]
        none = f"No move of {side}’s forces the capture within {within} plies. That is proven, too."
        yield _chosen(found, position, Text(none))
    yield from _to_the_table(position)


def moves(found: Found) -> Show:
    """Yield a row for each bird that can move."""
    position, ways = _position(found), list[tuple[str, str, str]]()
    made = [read_move(text) for text in found.answer]
    for start in sorted({move.start for move in made}):
        ends = [move.end for move in made if move.start == start]
        free = [square_name(end) for end in ends if position.board[end] == EMPTY]
        prey = [
            f"{NAMES[position.board[end].upper()]} {square_name(end)}" for end in ends if position.board[end] != EMPTY
        ]
        bird = f"{NAMES[position.board[start].upper()].capitalize()} {square_name(start)}"
        ways.append((bird, ", ".join(free) or "–", ", ".join(prey) or "–"))
    dots = sorted({move.end for move in made})
    words = f"Squares that can be reached: {', '.join(map(square_name, dots)) or 'none'}."
    board = Board(position.board, position.side, dots=dots, words=words)
    table = Rows(("Bird", "Goes to", "Captures"), ways, "Birds that can move", worded=3)
    headline = f"{len(made)} moves" if len(made) != 1 else "1 move"
    yield found.panel(headline, "", board, *([table] if ways else []))
    yield from _to_the_table(position)


def evaluate(found: Found) -> Show:
    """Yield h(b) part by part, and the moves that change it most."""
    position, details = _position(found), found.details
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
        rows = [(sentence(move_words(position, read_move(move))), Code(move), signed(value)) for move, value in changes]
        caption = f"The moves with the largest gain for {SIDES[position.side]} first"
        parts += [Text(Strong("What a move changes, for White")), Rows(("Move", "Notation", "Change"), rows, caption)]
    birds = [
        (f"{bird_words(bird['bird']).capitalize()} {bird['square']}", signed(bird["material"]), signed(bird["bonus"]))
        for bird in details["birds"]
    ]
    parts.append(Rows(("Bird", "Material", "Square"), birds, "What each bird adds to the evaluation", "Bird by bird"))
    yield Panel("Part by part", parts)
    yield from _to_the_table(position)


def minimax(found: Found) -> Show:
    """Yield who is ahead after best play."""
    yield found.panel()
    words = f"After {found.asked['depth']} plies of best play, {outcome(found.answer)}."
    yield Panel("", (Text(words),), "In words")
    yield from _to_the_table(_position(found))


def value(found: Found) -> Show:
    """Yield who is ahead on average; beside few simulated plies the exact average."""
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
    yield from _to_the_table(_position(found))


def match(found: Found) -> Show:
    """Yield the results of a match, with what they leave open."""
    asked, details = found.asked, found.details
    results = [("won", str(details["won"])), ("drawn", str(details["drawn"])), ("lost", str(details["lost"]))]
    results.append((f"drawn, cut off after {asked['longest']} plies", str(details["cut"])))
    low, high = details["interval"]
    elo = "–" if details["elo"] is None else signed(round(details["elo"]))
    left_open = [
        ("Points a game", f"{found.answer:.2f}", f"{low:.2f} to {high:.2f}"),
        ("Elo difference", elo, _between(*details["elo_interval"])),
    ]
    note = (
        f"Against B: {player_words(asked['b'])}. {asked['games']} games with alternating colors, each starting with "
        f"{asked['opening']} random plies. A win counts 1, a draw ½. The error and the intervals are binomial: a few games "
        "all won do not prove that A always wins."
    )
    tables = (
        Rows((f"A: {player_words(asked['a'])}", "Games"), results, "The match"),
        Rows((f"In {asked['games']} games", "A", "95% interval"), left_open, "What the games leave open"),
    )
    yield Panel("A’s result", (found.number(found.headline), *tables, Text(note, small=True)))


def contest(found: Found) -> Show:
    """Yield a round robin."""
    games, cut = found.details["games"], found.details["cut"]
    drawn = f" Of all games, {cut} {'was' if cut == 1 else 'were'} drawn for {'its' if cut == 1 else 'their'} length."
    note = (
        f"Each number is the row’s share of the points in {games} games against the player of that rank, with alternating"
        f" colors: a win counts 1, a draw ½.{drawn if cut else ''} Errors are binomial standard errors: a few games all won"
        " do not prove that a player always wins."
    )
    yield all_pairs(found, player_words, note)


def game(found: Found) -> Show:
    """Yield a game between two computer players, with the way to step through it on the board."""
    asked, details = found.asked, found.details
    position, words = _position(found), list[str]()
    made = [read_move(text) for text in details["moves"]]
    for move, text in zip(made, details["notation"], strict=True):
        words.append(f"{text}: {move_words(position, move)}")
        position = after(position, move)
    cells = ["", *words] if asked["side"] == "b" else words
    cells += [""] * (len(cells) % 2)
    rows = [(str(place // 2 + 1), *cells[place : place + 2]) for place in range(0, len(cells), 2)]
    table = {"board": asked["board"], "kingfisher": asked["kingfisher"], "first": asked["side"], "you": "both"}
    links = Links(
        (
            Link("Open it on the board", options={**table, "moves": "-".join(details["moves"])}),
            Link("The next game", "game", {**found.options, "seed": asked["seed"] + 1}, "lab-answer"),
        )
    )
    white, black = player_words(asked["a"]), player_words(asked["b"])
    ended = ENDED[details["ended"]].format(plies=details["plies"])
    board = Board(position.board, "w", [(move.start, move.end) for move in made[-1:]], words=position_words(position))
    number = found.number(RESULTS[found.answer], f"White: {white}. Black: {black}. {ended}")
    all_moves = Rows(("", "White", "Black"), rows, "All moves", "The moves", worded=3)
    yield Panel("One game", (number, board, links, all_moves))


def review(found: Found) -> Show:
    """Yield the costs of a game's moves; each leads to the board before the move."""
    yield from shown(found, words_of(found))


def words_of(found: Found) -> Words:
    """Return the wording of a review's moves."""
    asked, made = found.asked, "-".join(found.details["moves"])
    place = {"board": asked["board"], "first": asked["side"], "kingfisher": asked["kingfisher"]}
    usual = {"board": START, "first": "w", "kingfisher": 8}
    start = {name: each for name, each in place.items() if each != usual[name]}

    def link(_: int, each: Mapping[str, Any]) -> Link:
        return Link("", options={"you": "both", **start, "moves": made, "step": each["turn"] - 1})

    def heading(found: Found) -> str:
        choices = found.details["choices"]
        lost = sum(1 for each in choices if each["cost"])
        return f"{lost} of {len(choices)} moves cost something within {found.asked['depth']} plies"

    return Words(
        lambda each: f"{each['notation']}, {SIDES[each['side']]}", str, link, "parakeets", heading, notation=True
    )


def perft(found: Found) -> Show:
    """Yield the numbers of sequences ply by ply."""
    yield found.panel()
    asked, position = found.asked, _position(found)
    most, counts = min(asked["depth"], MAX_BESIDE), list[int]()
    for depth in range(1, most + 1):
        counts.append((yield Ask("perft", {**found.same("board", "side", "kingfisher"), "depth": depth})).answer)
    if asked["depth"] == most + 1:
        counts.append(found.answer)
    start = position.board == START and position.side == "w"
    known = KNOWN[position.kingfisher] if start else ()
    rows = []
    for depth, (before, count) in enumerate(zip([1, *counts], counts, strict=False), 1):
        row = [str(depth), f"{count:,}", f"{count / before:.1f}" if before else "–"]
        rows.append([*row, *([f"{known[depth - 1]:,}" if depth <= len(known) else "–"] if known else [])])
    if rows:
        told = "“Known” is the count from other programs. " if known else ""
        note = (
            "Each position counts as often as it can be reached. Programmers call this count perft: it shows that a "
            "program makes all legal moves, and no others. “Factor” is the average number of moves at each ply. "
            f"{told}A finished game has no further sequences."
        )
        heads = ("Plies", "Sequences", "Factor", *(["Known"] if known else []))
        yield Panel("Ply by ply", (Rows(heads, rows), Text(note, small=True)))
    yield from _to_the_table(position)


def _position(found: Found) -> Position:
    return Position(found.asked["board"], found.asked["side"], found.asked["kingfisher"])


def _at_table(position: Position) -> dict[str, Any]:
    place = {"board": position.board, "kingfisher": position.kingfisher}
    return {**place, "first": position.side, "you": position.side}


def _to_the_table(position: Position) -> Show:
    if not over(position.board):
        yield Panel("", (Links((Link("Continue playing from this board", options=_at_table(position)),)),))


def _chosen(found: Found, position: Position, *parts: Exhibit) -> Panel:
    """Return the answer in words: the moves, or their number if there are more than two."""
    made = [move_words(position, read_move(text)) for text in found.answer]
    headline = f"{len(made)} moves" if len(made) > 2 else " or ".join(made) or "none"
    return found.panel(sentence(headline), "", *parts)


def _arrows(found: Found, position: Position) -> Board:
    made = [read_move(text) for text in found.answer]
    words = f"Arrows: {'; '.join(move_words(position, move) for move in made)}."
    return Board(position.board, position.side, [(move.start, move.end) for move in made], words=words)


def _board(position: Position, made: Iterable[Move]) -> Board:
    before = {"w": "b", "b": "w"}[position.side]
    return Board(position.board, before, [(move.start, move.end) for move in made], words=position_words(position))


def _move_table(position: Position, made: Iterable[str], head: str, told: Any) -> Rows:
    rows = [(sentence(move_words(position, read_move(move))), Code(move), told(move)) for move in made]
    return Rows(("Move", "Notation", head), rows, "The moves")


def _between(low: float | None, high: float | None) -> str:
    """Return an interval of ratings, either end of which may have no bound."""
    if low is None:
        return "any" if high is None else f"at most {signed(round(high))}"
    return f"at least {signed(round(low))}" if high is None else f"{signed(round(low))} to {signed(round(high))}"


def _squares() -> Panel:
    """Return what the squares add to a bird's value."""
    values = {kind: _square_values(kind) for kind in SQUARES}
    legend = _legend(sorted({value for rows in values.values() for row in rows for value in row}))
    intro = (
        "How much a square adds to a bird’s value when the engine plays, for White (mirrored for Black), in hundredths of "
        "a parakeet. Parakeets aim for the far rows, nighthawks for the middle; the kingfisher stays at home. These are "
        "rules of thumb from chess: a judgment, not a solution."
    )
    heats, tables = [], []
    for place, (kind, rows) in enumerate(values.items()):
        name, colors = NAMES[kind].capitalize(), [list(map(_color, row)) for row in rows]
        names = (COLUMNS, "87654321")
        heats.append(Heat(name, "", "column", "row", colors, () if place else legend, names=names))
        numbers = [(str(8 - row), *map(str, each)) for row, each in enumerate(rows)]
        tables.append(Rows(("", *COLUMNS), numbers, name, f"{name} as a table"))
    return Panel("Where Betsy likes her birds", (Text(intro), Beside(heats), *tables), wide=True, anchor="squares")


def _square_values(kind: str) -> list[list[int]]:
    """Return the values of squares as White sees the board, far row first."""
    numbers = [int(text) for text in SQUARES[kind].split()]
    return [numbers[first : first + 8] for first in range(0, 64, 8)]


def _color(value: int) -> int:
    share = (value + WARMEST) / (2 * WARMEST)
    return min(HEAT_COLORS - 1, max(0, int(share * HEAT_COLORS)))


def _legend(values: Iterable[int]) -> list[Legend]:
    by_color: dict[int, list[int]] = {}
    for each in values:
        by_color.setdefault(_color(each), []).append(each)
    legend = []
    for color, meant in sorted(by_color.items()):
        words = f"{meant[0]:+d}" if len(meant) == 1 else f"{meant[0]:+d} to {meant[-1]:+d}"
        legend.append(Legend(color, words.replace("-", MINUS).replace("+0", "0")))
    return legend
