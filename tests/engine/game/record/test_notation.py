"""The notation: what may be typed, and where it says that something is wrong."""

from dataclasses import replace

import pytest

from engine.errors import EventError, GameError
from engine.game.record.events import Correction, PassSpins, RoundBegins, ShownSlide, Spin, SpinResult, Up
from engine.game.record.game import Game
from engine.game.record.reading import parse_game, read_game, read_moves
from engine.game.record.writing import write_game

BEGIN = "= 3000e9w1,3000e2,3000e2@1\n"


def only(text):
    """The one event after BEGIN, without its seat."""
    return parse_game(BEGIN + text).events[1]


@pytest.mark.parametrize(
    ("result", "texts"),
    [
        (SpinResult("money", 500), ["500"]),
        (SpinResult("money", 2500), ["$2,500"]),
        (SpinResult("money", 750, True), ["press $750 + one spin", "750+", "750 +spin"]),
        (SpinResult("whammy"), ["W", "Whammy"]),
        (SpinResult("whammy_off"), ["-w", "lose a whammy", "whammy off"]),
        (SpinResult("prize"), ["p"]),
        (SpinResult("prize", 2190), ["P2190", "prize=$2,190", "prize (2190)"]),
        (SpinResult("prize", 2190, True), ["P2190+", "prize=$2,190 + spin", "prize (2190) and one spin"]),
        (SpinResult("prize", spin=True), ["p+", "prize + one spin", "p+s"]),
    ],
)
def test_what_came(result, texts):
    assert [only(text) for text in texts] == [Spin(result, seat=0)] * len(texts)


@pytest.mark.parametrize(
    ("text", "spin"),
    [
        ("8:500+", Spin(SpinResult("money", 500, True), 8, seat=0)),
        ("8 : $500 + spin", Spin(SpinResult("money", 500, True), 8, seat=0)),
        ("12>4:3000+", Spin(SpinResult("money", 3000, True), 12, (4,), seat=0)),
        (
            "9(8:500+ 10:p)>8",
            Spin(
                SpinResult("money", 500, True), 9, (8,), (ShownSlide(8, "cash_spin", 500), ShownSlide(10, "prize")), 0
            ),
        ),
        (
            "6 (1: $1,750, 10: prize, 15: 2000/-w) > 15 : -w",
            Spin(
                SpinResult("whammy_off"),
                6,
                (15,),
                (ShownSlide(1, "cash", 1750), ShownSlide(10, "prize"), ShownSlide(15, "cash_or_lose_whammy", 2000)),
                0,
            ),
        ),
    ],
)
def test_squares_and_choices(text, spin):
    assert only(text) == spin


def test_rounds_passes_and_corrections():
    game = parse_game("Round 1: 3, 2, 4\n2: 750, 500\n1: pass to 2\n3: pass 2\n2: 1000, $750, 500")
    assert game.events[0] == RoundBegins(1, (3, 2, 4))
    assert game.events[3] == PassSpins(1, 0)
    with_scores = parse_game("round 2: $2,500e7, $4,080e2w1, $4,608e3").events[0]
    assert with_scores == RoundBegins(2, (7, 2, 3), (2500, 4080, 4608), (0, 1, 0))
    assert only("fix 2 score 4080, earned=2 w 1") == Correction(1, 4080, 2, None, 1)
    assert only("fix 2 $4,080 e2 after 1") == Correction(1, 4080, 2, None, None, 1)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("500e1,1000e1,2000", RoundBegins(2, (1, 1, 0), (500, 1000, 2000))),
        ("500e1, 1000e1, 2000", RoundBegins(2, (1, 1, 0), (500, 1000, 2000))),
        ("500e1 , 1000 e1 ,2000", RoundBegins(2, (1, 1, 0), (500, 1000, 2000))),
        ("500e1,out,2000", RoundBegins(2, (1, 0, 0), (500, 0, 2000), (0, 4, 0))),
        ("500e1,0w4,2000", RoundBegins(2, (1, 0, 0), (500, 0, 2000), (0, 4, 0))),
        ("500e1p2,1000e1,2000", RoundBegins(2, (1, 1, 0), (500, 1000, 2000), None, (2, 0, 0))),
        ("500e1p0,1000e1w0,2000", RoundBegins(2, (1, 1, 0), (500, 1000, 2000), (0, 0, 0))),
        ("$2,500 3 spins / $0 / 1 spin 1 whammy 3000", None),
        ("$2,500 3 spins / $0 / 3000 1 spin 1 whammy", RoundBegins(2, (3, 0, 1), (2500, 0, 3000), (0, 0, 1))),
        ("500e1;1000;2000e12", RoundBegins(2, (1, 0, 12), (500, 1000, 2000))),
        ("500e?,1000e1,2000", RoundBegins(2, (None, 1, 0), (500, 1000, 2000))),
        ("e?,e1w2,out", RoundBegins(2, (None, 1, 0), None, (0, 2, 4))),
        ("3 ? 12", RoundBegins(2, (3, None, 12))),
        ("3; 0 | 12", RoundBegins(2, (3, 0, 12))),
    ],
)
def test_a_round_begins_with_a_position_as_it_is_written_elsewhere(text, event):
    reading = read_game(f"round 2: {text} {{a comment}}\n")
    assert [replace(read_event, comment=None) for read_event in reading.game.events] == (
        [] if event is None else [event]
    )
    assert len(reading.problems) == (event is None)


