"""A text of which a part cannot be read: nothing after it counts up to a beginning that says how the game stands."""

import random
import re
from dataclasses import replace

import pytest

from engine import sample_games
from engine.game.record.reading import read_game
from engine.game.record.writing import event_text
from tests.tier import few, times

BEGIN = '[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\nround 2: 2500e3,0e2,4000e1\nBob: 750\n'
KEPT = ["round 2: 2500e3,0e2,4000e1", "750"]

# Each stands where a move may be meant.
UNREAD = [
    "Whamie? 500",
    "trip to Tahiti ($1,001)",
    "trip",
    "60+ 500",
    "60",
    "1.250",
    "1 250",
    "lose $500, 750",
    "not 500",
    "no Whammy 500",
    "double Whammy",
    "prize $1,001",
    "p$ 500",
    "4:750 500",
    "4:foo 500",
    "19:500",
    "4> 500",
    "9(8:500+ 10:zzz)>8 500",
    "500+spam 500",
    "500x 750",
    "500/750",
    "(500) 750",
    "<w> 500",
    "<id> 500",
    "<id a b> 500",
    "= $999 500",
    "= Bob $999",
    "= Bob e9",
    "= Cy out",
    "= 1",
    "= 8000x3,3000,0@1",
    "pass 9 spins",
    "pass to Dee",
    "pass to Bob",
    "pass? 500",
    "up 4",
    "up Dee 500",
    "fix 2 500 500",
    "fix Bob foo",
    "instead of 99: 500",
    "instead of 2: foo",
    "question 2: 3 x 1",
    "question 1: 3 1 1",
    "redo 500",
    "total $500 500",
    "3 spins",
    "750 spin 500 spins",
    "and a spin, 500",
    "add foo",
    "-w 500",
    "3. 500",
    "\nAnn: 500",
    "\nDee: 500",
    "\nDee 500\n",
    "\nthen 500",
    '\n[Show "ABC"]\n',
    "\nround 2: 3 x 4",
    "\nround 1: 3 2 4",
    "{open",
]


def texts(reading):
    """The events, without what is said about them."""
    return [event_text(replace(event, comment=None)) for event in reading.game.events]


@pytest.mark.parametrize("between", UNREAD)
@pytest.mark.parametrize(
    "after", few(2, ["500 w pass", "\nBob: 500\nAnn: w", "pass", "undo", "fix 2 $400 after 1", "..."])
)
def test_nothing_counts_after_what_cannot_be_read(between, after):
    reading = read_game(f"{BEGIN}{between} {after}\n1. 500\n2. pass\nround 1: 1 1 1\n")
    event_texts = texts(reading)
    assert event_texts[:2] == KEPT
    whole = between.removeprefix("\n").split(" ")[0]
    assert event_texts[2:] in ([], [whole]), "no more than what is read before it"
    assert [stop.until for stop in reading.stops] == [None]
    assert reading.problems[0].line in (5, 6, 7)


@pytest.mark.parametrize("between", [line for line in UNREAD[:-1] if "round" not in line])
@pytest.mark.parametrize("position_line", ["= 8000e3,3000,0@1", "= $8,000 3 spins / 3000 / 0 up 1"])
def test_a_position_after_it_counts_again(between, position_line):
    reading = read_game(f"{BEGIN}{between} 500\n{position_line}\n1. 5000+ pass\n")
    assert texts(reading)[-4:] == ["...", "= 8000e3,3000,0@1", "5000+", "pass 2"]
    assert reading.game.state.position.notation == "13000,3000p3,0@2"
    (stop,) = reading.stops
    line = reading.problems[0].line
    assert (stop.line, stop.until) == (line, f"{BEGIN}{between} 500\n".count("\n") + 1)


ROUND_1 = "round 1: 1 1 1\n1. 500\n"


