"""Reviews of played games: each cost is the one the choice's own question gives, and the parts add up."""

import random

import pytest

from engine.errors import InputError
from engine.lab import ask
from engine.lab.games.betsy.notation import read_move
from engine.lab.games.betsy.rules import Position, make_move
from engine.lab.games.tree.reference import Tree
from engine.lab.games.tree.trees import SplitRatio, Trees


def answer(game, question, **options):
    return ask(game, question, {name.replace("_", "-"): str(value) for name, value in options.items()}).answer


def adds_up(found):
    details = found.details
    cost = sum(choice["cost"] for choice in details["choices"])
    assert found.answer == pytest.approx(cost, abs=1e-12)
    parts = details["start"] - cost + details["given"] + details["luck"]
    assert parts == pytest.approx(details["end"], abs=1e-9)


def pig_game(seed, goal, chooses):
    """A game of Pig in which `chooses(a_up, own, opp, total)` says whether to hold: its record and A's choices."""
    dice, scores, a_up, turns, made = random.Random(seed), [0, 0], True, [], []
    while max(scores) < goal:
        own, opp = scores if a_up else scores[::-1]
        faces, total = [dice.randint(1, 6)], 0
        while faces[-1] != 1:
            total += faces[-1]
            wins = own + total >= goal
            holds = wins or chooses(a_up, own, opp, total)
            if a_up and not wins:
                made.append((own, opp, total, "hold" if holds else "roll"))
            if holds:
                break
            faces.append(dice.randint(1, 6))
        if faces[-1] != 1:
            scores[not a_up] += total
        turns.append("-".join(map(str, faces)))
        a_up = not a_up
    return ",".join(turns), made, scores


@pytest.mark.parametrize("b", ["optimal", "hold:6"])
def test_pig_s_costs_are_those_of_its_policy_question(b):
    record, made, scores = pig_game(3, 25, lambda a_up, own, opp, total: total >= (9 if a_up else 6))
    found = answer("pig", "review", record=record, goal=25, b=b)
    assert [(each["own"], each["opp"], each["total"], each["choice"]) for each in found.details["choices"]] == made
    for each in found.details["choices"]:
        asked = answer("pig", "policy", goal=25, b=b, own=each["own"], opp=each["opp"], turn_total=each["total"])
        assert each["best"] == asked.answer
        assert each["values"] == {name: pytest.approx(asked.details[name], abs=1e-12) for name in ("hold", "roll")}
        assert each["cost"] == pytest.approx(max(each["values"].values()) - each["values"][each["choice"]], abs=1e-12)
    assert found.details["end"] == float(scores[0] >= 25)
    assert any(each["cost"] > 0.001 for each in found.details["choices"])
    adds_up(found)
    if b == "hold:6":
        assert found.details["given"] == pytest.approx(0, abs=1e-12)  # B played just so
    else:
        assert found.details["given"] > 0  # B did not play as well as the best player


def test_a_record_has_a_greatest_length():
    with pytest.raises(InputError, match="20,000 characters"):
        answer("pig", "review", record="4," * 12_000)


@pytest.mark.parametrize("b", ["optimal", "always:4"])
def test_hog_s_costs_are_those_of_its_dice_question(b):
    dice, scores, record, a_up = random.Random(5), [0, 0], [], True
    while max(scores) < 60:
        own, opp = scores if a_up else scores[::-1]
        count = dice.choice([0, 3, 5, 9]) if a_up else 4
        sides = 4 if sum(scores) % 7 == 0 else 6
        faces = [dice.randint(1, sides) for _ in range(count)]
        total = 0 if 1 in faces else sum(faces)
        record.append(f"{count}:{total}" if count else "0")
        options = {"dice": count, "own": own, "opp": opp, "goal": 60} | ({"total": total} if count else {})
        after = answer("hog", "turn", **options).answer
        scores = after if a_up else after[::-1]
        a_up = not a_up
    found = answer("hog", "review", record=",".join(record), goal=60, b=b)
    assert found.details["end"] == float(scores[0] >= 60)
    for each in found.details["choices"]:
        asked = answer("hog", "dice", goal=60, b=b, own=each["own"], opp=each["opp"])
        assert each["best"] == asked.answer
        assert each["cost"] == pytest.approx(
            max(asked.details["chances"].values()) - asked.details["chances"][str(each["choice"])], abs=1e-12
        )
    assert found.answer > 0.01
    adds_up(found)
    if b == "always:4":
        assert found.details["given"] == pytest.approx(0, abs=1e-12)


TWO = {"open": "twos,chance", "upper": 58, "yahtzee": 0}
RECORD = "11346/11/11256/1256/12256/chance,22245/222/12226/twos"


