"""Random boards, rules and positions, small enough for the exact oracle."""

from hypothesis import strategies as st

from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Contestant, Position

SUMS = st.sampled_from([0, 100, 250, 500, 500, 1000, 1500])


@st.composite
def boards(draw, *, spins=True, strange=True):
    """A board of one to five squares with one to three slides each."""
    count = draw(st.integers(1, 5))
    plain = st.one_of(
        st.builds(lambda a: {"kind": "cash", "amount": a}, SUMS),
        st.just({"kind": "whammy"}),
        st.builds(lambda v: {"kind": "prize", "name": None, "value": v}, st.sampled_from([None, 750])),
    )
    kinds = [plain, plain]
    if spins:
        kinds.append(st.builds(lambda a: {"kind": "cash_spin", "amount": a}, SUMS))
    if strange:
        kinds.append(st.builds(lambda a: {"kind": "cash_or_lose_whammy", "amount": a}, SUMS))
        kinds.append(st.builds(lambda s: {"kind": "double", "spin": s}, st.booleans()) if spins else plain)
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
        slides = draw(st.lists(st.one_of(here), min_size=1, max_size=3))
        squares.append({"number": number, "slides": slides})
    return Board.from_json({"id": "random", "round": draw(st.sampled_from([1, 2])), "squares": squares})


@st.composite
def rules(draw, *, goals=("win", "win", "money")):
    """Any options, with a cap and a unit that keep the tree small."""
    return Rules(
        ties=draw(st.sampled_from(["split", "joint"])),
        turn_order=draw(st.sampled_from(["score", "seat", "cyclic"])),
        level_opponents=draw(st.sampled_from(["chooser", "next_seat"])),
        choices=draw(st.sampled_from(["visible", "even"])),
        lose_whammy=draw(st.sampled_from(["choice", "money"])),
        third_place_plays=draw(st.booleans()),
        max_lead=draw(st.sampled_from([None, None, 500, 1000])),
        prizes=draw(st.sampled_from([None, 500, 1000])),
        cap=draw(st.sampled_from([1000, 1500, 2000])),
        goal=draw(st.sampled_from(goals)),
        unit=draw(st.sampled_from([1, 250, 500, 1000])),
        reduce=draw(st.sampled_from([None, None, None, 3, 5])),
    )


@st.composite
def positions(draw, *, most_spins=3):
    """A legal position with a few spins; scores on and off the grid, some out, some with Whammies."""
    seats = []
    left = draw(st.integers(1, most_spins))
    for _ in range(3):
        out = draw(st.sampled_from([False, False, False, False, True]))
        if out:
            seats.append(Contestant(0, whammies=4))
            continue
        earned = draw(st.integers(0, left))
        passed = draw(st.integers(0, left - earned))
        left -= earned + passed
        score = draw(st.sampled_from([0, 0, 250, 500, 750, 1000, 1001, 1333, 2500]))
        seats.append(Contestant(score, earned, passed, draw(st.integers(0, 3))))
    holders = [seat for seat in range(3) if seats[seat].spins]
    if not holders:
        free = [seat for seat in range(3) if not seats[seat].out]
        seat = draw(st.sampled_from(free)) if free else 0
        whammies = seats[seat].whammies if free else 0
        seats[seat] = Contestant(seats[seat].score, 1, 0, whammies)
        holders = [seat]
    position = Position(tuple(seats), draw(st.sampled_from(holders)))
    position.validate()
    return position
