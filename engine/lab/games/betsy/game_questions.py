"""Questions about players and whole games, and about the number of games."""

from collections.abc import Sequence

from ....errors import InputError
from ... import families
from ...answer import Answer
from ...answer_view import AnswerView
from ...budget import Budget
from ...exhibits import Ask, CardGenerator, Link, Links, Panel, Rows, Text
from ...options import PLAYED, group, radios, record, whole_reader
from ...question import Parameters, Question
from ...review_exhibits import ReviewWording
from ...round_robin import build_sampled_answer, check_policy_count, play_all_pairs, split_names
from . import options as shared
from .exact import count_sequences, review_moves
from .notation import draw_board, read_record, write_move
from .panels import build_board, build_review_wording, get_position, link_to_play
from .players import HUMAN, Player, find_player, load_players
from .rules import SIDES, START, BirdPosition, Move, make_move
from .words import describe_move, describe_player, describe_position, format_signed

# Modules that need NumPy are imported within functions: ``play`` does without and must start at once.

RESULTS = {"white": "White wins", "black": "Black wins", "draw": "A draw", "unfinished": "Unfinished"}
END_SENTENCES = {
    "capture": "The kingfisher is captured after {plies} plies.",
    "no move": "The side to move has no move after {plies} plies.",
    "too long": "The game was drawn after {plies} plies, the most allowed.",
}


class Match(Question):
    """A match between two players: A's average score, a win 1, a draw ½."""

    title = "Who is the better player?"
    line = "A match between two computer players"
    topic = "The players"
    button = "Play the match"
    options = (shared.A, shared.B, *shared.CONDITIONS)
    unit = "points a game"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .match import compute_elo_difference, play_match

        a, b = _find_players(parameters, [("a", parameters["a"]), ("b", parameters["b"])])
        match = play_match(a, b, parameters, parameters["seed"], budget)
        details = {
            "won": match.won,
            "drawn": match.drawn,
            "lost": match.lost,
            "cut": match.cut,
            "interval": list(match.interval),
            "elo": compute_elo_difference(match.score),
            "elo_interval": [compute_elo_difference(bound) for bound in match.interval],
        }
        return Answer(match.score, "estimated", match.error, details)

    def show(self, view: AnswerView) -> CardGenerator:
        parameters, details = view.parameters, view.details
        results = [("won", str(details["won"])), ("drawn", str(details["drawn"])), ("lost", str(details["lost"]))]
        results.append((f"drawn, cut off after {parameters['longest']} plies", str(details["cut"])))
        low, high = details["interval"]
        elo = "–" if details["elo"] is None else format_signed(round(details["elo"]))
        left_open = [
            ("Points a game", f"{view.answer:.2f}", f"{low:.2f} to {high:.2f}"),
            ("Elo difference", elo, _format_interval(*details["elo_interval"])),
        ]
        note = (
            f"Against B: {describe_player(parameters['b'])}. {parameters['games']} games with alternating colors, each starting with "
            f"{parameters['opening']} random plies. A win counts 1, a draw ½. The error and the intervals are binomial: a few games "
            "all won do not prove that A always wins."
        )
        tables = (
            Rows((f"A: {describe_player(parameters['a'])}", "Games"), results, "The match"),
            Rows((f"In {parameters['games']} games", "A", "95% interval"), left_open, "What the games leave open"),
        )
        yield Panel("A’s result", (view.build_number(view.headline), *tables, Text(note, small=True)))


def _find_players(
    parameters: Parameters, names_by_option: Sequence[tuple[str, str]], humans: bool = False
) -> list[Player]:
    """Return the players named in options. Raises InputError (``field``: the option)."""
    own = {} if parameters["file"] is None else load_players(parameters["file"])
    players = []
    for option, name in names_by_option:
        if name == HUMAN and not humans:
            raise InputError("must not be human in a match; the question game has humans", field=option)
        try:
            players.append(find_player(name, own))
        except InputError as error:
            raise InputError(error.message, field=option) from None
    return players


def _format_interval(low: float | None, high: float | None) -> str:
    """Return an interval of ratings, either end of which may have no bound."""
    if low is None:
        return "any" if high is None else f"at most {format_signed(round(high))}"
    return (
        f"at least {format_signed(round(low))}"
        if high is None
        else f"{format_signed(round(low))} to {format_signed(round(high))}"
    )


