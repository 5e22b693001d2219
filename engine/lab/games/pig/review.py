"""The review of a played game of Pig.

A record has the faces of each turn, ``4-5-6,3-1,2-2-6``: the players take turns, and a turn that does not end
in a bust was held. ``hold`` is a turn in which the points already in hand were held at once.
"""

from __future__ import annotations

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import Judged, judged, refuse, reviewed, turns_of
from .duel import Duel, solve
from .rules import HOLD, ROLL, TIE, Pig, Policy

FACES = "-"


def read_record(pig: Pig, text: str) -> list[tuple[int, ...]]:
    """Return the faces of each turn. Raises InputError (``field``: record)."""
    turns = []
    for number, turn in enumerate(turns_of(text), 1):
        faces = [] if turn == HOLD else [face.strip() for face in turn.split(FACES)]
        if not all(face.isascii() and face.isdigit() and 1 <= int(face[:9]) <= pig.sides for face in faces):
            raise InputError(
                f"must be the faces of each turn, like 4-5-6,3-1, and turn {number} is “{turn[:40]}”", field="record"
            )
        turns.append(tuple(int(face) for face in faces))
    return turns


def review(
    pig: Pig,
    theirs: Policy,
    record: list[tuple[int, ...]],
    own: int,
    opp: int,
    a_first: bool,
    total: int,
    budget: Budget,
) -> Answer:
    """Return A's choices against the best ones, if B plays ``theirs``.

    Args:
        pig: the game.
        theirs: B's policy.
        record: the faces of each turn.
        own: A's score at the start.
        opp: B's score at the start.
        a_first: whether A takes the first turn.
        total: points already in hand in the first turn.
        budget: charged one node per pair of scores.

    Raises:
        InputError: the record breaks the rules.
        Exhausted: the budget was spent.
    """
    mine = Policy("optimal" if theirs.name == "optimal" else "best-response")
    board = _Board(solve(pig, mine, theirs, own, opp, budget), own, opp, a_first, total)
    values, choices, given = [board.chance()], [], 0.0
    for number, faces in enumerate(record, 1):
        if board.over:
            raise refuse(number, "the game is already over")
        for choice, face in [*((ROLL, face) for face in faces), (HOLD, 0)]:
            if board.busted:
                break
            if board.total or choice == HOLD:
                chosen = board.choose(number, choice)
                if board.a_up and chosen:
                    choices.append(chosen)
                elif chosen:
                    given += chosen.value - board.chance()
            board.play(choice, face)
        if board.busted and board.rolled < len(faces):
            more = len(faces) - board.rolled
            raise refuse(
                number, f"the {pig.bust} ends it, and {more} more {'face follows' if more == 1 else 'faces follow'}"
            )
        board.pass_on()
        values.append(board.chance())
    return reviewed(values, choices, given, board.duel.error)


class _Board:
    """A state of the game: the scores, the mover, and the points in hand."""

    def __init__(self, duel: Duel, own: int, opp: int, a_up: bool, total: int) -> None:
        self.duel, self.own, self.opp, self.a_up, self.total = duel, own, opp, a_up, total
        self.busted, self.rolled = False, 0

    @property
    def over(self) -> bool:
        return max(self.own, self.opp) >= self.duel.pig.goal

    @property
    def reached(self) -> bool:
        """Whether the points in hand win the game."""
        return (self.own if self.a_up else self.opp) + self.total >= self.duel.pig.goal

    def chance(self) -> float:
        """Return A's chance if the mover decides now."""
        if self.over:
            return float(self.own >= self.duel.pig.goal)
        return self.duel.chance(self.own, self.opp, self.a_up, self.total)

    def choose(self, turn: int, choice: str) -> Judged | None:
        """Return the choice beside the other one; None if there is only one. Raises InputError."""
        if self.reached:
            if choice == ROLL:
                raise refuse(turn, "the player rolls on with enough points to win")
            return None
        if not self.total:
            raise refuse(turn, "there is nothing to hold before the first roll")
        where = {"own": self.own, "opp": self.opp, "total": self.total}
        return judged(turn, where, choice, {HOLD: self._held(), ROLL: self._rolled()}, TIE)

    def play(self, choice: str, face: int) -> None:
        """Move on by a choice."""
        pig = self.duel.pig
        if choice == ROLL:
            self.rolled += 1
            self.busted = face == pig.bust
            self.total = 0 if self.busted else self.total + face
        elif self.a_up:
            self.own += self.total
        else:
            self.opp += self.total

    def pass_on(self) -> None:
        """End the turn."""
        self.a_up, self.total, self.busted, self.rolled = not self.a_up, 0, False, 0

    def _held(self) -> float:
        if self.a_up:
            return self.duel.chance(self.own + self.total, self.opp, False)
        return self.duel.chance(self.own, self.opp + self.total, True)

    def _rolled(self) -> float:
        pig = self.duel.pig
        after = [self.duel.chance(self.own, self.opp, self.a_up, self.total + gain) for gain in pig.gains]
        bust = self.duel.chance(self.own, self.opp, not self.a_up)
        return (sum(after) + bust) / pig.sides
