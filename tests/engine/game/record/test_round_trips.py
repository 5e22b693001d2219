"""Text, JSON and events say the same."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import GameError
from engine.game.board import preset_board
from engine.game.record import headers, json_form
from engine.game.record.headers import BoardName, Headers
from engine.game.record.json_form import game_from_json, game_to_json
from engine.game.record.reading import parse_game, read_game
from engine.game.record.writing import write_game
from tests.tier import times

from ...tiny import tiny
from .walks import random_game

SCHEMA = Path(json_form.__file__).with_name("game.schema.json")
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))

texts = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=30).map(
    lambda text: "".join(c for c in text if c.isprintable()).strip()
)
notes = st.text(st.sampled_from('ab}{\\#<>\n[]"1.:'), min_size=1, max_size=12).map(str.strip).filter(bool)
small_board = tiny("500 750+ W", "1000 prize >1,3", "500/W double+ add", id="small")
board_names = st.sampled_from(
    [
        None,
        BoardName("pyl-classic-r2"),
        BoardName("pyl-1985-02-r2", preset_board("pyl-1985-02-r2").digest),
        BoardName("small", None, small_board),
    ]
)


@st.composite
def all_headers(draw):
    tags = draw(st.lists(st.from_regex(headers.TAG, fullmatch=True), max_size=2, unique=True))
    game_headers = Headers(
        names=tuple(draw(texts) for _ in range(3)),
        date=draw(texts),
        episode=draw(texts),
        result=draw(texts),
        boards=(draw(st.sampled_from([None, BoardName("pyl-1983-09-r1")])), draw(board_names)),
        comment=draw(st.one_of(st.just(""), notes)),
        extra=tuple((tag, draw(texts)) for tag in tags if tag.lower() not in headers.RESERVED),
    )
    options = draw(
        st.sampled_from([[], [("ties", "joint")], [("house", "play"), ("opponents", "optimal/500/cautious")]])
    )
    return game_headers.with_rules(draw(st.sampled_from(["show", "seed"])), options)


@settings(max_examples=times(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9), all_headers(), st.lists(notes, min_size=1, max_size=3))
def test_text_and_json_give_the_same_game_back(seed, heading, comments):
    game = random_game(seed, heading, notes=comments)
    text = write_game(game)
    reading = read_game(text)
    assert reading.problems == ()
    assert reading.game == game
    assert write_game(reading.game) == text
    data = json.loads(json.dumps(game_to_json(game)))
    assert game_from_json(data) == game
    assert game_to_json(game_from_json(data)) == data
    VALIDATOR.validate(data)


@settings(max_examples=times(120), deadline=None)
@given(st.text(max_size=80) | st.text(st.sampled_from('123 .:>()+wpeE$,@=#{}<>\n[]"fixuproundas'), max_size=60))
def test_any_text_is_read_or_refused_at_a_place(text):
    reading = read_game(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in reading.problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert problem.message
    assert parse_game(write_game(reading.game)) == reading.game


def test_everything_wrong_in_json_is_found():
    data = game_to_json(parse_game("= 0e2,300,300@1\n500 750"))
    data["events"][1]["came"] = {"kind": "money"}
    data["events"].append({"type": "jump"})
    with pytest.raises(GameError) as error:
        game_from_json(data)
    first, second = map(str, error.value.problems)
    assert first == "Event 2: “money” needs an amount, “prize” may have one, and no other kind takes one."
    assert second.startswith("Event 4: The type of an event is one of round, spin,")
    with pytest.raises(GameError, match="This is not a game"):
        game_from_json([])


def test_the_schema_refuses_what_the_reader_refuses():
    game = game_to_json(random_game(1))
    game["events"].append({"type": "spin", "came": {"kind": "money", "amount": -1}})
    assert not VALIDATOR.is_valid(game)
    game["events"][-1] = {"type": "spin", "came": {"kind": "money", "amount": 500}, "colour": "red"}
    assert not VALIDATOR.is_valid(game)
