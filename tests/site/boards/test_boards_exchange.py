"""Boards as files: what is written is read back, what is hostile is refused, the schema tells the truth."""

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Board, BoardError, preset_boards
from pressorpass_site.boards import exchange
from tests.tier import NIGHTLY, times

SCHEMA = json.loads(exchange.render_schema())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
AMOUNT = "needs an amount in whole dollars from 0 to 1,000,000."


def sample() -> dict[str, Any]:
    """A small board with every kind of slide."""
    return {
        "id": "sample",
        "name": "A sample",
        "round": 2,
        "source": ["a text"],
        "squares": [
            {"number": 1, "slides": [{"kind": "cash", "amount": 500}, {"kind": "cash_spin", "amount": 700}]},
            {"number": 2, "slides": [{"kind": "whammy"}, {"kind": "prize", "name": "A trip", "value": 1200}]},
            {"number": 3, "slides": [{"kind": "move", "to": [1, 2], "label": "Move One Space"}]},
            {"number": 4, "weight": 2, "slides": [{"kind": "cash_or_lose_whammy", "amount": 2000, "weight": 3}]},
            {
                "number": 6,
                "slides": [{"kind": kind, "amount": 900} for kind in ("cash_or_double", "cash_or_spin", "jackpot")],
            },
            {
                "number": 5,
                "slides": [
                    {"kind": "double", "spin": True},
                    {"kind": "lead", "amount": 2, "spin": True},
                    {"kind": "add_a_one"},
                    {"kind": "unknown"},
                ],
            },
        ],
    }


def file(content: Any) -> bytes:
    return json.dumps(content).encode()


def with_slide(**slide: Any) -> dict[str, Any]:
    """The sample with another second slide in square 1."""
    content = sample()
    content["squares"][0]["slides"][1] = slide
    return content


def refusal(given: bytes) -> BoardError:
    with pytest.raises(BoardError) as caught:
        exchange.read_board(given)
    assert caught.value.message.endswith(".")
    return caught.value


@pytest.mark.parametrize("board", preset_boards().values(), ids=lambda board: board.id)
class TestPresets:
    def test_come_back_from_a_file(self, board: Board) -> None:
        text = exchange.write_board(board)
        again = exchange.read_board(text.encode())
        assert again == board
        assert again.extra == board.extra
        assert again.digest == board.digest
        assert exchange.write_board(again) == text

    def test_validate(self, board: Board) -> None:
        VALIDATOR.validate(json.loads(exchange.write_board(board)))


def test_notes_may_have_lines_and_names_may_not() -> None:
    assert exchange.read_board(file(sample() | {"notes": "one\n\ttwo"})).notes == "one\n\ttwo"
    assert "Name: character 4 (U+000A)" in refusal(file(sample() | {"name": "one\ntwo"})).message


class TestRefusals:
    @pytest.mark.parametrize(
        ("hostile", "words"),
        [
            (b"", "The file is empty."),
            (b"[" * 1_000_001, "too large: 1,001 kB; the limit is 1,000 kB."),
            (b'{"id": "x",\n "name": "\xff"}', "not UTF-8 text: line 2"),
            ("{}".encode("utf-16"), "The id of the board"),
            ("{}".encode("utf-16") + b"x", "not UTF-16 text, as it says it is"),
            (b'{"id": "x",\n}', "not JSON: line 2, column 1"),
            (b'{"id": "a\x00b"}', "not JSON: line 1, column 10: Invalid control character."),
            (b'"' + b'\\"' * 90_000 + b"\\", "not JSON"),
            (b'\n{"a":' * 10_000 + b"1" + b"}" * 10_000, "Line 14: lists and objects are nested more than 12 deep"),
            (b"[]", "must be a JSON object"),
            (b"{}", "The id of the board"),
            (b'{"id": "x", "id": "y"}', "The board: “id” is given twice."),
            (b'{"id": NaN}', "Id: NaN is not a number"),
            (b'{"id": "x", "more": {"deep": [1, 1e999]}}', "More, deep, item 2: a number is too large."),
            (b'{"id": "x", "round": ' + b"9" * 5000 + b"}", "Round: a number has 5,000 digits"),
        ],
    )
    def test_of_files(self, hostile: bytes, words: str) -> None:
        assert words in refusal(hostile).message

    def test_at_the_place(self) -> None:
        text = json.dumps(with_slide(kind="cash", amount=0))
        for wrong, words in (
            ("NaN", "Square 1, slide 2, amount: NaN is not a number that a board can have."),
            ("1" + "0" * 400, "Square 1, slide 2, amount: a number has 401 digits; the limit is 15."),
            ('1, "kind": "whammy"', "Square 1, slide 2: “kind” is given twice."),
        ):
            error = refusal(text.replace('"amount": 0', f'"amount": {wrong}').encode())
            assert (error.message, error.field) == (words, "square1.slide2")

    @pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\x85", "\u202e", "\u2066", "\ud800"])
    def test_of_characters_that_do_harm(self, character: str) -> None:
        for content in (
            sample() | {"name": f"a{character}"},
            sample() | {"notes": character},
            sample() | {"source": [character]},
            sample() | {f"more{character}": 1},
            with_slide(kind="prize", name=character),
        ):
            assert "is a control character" in refusal(file(content)).message

    @pytest.mark.parametrize(
        ("slide", "words"),
        [
            *(({"kind": "cash", "amount": amount}, AMOUNT) for amount in ("500", True, 500.0, -1, 10**14)),
            ({"kind": "cash"}, AMOUNT),
            ({"kind": ["cash"]}, "the kind must be one of cash,"),
            ({"kind": "move", "to": [99]}, "moves to square 99, which does not exist."),
            ({"kind": "move", "to": [1]}, "moves to its own square"),
            ({"kind": "whammy", "spin": 1}, "the spin must be true or false."),
            ({"kind": "whammy", "label": {"a": 1}}, "the label must be a text of at most 200 characters."),
            ({"kind": "cash", "amount": 1, "spin": True}, "only double, lead and prize take spin"),
            ({"kind": "whammy", "wieght": 5}, "“wieght” is not a field of a slide. The fields are kind, amount,"),
            ({"kind": "whammy", "weight": 1001}, "the weight must be a whole number from 0 to 1,000."),
        ],
    )
    def test_of_slides(self, slide: dict[str, Any], words: str) -> None:
        error = refusal(file(with_slide(**slide)))
        assert error.message.startswith(f"Square 1, slide 2: {words}")
        assert error.field == "square1.slide2"

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"valid_from": "yesterday"}, "“yesterday” is not a date. Write it like 1985-02-05."),
            (
                {"valid_from": "1985-02-05", "valid_to": "1984-01-01"},
                "The last day (1984-01-01) is before the first day (1985-02-05)",
            ),
            ({"name": "n" * 201}, "The name of the board may have at most 200 characters, not 201."),
            ({"squares": [[]]}, "Square 1: must be a JSON object."),
            ({"squares": [{"slides": [None]}]}, "Square 1, slide 1: must be a JSON object."),
            ({"name": " "}, "The name of the board is blank."),
            (
                {"squares": [{"slides": [{"kind": "whammy", "weight": 0}]}]},
                "Square 1: at least one slide needs a weight",
            ),
            ({"squares": [{"number": 99, "slides": []}]}, "Square 1: needs a number from 1 to 64."),
            (
                {"squares": [{"number": 7, "slides": [{"kind": "whammy"}], "weight": -1}]},
                "Square 7: the weight must be",
            ),
            (
                {"squares": [{"number": n, "slides": [{"kind": "whammy"}]} for n in (1, 5, 7, 5)]},
                "Square 5: two squares have the number 5.",
            ),
            (
                {"squares": [{"slide": []}]},
                "Square 1: “slide” is not a field of a square. The fields are number, slides, weight.",
            ),
        ],
    )
    def test_of_boards(self, change: dict[str, Any], words: str) -> None:
        assert words in refusal(file(sample() | change)).message


