"""Tiny boards and exact answers in a few characters, for tests that a reader can check by hand."""

from fractions import Fraction

from engine import Board, Position, Rules
from engine.game.rules import Pass, Press, Table
from engine.game.spin import spins
from engine.solve.oracle import Oracle

BIG = 10_000_000


def tiny(*squares, **about):
    """A board from texts, one a square: ``500``, ``500+`` (one spin), ``W``, ``500/W`` (or lose a
    Whammy), ``prize``, ``prize=750``, ``>2,3`` (move), ``double``, ``double+``, ``add``.
    """
    return Board.from_json(
        {
            "id": "tiny",
            "round": 2,
            "squares": [
                {"number": number, "slides": [_slide(word) for word in text.split()]}
                for number, text in enumerate(squares, 1)
            ],
            **about,
        }
    )


def _slide(word):
    if word == "W":
        return {"kind": "whammy"}
    if word.startswith(">"):
        return {"kind": "move", "to": [int(n) for n in word[1:].split(",")]}
    if word.startswith("double"):
        return {"kind": "double", "spin": word.endswith("+")}
    if word == "add":
        return {"kind": "add_a_one"}
    if word.startswith("prize"):
        return {"kind": "prize", "name": None, "value": int(word[6:]) if "=" in word else None}
    if word.endswith("/W"):
        return {"kind": "cash_or_lose_whammy", "amount": int(word[:-2])}
    if word.endswith("+"):
        return {"kind": "cash_spin", "amount": int(word[:-1])}
    return {"kind": "cash", "amount": int(word)}


def exact(text, board, *, cap=BIG, unit=1, **options):
    """The oracle's answers as {"press": (…), "pass 2": (…)} in fractions."""
    rules = Rules(**options)
    oracle = Oracle(spins(board, rules, unit), Table(rules, unit, cap), 20_000)
    found = oracle.actions(Position.parse(text))
    return {name_of(action): value for action, value in found.items()}


def name_of(action):
    """``press`` or ``pass N``, N being the receiver's seat from 1."""
    if isinstance(action, Press):
        return "press"
    assert isinstance(action, Pass)
    return f"pass {action.to + 1}"


def thirds(*numbers, of):
    """(1, 2, 3) of 6 as exact fractions."""
    return tuple(Fraction(n, of) for n in numbers)