@pytest.mark.parametrize(
    ("text", "counting"),
    [
        # A round that says the scores begins anew, unless its Whammies are not known either.
        (f"{ROUND_1}foo\nround 2: 500e1w0,0e1,0e1\n2. w", "round 1: 1 1 1 500 ... round 2: 500e1w0,0e1w0,0e1w0 w"),
        (f"{ROUND_1}foo\nround 2: 500e1,0e1,0e1\n2. w", "round 1: 1 1 1 500 ... round 2: 500e1,0e1,0e1 w"),
        # The scores of other rounds are those of what could not be read.
        (f"{ROUND_1}foo\nround 2: 1 1 1\n2. w", "round 1: 1 1 1 500"),
        (f"{ROUND_1}2. 500 3. 500 foo\nround 2: 1 1 1\n2. w", "round 1: 1 1 1 500 500 500"),
        ("round 1: 1 x 1\n1. 500\nround 2: 1 1 1\n1. 500", ""),
        ("1. 500\nround 2: 1 1 1\n1. 500", ""),
        # A position is of the round before it, which must be known.
        ("round 1: 1 x 1\n= 500e1,0,0\n1. 500", ""),
        (f"{ROUND_1}foo\nround 2: 1 1 1\n= 500e1,0,0\n1. 500", "round 1: 1 1 1 500"),
        (f"{ROUND_1}foo\nRound two begins\n= 500e1,0,0\n1. 500", "round 1: 1 1 1 500"),
        ('[Position "500x1,0,0"]\n1. 500\n= 500e1,0,0@1\n500', "= 500e1,0,0@1 500"),
        ('[Position "500e1,0,0]\n1. 500\nround 2: 1 1 1\n1. 500', ""),
        # What is about other events is about their numbers in the text.
        (f"{ROUND_1}foo\n= 500e2,0,0@1\n500 instead of 5: 750", "round 1: 1 1 1 500 ... = 500e2,0,0@1 500"),
        (f"{ROUND_1}foo\n= 500e2,0,0@1\n500 fix 1 0 after 2", "round 1: 1 1 1 500 ... = 500e2,0,0@1 500"),
        (f"{ROUND_1}foo\n= 500e2,0,0@1\n500 undo undo\n500", "round 1: 1 1 1 500 ... = 500e2,0,0@1 500 undo"),
        (f"{ROUND_1}foo\n= 500e2,0,0@1\n500 undo redo", "round 1: 1 1 1 500 ... = 500e2,0,0@1 500 undo redo"),
        # What stands before the first move is no unread move.
        ("Tuesday’s show\nround 2: 1 1 1\n1. 500", "round 2: 1 1 1 500"),
        ('[Left "Ann"\nround 2: 1 1 1\n1. 500', "round 2: 1 1 1 500"),
        ('[Rules "show ties=maybe"]\nround 2: 1 1 1\n1. 500', "round 2: 1 1 1 500"),
        ('[Position "0e2,0,0@1"]\n[Rules "show ties=maybe"]\n500', "= 0e2,0,0@1 500"),
        # A statement that cannot be checked changes nothing.
        (f"{ROUND_1}...\n= 1: $500\n2. 750", "round 1: 1 1 1 500 ... 750"),
    ],
)
def test_what_counts(text, counting):
    reading = read_game(text)
    assert reading.problems
    assert " ".join(texts(reading)) == counting


def test_a_comment_or_note_on_what_cannot_be_read_is_on_nothing_else():
    reading = read_game(f"{BEGIN}{{so it was}} foo {{a trip}} <id a> <time 12:30>\n")
    assert [(event.comment, event.id, event.time) for event in reading.game.events[1:]] == [("so it was", None, None)]


def test_where_reading_stopped_is_said():
    reading = read_game(f"{BEGIN}foo 500\nbar\n= 8000e3,3000,0@1\n1. 5000+ baz 500\n")
    assert list(map(str, reading.stops)) == [
        "Reading stopped at line 6, column 1; nothing after it in this round was read. It went on at line 8.",
        "Reading stopped at line 9, column 10; nothing after it in this round was read.",
    ]
    assert read_game(f"{BEGIN}750").stops == ()


def test_a_text_that_is_too_long_is_read_up_to_its_last_whole_line():
    moves = "round 1: 12 8 0\n1. 500 1250 1250"
    text = " " * (200_000 - len(moves) + 1) + "\n" + moves  # cut within the last move
    assert texts(read_game(text)) == ["round 1: 12 8 0"]


TOKENS = ["foo", "Tahiti", "($1,001)", "60+", "7", "1.250", "and", "+", "=", "<", "pass?", "-", "round", "lose"]
PLACES = re.compile(r"(?<=\S)(?=\s)(?![^{]*\})")


@pytest.mark.parametrize("name", few(2, sorted(sample_games())))
def test_a_game_with_a_token_too_many_is_a_prefix_of_the_game(name):
    text = sample_games()[name]
    begin = text.index("round 1")
    whole = texts(read_game(text))
    places = [place.start() for place in PLACES.finditer(text, begin)]
    chance = random.Random(name)
    for place in chance.sample(places, min(len(places), times(60))):
        token = chance.choice(TOKENS)
        broken = f"{text[:place]} {token}{text[place:]}"
        before = read_game(text[:place])
        reading = read_game(broken)
        if token == "7" and not reading.problems:  # it may be a part of what stands before it
            continue
        assert reading.problems, broken
        event_texts = texts(reading)
        assert event_texts == whole[: len(event_texts)], (place, token)
        assert len(event_texts) <= len(before.game.events), (place, token)
