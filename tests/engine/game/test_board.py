"""Boards: the presets and their figures, JSON both ways, what is refused."""

import json

import pytest

from engine import DEFAULT_BOARD, Board, BoardError, Rules, preset_boards
from engine.game.spin import landings

PRESETS = preset_boards()


def test_which_presets_there_are():
    assert next(iter(PRESETS)) == DEFAULT_BOARD == "pyl-1985-02-r2"
    assert [board.id for board in PRESETS.values() if not board.complete] == ["pyl-1983-r2-partial"]


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
    again = Board.from_json(json.loads(json.dumps(board.to_json())))
    assert again == board
    assert again.digest == board.digest
    assert again.extra == board.extra
    assert again.to_json() == board.to_json()
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


@pytest.mark.parametrize(("given", "kept"), [(1, "1"), ("1", "1"), (" 2 ", "2"), ("bonus1", "bonus1")])
def test_rounds(given, kept):
    board = Board.from_json(small(round=given))
    assert board.round == kept
    assert Board.from_json(board.to_json()) == board


def slides(*items, number=1):
    return small(squares=[{"number": number, "slides": list(items)}])


def nested(depth):
    deep = []
    for _ in range(depth):
        deep = [deep]
    return deep


WHAMMY = {"kind": "whammy"}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        pytest.param(data, field, id=name)
        for name, data, field in [
            ("none", None, None),
            ("number", 5, None),
            ("list", [], None),
            ("text", "board", None),
            ("empty", {}, "id"),
            ("id not a text", small(id=5), "id"),
            ("id blank", small(id="  "), "id"),
            ("id endless", small(id="x" * 5000), "id"),
            ("name not a text", small(name=["x"]), "name"),
            ("notes endless", small(notes="x" * 5000), "notes"),
            ("round null", small(round=None), "round"),
            ("round a truth", small(round=True), "round"),
            ("round a fraction", small(round=1.5), "round"),
            ("round zero", small(round=0), "round"),
            ("round huge", small(round=10**5000), "round"),
            ("round digits", small(round="100"), "round"),
            ("round superscript", small(round="²"), "round"),
            ("round endless", small(round="x" * 21), "round"),
            ("round nested", small(round=nested(5000)), "round"),
            ("source a number", small(source=5), "source"),
            ("source of numbers", small(source=[5]), "source"),
            ("no squares", small(squares=[]), "squares"),
            ("squares an object", small(squares={}), "squares"),
            ("squares nested", small(squares=nested(5000)), "square1"),
            ("too many squares", small(squares=[{"slides": [WHAMMY]}] * 65), "squares"),
            ("same number twice", small(squares=[{"number": 1, "slides": [WHAMMY]}] * 2), "square1"),
            ("a square that is a number", small(squares=[5]), "square1"),
            ("number of a square a truth", slides(WHAMMY, number=True), "square1"),
            ("number of a square a text", slides(WHAMMY, number="1"), "square1"),
            ("number of a square zero", slides(WHAMMY, number=0), "square1"),
            ("number of a square huge", slides(WHAMMY, number=10**5000), "square1"),
            ("no slides", slides(), "square1"),
            ("slides missing", small(squares=[{"number": 1}]), "square1"),
            ("too many slides", slides(*[WHAMMY] * 1001), "square1"),
            (
                "too many slides together",
                small(squares=[{"number": n, "slides": [WHAMMY] * 400} for n in (1, 2, 3)]),
                "squares",
            ),
            ("a slide that is a text", slides("whammy"), "square1.slide1"),
            ("kind missing", slides(WHAMMY, {}), "square1.slide2"),
            ("kind unknown", slides({"kind": "jackpot"}), "square1.slide1"),
            ("kind nested", slides({"kind": nested(5000)}), "square1.slide1"),
            ("amount missing", slides({"kind": "cash"}), "square1.slide1"),
            ("amount negative", slides({"kind": "cash", "amount": -1}), "square1.slide1"),
            ("amount a fraction", slides({"kind": "cash_spin", "amount": 500.5}), "square1.slide1"),
            ("amount a text", slides({"kind": "cash", "amount": "500"}), "square1.slide1"),
            ("amount a truth", slides({"kind": "cash_or_lose_whammy", "amount": True}), "square1.slide1"),
            ("amount not a number", slides({"kind": "cash", "amount": float("nan")}), "square1.slide1"),
            ("amount huge", slides({"kind": "cash", "amount": 10**5000}), "square1.slide1"),
            ("value a text", slides({"kind": "prize", "value": "5"}), "square1.slide1"),
            ("a move without squares", slides({"kind": "move"}), "square1.slide1"),
            ("a move to no square", slides({"kind": "move", "to": []}), "square1.slide1"),
            ("a move to a text", slides({"kind": "move", "to": ["2"]}), "square1.slide1"),
            ("a move to itself", slides({"kind": "move", "to": [1]}), "square1.slide1"),
            ("a move to nowhere", slides({"kind": "move", "to": [2]}), "square1.slide1"),
            ("spin a number", slides({"kind": "double", "spin": 1}), "square1.slide1"),
            ("spin on cash", slides({"kind": "cash", "amount": 5, "spin": True}), "square1.slide1"),
            ("label a number", slides({"kind": "whammy", "label": 5}), "square1.slide1"),
            ("name endless", slides({"kind": "prize", "name": "x" * 201}), "square1.slide1"),
        ]
    ],
)
def test_what_is_refused_and_where(data, field):
    with pytest.raises(BoardError) as caught:
        Board.from_json(data)
    assert caught.value.field == field
    assert len(caught.value.message) < 300


def test_squares_by_number():
    board = Board.from_json(small())
    assert board.square(2).slides[0].kind == "whammy"
    with pytest.raises(BoardError):
        board.square(3)


@pytest.mark.parametrize(
    ("slide", "words"),
    [
        ({"kind": "cash", "amount": 1500}, "$1,500"),
        ({"kind": "cash_spin", "amount": 3000}, "$3,000 + one spin"),
        ({"kind": "whammy"}, "Whammy"),
        ({"kind": "prize", "name": None, "value": None}, "Prize"),
        ({"kind": "prize", "name": "Trip", "value": 2100}, "Trip ($2,100)"),
        ({"kind": "cash_or_lose_whammy", "amount": 2000}, "$2,000 or lose a Whammy"),
        ({"kind": "double", "spin": True}, "Double your $$ + one spin"),
        ({"kind": "double"}, "Double your $$"),
        ({"kind": "add_a_one"}, "Add-a-one"),
    ],
)
def test_the_words_on_a_slide(slide, words):
    assert Board.from_json(slides(slide)).squares[0].slides[0].text == words


def test_all_problems_are_reported_each_at_its_place():
    data = small(name=["x"], round=0)
    data["squares"][0]["slides"][0]["amount"] = "lots"
    data["squares"][0]["slides"][0]["weight"] = -1
    data["squares"][0]["slides"][1]["to"] = [2, 7, 1]
    data["squares"][1] |= {"number": 99, "weight": 1001}
    data["squares"].append({"number": 1, "slides": []})
    problems = Board.problems(data)
    assert {(each.square, each.slide, each.part) for each in problems} == {
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
    assert [each.message for each in problems if each.part == "to"] == [
        "Moves to square 2, which does not exist.",
        "Moves to square 7, which does not exist.",
        "Moves to its own square.",
    ]
    assert {each.where for each in problems} >= {"The board", "Square 1", "Square 1, slide 2", "Square 2"}
    with pytest.raises(BoardError) as caught:
        Board.from_json(data)
    assert (caught.value.message, caught.value.field) == (problems[0].sentence, problems[0].field)
