"""The questions between the rounds: how many spins they bring, and how likely."""

from fractions import Fraction

import pytest

from engine import (
    DEFAULT_BOARD,
    ERAS,
    NextRound,
    RulesError,
    preset_boards,
    spins_from_questions,
)
from engine.game.position import SEATS

FOUR = spins_from_questions(SEATS, 4)


def test_the_spins_of_four_questions():
    assert len(FOUR) == 1042
    assert len({tuple(sorted(spins)) for spins in FOUR}) == 220
    assert sum(FOUR.values()) == 1
    assert sum(chance * sum(spins) for spins, chance in FOUR.items()) == 10
    assert max(map(sum, FOUR)) == 20
    assert max(map(max, FOUR)) == 12
    assert round(float(sum(chance for spins, chance in FOUR.items() if sum(spins) > 12)), 2) == 0.23


def test_one_question():
    chances = spins_from_questions(SEATS, 1)
    assert chances[3, 1, 0] == chances[0, 3, 1] == Fraction(1, 24)
    assert chances[0, 0, 0] == Fraction(3, 24)
    assert chances[1, 0, 1] == Fraction(1, 24)
    assert chances[0, 1, 0] == Fraction(2, 24)
    assert (1, 1, 1) not in chances
    assert all(sum(spins) <= 5 and spins.count(3) <= 1 for spins in chances)


def test_one_question_after_the_other_is_all_at_once():
    chances: dict[tuple[int, int, int], Fraction] = {}
    for earned, chance in spins_from_questions(SEATS, 1).items():
        for spins, then in spins_from_questions(SEATS, 3, earned).items():
            chances[spins] = chances.get(spins, Fraction(0)) + chance * then
    assert chances == FOUR


@pytest.mark.parametrize("out", SEATS)
def test_who_is_out_answers_none(out):
    still_in = tuple(seat for seat in SEATS if seat != out)
    chances = spins_from_questions(still_in, 4)
    assert all(spins[out] == 0 for spins in chances)
    assert sum(chances.values()) == 1
    # Of two, each answers half of the questions on the buzzer.
    assert sum(chance * spins[still_in[0]] for spins, chance in chances.items()) == 4


def test_alone_and_nobody():
    assert spins_from_questions((1,), 1) == {(0, 0, 0): Fraction(1, 2), (0, 3, 0): Fraction(1, 2)}
    assert spins_from_questions((), 4, (0, 0, 0)) == {(0, 0, 0): 1}
    assert spins_from_questions(SEATS, 0, (4, 3, 5)) == {(4, 3, 5): 1}


def test_the_number_of_questions_is_that_of_the_show():
    before = {era.id: (era.questions_before(1), era.questions_before(2)) for era in ERAS}
    assert before == {"cbs": (4, 4), "gsn": (4, 5), "abc": (3, 4)}
    board = preset_boards()[DEFAULT_BOARD]
    assert NextRound(board).questions == 4
    for impossible in (-1, 6):
        with pytest.raises(RulesError) as caught:
            NextRound(board, impossible)
        assert caught.value.field == "questions"
