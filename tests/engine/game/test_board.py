"""Boards: the presets and their figures, JSON both ways, what is refused."""

import json

import pytest

from engine import Board, BoardError, Rules, preset_boards
from engine.game.spin import landings

PRESETS = preset_boards()


@pytest.mark.parametrize("board", PRESETS.values(), ids=lambda board: board.id)
def test_every_preset_has_the_ring_of_the_show(board):
    assert [square.number for square in board.squares] == list(range(1, 19))
    assert all(len(square.slides) == 3 for square in board.squares)
    assert board.name
    assert board.source
    assert sum(chance for chance, _, _ in board.slides()) == 1


def test_a_board_with_undocumented_slides_loads_but_is_not_played():
    board = PRESETS["pyl-1983-r2-partial"]
    with pytest.raises(BoardError, match="not complete") as caught:
        landings(board, Rules(), 1)
    assert caught.value.field == "board"


@pytest.mark.parametrize("board", PRESETS.values(), ids=lambda board: board.id)
def test_json_both_ways(board):
    read_back = Board.from_json(json.loads(json.dumps(board.to_json())))
    assert read_back == board
    assert read_back.digest == board.digest
    assert read_back.extra == board.extra
    assert read_back.to_json() == board.to_json()
    assert Board.problems(board.to_json()) == []


def small(**changes):
    """A sound board of two squares."""
    return {
        "id": "small",
        "round": 2,
        "squares": [
            {"number": 1, "slides": [{"kind": "cash", "amount": 500}, {"kind": "move", "to": [2], "label": "Go on"}]},
            {"number": 2, "slides": [{"kind": "whammy"}, {"kind": "prize", "name": "Trip", "value": None}]},
        ],
        **changes,
    }


def test_the_digest_is_the_identity_of_what_matters():
    board = Board.from_json(small())
    renamed = small(id="other", name="Another name", notes="A note", source=["me"], valid_from="1985-01-01")
    renamed["squares"][1]["slides"][1]["name"] = "Boat"
    renamed["squares"][0]["slides"][1]["label"] = "Advance"
    assert Board.from_json(renamed).digest == board.digest
    richer = small()
    richer["squares"][0]["slides"][0]["amount"] = 501
    valued = small()
    valued["squares"][1]["slides"][1]["value"] = 2500
    digests = [Board.from_json(data).digest for data in (small(), richer, valued, small(round=1))]
    assert len(set(digests)) == 4


def slides(*items, number=1):
    return small(squares=[{"number": number, "slides": list(items)}])


def nested(depth):
    deep = []
    for _ in range(depth):
        deep = [deep]
    return deep


WHAMMY = {"kind": "whammy"}


# What is refused, by the field that is named.
REFUSED = {
    None: [None, 5, [], "board"],
    "id": [{}, small(id=5), small(id="  "), small(id="x" * 5000)],
    "name": [small(name=["x"])],
    "notes": [small(notes="x" * 5000)],
    "round": [small(round=value) for value in (None, True, 1.5, 0, 10**5000, "100", "²", "x" * 21, nested(5000))],
    "source": [small(source=5), small(source=[5])],
    "squares": [
        *(small(squares=[]), small(squares={}), small(squares=[{"slides": [WHAMMY]}] * 65)),
        small(squares=[{"number": n, "slides": [WHAMMY] * 400} for n in (1, 2, 3)]),
    ],
    "square1": [
        *(small(squares=nested(5000)), small(squares=[{"number": 1, "slides": [WHAMMY]}] * 2), small(squares=[5])),
        *(slides(WHAMMY, number=number) for number in (True, "1", 0, 10**5000)),
        *(slides(), small(squares=[{"number": 1}]), slides(*[WHAMMY] * 1001)),
    ],
    "square1.slide2": [slides(WHAMMY, {})],
    "square1.slide1": [
        *(slides("whammy"), slides({"kind": "mystery"}), slides({"kind": nested(5000)}), slides({"kind": "cash"})),
        *(
            slides({"kind": "cash", "amount": amount})
            for amount in (-1, 500.5, "500", True, float("nan"), 10**5000, 10**9)
        ),
        *(slides({"kind": "move", "to": to}) for to in ([], ["2"], [1], [2])),  # none, a text, itself, nowhere
        *(slides({"kind": "move"}), slides({"kind": "prize", "value": "5"}), slides({"kind": "double", "spin": 1})),
        *(slides({"kind": "cash", "amount": 5, "spin": True}), slides({"kind": "whammy", "label": 5})),
        slides({"kind": "prize", "name": "x" * 201}),
    ],
}


@pytest.mark.parametrize("field", REFUSED)
def test_what_is_refused_and_where(field):
    for data in REFUSED[field]:
        with pytest.raises(BoardError) as caught:
            Board.from_json(data)
        assert caught.value.field == field
        assert len(caught.value.message) < 300


def test_all_problems_are_reported_each_at_its_place():
    data = small(name=["x"], round=0)
    data["squares"][0]["slides"][0]["amount"] = "lots"
    data["squares"][0]["slides"][0]["weight"] = -1
    data["squares"][0]["slides"][1]["to"] = [2, 7, 1]
    data["squares"][1] |= {"number": 99, "weight": 1001}
    data["squares"].append({"number": 1, "slides": []})
    problems = Board.problems(data)
    assert {(problem.square, problem.slide, problem.part) for problem in problems} == {
        (None, None, "name"),
        (None, None, "round"),
        (0, None, "number"),
        (0, 0, "amount"),
        (0, 0, "weight"),
        (0, 1, "to"),
        (1, None, "number"),
        (1, None, "weight"),
        (2, None, ""),
    }
    assert [problem.message for problem in problems if problem.part == "to"] == [
        "Moves to square 2, which does not exist.",
        "Moves to square 7, which does not exist.",
        "Moves to its own square.",
    ]
    assert {problem.where for problem in problems} >= {"The board", "Square 1", "Square 1, slide 2", "Square 2"}
    with pytest.raises(BoardError) as caught:
        Board.from_json(data)
    assert (caught.value.message, caught.value.field) == (problems[0].sentence, problems[0].field)
