"""Random boards, rules and positions, small enough for the exact oracle."""

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Contestant, Position
from engine.game.questions import NextRound
from tests.tier import times

SUMS = st.sampled_from([0, 100, 250, 500, 500, 1000, 1500])
SPIN_SUMS = st.sampled_from([500, 500, 750, 1000, 1500])  # more than $0 at every unit that `rules` draws


def many(count):
    """Settings for a test that compares `count` random cases with the oracle.

    Without shrinking: that takes minutes with a tree of positions, and the example is small as it is.
    """
    return settings(
        max_examples=times(count),
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def boards(draw, *, growing=True, either=True, weighted=True, shape=None):
    """A board of one to five squares with one to three slides each, or with as many slides by square as `shape` says.

    With `growing` also slides whose sum depends on the score, and spins for nothing: the kernel of dense cells
    leaves those to the graph. With `either` also money or something else that no rule takes away, which the same kernel
    leaves to the graph too. With `weighted` some boards have weights.
    """
    count = draw(st.integers(1, 5)) if shape is None else len(shape)
    weights = weighted and draw(st.sampled_from([False, False, True]))
    plain = st.one_of(
        st.builds(lambda a: {"kind": "cash", "amount": a}, SUMS),
        st.just({"kind": "whammy"}),
        st.builds(
            lambda v, s: {"kind": "prize", "name": None, "value": v, "spin": s},
            st.sampled_from([None, 750]),
            st.sampled_from([False, False, True]),
        ),
    )
    kinds = [
        plain,
        plain,
        st.builds(lambda a: {"kind": "cash_spin", "amount": a}, SUMS if growing else SPIN_SUMS),
        st.builds(lambda a: {"kind": "cash_or_lose_whammy", "amount": a}, SUMS),
    ]
    kinds.append(st.builds(lambda a: {"kind": "jackpot", "amount": a}, SUMS))
    if growing and either:
        other = st.sampled_from(["cash_or_double", "cash_or_spin"])
        kinds.append(st.builds(lambda k, a: {"kind": k, "amount": a}, other, SUMS))
        ahead = st.sampled_from([0, 1, 2, 250])
        kinds.append(st.builds(lambda a, s: {"kind": "lead", "amount": a, "spin": s}, ahead, st.booleans()))
    if growing:
        kinds.append(st.builds(lambda s: {"kind": "double", "spin": s}, st.booleans()))
        kinds.append(st.just({"kind": "add_a_one"}))
    squares = []
    for number in range(1, count + 1):
        others = [n for n in range(1, count + 1) if n != number]
        here = list(kinds)
        if others:
            here.append(
                st.builds(
                    lambda to: {"kind": "move", "to": to},
                    st.lists(st.sampled_from(others), min_size=1, max_size=3, unique=True),
                )
            )
        fewest, most = (1, 3) if shape is None else (shape[number - 1],) * 2
        slides = draw(st.lists(st.one_of(here), min_size=fewest, max_size=most))
        weight = st.sampled_from([1, 1, 1, 2, 5])
        slides = [{**slide, "weight": draw(weight)} for slide in slides] if weights else slides
        squares.append({"number": number, "slides": slides, "weight": draw(weight) if weights else 1})
    return Board.from_json({"id": "random", "round": draw(st.sampled_from([1, 2])), "squares": squares})


def small_boards(**about):
    """A board of two or three slides."""
    shapes = st.sampled_from([(2,), (3,), (1, 1), (1, 2), (1, 1, 1)])
    return shapes.flatmap(lambda shape: boards(shape=shape, **about))


@st.composite
def two_rounds(draw, *, growing=True, questions=(1,), most_spins=3, **about):
    """(position of round 1, its board, rules, what follows) of a game of two tiny boards, as in `NextRound`.

    `about` goes to `rules`; only the win counts.
    """
    position = draw(positions(most_spins=most_spins))
    board_1, board_2 = (draw(small_boards(growing=growing)) for _ in range(2))
    return position, board_1, draw(rules(goals=("win",), **about)), NextRound(board_2, draw(st.sampled_from(questions)))


@st.composite
def by_seat(draw, words, usual):
    """Mostly the usual word for all, else one for each seat."""
    if draw(st.sampled_from([True, True, False])):
        return usual
    text = "/".join(draw(st.sampled_from(words)) for _ in range(3))
    return usual if text == "/".join([usual] * 3) else text


@st.composite
def rules(
    draw,
    *,
    goals=("win", "win", "money", "blend"),
    leads=(None, None, 500, 1000),
    styles=("optimal", "optimal", "cautious", "500", "aggressive"),
    houses=("won", "play"),
    weights=("board", "even"),
    habits=False,
):
    """Any options, with a cap and a unit that keep the tree small. Not every cap is a multiple of the unit.

    With `habits`, contestants may pass at the cap, and boards may be reduced only where many spins are left.
    `opponents` and `weights` are spelled out by seat, from `styles` and `weights`.
    """
    return Rules(
        ties=draw(st.sampled_from(["split", "joint"])),
        turn_order=draw(st.sampled_from(["score", "seat", "cyclic", "receiver"])),
        level_opponents=draw(st.sampled_from(["chooser", "next_seat"])),
        choices=draw(st.sampled_from(["visible", "even"])),
        lose_whammy=draw(st.sampled_from(["choice", "money"])),
        third_place_plays=draw(st.booleans()),
        max_lead=draw(st.sampled_from(leads)),
        prizes=draw(st.sampled_from([None, 500, 1000])),
        cap=draw(st.sampled_from([1000, 1300, 1500, 2000])),
        goal=draw(st.sampled_from(goals)),
        win_worth=draw(st.sampled_from([0, 700, 5000])),
        opponents=draw(by_seat(styles, "optimal")),
        house=draw(st.sampled_from(houses)),
        weights=draw(by_seat(weights, "board")),
        unit=draw(st.sampled_from([1, 250, 500, 1000])),
        reduce=draw(st.sampled_from([3, 3, None] if habits else [None, None, None, 3, 5])),
        cap_passes=habits and draw(st.booleans()),
        reduce_from=draw(st.integers(1, 4)) if habits else 1,
    )


@st.composite
def positions(draw, *, most_spins=3, holders=(1, 2, 3)):
    """A legal position with a few spins.

    Scores lie on and off the grid, below, at and above the caps of `rules`, and may be level; some
    contestants are out, some have Whammies or passed spins.

    Args:
        most_spins: of all together, unless there are more holders.
        holders: how many contestants hold spins, if this many are in.
    """
    out = [draw(st.sampled_from([False, False, False, False, True])) for _ in range(3)]
    if all(out):
        out[draw(st.integers(0, 2))] = False
    order = draw(st.permutations([seat for seat in range(3) if not out[seat]]))
    holding = order[: draw(st.sampled_from(holders))]
    scores = [0, 0, 250, 500, 750, 1000, 1001, 1300, 1333, 2000, 2500]
    level = draw(st.sampled_from([None, None, None, *scores]))
    spins = [[0, 0] for _ in range(3)]
    for seat in holding:
        spins[seat][draw(st.sampled_from([0, 0, 1]))] += 1
    for _ in range(draw(st.integers(0, max(0, most_spins - len(holding))))):
        spins[draw(st.sampled_from(holding))][draw(st.sampled_from([0, 0, 1]))] += 1
    seats = []
    for seat in range(3):
        if out[seat]:
            seats.append(Contestant(0, whammies=4))
            continue
        score = draw(st.sampled_from(scores)) if level is None else level
        seats.append(Contestant(score, *spins[seat], draw(st.integers(0, 3))))
    position = Position(tuple(seats), draw(st.sampled_from(holding)))
    position.validate()
    return position
