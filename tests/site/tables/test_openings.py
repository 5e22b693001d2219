"""Who may hold how many spins when a second round begins."""

import pytest

from engine import Rules
from pressorpass_site.answers.tables.openings import MAX_SPINS, list_openings

SEED, SHOW = Rules.preset("seed"), Rules.preset("show")


def distributions(rules: Rules = SEED) -> set[tuple[int, ...]]:
    return {tuple(c.earned for c in position.contestants) for position in list_openings(rules, MAX_SPINS)}


@pytest.mark.parametrize("spins", [(12, 0, 0), (12, 4, 4), (3, 9, 2), (1, 1, 1), (0, 1, 0), (5, 5, 5), (3, 0, 0)])
def test_what_four_questions_may_bring(spins: tuple[int, ...]) -> None:
    assert spins in distributions()


@pytest.mark.parametrize("spins", [(0, 0, 0), (13, 0, 0), (12, 5, 0), (9, 9, 0), (4, 4, 13), (11, 0, 0)])
def test_what_they_cannot(spins: tuple[int, ...]) -> None:
    assert spins not in distributions()


def test_the_fewest_spins_come_first_and_a_limit_is_kept() -> None:
    spins = [position.spins for position in list_openings(SHOW, 5)]
    assert spins == sorted(spins)
    assert (spins[0], spins[-1]) == (1, 5)


def test_who_is_up_first_hangs_on_the_scores_unless_the_rules_go_by_seat() -> None:
    def first_ups(rules: Rules) -> set[int]:
        return {p.mover_seat for p in list_openings(rules, 3) if [c.earned for c in p.contestants] == [0, 2, 1]}

    assert first_ups(SHOW) == {1, 2}
    assert first_ups(SEED) == {1}