def test_yahtzee_s_costs_are_those_of_its_own_questions():
    found = answer("yahtzee", "review", record=RECORD, **TWO)
    choices = found.details["choices"]
    assert [each["choice"] for each in choices] == [[1, 1], [1, 2, 5, 6], "chance", [2, 2, 2], "twos"]
    keep = answer("yahtzee", "keep", roll="1,1,3,4,6", rerolls=2, **TWO)
    values = {tuple(each["choice"]): each["value"] for each in keep.details["choices"]}
    assert choices[0]["best"] == keep.answer
    assert choices[0]["cost"] == pytest.approx(keep.details["value"] - values[1, 1], abs=1e-9)
    box = answer("yahtzee", "category", roll="1,2,2,5,6", **TWO)
    written = {each["choice"]: each["value"] for each in box.details["choices"]}
    assert choices[2]["cost"] == pytest.approx(box.details["value"] - written["chance"], abs=1e-9)
    # In the second turn 16 points are on the card, and the box is filled with a reroll left.
    early = answer("yahtzee", "keep", roll="1,2,2,2,6", rerolls=1, open="twos", upper=58, yahtzee=0)
    assert choices[4]["best_value"] == pytest.approx(16 + early.details["value"], abs=1e-9)
    assert choices[4]["value"] == pytest.approx(16 + 6 + 35, abs=1e-9)
    assert found.details["end"] == 16 + 6 + 35
    assert found.details["start"] == pytest.approx(answer("yahtzee", "value", **TWO).answer, abs=1e-9)
    luck = found.details["end"] - found.details["start"] + sum(each["cost"] for each in choices)
    assert found.details["luck"] == pytest.approx(luck, abs=1e-9)


def test_sebastian_s_boxes_may_be_named_in_latin():
    latin = answer("sebastian", "review", record="11346/11/11256/secundus", open="secundus", upper=58)
    english = answer("yahtzee", "review", record="11346/11/11256/twos", open="twos", upper=58, rules="plain", yahtzee=0)
    assert latin.answer == pytest.approx(english.answer, abs=1e-9) != 0


def test_betsy_s_costs_are_those_of_minimax():
    played = answer("betsy", "game", a="random", b="material:2", seed=4, longest=20)
    moves = played.details["moves"]
    found = answer("betsy", "review", record=",".join(moves), depth=3)
    assert found.details["moves"] == moves
    board = {"board": ask("betsy", "moves", {}).parameters["board"], "side": "w"}
    for each, move in zip(found.details["choices"], moves, strict=True):
        best = answer("betsy", "best", depth=3, **board)
        sign = 1 if board["side"] == "w" else -1
        assert each["best"] == best.answer or sorted(each["best"]) == best.answer
        assert each["best_value"] == sign * best.details["value"]
        board = {"board": after_move(board, move), "side": "b" if board["side"] == "w" else "w"}
        rest = answer("betsy", "minimax", depth=2, **board).answer
        assert each["value"] == sign * rest
        assert each["cost"] == each["best_value"] - each["value"]
    assert found.answer == sum(each["cost"] for each in found.details["choices"]) > 0
    one = answer("betsy", "review", record=",".join(moves), depth=3, reviewed="b")
    assert one.details["choices"] == found.details["choices"][1::2]


def test_the_tree_s_costs_are_those_of_the_best_strategy():
    kind = {"E": 0.5, "A": 0.75}
    tree = Tree(Trees("tsi", 0.5, SplitRatio(0.75)), 5)
    way = "h" if not tree.ends(tree.at("h")) else "l"
    found = answer("tree", "review", seed=5, record=f"-:{way}", **kind)
    (choice,) = found.details["choices"]
    for name, value in (("high", 0.75), ("low", 0.25)):
        best = answer("tree", "ranking", value=value, **kind).answer[0][1]
        assert choice["values"][name] == pytest.approx(0.5 * value + 0.5 * best, abs=1e-8)
    assert choice["cost"] == pytest.approx(choice["best_value"] - choice["values"][choice["choice"]], abs=1e-12)
    assert found.details["start"] == pytest.approx(answer("tree", "ranking", **kind).answer[0][1], abs=1e-8)
    luck = found.details["end"] - found.details["start"] + found.answer
    assert found.details["luck"] == pytest.approx(luck, abs=1e-12)


def test_a_win_in_view_that_is_not_taken_costs_the_rest():
    trees = Trees("tsi", 0.5, SplitRatio(0.75))
    seed = next(n for n in range(90) if (tree := Tree(trees, n)).ends(low := tree.at("l")) and tree.wins(low))
    taken = answer("tree", "review", seed=seed, record="l:l", E=0.5, A=0.75)
    assert (taken.answer, taken.details["end"]) == (0, 1)
    left = answer("tree", "review", seed=seed, record="l:h", E=0.5, A=0.75)
    assert left.details["choices"][0]["best_value"] == 1
    assert left.answer == pytest.approx(1 - left.details["choices"][0]["values"]["high"], abs=1e-12)


def test_forks_in_view_are_passed_by_the_better_branch_without_another_look():
    """Seen from the top: high, which splits, and its high branch, which is lost; low is unseen."""
    trees, kind = Trees("tsi", 0.5, SplitRatio(0.75)), {"E": 0.5, "A": 0.75}
    lost = (n for n in range(900) if not (tree := Tree(trees, n)).ends(tree.at("h")) and tree.ends(tree.at("hh")))
    seed = next(n for n in lost if not Tree(trees, n).wins(Tree(trees, n).at("hh")))
    found = answer("tree", "review", seed=seed, record="h.hh:h", **kind)
    assert (found.certainty, found.error) == ("exact", pytest.approx(2e-9))
    values = found.details["choices"][0]["values"]
    for name, value in (("high", 0.75 * 0.25), ("low", 0.25)):
        best = answer("tree", "ranking", value=value, **kind).answer[0][1]
        assert values[name] == pytest.approx(0.5 * value + 0.5 * best, abs=1e-9)


def after_move(place, move):
    position = Position(place["board"], place["side"], 8)
    return make_move(position, read_move(position, move)).board