def test_a_round_may_say_who_is_up():
    game = parse_game("round 2: 500e1,1000e1,2000@2")
    assert (game.events[1], game.state.seat) == (Up(1), 1)
    (problem,) = read_game("round 2: 500e1,1000e1,2000@3\n1. 500").problems
    assert "holds no spins" in problem.message


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("round 1: 13 0 0", 1, "earns 0 to 12 spins"),
        ("round 2: 500e13,0,0", 1, "earns 0 to 12 spins"),
        ("round 2: 999 0 0", 1, "earns 0 to 12 spins"),
        ("round 1: 12 8 1", 1, "at most 20 spins together"),
        ("round 1: 500e3,0e1,0e1", 1, "Everybody begins round 1 with $0"),
        ("round 1: e3w1,e1,e1", 1, "Everybody begins round 1 with $0"),
        ("round 2: 500e1w5,1000,2000", 1, "0 to 4 Whammies"),
        ("round 2: 500e1,out e3,2000", 1, "is out and has neither spins nor a score"),
        ("round 2: 500x1,1000e1,2000", 13, "“x” is not known here"),
        ("round 2: 500e1,1000e1", 22, "three contestants"),
        ("round 2: 500e1,1000e1,2000e1,4000e1", 29, "three contestants"),
        ("round 2: 500e1,e1,2000e1", 10, "Either all three have a score here, or nobody"),
        ("round 2: 500p?,1000e1,2000e1", 10, "stands for earned spins only"),
        ("round 2: 500,1000,2000", 10, "A round begins with the spins of the three"),
        ("round 2: 3 2", 10, "A round begins with the spins of the three"),
        ("= 8000x3,3000,0@1", 7, "“x” is not known here"),
        ("= 8000e3,3000@1", 16, "three contestants"),
        ('[Position "8000x3,3000,0@1"]', 12, "“x” is not known here"),
        ('[Position "8000e3,3000,0@1 1. 500"]', 12, "Nothing may follow"),
        ('[Position "8000e3,3000,0@1 {so it was}"]', 12, "Nothing may follow"),
    ],
)
def test_one_mistake_in_a_beginning_is_one_message(text, column, words):
    (problem,) = read_game(f"{text}\n1. 500 750\n2. 600 w pass\n3. w\n").problems
    assert (problem.line, problem.column) == (1, column)
    assert words in problem.message


def test_what_follows_an_unreadable_position_counts_again_from_the_next_one():
    reading = read_game(f"{BEGIN}1. 500\n= 8000x3,3000,0@1\n1. 750\n= 8000e3,3000,0@1\n1. 750\n2. 600")
    assert [(problem.line, problem.message.partition(" ")[0]) for problem in reading.problems] == [
        (3, "“x”"),
        (7, "Contestant"),
    ]
    assert reading.game.state.position.notation == "8750e2,3000,0@1"


@pytest.mark.parametrize("text", ["fix 2 out", "fix 4 500", "fix 2 e2 e3 w1", "correct 1 score nothing"])
def test_one_mistake_in_a_correction_is_one_message(text):
    reading = read_game(f"{BEGIN}{text}\n1. 500")
    assert [problem.line for problem in reading.problems] == [2]
    assert len(reading.game.events) == 1


