"""Random games: whatever may happen, and now and then what may not."""

import random

from engine.errors import EventError
from engine.game.position import SEATS, Contestant
from engine.game.record import events
from engine.game.record.events import ShownSlide, Spin, SpinResult
from engine.game.record.game import Game
from engine.game.record.slides import kind_shown

ROUND = 12  # events of a round


def shown_slide(rng, square):
    slide = rng.choice(square.slides)
    amount = slide.amount
    if slide.kind == "prize":
        amount = slide.value if slide.value is not None else rng.choice([None, 1640, 2190])
    return ShownSlide(square.number, kind_shown(slide), amount, slide.spin)


def random_result(rng, slide, whammies):
    """What a slide brings that is no move."""
    if slide.kind == "cash_or_lose_whammy":
        takes_whammy_off = whammies and rng.random() < 0.5
        return SpinResult("whammy_off") if takes_whammy_off else SpinResult("money", slide.amount)
    if slide.kind in ("cash_or_double", "cash_or_spin"):
        alternative = SpinResult("double") if slide.kind == "cash_or_double" else SpinResult("money", 0, True)
        return rng.choice([alternative, SpinResult("money", slide.amount)])
    if slide.kind in ("cash", "cash_spin"):
        return SpinResult("money", slide.amount, slide.kind == "cash_spin")
    return SpinResult(slide.kind, slide.amount, slide.spin)


def random_spin(rng, board, whammies=0):
    """A spin that the board can bring, its square recorded or not, and what was on offer too."""
    square = rng.choice(board.squares)
    light_slide = shown_slide(rng, square)
    if light_slide.kind != "move":
        return Spin(random_result(rng, light_slide, whammies), rng.choice([None, square.number]))
    move = rng.choice([s for s in square.slides if s.kind == "move"])
    offered = [shown_slide(rng, board.square(n)) for n in move.to]
    takeable = [s for s in offered if s.kind != "move"]
    if not takeable:
        return Spin(SpinResult("whammy"))
    pick = rng.choice(takeable)
    recorded = tuple(offered) if rng.random() < 0.7 else ()
    return Spin(random_result(rng, pick, whammies), square.number, (pick.square,), recorded)


def random_event(rng, game):
    state = game.state
    kind = rng.random()
    if state.round == 1 and state.seat is None and kind < 0.4:
        spins = [c.earned + rng.choice([0, 1]) for c in state.podiums]
        spins[rng.choice(SEATS)] += rng.choice([0, 2, 3])
        return events.QuizQuestion(tuple(spins), rng.choice([None, None, state.questions + 2]))
    if state.round == 0 or (state.seat is None and state.known and kind < 0.8):
        spins = tuple(rng.randint(0, 3) for _ in SEATS)
        scores = tuple(rng.choice([0, 500, 2150, 4080]) for _ in SEATS) if rng.random() < 0.2 else None
        return events.RoundBegins(max(1, state.round + rng.randint(0, 1)), spins, scores)
    if kind < 0.7:
        whammies = state.podiums[state.seat or 0].whammies
        return random_spin(rng, game.setup.boards[state.round], whammies)
    if kind < 0.8:
        return events.PassSpins(rng.choice([None, 0, 1, 2]))
    if kind < 0.88:
        return rng.choice([events.Undo(), events.Undo(), events.Redo()])
    if kind < 0.94:
        numbers = {name: rng.choice([None, rng.randint(0, 3)]) for name in ("earned", "passed", "whammies")}
        after = rng.choice([None, rng.randint(1, len(game.events))])
        return events.Correction(rng.choice(SEATS), rng.choice([None, 1234]), **numbers, after=after)
    if kind < 0.95:
        of = rng.randint(1, len(game.events))
        new = random_spin(rng, game.setup.boards[state.round or 1]) if rng.random() < 0.8 else events.PassSpins()
        return events.Replacement(of, new)
    if kind < 0.96:
        return events.Up(rng.choice(SEATS))
    if kind < 0.98:
        podiums = tuple(
            Contestant(rng.randint(0, 9999), rng.randint(0, 2), rng.randint(0, 1), rng.randint(0, 3)) for _ in SEATS
        )
        return events.Situation(podiums, rng.choice([None, *SEATS]))
    return events.Gap()


def random_game(seed, headers=None, events_wanted=25, notes=()):
    """A game of possible events; impossible ones are left out."""
    rng = random.Random(seed)
    game = Game.begin(headers)
    for _ in range(2 * events_wanted):
        if len(game.events) >= events_wanted:
            break
        event = random_event(rng, game)
        if notes and rng.random() < 0.3:
            event = type(event)(
                **{name: getattr(event, name) for name in event.__dataclass_fields__ if name not in ("id", "comment")},
                id=f"e{len(game.events)}",
                comment=rng.choice(notes),
            )
        try:
            game = game.add(event)
        except EventError:
            continue
    return game