@settings(max_examples=times(200))
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_refused_in_a_sentence(junk: bytes) -> None:
    refusal(junk)


ODD = [None, True, False, 0, -1, 1, 2, 64, 65, 99, 100, 1000, 1001, 10**6 + 1, "", " ", "x", "7", "00", "100"]
ODD += ["x" * 20, "x" * 21, "x" * 201, "x" * 2001, [], ["x"], [0], [65], ["1"], {}, {"kind": "cash"}, "whammy"]

# What the reader makes of them, a schema cannot say: which squares there are, and 2.0 being 2.
BEYOND = ("does not exist", "to its own square", "squares have the number", "at most 1,000 slides")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every way into the content, its own and those of all that lies in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for key, part in inner for way in places(part, (*path, key)))]


def replaced(content: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(content)
    target = changed
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return changed


def removed(content: Any, path: tuple[Any, ...]) -> Any:
    changed = copy.deepcopy(content)
    target = changed
    for key in path[:-1]:
        target = target[key]
    del target[path[-1]]
    return changed


def engine_refuses(content: Any) -> str | None:
    try:
        Board.from_json(content)
    except BoardError as error:
        return error.message
    return None


def test_schema_and_reader_refuse_the_same() -> None:
    full = sample()
    for square in full["squares"]:
        square.setdefault("weight", 1)
        for slide in square["slides"]:
            for key, value in (("weight", 1), ("label", "words"), ("name", None), ("spin", False)):
                slide.setdefault(key, value)
    full |= {"show": "A show", "confidence": "", "notes": "", "valid_from": None, "valid_to": None}
    VALIDATOR.validate(full)
    for number, path in enumerate(places(full)):
        # `make test` tries a sixteenth of the values at each place, others at the next.
        contents = [replaced(full, path, odd) for odd in (ODD if NIGHTLY else ODD[number % 16 :: 16])]
        if path:
            contents.append(removed(full, path))
        for content in contents:
            if path == ("source",) and not content.get("source"):
                continue  # the reader takes nothing at all, in whatever form, as no source
            refused = engine_refuses(content)
            if refused and any(words in refused for words in BEYOND):
                continue
            assert (refused is None) == VALIDATOR.is_valid(content), (path, content, refused)


@pytest.mark.parametrize(
    ("squares", "good"),
    [
        ([{"weight": 0, "slides": [{"kind": "whammy"}]}], False),
        ([{"weight": 0, "slides": [{"kind": "whammy"}]}, {"slides": [{"kind": "whammy"}]}], True),
        ([{"slides": [{"kind": "whammy", "weight": 0}]}], False),
        ([{"slides": [{"kind": "whammy", "weight": 0}, {"kind": "whammy"}]}], True),
        ([{"slides": [{"kind": "whammy"}]}] * 65, False),
        ([{"slides": [{"kind": "whammy"}] * 1001}], False),
    ],
)
def test_schema_and_reader_agree_on_whole_boards(squares: list[Any], good: bool) -> None:
    content = {"id": "x", "squares": squares}
    assert VALIDATOR.is_valid(content) is good
    assert (engine_refuses(content) is None) is good
