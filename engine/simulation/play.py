"""A whole game played out: questions, two rounds, and contestants of given styles."""

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

RIGHT = 0.5  # assumed chance of a right answer, on the buzzer and among three
# Dollars that sums are rounded to where a contestant plays for the best odds, by spins left: coarse, so that they are
# solved soon, and fixed, so that a seed always gives the same game. With more spins an estimate from few cells does.
UNITS = ((2, 250), (4, 500), (6, 1000))
MOST_SPINS = UNITS[-1][0]
CAP, HEADROOM = 20_000, 10_000
PATIENCE = Limits(seconds=3600.0, method="exact", fresh=True)
MANY_SPINS = [
    replace(PATIENCE, method="estimated", cells=50_000 * 16**more) for more in range(4)
]  # the first that will do
LONGEST = 400  # spins


def play(
    seed: int = 1,
    headers: Headers | None = None,
    styles: str = "optimal",
) -> Game:
    """Return a simulated game; the same seed, headers and styles give the same game.

    Each question is answered on the buzzer by one contestant at random, rightly half of the time; the others choose
    among the answers, rightly half of the time.

    Args:
        seed: of the random numbers.
        headers: names, boards and rules.
        styles: the contestants' styles, as in the rule option ``opponents``: one word for all or three joined by "/".
            ``optimal`` takes the better odds on coarse sums in round 2, and presses in round 1, whose odds are only estimated.

    Raises:
        InputError: an impossible style, rule or board.
    """
    words = _styles(styles)
    headers = headers or Headers()
    own = {name for name, _ in headers.extra}
    marks = (("Simulated", "by chance; this game was never played"), ("Seed", str(seed)), ("Styles", "/".join(words)))
    headers = replace(headers, extra=(*headers.extra, *(mark for mark in marks if mark[0] not in own)))
    game = Game.begin(headers)
    for number, board in game.setup.boards.items():
        board.check(f"board{number}")
    rules = replace(game.setup.free, opponents="/".join(words) if words != ["optimal"] * 3 else "optimal")
    # Games are drawn from a seed and need no secrets.
    rng = random.Random(seed)  # noqa: S311
    for number in ROUNDS:
        if game.over:
            break
        still_in = [seat for seat in SEATS if not game.state.podiums[seat].out]
        a, b, c = (
            spins if seat in still_in else 0 for seat, spins in enumerate(_spins(rng, game.setup.era.questions[number]))
        )
        game = game.add(RoundBegins(number, (a, b, c)))
        for _ in range(LONGEST):
            if game.state.seat is None or game.state.position is None:
                break
            game = _turn(rng, game, game.state.position, number, rules)
    return _with_result(game)


def _spins(rng: random.Random, questions: int) -> list[int]:
    """Return the spins that each contestant earns by the right answers; at least one of them earns some."""
    spins = [0, 0, 0]
    while not any(spins):
        for _ in range(questions):
            first = rng.choice(SEATS)
            for seat in SEATS:
                if rng.random() < RIGHT:
                    spins[seat] += ON_THE_BUZZER if seat == first else BY_CHOICE
    return spins


def _turn(rng: random.Random, game: Game, position: Position, number: int, rules: Rules) -> Game:
    """Return the game after the mover's next press or pass."""
    board = game.setup.boards[number]
    actions = legal_actions(position, rules.seated(position.mover_seat))
    passes = [action.to for action in actions if isinstance(action, Pass)]
    if passes and (Press() not in actions or (number == ROUNDS[-1] and _passes(position, board, rules))):
        return game.add(PassSpins(rng.choice(passes)))
    free = game.setup.free.seated(position.mover_seat)
    return game.add(draw_spin(rng, position, board, free))


@lru_cache(maxsize=256)
def _passes(position: Position, board: Board, rules: Rules) -> bool:
    """Return whether passing gives the better odds, on coarse sums."""
    unit = next((unit for most, unit in UNITS if position.spins <= most), UNITS[-1][1])
    cap = max(CAP, HEADROOM + max(c.score for c in position.contestants))
    simpler = replace(rules, unit=unit, cap=-(-cap // unit) * unit, choices="even", turn_order="seat", prizes=None)
    for limits in [PATIENCE] if position.spins <= MOST_SPINS else MANY_SPINS:
        with suppress(Unaffordable):
            return solve(position, board, simpler, limits).best == "pass"
    raise Unaffordable("There are too many ways to share out the spins.")


def _with_result(game: Game) -> Game:
    position = game.state.position
    if position is None or not game.over:
        return game
    names = [game.setup.name(seat) for seat in winners(position)]
    result = " and ".join(names)[:50] or "nobody"
    return game.with_headers(replace(game.headers, result=game.headers.result or f"won by {result}"))


def _styles(text: str) -> list[str]:
    """Return a style for each seat. Raises RulesError."""
    try:
        words = str(OPTIONS["opponents"].read(text)).split("/")
    except RulesError:
        known = ", ".join(("optimal", *STYLES))
        raise RulesError(
            f"A style is one of {known} or the lead in dollars above which to pass; one for all, or three joined by /.",
            field="styles",
        ) from None
    return words * 3 if len(words) == 1 else words
