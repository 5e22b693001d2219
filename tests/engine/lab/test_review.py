"""Reviews of played games: each cost is the one the choice's own question gives, and the parts add up."""

import random

import pytest

from engine.lab.games.betsy.notation import read_move
from engine.lab.games.betsy.rules import START, BirdPosition, make_move
from engine.lab.games.tree.reference import Tree
from engine.lab.games.tree.trees import SplitRatio, Trees
from tests.engine.lab.asking import answer


def adds_up(review):
    details = review.details
    cost = sum(choice["cost"] for choice in details["choices"])
    assert review.answer == pytest.approx(cost, abs=1e-12)
    parts = details["start"] - cost + details.get("given", 0) + details["luck"]
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
    review = answer("pig", "review", record=record, goal=25, b=b)
    assert [
        (entry["own"], entry["opp"], entry["total"], entry["choice"]) for entry in review.details["choices"]
    ] == made
    for entry in review.details["choices"]:
        best_reply = answer(
            "pig", "policy", goal=25, b=b, own=entry["own"], opp=entry["opp"], turn_total=entry["total"]
        )
        assert entry["best"] == best_reply.answer
        assert entry["values"] == {
            name: pytest.approx(best_reply.details[name], abs=1e-12) for name in ("hold", "roll")
        }
        assert entry["cost"] == pytest.approx(
            max(entry["values"].values()) - entry["values"][entry["choice"]], abs=1e-12
        )
    assert review.details["end"] == float(scores[0] >= 25)
    assert any(entry["cost"] > 0.001 for entry in review.details["choices"])
    adds_up(review)
    if b == "hold:6":
        assert review.details["given"] == pytest.approx(0, abs=1e-12)  # B played just so
    else:
        assert review.details["given"] > 0  # B did not play as well as the best player


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
    review = answer("hog", "review", record=",".join(record), goal=60, b=b)
    assert review.details["end"] == float(scores[0] >= 60)
    for entry in review.details["choices"]:
        best_reply = answer("hog", "dice", goal=60, b=b, own=entry["own"], opp=entry["opp"])
        assert entry["best"] == best_reply.answer
        assert entry["cost"] == pytest.approx(
            max(best_reply.details["chances"].values()) - best_reply.details["chances"][str(entry["choice"])], abs=1e-12
        )
    assert review.answer > 0.01
    adds_up(review)
    if b == "always:4":
        assert review.details["given"] == pytest.approx(0, abs=1e-12)


TWO = {"open": "twos,chance", "upper": 58, "yahtzee": 0}
RECORD = "11346/11/11256/1256/12256/chance,22245/222/12226/twos"


def test_yahtzee_s_costs_are_those_of_its_own_questions():
    review = answer("yahtzee", "review", record=RECORD, **TWO)
    choices = review.details["choices"]
    assert [entry["choice"] for entry in choices] == [[1, 1], [1, 2, 5, 6], "chance", [2, 2, 2], "twos"]
    keep = answer("yahtzee", "keep", roll="1,1,3,4,6", rerolls=2, **TWO)
    values = {tuple(entry["choice"]): entry["value"] for entry in keep.details["choices"]}
    assert choices[0]["best"] == keep.answer
    assert choices[0]["cost"] == pytest.approx(keep.details["value"] - values[1, 1], abs=1e-9)
    box = answer("yahtzee", "category", roll="1,2,2,5,6", **TWO)
    written = {entry["choice"]: entry["value"] for entry in box.details["choices"]}
    assert choices[2]["cost"] == pytest.approx(box.details["value"] - written["chance"], abs=1e-9)
    # In the second turn 16 points are on the card, and the box is filled with a reroll left.
    early = answer("yahtzee", "keep", roll="1,2,2,2,6", rerolls=1, open="twos", upper=58, yahtzee=0)
    assert choices[4]["best_value"] == pytest.approx(16 + early.details["value"], abs=1e-9)
    assert choices[4]["value"] == pytest.approx(16 + 6 + 35, abs=1e-9)
    assert review.details["end"] == 16 + 6 + 35
    assert review.details["start"] == pytest.approx(answer("yahtzee", "value", **TWO).answer, abs=1e-9)
    adds_up(review)


def test_betsy_s_costs_are_those_of_minimax():
    played = answer("betsy", "game", a="random", b="material:2", seed=4, longest=20)
    moves = played.details["moves"]
    review = answer("betsy", "review", record=",".join(moves), depth=3)
    assert review.details["moves"] == moves
    board = {"board": START, "side": "w"}
    for entry, move in zip(review.details["choices"], moves, strict=True):
        best = answer("betsy", "best", depth=3, **board)
        sign = 1 if board["side"] == "w" else -1
        assert entry["best"] == best.answer or sorted(entry["best"]) == best.answer
        assert entry["best_value"] == sign * best.details["value"]
        board = {"board": after_move(board, move), "side": "b" if board["side"] == "w" else "w"}
        rest = answer("betsy", "minimax", depth=2, **board).answer
        assert entry["value"] == sign * rest
        assert entry["cost"] == entry["best_value"] - entry["value"]
    assert review.answer == sum(entry["cost"] for entry in review.details["choices"]) > 0
    one = answer("betsy", "review", record=",".join(moves), depth=3, reviewed="b")
    assert one.details["choices"] == review.details["choices"][1::2]


def test_the_tree_s_costs_are_those_of_the_best_strategy():
    kind = {"E": 0.5, "A": 0.75}
    tree = Tree(Trees("tsi", 0.5, SplitRatio(0.75)), 5)
    way = "h" if not tree.is_end(tree.point_at("h")) else "l"
    review = answer("tree", "review", seed=5, record=f"-:{way}", **kind)
    (choice,) = review.details["choices"]
    for name, value in (("high", 0.75), ("low", 0.25)):
        best = answer("tree", "ranking", value=value, **kind).answer[0][1]
        assert choice["values"][name] == pytest.approx(0.5 * value + 0.5 * best, abs=1e-8)
    assert choice["cost"] == pytest.approx(choice["best_value"] - choice["values"][choice["choice"]], abs=1e-12)
    assert review.details["start"] == pytest.approx(answer("tree", "ranking", **kind).answer[0][1], abs=1e-8)
    adds_up(review)


def after_move(place, move):
    position = BirdPosition(place["board"], place["side"], 8)
    return make_move(position, read_move(position, move)).board