class Contest(families.Contest):
    """Points a game in a round robin: a match between every two players."""

    topic = "The players"
    button = "Play the matches"
    options = (
        shared.A.with_changes(
            name="policies",
            help=f"players, separated by commas: {shared.PLAYERS}",
            read=str,
            default="random,material:1,depth:1,depth:3",
            label="Players",
            many=True,
        ),
        *shared.CONDITIONS,
    )
    unit = "points a game"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        import numpy as np

        from .match import play_match

        names = split_names(parameters["policies"])
        check_policy_count(names, families.MAX_POLICIES)
        players = _find_players(parameters, [("policies", name) for name in names])
        errors, results = np.zeros((len(names), len(names))), np.zeros((len(names), 3), np.int64)
        number, cut = 0, 0

        def play_pair(a: int, b: int, progress: str) -> float:
            """Play the next pair; pair k, from 0, has the seed plus k."""
            nonlocal cut, number
            seed, before = parameters["seed"] + number, f"{progress}, and of the next "
            match = play_match(players[a], players[b], parameters, seed, budget, before)
            number, cut = number + 1, cut + match.cut
            errors[a, b] = errors[b, a] = match.error
            results[a] += match.won, match.drawn, match.lost
            results[b] += match.lost, match.drawn, match.won
            return match.score

        wins = play_all_pairs(len(names), play_pair, budget)
        # Each rate is a mean over independent matches.
        rate_errors = np.sqrt(np.square(errors).sum(axis=1)) / (len(names) - 1)
        games, result_rows = parameters["games"], results.tolist()
        return build_sampled_answer(
            names, wins, errors.tolist(), rate_errors.tolist(), games, results=result_rows, cut=cut
        )

    def describe_player(self, name: str, view: AnswerView) -> str:
        return describe_player(name)

    def build_note(self, view: AnswerView) -> str:
        games, cut = view.details["games"], view.details["cut"]
        draws = (
            f" Of all games, {cut} {'was' if cut == 1 else 'were'} drawn for {'its' if cut == 1 else 'their'} length."
        )
        return (
            f"Each number is the row’s share of the points in {games} games against the player of that rank, with alternating"
            f" colors: a win counts 1, a draw ½.{draws if cut else ''} Errors are binomial standard errors: a few games all won"
            " do not prove that a player always wins."
        )


