"""Duels between named players: against plain recursion, simulated games, and one another; impossible cards."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError, Unaffordable
from engine.lab import Budget, ask
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.cards import build_graphs, count_cards
from engine.lab.games.yahtzee.duel import DuelSolver
from engine.lab.games.yahtzee.options import read_player
from engine.lab.games.yahtzee.policies import guided_policy
from engine.lab.games.yahtzee.rules import YAHTZEE, Card, allowed_boxes
from engine.lab.games.yahtzee.turn import list_keeps_of
from tests.engine.lab import yahtzee_plain
from tests.engine.lab.plain_algorithms import Chance, Decision, expectimax
from tests.engine.lab.yahtzee_plain import SHEETS, Two, card, duel, node_of_two
from tests.tier import few, times


def asked(**options):
    return ask("yahtzee", "duel", SHEETS | options).answer


class Plain:
    """A player's choices one by one: by its guide, or by the chances between two optimal players."""

    def __init__(self, name, rules, here, equilibrium, sign):
        self.name, self.rules, self.equilibrium, self.sign = name, rules, equilibrium, sign
        self.guided_policy = (
            None if name in ("optimal", "random") else guided_policy(read_player("a", name), rules, here, Budget())
        )
        self.stages = {}

    def keep(self, state, mine):
        if self.guided_policy is None:
            keeps = [dice.KEEPS[index] for index in list_keeps_of(state.dice)[::-1]]
            after = [Two(state.a, state.b, state.lead, state.a_moves, keep, state.throws_left) for keep in keeps]
            return keeps[self._first_best(after)]
        if mine not in self.stages:
            self.stages[mine] = yahtzee_plain.stages(self.guided_policy, mine)
        values = self.stages[mine][state.throws_left]
        if self.guided_policy.policy.is_autoplayer:
            return yahtzee_plain.keep(self.guided_policy, mine, values, state.dice)
        return dice.KEEPS[self._of_all(values, dice.INDEX[state.dice])]

    def _of_all(self, values, index):
        """The best keep: fewer dice only if that is better, the lowest face rerolled first."""
        best = index
        for less in dice.keeps_minus_die()[index]:
            if less >= 0 and values[other := self._of_all(values, int(less))] > values[best] + 1e-9:
                best = other
        return best

    def box(self, state, mine, after):
        boxes = allowed_boxes(self.rules, mine, state.dice)
        if self.guided_policy is None:
            return self._first_best([after(box) for box in boxes])
        return boxes.index(yahtzee_plain.box_for(self.guided_policy, mine, state.dice)[0])

    def _first_best(self, states):
        values = [self.sign * float(self.equilibrium[state]) for state in states]
        return next(place for place, value in enumerate(values) if value > max(values) - 1e-9)


def between(rules, a, b, lead, names):
    """A's chance to win, by recursion over single dice."""
    chance_by_state = duel(rules, a, b, lead)
    players = [
        None if name == "best-response" else Plain(name, rules, here, chance_by_state, sign)
        for name, here, sign in zip(names, (a, b), (1, -1), strict=True)
    ]

    def node(state):
        plain = node_of_two(rules, state)
        if not isinstance(plain, Decision):
            return plain
        a_moves = state.a_moves if (state.a if state.a_moves else state.b).open else not state.a_moves
        mine, plays = (state.a, players[0]) if a_moves else (state.b, players[1])
        if plays is None:
            return plain
        if plays.name == "random":
            # Only the end of a turn matters, and all boxes are as likely.
            ends = node_of_two(rules, Two(state.a, state.b, state.lead, a_moves, state.dice, 0, True))
            return Chance([(1 / len(ends.actions), after) for _, after in ends.actions])
        if state.throws_left:
            keep = plays.keep(state, mine)
            return Decision([(0, Two(state.a, state.b, state.lead, state.a_moves, keep, state.throws_left))])
        afters = [after for _, after in plain.actions]
        boxes = allowed_boxes(rules, mine, state.dice)
        return Decision([(0, afters[plays.box(state, mine, lambda box: afters[boxes.index(box)])])])

    start = Two(a, b, lead, True)
    return float(expectimax(start, node, Budget())[start])


FEW_SCORES = ("plain", card("full_house"), card("small_straight"), 3)
MANY_SCORES = ("plain", card("chance"), card("three_kind"), -3)
CASES = [
    (*FEW_SCORES, ("solitaire", "greedy")),
    (*FEW_SCORES, ("optimal", "autoplayer")),
    (*FEW_SCORES, ("random", "best-response")),
    (*FEW_SCORES, ("ranked:2", "random")),
    (*MANY_SCORES, ("solitaire", "optimal")),
    (*MANY_SCORES, ("best-response", "greedy")),
]


@pytest.mark.parametrize(("rules", "a", "b", "lead", "names"), few(4, CASES))
def test_plain_recursion_agrees(rules, a, b, lead, names):
    chance = DuelSolver(rules, a, b, lead, Budget(), (read_player("a", names[0]), read_player("b", names[1]))).chance()
    assert chance == pytest.approx(between(rules, a, b, lead, names), abs=1e-12)


def test_the_solitaire_policy_on_the_sheets_of_the_notes():
    best = asked().answer
    alone = asked(a="solitaire").answer
    assert best == pytest.approx(0.068766, abs=5e-7)
    assert alone < best
    # The best response is at least as good as any player, and the optimal player is safe.
    assert asked(a="best-response", b="solitaire").answer >= asked(b="solitaire").answer >= best
    assert asked(a="best-response").answer == pytest.approx(best, abs=1e-12)
    assert asked(a="solitaire", b="best-response").answer <= alone


