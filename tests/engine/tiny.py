"""Tiny boards and exact answers in a few characters, for tests that a reader can check by hand."""

from fractions import Fraction

from engine import Board, Position, Rules
from engine.game.rules import Pass, PlayRules, Press
from engine.game.spin import StagedSpins
from engine.solvers.oracle import Oracle

BIG = 10_000_000


def tiny(*squares, **about):
    """A board from texts, one a square: ``500``, ``500+`` (one spin), ``W``, ``500/W`` (or lose a
    Whammy), ``500/x2`` (or double), ``500/again`` (or spin again), ``prize``, ``prize=750``, ``prize=750+``, ``>2,3`` (move), ``double``, ``double+``, ``add``,
    ``lead1`` (take the lead by $1), ``lead1+``.

    ``W*3`` is a slide with weight 3, ``3: 500 W`` a square with weight 3.
    """
    return Board.from_json(
        {"id": "tiny", "round": 2, "squares": [_square(n, text) for n, text in enumerate(squares, 1)], **about}
    )


def _square(number, text):
    weight, colon, words = text.rpartition(":")
    square = {"number": number, "slides": [_slide(word) for word in words.split()]}
    return {**square, "weight": int(weight)} if colon else square


def _slide(word):
    word, star, weight = word.partition("*")
    if star:
        return {**_slide(word), "weight": int(weight)}
    if word == "W":
        return {"kind": "whammy"}
    if word.startswith(">"):
        return {"kind": "move", "to": [int(n) for n in word[1:].split(",")]}
    if word.startswith("double"):
        return {"kind": "double", "spin": word.endswith("+")}
    if word.startswith("lead"):
        return {"kind": "lead", "amount": int(word.rstrip("+")[4:]), "spin": word.endswith("+")}
    if word == "add":
        return {"kind": "add_a_one"}
    if word.startswith("prize"):
        value = int(word.rstrip("+")[6:]) if "=" in word else None
        return {"kind": "prize", "name": None, "value": value, "spin": word.endswith("+")}
    if word.endswith("/x2"):
        return {"kind": "cash_or_double", "amount": int(word[:-3])}
    if word.endswith("/again"):
        return {"kind": "cash_or_spin", "amount": int(word[:-6])}
    if word.endswith("/W"):
        return {"kind": "cash_or_lose_whammy", "amount": int(word[:-2])}
    if word.endswith("+"):
        return {"kind": "cash_spin", "amount": int(word[:-1])}
    return {"kind": "cash", "amount": int(word)}


def exact(text, board, *, cap=BIG, unit=1, **options):
    """The oracle's answers as {"press": (…), "pass 2": (…)} in fractions."""
    position = Position.parse(text)
    rules = Rules(**options, cap=None if cap == BIG else cap).seated(position.mover_seat)
    oracle = Oracle(StagedSpins(board, rules, unit, position.spins), PlayRules(rules, unit, cap), 20_000)
    actions = oracle.actions(position)
    return {name_of(action): value for action, value in actions.items()}


def name_of(action):
    """``press``, ``pass N``, N being the receiver's seat from 1, or ``stop`` (alone against the house)."""
    if isinstance(action, Press):
        return "press"
    assert isinstance(action, Pass)
    return "stop" if action.to is None else f"pass {action.to + 1}"


def thirds(*numbers, of):
    """(1, 2, 3) of 6 as exact fractions."""
    return tuple(Fraction(n, of) for n in numbers)