def test_moves_without_a_beginning_are_one_problem():
    (problem,) = read_game("1. 500\n2. 600\n3. w").problems
    assert problem.message.startswith("No round has begun.")


def test_a_round_that_an_earlier_version_took_can_still_be_loaded():
    stored = RoundBegins(1, (13, 0, 0))
    assert Game.begin().add(stored, stored=True).events == (stored,)
    with pytest.raises(EventError, match="0 to 12 spins"):
        Game.begin().add(stored)


def test_more_headers_or_events_than_a_game_has_are_one_problem():
    (problem,) = read_game('[A "b"]\n' * 200).problems
    assert "at most 100 headers" in problem.message
    assert {problem.message for problem in read_game(f"{BEGIN}" + "up 1 " * 3000).problems} == {
        "A game has at most 600 events."
    }


def test_seats_are_numbers_names_or_places():
    text = '[Left "Ann Lee"]\n' + BEGIN
    for label in ("1.", "1:", "Ann Lee:", "ann lee :", "Left:"):
        assert parse_game(f"{text}{label} 500").events[1].seat == 0, label
    assert parse_game(f"{text}1. 500 pass to right").events[2].to == 2


def test_a_label_is_checked():
    (problem,) = read_game(BEGIN + "2. 500").problems
    assert (problem.line, problem.column) == (2, 4)
    assert problem.message.startswith("Contestant 1 is up, not contestant 2.")


def test_a_record_may_begin_with_a_position_header():
    assert parse_game('[Position "8000e3,3000,0@1"]\n500').state.position.notation == "8500e2,3000,0@1"


def test_comments_and_notes():
    game = parse_game("# on the game\n{and more}\n" + BEGIN + "500 {a } # b\n750 <id x1> <time 12:30> {c}")
    assert game.headers.comment == "on the game\nand more"
    assert [(e.id, e.time, e.comment) for e in game.events[1:]] == [(None, None, "a b"), ("x1", "12:30", "c")]


def test_all_errors_are_found_each_at_its_line_and_column():
    text = '[Left "Ann"\n[Rules "show ties=maybe"]\nround 2: 3 1 5\n2. 3:750 xyz\n   pass 2\n1. 500 {open'
    with pytest.raises(GameError) as error:
        parse_game(text)
    assert [(p.line, p.column) for p in error.value.problems] == [
        (1, 1),
        (2, 9),
        (4, 4),
        (4, 10),
        (5, 4),
        (6, 4),
        (6, 8),
    ]
    assert str(error.value.problems[3]) == "Line 4, column 10: “xyz” is not a move."


def test_one_mistake_is_named_once_a_line():
    problems = read_game(f"{BEGIN}2. 500 750 w\n2. w").problems
    assert [(p.line, p.column) for p in problems] == [(2, 4), (3, 4)]


def test_the_canonical_form():
    text = "round 2: 3 1 5\nBob: press $500\nleft: W\nleft: w, 2000"
    assert write_game(parse_game('[Center "Bob"]\n' + text)) == (
        '[Center "Bob"]\n\nround 2: 3 1 5\n2. 500\n1. w w 2000\n'
    )


GAME = parse_game('[Left "Ann"]\n= 1000e3,2000e2,3000e1')


def test_moves_are_added():
    reading = read_moves("1000 w", GAME)
    assert not reading.problems
    assert len(reading.game.events) == 3
    assert reading.game.state.podiums[0].whammies == 1


def test_those_before_the_first_problem_are_added():
    reading = read_moves("1000\nAnn: xyz 500", GAME)
    assert len(reading.game.events) == 2
    assert (reading.problems[0].line, reading.problems[0].column) == (2, 6)
    refused = read_moves("1000 3. 500 w", GAME)
    assert len(refused.game.events) == 2
    assert len(refused.problems) == 1


def test_no_moves_change_nothing():
    assert read_moves("  # nothing yet", GAME).game is GAME


def test_moves_may_follow_a_beginning_on_its_line():
    game = parse_game("round 1: 1, 1, 1 1. 500 2. 750 3. w round 2: 3 2 4")
    assert len(game.events) == 5
    assert [podium.score for podium in game.state.podiums] == [500, 750, 0]
    game = parse_game("= 8000e3,3000,0@1 750 pass")
    assert [podium.score for podium in game.state.podiums] == [8750, 3000, 0]
    assert game.state.seat == 1