@pytest.mark.parametrize(("a", "b"), [("solitaire", "greedy"), ("autoplayer:2", "random"), ("numbers", "solitaire")])
def test_players_for_points_by_three_routes(a, b):
    """Independent totals, stages and leads, and games that are played."""
    exact = asked(a=a, b=b, method="exact")
    cards = card(SHEETS["open"], 55), card(SHEETS["opp-open"], 55)
    staged = DuelSolver("official", *cards, 125 - 173, Budget(), (read_player("a", a), read_player("b", b))).chance()
    assert exact.answer == pytest.approx(staged, abs=1e-13)
    simulated = asked(a=a, b=b, method="simulate", games="50000")
    assert simulated.certainty == "estimated"
    assert abs(simulated.answer - exact.answer) < 4 * simulated.error
    assert asked(a=a, b=b, method="simulate", games="50000") == simulated


def test_whole_games_between_players_for_points_are_simulated():
    whole = {"open": "all", "upper": "0", "score": "0", "opp-open": "all", "opp-upper": "0", "opp-score": "0"}
    won = asked(**whole, a="greedy", b="autoplayer", games="20000")
    assert won.certainty == "estimated"
    assert abs(won.answer - 0.5) < 0.1
    lost = asked(**whole, a="random", b="greedy", games="2000")
    assert lost.answer < 0.01


def test_too_many_cards_are_refused_at_once_and_only_if_they_must_be_exact():
    for options in ({"a": "solitaire"}, {"a": "greedy", "b": "greedy", "method": "exact"}):
        for side in ("", "opp-"):
            whole = {f"{side}open": "all", f"{side}upper": "0", f"{side}score": "0"}
            with pytest.raises(Unaffordable, match="too many"):
                ask("yahtzee", "duel", SHEETS | options | whole, nodes=1)


@settings(max_examples=times(20))
@given(
    boxes=st.sets(st.integers(0, 12), max_size=4).map(lambda boxes: tuple(sorted(boxes))),
    upper=st.integers(0, 63),
    rules=st.sampled_from(["official", "plain"]),
    fifty=st.booleans(),
)
def test_cards_are_counted_without_finding_them(boxes, upper, rules, fifty):
    root = Card(boxes, upper, fifty and rules == "official" and YAHTZEE not in boxes)
    graph = Counter(len(reached_card.open) for reached_card in build_graphs(rules, [root], Budget())[0])
    assert count_cards(rules, root) == [graph[box_count] for box_count in range(len(boxes) + 1)]


SIX = {"opp-open": "sixes", "opp-yahtzee": "50", "opp-upper": "40"}


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [
        (SIX | {"rules": "plain"}, 40, 40 + 235),
        (SIX, 40, 40 + 235 + 1100),  # eleven boxes besides Yahtzee may each have given a bonus
        (SIX | {"opp-yahtzee": "0"}, 40, 40 + 185),
        (SIX | {"opp-upper": "63", "rules": "plain"}, 63 + 35, 75 + 35 + 235),  # 63 or more
        (SIX | {"opp-upper": "70", "rules": "plain"}, 70 + 35, 70 + 35 + 235),
        ({"opp-open": "none", "opp-upper": "0"}, 0, 1575),  # the highest score of the game
        ({"opp-open": "none", "opp-upper": "0", "rules": "plain"}, 0, 375),
    ],
)
def test_scores_that_the_boxes_cannot_have_given_are_refused(options, least, most):
    small = options | {"open": "yahtzee", "upper": "63", "score": "130"}
    for score in (least, most):
        assert 0 <= asked(**small, **{"opp-score": str(score)}).answer <= 1
    for score in {least - 1, most + 1} - {-1}:
        with pytest.raises(InputError, match=f"from {least} to {most}, .* not {score}") as caught:
            asked(**small, **{"opp-score": str(score)})
        assert caught.value.field == "opp-score"


def test_players_are_named():
    assert read_player("a", " autoplayer ") == read_player("a", "autoplayer:1")
    assert read_player("a", "optimal") == "optimal"


def test_upper_totals_that_can_be():
    for boxes, total in (("aces,twos,threes,fours,fives", 18), ("aces", 100), ("sixes", 75), ("chance", 105)):
        assert ask("yahtzee", "value", {"rules": "plain", "open": boxes, "upper": str(total)}).answer.answer > 0


TWO_BOXES = {"open": "yahtzee,chance", "upper": "63"}


def contest(policies, **options):
    return ask("yahtzee", "contest", TWO_BOXES | {"policies": policies} | options).answer


def test_a_round_robin_of_played_games_is_as_exact_as_it_says():
    names = "solitaire,greedy,random"
    exact = contest(names)
    off = []
    for seed in range(1, 21):
        simulated = contest(names, method="simulate", games="2000", seed=str(seed))
        assert simulated.certainty == "estimated"
        assert simulated.error == max(simulated.details["rate_errors"])
        pairs = zip(simulated.details["wins"], exact.details["wins"], simulated.details["errors"], strict=True)
        off += [(p - e) / s for rows in pairs for p, e, s in zip(*rows, strict=True) if s]
        off += [
            (p - e) / s
            for p, e, s in zip(simulated.answer, exact.answer, simulated.details["rate_errors"], strict=True)
        ]
    assert max(map(abs, off)) < 4
    assert 0.7 < (sum(distance * distance for distance in off) / len(off)) ** 0.5 < 1.3


def test_games_that_all_end_alike_leave_an_error():
    won = contest("greedy,random", open="all", upper="0", games="100")
    assert won.answer[0] > 0.99
    assert min(won.details["rate_errors"]) >= 0.01
    sure = SHEETS | {
        "a": "greedy",
        "b": "random",
        "method": "simulate",
        "games": "10",
        "score": "210",
        "opp-score": "60",
    }
    assert ask("yahtzee", "duel", sure).answer.error == 0.1