class OneGame(Question):
    """One game, every move; who wins: white, black or draw."""

    name = "game"
    title = "Watch one game"
    line = "A game between two computer players: A plays White"
    topic = "Played games"
    button = "Play the game"
    options = (
        shared.A.with_changes(help=f"A, who plays White: human, {shared.PLAYERS}"),
        shared.B.with_changes(help=f"B, who plays Black: human, {shared.PLAYERS}", default="depth:4"),
        shared.FILE,
        *shared.PLACE,
        shared.LONGEST.with_changes(help="plies after which the game is a draw", read=whole_reader(1, 2000)),
        shared.SEEDED,
    )

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        from .match import play_game

        names_by_option = [(option, parameters[option]) for option in ("a", "b")]
        for option, name in names_by_option:
            if name == HUMAN and budget.read_line is None:
                raise InputError("must not be human here: a human plays on the command line", field=option)
        white, black = _find_players(parameters, names_by_option, humans=True)
        notation: list[str] = []

        def record_move(here: BirdPosition, move: Move) -> None:
            notation.append(write_move(here, move))
            budget.write_line(f"{len(notation)}. {SIDES[here.side]}: {notation[-1]} ({move})")

        start, max_plies = get_position(parameters), parameters["longest"]
        game = play_game(start, (white, black), parameters["seed"], max_plies, budget, on_move=record_move)
        if HUMAN in (parameters["a"], parameters["b"]):
            for line in draw_board(game.last.board, "w" if parameters["a"] == HUMAN else "b"):
                budget.write_line(line)
        result = {1: "white", 0: "unfinished" if game.end_reason == "left" else "draw", -1: "black"}[game.won]
        details = {
            "ended": game.end_reason,
            "plies": len(game.moves),
            "moves": [str(move) for move in game.moves],
            "notation": notation,
            "board": game.last.board,
        }
        return Answer(result, details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        parameters, details = view.parameters, view.details
        position, words = get_position(view.parameters), list[str]()
        moves = [Move.from_text(text) for text in details["moves"]]
        for move, text in zip(moves, details["notation"], strict=True):
            words.append(f"{text}: {describe_move(position, move)}")
            position = make_move(position, move)
        cells = ["", *words] if parameters["side"] == "b" else words
        cells += [""] * (len(cells) % 2)
        rows = [(str(place // 2 + 1), *cells[place : place + 2]) for place in range(0, len(cells), 2)]
        table = {
            "board": parameters["board"],
            "kingfisher": parameters["kingfisher"],
            "first": parameters["side"],
            "you": "both",
        }
        links = Links(
            (
                Link("Open it on the board", options={**table, "moves": "-".join(details["moves"])}),
                Link("The next game", "game", {**view.options, "seed": parameters["seed"] + 1}, "lab-answer"),
            )
        )
        white, black = describe_player(parameters["a"]), describe_player(parameters["b"])
        end_words = END_SENTENCES[details["ended"]].format(plies=details["plies"])
        board = build_board(position, moves[-1:], "w", describe_position(position))
        number = view.build_number(RESULTS[view.answer], f"White: {white}. Black: {black}. {end_words}")
        all_moves = Rows(("", "White", "Black"), rows, "All moves", "The moves", worded=3)
        yield Panel("One game", (number, board, links, all_moves))


SIDE_CHOICES = {"w": "White’s", "b": "Black’s", "both": "both sides’"}


class Review(families.Review):
    """What moves of a played game cost in all, in material some plies later."""

    title = "What did the moves cost?"
    line = "A played game, move by move"
    options = (
        record(
            "the moves, separated by commas: e4,e5,Nf3 or e2e4,e7e5,g1f3",
            "one after the other: e4,e5,Nf3 or e2e4,e7e5,g1f3",
            "The moves",
        ),
        *group(PLAYED, radios("reviewed", "Whose moves", "whose moves are reviewed", SIDE_CHOICES, "both")),
        shared.DEPTH.with_changes(
            help="plies, the reviewed move included", read=whole_reader(1, 8), default="4", required=False
        ),
        *shared.PLACE,
    )
    unit = "parakeets"
    example = {"record": "f3,e5,g4,Qh4,a3,Qxe1"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        position = get_position(parameters)
        moves = read_record(position, parameters["record"])
        return review_moves(position, moves, parameters["reviewed"], parameters["depth"], budget)

    def build_wording(self, view: AnswerView) -> ReviewWording:
        return build_review_wording(view)


# Numbers of sequences of 1, 2, … plies from the start, by directions of the kingfisher; tests check them.
KNOWN_COUNTS = {8: (20, 400, 8902, 197742, 4896998), 4: (20, 400, 8822, 194194, 4741975)}
MAX_PLIES_SHOWN = 5  # plies counted beside any answer


class Perft(Question):
    """How many move sequences there are."""

    title = "How many continuations are there?"
    line = "Counts the sequences of moves to a given depth"
    topic = "How it is solved"
    options = (*shared.PLACE, shared.DEPTH)
    unit = "sequences"
    example = {"depth": "4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return count_sequences(get_position(parameters), parameters["depth"], budget)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        parameters, position = view.parameters, get_position(view.parameters)
        max_depth, counts = min(parameters["depth"], MAX_PLIES_SHOWN), list[int]()
        for depth in range(1, max_depth + 1):
            counts.append(
                (yield Ask("perft", {**view.select_parameters("board", "side", "kingfisher"), "depth": depth})).answer
            )
        if parameters["depth"] == max_depth + 1:
            counts.append(view.answer)
        start = position.board == START and position.side == "w"
        known_counts = KNOWN_COUNTS[position.kingfisher] if start else ()
        rows = []
        for depth, (before, count) in enumerate(zip([1, *counts], counts, strict=False), 1):
            row = [str(depth), f"{count:,}", f"{count / before:.1f}" if before else "–"]
            rows.append(
                [
                    *row,
                    *([f"{known_counts[depth - 1]:,}" if depth <= len(known_counts) else "–"] if known_counts else []),
                ]
            )
        if rows:
            known_words = "“Known” is the count from other programs. " if known_counts else ""
            note = (
                "Each position counts as often as it can be reached. Programmers call this count perft: it shows that a "
                "program makes all legal moves, and no others. “Factor” is the average number of moves at each ply. "
                f"{known_words}A finished game has no further sequences."
            )
            heads = ("Plies", "Sequences", "Factor", *(["Known"] if known_counts else []))
            yield Panel("Ply by ply", (Rows(heads, rows), Text(note, small=True)))
        yield from link_to_play(position)
