"""Files are read in UTF-8, or in UTF-16 where their mark says so; what is neither is refused in words."""

import json

import pytest

from engine import InputError, decode_text
from engine.errors import BoardError
from engine.game.board import Board
from engine.game.record.json_form import event_from_json, game_from_json, game_to_json
from engine.game.record.reading import parse_game

TEXT = "1: “Café” ($500) / Whammy\r\n2: €500 / Trip 😀 ($500)\n"
CP1252 = "1: w\n2: Café ($500)".encode("cp1252")
REFUSAL = "The file is not UTF-8 text: line 2 has a byte that cannot be read. Save it as UTF-8."
NULLS = "The file is not UTF-8 text: it has null characters, as UTF-16 has. Save it as UTF-8."
HALF = "half a character"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_says_what_it_is(encoding):
    assert decode_text(TEXT.encode(encoding)) == TEXT
    assert decode_text(b"\xfe\xff" + TEXT.encode("utf-16-be")) == TEXT


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (CP1252, REFUSAL),
        ("w\n".encode("utf-16") + b"w", "The file is not UTF-16 text, as it says it is. Save it as UTF-8."),
        (TEXT.encode("utf-16-le"), NULLS),
        (TEXT.encode("utf-32-be"), NULLS),
        (
            b"PK\x03\x04\x14\0\x06",
            "The file is a workbook or an archive, not text. Export it as text or CSV, in UTF-8.",
        ),
        (b"\xff\xfe\x3d\xd8", "The file is not UTF-16 text, as it says it is. Save it as UTF-8."),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(file, message):
    with pytest.raises(InputError) as caught:
        decode_text(file)
    assert caught.value.message == message


@pytest.mark.parametrize("about", [{"name": "a\ud83d"}, {"id": "\ude00"}, {"notes": "\udfff"}, {"source": ["x\ud83d"]}])
def test_half_a_character_is_in_no_board(about):
    content = {"id": "x", "squares": [{"slides": [{"kind": "whammy"}]}]}
    with pytest.raises(BoardError, match=HALF):
        Board.from_json(content | about)


@pytest.mark.parametrize(
    "slide", [{"kind": "whammy", "label": "\ud83d"}, {"kind": "prize", "value": 5, "name": "a\ude00"}]
)
def test_half_a_character_is_on_no_slide(slide):
    with pytest.raises(BoardError, match=HALF):
        Board.from_json({"id": "x", "squares": [{"slides": [slide]}]})
    whole = json.loads(r'"\ud83d\ude00"')
    assert Board.from_json({"id": "x", "squares": [{"slides": [slide | {"label": whole, "name": whole}]}]})


@pytest.mark.parametrize(
    "headers",
    [{"names": ["\ud83d", "", ""]}, {"comment": "\ud83d"}, {"extra": {"Title": "\ud83d"}}, {"extra": {"\ud83d": ""}}],
)
def test_half_a_character_is_in_no_game(headers):
    game = game_to_json(parse_game("= 1000e3,2000e1,3000\n1. 750 w"))
    with pytest.raises(InputError, match=HALF):
        game_from_json(game | {"headers": game["headers"] | headers})
    with pytest.raises(InputError, match=HALF):
        event_from_json({"type": "gap", "comment": "\ud83d"})
