"""Simulates a whole game: questions, two rounds, and contestants of given styles."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from ..answers.methods import solve
from ..errors import RulesError, Unaffordable
from ..game.board import ROUNDS, Board
from ..game.eras import BY_CHOICE, ON_THE_BUZZER
from ..game.options import OPTIONS, STYLES, Rules
from ..game.position import SEATS, Position
from ..game.record.events import PassSpins, RoundBegins
from ..game.record.game import Game
from ..game.record.headers import Headers
from ..game.rules import Pass, Press, legal_actions, winners
from ..solvers.limits import Limits
from .spinning import draw_spin

CORRECT_CHANCE = 0.5  # assumed chance of a right answer, on the buzzer and among three
# Dollars that sums are rounded to for a contestant who plays for the best odds, by most spins left: coarse, for speed,
# and fixed, so that a seed always gives the same game. With more spins an estimate from few cells decides.
UNITS = ((2, 250), (4, 500), (6, 1000))
MAX_EXACT_SPINS = UNITS[-1][0]
MIN_CAP, CAP_HEADROOM = 20_000, 10_000
EXACT_LIMITS = Limits(seconds=3600.0, method="exact", fresh=True)
ESTIMATE_LIMITS = [
    replace(EXACT_LIMITS, method="estimated", cells=50_000 * 16**more) for more in range(4)
]  # tried in order
MAX_ACTIONS = 400  # presses and passes of a round


def play(
    seed: int = 1,
    headers: Headers | None = None,
    styles: str = "optimal",
) -> Game:
    """Return a simulated game; the same seed, headers and styles give the same game.

    A random contestant answers each question on the buzzer, correctly half of the time; the others choose among the
    answers, correctly half of the time.

    Args:
        seed: of the random numbers.
        headers: names, boards and rules.
        styles: the contestants' styles, as in the rule option ``opponents``: one word for all or three joined by "/".
            ``optimal`` takes the better odds on coarse sums in round 2, and presses in round 1.

    Raises:
        InputError: an impossible style, rule or board.
    """
    seat_styles = _read_styles(styles)
    headers = headers or Headers()
    header_names = {name for name, _ in headers.extra}
    added_headers = (
        ("Simulated", "by chance; this game was never played"),
        ("Seed", str(seed)),
        ("Styles", "/".join(seat_styles)),
    )
    headers = replace(
        headers, extra=(*headers.extra, *(header for header in added_headers if header[0] not in header_names))
    )
    game = Game.begin(headers)
    for number, board in game.setup.boards.items():
        board.check(f"board{number}")
    rules = replace(
        game.setup.unrestricted_rules, opponents="/".join(seat_styles) if seat_styles != ["optimal"] * 3 else "optimal"
    )
    # Games are drawn from a seed and need no secrets.
    rng = random.Random(seed)  # noqa: S311
    for number in ROUNDS:
        if game.over:
            break
        still_in = [seat for seat in SEATS if not game.state.podiums[seat].out]
        a, b, c = (
            spins if seat in still_in else 0
            for seat, spins in enumerate(_draw_earned_spins(rng, game.setup.era.questions[number]))
        )
        game = game.add(RoundBegins(number, (a, b, c)))
        for _ in range(MAX_ACTIONS):
            if game.state.seat is None or game.state.position is None:
                break
            game = _play_turn(rng, game, game.state.position, number, rules)
    return _add_result(game)


def _draw_earned_spins(rng: random.Random, questions: int) -> list[int]:
    """Draw the spins that the contestants earn by correct answers; at least one earns some."""
    spins = [0, 0, 0]
    while not any(spins):
        for _ in range(questions):
            buzzer_seat = rng.choice(SEATS)
            for seat in SEATS:
                if rng.random() < CORRECT_CHANCE:
                    spins[seat] += ON_THE_BUZZER if seat == buzzer_seat else BY_CHOICE
    return spins


def _play_turn(rng: random.Random, game: Game, position: Position, number: int, rules: Rules) -> Game:
    """Return the game after the mover's next press or pass."""
    board = game.setup.boards[number]
    actions = legal_actions(position, rules.seated(position.mover_seat))
    passes = [action.to for action in actions if isinstance(action, Pass)]
    if passes and (Press() not in actions or (number == ROUNDS[-1] and _prefers_pass(position, board, rules))):
        return game.add(PassSpins(rng.choice(passes)))
    free_rules = game.setup.unrestricted_rules.seated(position.mover_seat)
    return game.add(draw_spin(rng, position, board, free_rules))


@lru_cache(maxsize=256)
def _prefers_pass(position: Position, board: Board, rules: Rules) -> bool:
    """Return whether passing has the better odds, on coarse sums."""
    unit = next((unit for max_spins, unit in UNITS if position.spins <= max_spins), UNITS[-1][1])
    cap = max(MIN_CAP, CAP_HEADROOM + max(c.score for c in position.contestants))
    coarse_rules = replace(rules, unit=unit, cap=-(-cap // unit) * unit, choices="even", turn_order="seat", prizes=None)
    for limits in [EXACT_LIMITS] if position.spins <= MAX_EXACT_SPINS else ESTIMATE_LIMITS:
        with suppress(Unaffordable):
            return solve(position, board, coarse_rules, limits).best == "pass"
    raise Unaffordable("There are too many ways to share out the spins.")


def _add_result(game: Game) -> Game:
    position = game.state.position
    if position is None or not game.over:
        return game
    names = [game.setup.name(seat) for seat in winners(position)]
    result = " and ".join(names)[:50] or "nobody"
    return game.with_headers(replace(game.headers, result=game.headers.result or f"won by {result}"))


def _read_styles(text: str) -> list[str]:
    """Return a style for each seat. Raises RulesError."""
    try:
        words = str(OPTIONS["opponents"].read(text)).split("/")
    except RulesError:
        style_names = ", ".join(("optimal", *STYLES))
        raise RulesError(
            f"A style is one of {style_names} or the lead in dollars above which to pass; one for all, or three joined by /.",
            field="styles",
        ) from None
    return words * 3 if len(words) == 1 else words
